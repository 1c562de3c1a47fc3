"""What a refund's request says, and which payments its money comes from, as pure functions."""

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
# As many mails a day ask an order's address to confirm an account; somebody else may have caused each.
MOST_MAILS = 5
# So many wait without a mail of their own, and stand on one page. Nothing pushes them out.
MOST_UNMAILED = 100
# The same wish is not mailed again sooner: pressed twice, it was asked once.
MAILED_AGAIN_AFTER = timedelta(minutes=10)
# What a number is sent as at most; more is no number.
LONGEST_CODE = 40


def entered_twice(codes: Sequence[str]) -> list[int]:
    """The places of those that stand further up already, however they are written."""
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
    """What of each line's money goes back through which payment, the first one first; None where it is not enough.

    `rounds`: which payments may give for which lines, those of the first round before those of the next.
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
