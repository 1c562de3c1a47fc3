"""How payment codes pay and get money back, whatever their kind (docs/decisions/0085)."""

from collections.abc import Collection
from decimal import Decimal

from cart.actions import give_back_payment_code, use_payment_code
from cart.codes.kinds import CodeKind, kind_of
from cart.locks import lock_payment_codes
from cart.models import PaymentCode
from checkout.models import Payment, Placement, Refund

from . import ledger
from .interface import PaymentContext, PaymentOffer


class CodeMethod:
    """The method of the payments of a kind's codes. A code pays its part when the order is placed: buyers never choose
    the method.
    """

    def __init__(self, kind: CodeKind) -> None:
        self.id = self.provider = kind.name
        self.reference_prefix = kind.reference_prefix

    def offer(self, sale: PaymentContext) -> PaymentOffer | None:
        return None


def pay_with_code(placement: Placement, code: PaymentCode, amount: Decimal) -> None:
    """Let the code pay its part of what is placed in this transaction.

    Raises PaymentCodeInvalid or PaymentCodeExpired if the code went meanwhile.
    """
    use_payment_code(code=code, holder=placement.pk, amount=amount)
    method = CodeMethod(kind_of(code))
    payment = ledger.open_payment(
        order=placement.order, placement=placement, method=method, amount=amount, payment_code=code
    )
    ledger.record_code(payment=payment)


def lock_codes_of(placements: Collection[Placement]) -> None:
    """Lock the codes that paid for the placements: before stock, as placing does. Caller must hold the order's lock."""
    paid = Payment.objects.filter(placement__in=placements, payment_code__isnull=False)
    lock_payment_codes(paid.values_list("payment_code", flat=True))


def release_code(placement: Placement) -> None:
    """Give all that codes paid for the placement back to them. Caller must hold the order's lock."""
    for payment in placement.payments.filter(payment_code__isnull=False, state=Payment.State.CAPTURED):
        ledger.record_code_return(payment=payment)
    give_back_payment_code(holder=placement.pk)


def refund_to_code(refund: Refund) -> None:
    """Book a refund to the code that paid, once. Locks the order and the code."""
    ledger.record_refund(refund=refund, event_id=f"refund {refund.pk}")
