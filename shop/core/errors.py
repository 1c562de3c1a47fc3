"""What is refused, and how it is told. Nothing of Django: processes that only read a file raise these, too."""

from typing import Any


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


class NoCapacity(ShopError):
    """Not now: others are before. Every wire answers 503 and says when to ask again."""

    code = "FULL_HOUSE"
    message = "others are before"
    status = 503
    retry_after_seconds = 30


class FieldErrors(ShopError):
    """Input that cannot be accepted as it is: `errors` maps a field's path to [{code, message}]."""

    code = "INVALID_INPUT"
    message = "Some fields need attention"
    status = 400

    def __init__(self, errors: dict[str, list[dict[str, str]]]) -> None:
        self.errors = errors
        super().__init__(errors=errors)
