"""Checks of refund requests, and which payments refund which lines, as pure functions."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import timedelta
from decimal import Decimal
from itertools import product
from typing import TypeVar

from aftersale.numbers.tickets import sent_number

Line = TypeVar("Line", bound=Hashable)
Payment = TypeVar("Payment", bound=Hashable)

# More than an order has tickets.
MOST_TICKETS = 200
# Confirmation mails to an order's address per day. Anybody with the order's link can trigger them.
MOST_MAILS = 5
# Requests that may wait without a mail of their own. One page shows them all; new ones replace none.
MOST_UNMAILED = 100
# A repeated request is mailed again only after this time.
MAILED_AGAIN_AFTER = timedelta(minutes=10)
# The longest input that can be a ticket number.
LONGEST_CODE = 40


def entered_twice(codes: Sequence[str]) -> list[int]:
    """Return the indexes of numbers that were entered before, in any notation."""
    seen: set[str] = set()
    twice = []
    for place, code in enumerate(codes):
        key = sent_number(code) or "".join(code.split())
        if key and key in seen:
            twice.append(place)
        seen.add(key)
    return twice


def any_payment(_payment: object, _line: object) -> bool:
    return True


def refund_split(
    wanted: Mapping[Line, Decimal],
    left: Iterable[tuple[Payment, Decimal]],
    rounds: Sequence[Callable[[Payment, Line], bool]] = (any_payment,),
) -> list[tuple[Payment, dict[Line, Decimal]]] | None:
    """Return which payment refunds how much of each line, the first payments first; None if the money does not suffice.

    `rounds`: which payment may serve which line; each round is used up before the next.
    """
    missing, available = dict(wanted), dict(left)
    found: dict[Payment, dict[Line, Decimal]] = {payment: {} for payment in available}
    for serves in rounds:
        for payment, line in product(available, missing):
            part = min(missing[line], available[payment])
            if part > 0 and serves(payment, line):
                found[payment][line] = found[payment].get(line, Decimal(0)) + part
                missing[line] -= part
                available[payment] -= part
    if any(missing.values()):
        return None
    return [(payment, parts) for payment, parts in found.items() if parts]
