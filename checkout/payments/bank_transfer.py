from django.utils.translation import gettext

from .interface import Offer, Sale


class BankTransfer:
    """Transfer in advance (BAX): staff book what arrives; they send refunds from the bank themselves."""

    id = "bank_transfer"
    provider = "bank_transfer"
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
