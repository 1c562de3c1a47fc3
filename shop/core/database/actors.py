"""Names the actor (staff member, job, command) of each write to the database, where the audit triggers read it."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.functional import lazy
from procrastinate import JobContext

WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|MERGE|WITH)\b", re.IGNORECASE)


@contextmanager
def acting_as(actor: str, who: Any, **more: Any) -> Iterator[None]:
    """Attribute what this thread writes to the actor; within another `acting_as` the outer actor stays. The setting
    lasts for the write's transaction. Lazy texts are evaluated at the first write.
    """
    if any(getattr(one, "sets_actor", False) for one in connection.execute_wrappers):
        yield
        return

    def is_set() -> None:
        """Does nothing. Django keeps it for the transaction's end and drops it when the transaction, or the savepoint
        within which the actor was set, is rolled back. So it is there as long as PostgreSQL keeps the setting.
        """

    def set_actor(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        if many or not isinstance(sql, str) or not WRITES.match(sql):
            return execute(sql, params, many, context)
        # Setting and write need one transaction, also outside of `atomic`.
        with nullcontext() if connection.in_atomic_block else transaction.atomic():
            if not any(one[1] is is_set for one in connection.run_on_commit):
                somebody = json.dumps({"actor": actor, "who": who, **more}, cls=DjangoJSONEncoder)
                execute("SELECT set_config('shop.at_work', %s, true)", [somebody], False, context)
                transaction.on_commit(is_set)
            return execute(sql, params, many, context)

    set_actor.sets_actor = True  # type: ignore[attr-defined]
    with connection.execute_wrapper(set_actor):
        yield


def staff_as_actor(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: attribute writes to the user. Must run inside Django's AuthenticationMiddleware."""

    def respond(request: HttpRequest) -> HttpResponse:
        who, staff = lazy(lambda: request.user.get_username(), str), lazy(lambda: str(request.user.pk or ""), str)
        with acting_as("staff", who(), staff=staff()):
            return get_response(request)

    return respond


def job_as_actor(call_next: Callable[[], Any], job: JobContext, _worker: Any) -> Any:
    """Middleware of the job worker: attribute a job's writes to its task."""
    with acting_as("job", job.job.task_name):
        return call_next()
