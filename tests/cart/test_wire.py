"""The cart as a client sees it: session and cookie, lines, refusals (design §3, purchase §4, §7)."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from cart.models import Cart
from catalogue.models import Stock
from sessions_queue.models import VisitorSession
from sessions_queue.queries import session_cookie
from shop.core.limits.passes import COOKIE
from shop.models import Shop
from tests.factories import first_variant, make_artist, make_event, make_product, make_shop, make_venue
from tests.guest import DOCUMENTS, Guest
from tests.proofs import proves

from .rows import all_rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]


@pytest.fixture
def shop() -> Shop:
    return make_shop()


def run_out(guest: Guest) -> None:
    past = timezone.now() - timedelta(seconds=1)
    assert VisitorSession.objects.filter(token=guest.token).update(expires_at=past) == 1


# --- session and cookie


@proves("purchase §4", "looking makes no session and no cookie; the first wish does")
def test_looking_makes_no_session_and_no_cookie(shop: Shop) -> None:
    make_product(shop)
    guest = Guest(shop)
    answers = [guest.ask("CART"), guest.ask("REFERENCE"), guest.ask("SESSION_EXPIRES_AT"), guest.ask("PAYMENTMETHODS")]
    answers += [guest.ask("SHIPPINGMETHODS", country_code="de"), guest.ask("HEARTBEAT", input={})]
    responses = [answer.response for answer in answers] + [guest.get("countries"), guest.get("")]
    assert answers[0].data is None
    assert answers[2].data["expiresAt"] is None
    assert answers[5].data["session"]["expiresAt"] is None
    assert not any(response.cookies for response in responses)
    assert not VisitorSession.objects.exists()


def test_a_refused_first_wish_makes_no_session_either(shop: Shop) -> None:
    guest = Guest(shop)
    answer = guest.add((first_variant(make_product(shop, capacity=1)), 2))
    assert answer.refusal["code"] == "SOLD_OUT"
    assert set(answer.response.cookies) == {COOKIE}  # the refusal counts
    assert not VisitorSession.objects.exists()


@proves("design §6", "cookie per shop, HttpOnly, SameSite=Lax, Secure over https, 128 bits")
def test_the_first_wish_sets_the_shops_own_cookie(shop: Shop) -> None:
    guest = Guest(shop)
    cookies = guest.add((first_variant(make_product(shop)), 1)).response.cookies
    name = session_cookie(shop)
    cookie = cookies[name]
    assert set(cookies) == {COOKIE, name} and name == f"ms_session_{shop.slug}"
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert not cookie["domain"]
    assert VisitorSession.objects.get().token == cookie.value


def test_over_https_the_cookie_is_secure(shop: Shop, settings: Any) -> None:
    settings.SESSION_COOKIE_SECURE = True
    cookies = Guest(shop).add((first_variant(make_product(shop)), 1)).response.cookies
    assert cookies[session_cookie(shop)]["secure"] is True


@proves("purchase §7", "PATCH session keeps the language")
def test_the_session_speaks_the_guests_language(shop: Shop) -> None:
    guest = Guest(shop, "en")
    guest.add((first_variant(make_product(shop)), 1))
    assert VisitorSession.objects.get().language == "en"
    assert guest.patch("session", {"language": "de"}).json() == {"language": "de"}
    assert VisitorSession.objects.get().language == "de"
    refused = guest.patch("session", {"language": "fr"})
    assert (refused.status_code, list(refused.json()["errors"])) == (400, ["language"])
    assert VisitorSession.objects.get().language == "de"


@proves("purchase §4", "20 minutes, renewed by heartbeats and cart actions; REST and GraphQL")
def test_every_heartbeat_gives_20_more_minutes(shop: Shop) -> None:
    guest = Guest(shop)
    guest.add((first_variant(make_product(shop)), 1))
    soon = timezone.now() + timedelta(seconds=5)
    VisitorSession.objects.update(expires_at=soon)
    assert guest.ask("SESSION_EXPIRES_AT").data["expiresAt"][:19] == soon.isoformat()[:19]
    assert VisitorSession.objects.get().expires_at == soon, "asking does not renew"
    renewed = guest.ask("HEARTBEAT", input={"clientMutationId": "tab-1"}).data
    assert renewed["session"]["expiresAt"] == VisitorSession.objects.get().expires_at.isoformat()
    assert renewed["clientMutationId"] == "tab-1"
    VisitorSession.objects.update(expires_at=soon)
    assert guest.get("session/heartbeat").status_code == 200
    assert VisitorSession.objects.get().expires_at > timezone.now() + timedelta(minutes=19)


@proves("purchase §4", "a session that ran out ends: told, cart cleared, a new one begins")
def test_a_session_that_ran_out_is_told_and_a_new_one_begins(shop: Shop) -> None:
    shirt = first_variant(make_product(shop))
    guest = Guest(shop)
    line = guest.add((shirt, 1)).data["cart"]["items"][0]["id"]
    old = guest.token
    run_out(guest)
    assert guest.cart() is None
    assert guest.ask("HEARTBEAT", input={}).data["session"]["expiresAt"] is None
    for answer in (
        guest.ask("REMOVEFROMCART", input={"itemId": line}),
        guest.ask("CHANGEAMOUNT", input={"itemId": line, "amount": 2}),
        guest.ask("CHANGECOUNTRY", input={"countryCode": "at"}),
    ):
        assert answer.refusal == {"code": "SESSION_ENDED"}
    problem = guest.get("session/heartbeat")
    assert (problem.status_code, problem["Content-Type"]) == (409, "application/problem+json")
    assert problem.json()["code"] == "SESSION_ENDED"
    assert [item["amount"] for item in guest.add((shirt, 1)).data["cart"]["items"]] == [1]
    assert guest.token != old


# --- lines


@proves("purchase §3", "a line shows texts in the shopper's language, price, VAT, venue and date")
@pytest.mark.parametrize(("language", "name", "size"), [("de", "Nachthemd", "Größe M"), ("en", "Nightshirt", "Size M")])
def test_a_shirt_in_the_cart(shop: Shop, language: str, name: str, size: str) -> None:
    artist = make_artist(shop, "Halde Nord")
    product = make_product(shop, name_de="Nachthemd", name_en="Nightshirt", artist=artist, variants=())
    shirt = product.variants.create(description_de="Größe M", description_en="Size M")
    cart = Guest(shop, language).add((shirt, 2)).data["cart"]
    (item,) = cart["items"]
    assert item["type"] == "product"
    assert (item["productName"], item["productVariantDescription"]) == (name, size)
    assert (item["artistName"], item["productSlug"]) == ("Halde Nord", product.slug)
    assert (item["amount"], item["price"], item["total"], item["maxAmount"]) == (2, "20.00", "40.00", 9)
    assert (item["ticket"], item["physical"], item["amountChangeable"]) == (False, True, True)
    assert (cart["total"], cart["totalPlusShipping"], cart["physical"]) == ("40.00", "40.00", True)
    assert cart["newItemIds"] == [item["id"]]
    assert cart["vat"] == [
        {"rate": "19.00", "net": "33.61", "vat": "6.39", "gross": "40.00", "rule": "home", "country": ""}
    ]
    assert cart["validUntil"] == VisitorSession.objects.get().expires_at.isoformat()


def test_tickets_in_the_cart(shop: Shop) -> None:
    ticket = first_variant(make_event(shop, venue=make_venue(name="Knust", city="Hamburg")))
    cart = Guest(shop).add((ticket, 2)).data["cart"]
    assert [item["amount"] for item in cart["items"]] == [1, 1]
    item = cart["items"][0]
    assert (item["type"], item["ticket"], item["physical"]) == ("event", True, False)
    assert (item["amountChangeable"], item["venueName"]) == (False, "Knust, Hamburg")
    assert item["eventDate"] == ticket.event.happening_from.isoformat()
    assert (cart["physical"], cart["total"]) == (False, "60.00")


@proves(
    "catalogue §3", "cart, checkout and order page say of a show after midnight which night it is in, as its page does"
)
@pytest.mark.parametrize(("hidden", "day"), [(False, "Nacht von Samstag auf Sonntag, 17. März 2030"), (True, "")])
def test_the_night_of_a_show_after_midnight(shop: Shop, hidden: bool, day: str) -> None:
    begins = datetime(2030, 3, 17, 0, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    ticket = first_variant(make_event(shop, happening_from=begins, hide_date=hidden))
    cart = Guest(shop).add((ticket, 1)).data["cart"]
    assert [item["eventDay"] for item in cart["items"]] == [day]


@proves("purchase §3", "a ticket is called the same in cart, order and mail: its full name")
def test_a_ticket_is_called_by_its_full_name(shop: Shop) -> None:
    event = make_event(shop, name="Vier Stufen runter", descriptive_name="Kellerkind: Wuppertal")
    (item,) = Guest(shop).add((first_variant(event), 1)).data["cart"]["items"]
    assert item["productName"] == "Kellerkind: Wuppertal"


@proves("purchase §4", "amounts become whole numbers; senseless ones are refused")
def test_amounts_become_whole_numbers(shop: Shop) -> None:
    guest = Guest(shop)
    (item,) = guest.add((first_variant(make_product(shop)), 2.9)).data["cart"]["items"]
    assert item["amount"] == 2
    changed = guest.ask("CHANGEAMOUNT", input={"itemId": item["id"], "amount": 3.99}).data
    assert changed["cart"]["items"][0]["amount"] == 3


@proves("purchase §4", "an amount may come as a field's text; what is no number is refused")
def test_amounts_may_be_text(shop: Shop) -> None:
    guest = Guest(shop)
    variant = first_variant(make_product(shop))
    (item,) = guest.add((variant, "2")).data["cart"]["items"]
    assert item["amount"] == 2
    for amount, whole in ((" 3.9 ", 3), ("4", 4)):
        changed = guest.ask("CHANGEAMOUNT", input={"itemId": item["id"], "amount": amount}).data
        assert changed["cart"]["items"][0]["amount"] == whole
    assert guest.add((variant, "0")).refusal == {"code": "AMOUNT_INVALID"}
    for senseless in ("", "two", "nan", "inf", "1_0", True, None, [2], {"n": 2}):
        refused = guest.add((variant, senseless)).response
        assert (refused.status_code, refused.json()["errors"][0]["extensions"]["code"]) == (400, "INVALID_INPUT")
    assert guest.cart()["items"][0]["amount"] == 4


@proves("purchase §4", "removing and changing amounts hold and give back stock")
def test_identical_items_merge_and_removing_gives_the_stock_back(shop: Shop) -> None:
    shirt = first_variant(make_product(shop, capacity=5))
    guest = Guest(shop)
    guest.add((shirt, 1))
    (item,) = guest.add((shirt, 2)).data["cart"]["items"]
    assert (item["amount"], Stock.objects.get().held) == (3, 3)
    removed = guest.ask("REMOVEFROMCART", input={"itemId": item["id"], "clientMutationId": "x"}).data
    assert (removed["cart"]["items"], removed["cart"]["validUntil"]) == ([], None)
    assert (removed["clientMutationId"], Stock.objects.get().held) == ("x", 0)


@proves(
    "purchase §5", "personalisation: required, 80 characters, can be changed; server and browser know the same limits"
)
def test_a_personalised_line_takes_another_text_over_rest(shop: Shop) -> None:
    guest = Guest(shop)
    shirt = first_variant(make_product(shop, personalised=True))
    (item,) = guest.add((shirt, 1), text="MIRA").data["cart"]["items"]
    assert (item["personalised"], item["personalIdentifier"]) == (True, "MIRA")
    path = f"cart/items/{item['id']}"
    answer = guest.patch(path, {"personal_identifier": " MIRA FALK "})
    assert answer["Cache-Control"] == "private, no-store"
    assert answer.json()["items"][0]["personal_identifier"] == "MIRA FALK"
    refused = guest.patch(path, {"personal_identifier": "x" * 81})
    assert (refused.status_code, refused.json()["code"]) == (422, "PERSONALISATION_TOO_LONG")
    assert refused.json()["limit"] == 80
    assert guest.patch(path, {"personal_identifier": ""}).json()["code"] == "PERSONALISATION_MISSING"
    assert guest.patch(path, {}).json()["errors"]["personal_identifier"][0]["code"] == "required"
    assert guest.cart()["items"][0]["personalIdentifier"] == "MIRA FALK"


# --- refusals


@proves("purchase §4, §9", "limit per product and per event over the whole cart, 9 unless set")
@proves("purchase §8", "refusals keep the specs' sentences and stable codes")
def test_more_than_the_limit(shop: Shop) -> None:
    product = make_product(shop, variants=("M", "L"), cart_limit=4)
    medium, large = product.variants.all()
    guest = Guest(shop)
    guest.add((medium, 3))
    before = all_rows()
    refusal = guest.add((large, 2)).refusal
    assert (refusal["code"], refusal["limit"]) == ("CART_LIMIT_EXCEEDED", 4)
    assert before[1:] == all_rows()[1:]


@proves("purchase §7", "ADDTOCART takes all its requests or none")
def test_more_than_there_is_takes_nothing_of_all_that_was_asked_for(shop: Shop) -> None:
    plenty, scarce = first_variant(make_product(shop)), first_variant(make_product(shop, capacity=2))
    guest = Guest(shop)
    guest.add((plenty, 1))
    before = all_rows()
    refusal = guest.add((plenty, 1), (scarce, 3)).refusal
    assert refusal["code"] == "SOLD_OUT"
    assert refusal["available"] == 2
    assert before[1:] == all_rows()[1:]


@pytest.mark.parametrize("amount", [0, -1, 0.5, 1e9])
def test_senseless_amounts(shop: Shop, amount: float) -> None:
    guest = Guest(shop)
    refusal = guest.add((first_variant(make_product(shop)), amount)).refusal
    assert refusal == {"code": "AMOUNT_INVALID"}


@proves("catalogue §4", "only what is for sale here and now can be added")
def test_things_that_are_not_for_sale(shop: Shop) -> None:
    guest = Guest(shop)
    for variant in (
        first_variant(make_product(shop, external_url="https://label.example/")),
        first_variant(make_event(shop, presale_at=timezone.now() + timedelta(days=1))),
    ):
        refusal = guest.add((variant, 1)).refusal
        assert refusal["code"] == "ITEM_NOT_AVAILABLE"


@pytest.mark.parametrize("variant", ["0", "999999999", "9" * 30, "x", "-1", ""])
def test_things_that_do_not_exist(shop: Shop, variant: str) -> None:
    assert Guest(shop).add((variant, 1)).refusal == {"code": "ITEM_NOT_FOUND"}


@pytest.mark.parametrize("count", [0, 51])
def test_no_wish_and_far_too_many(shop: Shop, count: int) -> None:
    variant = first_variant(make_product(shop))
    assert Guest(shop).add(*[(variant, 1)] * count).refusal["code"] == "ITEM_NOT_FOUND"


def test_lines_that_do_not_exist(shop: Shop) -> None:
    guest = Guest(shop)
    guest.add((first_variant(make_product(shop)), 1))
    expected = {"code": "CART_ITEM_NOT_FOUND"}
    for line in ("nonsense", "00000000-0000-0000-0000-000000000000"):
        assert guest.ask("REMOVEFROMCART", input={"itemId": line}).refusal == expected
        assert guest.ask("CHANGEAMOUNT", input={"itemId": line, "amount": 1}).refusal == expected
        answer = guest.patch(f"cart/items/{line}", {"personal_identifier": "x"})
        assert (answer.status_code, answer.json()["code"]) == (404, "CART_ITEM_NOT_FOUND")


@proves("purchase §4", "amounts of tickets and follow-items stay")
def test_amounts_of_tickets_stay(shop: Shop) -> None:
    guest = Guest(shop)
    line = guest.add((first_variant(make_event(shop)), 1)).data["cart"]["items"][0]["id"]
    refusal = guest.ask("CHANGEAMOUNT", input={"itemId": line, "amount": 2}).refusal
    assert refusal == {"code": "AMOUNT_NOT_CHANGEABLE"}


def test_texts_where_they_do_not_belong_or_are_missing(shop: Shop) -> None:
    guest = Guest(shop)
    plain, printed = first_variant(make_product(shop)), first_variant(make_product(shop, personalised=True))
    assert guest.add((plain, 1), text="MIRA").refusal["code"] == "PERSONALISATION_TOO_LONG"
    refusal = guest.add((printed, 1), text="x" * 81).refusal
    assert refusal["code"] == "PERSONALISATION_TOO_LONG"
    assert guest.add((printed, 1)).refusal == {"code": "PERSONALISATION_MISSING"}


@proves("design §6", "texts, amounts, ids and cookies that make no sense are refused, not broken")
@pytest.mark.parametrize(
    ("text", "code"),
    [("x" * 501, "PERSONALISATION_TOO_LONG"), ("MIRA\x00", "INVALID_DOCUMENT"), ("MIRA\ud83d", "INVALID_DOCUMENT")],
)
def test_texts_that_the_database_cannot_hold_are_refused_not_broken(shop: Shop, text: str, code: str) -> None:
    guest = Guest(shop)
    for variant in (first_variant(make_event(shop)), first_variant(make_product(shop, personalised=True))):
        assert guest.add((variant, 1), text=text).refusal["code"] == code
    assert not Cart.objects.exists()


def test_a_broken_cookie_is_no_session(shop: Shop) -> None:
    guest = Guest(shop)
    for token in ('"\\000"', "x" * 5000, "%00", "ü"):
        guest.client.cookies.clear()
        answer = guest.client.post(
            f"{guest.base}/graphql",
            {"query": DOCUMENTS["CART"]},
            content_type="application/json",
            headers={"cookie": f"{session_cookie(shop)}={token}"},
        )
        assert (answer.status_code, answer.json()) == (200, {"data": {"cart": None}})


@proves("design §3", "nothing of a failure's inside leaves")
def test_input_of_the_wrong_kind_tells_nothing_of_the_inside(shop: Shop) -> None:
    guest = Guest(shop)
    answer = guest.ask("ADDTOCART", input={"requests": [{"productVariantId": "1", "amount": "many"}]})
    assert answer.response.status_code == 400
    assert answer.refusal["code"] == "INVALID_INPUT"
    assert not {"Traceback", "psycopg", "SELECT"} & set(answer.response.content.decode().split())
