"""An order's page says that its buyer has withdrawn from it."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from aftersale.withdrawals.actions.withdrawing import Declaration, declare_withdrawal
from checkout.models import Order
from shop.models import Shop
from tests.factories import first_variant, make_product, make_shop
from tests.guest import Guest
from tests.proofs import proves

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]

WITHDRAWALS = "query WITHDRAWALS($order: ID!) { withdrawals(orderId: $order) { declaredAt state whole } }"


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


def told(guest: Guest, order: Order) -> Any:
    return guest.send({"query": WITHDRAWALS, "variables": {"order": order.secret}}).data


def declare(shop: Shop, contract: str, email: str, **more: Any) -> None:
    declaration = Declaration(name="Mira Sommer", contract=contract, email=email, **more)
    declare_withdrawal(shop=shop, declaration=declaration, language="de", key=f"{contract} {email} {more}")


@proves("law §2", "an order's page says that its buyer has withdrawn from it")
def test_the_buyers_withdrawals_are_shown_with_the_order(shop: Shop) -> None:
    guest = Guest(shop)
    guest.buy((first_variant(make_product(shop)), 1))
    order = Order.objects.get()
    assert told(guest, order) == []
    declare(shop, f"Bestellung {order.reference}", order.email.upper())
    [one] = told(guest, order)
    assert (one["state"], one["whole"]) == ("received", True)


def test_a_stranger_cannot_write_onto_another_orders_page(shop: Shop) -> None:
    guest = Guest(shop)
    guest.buy((first_variant(make_product(shop)), 1))
    order = Order.objects.get()
    declare(shop, order.reference, "stranger@example.org")
    declare(shop, "B-AAAAAAAA", order.email)
    declare(make_shop("kellerkind"), order.reference, order.email)
    assert told(guest, order) == []
    with CaptureQueriesContext(connection) as few:
        told(guest, order)
    for number in range(3):
        declare(shop, order.reference, order.email, text=str(number))
    with CaptureQueriesContext(connection) as many:
        assert len(told(guest, order)) == 3
    assert len(few) == len(many)
