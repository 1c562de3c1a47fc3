"""Several orders spend a code's balance at once while a refund returns to it, and the canary without the lock."""

from decimal import Decimal
from functools import partial

import pytest
from django.test import override_settings

from cart.actions import apply_payment_code
from cart.models import PaymentCode
from catalogue.models import ProductVariant
from checkout.actions import PlaceRequest, place_order, request_refund
from checkout.models import Placement
from checkout.payments.codes import refund_to_code
from sessions_queue.models import VisitorSession
from shop.invariants import broken_invariants
from tests.checkout.placing import click_of, ready_cart
from tests.code_kinds import gift_cards, make_gift_card
from tests.factories import first_variant, make_product, make_shop
from tests.proofs import proves
from tests.races.acts import at_once
from tests.races.canary import fails_without_locks
from tests.servers import Databases
from tests.stage import on

ORDERS, JOBS = 6, 2
COST = Decimal("35.90")


def click_with(card: PaymentCode, variant: ProductVariant, key: str) -> tuple[VisitorSession, PlaceRequest]:
    session, _request = ready_cart((variant, 1))
    apply_payment_code(session=session, code=card)
    return session, click_of(session, key)


def spend_at_once(database: str, **env: str) -> None:
    """A card of 100 EUR has paid 35.90, of which 10.00 go back: there is room for one more order, or for two."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)), gift_cards():
        shop = make_shop("merchstand")
        card, shirt = make_gift_card(shop, "100.00"), first_variant(make_product(shop, price="30.00", capacity=20))
        session, click = click_with(card, shirt, "first")
        first = place_order(session=session, request=click)
        payment, line = first.payments.get(payment_code=card), first.lines.get()
        refund = request_refund(payment=payment, lines={line: Decimal("10.00")})
        clicks = [click_with(card, shirt, f"key-{number}") for number in range(ORDERS)]
        results = at_once(
            [partial(place_order, session=session, request=click) for session, click in clicks]
            + [partial(refund_to_code, refund) for _job in range(JOBS)]
        )
        placed = [one for one in results if isinstance(one, Placement)]
        assert 1 <= len(placed) <= 2
        refusals = {one for one in results if isinstance(one, str)}
        assert refusals <= {"PAYMENT_CODE_INVALID", "TOTAL_CHANGED", "BUSY"}, refusals
        card.refresh_from_db()
        assert card.spent == COST * (1 + len(placed)) - Decimal("10.00")
        assert broken_invariants() == {}


@proves("docs/decisions/0085", "orders that spend one balance at once never spend more than it; canary")
def test_orders_at_once_spend_no_more_than_the_balance(fresh_database: str) -> None:
    spend_at_once(fresh_database)


@pytest.mark.whole
def test_canary_without_the_lock_a_balance_is_spent_twice(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, spend_at_once)
