"""What staff ask for when money goes back, and what it leaves."""

from decimal import Decimal
from uuid import uuid4

from django.contrib.auth.models import User

from catalogue.models import Stock
from checkout.actions.invoices.invoicing import write_invoices
from checkout.actions.orders.steps import StaffAction
from checkout.models import Invoice, OrderLine, Placement, Refund
from checkout.payments.ledger import record_refund
from checkout.refunds.refundable import Disposition, RefundCommand, RefundCommandLine, RefundScope


def action_by(staff: User, **more: object) -> StaffAction:
    return StaffAction(uuid4(), staff, "because", **more)  # type: ignore[arg-type]


def some_of(
    line: OrderLine, pieces: int | None = None, amount: str | None = None, disposition: Disposition = Disposition.AGAIN
) -> RefundCommand:
    wanted = RefundCommandLine(pieces or line.amount, Decimal(amount) if amount else None, disposition)
    return RefundCommand(RefundScope.LINES, lines={line.pk: wanted})


def send_all() -> None:
    """The money has gone, and the invoices are corrected."""
    for refund in Refund.objects.exclude(state=Refund.State.DONE):
        record_refund(refund=refund, event_id=f"sent {refund.pk}")
    for placement in Placement.objects.exclude(paid_at=None):
        write_invoices(placement_id=placement.pk)


def shirts(placement: Placement) -> OrderLine:
    return placement.lines.filter(ticket=False).order_by("number")[0]


def sold() -> list[int]:
    return list(Stock.objects.order_by("pk").values_list("sold", flat=True))


def invoiced_total() -> Decimal:
    return sum(Invoice.objects.values_list("total", flat=True), Decimal(0))
