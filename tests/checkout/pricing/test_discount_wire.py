"""The discount gate as a client meets it: REST in front of the cart, the sums in both APIs, mails and staff."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.test import Client, override_settings
from django.utils import timezone

from cart.entry.discount_codes import ENTRY
from cart.models import Cart
from catalogue.models import ProductVariant
from checkout.mails.together import send_with_others
from checkout.models import Order
from sessions_queue.models import VisitorSession
from shop.models import DiscountCode, Mail, Shop
from tests.checkout.discounts import make_code
from tests.factories import first_variant, make_product, make_shop
from tests.guest import Guest
from tests.proofs import proves
from tests.staff import log_in, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]


@pytest.fixture
def shop() -> Shop:
    return make_shop("goldkante", discount_gate=True)


@pytest.fixture
def shirt(shop: Shop) -> ProductVariant:
    return first_variant(make_product(shop, price="19.99"))


def enter(guest: Guest, code: str, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return guest.client.post(f"{guest.base}/discount", {"code": code}, content_type="application/json", headers=named)


def drop(guest: Guest) -> Any:
    return guest.client.delete(f"{guest.base}/discount")


@proves(
    "catalogue §2, §4, §5",
    "a shop that wants it asks for a code once, over its first page and after paint; wrong: “Leider "
    "falsch”; right or Escape: never again",
)
def test_the_shop_says_whether_it_asks(shop: Shop) -> None:
    document = {"query": "{ shop { meta { discountGate } } }"}
    assert Guest(shop).send(document).data == {"meta": {"discountGate": True}}
    assert Guest(make_shop()).send(document).data == {"meta": {"discountGate": False}}
    assert Guest(shop).get("").json()["meta"]["discount_gate"] is True


@proves(
    "catalogue §4",
    "a right code waits in a signed cookie for the first thing in the cart, or changes the cart that is there",
)
def test_a_right_code_waits_for_the_first_thing_in_the_cart(shop: Shop, shirt: ProductVariant) -> None:
    make_code(shop, code="BLECH10")
    guest = Guest(shop)
    answer = enter(guest, " blech10 ")
    assert (answer.status_code, answer.json()) == (200, {"percent": 10, "cart": None})
    assert answer["Cache-Control"] == "private, no-store"
    assert VisitorSession.objects.count() == 0
    cookie = guest.client.cookies[ENTRY.cookie_name(shop)]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", ENTRY.seconds)
    assert "blech" not in cookie.value.lower()
    cart = guest.add((shirt, 2)).data["cart"]
    assert cart["discount"] == {
        "percent": 10, "amount": "4.00", "reducedSubtotal": "35.98", "standing": "applied",
    }  # fmt: skip
    assert (cart["checkoutSubtotal"], cart["totalPlusShipping"]) == ("39.98", "35.98")
    assert (cart["items"][0]["total"], cart["items"][0]["discount"]) == ("39.98", "4.00")


def test_a_right_code_changes_the_cart_that_is_there(shop: Shop, shirt: ProductVariant) -> None:
    make_code(shop, code="BLECH10")
    make_code(shop, 25, code="BLECH25")
    guest = Guest(shop)
    assert guest.add((shirt, 1)).data["cart"]["discount"] is None
    for code, amount in (("BLECH10", "2.00"), ("BLECH25", "5.00")):
        answer = enter(guest, code).json()
        assert answer["cart"]["discount"]["amount"] == amount
        assert answer["cart"]["items"][0]["discount"] == amount
    assert guest.cart()["discount"]["amount"] == "5.00"
    assert drop(guest).json()["cart"]["discount"] is None
    assert guest.client.cookies[ENTRY.cookie_name(shop)].value == ""
    assert guest.cart()["discount"] is None


def test_the_code_outlives_the_session(shop: Shop, shirt: ProductVariant) -> None:
    make_code(shop, code="BLECH10")
    guest = Guest(shop)
    enter(guest, "BLECH10")
    guest.add((shirt, 1))
    VisitorSession.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert guest.add((shirt, 1)).data["cart"]["discount"]["standing"] == "applied"


@proves("design §6", "codes are tried wrongly a limited number of times, and stand in no log or statement")
@pytest.mark.parametrize("code", ["BLECH11", "", "B", "ROTLICHT", "\x00", "x" * 200])
def test_a_wrong_code(shop: Shop, code: str) -> None:
    make_code(shop, code="BLECH10")
    make_code(make_shop(), code="ROTLICHT")
    guest = Guest(shop)
    answer = enter(guest, code)
    assert answer.status_code in (400, 422)
    if code != "\x00":
        assert (answer.json()["code"], answer.json()["detail"]) == ("DISCOUNT_CODE_WRONG", "wrong discount code")
    assert set(guest.client.cookies) <= {"ms_pass"}


@proves(
    "design §4",
    "a code that ended, was used up or belongs elsewhere is told at the cart and at placing; the placed "
    "total is the confirmed one",
)
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"valid_from": timezone.now() + timedelta(days=1)}, "DISCOUNT_CODE_WRONG"),
        ({"valid_until": timezone.now() - timedelta(days=1)}, "DISCOUNT_CODE_ENDED"),
        ({"usage_limit": 1, "used": 1}, "DISCOUNT_CODE_USED_UP"),
    ],
)
def test_a_code_that_does_not_count_now(shop: Shop, fields: dict[str, Any], code: str) -> None:
    make_code(shop, code="BLECH10", **fields)
    guest = Guest(shop)
    assert enter(guest, "BLECH10").json()["code"] == code
    assert list(guest.client.cookies) == ["ms_pass"]


def test_somebody_who_tries_too_often_is_stopped_even_with_the_right_code(shop: Shop) -> None:
    make_code(shop, code="BLECH10")
    guest = Guest(shop)
    for _attempt in range(ENTRY.by_visitor.hard):
        assert enter(guest, "NO").status_code == 422
    answer = enter(guest, "BLECH10")
    assert (answer.status_code, answer.json()["code"]) == (429, "RATE_LIMITED")
    assert list(guest.client.cookies) == ["ms_pass"]
    assert enter(Guest(shop), "BLECH10").json()["code"] == "WORK_NEEDED"
    assert enter(Guest(shop, works=True), "BLECH10").status_code == 200


def test_right_codes_use_up_no_attempts(shop: Shop) -> None:
    make_code(shop, code="BLECH10")
    make_code(shop, code="BALD", valid_from=timezone.now() + timedelta(days=1))
    guest = Guest(shop)
    for _attempt in range(ENTRY.by_visitor.hard + 1):
        assert enter(guest, "BLECH10").status_code == 200
    # A code that has not begun is told from no other wrong one.
    for _attempt in range(ENTRY.by_visitor.hard):
        assert enter(guest, "BALD").status_code == 422
    assert enter(guest, "NO").status_code == 429


def test_another_site_cannot_enter_a_code(shop: Shop) -> None:
    make_code(shop, code="BLECH10")
    assert enter(Guest(shop), "BLECH10", origin="https://evil.example").status_code == 403


def test_a_cookie_of_another_shop_or_a_made_up_one_is_worth_nothing(shop: Shop, shirt: ProductVariant) -> None:
    other = make_shop()
    code = make_code(other, code="BLECH10")
    stranger = Guest(other)
    enter(stranger, "BLECH10")
    for value in (stranger.client.cookies[ENTRY.cookie_name(other)].value, str(code.pk), "", "1:a:b"):
        guest = Guest(shop)
        guest.client.cookies[ENTRY.cookie_name(shop)] = value
        assert guest.add((shirt, 1)).data["cart"]["discount"] is None


def test_no_code_is_written_to_a_log_or_a_statement(
    shop: Shop, caplog: pytest.LogCaptureFixture, django_assert_max_num_queries: Any
) -> None:
    make_code(shop, code="BLECH10")
    with caplog.at_level(logging.DEBUG), django_assert_max_num_queries(12) as seen:
        enter(Guest(shop), "BLECH10")
    assert "BLECH10" not in caplog.text
    assert not [query for query in seen.captured_queries if "BLECH10" in query["sql"]]


@proves(
    "purchase §2",
    "the discount stands in minicart, checkout, confirmation, both forms of the mail and the staff's order",
)
@pytest.mark.parametrize(("language", "word"), [("de", "Rabatt 10 %"), ("en", "Discount 10 %")])
def test_an_order_shows_its_discount_everywhere(
    shop: Shop, shirt: ProductVariant, client: Client, language: str, word: str
) -> None:
    make_code(shop, code="BLECH10", note="Flyer")
    guest = Guest(shop, language)
    enter(guest, "BLECH10")
    placed = guest.buy((shirt, 2))
    assert (placed["total"], placed["discountPercent"], placed["discountTotal"]) == ("39.98", 10, "4.00")
    assert (placed["shippingTotal"], placed["totalIncludingShipping"], placed["balance"]) == ("5.90", "41.88", "41.88")
    assert placed["items"][0]["discount"] == "4.00"
    assert sum(float(share["gross"]) for share in placed["vat"]) == 41.88
    assert placed["bankDetails"]["amount"] == "41.88"
    rest = guest.get(f"orders/{placed['id']}").json()
    assert (rest["discount_total"], rest["total_plus_shipping"]) == ("4.00", "41.88")
    order, mail = Order.objects.get(), Mail.objects.get(kind="confirmation")
    send_with_others(str(mail.pk))
    message = outbox.outbox[-1]
    for body in (message.body, str(message.alternatives[0][0])):
        assert word in body.replace("\N{NO-BREAK SPACE}", " ")
        assert "−4,00" in body
        assert "41,88" in body
    DiscountCode.objects.update(percent=20)
    log_in(client)
    page = client.get(f"/admin/checkout/order/{order.pk}/change/").content.decode()
    assert "10\xa0% · Flyer" in page and "−4,00\xa0€" in page


def test_a_code_that_ends_in_front_of_the_button_is_told_with_the_new_total(shop: Shop, shirt: ProductVariant) -> None:
    code = make_code(shop, code="BLECH10")
    guest = Guest(shop)
    enter(guest, "BLECH10")
    guest.add((shirt, 1))
    guest.enter_address()
    guest.choose()
    confirmed = guest.cart()["totalPlusShipping"]
    code.valid_until = timezone.now() - timedelta(seconds=1)
    code.save()
    refusal = guest.place(expectedTotal=confirmed).refusal
    assert (refusal["code"], refusal["total"]) == ("DISCOUNT_CODE_ENDED", "25.89")
    cart = guest.cart()
    assert cart["discount"] == {
        "percent": 10, "amount": "0.00", "reducedSubtotal": "19.99", "standing": "ended",
    }  # fmt: skip
    placed = guest.place(idempotencyKey="once more").data["order"]
    assert (placed["totalIncludingShipping"], placed["discountPercent"]) == ("25.89", None)


@proves("design §5", "pages and catalogue answers show everybody's prices, without a session")
def test_looking_with_a_waiting_code_shows_everybodys_prices_and_makes_no_session(
    shop: Shop, shirt: ProductVariant
) -> None:
    make_code(shop, code="BLECH10")
    guest, stranger = Guest(shop), Guest(shop)
    enter(guest, "BLECH10")
    document = {"query": "{ merchProducts { nodes { price prices { price } } } }"}
    assert guest.send(document).data == stranger.send(document).data
    path = f"/{shop.slug}/products/{shirt.product.slug}"
    first, second = guest.client.get(path), stranger.client.get(path)
    assert first["ETag"] == second["ETag"]  # of all a page says but its moment
    assert Cart.objects.count() == VisitorSession.objects.count() == 0


@override_settings(SESSION_COOKIE_SECURE=True)
def test_over_https_the_cookie_is_secure(shop: Shop) -> None:
    make_code(shop, code="BLECH10")
    guest = Guest(shop)
    enter(guest, "BLECH10")
    assert guest.client.cookies[ENTRY.cookie_name(shop)]["secure"]


@proves("design §7", "staff make codes with percentage, time and limit, and see how they stand")
def test_staff_make_a_code_and_see_how_it_stands(shop: Shop, client: Client) -> None:
    log_in(client)
    fields = {"shop": shop.pk, "code": "blech 10", "percent": 10, "usage_limit": 3, "note": "Flyer"}
    answer = client.post("/admin/shop/discountcode/add/", fields)
    assert answer.status_code == 302, answer.context["errors"]
    code = DiscountCode.objects.get()
    assert (code.code, code.usage_limit, code.used) == ("BLECH10", 3, 0)
    page = client.get("/admin/shop/discountcode/").content.decode()
    assert "0 von 3" in page or "0 of 3" in page
    again = client.post("/admin/shop/discountcode/add/", fields)
    assert again.status_code == 200, "a shop has each code once"
    other = make_shop()
    client.post(f"/admin/shop/discountcode/{code.pk}/change/", fields | {"shop": other.pk, "percent": 20})
    code.refresh_from_db()
    assert (code.shop, code.percent) == (shop, 20)
    history = client.get(f"/admin/shop/discountcode/{code.pk}/history/").content.decode()
    assert "BLECH10" not in history


@proves(
    "docs/decisions/0016",
    "a discount code says what else it needs; staff are warned where visitors are not asked for one",
)
def test_staff_are_told_that_nobody_is_asked_for_the_code(shop: Shop, client: Client) -> None:
    log_in(client)
    client.cookies["locale"] = "en"
    Shop.objects.update(discount_gate=False)
    answer = client.post(
        "/admin/shop/discountcode/add/", {"shop": shop.pk, "code": "BLECH10", "percent": 10}, follow=True
    )
    told = f'<a href="/admin/shop/shop/{shop.pk}/change/">Let it ask</a>'
    assert "Nobody can use this code yet" in answer.content.decode() and told in answer.content.decode()
    code = DiscountCode.objects.get()
    form = f"/admin/shop/discountcode/{code.pk}/change/"
    for page in ("/admin/shop/discountcode/", form):
        assert "nobody is asked for it" in client.get(page).content.decode(), page
    assert "tick “ask visitors for a discount code”" in client.get("/admin/shop/discountcode/add/").content.decode()
    Shop.objects.update(discount_gate=True)
    for page in ("/admin/shop/discountcode/", form):
        assert "nobody is asked for it" not in client.get(page).content.decode(), page
    assert "Nobody can use" not in client.post(form, {"code": "BLECH10", "percent": 20}, follow=True).content.decode()


def test_a_shop_that_stops_asking_is_warned_of_its_codes(shop: Shop, client: Client) -> None:
    log_in(client)
    client.cookies["locale"] = "en"
    Shop.objects.update(discount_gate=True)
    path = f"/admin/shop/shop/{shop.pk}/change/"
    assert send(client, path, discount_gate=None).status_code == 302
    assert "1 discount code cannot be used" not in client.get(path).content.decode()
    Shop.objects.update(discount_gate=True)
    DiscountCode.objects.create(shop=shop, code="BLECH10", percent=10)
    assert send(client, path, discount_gate=None).status_code == 302
    assert "1 discount code cannot be used" in client.get(path).content.decode()
