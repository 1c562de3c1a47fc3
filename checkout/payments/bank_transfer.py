from decimal import Decimal

from django.utils.translation import gettext

from checkout.models import Payment

from .interface import Offer, Sale, Start


class BankTransfer:
    """Transfer in advance (BAX): staff book what arrives; they send refunds from the bank themselves."""

    id = "bank_transfer"
    reference_prefix = "BAX"

    def offer(self, sale: Sale) -> Offer | None:
        if sale.total <= 0 or not sale.shop.bank_iban or self.id in sale.shop.payment_blacklist:
            return None
        return Offer(
            self.id,
            gettext("Bank transfer"),
            gettext("You get our bank details with the confirmation. We ship when the money has arrived.")
            if sale.physical
            else gettext("You get our bank details with the confirmation."),
        )

    def start(self, payment: Payment) -> Start:
        return Start()

    def refund(self, payment: Payment, amount: Decimal) -> str:
        return f"refund-{payment.pk}-{payment.entries.count() + 1}"
