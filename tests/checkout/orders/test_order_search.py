"""What the search of the list of orders finds."""

from dataclasses import replace
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from aftersale.models import Ticket
from aftersale.numbers.tickets import grouped_number
from checkout.actions import place_order
from checkout.admin.order_search import entered_sum
from checkout.models import Delivery, Invoice, Order, OrderStep, Payment, Placement
from tests.checkout.placing import ready_cart, shirt
from tests.proofs import proves
from tests.staff import clerk_with, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_staff")]
LIST = "/admin/checkout/order/"


@pytest.fixture
def other(paid: Placement) -> Order:
    """A second order, of a jacket at 100 euros, of another buyer."""
    jacket = shirt(name_de="Regenjacke", name_en="Raincoat", price="100.00", capacity=3)
    address = {
        "first_name": "Jo",
        "last_name": "Ahrens",
        "address": "Domplatz 3",
        "city": "Erfurt",
        "post_code": "99084",
    }
    session, request = ready_cart((jacket, 1), **address)
    order = place_order(session=session, request=replace(request, idempotency_key="other")).order
    Order.objects.filter(pk=order.pk).update(email="jo@example.net")
    return order


def found(client: Client, text: str) -> list[Order]:
    answer = client.get(LIST, {"q": text})
    assert answer.status_code == 200
    return list(answer.context["cl"].result_list)


def notations(number: str) -> set[str]:
    """The number with blanks, with dashes, in small letters, between blanks."""
    parts = number[:3], number[3:7], number[7:]
    return {number, number.lower(), f"  {number} ", " ".join(parts).strip(), "-".join(filter(None, parts)).lower()}


@proves("law AD-9", "the search of orders finds a ticket's, an invoice's and a parcel's number, however they are typed")
def test_numbers_of_papers_are_found(client: Client, paid: Placement, other: Order) -> None:
    ticket = Ticket.objects.get()
    invoice = Invoice.objects.get()
    parcel = Delivery.objects.get(order=paid.order)
    for number in (ticket.number, grouped_number(ticket.number), invoice.number, parcel.number, paid.reference):
        for text in notations(number):
            assert found(client, text) == [paid.order], text


@proves("law AD-9", "the search of orders finds the number that a payment service gave, and a payment's reference")
def test_numbers_of_payments_are_found(client: Client, paid: Placement, other: Order) -> None:
    payment = Payment.objects.get(order=paid.order)
    Payment.objects.filter(pk=payment.pk).update(provider="paypal", external_id="5O190127TN364715T")
    for text in ("5O190127TN364715T", "5o190127tn364715t", " 5O19 0127 TN36 4715T", payment.reference):
        assert found(client, text) == [paid.order], text
    assert found(client, payment.reference.lower()) == [paid.order]


@proves("law AD-9", "the search of orders finds a sum with a comma or a point, also of an order that another joined")
def test_sums_are_found(client: Client, paid: Placement, other: Order) -> None:
    for text in ("75,90", "75.90", "75,90 €", "€ 75.90", "75,90 eur"):
        assert found(client, text) == [paid.order], text
    assert found(client, "75,91") == []
    Placement.objects.filter(order=other).update(order=paid.order, number=2)
    total = other.placements.model.objects.get(number=2).total
    assert found(client, f"{paid.total + total}") == [paid.order]


@pytest.mark.parametrize(
    ("text", "euros"),
    [
        ("61,90", "61.90"), ("61.90", "61.90"), ("1.061,90", "1061.90"), ("1,061.90 €", "1061.90"),
        ("1 061,90", "1061.90"), ("61", None), ("61,9", None), ("99084", None), ("123456789,00", None),
    ],
)  # fmt: skip
def test_a_sum_has_cents(text: str, euros: str | None) -> None:
    assert entered_sum(text) == (euros and Decimal(euros))


@proves("law AD-9", "the search of orders finds name, e-mail, street, postal code, city, note, event and product")
def test_words_are_found_and_all_of_them_count(client: Client, paid: Placement, other: Order) -> None:
    OrderStep.objects.create(order=other, kind="note", text="Calls at noon", staff_id=client.session["_auth_user_id"])
    Delivery.objects.filter(order=other).update(tracking_number="RR123456785DE")
    for text in (
        "ahrens", "JO@example.net", "example.net", "domplatz 3", "99084", "erfurt", "noon", "raincoat", "REGENJACKE",
        "Ahrens, Erfurt", "ahrens raincoat", "rr 1234 56785 de", "RR123456785DE", "rr-1234", other.reference.lower(),
        other.reference[2:],
    ):  # fmt: skip
        assert found(client, text) == [other], text
    assert found(client, "ahrens hamburg") == []
    event = paid.lines.get(ticket=True).variant.event
    assert event is not None
    assert found(client, event.name) == [paid.order]
    assert set(found(client, " – ")) == {paid.order, other}


@proves("law AD-9", "a search finds by a number only for members of staff who may see what has the number")
def test_a_number_is_found_by_those_who_may_see_it(paid: Placement, other: Order) -> None:
    Payment.objects.filter(order=paid.order).update(provider="stripe", external_id="pi_3Abc")
    numbers = {
        Ticket.objects.get().number: "view_ticket",
        Invoice.objects.get().number: "view_invoice",
        Delivery.objects.get(order=paid.order).number: "view_delivery",
        "pi_3Abc": "view_payment",
    }
    reader = clerk_with("view_order")
    for number, right in numbers.items():
        assert found(reader, number) == [], number
        assert found(clerk_with("view_order", right), number) == [paid.order], number
    assert found(reader, paid.reference) == [paid.order]
    assert found(reader, "75,90") == [paid.order]


def test_nothing_found_says_so_and_the_field_says_what_can_be_searched(client: Client, paid: Placement) -> None:
    page = text_of(client.get(LIST, {"q": "P999999999999999999"}))
    assert "No results found" in page and "sum such as 61.90" in page
    client.cookies["locale"] = "de"
    page = text_of(client.get(LIST, {"q": "2100000123452"}))
    assert "Summe wie 61,90" in page


def statements(client: Client, text: str) -> int:
    with CaptureQueriesContext(connection) as seen:
        found(client, text)
    return len(seen)


def test_each_search_takes_as_many_statements(client: Client, paid: Placement, other: Order) -> None:
    texts = ["", "ahrens", "ahrens erfurt raincoat", Ticket.objects.get().number, "75,90", Invoice.objects.get().number]
    assert len({statements(client, text) for text in texts if text}) == 1
    assert statements(client, "x " * 300) <= statements(client, "ahrens")


INDEXED = {
    "addresses_by_word", "orders_by_part_of_email", "order_steps_by_text", "placements_by_total", "placement_second",
}  # fmt: skip


def test_the_indexes_of_the_search_exist() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexname FROM pg_indexes WHERE indexname = ANY(%s)", [list(INDEXED)])
        assert {name for (name,) in cursor.fetchall()} == INDEXED
