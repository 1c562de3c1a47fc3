"""Errors that a shopper may see. Imports nothing of Django, because processes that only read a file raise them, too."""

from typing import Any


class ShopError(Exception):
    """Base of the errors that a shopper may see (design §3). `message` is sent as it is; clients compare `code`.

    GraphQL sends them as `errors[].message` and `errors[].extensions`, REST as problem+json with `status`.
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
    """Another transaction changed the same rows. Nothing was stored; the client may send the same request again.

    Not 503, because that status means that the shop is down.
    """

    code = "BUSY"
    message = "others are at the same thing, try again"
    status = 429
    retry_after_seconds = 1


class Unavailable(ShopError):
    """The database, or the pictures' store, does not answer. It is unknown whether the request changed anything."""

    code = "UNAVAILABLE"
    message = "the shop does not answer just now"
    status = 503
    retry_after_seconds = 5


class NoCapacity(ShopError):
    """The shop is full: other visitors come first. GraphQL and REST answer 503 with the seconds until the next try."""

    code = "FULL_HOUSE"
    message = "others are before"
    status = 503
    retry_after_seconds = 30


class FieldErrors(ShopError):
    """Validation errors of the input. `errors` maps a field's path to [{code, message}]."""

    code = "INVALID_INPUT"
    message = "Some fields need attention"
    status = 400

    def __init__(self, errors: dict[str, list[dict[str, str]]]) -> None:
        self.errors = errors
        super().__init__(errors=errors)
