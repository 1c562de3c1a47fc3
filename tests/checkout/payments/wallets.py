"""What a buyer with a wallet does: chooses it before ordering, and confirms the payment in the browser."""

from typing import Any

import httpx

from tests.checkout.payments.paying import PayingShop, Purchase, placed
from tests.guest import Guest

VISA, CHALLENGED, DECLINED = "pm_card_visa", "pm_card_authenticationRequired", "pm_card_visa_chargeDeclined"


def with_wallet(shop: PayingShop, given: str | None = VISA) -> Guest:
    """In front of the order button."""
    guest = shop.guest("bank_transfer")
    chosen = {"payment_method": "stripe_express", "payment_external_id": given}
    assert guest.patch("cart/logistics", chosen).status_code == 200
    return guest


def ordered(shop: PayingShop, given: str | None = VISA) -> Purchase:
    """Placed, and not confirmed yet."""
    purchase = placed(shop, with_wallet(shop, given))
    assert purchase.payment_told == {"next": "authorize", "url": ""}
    return purchase


def token(purchase: Purchase) -> str:
    told = purchase.ask("CREATESTRIPEPAYMENTINTENT")
    assert told["script"] == {"url": f"{purchase.shop.stripe.url}/endive/stripe.js", "key": "pk_test_for_tests"}
    return str(told["externalPaymentToken"])


def confirmed(purchase: Purchase) -> dict[str, Any]:
    secret = token(purchase)
    assert secret.split("_secret_")[0] == purchase.payment.external_id
    return confirm_there(purchase.shop, secret)


def confirm_there(shop: PayingShop, secret: str, given: str = "") -> dict[str, Any]:
    """As Stripe's script does in the buyer's browser, with the shop's public key; `given` by the wallet there."""
    answer = httpx.post(
        f"{shop.stripe.url}/v1/payment_intents/{secret.split('_secret_')[0]}/confirm",
        data={"client_secret": secret, "use_stripe_sdk": "true", **({"payment_method": given} if given else {})},
        headers={"Authorization": f"Bearer {shop.stripe.public_key}"},
    )
    return dict(answer.json())
