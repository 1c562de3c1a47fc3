"""Limit on a visitor's answers to forms."""

from shop.core.limits.budgets import Budget, count_attempts
from shop.core.limits.visitors import Visitor

# Only programs send more.
RESPONSES = Budget("form-responses", hard=30, soft=120, seconds=10 * 60)


def count_response(visitor: Visitor) -> None:
    """Raises TooManyAttempts."""
    count_attempts((RESPONSES, visitor))
