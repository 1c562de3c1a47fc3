"""A former code is read while its ticket is issued anew: one person gets in, whoever was first. And the canary."""

from collections.abc import Callable

import pytest
from django.test import override_settings

from aftersale.models import Admission, EntranceDevice, Ticket
from aftersale.tickets.actions import reissue_ticket
from shop.invariants import broken_invariants
from tests.aftersale.entrance.night import door, sold_out_night, tell, told, verdict
from tests.factories import make_shop
from tests.proofs import proves
from tests.races.canary import fails_without_locks
from tests.races.meeting import one_meets_the_other
from tests.servers import Databases
from tests.stage import on


def night() -> tuple[EntranceDevice, Ticket]:
    make_shop("merchstand")
    event, (ticket,) = sold_out_night(1)
    return door(event), ticket


def issued_first(database: str, **env: str) -> None:
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        gate, ticket = night()
        former = told(ticket)
        _anew, scans = one_meets_the_other(
            lambda: reissue_ticket(ticket=Ticket.objects.get(), reason="sold on"), lambda: tell(gate, former)
        )
        assert [one.verdict for one in scans] == ["old_code"]  # type: ignore[attr-defined]
        assert not Admission.objects.exists()
        assert verdict(gate, Ticket.objects.select_related("line__variant").get()) == "admitted"
        assert broken_invariants() == {}


def read_first(database: str, **env: str) -> None:
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        gate, ticket = night()
        scans, _anew = one_meets_the_other(
            lambda: tell(gate, told(ticket)), lambda: reissue_ticket(ticket=Ticket.objects.get(), reason="sold on")
        )
        assert [one.verdict for one in scans] == ["admitted"]  # type: ignore[attr-defined]
        assert verdict(gate, Ticket.objects.select_related("line__variant").get()) == "already"
        assert Admission.objects.count() == 1
        assert broken_invariants() == {}


def told_late(database: str, **env: str) -> None:
    """Let in offline, before; told while it is issued anew."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        gate, ticket = night()
        before = told(ticket, let_in=True, ago=5)
        _anew, scans = one_meets_the_other(
            lambda: reissue_ticket(ticket=Ticket.objects.get(), reason="sold on"), lambda: tell(gate, before)
        )
        assert [one.verdict for one in scans] == ["admitted"]  # type: ignore[attr-defined]
        assert verdict(gate, Ticket.objects.select_related("line__variant").get()) == "already"
        assert Admission.objects.count() == 1
        assert broken_invariants() == {}


@proves("design §4", "a former code that is read while its ticket is issued anew lets one person in at most")
@pytest.mark.parametrize("race", [issued_first, read_first, told_late])
def test_one_person_gets_in(fresh_database: str, race: Callable[..., None]) -> None:
    race(fresh_database)


@pytest.mark.whole
def test_canary_without_locks_the_former_code_opens(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, issued_first)
