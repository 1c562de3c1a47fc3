"""Several of the staff at the same bank statement, and the canaries without the locks."""

from collections.abc import Callable
from functools import partial
from hashlib import sha256

import pytest
from django.contrib.auth.models import User
from django.test import override_settings

from checkout.actions.bank.bank_lines import assign
from checkout.actions.bank.bank_statements import book_file, import_statements, queue_booking, store_statements
from checkout.bank.formats import parse
from checkout.models import BankFile, BankLine, LedgerEntry, Order
from shop.invariants import broken_invariants
from tests.checkout.bank.statements import camt, entry
from tests.factories import make_product, make_shop
from tests.proofs import proves
from tests.races.acts import at_once
from tests.races.canary import fails_without_locks
from tests.servers import Databases
from tests.stage import on, placed_order

STAFF = 8
# Of one shirt with its parcel.
PRICE = "25.90"


def orders_of(number: int) -> list[Order]:
    shop = make_shop("merchstand")
    return [placed_order(shop, make_product(shop), email=f"guest-{n}@example.org") for n in range(number)]


def clerk() -> User:
    return User.objects.create_user("clerk", is_staff=True)


def take_overlapping(database: str, **env: str) -> None:
    """Everybody sends the same file, or one that tells of the same money among other."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        told = [entry(PRICE, f"BAX{order.reference}") for order in orders_of(3)]
        same, staff = camt(*told), clerk()
        files = [camt(*told, entry("1.00")) for _ in range(STAFF // 2)] + [same] * (STAFF // 2)
        # A process reads one file at a time: what follows is what several processes do at once.
        keep = partial(store_statements, name="statement.xml", staff=staff)
        results = at_once([partial(keep, parse(one), checksum=sha256(one).hexdigest()) for one in files])
        assert [one for one in results if not isinstance(one, tuple)] == []
        assert BankFile.objects.count() == STAFF // 2 + 1
        assert BankLine.objects.filter(amount=PRICE).count() == 3
        assert BankLine.objects.count() == 3 + STAFF // 2


def book_at_once(database: str, **env: str) -> None:
    """Everybody presses the button, several workers have the job."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        told, staff = [entry(PRICE, f"BAX{order.reference}") for order in orders_of(3)], clerk()
        file, _new = import_statements(content=camt(*told), name="statement.xml", staff=staff)
        assert at_once([partial(queue_booking, file=file, staff=staff)] * STAFF).count(True) == 1
        file = BankFile.objects.select_related("booked_by").get()
        assert set(at_once([partial(book_file, file)] * 4)) == {None}
        assert LedgerEntry.objects.count() == 3
        assert set(BankLine.objects.values_list("state", "kind")) == {("booked", "matched")}
        assert broken_invariants() == {}


def assign_at_once(database: str, **env: str) -> None:
    """Everybody names another order for the same money."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        orders, staff = orders_of(STAFF), clerk()
        file, _new = import_statements(content=camt(entry(PRICE, "Danke")), name="statement.xml", staff=staff)
        line = file.lines.get()
        acts: list[Callable[[], object]] = [
            partial(assign, line=line, reference=order.reference, staff=staff) for order in orders
        ]
        results = at_once(acts)
        assert results.count("BANK_LINE_HANDLED") == STAFF - 1
        line.refresh_from_db()
        booked = LedgerEntry.objects.get()
        assert (line.entry, line.order) == (booked, booked.payment.order)
        assert broken_invariants() == {}


RACES = [take_overlapping, book_at_once, assign_at_once]
NAMES = ["taking", "booking", "assigning"]


@proves("design §6", "several of the staff at once: one effect; canaries")
@pytest.mark.parametrize("race", RACES, ids=NAMES)
def test_several_of_the_staff_at_once_have_one_effect(fresh_database: str, race: Callable[..., None]) -> None:
    race(fresh_database)


@pytest.mark.parametrize("race", RACES, ids=NAMES)
@pytest.mark.whole
def test_canary_without_the_locks_they_have_not(fresh_databases: Databases, race: Callable[..., None]) -> None:
    fails_without_locks(fresh_databases, race)
