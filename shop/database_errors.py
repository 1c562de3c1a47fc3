"""What errors of the database are to whoever asked."""

import logging

from django.db import Error, InterfaceError, OperationalError
from psycopg import errors as postgres

from .errors import Busy, ShopError, Unavailable

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


def shop_error_of(error: BaseException | None) -> ShopError | None:
    """What an error is to whoever asked, on every wire; None for a fault of the shop's own, which nobody may see."""
    if isinstance(error, ShopError):
        return error
    if isinstance(error, Error) and isinstance(error.__cause__, LOST_RACES):
        # Not the error itself: it names values of the row.
        cause = error.__cause__
        logger.warning("Lost a race: %s %s", type(cause).__name__, cause.diag.constraint_name or "")
        return Busy()
    if isinstance(error, OperationalError | InterfaceError):
        logger.error("The database does not answer", exc_info=error)
        return Unavailable()
    return None


def violates(error: BaseException, constraint: str) -> bool:
    """Whether a database error is the refusal of this very constraint."""
    return isinstance(error.__cause__, postgres.Error) and error.__cause__.diag.constraint_name == constraint
