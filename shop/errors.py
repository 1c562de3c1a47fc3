import logging
from typing import Any

from django.db import Error, InterfaceError, OperationalError
from psycopg import errors as postgres

logger = logging.getLogger(__name__)


class ShopError(Exception):
    """A refusal that the shopper may see: `message` is the wire sentence, `code` is stable (design §3).

    GraphQL answers it as `errors[].message` and `errors[].extensions`, REST as problem+json with `status`.
    """

    code = "REFUSED"
    message = "refused"
    status = 422

    def __init__(self, message: str = "", **extensions: Any) -> None:
        self.message = message or self.message
        self.extensions = extensions
        super().__init__(self.message)


class TooManyAttempts(ShopError):
    code = "RATE_LIMITED"
    message = "too many attempts"
    status = 429


class Busy(ShopError):
    """Others were at the same thing just then. Nothing has changed; the same request may be sent again.

    Never 503, which tells of a shop that is down.
    """

    code = "BUSY"
    message = "others are at the same thing, try again"
    status = 429
    retry_after_seconds = 1


class Unavailable(ShopError):
    """The database does not answer. Whether anything has changed nobody knows."""

    code = "UNAVAILABLE"
    message = "the shop does not answer just now"
    status = 503
    retry_after_seconds = 5


class FieldErrors(ShopError):
    """Input that cannot be accepted as it is: `errors` maps a field's path to [{code, message}]."""

    code = "INVALID_INPUT"
    message = "Some fields need attention"
    status = 400

    def __init__(self, errors: dict[str, list[dict[str, str]]]) -> None:
        self.errors = errors
        super().__init__(errors=errors)


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
