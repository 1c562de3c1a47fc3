"""What may not reach a cart: other origins, forms, caches, other shops and other guests (design §3, §4, §6)."""

import pytest

from sessions_queue.models import VisitorSession
from shop.models import Shop
from tests.factories import first_variant, make_product, make_shop
from tests.guest import DOCUMENTS, Guest
from tests.proofs import proves

from .rows import all_rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]


@pytest.fixture
def shop() -> Shop:
    return make_shop()


# --- other origins, other kinds of content


@proves("design §6", "other origins and forms change nothing")
@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:81"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site", "origin": "http://localhost"},
    ],
)
def test_another_origin_changes_nothing(shop: Shop, headers: dict[str, str]) -> None:
    guest = Guest(shop)
    guest.add((first_variant(make_product(shop, capacity=5)), 1))
    line, before = guest.cart()["items"][0]["id"], all_rows()
    document = {"query": DOCUMENTS["REMOVEFROMCART"], "variables": {"input": {"itemId": line}}}
    answers = [
        guest.send(document, **headers).response,
        guest.patch("cart/address", {}, **headers),
        guest.patch(f"cart/items/{line}", {"personal_identifier": "x"}, **headers),
        guest.patch("cart/items", {"items": [{"id": line, "personal_identifier": "x"}]}, **headers),
        guest.patch("session", {"language": "en"}, **headers),
    ]
    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(403, "CROSS_SITE")}
    assert all_rows() == before


def test_the_own_origin_may(shop: Shop) -> None:
    guest = Guest(shop)
    request = {"productVariantId": str(first_variant(make_product(shop)).pk), "amount": 1}
    document = {"query": DOCUMENTS["ADDTOCART"], "variables": {"input": {"requests": [request]}}}
    assert guest.send(document, origin="http://localhost", sec_fetch_site="same-origin").data["cart"]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_forms_of_other_pages_change_nothing(shop: Shop, kind: str) -> None:
    guest = Guest(shop)
    guest.add((first_variant(make_product(shop, capacity=5)), 1))
    line, before = guest.cart()["items"][0]["id"], all_rows()
    query = f'{{"query": "mutation {{ removeFromCart(input: {{itemId: \\"{line}\\"}}) {{ cart {{ id }} }} }}"}}'
    answers = [
        guest.client.generic("POST", f"{guest.base}/graphql", query, content_type=kind),
        guest.client.generic("PATCH", f"{guest.base}/session", '{"language": "en"}', content_type=kind),
    ]
    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(415, "JSON_ONLY")}
    assert all_rows() == before


@proves("design §3", "GET never writes")
def test_get_never_writes(shop: Shop) -> None:
    guest = Guest(shop)
    answer = guest.client.get(f"{guest.base}/graphql", {"query": DOCUMENTS["ADDTOCART"]})
    assert answer.status_code == 400
    assert guest.client.get(f"{guest.base}/cart/address").status_code == 405
    assert not VisitorSession.objects.exists()


@proves("design §4", "answers hold nothing secret")
@proves("design §3", "private answers are kept nowhere; listed queries may be")
def test_private_answers_are_kept_nowhere(shop: Shop) -> None:
    guest = Guest(shop)
    added = guest.add((first_variant(make_product(shop)), 1))
    answers = [added.response, guest.ask("CART").response, guest.ask("SESSION_EXPIRES_AT").response]
    answers += [guest.ask("PAYMENTMETHODS").response, guest.get("session/heartbeat")]
    answers += [guest.patch("session", {"language": "de"}), guest.enter_address(), guest.choose()]
    answers += [guest.enter_address(last_name=""), guest.get("orders/unknown")]
    answers.append(guest.ask("ORDER", order_id="x").response)
    assert {answer["Cache-Control"] for answer in answers} <= {"private, no-store", "no-store"}
    token = guest.token
    assert not any(token in answer.content.decode() for answer in answers), "the secret stays in the cookie"


# --- other shops and other guests


@proves("design §4", "cart, line and session of one shop are unknown to others")
def test_a_cart_is_unknown_to_other_shops(shop: Shop) -> None:
    other = make_shop()
    guest = Guest(shop)
    line = guest.add((first_variant(make_product(shop, capacity=5)), 1)).data["cart"]["items"][0]["id"]
    before = all_rows()
    thief = Guest(other)
    thief.token = guest.token
    assert thief.cart() is None
    assert thief.ask("SESSION_EXPIRES_AT").data["expiresAt"] is None
    assert thief.ask("HEARTBEAT", input={}).data["session"]["expiresAt"] is None
    refusals = [
        thief.ask("REMOVEFROMCART", input={"itemId": line}).refusal,
        thief.ask("CHANGEAMOUNT", input={"itemId": line, "amount": 2}).refusal,
        thief.ask("CHANGECOUNTRY", input={"countryCode": "at"}).refusal,
        thief.place(expectedTotal="20.00").refusal,
        thief.patch(f"cart/items/{line}", {"personal_identifier": "x"}).json(),
        thief.patch("cart/items", {"items": [{"id": line, "personal_identifier": "x"}]}).json(),
        thief.enter_address().json(),
        thief.patch("cart/logistics", {"payment_method": "bank_transfer"}).json(),
        thief.patch("session", {"language": "en"}).json(),
        thief.get("session/heartbeat").json(),
    ]
    assert {refusal["code"] for refusal in refusals} == {"SESSION_ENDED"}
    assert all_rows() == before


def test_a_wish_in_another_shop_begins_a_session_of_its_own(shop: Shop) -> None:
    other = make_shop()
    guest = Guest(shop)
    guest.add((first_variant(make_product(shop)), 1))
    before = all_rows()
    thief = Guest(other)
    thief.token = guest.token
    added = thief.add((first_variant(make_product(other)), 1)).data["cart"]
    assert len(added["items"]) == 1
    assert thief.token != guest.token
    assert VisitorSession.objects.filter(shop=other).count() == VisitorSession.objects.filter(shop=shop).count() == 1
    assert before[1] == [row for row in all_rows()[1] if str(row[0]) != added["id"]]


@proves("design §1", "a shop shows and sells what it lists")
def test_things_that_the_shop_does_not_list_are_not_found(shop: Shop) -> None:
    elsewhere = make_product(make_shop())
    guest = Guest(shop)
    assert guest.add((first_variant(elsewhere), 1)).refusal["code"] == "ITEM_NOT_FOUND"
    elsewhere.listed_in.add(shop)
    assert guest.add((first_variant(elsewhere), 1)).data["cart"]["total"] == "20.00"


@proves("design §4", "lines of other guests are unknown")
def test_lines_of_other_guests_are_not_found(shop: Shop) -> None:
    shirt = first_variant(make_product(shop, capacity=5, personalised=True))
    one, other = Guest(shop), Guest(shop)
    line = one.add((shirt, 1), text="ONE").data["cart"]["items"][0]["id"]
    other.add((shirt, 1), text="OTHER")
    before = all_rows()
    refusals = [
        other.ask("REMOVEFROMCART", input={"itemId": line}).refusal,
        other.ask("CHANGEAMOUNT", input={"itemId": line, "amount": 2}).refusal,
        other.patch(f"cart/items/{line}", {"personal_identifier": "STOLEN"}).json(),
    ]
    assert {refusal["code"] for refusal in refusals} == {"CART_ITEM_NOT_FOUND"}
    assert all_rows()[1:] == before[1:]
    options = other.ask("SHIPPINGMETHODS", country_code="de", item_ids=[line])
    assert options.refusal["code"] == "ITEM_NOT_FOUND"


def test_an_unknown_shop_has_no_api() -> None:
    shop = make_shop()
    guest = Guest(shop)
    guest.base = "/api/v2/shops/nobody"
    assert guest.ask("CART").response.status_code == 404
    assert guest.get("countries").status_code == 404
