"""How often one address answers forms."""

from shop.web.rate_limits import Limit, count_attempts

# A school class behind one address checks in; whoever sends more is a program.
BY_RESPONDENT = Limit("form-responses", attempts=120, seconds=10 * 60)


def count_response(address: str) -> None:
    """Raises TooManyAttempts."""
    count_attempts((BY_RESPONDENT, address))
