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
AWAY = (OperationalError, InterfaceError, postgres.OperationalError, postgres.InterfaceError)


def shop_error_of(error: BaseException | None) -> ShopError | None:
    """What an error is to whoever asked, on every wire; None for a fault of the shop's own, which nobody may see."""
    if isinstance(error, ShopError):
        return error
    if not isinstance(error, (Error, ConnectorException)):
        return None
    said = said_by_database(error)
    if isinstance(said, LOST_RACES):
        # Not the error itself: it names values of the row.
        logger.warning("Lost a race: %s %s", type(said).__name__, said.diag.constraint_name or "")
        return Busy()
    if isinstance(error, AWAY) or isinstance(said, AWAY):
        logger.error("The database does not answer", exc_info=error)
        return Unavailable()
    return None


def said_by_database(error: BaseException | None) -> postgres.Error | None:
    """PostgreSQL's own word, out of what Django and the job queue put around it; None where it said nothing."""
    while error is not None and not isinstance(error, postgres.Error):
        error = error.__cause__
    return error


def violates(error: BaseException, constraint: str) -> bool:
    """Whether a database error is the refusal of this very constraint."""
    said = said_by_database(error)
    return said is not None and said.diag.constraint_name == constraint
