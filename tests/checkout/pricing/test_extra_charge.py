"""No way to pay costs extra (§ 270a BGB; docs/decisions/0046)."""

from decimal import Decimal
from typing import Any

import pytest

from checkout.payments.methods import METHODS
from tests.factories import first_variant, make_product, make_shop
from tests.guest import ready
from tests.proofs import proves

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]


@proves("§ 270a BGB, docs/decisions/0046", "no way to pay costs extra")
@pytest.mark.parametrize("method", sorted(METHODS))
def test_whatever_is_chosen_the_cart_says_0_and_its_total_is_goods_and_shipping(method: str, settings: Any) -> None:
    settings.STRIPE_SECRET_KEY, settings.PAYPAL_CLIENT_ID = "sk_test_1", "client"
    guest = ready(shop := make_shop(), first_variant(make_product(shop)))
    if guest.choose(payment=method).status_code != 200:
        pytest.skip("not offered for such a cart")
    cart = guest.cart()
    if method == "kulturpass":  # its codes pay without being chosen
        assert cart["payment"] is None
        return
    assert cart["payment"]["extraCharge"] == "0.00"
    assert Decimal(cart["totalPlusShipping"]) == Decimal(cart["total"]) + Decimal(cart["shipping"]["price"])
