"""How many pieces a client asks for: a number, or a field's text (purchase §4 "Cart rules")."""

from typing import NewType

import strawberry
from strawberry.types.scalar import ScalarDefinition

Amount = NewType("Amount", float)


def entered_amount(value: object) -> Amount:
    """What the cart makes whole. Raises ValueError for what is no number, written or not."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError("An amount is a number, or the text of one.")
    return Amount(float(value))


AMOUNT: ScalarDefinition = strawberry.scalar(
    name="Amount",
    description='A number of pieces, 2 or "2"; what is behind the point is dropped.',
    parse_value=entered_amount,
)
