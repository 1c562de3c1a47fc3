from decimal import Decimal

from cart.actions import give_back_payment_code, use_payment_code
from cart.models import PaymentCode
from checkout.models import Payment, Placement
from shop.models.shop import PaymentMethodId

from . import ledger
from .interface import PaymentContext, PaymentOffer


class CulturePass:
    """A payment code pays its part when the order is placed (docs/decisions/0019). Nobody chooses it as a method."""

    id = PaymentMethodId.KULTURPASS.value
    provider = PaymentMethodId.KULTURPASS.value
    reference_prefix = "KP"

    def offer(self, sale: PaymentContext) -> PaymentOffer | None:
        return None


def pay_with_code(placement: Placement, code: PaymentCode, amount: Decimal) -> None:
    """Let the code pay its part of what is placed in this transaction.

    Raises PaymentCodeInvalid or PaymentCodeExpired if the code went meanwhile.
    """
    use_payment_code(code=code, holder=placement.pk)
    payment = ledger.open_payment(
        order=placement.order, placement=placement, method=CulturePass(), amount=amount, payment_code=code
    )
    ledger.record_code(payment=payment)


def release_code(placement: Placement) -> None:
    """Let the placement's code, if it has one, be used again; the caller holds the order's lock."""
    for payment in placement.payments.filter(method=CulturePass.id, state=Payment.State.CAPTURED):
        ledger.record_code_return(payment=payment)
    give_back_payment_code(holder=placement.pk)
