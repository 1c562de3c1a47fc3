"""The sale as a client sees it: from the cart to the paid order, and every way in which it is refused (purchase §7)."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from cart.models import Cart
from catalogue.models import Price, Product, ProductVariant, Stock
from checkout.models import Carrier, Country, Order, Placement
from checkout.payments.ledger import record_capture
from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.actions import end_overdue_sessions
from shop.core.wire.graphql.persisted import persisted_queries
from shop.models import Mail, Shop
from tests.checkout.confirming import confirm
from tests.factories import first_variant, make_event, make_product, make_shop
from tests.guest import Guest, ready
from tests.proofs import proves
from tests.sample_address import ADDRESS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]


@pytest.fixture
def shop() -> Shop:
    return make_shop()


@pytest.fixture
def shirt(shop: Shop) -> ProductVariant:
    return first_variant(make_product(shop, name_de="Nachthemd", name_en="Nightshirt", capacity=5))


def only_order() -> Order:
    return Order.objects.get()


# --- the sale


WORDS = {
    "de": ("Nachthemd", "Deutschland", "Österreich", "Paket", "Überweisung", "Zahlungspflichtig bestellen"),
    "en": ("Nightshirt", "Germany", "Austria", "Parcel", "transfer", "Order with obligation to pay"),
}


@proves("purchase §2–§4", "a shirt and two tickets from the cart to the money, German and English")
@proves(
    "§ 312j, § 312i, § 312a BGB",
    "the last page has one button with the law's words, above it all that is bought with prices, VAT, "
    "shipping and delivery; nothing is ticked, all can be changed; countries and ways to pay are known "
    "before",
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_shirt_and_two_tickets_from_the_cart_to_the_money(shop: Shop, shirt: ProductVariant, language: str) -> None:
    name, country, neighbour, parcel, transfer, button = WORDS[language]
    guest = Guest(shop, language)
    ticket = first_variant(make_event(shop, capacity=10, name_de="Konzert", name_en="Concert"))
    guest.add((shirt, 1))
    cart = guest.add((ticket, 2)).data["cart"]
    assert [item["amount"] for item in cart["items"]] == [1, 1, 1]
    countries = {one["country_code"]: one["name"] for one in guest.get(f"countries?locale={language}").json()}
    assert (countries["de"], countries["at"]) == (country, neighbour)

    guest.ask("CHANGECOUNTRY", input={"countryCode": "at"})
    named = ADDRESS | {"country_name": country}
    entered = guest.patch(
        "cart/address", {"billing_address": named, "shipping_address": named, "email": " mira@example.org "}
    ).json()
    assert (entered["country_code"], entered["shipping_address"]["country_name"]) == ("de", country)
    assert entered["email"] == "mira@example.org"

    carrier = guest.ask("SHIPPINGMETHODS", country_code="de").data["nodes"][0]
    assert parcel in carrier["name"]
    assert carrier["price"] == "5.90"
    method = guest.ask("PAYMENTMETHODS").data["nodes"][0]
    assert method["id"] == "bank_transfer"
    assert transfer.lower() in method["name"].lower()
    chosen = guest.patch("cart/logistics", {"shipping_method": carrier["id"], "payment_method": method["id"]}).json()
    assert (chosen["shipping"]["price"], chosen["total_plus_shipping"]) == ("5.90", "85.90")
    assert (chosen["payment"]["name"], chosen["payment_method"]) == (method["name"], "bank_transfer")

    placed = guest.place(clientMutationId="click").data
    order = placed["order"]
    assert placed["cart"]["reference"] == order["reference"]
    assert (placed["cart"]["total"], placed["clientMutationId"]) == ("85.90", "click")
    assert placed["payment"] == {"next": "done", "url": ""}
    assert (order["status"], order["balance"], order["paymentReceived"]) == ("payment_pending", "85.90", False)
    assert order["items"][0]["descriptiveName"] == name
    assert order["billingAddress"]["countryName"] == country
    assert order["shippingMethod"]["name"] == carrier["name"]
    bank = order["bankDetails"]
    assert (bank["iban"], bank["amount"], bank["purpose"]) == (shop.bank_iban, "85.90", "BAX" + order["reference"])
    assert {share["rate"]: share["gross"] for share in order["vat"]} == {"7.00": "60.00", "19.00": "25.90"}
    assert sum(Stock.objects.values_list("sold", flat=True)) == 3
    stored = only_order()
    assert (stored.language, stored.placements.get().button_label) == (language, button)
    assert Mail.objects.get().language == language
    assert guest.cart() is None

    record_capture(
        payment=stored.payments.get(), amount=Decimal(order["totalIncludingShipping"]), event_id="statement-1"
    )
    paid = guest.ask("ORDER", order_id=order["id"]).data
    assert (paid["status"], paid["balance"], paid["paymentReceived"]) == ("pending_fulfillment", "0.00", True)
    assert paid["bankDetails"] is None


@proves("design §3", "the same with the front end's listed documents")
def test_the_sale_with_the_shops_own_documents_while_others_are_refused(
    shop: Shop, shirt: ProductVariant, settings: Any
) -> None:
    settings.GRAPHQL_SAFELIST_ONLY = True
    guest = Guest(shop)
    refused = guest.ask("CART")
    assert (refused.response.status_code, refused.refusal["code"]) == (403, "DOCUMENT_NOT_LISTED")

    def ask(operation: str, **variables: Any) -> Any:
        listed = {"version": 1, "sha256Hash": persisted_queries().newest[operation]}
        answer = guest.send({"variables": variables, "extensions": {"persistedQuery": listed}})
        assert answer.response["Cache-Control"] == "private, no-store"
        return answer.data

    request = {"productVariantId": str(shirt.pk), "amount": 1}
    line = ask("ADDTOCART", input={"requests": [request]})["cart"]["items"][0]["id"]
    assert ask("CHANGEAMOUNT", input={"itemId": line, "amount": 3})["cart"]["total"] == "60.00"
    guest.enter_address()
    assert ask("CHANGECOUNTRY", input={"countryCode": "de"})["cart"]["countryCode"] == "de"
    carrier = ask("SHIPPINGMETHODS", itemIds=[line], countryCode="de")["nodes"][0]["id"]
    method = ask("PAYMENTMETHODS", itemIds=[line])["nodes"][0]["id"]
    guest.patch("cart/logistics", {"shipping_method": carrier, "payment_method": method})
    assert ask("HEARTBEAT", input={})["session"]["expiresAt"] == ask("SESSION_EXPIRES_AT")["expiresAt"]
    total = ask("CART")["totalPlusShipping"]
    given = {"idempotencyKey": "k", "expectedTotal": total, "acceptedTerms": True}
    order = ask("PLACEORDER", input=given)["order"]
    assert ask("ORDER", id=order["id"])["reference"] == order["reference"]


@proves("purchase §4", "no shipping address: as billing; country names and `-1` are dropped")
def test_tickets_alone_are_sold_without_carrier(shop: Shop) -> None:
    guest = Guest(shop)
    guest.add((first_variant(make_event(shop)), 2))
    guest.enter_address()
    assert guest.ask("SHIPPINGMETHODS", country_code="de").data["nodes"] == []
    chosen = guest.choose(shipping="-1").json()
    assert (chosen["shipping_method"], chosen["physical"]) == (None, False)
    order = guest.place().data["order"]
    assert (order["shippingMethod"], order["shippingTotal"], order["total"]) == (None, "0.00", "60.00")


@proves("purchase §4", "a free order needs no payment")
def test_a_free_order_skips_the_payment(shop: Shop) -> None:
    guest = Guest(shop)
    guest.add((first_variant(make_event(shop, price="0.00")), 1))
    guest.enter_address()
    assert guest.cart()["paymentMethod"] == "internal_payment_skipped"
    order = guest.place().data["order"]
    assert (order["status"], order["bankDetails"], order["totalIncludingShipping"]) == ("payment_pending", None, "0.00")
    assert order["confirmBy"] and order["paymentMethods"] == []
    confirm(Placement.objects.get())
    order = guest.ask("ORDER", order_id=order["id"]).data
    assert (order["status"], order["confirmBy"]) == ("done", None)


@proves("purchase §3", "only countries that are delivered to; their own prices")
def test_another_country_has_its_own_prices_and_clears_the_choices(shop: Shop, shirt: ProductVariant) -> None:
    Country.objects.update(active=True)
    Price.objects.create(product=shirt.product, country_code="ch", price=Decimal("27.00"))
    guest = ready(shop, shirt)
    cart = guest.ask("CHANGECOUNTRY", input={"countryCode": "ch"}).data["cart"]
    assert (cart["total"], cart["shippingMethod"], cart["paymentMethod"]) == ("27.00", None, None)


def test_a_second_sale_begins_with_an_empty_cart(shop: Shop, shirt: ProductVariant) -> None:
    guest = Guest(shop)
    first = guest.buy((shirt, 1))
    second = guest.buy((shirt, 2), idempotencyKey="another")
    assert first["id"] != second["id"]
    assert [line["amount"] for line in second["items"]] == [2]


# --- placing twice


@proves("design §4", "refresh, back and two tabs give the same order; a reused key is refused")
def test_refresh_back_button_and_second_tab_give_the_same_order(shop: Shop, shirt: ProductVariant) -> None:
    guest = ready(shop, shirt)
    first = guest.place().data["order"]
    again = guest.place(expectedTotal="25.90").data["order"]
    other_tab = guest.place(expectedTotal="25.90", idempotencyKey="other tab").data["order"]
    assert first == again == other_tab
    assert Order.objects.count() == 1


def test_the_order_is_found_after_the_session_ended(shop: Shop, shirt: ProductVariant) -> None:
    guest = ready(shop, shirt)
    order = guest.place().data["order"]
    VisitorSession.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    end_overdue_sessions()
    assert guest.place(expectedTotal="25.90").data["order"] == order


def test_a_key_with_another_content_is_refused(shop: Shop, shirt: ProductVariant) -> None:
    expected = {"code": "IDEMPOTENCY_KEY_REUSED"}
    guest = ready(shop, shirt)
    guest.place()
    assert guest.place(expectedTotal="25.90", newsletter=True).refusal == expected
    other = ready(shop, shirt)
    assert other.place().refusal == expected
    assert Order.objects.count() == 1


# --- refusals of placing


def no_billing_address() -> None:
    Cart.objects.update(billing_address=None)


def price_rises() -> None:
    Price.objects.update(price=Decimal("21.00"))


def taken_by_others() -> None:
    """Staff let the shirt draw on another stock, which is empty: what is held no longer counts."""
    Stock.objects.update(held=0)
    Stock.objects.get().claims.all().delete()
    Stock.objects.update(capacity=0)


def is_from_18() -> None:
    Product.objects.update(over_18=True)
    Carrier.objects.update(checks_age=True)


@proves("purchase §4", "every gate is checked again when placing")
@proves("purchase §8", "refusals keep the specs' sentences and stable codes")
@pytest.mark.parametrize(
    ("spoil", "given", "code"),
    [
        (lambda: None, {"acceptedTerms": False}, "TERMS_NOT_ACCEPTED"),
        (is_from_18, {}, "AGE_NOT_CONFIRMED"),
        (no_billing_address, {}, "ADDRESS_INCOMPLETE"),
        (lambda: Cart.objects.update(email=""), {}, "ADDRESS_INCOMPLETE"),
        (lambda: Cart.objects.update(country_code="at"), {}, "ADDRESS_INCOMPLETE"),
        (lambda: Cart.objects.update(shipping_method=""), {}, "NO_DELIVERY_METHOD"),
        (lambda: Cart.objects.update(payment_method=""), {}, "PAYMENT_METHOD_UNAVAILABLE"),
        (price_rises, {}, "TOTAL_CHANGED"),
        (lambda: None, {"expectedTotal": "25.89"}, "TOTAL_CHANGED"),
        (lambda: None, {"expectedTotal": "-1"}, "TOTAL_CHANGED"),
        (lambda: None, {"expectedTotal": "NaN"}, "TOTAL_CHANGED"),
        (lambda: Cart.objects.get().lines.all().delete(), {}, "CART_EMPTY"),
        (lambda: ProductVariant.objects.update(active=False), {}, "ITEM_NOT_AVAILABLE"),
        (taken_by_others, {}, "RESERVATION_LOST"),
    ],
)
def test_every_gate_before_the_order(
    shop: Shop, shirt: ProductVariant, spoil: Callable[[], object], given: dict[str, Any], code: str
) -> None:
    guest = ready(shop, shirt)
    spoil()
    refusal = guest.place(**({"expectedTotal": "25.90"} | given)).refusal
    assert refusal["code"] == code
    if code == "TOTAL_CHANGED":
        assert refusal["total"] == guest.cart()["totalPlusShipping"]
    assert not Order.objects.exists()
    assert Cart.objects.get().state == Cart.State.OPEN


def test_without_a_session_there_is_nothing_to_place(shop: Shop, shirt: ProductVariant) -> None:
    assert Guest(shop).place().refusal["code"] == "SESSION_ENDED"
    guest = ready(shop, shirt)
    VisitorSession.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert guest.place(expectedTotal="25.90").refusal == {"code": "SESSION_ENDED"}
    assert not Order.objects.exists()


@proves("design §6", "texts, amounts, ids and cookies that make no sense are refused, not broken")
@pytest.mark.parametrize("total", ["sNaN", "Infinity", "1e400000", "1,50", "", "25.90 €"])
def test_what_is_no_amount_is_refused_not_broken(shop: Shop, shirt: ProductVariant, total: str) -> None:
    assert ready(shop, shirt).place(expectedTotal=total).refusal["code"] in ("INVALID_INPUT", "TOTAL_CHANGED")
    assert not Order.objects.exists()


# --- orders


@proves("purchase §7", "an order over REST, with the older names; preferred payment method")
def test_an_order_over_rest_has_the_older_names_too(shop: Shop, shirt: ProductVariant) -> None:
    guest = Guest(shop)
    order = guest.buy((shirt, 2))
    answer = guest.get(f"orders/{order['id']}?include=items")
    assert answer["Cache-Control"] == "private, no-store"
    body = answer.json()
    assert (body["id"], body["reference"], body["order_reference"]) == (order["id"], *[order["reference"]] * 2)
    assert (body["total"], body["total_plus_shipping"], body["status"]) == ("40.00", "45.90", "payment_pending")
    assert [item["ticket_url"] for item in body["items"]] == [""]
    assert body["bank_details"]["purpose"] == "BAX" + order["reference"]
    assert "items" not in guest.get(f"orders/{order['id']}").json()


def test_how_an_open_order_would_rather_be_paid(shop: Shop, shirt: ProductVariant) -> None:
    guest = Guest(shop)
    path = f"orders/{guest.buy((shirt, 1))['id']}"
    assert [method["id"] for method in guest.get(f"{path}/payment_methods").json()] == ["bank_transfer"]
    Order.objects.update(preferred_payment_method="")
    assert guest.patch(path, {"preferred_payment_method": "paypal"}).json()["code"] == "PAYMENT_METHOD_UNAVAILABLE"
    assert guest.patch(path, {}).json()["errors"]["preferred_payment_method"][0]["code"] == "required"
    assert only_order().preferred_payment_method == ""
    answer = guest.patch(path, {"preferred_payment_method": "bank_transfer"})
    assert answer.json()["preferred_payment_method"] == "bank_transfer"
    assert only_order().preferred_payment_method == "bank_transfer"


@proves("design §4", "an order opens with its secret only, in its shop only")
def test_an_order_opens_with_its_secret_only_and_in_its_shop_only(shop: Shop, shirt: ProductVariant) -> None:
    guest = Guest(shop)
    order = guest.buy((shirt, 1))
    stored = only_order()
    assert Guest(shop).ask("ORDER", order_id=stored.secret).data["reference"] == stored.reference, "no cookie needed"
    assert len(stored.secret) * 6 >= 128
    wrong = [
        stored.reference,
        str(stored.pk),
        str(stored.placements.get().cart_id),
        "BAX" + stored.reference,
        "",
        stored.secret[:-1],
    ]
    keys = [(guest, one) for one in wrong] + [(Guest(make_shop()), order["id"])]
    for visitor, key in keys:
        assert visitor.ask("ORDER", order_id=key).refusal == {"code": "ORDER_NOT_FOUND"}
        for answer in (
            visitor.get(f"orders/{key or '-'}"),
            visitor.get(f"orders/{key or '-'}/payment_methods"),
            visitor.patch(f"orders/{key or '-'}", {"preferred_payment_method": "bank_transfer"}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (404, "ORDER_NOT_FOUND")
            assert answer["Content-Type"] == "application/problem+json"
    assert guest.get("orders/%00").status_code == 400
    stored.refresh_from_db()
    assert stored.preferred_payment_method == "bank_transfer"


@proves("design §4", "answers hold nothing secret")
def test_answers_hold_nothing_secret(shop: Shop, shirt: ProductVariant) -> None:
    guest = ready(shop, shirt)
    shop.access_codes.create(code="open-sesame")
    guest.client.post(f"/{shop.slug}/access-code", {"code": "open-sesame"})
    placed = guest.place()
    order = only_order()
    answers = [
        placed.response,
        guest.ask("ORDER", order_id=order.secret).response,
        guest.get(f"orders/{order.secret}?include=items"),
        guest.get(""),
    ]
    placement = order.placements.get()
    secrets = [guest.token, placement.idempotency_key, placement.request_hash, str(order.pk), "open-sesame"]
    for answer in answers:
        assert answer.status_code == 200
        assert not [secret for secret in secrets if secret in answer.content.decode()]
