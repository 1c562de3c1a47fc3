"""Staff export the list of orders, and their lines, as files."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from cart.models import Address
from catalogue.models import Event, ProductVariant
from checkout.actions import cancel_unpaid
from checkout.actions.refunds.giving_back import refund_order
from checkout.models import Order, OrderLine, Placement
from checkout.orders import exports
from checkout.orders.access import access_order
from checkout.orders.charged import charged
from checkout.orders.order_state import MoneyState, order_with_money_state
from checkout.refunds.refundable import Disposition, RefundCommand, RefundScope
from shop.core.values.formats import euros
from tests.checkout.exchanging import exchange
from tests.checkout.giving_back import action_by, send_all, shirts, some_of
from tests.checkout.placing import place, shirt, transfer
from tests.factories import first_variant, make_event, make_product, make_shop, make_variant
from tests.proofs import proves
from tests.staff import clerk_with, log_in, text_at

pytestmark = pytest.mark.django_db
LIST = "/admin/checkout/order/"
ORDERS, LINES = f"{LIST}export-orders/", f"{LIST}export-lines/"
Row = dict[str, str]


@pytest.fixture(autouse=True)
def staff(client: Client) -> Iterator[User]:
    client.cookies["locale"] = "en"
    with translation.override("en"):
        yield log_in(client)


def rows_at(client: Client, address: str, **asked: Any) -> list[Row]:
    answer = client.get(address, asked)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    heads, *rows = [line.split(";") for line in answer.content.decode("utf-8-sig").splitlines()]
    return [dict(zip(heads, row, strict=True)) for row in rows]


def number(text: str) -> Decimal:
    return Decimal(text.replace(",", "."))


def shirt_and_ticket(key: str = "key-1") -> Placement:
    """At 55.90 with shipping: a shirt of size M at 20, a ticket at 30."""
    shop = make_shop()
    size = first_variant(make_product(shop, capacity=9))
    ProductVariant.objects.filter(pk=size.pk).update(description_de="M", sku="SHIRT-M")
    size.refresh_from_db()
    return place((size, 1), (first_variant(make_event(shop)), 1), key=key)


@proves(
    "law AD-10",
    "the list of orders is exported with a row for each order, or for each line: codes, ISO times, sums and VAT",
)
def test_an_order_and_its_lines(client: Client) -> None:
    placement = shirt_and_ticket()
    (row,) = rows_at(client, ORDERS)
    assert (row["state"], row["paid_at"], row["refunded"], row["delivery"]) == ("open", "", "0,00", "")
    transfer(placement, "55.90")
    placement.refresh_from_db()
    (row,) = rows_at(client, ORDERS)
    assert placement.paid_at
    assert row["placed_at"] == timezone.localtime(placement.order.placed_at).replace(microsecond=0).isoformat()
    assert row["paid_at"] == timezone.localtime(placement.paid_at).replace(microsecond=0).isoformat()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+]0[12]:00", row["paid_at"]), "Berlin's clock"
    known = {
        "order": placement.order.reference, "shop": placement.order.shop.slug, "state": "paid", "delivery": "open",
        "country": "de", "payment_methods": "bank_transfer", "ordered": "55,90", "gross": "55,90", "refunded": "0,00",
    }  # fmt: skip
    assert row.items() >= known.items()
    vat = sum((share.vat for share in placement.vat_shares.all()), Decimal(0))
    assert (number(row["vat"]), number(row["net"])) == (vat, Decimal("55.90") - vat)

    good, ticket = rows_at(client, LINES)
    shown = ("kind", "variant", "sku", "pieces", "price", "total", "discount", "gross", "refunded", "state", "begins")
    assert [good[one] for one in shown] == [
        "product", "M", "SHIRT-M", "1", "20,00", "20,00", "0,00", "20,00", "0,00", "paid", ""
    ]  # fmt: skip
    assert (good["order"], good["placement"], good["line"]) == (row["order"], placement.reference, "1")
    assert (good["vat_rate"], good["slug"]) == ("19,00", shirts(placement).variant.product.slug)
    assert (ticket["kind"], ticket["gross"], ticket["state"]) == ("event", "30,00", "paid")


def test_an_event_begins_by_the_clock_of_its_venue(client: Client) -> None:
    event = make_event(make_shop())
    event.venue.time_zone = "America/New_York"
    event.venue.save()
    Event.objects.filter(pk=event.pk).update(happening_from=datetime(2027, 1, 9, 1, 30, tzinfo=UTC))
    place((first_variant(event), 1))
    assert [row["begins"] for row in rows_at(client, LINES)] == ["2027-01-08T20:30:00-05:00"]


def test_a_name_is_no_formula(client: Client) -> None:
    place((shirt(name="=1+1"), 1))
    assert [row["name"] for row in rows_at(client, LINES)] == ["'=1+1"]


@proves("law AD-10", "the exports of orders name no buyer: neither name nor e-mail nor address")
def test_nothing_personal(client: Client) -> None:
    placement = shirt_and_ticket()
    Address.objects.filter(pk=placement.order.billing_address_id).update(
        first_name="Xaver", last_name="Zwickl", address="Zornweg 7", city="Zwiesel", post_code="94227"
    )
    OrderLine.objects.update(personal_identifier="For Xaver")
    for address in (ORDERS, LINES):
        text = client.get(address).content.decode()
        for known in ("Xaver", "Zwickl", "Zornweg", "Zwiesel", "94227", placement.order.email, placement.order.secret):
            assert known not in text, (address, known)


@proves("law AD-10", "an export of orders has all pages of the list as it is filtered and searched")
def test_the_list_as_it_is_filtered_and_searched(client: Client) -> None:
    shop = make_shop()
    variant = first_variant(make_product(shop, capacity=99))
    placed = [place((variant, 1), key=f"key {one}") for one in range(52)]
    paid, cancelled, *_rest = placed
    transfer(paid, "25.90")
    cancel_unpaid(order=cancelled.order)
    page = text_at(client, LIST)
    assert f'href="{ORDERS}?"' in page and f'href="{LINES}?"' in page
    every = [row["order"] for row in rows_at(client, ORDERS)]
    assert sorted(every) == sorted(one.order.reference for one in placed)
    assert every == list(Order.objects.order_by("-placed_at").values_list("reference", flat=True))
    assert len(rows_at(client, LINES)) == 52

    page = text_at(client, LIST, state="paid", q=paid.order.reference, p=1)
    assert f'href="{ORDERS}?q={paid.order.reference}&amp;state=paid"' in page
    chosen: list[tuple[dict[str, Any], Placement]] = [
        ({"state": "paid"}, paid),
        ({"q": paid.order.reference}, paid),
        ({"state": "cancelled", "shop__id__exact": shop.pk}, cancelled),
        ({"placements__payment_method": "bank_transfer", "q": cancelled.order.reference}, cancelled),
    ]
    for asked, found in chosen:
        for address in (ORDERS, LINES):
            assert [row["order"] for row in rows_at(client, address, **asked)] == [found.order.reference], asked
    assert rows_at(client, ORDERS, q="nothing like it") == []


def test_what_the_list_does_not_know_leads_back_to_it(client: Client) -> None:
    answer = client.get(ORDERS, {"unknown": "x"})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{LIST}?e=1")


@proves("law AD-2, AD-10", "orders are exported with a right of their own, besides the right to view them")
def test_the_right() -> None:
    place((shirt(), 1))
    for rights, status in [
        (("view_order",), 403),
        (("export_order",), 403),
        (("view_order", "change_order", "export_invoice", "export_delivery"), 403),
        (("view_order", "export_order"), 200),
    ]:
        clerk = clerk_with(*rights)
        assert [clerk.get(address).status_code for address in (ORDERS, LINES)] == [status, status], rights
        if "view_order" in rights:
            assert (ORDERS in text_at(clerk, LIST)) is (status == 200)
    assert [clerk.post(address).status_code for address in (ORDERS, LINES)] == [405, 405]
    clerk.logout()
    assert clerk.get(ORDERS).status_code == 302


def standing_orders(staff: User) -> dict[str, Placement]:
    """An order in each way of standing."""
    shop = make_shop()
    product = make_product(shop, capacity=99)
    size = first_variant(product)
    other = make_variant(product=product, description="XL", price="25.00", capacity=99)
    cheap = make_variant(product=product, description="S", price="12.50", capacity=99)
    placed = {
        "open": place((size, 2), key="open"),
        "cancelled": place((size, 1), key="cancelled"),
        **{name: place((size, 2), key=name) for name in ("paid", "part", "all", "ended")},
    }
    cancel_unpaid(order=placed["cancelled"].order)
    for name in ("paid", "part", "all", "ended"):
        transfer(placed[name], "45.90", f"transfer {name}")
    goodwill = some_of(shirts(placed["part"]), amount="7.77", disposition=Disposition.KEPT)
    refund_order(order=placed["part"].order, command=goodwill, action=action_by(staff))
    refund_order(order=placed["all"].order, command=RefundCommand(RefundScope.ALL), action=action_by(staff))
    refund_order(order=placed["ended"].order, command=some_of(shirts(placed["ended"]), 1), action=action_by(staff))
    send_all()
    placed["joined"] = place((other, 1), key="joined")
    place((size, 1), into=placed["joined"].order, key="joins it")
    for name, to in (("dearer", other), ("cheaper", cheap)):
        placed[name] = place((size, 1), key=name)
        transfer(placed[name], "25.90", f"transfer {name}")
        exchange(shirts(placed[name]), to, staff)
    send_all()
    return placed


@proves("law AD-10", "the sums of exported orders are those of their pages and of their buyers' pages")
def test_sums_are_those_of_the_pages(client: Client, staff: User) -> None:
    placed = standing_orders(staff)
    rows = {row["order"]: row for row in rows_at(client, ORDERS)}
    lines = rows_at(client, LINES)
    assert len(rows) == len(placed)
    for name, placement in placed.items():
        order, row = order_with_money_state(placement.order), rows[placement.order.reference]
        page = text_at(client, f"{LIST}{order.pk}/change/")
        assert row["state"] == order.money_state, name
        assert euros(number(row["gross"])) in page and str(MoneyState(row["state"]).label) in page, name
        assert number(row["net"]) + number(row["vat"]) == number(row["gross"]) == order.total, name
        shares = charged_vat(placement)
        assert number(row["vat"]) == shares, name
        live = [one for one in order.placements.all() if not one.cancelled_at] or list(order.placements.all())
        assert number(row["ordered"]) == sum(one.total for one in live), name
        of_order = [one for one in lines if one["order"] == row["order"]]
        shipping = sum(one.shipping_total for one in live)
        assert sum(number(one["gross"]) for one in of_order) + shipping == number(row["ordered"]), name
    assert {name: rows[one.order.reference]["refunded"] for name, one in placed.items()} == {
        "open": "0,00", "cancelled": "0,00", "paid": "0,00", "part": "7,77", "all": "45,90", "ended": "20,00",
        "joined": "0,00", "dearer": "0,00", "cheaper": "7,50",
    }  # fmt: skip


def charged_vat(placement: Placement) -> Decimal:
    """What the buyer's page shows as VAT."""
    order = access_order(placement.order.shop, placement.order.secret)
    return sum((share.vat for share in charged(order, list(order.placements.all())).vat), Decimal(0))


def test_the_states_of_lines(client: Client, staff: User) -> None:
    placed = standing_orders(staff)
    states = {
        name: sorted(row["state"] for row in rows_at(client, LINES, q=one.order.reference))
        for name, one in placed.items()
    }
    assert states == {
        "open": ["open"], "cancelled": ["cancelled"], "paid": ["paid"], "part": ["paid"], "all": ["ended"],
        "ended": ["ended", "paid"], "joined": ["open", "open"], "dearer": ["ended", "open"],
        "cheaper": ["ended", "paid"],
    }  # fmt: skip


def test_a_placement_that_joined_without_proof_counts_once_it_is_paid(client: Client) -> None:
    placement = shirt_and_ticket()
    transfer(placement, "55.90")
    stranger = place((shirt(name="Poster"), 1), key="stranger")
    Placement.objects.filter(pk=stranger.pk).update(order=placement.order, number=2, secret="of its own")
    rows = [row for row in rows_at(client, ORDERS) if row["order"] == placement.order.reference]
    assert [(row["state"], row["gross"], row["ordered"]) for row in rows] == [("paid", "55,90", "55,90")]
    lines = rows_at(client, LINES, q=placement.order.reference)
    assert [row["state"] for row in lines] == ["paid", "paid", "unverified"]


@proves("law AD-10", "an export of orders takes as many statements for many orders as for one")
@pytest.mark.parametrize("address", [ORDERS, LINES])
def test_statements(client: Client, address: str) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert client.get(address).status_code == 200
        return len(seen.captured_queries)

    shirt_and_ticket()
    client.get(address)
    one = asked()
    for number_of in range(5):
        shirt_and_ticket(f"key {number_of}")
    assert asked() == one <= 16


def test_each_batch_follows_the_other_in_the_order_of_the_list(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "BATCH", 2)
    placed = [shirt_and_ticket(f"key {one}").order.reference for one in range(5)]
    assert [row["order"] for row in rows_at(client, ORDERS)] == placed[::-1]
    lines = [row["order"] for row in rows_at(client, LINES)]
    assert lines == [one for one in placed[::-1] for _line in range(2)]
