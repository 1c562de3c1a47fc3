"""Staff run failed background jobs again, or put them aside."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import translation
from procrastinate.contrib.django.models import ProcrastinateJob

from shop.tasks import make_thumbnails_of
from tests.factories import make_shop
from tests.proofs import proves
from tests.staff import as_member, log_in, make_clerk, text_of

pytestmark = pytest.mark.django_db
LIST = "/admin/procrastinate/procrastinatejob/"


@pytest.fixture(autouse=True)
def prepared(client: Client) -> Iterator[None]:
    make_shop("merchstand")
    log_in(client)
    client.cookies["locale"] = "en"
    with translation.override("en"):
        yield


def make_job(status: str = "failed", **lock: str) -> ProcrastinateJob:
    key = make_thumbnails_of.configure(**lock).defer(image_id=7)  # type: ignore[arg-type]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE procrastinate_jobs SET status = %s WHERE id = %s", [status, key])
    return ProcrastinateJob.objects.get(pk=key)


def press(client: Client, action: str, *jobs: ProcrastinateJob) -> Any:
    return client.post(LIST, {"action": action, "_selected_action": [job.pk for job in jobs]}, follow=True)


def states() -> list[str]:
    return list(ProcrastinateJob.objects.order_by("id").values_list("status", flat=True))


@proves("design §4", "staff run failed jobs again or put them aside; all other jobs stay as they are")
def test_what_failed_is_run_again_or_put_aside(client: Client) -> None:
    jobs = [make_job(), make_job(), make_job("succeeded"), make_job("doing")]
    assert "1 job" in text_of(press(client, "run_again", jobs[0], jobs[2]))
    assert states() == ["todo", "failed", "succeeded", "doing"]
    assert "2 jobs have not failed or are queued" in text_of(press(client, "put_aside", *jobs[1:]))
    assert states() == ["todo", "aborted", "succeeded", "doing"]
    assert "Failed background jobs" not in text_of(client.get("/admin/"))


def test_one_that_is_queued_already_is_not_queued_twice(client: Client) -> None:
    failed = make_job(queueing_lock="7")
    make_job("todo", queueing_lock="7")
    assert "1 job has not failed or is queued" in text_of(press(client, "run_again", failed))
    assert states() == ["failed", "todo"]


def test_it_is_a_right_of_its_own(client: Client) -> None:
    failed = make_job()
    press(as_member(make_clerk("view_procrastinatejob")), "run_again", failed)
    assert states() == ["failed"]
    press(as_member(make_clerk("view_procrastinatejob", "change_procrastinatejob")), "run_again", failed)
    assert states() == ["todo"]
