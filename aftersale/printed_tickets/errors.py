from collections.abc import Sequence

from shop.core.errors import ShopError


class PrintedListRefused(ShopError):
    """The file is no list of printed numbers. `reasons`: texts for staff, in the active language."""

    code = "PRINTED_LIST_REFUSED"
    message = "this is no list of printed numbers"
    status = 400

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__()
        self.reasons = list(reasons)


class PrintedNumberChanged(ShopError):
    """The number was given, replaced or voided meanwhile."""

    code = "PRINTED_NUMBER_CHANGED"
    message = "the printed number has changed"
    status = 409


class NoPrintedNumberLeft(ShopError):
    """No number of this kind is free."""

    code = "NO_PRINTED_NUMBER_LEFT"
    message = "no printed number is left"
    status = 409
