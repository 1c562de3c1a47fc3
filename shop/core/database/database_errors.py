"""Turns errors of the database into errors that a shopper may see."""

import logging

from django.db import Error, InterfaceError, OperationalError
from procrastinate.exceptions import ConnectorException
from psycopg import errors as postgres

from shop.core.errors import Busy, ShopError, Unavailable

logger = logging.getLogger(__name__)

# Errors of a transaction that lost a race against another one. It has stored nothing.
LOST_RACES = (
    postgres.UniqueViolation,
    postgres.ForeignKeyViolation,
    postgres.ExclusionViolation,
    postgres.LockNotAvailable,
    postgres.DeadlockDetected,
    postgres.SerializationFailure,
)
# Django's errors, and the driver's own where the job queue stores a job.
UNREACHABLE = (OperationalError, InterfaceError, postgres.OperationalError, postgres.InterfaceError)


def shop_error_of(error: BaseException | None) -> ShopError | None:
    """Return the error to send to the client. None for a fault of the software, whose details stay in the log."""
    if isinstance(error, ShopError):
        return error
    if not isinstance(error, (Error, ConnectorException)):
        return None
    database_error = postgres_error_in(error)
    if isinstance(database_error, LOST_RACES):
        # Without the error's text, which quotes values of the row.
        logger.warning("Lost a race: %s %s", type(database_error).__name__, database_error.diag.constraint_name or "")
        return Busy()
    if isinstance(error, UNREACHABLE) or isinstance(database_error, UNREACHABLE):
        logger.error("The database does not answer", exc_info=error)
        return Unavailable()
    return None


def postgres_error_in(error: BaseException | None) -> postgres.Error | None:
    """Return PostgreSQL's error from inside those of Django and the job queue. None if there is none."""
    while error is not None and not isinstance(error, postgres.Error):
        error = error.__cause__
    return error


def violates(error: BaseException, constraint: str) -> bool:
    """True if the error comes from this constraint."""
    database_error = postgres_error_in(error)
    return database_error is not None and database_error.diag.constraint_name == constraint
