"""A former code or number is used while its ticket is issued anew: one person gets in, whoever was first, and nothing
is said of the new holder's. And the canaries.
"""

from collections.abc import Callable

import pytest
from django.test import override_settings

from aftersale.contact_data.actions import update_contact_data
from aftersale.models import Admission, EntranceDevice, Ticket
from aftersale.tickets.actions import reissue_ticket
from cart.models import TicketHolder
from catalogue.errors import TicketNotFound
from catalogue.models import Event
from shop.invariants import broken_invariants
from tests.aftersale.entrance.night import door, sold_out_night, tell, told, verdict
from tests.checkout.invoicing import bought
from tests.factories import first_variant, make_event, make_shop
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


def named_late(database: str, **env: str) -> None:
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        shop = make_shop("merchstand")
        bought((first_variant(make_event(shop)), 1))
        Event.objects.update(personalization_requirement="contact_tracing_required")
        ticket = Ticket.objects.get()
        said = "Former+Holder+Weg 1, 20095 Hamburg+040123456"
        _anew, refused = one_meets_the_other(
            lambda: reissue_ticket(ticket=Ticket.objects.get(), reason="sold on"),
            lambda: update_contact_data(shop=shop, code=ticket.number, identifier=said),
        )
        assert isinstance(refused, TicketNotFound)
        assert not TicketHolder.objects.filter(first_name="Former").exists()


@proves("design §4", "a former number says nothing of a ticket that is issued anew meanwhile")
def test_a_former_number_says_nothing(fresh_database: str) -> None:
    named_late(fresh_database)


@pytest.mark.whole
def test_canary_without_locks_a_former_number_does(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, named_late)


@proves("design §4", "a former code that is read while its ticket is issued anew lets one person in at most")
@pytest.mark.parametrize("race", [issued_first, read_first, told_late])
def test_one_person_gets_in(fresh_database: str, race: Callable[..., None]) -> None:
    race(fresh_database)


@pytest.mark.whole
def test_canary_without_locks_the_former_code_opens(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, issued_first)
