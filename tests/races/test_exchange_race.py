"""Several of the staff exchange into the last piece, or for one seat, at once, and the canaries without the locks."""

from collections.abc import Sequence
from decimal import Decimal
from functools import partial
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import override_settings

from catalogue.models import ProductVariant, SeatClaim, Stock
from checkout.actions.changes.exchanging import exchange_line
from checkout.actions.orders.steps import StaffAction
from checkout.actions.refunds.giving_back import StepOutcome, refund_order
from checkout.models import Order, OrderLine, OrderStep, Placement
from checkout.payments.ledger import balance, record_capture
from checkout.pricing.exchanges import ExchangeCommand
from checkout.refunds.refundable import RefundCommand, RefundScope
from shop.invariants import broken_invariants
from tests.checkout.placing import place
from tests.factories import first_variant, make_product, make_shop, make_variant
from tests.proofs import proves
from tests.races.acts import at_once
from tests.races.canary import fails_without_locks
from tests.seated import House
from tests.servers import Databases
from tests.stage import on, placed_order

ORDERS = 4


def paid(order: Order) -> Order:
    record_capture(payment=order.payments.get(), amount=balance(order), event_id=f"paid {order.pk}")
    return order


def exchanges(orders: Sequence[Order], to: ProductVariant, seat: int | None = None) -> list[object]:
    clerk = User.objects.create_user("clerk", is_staff=True)
    return at_once(
        [
            partial(
                exchange_line, order=order, may_refund=True, action=StaffAction(uuid4(), clerk, "because"),
                command=ExchangeCommand(OrderLine.objects.get(placement__order=order).pk, 1, to.pk, seat),
            )
            for order in orders
        ]
    )  # fmt: skip


def check_one_won(results: Sequence[object], refusal: str) -> None:
    done = [one for one in results if isinstance(one, StepOutcome)]
    assert len(done) == OrderStep.objects.count() == Placement.objects.filter(step__isnull=False).count() == 1
    assert {one for one in results if isinstance(one, str)} == {refusal}
    assert broken_invariants() == {}


def into_the_last_piece(database: str, **env: str) -> None:
    """Each from a size of its own, whose stock nobody else waits for."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        product = make_product(make_shop("merchstand"), variants=())
        sizes = [make_variant(product=product, description=f"M {number}", capacity=1) for number in range(ORDERS)]
        large = make_variant(product=product, description="L", capacity=1)
        orders = [paid(place((size, 1), key=f"key {size.pk}").order) for size in sizes]
        check_one_won(exchanges(orders, large), "SOLD_OUT")
        assert Stock.objects.get(variants=large).sold == 1


def for_one_seat(database: str, **env: str) -> None:
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        house = House()
        orders = [paid(house.order(house.pick(f"1-{2 * number + 1}")[0])) for number in range(ORDERS)]
        seat = house.seat("2-5")
        check_one_won(exchanges(orders, first_variant(house.event), seat.pk), "SEATS_NOT_AVAILABLE")
        assert SeatClaim.objects.count() == ORDERS and SeatClaim.objects.filter(seat=seat).exists()


def one_line(database: str, **env: str) -> None:
    """The same line is exchanged by some, and its money goes back by others."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        product = make_product(make_shop("merchstand"), capacity=ORDERS)
        large = make_variant(product=product, description="L", capacity=ORDERS)
        order = paid(placed_order(product.owner, product))
        line, clerk = OrderLine.objects.get(), User.objects.create_user("clerk", is_staff=True)

        def asked() -> StaffAction:
            return StaffAction(uuid4(), clerk, "because")

        command = ExchangeCommand(line.pk, 1, large.pk)
        results = at_once(
            [
                partial(exchange_line, order=order, command=command, action=asked(), may_refund=True)
                for _one in range(ORDERS)
            ]
            + [
                partial(refund_order, order=order, command=RefundCommand(RefundScope.ALL), action=asked())
                for _one in range(ORDERS)
            ]
        )
        assert {one for one in results if isinstance(one, str)} <= {
            "LINE_INVALIDATED", "NOTHING_CHOSEN", "REFUND_TOO_LARGE", "BUSY",
        }  # fmt: skip
        assert OrderStep.objects.filter(kind="exchange").count() <= 1
        assert balance(order) >= Decimal("-25.90") and broken_invariants() == {}


def across(database: str) -> None:
    """Half go from M to L, half from L to M: nobody waits for the other for ever."""
    with on(database):
        product = make_product(make_shop("merchstand"), capacity=9)
        medium, large = first_variant(product), make_variant(product=product, description="L", capacity=9)
        orders = [paid(placed_order(product.owner, product, f"guest-{number}@example.org")) for number in range(ORDERS)]
        clerk = User.objects.create_user("clerk", is_staff=True)

        def act(order: Order, to: ProductVariant) -> partial[StepOutcome]:
            line = OrderLine.objects.counting().get(placement__order=order)
            asked = StaffAction(uuid4(), clerk, "because")
            return partial(
                exchange_line, order=order, command=ExchangeCommand(line.pk, 1, to.pk), action=asked, may_refund=True
            )

        for order in orders[::2]:
            act(order, large)()
        results = at_once([act(order, medium) for order in orders[::2]] + [act(order, large) for order in orders[1::2]])
        assert all(isinstance(one, StepOutcome) for one in results), results
        assert broken_invariants() == {}


@proves(
    "docs/decisions/0055",
    "an exchange is shown first and done once, stands in the timeline, and is a right of its own; sold "
    "out changes nothing; the last piece or seat goes to one of several, and exchanges to and fro do not "
    "block each other",
)
def test_the_last_piece_goes_to_one(fresh_database: str) -> None:
    into_the_last_piece(fresh_database)


@pytest.mark.whole
def test_canary_without_locks_the_last_piece_goes_to_several(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, into_the_last_piece)


def test_a_seat_goes_to_one(fresh_database: str) -> None:
    for_one_seat(fresh_database)


@pytest.mark.whole
def test_canary_without_locks_a_seat_goes_to_several(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, for_one_seat)


def test_one_line_is_exchanged_or_given_back(fresh_database: str) -> None:
    one_line(fresh_database)


@pytest.mark.whole
def test_canary_without_locks_one_line_is_both(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, one_line)


def test_exchanges_to_and_fro_do_not_block_each_other(fresh_database: str) -> None:
    across(fresh_database)
