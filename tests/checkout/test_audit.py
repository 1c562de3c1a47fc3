"""What staff do with orders, money and codes is noted; what shoppers do is not (docs/decisions/0034)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cart.models import PaymentCode
from checkout.actions import place_order
from checkout.models import Carrier, Order
from checkout.orders.order_state import order_with_state
from shop.admin.base import ReadOnly
from shop.core.database.audit_triggers import audited_models, label
from shop.core.values.formats import euros
from shop.models import AuditEntry
from tests.factories import first_variant, make_event, make_payment_code, make_product, make_seat_map, make_shop
from tests.shop.audit.noted import noted_since
from tests.shop.audit.pages import history_of, read_in
from tests.staff import fields_of, log_in, send
from tests.stage import placed_order

from .placing import ready_cart

pytestmark = pytest.mark.django_db
# As many as placing takes where no change is noted.
STATEMENTS_OF_AN_ORDER = 27
# What staff can write and is no order, money, stock, price, code or text.
NOT_NOTED = {
    "catalogue.picturefetch": "a job's own list, which staff can only have tried again",
    "catalogue.pricepoint": "written by triggers, only shown",
}


@pytest.fixture(autouse=True)
def staff(settings: Any, tmp_path: Path, client: Client) -> Iterator[User]:
    settings.MEDIA_ROOT = tmp_path
    make_shop("merchstand")
    return log_in(client)  # type: ignore[return-value]


def last_number() -> int:
    return AuditEntry.objects.latest("id").pk


def test_an_order_leaves_nothing_and_asks_no_more() -> None:
    shop = make_shop()
    shirt, event = make_product(shop, capacity=9), make_event(shop)
    make_seat_map(event, rows=1, seats=5)
    session, request = ready_cart((first_variant(shirt), 1), (first_variant(event), 1))
    number = last_number()
    with CaptureQueriesContext(connection) as asked:
        place_order(session=session, request=request)
    assert noted_since(number) == []
    assert len(asked) == STATEMENTS_OF_AN_ORDER
    assert "shop.at_work" not in str(asked.captured_queries)


def test_money_that_staff_book(client: Client, staff: User) -> None:
    order = placed_order(make_shop())
    number = last_number()
    answer = send(client, f"/admin/checkout/order/{order.pk}/book-transfer/")
    assert answer.status_code == 302
    noted = noted_since(number)
    assert [(model, action) for model, action, _changes in noted] == [
        ("checkout.ledgerentry", "INSERT"), ("checkout.payment", "UPDATE"), ("checkout.placement", "UPDATE"),
    ]  # fmt: skip
    assert noted[1][2] == {"state": ["pending", "captured"]}
    assert noted[2][2].keys() == {"paid_at"}
    history = read_in(client, history_of(order))
    assert "Paid" in history and "staff" in history
    assert f"Amount {euros(order_with_state(order).total)}".replace("\u00a0", " ") in history
    assert set(AuditEntry.objects.filter(pk__gt=number).values_list("staff", flat=True)) == {staff.pk}


def test_an_order_that_staff_cancel(client: Client) -> None:
    order, number = placed_order(make_shop()), last_number()
    path = f"/admin/checkout/order/{order.pk}/cancel-order/"
    client.post(path, fields_of(send(client, path, reason="Never paid")))
    assert ["cancelled_at"] in [
        list(changes) for model, _action, changes in noted_since(number) if "placement" in model
    ]
    assert ("checkout.payment", "UPDATE", {"state": ["pending", "cancelled"]}) in noted_since(number)


def test_an_address_is_corrected_and_stands_in_no_row(client: Client) -> None:
    order, number = placed_order(make_shop(), email="mira@example.org"), last_number()
    send(client, f"/admin/checkout/order/{order.pk}/correct-email/", email="falk@example.org")
    assert Order.objects.get().email == "falk@example.org"
    assert noted_since(number) == [("checkout.order", "UPDATE", {"email": None})]
    assert "@example.org" not in str(list(AuditEntry.objects.values_list()))


def test_payment_codes_and_carriers(client: Client) -> None:
    code = make_payment_code(make_event(make_shop()), code="PASS-7", note="Presse")
    number = last_number()
    code.value = 10
    code.save()
    PaymentCode.objects.update(holder="5a2d1f0e-0000-4000-8000-000000000000")
    assert noted_since(number) == [("cart.paymentcode", "UPDATE", {"value": [20, 10]})]
    assert AuditEntry.objects.latest("id").name == "Presse"
    rate = Carrier.objects.get(only_single_disc=False, checks_age=False).rates.order_by("id")[0]
    type(rate).objects.filter(pk=rate.pk).update(price="9.90")
    entry = AuditEntry.objects.latest("id")
    assert entry.changes["price"][1] == 9.9 and entry in AuditEntry.objects.about(rate.carrier)


def test_everything_that_staff_can_write_is_noted() -> None:
    forms = admin.site._registry
    written = {label(model) for model, its_admin in forms.items() if not isinstance(its_admin, ReadOnly)}
    for its_admin in forms.values():
        written |= {label(one.model) for one in its_admin.inlines if not issubclass(one, ReadOnly)}
    assert written - audited_models().keys() == NOT_NOTED.keys()
    chosen = {
        label(field.remote_field.through)
        for name in written - NOT_NOTED.keys()
        for field in apps.get_model(name)._meta.many_to_many
    }
    assert len(chosen) > 10 and chosen - audited_models().keys() == set()
