"""Transactions that are retried, and dry runs."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import Error, connection, transaction
from procrastinate.exceptions import ConnectorException
from psycopg import errors as postgres

from .database_errors import postgres_error_in

logger = logging.getLogger(__name__)
Given = ParamSpec("Given")
Found = TypeVar("Found")
Done = TypeVar("Done")
TRIES = 3
# After these nothing of the transaction is stored and the other transaction has ended; or a migration has invalidated a
# prepared statement, which ends with the transaction.
RETRYABLE = (postgres.DeadlockDetected, postgres.SerializationFailure, postgres.FeatureNotSupported)


def retry_transaction(write: Callable[Given, Found]) -> Callable[Given, Found]:
    """Decorate a write that is one transaction: retry it if the database ended it in favour of another one.

    Raises the error (`shop.core.errors.Busy` for clients) after TRIES attempts, and at once inside another transaction.
    """

    @wraps(write)
    def writing(*args: Given.args, **kwargs: Given.kwargs) -> Found:
        for _attempt in range(TRIES - 1):
            try:
                return write(*args, **kwargs)
            except (Error, ConnectorException) as error:
                database_error = postgres_error_in(error)
                if connection.in_atomic_block or not isinstance(database_error, RETRYABLE):
                    raise
                logger.info("%s is done anew: %s", write.__name__, type(database_error).__name__)
        return write(*args, **kwargs)

    return writing


def dry_run(write: Callable[[], Done], look: Callable[[Done], Found]) -> Found:
    """Run `write` and roll it back. Returns what `look` makes of its result. Stores no rows, jobs or audit entries."""
    with transaction.atomic():
        found = look(write())
        transaction.set_rollback(True)
    return found
