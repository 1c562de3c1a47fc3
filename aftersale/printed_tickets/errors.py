from collections.abc import Sequence

from shop.core.errors import ShopError


class PrintedListRefused(ShopError):
    """No list of printed numbers. `reasons` are texts for staff, in the language that is spoken."""

    code = "PRINTED_LIST_REFUSED"
    message = "this is no list of printed numbers"
    status = 400

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__()
        self.reasons = list(reasons)


class PrintedNumberChanged(ShopError):
    """Staff: somebody has given or ended it meanwhile."""

    code = "PRINTED_NUMBER_CHANGED"
    message = "the printed number has changed"
    status = 409


class NoPrintedNumberLeft(ShopError):
    """Staff: none of this kind is free."""

    code = "NO_PRINTED_NUMBER_LEFT"
    message = "no printed number is left"
    status = 409
