from django.utils.translation import gettext

from .interface import PaymentContext, PaymentOffer


class FreeOfCharge:
    """An order of 0 EUR needs no payment: `internal_payment_skipped` (purchase §4)."""

    id = "internal_payment_skipped"
    provider = "internal_payment_skipped"
    reference_prefix = "BAX"

    def offer(self, sale: PaymentContext) -> PaymentOffer | None:
        if sale.total != 0:
            return None
        return PaymentOffer(self.id, gettext("Nothing to pay"), gettext("Your order is free of charge."))
