"""Seats of tickets in the cart and at placing (purchase §4 "Cart rules", design §4)."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from cart.actions import AddRequest, remove_from_cart
from cart.errors import (
    AmountInvalid,
    AmountNotMultiple,
    CartItemNotFound,
    CartLimitExceeded,
    CategoryInCart,
    CompanionAlone,
    ItemNotAvailable,
)
from cart.items.seat_choice import SeatChoice
from cart.models import Cart
from catalogue.errors import SeatsNotAvailable
from catalogue.models import Event, Seat, SeatClaim, Stock
from checkout.actions import PlaceRequest, enter_addresses, place_order
from checkout.actions.orders.details import choose_logistics
from checkout.pricing.checkout import priced_checkout
from sessions_queue.errors import SessionEnded
from sessions_queue.visitor_sessions.actions import end_overdue_sessions, heartbeat
from shop.invariants import broken_invariants
from tests.factories import (
    ADDRESS,
    make_event,
    make_seat_map,
    make_variant,
    seated_category,
)
from tests.proofs import proves
from tests.seated import House, run_out

pytestmark = pytest.mark.django_db


def refused(error: pytest.ExceptionInfo[SeatsNotAvailable], house: House) -> tuple[list[str], list[str]]:
    told = error.value.extensions
    return [house.name(seat) for seat in told["seatIds"]], [house.name(seat) for seat in told["alternatives"]]


@proves("purchase §4", "each ticket of a seated category has a line with its seat; all seats of a request or none")
def test_each_ticket_has_a_line_with_its_seat() -> None:
    house = House()
    _session, cart, shifts = house.pick("1-3", "1-4")
    assert house.seats_of(cart) == ["1-3", "1-4"]
    assert (shifts, house.held()) == ([], (2, 0))


@proves("purchase §8", "taken seats are named with the nearest of the same price in their place, side by side")
def test_a_taken_seat_takes_nothing_and_offers_the_nearest_beside_the_others() -> None:
    house = House()
    house.pick("1-5", "1-6")
    with pytest.raises(SeatsNotAvailable) as error:
        house.pick("1-3", "1-4", "1-5")
    assert refused(error, house) == (["1-5"], ["1-2"])
    assert house.held() == (2, 0)
    assert Cart.objects.count() == 1


def test_a_group_that_is_taken_is_offered_as_a_group() -> None:
    house = House(rows=3)
    house.pick("1-4", "1-5", "1-6", "1-7")
    with pytest.raises(SeatsNotAvailable) as error:
        house.pick("1-5", "1-6")
    assert refused(error, house) == (["1-5", "1-6"], ["2-5", "2-6"])


def test_alternatives_have_the_same_price() -> None:
    house = House(rows=1, seats=4)
    dear = seated_category(make_variant(event=house.event, price="99.00", physical=False))
    Seat.objects.filter(pk=house.seat("1-4").pk).update(pricing_category=dear)
    house.pick("1-1", "1-2", "1-3")
    with pytest.raises(SeatsNotAvailable) as error:
        house.pick("1-2")
    assert refused(error, house) == (["1-2"], [])


@proves("purchase §8", "a seat of another category than the ticket is refused and not offered again")
def test_a_seat_of_another_category_is_no_alternative_to_itself() -> None:
    house = House(rows=1, seats=4)
    dear = seated_category(make_variant(event=house.event, price="99.00", physical=False))
    Seat.objects.filter(row__name="1", number__in=["3", "4"]).update(pricing_category=dear)
    for seats in (("1-4",), ("1-1", "1-4"), ("1-3", "1-4")):
        with pytest.raises(SeatsNotAvailable) as error:
            house.pick(*seats)
        assert refused(error, house)[1] == []


@proves(
    "purchase §4",
    "picks move by one seat where a single one would be left over; every row of up to 14 seats; the move is told",
)
def test_a_single_seat_is_not_left_over_and_the_move_is_told() -> None:
    house = House()
    _session, cart, shifts = house.pick("1-2", "1-3")
    assert house.seats_of(cart) == ["1-1", "1-2"]
    assert shifts == [("1-2", "1-1"), ("1-3", "1-2")]


def test_two_groups_in_one_row_are_moved_together() -> None:
    house = House()
    _session, cart, shifts = house.pick("1-4", "1-6")
    assert house.seats_of(cart) == ["1-4", "1-5"]
    assert shifts == [("1-6", "1-5")]


def test_a_move_never_changes_the_price() -> None:
    house = House(seats=6)
    dear = make_variant(event=house.event, price="99.00", physical=False)
    category = seated_category(dear)
    Seat.objects.filter(row__name="1", number__in=["1", "4"]).update(pricing_category=category)
    Stock.objects.filter(seated_category=category).update(capacity=2)
    _session, cart, _shifts = house.pick("1-2", "1-3")
    assert house.seats_of(cart) == ["1-2", "1-3"]


@proves(
    "catalogue §3",
    "wheelchair seats stay where they are, companion seats come and go with them; promoter and press are not sold",
)
def test_wheelchair_seats_stay_and_end_a_run() -> None:
    house = House(reserved={("1", 5): "wheelchair", ("1", 6): "companion"})
    _session, cart, shifts = house.pick("1-5", "1-6")
    assert (house.seats_of(cart), shifts) == (["1-5", "1-6"], [])
    _session, cart, shifts = house.pick("1-2", "1-3")
    assert house.seats_of(cart) == ["1-1", "1-2"], "seat 4 would have been left alone beside the wheelchair seat"


def test_companion_seats_come_with_a_wheelchair_seat_and_go_with_it() -> None:
    house = House(reserved={("1", 5): "wheelchair", ("1", 6): "companion"})
    with pytest.raises(CompanionAlone):
        house.pick("1-6")
    assert house.held() == (0, 0)
    session, cart, _shifts = house.pick("1-5", "1-6")
    wheelchair = cart.lines.get(seat=house.seat("1-5"))
    remove_from_cart(session=session, line_id=str(wheelchair.pk))
    assert house.seats_of(cart) == []
    assert house.held() == (0, 0)


@pytest.mark.parametrize("kind", ["promoter", "press"])
def test_seats_that_are_held_back_are_not_sold(kind: str) -> None:
    house = House(reserved={("1", 5): kind})
    with pytest.raises(SeatsNotAvailable):
        house.pick("1-5")


def test_seats_of_other_events_categories_and_sections_are_not_available() -> None:
    house = House(event={"force_section": "Block A"}, rows=1, seats=4)
    other = make_event(house.shop)
    elsewhere = Seat.objects.filter(row__section__seat_map=make_seat_map(other)).first()
    assert elsewhere is not None
    with pytest.raises(SeatsNotAvailable) as error:
        house.add(AddRequest(house.ticket.pk, 1, seats=SeatChoice((elsewhere.pk,))))
    assert error.value.extensions == {"seatIds": [str(elsewhere.pk)], "alternatives": []}
    with pytest.raises(SeatsNotAvailable):
        house.add(AddRequest(house.ticket.pk, 1, seats=SeatChoice((10**15,))))
    seat = house.seat("1-2").pk
    with pytest.raises(SeatsNotAvailable):
        house.add(AddRequest(house.ticket.pk, 2, seats=SeatChoice((seat, seat))))
    assert not SeatClaim.objects.exists()
    house.pick("1-1")
    Event.objects.update(force_section="Block B")
    with pytest.raises(SeatsNotAvailable):
        house.pick("1-2")


def test_a_standing_ticket_has_no_seats() -> None:
    house = House()
    standing = make_variant(event=house.event, price="20.00", physical=False, capacity=5)
    with pytest.raises(SeatsNotAvailable):
        house.pick("1-2", ticket=standing)
    _session, cart, _shifts = house.add(AddRequest(standing.pk, 2))
    assert house.seats_of(cart) == []


def test_as_many_seats_as_tickets() -> None:
    house = House()
    with pytest.raises(AmountInvalid):
        house.add(AddRequest(house.ticket.pk, 3, seats=SeatChoice((house.seat("1-1").pk,))))


@proves("purchase §4", "tickets of a category in the cart are released first")
def test_tickets_of_a_category_in_the_cart_are_released_first() -> None:
    house = House(sections={"Block A": None, "Block B": None})
    session, cart, _shifts = house.pick("1-1", "1-2")
    with pytest.raises(CategoryInCart) as error:
        house.pick("2-1", "2-2", session=session)
    ids = [str(line.pk) for line in cart.lines.order_by("created_at")]
    assert error.value.extensions == {"pricingCategoryId": str(house.ticket.pricing_category_id), "itemIds": ids}
    for line in ids:
        remove_from_cart(session=session, line_id=line)
    house.pick("2-1", "2-2", session=session)
    assert house.seats_of(cart) == ["2-1", "2-2"]


@proves("purchase §4", "tickets are released and others chosen in one step; where that is refused, the old ones stay")
def test_tickets_are_released_and_others_chosen_at_once_or_not_at_all() -> None:
    house = House()
    _other, _cart, _shifts = house.pick("2-1", "2-2")
    session, cart, _shifts = house.pick("1-1", "1-2")
    released = [str(line.pk) for line in cart.lines.all()]
    with pytest.raises(SeatsNotAvailable):
        house.pick("2-2", "2-3", session=session, released=released)
    with pytest.raises(CartItemNotFound):
        house.pick("1-3", "1-4", session=session, released=[*released, str(_cart.lines.first().pk)])
    assert (house.seats_of(cart), house.held()) == (["1-1", "1-2"], (4, 0))
    _session, _cart, shifts = house.pick("1-2", "1-3", session=session, released=released)
    assert shifts == [("1-2", "1-1"), ("1-3", "1-2")], "the released seat 1 would be alone"
    house.pick("1-5", "1-6", session=session, released=[str(line.pk) for line in cart.lines.all()])
    assert (house.seats_of(cart), house.held()) == (["1-5", "1-6"], (4, 0))
    assert broken_invariants() == {}


def test_a_wheelchair_seat_is_not_released_from_its_companion() -> None:
    house = House(reserved={("1", 1): "wheelchair", ("1", 2): "companion"})
    session, cart, _shifts = house.pick("1-1", "1-2")
    wheelchair, companion = [str(line.pk) for line in cart.lines.order_by("seat__place")]
    standing = make_variant(event=house.event, price="20.00", physical=False)
    request = AddRequest(standing.pk, 1)
    with pytest.raises(CompanionAlone):
        house.add(request, session=session, released=[wheelchair])
    assert house.seats_of(cart) == ["1-1", "1-2"]
    house.add(request, session=session, released=[wheelchair, companion])
    assert house.held() == (0, 0)


def test_another_category_comes_beside_and_the_carts_own_seats_count_as_taken() -> None:
    house = House(sections={"Block A": None})
    reduced = make_variant(event=house.event, price="80.00", physical=False)
    session, _cart, _shifts = house.pick("1-3", "1-4")
    category = seated_category(reduced)
    Seat.objects.filter(row__name="1", number__in=["5", "6", "7", "8"]).update(pricing_category=category)
    Stock.objects.filter(seated_category=category).update(capacity=4)
    _session, cart, shifts = house.pick("1-6", "1-7", session=session, ticket=reduced)
    assert shifts == [("1-6", "1-5"), ("1-7", "1-6")], "seat 5 would have been alone between the cart's own"
    assert house.seats_of(cart) == ["1-3", "1-4", "1-5", "1-6"]


@proves("catalogue §3, §5", "`cart_limit`, `force_ticket_amount`, `force_section`, distance")
def test_the_limit_counts_all_tickets_of_the_event() -> None:
    house = House(event={"cart_limit": 3})
    standing = make_variant(event=house.event, price="20.00", physical=False)
    session, _cart, _shifts = house.pick("1-1", "1-2")
    house.add(AddRequest(standing.pk, 1), session=session)
    with pytest.raises(CartLimitExceeded):
        house.add(AddRequest(standing.pk, 1), session=session)
    with pytest.raises(CartLimitExceeded):
        house.pick("1-1", "1-2", "1-3", "1-4")


def test_only_multiples_are_sold_and_a_removed_one_takes_its_pair_along() -> None:
    house = House(event={"force_ticket_amount": 2})
    with pytest.raises(AmountNotMultiple) as error:
        house.pick("1-1", "1-2", "1-3")
    assert error.value.extensions == {"multiple": 2}
    session, cart, _shifts = house.pick("1-1", "1-2")
    standing = make_variant(event=house.event, price="20.00", physical=False)
    house.add(AddRequest(standing.pk, 2), session=session)
    remove_from_cart(session=session, line_id=str(cart.lines.get(seat=house.seat("1-2")).pk))
    assert [(line.variant_id, line.amount) for line in cart.lines.all()] == [(standing.pk, 1)] * 2
    assert (house.seats_of(cart), house.held()) == ([], (0, 0))


def test_distance_is_kept_to_other_parties() -> None:
    house = House(event={"distancing_amount": 2}, rows=1, seats=12)
    house.pick("1-5", "1-6")
    for seat in ("1-3", "1-4", "1-7", "1-8"):
        with pytest.raises(SeatsNotAvailable):
            house.pick(seat)
    assert house.best(2) == ["1-9", "1-10"]


@proves(
    "design §4",
    "removed tickets, ended sessions and changed minds give seats back; a hold that is over goes to the "
    "next and its cart never orders",
)
def test_removing_a_ticket_gives_its_seat_back() -> None:
    house = House()
    session, cart, _shifts = house.pick("1-1", "1-2")
    remove_from_cart(session=session, line_id=str(cart.lines.get(seat=house.seat("1-1")).pk))
    assert (house.seats_of(cart), house.held()) == (["1-2"], (1, 0))
    house.pick("1-1")


@proves("purchase §3", "an order owns its seats and remembers their names; its mail and page say them")
def test_an_order_owns_its_seats_and_remembers_their_names() -> None:
    house = House()
    session, cart, _shifts = house.pick("1-1", "1-2")
    order = house.order(session)
    assert not SeatClaim.objects.filter(holder=cart.pk).exists()
    assert {(claim.holder, claim.is_sold) for claim in SeatClaim.objects.all()} == {(order.placements.get().pk, True)}
    assert house.held() == (0, 2)
    lines = list(order.placements.get().lines.order_by("number"))
    assert [(line.seat_section, line.seat_row, line.seat_number) for line in lines] == [
        ("Block A", "1", "1"),
        ("Block A", "1", "2"),
    ]
    with pytest.raises(SeatsNotAvailable):
        house.pick("1-2")
    assert broken_invariants() == {}


def test_seats_of_an_ended_session_are_free_again() -> None:
    house = House()
    session, _cart, _shifts = house.pick("1-1", "1-2")
    run_out(session)
    assert end_overdue_sessions() == 1
    assert (SeatClaim.objects.count(), house.held()) == (0, (0, 0))


def test_a_hold_that_is_over_goes_to_the_next_and_never_comes_back() -> None:
    """Nobody swept yet: whoever wants the seat ends the session, with all that it held."""
    house = House()
    session, old, _shifts = house.pick("1-1", "1-2", "1-3")
    enter_addresses(session=session, billing=ADDRESS, shipping=None, email="mira@example.org")
    choose_logistics(session=session, shipping_method=None, payment_method="bank_transfer")
    run_out(session)
    _session, cart, _shifts = house.pick("1-2", "1-3")
    assert house.seats_of(cart) == ["1-1", "1-2"]
    assert (SeatClaim.objects.count(), house.held()) == (2, (2, 0))
    assert not heartbeat(session=session)
    request = PlaceRequest("late", priced_checkout(old).total, accepted_terms=True)
    with pytest.raises(SessionEnded):
        place_order(session=session, request=request)
    old.refresh_from_db()
    assert old.state == Cart.State.EXPIRED
    assert broken_invariants() == {}


def test_a_living_hold_is_never_taken() -> None:
    house = House()
    session, old, _shifts = house.pick("1-1", "1-2")
    with pytest.raises(SeatsNotAvailable):
        house.pick("1-1", "1-2")
    assert house.seats_of(old) == ["1-1", "1-2"]
    assert house.order(session).placements.get().lines.count() == 2


def test_what_is_not_on_sale_yet_has_no_seats_either() -> None:
    house = House()
    Event.objects.update(presale_at=Now() + timedelta(days=1))
    with pytest.raises(ItemNotAvailable):
        house.pick("1-1")


def test_the_best_seats_are_in_front_in_the_middle_and_side_by_side() -> None:
    house = House(rows=3)
    assert house.best(2) == ["1-5", "1-6"]
    assert house.best(4) == ["2-4", "2-5", "2-6", "2-7"], "nearer than what is left of the first row"


@proves(
    "purchase §7",
    "the best seats: in front in the middle, side by side, no single one left; by price, section and "
    "accessibility; 80 000 seats in milliseconds",
)
def test_two_kinds_of_one_category_sit_together() -> None:
    house = House(rows=3)
    reduced = make_variant(event=house.event, price="20.00", physical=False)
    reduced.pricing_category = house.ticket.pricing_category
    reduced.save()
    seated_category(reduced)
    _session, cart, _shifts = house.add(AddRequest(house.ticket.pk, 2), AddRequest(reduced.pk, 1))
    assert len(house.seats_of(cart)) == 3
    assert len({line.seat.row_id for line in cart.lines.all()}) == 1
    assert house.held() == (3, 0)


def test_too_few_side_by_side_offers_as_many_apart() -> None:
    house = House(rows=2, seats=3)
    with pytest.raises(SeatsNotAvailable) as error:
        house.best(4)
    taken, offered = refused(error, house)
    assert (taken, len(offered)) == ([], 4)
    assert len(house.best(4, adjacent=False)) == 4
    with pytest.raises(SeatsNotAvailable) as error:
        house.best(3, adjacent=False)
    assert refused(error, house) == ([], [])


def test_a_wheelchair_seat_and_its_companion_are_found_for_those_who_ask() -> None:
    house = House(rows=3, reserved={("3", 9): "wheelchair", ("3", 10): "companion"})
    assert house.best(2, accessible=True) == ["3-9", "3-10"]
    with pytest.raises(SeatsNotAvailable):
        house.best(1, accessible=True)


def test_the_best_seats_of_one_section() -> None:
    house = House(sections={"Block A": None, "Block B": None})
    section = house.seat("Block B/1-1").row.section_id
    assert [seat[:8] for seat in house.best(2, section_id=section)] == ["Block B/"] * 2
