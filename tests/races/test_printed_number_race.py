"""Many orders are paid at once while few printed tickets are left: each number goes to one piece. And the canary."""

from functools import partial

import pytest
from django.test import override_settings

from aftersale.models import PrintedNumber
from aftersale.printed_tickets.actions import give_numbers_to_waiting, import_numbers, store_printed_list
from aftersale.printed_tickets.queries import waiting
from checkout.actions import place_order
from checkout.models import Payment
from checkout.payments.ledger import record_capture
from shop.invariants import broken_invariants
from tests.checkout.placing import click_of, ready_cart
from tests.factories import make_event, make_shop, make_variant
from tests.proofs import proves
from tests.races.acts import at_once
from tests.races.canary import fails_without_locks
from tests.servers import Databases
from tests.stage import on

ORDERS, TICKETS, NUMBERS = 8, 2, 11


def orders() -> list[Payment]:
    """Each of so many printed tickets, none of them paid, and fewer numbers than pieces."""
    event = make_event(make_shop("merchstand"), only_online_tickets=False)
    ticket = make_variant(event=event, description="Hard", price="20.00", physical=True)
    for number in range(ORDERS):
        session, _request = ready_cart((ticket, TICKETS))
        place_order(session=session, request=click_of(session, f"key {number}"))
    listed, _new = store_printed_list(
        event=event, content="\n".join(map(str, range(NUMBERS))).encode(), name="x", staff=None
    )
    import_numbers(listed=listed)
    return list(Payment.objects.order_by("created_at"))


def pay_at_once(database: str, **env: str) -> None:
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        told = [
            partial(record_capture, payment=one, amount=one.amount, event_id=f"statement {one.pk}") for one in orders()
        ]
        results = at_once(told)
        assert [one for one in results if isinstance(one, str)] == []
        used = PrintedNumber.objects.used()
        assert used.count() == len(set(used.values_list("line", "position"))) == NUMBERS
        assert sum(line.short for line in waiting()) == ORDERS * TICKETS - NUMBERS  # type: ignore[attr-defined]
        assert give_numbers_to_waiting() == 0
        assert broken_invariants() == {}


@proves("law OP-11, J9", "a number is never given twice, whoever pays at once; canary")
def test_eight_orders_share_the_last_eleven_numbers(fresh_database: str) -> None:
    pay_at_once(fresh_database)


@pytest.mark.whole
def test_canary_without_the_lock_they_do_not(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, pay_at_once)
