"""Ways to pay that need no provider."""

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


class FreeOfCharge:
    """An order of 0 EUR needs no payment: `internal_payment_skipped` (purchase §4)."""

    id = "internal_payment_skipped"
    provider = "internal_payment_skipped"
    reference_prefix = "BAX"

    def offer(self, sale: PaymentContext) -> PaymentOffer | None:
        if sale.total != 0:
            return None
        return PaymentOffer(self.id, gettext("Nothing to pay"), gettext("Your order is free of charge."))


class BoxOffice:
    """Cash or the card terminal at the door: staff book it as they sell, and hand back or send what goes back."""

    provider = "box_office"
    reference_prefix = "BOX"

    def __init__(self, method: str) -> None:
        self.id = method

    def offer(self, sale: PaymentContext) -> PaymentOffer | None:
        return None
