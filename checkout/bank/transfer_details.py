"""Bank details for a transfer: account, deadline, and a code that banks' apps read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import groupby

import segno.helpers
from django.utils import timezone

from checkout.models import Order, Placement
from checkout.orders.deadlines import transfer_until
from shop.models.shop import PaymentMethodId


@dataclass(frozen=True)
class BankDetails:
    """Where to transfer `amount` euros. The purpose is the payment's reference (BAX…)."""

    payee: str
    iban: str
    bic: str
    bank_name: str
    amount: Decimal
    purpose: str
    due_date: date

    @property
    def code(self) -> "QrCode | None":
        """The code that fills in the transfer in a bank's app. None if the texts are too long for the standard."""
        return transfer_code(self.payee, self.iban, self.bic, self.amount, self.purpose)


@dataclass(frozen=True)
class QrCode:
    """A square of `size` modules, with the dark ones as an SVG path."""

    size: int
    path: str


# Modules around the code that stay light, without which cameras do not find it.
QUIET = 4


def transfer_code(payee: str, iban: str, bic: str, amount: Decimal, purpose: str) -> QrCode | None:
    """Return the transfer as an EPC code. None if the texts are too long for it."""
    try:
        code = segno.helpers.make_epc_qr(
            name=payee[:70], iban=iban, bic=bic or None, amount=amount, text=purpose, encoding="utf-8"
        )
    except ValueError:
        return None
    return drawn(code)


def drawn(code: segno.QRCode) -> QrCode:
    rows = [list(row) for row in code.matrix_iter(border=QUIET)]
    return QrCode(len(rows), dark_path(rows))


def dark_path(rows: Iterable[Iterable[int]]) -> str:
    return "".join(
        f"M{left} {top}h{width}v1H{left}z" for top, row in enumerate(rows) for left, width in _dark_runs(row)
    )


def _dark_runs(row: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Where each begins, and how long it is."""
    left = 0
    for is_dark, run in groupby(row):
        width = len(list(run))
        if is_dark:
            yield left, width
        left += width


def bank_details(placement: Placement) -> BankDetails | None:
    """Return the placement's bank details, None unless it is to be paid by transfer. Reads `payments`: prefetch it."""
    payment = next((one for one in placement.payments.all() if one.method == PaymentMethodId.BANK_TRANSFER), None)
    if payment is None or payment.state == payment.State.CANCELLED:
        return None
    return details(placement, payment.amount, payment.reference)


def details_of_open(order: Order) -> BankDetails | None:
    """Return the bank details for all that is to be paid of an order read by its secret. None unless a transfer is
    awaited and can still arrive in time. Money received or on its way, and placements merged since, change the
    amount.
    """
    live = [one for one in order.placements.all() if one.cancelled_at is None]
    # What was paid is owed again where a dispute took the money.
    still_open = [one for one in live if one.is_open] or live
    if not still_open or order.balance <= 0 or order.awaited_transfer is None:
        return None
    until = transfer_until(order)
    if until and until < timezone.localdate():
        return None
    return details(still_open[-1], order.to_pay, order.awaited_transfer)


def details(placement: Placement, amount: Decimal, reference: str) -> BankDetails:
    shop = placement.order.shop
    return BankDetails(
        shop.bank_payee, shop.bank_iban, shop.bank_bic, shop.bank_name, amount, reference, placement.pay_by
    )
