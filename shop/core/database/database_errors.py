"""What errors of the database are to whoever asked."""

import logging

from django.db import Error, InterfaceError, OperationalError
from procrastinate.exceptions import ConnectorException
from psycopg import errors as postgres

from shop.core.errors import Busy, ShopError, Unavailable

logger = logging.getLogger(__name__)

# What the database says to the slower of two who are at the same thing: its transaction has changed nothing.
LOST_RACES = (
    postgres.UniqueViolation,
    postgres.ForeignKeyViolation,
    postgres.ExclusionViolation,
    postgres.LockNotAvailable,
    postgres.DeadlockDetected,
    postgres.SerializationFailure,
)
# As Django says it, and as PostgreSQL's driver does where a job is stored.
UNREACHABLE = (OperationalError, InterfaceError, postgres.OperationalError, postgres.InterfaceError)


def shop_error_of(error: BaseException | None) -> ShopError | None:
    """What an error is to whoever asked, on every wire; None for a fault of the shop's own, which nobody may see."""
    if isinstance(error, ShopError):
        return error
    if not isinstance(error, (Error, ConnectorException)):
        return None
    database_error = postgres_error_in(error)
    if isinstance(database_error, LOST_RACES):
        # Not the error itself: it names values of the row.
        logger.warning("Lost a race: %s %s", type(database_error).__name__, database_error.diag.constraint_name or "")
        return Busy()
    if isinstance(error, UNREACHABLE) or isinstance(database_error, UNREACHABLE):
        logger.error("The database does not answer", exc_info=error)
        return Unavailable()
    return None


def postgres_error_in(error: BaseException | None) -> postgres.Error | None:
    """PostgreSQL's own word, out of what Django and the job queue put around it; None where it said nothing."""
    while error is not None and not isinstance(error, postgres.Error):
        error = error.__cause__
    return error


def violates(error: BaseException, constraint: str) -> bool:
    """Whether a database error is the refusal of this very constraint."""
    database_error = postgres_error_in(error)
    return database_error is not None and database_error.diag.constraint_name == constraint
