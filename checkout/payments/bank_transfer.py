from django.utils import timezone
from django.utils.translation import gettext

from shop.models.shop import PaymentMethodId

from .interface import PaymentContext, PaymentOffer


class BankTransfer:
    """Transfer in advance (BAX): staff book what arrives; they send refunds from the bank themselves."""

    id = PaymentMethodId.BANK_TRANSFER.value
    provider = PaymentMethodId.BANK_TRANSFER.value
    reference_prefix = "BAX"

    def offer(self, sale: PaymentContext) -> PaymentOffer | None:
        if not sale.shop.bank_iban or not sale.takes(self.id):
            return None
        if sale.transfer_until and timezone.localdate() > sale.transfer_until:
            return None
        return PaymentOffer(
            self.id,
            gettext("Bank transfer"),
            gettext("You get our bank details with the confirmation. We ship when the money has arrived.")
            if sale.physical
            else gettext("You get our bank details with the confirmation."),
        )
