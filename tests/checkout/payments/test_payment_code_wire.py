"""Payment codes as a client meets them: with ADDTOCART, over REST, in the order, its mail, and for staff."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.test import Client
from django.utils import timezone

from cart.entry.payment_codes import ENTRY
from cart.models import Cart, PaymentCode
from catalogue.models import Event, ProductVariant
from checkout.actions import pay_order
from checkout.errors import PaymentMethodUnavailable
from checkout.mails.together import send_with_others
from checkout.models import Order, Placement
from shop.invariants import broken_invariants
from shop.models import Mail, Shop
from tests.factories import first_variant, make_event, make_payment_code, make_product, make_shop
from tests.guest import Guest
from tests.proofs import proves
from tests.staff import fields_of, log_in, send
from tests.words import worded

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
ADD = "/admin/cart/paymentcode/add/"


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


@pytest.fixture
def event(shop: Shop) -> Event:
    return make_event(shop, price="30.00", kulturpass_url="https://pass.example/1", capacity=9)


@pytest.fixture
def ticket(event: Event) -> ProductVariant:
    return first_variant(event)


def enter(guest: Guest, code: str) -> Any:
    return guest.client.post(f"{guest.base}/cart/payment-code", {"code": code}, content_type="application/json")


@proves(
    "purchase §1, §7",
    "a link with `?paymentCode=` leaves the address without it; the code comes along with tickets and "
    "stands in the cart",
)
def test_the_code_that_comes_with_a_ticket_stands_in_the_cart(shop: Shop, event: Event, ticket: ProductVariant) -> None:
    make_payment_code(event, code="PASS-1")
    guest = Guest(shop)
    cart = guest.add((ticket, 1), code=" pass-1 ").data["cart"]
    assert cart["paymentCode"] == {"amount": "20.00", "standing": "applied"}
    assert (cart["totalPlusShipping"], cart["totalDue"], cart["takesPaymentCode"]) == ("30.00", "10.00", True)
    # More of them need it no more.
    assert guest.add((ticket, 1)).data["cart"]["totalDue"] == "40.00"


def test_whoever_sells_the_ticket_takes_its_code(event: Event, ticket: ProductVariant) -> None:
    make_payment_code(event, code="PASS-1")
    main = make_shop("merchstand")
    event.listed_in.add(main)
    assert Guest(main).add((ticket, 1), code="PASS-1").data["cart"]["totalDue"] == "10.00"


WRONG: list[tuple[dict[str, Any] | None, str]] = [
    (None, "PAYMENT_CODE_INVALID"),
    ({"holder": "00000000-0000-4000-8000-000000000000"}, "PAYMENT_CODE_INVALID"),
    ({"expires_at": timezone.now() - timedelta(seconds=1)}, "PAYMENT_CODE_EXPIRED"),
]


@proves(
    "catalogue §4, purchase §8",
    "unknown, used or expired: an alert with the pass's name, nothing is added, the code is forgotten",
)
@pytest.mark.parametrize(("fields", "code"), WRONG, ids=["unknown", "used", "expired"])
def test_a_code_that_does_not_count_adds_nothing(
    shop: Shop, event: Event, ticket: ProductVariant, fields: dict[str, Any] | None, code: str
) -> None:
    make_payment_code(make_event(make_shop()), code="PASS-1" if fields is None else "PASS-2")
    if fields is not None:
        make_payment_code(event, code="PASS-1", **fields)
    guest = Guest(shop)
    assert guest.add((ticket, 1), code="PASS-1").refusal["code"] == code
    assert Cart.objects.count() == 0
    guest.add((ticket, 1))
    answer = enter(guest, "PASS-1")
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert answer.json()["detail"] == "Unknown or expired code"
    assert guest.cart()["paymentCode"] is None


def test_two_codes_are_no_code(shop: Shop, event: Event, ticket: ProductVariant) -> None:
    requests = []
    for code in ("PASS-1", "PASS-2"):
        make_payment_code(event, code=code)
        requests.append({"productVariantId": str(ticket.pk), "amount": 1, "paymentCode": code})
    answer = Guest(shop).ask("ADDTOCART", input={"requests": requests})
    assert answer.refusal["code"] == "PAYMENT_CODE_INVALID"
    assert Cart.objects.count() == 0


@proves("purchase §1", "it can be entered and dropped at the checkout where a ticket takes the pass")
def test_a_code_is_entered_and_dropped_while_paying(shop: Shop, event: Event, ticket: ProductVariant) -> None:
    make_payment_code(event, code="PASS-1")
    guest = Guest(shop)
    assert enter(guest, "PASS-1").json()["code"] == "SESSION_ENDED"
    assert guest.add((first_variant(make_product(shop)), 1)).data["cart"]["takesPaymentCode"] is False
    guest.add((ticket, 1))
    answer = enter(guest, "pass-1")
    assert answer["Cache-Control"] == "private, no-store"
    assert answer.json()["payment_code"] == {"amount": "20.00", "standing": "applied"}
    assert answer.json()["total_due"] == "30.00"
    dropped = guest.client.delete(f"{guest.base}/cart/payment-code").json()
    assert (dropped["payment_code"], dropped["total_due"]) == (None, "50.00")


@proves("design §6", "payment codes are tried a limited number of times, and stand in no log or statement")
def test_somebody_who_tries_too_often_is_stopped_even_with_the_right_code(
    shop: Shop, event: Event, ticket: ProductVariant
) -> None:
    make_payment_code(event, code="PASS-1")
    guest = Guest(shop)
    for _attempt in range(ENTRY.by_visitor.hard):
        assert guest.add((ticket, 1), code="NO").refusal["code"] == "PAYMENT_CODE_INVALID"
    assert guest.add((ticket, 1), code="PASS-1").refusal["code"] == "RATE_LIMITED"
    assert Cart.objects.count() == 0
    assert Guest(shop).add((ticket, 1), code="PASS-1").refusal["code"] == "WORK_NEEDED"
    assert Cart.objects.count() == 0
    assert Guest(shop, works=True).add((ticket, 1), code="PASS-1").data


def test_no_code_is_written_to_a_log_or_a_statement(
    shop: Shop,
    event: Event,
    ticket: ProductVariant,
    caplog: pytest.LogCaptureFixture,
    django_assert_max_num_queries: Any,
) -> None:
    make_payment_code(event, code="PASS-1")
    guest = Guest(shop)
    guest.add((ticket, 1))
    with caplog.at_level(logging.DEBUG), django_assert_max_num_queries(30) as seen:
        enter(guest, "PASS-1")
    assert "PASS-1" not in caplog.text
    assert not [query for query in seen.captured_queries if "PASS-1" in query["sql"]]


@proves(
    "purchase §2",
    "what it pays stands in minicart, checkout, confirmation, both forms of the mail and the staff's order",
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_an_order_shows_everywhere_what_its_code_paid(
    shop: Shop, event: Event, ticket: ProductVariant, client: Client, language: str
) -> None:
    make_payment_code(event, code="PASS-1")
    guest = Guest(shop, language)
    guest.add((ticket, 1), code="PASS-1")
    guest.enter_address()
    guest.choose()
    placed = guest.place().data["order"]
    assert (placed["totalIncludingShipping"], placed["paymentCodeTotal"], placed["totalDue"]) == (
        "30.00", "20.00", "10.00",
    )  # fmt: skip
    assert (placed["balance"], placed["bankDetails"]["amount"]) == ("10.00", "10.00")
    assert placed["paymentMethod"]["id"] == "bank_transfer"
    rest = guest.get(f"orders/{placed['id']}").json()
    assert (rest["payment_code_total"], rest["total_due"], rest["total_plus_shipping"]) == ("20.00", "10.00", "30.00")
    order, mail = Order.objects.get(), Mail.objects.get(kind="confirmation")
    send_with_others(str(mail.pk))
    message = outbox.outbox[-1]
    names = [worded("Credit code", language), worded("Still to pay", language)]
    for body in (message.body, str(message.alternatives[0][0])):
        for expected in (*names, "30,00\xa0€", "−20,00\xa0€", "10,00\xa0€"):
            assert expected in body, expected
        assert "PASS-1" not in body
    log_in(client)
    page = client.get(f"/admin/checkout/order/{order.pk}/change/").content.decode()
    for expected in ("KulturPass", "KP" + order.reference, "20,00\xa0€", "10,00\xa0€"):
        assert expected in page, expected
    assert broken_invariants() == {}


@proves("purchase §4", "where nothing is left to pay, the order is free of charge and paid at once")
def test_an_order_that_a_code_pays_is_paid_and_the_code_used(shop: Shop, event: Event, ticket: ProductVariant) -> None:
    make_payment_code(event, "200.00", code="PASS-1")
    guest = Guest(shop)
    guest.add((ticket, 1), code="PASS-1")
    guest.enter_address()
    assert [one["id"] for one in guest.ask("PAYMENTMETHODS").data["nodes"]] == ["internal_payment_skipped"]
    placed = guest.place().data["order"]
    assert (placed["status"], placed["balance"], placed["paymentReceived"]) == ("done", "0.00", True)
    assert placed["paymentMethod"]["name"] == worded("Nothing to pay")
    assert Guest(shop).add((ticket, 1), code="PASS-1").refusal["code"] == "PAYMENT_CODE_INVALID"
    assert broken_invariants() == {}


@proves("design §4", "a code that goes meanwhile is told at placing; what is paid is what was confirmed")
def test_a_code_that_another_order_took_is_told_in_front_of_the_button(
    shop: Shop, event: Event, ticket: ProductVariant
) -> None:
    make_payment_code(event, code="PASS-1")
    slow, fast = Guest(shop), Guest(shop)
    for guest in (slow, fast):
        guest.add((ticket, 1), code="PASS-1")
        guest.enter_address()
        guest.choose()
    assert fast.place().data
    refusal = slow.place(idempotencyKey="slow", expectedTotal="10.00").refusal
    assert (refusal["code"], refusal["total"]) == ("PAYMENT_CODE_INVALID", "30.00")
    assert slow.cart()["paymentCode"] == {"amount": "0.00", "standing": "used"}
    assert slow.place(idempotencyKey="once more").data["order"]["totalDue"] == "30.00"


def issue(event: Event, codes: str, **more: Any) -> dict[str, Any]:
    given = {
        "programme": "Kulturticket", "event": event.pk, "codes": codes, "value": "25.00", "expires_at_0": "2099-01-31",
        "expires_at_1": "12:00",
    }  # fmt: skip
    return given | more


@proves("design §7", "staff enter codes, many at once, and see which are free, held, consumed or expired")
def test_staff_issue_codes_and_see_what_became_of_them(
    shop: Shop, event: Event, ticket: ProductVariant, client: Client
) -> None:
    log_in(client)
    client.cookies["locale"] = "de"
    answer = client.post(ADD, issue(event, "pass 1\n\n pass-2 \r\nPASS-3", note="Batch"))
    assert answer.status_code == 302, answer.context["errors"]
    assert set(PaymentCode.objects.values_list("code", "event", "note")) == {
        (code, event.pk, "Batch") for code in ("PASS1", "PASS-2", "PASS-3")
    }
    PaymentCode.objects.filter(code="PASS-3").update(expires_at=timezone.now())
    guest = Guest(shop)
    guest.add((ticket, 1), code="PASS1")
    guest.enter_address()
    guest.choose()
    guest.place()
    order = Order.objects.get()
    page = client.get("/admin/cart/paymentcode/").content.decode()
    for state in (worded("held by an order that is not paid yet"), worded("free"), worded("expired"), order.reference):
        assert state in page, state
    Placement.objects.update(paid_at=timezone.now())
    code = PaymentCode.objects.get(code="PASS1")
    page = client.get(f"/admin/cart/paymentcode/{code.pk}/change/").content.decode()
    assert worded("consumed") in page
    assert order.reference in page
    history = client.get(f"/admin/cart/paymentcode/{code.pk}/history/").content.decode()
    assert "PASS1" not in history


@pytest.mark.parametrize(
    "wrong",
    [
        {"codes": "PASS-1"}, {"codes": "NEW\nnew"}, {"codes": " \n "}, {"codes": "X" * 41}, {"value": "200.01"},
        {"value": "0"}, {"event": ""}, {"shop": "yes"}, {"expires_at_0": ""}, {"value": ""}, {"programme": ""},
        {"programme": "Kultur Pass"}, {"expires_at_0": "2020-01-31"},
    ],
)  # fmt: skip
def test_senseless_codes_cannot_be_issued(event: Event, client: Client, wrong: dict[str, Any]) -> None:
    make_payment_code(event, code="PASS-1")
    log_in(client)
    if "shop" in wrong:
        wrong = {"shop": event.owner.pk}
    answer = client.post(ADD, issue(event, "NEW") | wrong)
    assert answer.status_code == 200
    assert PaymentCode.objects.count() == 1


@proves("design §6", "staff cancel an order for which no money came: its code, seats and pieces are free again")
def test_staff_cancel_an_unpaid_order_and_its_code_is_free(
    shop: Shop, event: Event, ticket: ProductVariant, client: Client
) -> None:
    make_payment_code(event, code="PASS-1")
    guest = Guest(shop)
    guest.add((ticket, 1), code="PASS-1")
    guest.enter_address()
    guest.choose()
    placed = guest.place().data["order"]
    order = Order.objects.get()
    log_in(client)
    client.cookies["locale"] = "de"
    path = f"/admin/checkout/order/{order.pk}/cancel-order/"
    assert order.reference in client.get(path).content.decode()
    answer = client.post(path, fields_of(send(client, path, reason="Nie bezahlt")))
    assert answer.headers["Location"] == f"/admin/checkout/order/{order.pk}/change/"
    page = client.get(f"/admin/checkout/order/{order.pk}/change/").content.decode()
    assert worded("Cancelled. No money goes back.") in page
    assert worded("Cancel order") not in page
    assert client.post(path).status_code == 403
    seen = guest.ask("ORDER", order_id=placed["id"]).data
    assert (seen["status"], seen["bankDetails"]) == ("cancelled", None)
    assert Guest(shop).add((ticket, 1), code="PASS-1").data["cart"]["totalDue"] == "10.00"
    assert broken_invariants() == {}


class TestChosenAsAMethod:
    """Older clients send it where nothing was chosen (purchase §4): without a code it means that, and with one, too."""

    @proves(
        "purchase §4",
        "the method `kulturpass` means that none was chosen: a code pays without being chosen, and what it "
        "leaves is paid in another way",
    )
    def test_it_means_that_none_was_chosen(self, shop: Shop, ticket: ProductVariant) -> None:
        guest = Guest(shop)
        guest.add((ticket, 1))
        guest.enter_address()
        guest.choose()
        assert guest.cart()["paymentMethod"] == "bank_transfer"
        answer = guest.patch("cart/logistics", {"payment_method": "kulturpass"})
        assert answer.status_code == 200
        assert guest.cart()["paymentMethod"] is None
        assert guest.place().refusal["code"] == "PAYMENT_METHOD_UNAVAILABLE"
        assert not Order.objects.exists()

    def test_what_a_code_leaves_is_still_to_be_paid_in_another_way(
        self, shop: Shop, event: Event, ticket: ProductVariant
    ) -> None:
        make_payment_code(event, "20.00", code="PASS-1")
        guest = Guest(shop)
        guest.add((ticket, 1), code="PASS-1")
        guest.enter_address()
        assert guest.patch("cart/logistics", {"payment_method": "kulturpass"}).status_code == 200
        assert guest.place().refusal["code"] == "PAYMENT_METHOD_UNAVAILABLE"

    def test_where_a_code_pays_everything_nothing_has_to_be_chosen(
        self, shop: Shop, event: Event, ticket: ProductVariant
    ) -> None:
        make_payment_code(event, "200.00", code="PASS-1")
        guest = Guest(shop)
        guest.add((ticket, 1), code="PASS-1")
        guest.enter_address()
        assert guest.patch("cart/logistics", {"payment_method": "kulturpass"}).status_code == 200
        assert guest.place().data["order"]["status"] == "done"
        assert broken_invariants() == {}

    def test_an_order_is_not_paid_by_it(self, shop: Shop, ticket: ProductVariant) -> None:
        guest = Guest(shop)
        guest.add((ticket, 1))
        guest.enter_address()
        guest.choose()
        guest.place()
        order = Order.objects.get()
        with pytest.raises(PaymentMethodUnavailable):
            pay_order(order=order, method="kulturpass")
