"""How many pieces a client asks for: a number, or a field's text (purchase §4 "Cart rules")."""

import re
from typing import NewType

import strawberry
from strawberry.types.scalar import ScalarDefinition

Amount = NewType("Amount", float)
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?", re.ASCII)


def entered_amount(value: object) -> Amount:
    """What the cart makes whole. Raises ValueError for what is no number, written or not."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number and not (isinstance(value, str) and NUMBER.fullmatch(value.strip())):
        raise ValueError("An amount is a number, or the text of one.")
    return Amount(float(value))  # type: ignore[arg-type]


AMOUNT: ScalarDefinition = strawberry.scalar(
    name="Amount",
    description='A number of pieces, 2 or "2"; what is behind the point is dropped.',
    parse_value=entered_amount,
)
