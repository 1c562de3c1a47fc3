from decimal import Decimal

from cart.actions import give_back_payment_code, use_payment_code
from cart.models import PaymentCode
from checkout.errors import RefundTooLarge
from checkout.models import LedgerEntry, Order, Payment
from shop.models.shop import PaymentMethodId

from .interface import Offer, Sale, Start


class CulturePass:
    """A payment code pays its part when the order is placed (docs/decisions/0019). Nobody chooses it as a method."""

    id = PaymentMethodId.KULTURPASS.value
    reference_prefix = "KP"

    def offer(self, sale: Sale) -> Offer | None:
        return None

    def start(self, payment: Payment) -> Start:
        return Start()

    def refund(self, payment: Payment, amount: Decimal) -> str:
        # The credit belongs to whoever issued it: money would turn it into cash.
        raise RefundTooLarge(available="0.00")


def pay_with_code(order: Order, code: PaymentCode, amount: Decimal) -> None:
    """Let the code pay its part of an order that is placed in this transaction, which settles it.

    Raises PaymentCodeInvalid or PaymentCodeExpired if the code went meanwhile.
    """
    use_payment_code(code=code, holder=order.pk)
    payment = Payment.objects.create(
        order=order,
        provider=CulturePass.id,
        amount=amount,
        reference=CulturePass.reference_prefix + order.reference,
        state=Payment.State.CAPTURED,
        payment_code=code,
    )
    book(payment, LedgerEntry.Kind.CAPTURE)


def give_back(order: Order) -> None:
    """Let the order's code, if it has one, be used again; the caller holds the order's lock."""
    for payment in order.payments.filter(provider=CulturePass.id, state=Payment.State.CAPTURED):
        payment.state = Payment.State.CANCELLED
        payment.save(update_fields=["state"])
        book(payment, LedgerEntry.Kind.REFUND)
    give_back_payment_code(holder=order.pk)


def book(payment: Payment, kind: LedgerEntry.Kind) -> None:
    LedgerEntry.objects.create(
        payment=payment,
        provider=payment.provider,
        event_id=f"{kind.value} {payment.pk}",
        kind=kind,
        amount=payment.amount,
    )
