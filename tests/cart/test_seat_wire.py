"""Seats through both APIs (purchase §7 ADDTOCART, §8)."""

from typing import Any

import pytest
from django.utils import translation

from cart.actions import AddRequest
from cart.rules import LineProblem
from catalogue.models import Event, PricingCategory
from checkout.mails.order_mails import write_order_mail
from checkout.models import Order, Placement
from shop.invariants import broken_invariants
from shop.models import Mail
from tests.factories import bundle_request, first_variant, make_bundle, make_product, make_variant, priced_cart
from tests.guest import Answer, Guest, ready
from tests.proofs import proves
from tests.seated import House

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]

ADD = """mutation ADDTOCART($input: AddToCartInput!) { addToCart(input: $input) {
  cart { items { id amount seatId seat { id sectionName row name } } }
  seatShifts { wanted { id row name } given { id row name } }
} }"""
BEST = """query BEST(
  $event: ID!, $amount: Int!, $tickets: [ID!], $section: ID, $most: Decimal, $adjacent: Boolean, $accessible: Boolean
) { bestSeats(
  eventId: $event, amount: $amount, productVariantIds: $tickets, sectionId: $section, maxPrice: $most,
  adjacent: $adjacent, accessible: $accessible
) { id sectionName row name productVariantId } }"""


def add(house: House, guest: Guest, *names: str, wish: Any = None, **more: Any) -> Answer:
    seats = [str(house.seat(name).pk) for name in names]
    request = {"productVariantId": str(house.ticket.pk), "amount": len(seats), "seatIds": seats} | more
    return guest.send({"query": ADD, "variables": {"input": {"requests": [request], **(wish or {})}}})


def best(house: House, amount: int, **more: Any) -> list[dict[str, str]]:
    variables = {"event": str(house.event.pk), "amount": amount, "adjacent": True, "accessible": False} | more
    found: list[dict[str, str]] = Guest(house.shop).send({"query": BEST, "variables": variables}).data
    return found


def places(seats: list[dict[str, str]]) -> list[str]:
    return [f"{seat['row']}-{seat['name']}" for seat in seats]


@proves(
    "purchase §4",
    "picks move by one seat where a single one would be left over; every row of up to 14 seats; the move is told",
)
def test_a_line_says_its_seat_and_moves_are_told() -> None:
    house = House()
    added = add(house, Guest(house.shop), "1-2", "1-3").data
    items = added["cart"]["items"]
    assert [item["seat"] | {"id": ""} for item in items] == [
        {"id": "", "sectionName": "Block A", "row": "1", "name": "1"},
        {"id": "", "sectionName": "Block A", "row": "1", "name": "2"},
    ]
    assert [item["seatId"] for item in items] == [item["seat"]["id"] for item in items]
    moved = [(places([shift["wanted"]]), places([shift["given"]])) for shift in added["seatShifts"]]
    assert moved == [(["1-2"], ["1-1"]), (["1-3"], ["1-2"])]


@proves("purchase §8", "taken seats are named with the nearest of the same price in their place, side by side")
def test_taken_seats_are_named_with_others_in_their_place() -> None:
    house = House()
    add(house, Guest(house.shop), "1-5", "1-6")
    refusal = add(house, Guest(house.shop), "1-4", "1-5").refusal
    assert refusal["code"] == "SEATS_NOT_AVAILABLE"
    assert [house.name(seat) for seat in refusal["seatIds"]] == ["1-5"]
    assert [house.name(seat) for seat in refusal["alternatives"]] == ["1-3"]


@pytest.mark.parametrize("seat", ["x", "-1", "9" * 30, "١"])
def test_ids_that_nobody_has(seat: str) -> None:
    house = House()
    assert add(house, Guest(house.shop), "1-1", seatIds=[seat]).refusal["seatIds"] == [seat]
    assert add(house, Guest(house.shop), "1-1", sectionId=seat).refusal["code"] == "SEATS_NOT_AVAILABLE"


@proves("purchase §4", "tickets of a category in the cart are released first")
def test_the_other_refusals_have_their_codes() -> None:
    house = House(event={"force_ticket_amount": 2}, reserved={("2", 2): "companion"})
    guest = Guest(house.shop)
    assert add(house, guest, "1-1").refusal == {"code": "AMOUNT_NOT_MULTIPLE", "multiple": 2}
    assert add(house, guest, "2-1", "2-2").refusal == {"code": "COMPANION_ALONE"}
    items = add(house, guest, "1-1", "1-2").data["cart"]["items"]
    assert add(house, guest, "1-3", "1-4").refusal == {
        "code": "CATEGORY_IN_CART",
        "pricingCategoryId": str(house.ticket.pricing_category_id),
        "itemIds": [item["id"] for item in items],
    }


@proves("purchase §4", "tickets are released and others chosen in one step; where that is refused, the old ones stay")
def test_lines_are_released_with_what_takes_their_place() -> None:
    house = House()
    add(house, Guest(house.shop), "1-5", "1-6")
    guest = Guest(house.shop)
    items = add(house, guest, "1-1", "1-2").data["cart"]["items"]
    lines = {"releasedItemIds": [item["id"] for item in items]}
    assert add(house, guest, "1-4", "1-5", wish=lines).refusal["code"] == "SEATS_NOT_AVAILABLE"
    assert add(house, guest, "1-3", "1-4", wish={"releasedItemIds": ["x"]}).refusal["code"] == "CART_ITEM_NOT_FOUND"
    assert house.held() == (4, 0)
    added = add(house, guest, "1-3", "1-4", wish=lines).data
    assert places([item["seat"] for item in added["cart"]["items"]]) == ["1-3", "1-4"]


def test_without_seats_the_best_ones() -> None:
    house = House()
    request = {"productVariantId": str(house.ticket.pk), "amount": 2}
    added = Guest(house.shop).send({"query": ADD, "variables": {"input": {"requests": [request]}}}).data
    assert places([item["seat"] for item in added["cart"]["items"]]) == ["1-5", "1-6"]
    assert added["seatShifts"] == []


@proves("purchase §3", "an order owns its seats and remembers their names; its mail and page say them")
def test_the_order_and_its_mail_name_the_seat() -> None:
    house = House()
    guest = Guest(house.shop)
    assert add(house, guest, "1-1", "1-2").data
    assert guest.enter_address().status_code == 200
    assert guest.choose().status_code == 200
    order = guest.place().data["order"]
    assert [item["seat"]["name"] for item in order["items"]] == ["1", "2"]
    told = guest.get(f"orders/{order['id']}?include=items").json()
    assert told["items"][0]["seat"]["section_name"] == "Block A"
    assert told["items"][0]["seat_id"] == order["items"][0]["seatId"]
    placed = Placement.objects.get(order__secret=order["id"])
    mail = write_order_mail([Mail.objects.get(kind="confirmation")], placed)
    for text in (mail.text, mail.html):
        assert "Block A, Reihe 1, Platz 2" in text


@proves(
    "seat-maps.md",
    "shoppers read a section's name in the language of the moment: map, list, search, chosen seats, "
    "cart, ticket note; orders and mails in the order's",
)
@pytest.mark.parametrize(("language", "said"), [("de", "Block A, Reihe 1, Platz 2"), ("en", "Stand A, row 1, seat 2")])
def test_a_section_is_named_in_the_language_of_the_cart_and_the_order(language: str, said: str) -> None:
    house = House()
    house.seat_map.sections.update(name_en="Stand A")
    section, _, _ = said.partition(",")
    guest = Guest(house.shop, language)
    added = add(house, guest, "1-1", "1-2").data
    assert [item["seat"]["sectionName"] for item in added["cart"]["items"]] == [section] * 2
    assert guest.enter_address().status_code == 200
    assert guest.choose().status_code == 200
    order = guest.place().data["order"]
    placed = Placement.objects.get(order__secret=order["id"])
    assert set(placed.lines.values_list("seat_section", flat=True)) == {section}
    with translation.override("de" if language == "en" else "en"):
        mail = write_order_mail([Mail.objects.get(kind="confirmation")], placed)
        assert said in mail.text and said in mail.html
    again = Guest(house.shop, "de" if language == "en" else "en").get(f"orders/{order['id']}?include=items").json()
    assert again["items"][0]["seat"]["section_name"] == section, "as it was ordered"


@proves(
    "purchase §7",
    "the best seats: in front in the middle, side by side, no single one left; by price, section and "
    "accessibility; 80 000 seats in milliseconds",
)
@proves("catalogue §4", "the best seats up to a price that one chooses")
def test_the_best_seats_are_a_proposal_only() -> None:
    house = House(reserved={("2", 10): "wheelchair"})
    standing = make_variant(event=house.event, price="10.00", physical=False)
    seats = best(house, 2)
    assert places(seats) == ["1-5", "1-6"]
    assert {seat["productVariantId"] for seat in seats} == {str(house.ticket.pk)}
    assert house.held() == (0, 0)
    assert best(house, 2, most="29.99") == best(house, 2, tickets=[str(standing.pk)]) == []
    assert places(best(house, 1, accessible=True)) == ["2-10"]
    assert best(house, 2, section="999999") == best(house, 2, event="0") == best(house, 0) == best(house, 99) == []


def test_a_proposal_is_never_kept() -> None:
    house = House()
    variables = {"event": str(house.event.pk), "amount": 1}
    answer = Guest(house.shop).send({"query": BEST, "variables": variables}).response
    assert answer.headers["Cache-Control"] == "private, no-store"


class TestSeatsThatCameLater:
    """Tickets lie in a cart when their category gets seats."""

    @pytest.fixture
    def house(self) -> House:
        return House(seated=False)

    @pytest.fixture
    def guest(self, house: House) -> Guest:
        return ready(house.shop, house.ticket, 2)

    @proves(
        "purchase §4",
        "tickets from before their category got seats are told in the cart, keep nothing from others and "
        "give way to chosen seats",
    )
    def test_the_line_says_so_and_nothing_is_sold(self, house: House, guest: Guest) -> None:
        assert [item["problem"] for item in guest.cart()["items"]] == [None, None]
        house.put_seats()
        cart = guest.cart()
        assert [(item["problem"], item["invalidated"]) for item in cart["items"]] == [("seat_missing", True)] * 2
        told = guest.choose("-1").json()
        assert [item["problem"] for item in told["items"]] == ["seat_missing"] * 2
        refusal = guest.place().refusal
        assert (refusal["code"], refusal["itemIds"]) == ("SEATS_MISSING", [item["id"] for item in cart["items"]])
        assert not Order.objects.exists()

    def test_it_keeps_nothing_from_others_whatever_the_cart_does(self, house: House, guest: Guest) -> None:
        house.put_seats()
        other = first_variant(make_product(house.shop, price="5.00"))
        (line,) = [item for item in guest.add((other, 1)).data["cart"]["items"] if not item["ticket"]]
        assert guest.ask("CHANGEAMOUNT", input={"itemId": line["id"], "amount": 2}).data
        assert house.held() == (0, 0)
        assert broken_invariants() == {}

    def test_chosen_seats_take_its_place(self, house: House, guest: Guest) -> None:
        house.put_seats()
        items = add(house, guest, "1-1", "1-2", "1-3").data["cart"]["items"]
        assert [item["seat"]["name"] for item in items] == ["1", "2", "3"]
        assert house.held() == (3, 0)
        assert [item["problem"] for item in guest.cart()["items"]] == [None] * 3
        assert guest.place().data["order"]["id"]
        assert broken_invariants() == {}

    def test_a_bundles_ticket_stays_with_its_bundle(self, house: House) -> None:
        bundle = make_bundle(make_product(house.shop, price="40.00"), house.event)
        in_bundle, single = bundle_request(bundle, *bundle.parts.all()), AddRequest(house.ticket.pk, 1)
        session, _cart, _shifts = house.add(in_bundle, single)
        house.put_seats()
        _session, cart, _shifts = house.pick("1-1", session=session)
        lines = priced_cart(cart).lines
        assert sorted((line.line.bundle_id is None, line.problem) for line in lines if line.item.ticket) == [
            (False, LineProblem.seat_missing), (True, None),
        ]  # fmt: skip
        assert len(lines) == 3
        assert broken_invariants() == {}

    def test_what_is_not_sold_any_more_says_that_first(self, house: House, guest: Guest) -> None:
        house.put_seats()
        Event.objects.update(active=False)
        assert {item["problem"] for item in guest.cart()["items"]} == {"not_for_sale"}
        assert guest.place().refusal["code"] == "ITEM_NOT_AVAILABLE"


@proves("purchase §3", "a ticket says its pricing category, in the cart, order, mail")
def test_a_ticket_says_its_category() -> None:
    house = House()
    floor = PricingCategory.objects.create(event=house.event, name_de="Stehplätze", name_en="Standing", order=2)
    standing = make_variant(event=house.event, price="10.00", physical=False, pricing_category=floor)
    for language, name in (("de", "Stehplätze"), ("en", "Standing")):
        guest = Guest(house.shop, language)
        order = guest.buy((standing, 1), idempotencyKey=language)
        assert [item["pricingCategoryName"] for item in order["items"]] == [name]
        placed = Placement.objects.get(order__secret=order["id"])
        mail = write_order_mail([Mail.objects.get(kind="confirmation", language=language)], placed)
        assert name in mail.text and name in mail.html
        assert order["items"][0]["seat"] is None
    PricingCategory.objects.update(name_de="Default", name_en="Default")
    guest = Guest(house.shop)
    assert guest.add((standing, 1)).data["cart"]["items"][0]["pricingCategoryName"] == ""
