import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from itertools import count

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone, translation

from checkout.actions import cancel_unpaid, place_order
from checkout.admin.order_parts import PaymentMethodFilter
from checkout.models import Carrier, LedgerEntry, Order, Payment
from checkout.orders.order_state import PaymentState, order_with_state
from checkout.orders.texts import method_name
from checkout.payments.ledger import record_capture
from shop.models import Mail
from tests.factories import make_shop
from tests.proofs import proves
from tests.staff import errors_of, fields_of, log_in, send

from .placing import ready_cart, shirt

pytestmark = pytest.mark.django_db
_keys = count(1)


@pytest.fixture(autouse=True)
def prepared(client: Client) -> Iterator[None]:
    make_shop("merchstand")
    client.cookies["locale"] = "en"
    log_in(client)
    with translation.override("en"):
        yield


def placed(amount: int = 2) -> Order:
    """An order of 2 shirts: 45.90 EUR by bank transfer."""
    session, request = ready_cart((shirt(name_de="Nachthemd", name_en="Nightshirt", capacity=9), amount))
    return place_order(session=session, request=replace(request, idempotency_key=f"key-{next(_keys)}")).order


def state_of(order: Order) -> str:
    return order_with_state(order).payment_state


def change(order: Order) -> str:
    return f"/admin/checkout/order/{order.pk}/change/"


def book(order: Order) -> str:
    return f"/admin/checkout/order/{order.pk}/book-transfer/"


@proves("design §4", "orders are read-only, with their money; only who may book does")
def test_an_order_shows_lines_addresses_delivery_vat_and_money(client: Client) -> None:
    order = placed()
    page = client.get(change(order)).content.decode()
    for text in (
        order.reference, "Nightshirt", "40,00\xa0€", "5,90\xa0€", "45,90\xa0€", "Mira Falk",
        "Hafenstraße 12", "Germany",
        "mira@example.org", "19\xa0%", "7,33\xa0€", "BAX" + order.reference, "bank transfer", "waiting for the money",
    ):  # fmt: skip
        assert text in page, text
    assert order.secret not in page


def test_orders_are_read_only(client: Client) -> None:
    order = placed()
    assert client.post(change(order), {"email": "x@x.org"}).status_code == 403
    assert client.get(f"/admin/checkout/order/{order.pk}/delete/").status_code == 403
    assert client.get("/admin/checkout/order/add/").status_code == 403
    fields = fields_of(client.get(change(order)))
    of_the_page = ("csrf", "next", "language", "_", "s")
    keys = ("_FORMS", "-id", "-order")
    assert not [name for name in fields if not name.startswith(of_the_page) and not name.endswith(keys)]


@proves("design §4", "a booked transfer pays the order once")
def test_a_transfer_is_booked_and_the_order_is_paid(client: Client) -> None:
    order = placed()
    assert "Book bank transfer" in client.get(change(order)).content.decode()
    shown = fields_of(client.get(book(order)))
    assert shown["amount"] == "45.90"
    assert shown["value_date"] == timezone.localdate().isoformat()
    answer = send(client, book(order), note="Falk, M.")
    assert answer.headers["Location"] == change(order)
    entry = LedgerEntry.objects.get()
    assert (state_of(order), entry.amount, entry.staff) == (PaymentState.PAID, Decimal("45.90"), User.objects.get())
    assert "Falk, M." in entry.note
    assert entry.note.startswith("Value date ")
    assert Payment.objects.get().state == Payment.State.CAPTURED
    assert Mail.objects.filter(kind="payment_received").count() == 1
    page = client.get(change(order)).content.decode()
    assert "Falk, M." in page
    assert "Booked. The order is paid." in page
    assert "Book bank transfer" not in page
    assert client.get(book(order)).status_code == 403


def test_the_same_form_sent_twice_books_once(client: Client) -> None:
    order = placed()
    fields = fields_of(client.get(book(order))) | {"amount": "20.00"}
    for _time in range(2):
        assert client.post(book(order), fields).status_code == 302
    assert LedgerEntry.objects.get().amount == Decimal("20.00")


@proves("design §4", "part of the money, too much, nonsense")
def test_part_of_the_money_and_too_much_of_it(client: Client) -> None:
    order = placed()
    send(client, book(order), amount="20.00")
    assert state_of(order) == PaymentState.OPEN
    assert re.search(r"25,90\xa0€ are still to come", client.get(change(order)).content.decode())
    assert fields_of(client.get(book(order)))["amount"] == "25.90"
    send(client, book(order), amount="30.00")
    assert state_of(order) == PaymentState.PAID
    assert "4,10\xa0€ too much came in" in client.get(change(order)).content.decode()


@pytest.mark.parametrize(
    ("field", "value"),
    [("amount", "0"), ("amount", "-5"), ("amount", "viel"), ("amount", ""), ("value_date", "x")],
)
def test_nonsense_is_refused_and_kept(client: Client, field: str, value: str) -> None:
    order = placed()
    answer = send(client, book(order), note="Falk", **{field: value})
    assert errors_of(answer)
    assert fields_of(answer)["note"] == "Falk"
    assert fields_of(answer)[field] == value
    assert not LedgerEntry.objects.exists()


def test_money_of_tomorrow_is_not_booked(client: Client) -> None:
    tomorrow = (timezone.localdate() + timedelta(days=1)).isoformat()
    assert "still to come" in errors_of(send(client, book(placed()), value_date=tomorrow))


def test_only_who_may_book_does(client: Client) -> None:
    order = placed()
    clerk = User.objects.create_user("clerk", is_staff=True)
    clerk.user_permissions.add(Permission.objects.get(codename="view_order"))
    client.force_login(clerk)
    assert "Book bank transfer" not in client.get(change(order)).content.decode()
    assert client.get(book(order)).status_code == 403
    assert client.post(book(order), {}).status_code == 403
    clerk.user_permissions.add(Permission.objects.get(codename="add_ledgerentry"))
    assert "Book bank transfer" in client.get(change(order)).content.decode()
    assert send(client, book(order)).status_code == 302


def test_orders_are_found(client: Client) -> None:
    first, second = placed(), placed()
    send(client, book(second))

    def found(query: str) -> set[str]:
        return {order.reference for order in client.get(f"/admin/checkout/order/{query}").context["cl"].result_list}

    assert found(f"?q={first.reference}") == {first.reference}
    assert found(f"?q=BAX{second.reference}") == {second.reference}
    assert found("?q=falk") == {first.reference, second.reference}
    assert found("?money=awaited") == {first.reference}
    assert found("?state=paid") == {second.reference}
    assert found("?state=cancelled") == set()
    assert found("?delivery=open") == {second.reference}


@proves(
    "design §4",
    "no transfer is awaited for what was paid in another way; nothing is to be packed that is not paid "
    "or was cancelled",
)
def test_no_transfer_is_awaited_for_what_was_paid_in_another_way(client: Client) -> None:
    order = placed()
    [waits] = order.payments.all()
    other = Payment.objects.create(
        order=order, placement=waits.placement, method="paypal", provider="paypal", amount=waits.amount,
        reference="PPX-1", external_id="1",
    )  # fmt: skip
    record_capture(payment=other, amount=waits.amount, event_id="1")
    assert Payment.objects.awaited_transfers().get() == waits, "it may still come"
    assert not client.get("/admin/checkout/order/?money=awaited").context["cl"].result_list
    assert "Bank transfers awaited" not in client.get("/admin/").content.decode()


def test_nothing_is_to_be_packed_that_is_not_paid_or_was_cancelled(client: Client) -> None:
    order, other = placed(), placed()
    assert "waits for payment" in client.get(change(order)).content.decode()
    send(client, book(order))
    page = client.get(change(order)).content.decode()
    assert "waits for payment" not in page and "to be packed" in page
    cancel_unpaid(order=other)
    assert "to be packed" not in client.get(change(other)).content.decode()


def test_the_start_page_counts_money_and_transfers(client: Client) -> None:
    placed()
    send(client, book(placed()))
    page = client.get("/admin/")
    assert page.context["today"] == {"orders": 2, "ordered": Decimal("91.80")}
    assert page.context["money_today"] == Decimal("45.90")
    assert [(str(task.title), task.number) for task in page.context["tasks"] if task.icon == "account_balance"] == [
        ("Bank transfers awaited", 1)
    ]


def test_carriers_and_rates(client: Client) -> None:
    carrier = Carrier.objects.get(only_single_disc=False, checks_age=False)
    path = f"/admin/checkout/carrier/{carrier.pk}/change/"
    assert send(client, path, name_en="Box", rates__0__price="6.40").status_code == 302
    carrier.refresh_from_db()
    assert carrier.name_en == "Box"  # type: ignore[attr-defined]
    assert carrier.rates.filter(price="6.40").count() == 1
    answer = send(client, path, rates__0__price="-1", name_de="Getippt")
    assert fields_of(answer)["name_de"] == "Getippt"


def test_carts_and_sessions_are_read_only_and_hide_their_keys(client: Client) -> None:
    order = placed()
    cart = order.placements.get().cart
    session = cart.session
    page = client.get(f"/admin/cart/cart/{cart.pk}/change/").content.decode()
    assert "Nightshirt" in page
    page += client.get(f"/admin/sessions_queue/visitorsession/{session.pk}/change/").content.decode()
    assert session.token not in page
    assert client.get(f"/admin/cart/cart/{cart.pk}/delete/").status_code == 403
    assert client.post(f"/admin/sessions_queue/visitorsession/{session.pk}/delete/", {"post": "yes"}).status_code == 403


def test_payment_methods_are_filtered_by_their_names(client: Client) -> None:
    placed()
    page = client.get("/admin/checkout/order/")
    (method,) = [one for one in page.context["cl"].filter_specs if isinstance(one, PaymentMethodFilter)]
    names = [choice["display"] for choice in method.choices(page.context["cl"])]
    assert method_name("bank_transfer") in names and "bank_transfer" not in names, names
