"""How often a visitor answers forms."""

from shop.core.limits.budgets import Budget, count_attempts
from shop.core.limits.visitors import Visitor

# Who sends more is a program.
RESPONSES = Budget("form-responses", hard=30, soft=120, seconds=10 * 60)


def count_response(visitor: Visitor) -> None:
    """Raises TooManyAttempts."""
    count_attempts((RESPONSES, visitor))
