"""What Stripe says no with: {"error": {"type", "code", "param", "message", …}} and a status."""

from tests.peers.peer import Json


class Refused(Exception):
    """`is_violation`: whoever asks could have known."""

    def __init__(self, status: int, error: Json, *, is_violation: bool = True) -> None:
        self.status, self.error = status, {name: value for name, value in error.items() if value not in ("", None)}
        self.is_violation = is_violation
        super().__init__(self.error["message"])


def invalid(message: str, code: str = "", param: str = "", *, status: int = 400, is_violation: bool = True) -> Refused:
    error = {"type": "invalid_request_error", "code": code, "param": param, "message": message}
    return Refused(status, error, is_violation=is_violation)


def missing(param: str) -> Refused:
    return invalid(f"Missing required param: {param}.", "parameter_missing", param)


def none_such(kind: str, name: str, param: str, status: int = 400) -> Refused:
    """404 for the object that an address names, 400 for one that a parameter names."""
    return invalid(f"No such {kind}: '{name}'", "resource_missing", param, status=status)


def unexpected_state(message: str) -> Refused:
    """No violation: the state of a payment changes without the shop."""
    return invalid(message, "payment_intent_unexpected_state", is_violation=False)


def card_error(error: Json) -> Refused:
    return Refused(402, error, is_violation=False)


def rate_limit() -> Refused:
    message = "Too many requests hit the API too quickly. We recommend an exponential backoff of your requests."
    error = {"type": "invalid_request_error", "code": "rate_limit", "message": message}
    return Refused(429, error, is_violation=False)


def api_error(message: str) -> Json:
    return {"error": {"type": "api_error", "message": message}}
