"""What a write does that lost to others, and one that is only tried."""

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
# Nothing of the transaction is stored, and the others are through; or a migration has ended a prepared statement, which
# is gone with the transaction.
RETRYABLE = (postgres.DeadlockDetected, postgres.SerializationFailure, postgres.FeatureNotSupported)


def retry_transaction(write: Callable[Given, Found]) -> Callable[Given, Found]:
    """For a write that is one transaction: it is done anew where the database ended it for the sake of others.

    The last time its error goes on (`shop.core.errors.Busy`), as everywhere within another transaction.
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
    """What a look at a write's result finds. Nothing of it is stored: not its jobs, nor what is noted of it."""
    with transaction.atomic():
        found = look(write())
        transaction.set_rollback(True)
    return found
