"""The sale under many hands, through real HTTP, and canaries: without the lock these very checks fail (design §4)."""

from collections import Counter
from collections.abc import Sequence
from threading import Barrier
from typing import Any

import pytest

from catalogue.models import ProductVariant
from catalogue.stock.actions import create_stock, limit_variant
from tests.factories import first_variant, make_bundle, make_event, make_product, make_shop, make_variant
from tests.proofs import proves
from tests.races.buyers import BUYERS, Buyer, Outcome, together
from tests.races.canary import fails_on
from tests.races.ground import Ground, Sale, one_sale
from tests.stage import on

CAPACITY = 50
WANTED = 2


def buy_two(barrier: Barrier, sale: Sale, number: int) -> Outcome:
    buyer = sale.buyer()
    barrier.wait(timeout=120)
    if buyer.add(sale.variant, WANTED):
        buyer.place(buyer.prepare())
    return buyer.outcome


def sell_out(ground: Ground) -> None:
    """Exactly the capacity is sold, every refusal is the sold-out answer, nothing else goes wrong."""
    sale = one_sale(ground, CAPACITY)
    outcomes = together(buy_two, sale)
    check_statuses(outcomes)
    codes = Counter(code for outcome in outcomes for code in outcome.codes)
    assert codes == {"SOLD_OUT": len(outcomes) - CAPACITY // WANTED}
    assert sum(outcome.placed is not None for outcome in outcomes) == CAPACITY // WANTED
    assert sale.sold == CAPACITY
    ground.check()


def check_statuses(outcomes: Sequence[Outcome]) -> None:
    assert [outcome.bad_statuses for outcome in outcomes if outcome.bad_statuses] == []


def place_the_same_cart(barrier: Barrier, argument: tuple[Sale, dict[str, str], str], number: int) -> Outcome:
    sale, cookies, total = argument
    buyer = sale.buyer(cookies=cookies)
    barrier.wait(timeout=120)
    buyer.place(total, key="one attempt")
    return buyer.outcome


def place_together(ground: Ground) -> None:
    """One order, and as many equal answers as were asked."""
    sale = one_sale(ground, CAPACITY)
    buyer = sale.buyer()
    assert buyer.add(sale.variant, WANTED)
    outcomes = together(place_the_same_cart, (sale, dict(buyer.client.cookies), buyer.prepare()))
    assert [(outcome.bad_statuses, outcome.codes) for outcome in outcomes] == [([], [])] * BUYERS
    answers: list[Any] = [outcome.placed for outcome in outcomes]
    assert answers[0] is not None
    assert answers == [answers[0]] * BUYERS
    assert (sale.orders, sale.sold) == (1, WANTED)
    ground.check()


def buy_one_of_each(barrier: Barrier, argument: tuple[Ground, str, list[int]], number: int) -> Outcome:
    """Half of them begin at the other end; whoever gets anything buys it."""
    ground, slug, tickets = argument
    buyer = Buyer(ground.url, slug=slug)
    barrier.wait(timeout=120)
    if sum(buyer.add(ticket, 1) for ticket in tickets[:: 1 if number % 2 else -1]):
        buyer.place(buyer.prepare())
    return buyer.outcome


def buy_the_bundle(barrier: Barrier, argument: tuple[Sale, dict[str, Any]], number: int) -> Outcome:
    """Half of them take a single shirt first, which the bundle draws on, too."""
    shirts, bundle = argument
    buyer = shirts.buyer()
    barrier.wait(timeout=120)
    single = number % 2 == 0 and buyer.add(shirts.variant, 1)
    if buyer.add_bundle(bundle) or single:
        buyer.place(buyer.prepare())
    return buyer.outcome


def sell_bundles(ground: Ground) -> None:
    """A bundle of which 15 shirts allow 15, less what is sold of them singly."""
    with on(ground.database):
        shop = make_shop(transfer_share=100)
        shirt = make_product(shop, name="Shirt", capacity=15)
        box = make_bundle(
            make_product(shop, capacity=40), shirt, make_event(shop, capacity=20, transfer_when_scarce=True)
        )
        parts = [
            {"partId": str(one.pk), "productVariantId": str(first_variant(one.product or one.event).pk)}  # type: ignore[arg-type]
            for one in box.parts.all()
        ]
        root = {"productVariantId": str(first_variant(box).pk), "amount": 1, "bundleId": str(box.pk), "parts": parts}
        sold_here = ProductVariant.objects.filter(product__owner=shop)
        sold_here.update(physical=False)  # nobody has to send anything
        shirts, boxes = (
            Sale(ground, shop.slug, one.pk, one.stock_uses.get().stock_id) for one in map(first_variant, (shirt, box))
        )
    outcomes = together(buy_the_bundle, (shirts, root))
    check_statuses(outcomes)
    assert {code for outcome in outcomes for code in outcome.codes} <= {"SOLD_OUT"}
    assert (shirts.sold, boxes.sold < BUYERS) == (15, True)
    singles = sum(outcome.held for outcome in outcomes)
    assert boxes.sold == 15 - singles
    ground.check()


@proves("design §4", "32 buyers at once buy exactly what there is")
def test_32_buyers_at_once_buy_exactly_the_50_tickets_there_are(ground: Ground) -> None:
    sell_out(ground)


@proves(
    "design §4",
    "32 buyers, half of them from the other end, empty stocks that their tickets share without a "
    "deadlock; one order's placements race for the last pieces; what comes back is sold once",
)
def test_32_buyers_at_once_empty_stocks_that_their_tickets_share(ground: Ground) -> None:
    """Blocks and the hall that they lie in: nobody waits for somebody who waits for them."""
    with on(ground.database):
        shop = make_shop(transfer_share=100)
        event = make_event(shop, cart_limit=9, transfer_when_scarce=True)
        tickets = [first_variant(event), make_variant(event=event, price="30.00")]
        hall = create_stock(owner=shop, name="Hall", capacity=CAPACITY)
        for ticket in tickets:
            block = create_stock(owner=shop, name="Block", capacity=CAPACITY - 10)
            for stock in (hall, block):
                limit_variant(variant=ticket, stock=stock)
    outcomes = together(buy_one_of_each, (ground, shop.slug, [ticket.pk for ticket in tickets]))
    check_statuses(outcomes)
    assert {code for outcome in outcomes for code in outcome.codes} == {"SOLD_OUT"}
    assert ground.number("SELECT sold FROM catalogue_stock WHERE id = %s", hall.pk) == CAPACITY
    ground.check()


@proves("design §4", "a bundle and single lines of the same stock are one demand, under many hands, too")
def test_32_buyers_of_bundles_and_singles_sell_exactly_what_the_scarcest_part_allows(ground: Ground) -> None:
    sell_bundles(ground)


@proves("design §4", "32 clicks at once make one order")
def test_32_clicks_at_once_on_one_cart_make_one_order(ground: Ground) -> None:
    place_together(ground)


@pytest.mark.whole
def test_canary_without_locks_bundles_go_wrong(ground_without_locks: Ground) -> None:
    fails_on(ground_without_locks, sell_bundles)


@proves("design §4", "without the lock these very checks fail")
@pytest.mark.whole
def test_canary_without_locks_the_sale_goes_wrong(ground_without_locks: Ground) -> None:
    fails_on(ground_without_locks, sell_out)


@pytest.mark.whole
def test_canary_without_locks_one_cart_makes_trouble(ground_without_locks: Ground) -> None:
    fails_on(ground_without_locks, place_together)
