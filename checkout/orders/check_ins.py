"""Online check-in of an order's tickets (docs/decisions/0060-check-in.md)."""

from collections.abc import Iterable, Sequence

from checkout import hooks
from checkout.hooks import CheckInLink
from checkout.models import OrderLine
from shop.models import Shop


def check_in_links(shop: Shop, lines: Iterable[OrderLine]) -> Sequence[CheckInLink]:
    """Until the check-in is closed; no statement where no event of the lines has one."""
    asked = [line for line in lines if line.variant.event is not None and line.variant.event.checkin]
    return hooks.above.check_in_links(shop, asked) if asked else []
