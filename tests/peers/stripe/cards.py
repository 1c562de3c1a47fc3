"""Test cards, by Stripe's names of them."""

from dataclasses import dataclass

from tests.peers.peer import Json


@dataclass(frozen=True)
class Card:
    """`code` and `decline_code` of the error it ends in."""

    name: str
    last4: str = "4242"
    brand: str = "visa"
    code: str = ""
    decline_code: str = ""
    is_challenged: bool = False

    def shown(self) -> Json:
        nothing = ("generated_from", "regulated_status", "wallet")
        return {
            **dict.fromkeys(nothing),
            "brand": self.brand,
            "checks": {"address_line1_check": None, "address_postal_code_check": None, "cvc_check": "pass"},
            "country": "DE",
            "display_brand": self.brand,
            "exp_month": 12,
            "exp_year": 2040,
            "fingerprint": f"fingerprint{self.last4}",
            "funding": "credit",
            "last4": self.last4,
            "networks": {"available": [self.brand], "preferred": None},
            "three_d_secure_usage": {"supported": True},
        }

    def details(self) -> Json:
        """Of a charge."""
        names = ("brand", "checks", "country", "exp_month", "exp_year", "fingerprint", "funding", "last4", "wallet")
        return {**{name: self.shown()[name] for name in names}, "network": self.brand, "three_d_secure": None}


VISA = Card("pm_card_visa")
CHALLENGED = Card("pm_card_authenticationRequired", "3184", is_challenged=True)
DECLINED = Card("pm_card_visa_chargeDeclined", "0002", code="card_declined", decline_code="generic_decline")
CARDS = {
    card.name: card
    for card in (
        VISA,
        CHALLENGED,
        DECLINED,
        Card("pm_card_mastercard", "4444", "mastercard"),
        Card("pm_card_threeDSecure2Required", "3220", is_challenged=True),
        Card("pm_card_visa_chargeDeclinedInsufficientFunds", "9995", "visa", "card_declined", "insufficient_funds"),
        Card("pm_card_visa_chargeDeclinedLostCard", "9987", "visa", "card_declined", "lost_card"),
        Card("pm_card_visa_chargeDeclinedStolenCard", "9979", "visa", "card_declined", "stolen_card"),
        Card("pm_card_chargeDeclinedExpiredCard", "0069", code="expired_card"),
        Card("pm_card_chargeDeclinedIncorrectCvc", "0127", code="incorrect_cvc"),
        Card("pm_card_chargeDeclinedProcessingError", "0119", code="processing_error"),
    )
}
MESSAGES = {
    "insufficient_funds": "Your card has insufficient funds.",
    "expired_card": "Your card has expired.",
    "incorrect_cvc": "Your card's security code is incorrect.",
    "processing_error": "An error occurred while processing your card. Try again in a little bit.",
}


def message(card: Card) -> str:
    return MESSAGES.get(card.decline_code or card.code, "Your card was declined.")
