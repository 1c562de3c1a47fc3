"""The cart's rules by themselves, each on both sides of its border."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from cart.errors import (
    AmountInvalid,
    AmountNotMultiple,
    CartLimitExceeded,
    CompanionAlone,
    PersonalisationInvalid,
    PersonalisationLink,
    PersonalisationMissing,
    TicketRequired,
)  # fmt: skip
from cart.items.dependent_items import allowed_items, check_dependent_items
from cart.rules import (
    MAX_AMOUNT,
    CatalogueEntry,
    Item,
    Needs,
    TicketChoice,
    check_limits,
    check_personalisation,
    demand,
    shippable_window,
    split_into_lines,
    still_allowed,
    whole_amount,
)  # fmt: skip
from catalogue.models import Seat

SHIRT = Item(1, CatalogueEntry("product", 1, 5), 3, stocks=(7,))
TICKET = Item(2, CatalogueEntry("event", 1, 9), 2, stocks=(7, 8), ticket=TicketChoice(category=4))
MUG = Item(3, CatalogueEntry("product", 3, 5), 2, personalised=True, personal_identifier="MIRA")
TODAY = date(2026, 11, 23)


@pytest.mark.parametrize("amount", [0, 0.99, -1, MAX_AMOUNT + 1, float("nan"), float("inf"), -0.0])
def test_amounts_that_are_none(amount: float) -> None:
    with pytest.raises(AmountInvalid):
        whole_amount(amount)


@pytest.mark.parametrize(("amount", "whole"), [(1, 1), (1.99, 1), (MAX_AMOUNT, MAX_AMOUNT)])
def test_amounts_become_whole(amount: float, whole: int) -> None:
    assert whole_amount(amount) == whole


@pytest.mark.parametrize(
    ("item", "error"),
    [
        (replace(SHIRT, personal_identifier="x"), PersonalisationInvalid),
        (replace(MUG, personal_identifier=" "), PersonalisationMissing),
        (replace(MUG, personal_identifier="www.spam.example"), PersonalisationLink),
        (replace(TICKET, personal_identifier="www.spam.example"), PersonalisationLink),
        (replace(MUG, personal_identifier="x" * 81), PersonalisationInvalid),
    ],
)
def test_texts_that_are_refused(item: Item, error: type[Exception]) -> None:
    with pytest.raises(error):
        check_personalisation(item)


@pytest.mark.parametrize("item", [SHIRT, MUG, TICKET, replace(MUG, personal_identifier="x" * 80)])
def test_texts_that_are_taken(item: Item) -> None:
    check_personalisation(item)
    check_personalisation(replace(TICKET, personal_identifier="x" * 200))


def test_tickets_and_personalised_pieces_have_lines_of_their_own() -> None:
    assert split_into_lines(SHIRT) == [SHIRT]
    assert [one.amount for one in split_into_lines(TICKET)] == [1, 1]
    assert [one.amount for one in split_into_lines(MUG)] == [1, 1]


def test_the_demand_of_a_cart_is_summed_by_stock() -> None:
    assert demand([SHIRT, TICKET, MUG]) == {7: 5, 8: 2}
    without_seat = replace(TICKET, ticket=TicketChoice(category=4, seated=True))
    assert without_seat.seat_missing and demand([SHIRT, without_seat]) == {7: 3}
    with_seat = replace(TICKET, ticket=TicketChoice(category=4, seated=True, seat=1))
    assert not with_seat.seat_missing and demand([with_seat]) == {7: 2, 8: 2}


def test_limits_count_a_thing_over_all_its_lines() -> None:
    check_limits([SHIRT, replace(SHIRT, amount=2), replace(MUG, amount=5)])
    with pytest.raises(CartLimitExceeded) as told:
        check_limits([SHIRT, replace(SHIRT, variant_id=9, amount=3)])
    assert told.value.extensions == {"limit": 5, "kind": "product", "id": "1"}


def test_what_is_still_allowed_is_never_below_none() -> None:
    assert still_allowed([SHIRT, TICKET], SHIRT.entry) == 2
    assert still_allowed([SHIRT, SHIRT], SHIRT.entry) == 0
    assert still_allowed([TICKET], SHIRT.entry) == 5


def test_a_cart_ships_when_its_last_piece_can() -> None:
    early, late = TODAY + timedelta(days=1), TODAY + timedelta(days=9)
    assert shippable_window({"a": early, "b": late, "c": None}, TODAY) == (late, late + timedelta(days=10))
    assert shippable_window({"a": TODAY, "b": None}, TODAY) == (None, None)
    assert shippable_window({}, TODAY) == (None, None)


def seat(kind: str, event: int = 1) -> Item:
    return Item(
        2, CatalogueEntry("event", event, 9), 1, ticket=TicketChoice(category=4, seated=True, seat=1, seat_kind=kind)
    )


def test_a_companions_seat_needs_a_wheelchairs_of_the_same_event() -> None:
    wheelchair, companion = seat(Seat.Reserved.WHEELCHAIR), seat(Seat.Reserved.COMPANION)
    check_dependent_items([wheelchair, companion, seat("")])
    for items in ([companion, seat("")], [companion, seat(Seat.Reserved.WHEELCHAIR, event=2)]):
        with pytest.raises(CompanionAlone):
            check_dependent_items(items)
        assert [one.amount for one in allowed_items(items)] == [0, 1]


def test_tickets_come_in_their_events_multiples() -> None:
    pair = replace(TICKET, ticket=TicketChoice(category=4, multiple=2))
    check_dependent_items([pair, replace(pair, amount=4), replace(SHIRT, amount=1)])
    odd = [pair, replace(pair, amount=1)]
    with pytest.raises(AmountNotMultiple):
        check_dependent_items(odd)
    assert [one.amount for one in allowed_items(odd)] == [2, 0]


def test_what_needs_a_ticket_goes_with_the_last_one() -> None:
    meal = replace(SHIRT, needs=Needs(ticket=True))
    check_dependent_items([meal, TICKET, MUG])
    with pytest.raises(TicketRequired):
        check_dependent_items([meal, MUG])
    assert [one.amount for one in allowed_items([meal, MUG])] == [0, 2]


def test_a_follower_follows_products_only_and_never_more_of_them() -> None:
    follower = replace(SHIRT, variant_id=5, entry=CatalogueEntry("product", 5, 9), amount=2, needs=Needs(follows=1))
    assert [one.amount for one in allowed_items([TICKET, follower])] == [2, 0], "an event with that number is no leader"
    assert [one.amount for one in allowed_items([replace(SHIRT, amount=1), follower])] == [1, 1]
    assert [one.amount for one in allowed_items([SHIRT, follower, replace(follower, amount=2)])] == [3, 2, 1]
