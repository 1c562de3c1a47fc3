"""The sale under many hands, through real HTTP, and canaries: without the lock these very checks fail (design §4)."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Barrier
from typing import Any

from catalogue.actions import create_stock, limit_variant
from catalogue.models import ProductVariant
from tests import servers
from tests.factories import first_variant, make_bundle, make_event, make_product, make_shop, make_variant
from tests.proofs import proves
from tests.races.buyers import BUYERS, Buyer, Outcome, together
from tests.races.canary import fails_without_locks
from tests.servers import Databases
from tests.stage import check_invariants, on, one_event

CAPACITY = 50
WANTED = 2


def buy_two(barrier: Barrier, argument: tuple[str, int], number: int) -> Outcome:
    url, variant = argument
    buyer = Buyer(url, number)
    barrier.wait(timeout=120)
    if buyer.add(variant, WANTED):
        buyer.place(buyer.prepare(), key=f"buyer-{number}")
    return buyer.outcome


def place_the_same_cart(barrier: Barrier, argument: tuple[str, dict[str, str], str], number: int) -> Outcome:
    url, cookies, total = argument
    buyer = Buyer(url, number, cookies=cookies)
    barrier.wait(timeout=120)
    buyer.place(total, key="one attempt")
    return buyer.outcome


@contextmanager
def shop_on(database: str, **env: str) -> Iterator[str]:
    with servers.web_server(database, workers=2, env=env) as web:
        yield web.url


def buy_one_of_each(barrier: Barrier, argument: tuple[str, list[int]], number: int) -> Outcome:
    """Half of them begin at the other end; whoever gets anything buys it."""
    url, tickets = argument
    buyer = Buyer(url, number)
    barrier.wait(timeout=120)
    if sum(buyer.add(ticket, 1) for ticket in tickets[:: 1 if number % 2 else -1]):
        buyer.place(buyer.prepare(), key=f"buyer-{number}")
    return buyer.outcome


def sell_out(database: str, **env: str) -> tuple[list[Outcome], int]:
    variant = one_event(database, CAPACITY)
    with shop_on(database, **env) as url:
        outcomes = together(buy_two, (url, variant))
    return outcomes, servers.number(database, "SELECT sum(sold) FROM catalogue_stock")


def check_sell_out(database: str, outcomes: list[Outcome], sold: int) -> None:
    """Exactly the capacity is sold, every refusal is the sold-out answer, nothing else goes wrong."""
    assert [outcome.bad_statuses for outcome in outcomes if outcome.bad_statuses] == []
    codes = Counter(code for outcome in outcomes for code in outcome.codes)
    assert codes == {"SOLD_OUT": len(outcomes) - CAPACITY // WANTED}
    assert sum(outcome.placed is not None for outcome in outcomes) == CAPACITY // WANTED
    assert sold == CAPACITY
    check_invariants(database)


def place_together(database: str, **env: str) -> list[Outcome]:
    variant = one_event(database, CAPACITY)
    with shop_on(database, **env) as url:
        buyer = Buyer(url, BUYERS)
        assert buyer.add(variant, WANTED)
        return together(place_the_same_cart, (url, dict(buyer.client.cookies), buyer.prepare()))


def check_one_order(database: str, outcomes: list[Outcome]) -> None:
    """One order, and as many equal answers as were asked."""
    assert [(outcome.bad_statuses, outcome.codes) for outcome in outcomes] == [([], [])] * BUYERS
    answers: list[Any] = [outcome.placed for outcome in outcomes]
    assert answers[0] is not None
    assert answers == [answers[0]] * BUYERS
    check_invariants(database)


@proves("design §4", "32 buyers at once buy exactly what there is")
def test_32_buyers_at_once_buy_exactly_the_50_tickets_there_are(fresh_database: str) -> None:
    check_sell_out(fresh_database, *sell_out(fresh_database))


@proves(
    "design §4",
    "64 buyers, half of them from the other end, empty stocks that their tickets share without a "
    "deadlock; one order's placements race for the last pieces; what comes back is sold once",
)
def test_64_buyers_at_once_empty_stocks_that_their_tickets_share(fresh_database: str) -> None:
    """Blocks and the hall that they lie in: nobody waits for somebody who waits for them."""
    with on(fresh_database):
        event = make_event(make_shop("merchstand"), cart_limit=9)
        tickets = [first_variant(event), make_variant(event=event, price="30.00")]
        hall = create_stock(owner=event.owner, name="Hall", capacity=CAPACITY)
        for ticket in tickets:
            block = create_stock(owner=event.owner, name="Block", capacity=CAPACITY - 10)
            for stock in (hall, block):
                limit_variant(variant=ticket, stock=stock)
    with shop_on(fresh_database) as url:
        outcomes = together(buy_one_of_each, (url, [ticket.pk for ticket in tickets]), 2 * BUYERS)
    assert [outcome.bad_statuses for outcome in outcomes if outcome.bad_statuses] == []
    assert {code for outcome in outcomes for code in outcome.codes} == {"SOLD_OUT"}
    assert servers.number(fresh_database, "SELECT sold FROM catalogue_stock WHERE name = 'Hall'") == CAPACITY
    check_invariants(fresh_database)


def buy_the_bundle(barrier: Barrier, argument: tuple[str, dict[str, Any], int], number: int) -> Outcome:
    """Half of them take a single shirt first, which the bundle draws on, too."""
    url, bundle, shirt = argument
    buyer = Buyer(url, number)
    barrier.wait(timeout=120)
    single = number % 2 == 0 and buyer.add(shirt, 1)
    if buyer.add_bundle(bundle) or single:
        buyer.place(buyer.prepare(), key=f"buyer-{number}")
    return buyer.outcome


def sell_bundles(database: str, **env: str) -> tuple[list[Outcome], dict[str, int]]:
    """A bundle of which 15 shirts allow 15, less what is sold of them singly."""
    with on(database):
        shop = make_shop("merchstand")
        shirt = make_product(shop, name="Shirt", capacity=15)
        box = make_bundle(make_product(shop, capacity=40), shirt, make_event(shop, capacity=20))
        parts = [
            {"partId": str(one.pk), "productVariantId": str(first_variant(one.product or one.event).pk)}  # type: ignore[arg-type]
            for one in box.parts.all()
        ]
        root = {"productVariantId": str(first_variant(box).pk), "amount": 1, "bundleId": str(box.pk), "parts": parts}
        ProductVariant.objects.update(physical=False)  # nobody has to send anything
        variant = first_variant(shirt).pk
        stocks = {"box": first_variant(box).pk, "shirt": variant}
    with shop_on(database, **env) as url:
        outcomes = together(buy_the_bundle, (url, root, variant))
    sold = "SELECT sold FROM catalogue_stock s JOIN catalogue_stockuse u ON u.stock_id = s.id WHERE u.variant_id = {}"
    return outcomes, {name: servers.number(database, sold.format(key)) for name, key in stocks.items()}


def check_bundles(database: str, outcomes: list[Outcome], sold: dict[str, int]) -> None:
    assert [outcome.bad_statuses for outcome in outcomes if outcome.bad_statuses] == []
    assert {code for outcome in outcomes for code in outcome.codes} <= {"SOLD_OUT"}
    assert (sold["shirt"], sold["box"] < BUYERS) == (15, True)
    singles = sum(outcome.held for outcome in outcomes)
    assert sold["box"] == 15 - singles
    check_invariants(database)


@proves("design §4", "a bundle and single lines of the same stock are one demand, under many hands, too")
def test_32_buyers_of_bundles_and_singles_sell_exactly_what_the_scarcest_part_allows(fresh_database: str) -> None:
    check_bundles(fresh_database, *sell_bundles(fresh_database))


def test_canary_without_locks_bundles_go_wrong(fresh_databases: Databases) -> None:
    fails_without_locks(
        fresh_databases, lambda database, **env: check_bundles(database, *sell_bundles(database, **env))
    )


@proves("design §4", "32 clicks at once make one order")
def test_32_clicks_at_once_on_one_cart_make_one_order(fresh_database: str) -> None:
    check_one_order(fresh_database, place_together(fresh_database))


@proves("design §4", "without the lock these very checks fail")
def test_canary_without_locks_the_sale_goes_wrong(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, lambda database, **env: check_sell_out(database, *sell_out(database, **env)))


def test_canary_without_locks_one_cart_makes_trouble(fresh_databases: Databases) -> None:
    fails_without_locks(
        fresh_databases, lambda database, **env: check_one_order(database, place_together(database, **env))
    )
