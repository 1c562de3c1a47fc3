"""At most a share of a stock waits for transfers; scarce tickets do not at all (docs/decisions/0074)."""

from itertools import count
from typing import Any

import pytest
from django.db.models import F

from cart.models import Cart
from catalogue.errors import SoldOut, TransferNotOffered
from catalogue.events.waiting_rooms import room_for
from catalogue.models import Event, EventRoom, ProductVariant, Stock
from catalogue.stock.actions import release_holds
from catalogue.transfer_share import may_wait_for_transfer
from checkout.actions import (
    PlaceRequest,
    cancel_unpaid,
    choose_logistics,
    enter_addresses,
    invalidate_line,
    pay_order,
    place_order,
)
from checkout.actions.payments.paying import open_attempt
from checkout.errors import PaymentMethodUnavailable
from checkout.models import Placement
from checkout.orders.access import access_order
from checkout.pricing.offers import offers_for
from sessions_queue.models import VisitorSession
from shop.invariants import broken_invariants
from shop.models import Shop
from tests.checkout.merging import merge
from tests.checkout.placing import checkout_of, transfer
from tests.factories import ADDRESS, fill_cart, first_variant, make_event, make_product, make_shop
from tests.guest import ready
from tests.proofs import proves

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
CARD, TRANSFER = "stripe_checkout", "bank_transfer"
NUMBERS = count(1)


@pytest.fixture(autouse=True)
def with_cards(settings: Any) -> None:
    """Something pays at once; nobody is asked in these tests."""
    settings.STRIPE_SECRET_KEY = "sk_test_1"


def shirts(capacity: int, **shop: Any) -> ProductVariant:
    return first_variant(make_product(make_shop(**shop), capacity=capacity, cart_limit=500))


def tickets(capacity: int, **event: Any) -> ProductVariant:
    return first_variant(make_event(make_shop(), capacity=capacity, cart_limit=500, **event))


def filled(variant: ProductVariant, pieces: int, method: str) -> tuple[VisitorSession, PlaceRequest]:
    """Somebody nobody knows in front of the order button, with an invented mailbox."""
    number = next(NUMBERS)
    thing = variant.product or variant.event
    assert thing is not None
    session, cart = fill_cart(thing.owner, (variant, pieces))
    enter_addresses(session=session, billing=ADDRESS, shipping=None, email=f"nobody-{number}@example.org")
    options = checkout_of(session).options
    Cart.objects.filter(pk=cart.pk).update(
        payment_method=method, shipping_method=options[0].id if options else ""
    )  # as if it had been chosen while that was possible
    return session, PlaceRequest(f"key-{number}", None, accepted_terms=True)


def order(variant: ProductVariant, pieces: int = 1, method: str = TRANSFER) -> Placement:
    session, request = filled(variant, pieces, method)
    try:
        return place_order(session=session, request=request)
    except TransferNotOffered:
        release_holds(holders=list(Cart.objects.filter(session=session).values_list("pk", flat=True)))
        raise


def waiting() -> int:
    return Stock.objects.get().waiting


def take_all_that_may_wait(variant: ProductVariant, pieces: int = 9) -> None:
    """As many orders by transfer as are taken, however small."""
    while pieces:
        try:
            order(variant, pieces)
        except (TransferNotOffered, SoldOut):
            pieces -= 1


@proves(
    "docs/decisions/0074",
    "at most a share of a stock waits for transfers, whoever orders and however often; what pays at once sells on",
)
def test_no_more_than_the_share_waits_whoever_orders() -> None:
    shirt = shirts(400)
    take_all_that_may_wait(shirt)
    assert waiting() == 40
    assert order(shirt, 9, CARD).is_open
    assert (waiting(), Stock.objects.get().sold) == (40, 49)
    assert broken_invariants() == {}


@pytest.mark.parametrize(
    ("capacity", "share", "most"),
    [
        (1, 10, 0),
        (2, 10, 1),
        (3, 10, 1),
        (10, 10, 5),
        (18, 10, 9),
        (50, 10, 9),
        (90, 10, 9),
        (129, 10, 12),
        (3, 100, 3),
        (400, 0, 0),
        (3, 0, 0),
        (50, 40, 20),
    ],
)
@pytest.mark.parametrize("whose", ["shop", "stock"])
def test_of_few_pieces_one_order_may_wait_but_no_more_than_half(
    capacity: int, share: int, most: int, whose: str
) -> None:
    variant = shirts(capacity, transfer_share=share if whose == "shop" else 77)
    Stock.objects.update(transfer_share=None if whose == "shop" else share)
    stock = Stock.objects.get().pk
    assert may_wait_for_transfer({stock: most}) or not most
    assert not may_wait_for_transfer({stock: most + 1})
    if most:
        order(variant, most)
    assert not may_wait_for_transfer({stock: 1})


@proves("docs/decisions/0074", "what is paid, cancelled or taken out of an order waits no longer, and others may")
def test_there_is_room_again_once_money_came_or_an_order_ended() -> None:
    shirt = shirts(10)
    paid, ended, shrunk = order(shirt, 1), order(shirt, 2), order(shirt, 2)
    with pytest.raises(TransferNotOffered):
        order(shirt, 1)
    transfer(paid, str(paid.total))
    assert waiting() == 4
    cancel_unpaid(order=ended.order)
    assert waiting() == 2
    invalidate_line(line=shrunk.lines.get(), amount=1)
    assert waiting() == 1
    assert broken_invariants() == {}
    take_all_that_may_wait(shirt)
    assert waiting() == 5


@proves(
    "purchase §3, §4",
    "beyond the share transfer is neither listed nor taken; a cart that had chosen it goes back to the choice, with"
    " everything in it",
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_cart_beyond_the_share_chooses_again_and_loses_nothing(language: str) -> None:
    shirt = shirts(10)
    guest = ready(shirt.product.owner, shirt, 2, language)
    asked = guest.ask("PAYMENTMETHODS").data
    listed = [one["id"] for one in asked["nodes"]]
    assert {TRANSFER, CARD} <= set(listed)
    assert not asked["transferRefused"]
    assert guest.cart()["paymentMethod"] == TRANSFER
    take_all_that_may_wait(shirt)
    refused = guest.place(expectedTotal="45.90", idempotencyKey="first")
    assert refused.refusal["code"] == "TRANSFER_NOT_OFFERED"
    left = guest.cart()
    assert (left["paymentMethod"], left["items"][0]["amount"]) == (None, 2)
    assert left["shippingMethod"] and left["email"] and left["billingAddress"]
    asked = guest.ask("PAYMENTMETHODS").data
    assert [one["id"] for one in asked["nodes"]] == [one for one in listed if one != TRANSFER]
    assert asked["transferRefused"]
    answer = guest.choose(payment=TRANSFER)
    assert (answer.status_code, answer.json()["code"]) == (409, "TRANSFER_NOT_OFFERED")
    assert Stock.objects.get().held == 2
    assert guest.choose(payment=CARD).status_code == 200
    assert guest.place(expectedTotal="45.90", idempotencyKey="second").data["order"]["status"] == "payment_pending"
    assert broken_invariants() == {}


@proves("docs/decisions/0074", "where nothing pays at once, nothing limits transfers")
def test_a_shop_that_takes_transfers_alone_sells_all(settings: Any) -> None:
    settings.STRIPE_SECRET_KEY = ""
    shirt = shirts(10)
    assert order(shirt, 10).is_open
    assert waiting() == 10


def test_what_is_limited_by_no_stock_is_not_limited_here() -> None:
    variant = first_variant(make_product(make_shop(), cart_limit=500))
    for _time in range(5):
        assert order(variant, 100).is_open


@proves(
    "docs/decisions/0074",
    "tickets of which few are left, or in front of which people wait, are not sold by transfer unless staff say so",
)
@pytest.mark.parametrize("staff_say_so", [False, True])
@pytest.mark.parametrize("scarce", ["few", "awaited"])
def test_scarce_tickets_are_paid_at_once_unless_staff_say_so(scarce: str, staff_say_so: bool) -> None:
    ticket = tickets(400, transfer_when_scarce=staff_say_so)
    assert order(ticket, 2).is_open
    if scarce == "few":
        Stock.objects.update(capacity=F("sold") + 6)
        Stock.objects.update(transfer_share=100)
    else:
        room_for(event=Event.objects.get())
        EventRoom.objects.update(is_open=True)
    if staff_say_so:
        assert order(ticket, 1).is_open
    else:
        with pytest.raises(TransferNotOffered):
            order(ticket, 1)
    assert order(ticket, 1, CARD).is_open
    assert broken_invariants() == {}


def test_goods_are_not_scarce_and_have_their_share() -> None:
    shirt = shirts(5)
    assert order(shirt, 2).is_open


@proves("docs/decisions/0074", "an open order changes to transfer only while its pieces may wait")
def test_an_open_order_changes_to_transfer_only_within_the_share() -> None:
    shirt = shirts(10)
    by_card, other = order(shirt, 3, CARD), order(shirt, 3, CARD)
    known = [access_order(one.order.shop, one.order.secret) for one in (by_card, other)]
    assert TRANSFER in {offer.id for offer in offers_for(known[0])}
    pay_order(order=known[0], method=TRANSFER)
    assert waiting() == 3
    for _again in range(2):
        pay_order(order=access_order(by_card.order.shop, by_card.order.secret), method=TRANSFER)
    assert waiting() == 3, "it waits already"
    assert TRANSFER not in {offer.id for offer in offers_for(known[1])}
    with pytest.raises(PaymentMethodUnavailable):
        open_attempt(order=known[1], method=TRANSFER)
    assert waiting() == 3
    assert TRANSFER in {offer.id for offer in offers_for(access_order(known[0].shop, known[0].secret))}
    assert broken_invariants() == {}


@proves("docs/decisions/0074", "what joins an order, and is paid in whichever way later, stays within the share")
@pytest.mark.parametrize("is_verified", [True, False])
def test_what_joins_an_order_stays_within_the_share(is_verified: bool) -> None:
    shirt = shirts(10)
    first = order(shirt, 1, CARD)
    Placement.objects.update(paid_at=F("placed_at"))  # its parcel takes a stranger's goods, too
    session, _request = filled(shirt, 5, "")
    merge(session, into=first.order, is_verified=is_verified)
    assert waiting() == 5
    session, _request = filled(shirt, 1, "")
    with pytest.raises(TransferNotOffered if is_verified else Exception) as refusal:
        merge(session, into=first.order, is_verified=is_verified)
    assert refusal.value.code == ("TRANSFER_NOT_OFFERED" if is_verified else "ORDER_NOT_FOUND")  # type: ignore[attr-defined]
    assert checkout_of(session).lines, "the cart is as it was"
    assert waiting() == 5


def test_choosing_a_method_asks_the_stocks() -> None:
    shirt = shirts(10)
    session, _request = filled(shirt, 1, "")
    take_all_that_may_wait(shirt)
    with pytest.raises(TransferNotOffered):
        choose_logistics(session=session, shipping_method=None, payment_method=TRANSFER)
    Shop.objects.update(transfer_share=100)
    choose_logistics(session=session, shipping_method=None, payment_method=TRANSFER)
    assert checkout_of(session).payment is not None
