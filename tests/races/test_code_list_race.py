"""Several of the staff read in the same list of payment codes at once, and the canary without the lock."""

from functools import partial

import pytest
from django.contrib import admin
from django.db import transaction
from django.test import override_settings

from cart.models import PaymentCode
from catalogue.models import Event
from checkout.admin.payment_codes import IssueForm, PaymentCodeAdmin
from tests.factories import make_event, make_shop
from tests.proofs import proves
from tests.races.acts import at_once
from tests.races.canary import fails_without_locks
from tests.servers import Databases
from tests.stage import on

STAFF, CODES = 6, 200


@transaction.atomic
def send_list(event: Event) -> str:
    """As the staff's form takes it, which is one transaction."""
    listed = "\n".join(f"K-{number};20;31.12.2098" for number in range(CODES))
    form = IssueForm({"programme": "Kulturticket", "event": event.pk, "codes": listed})
    if not form.is_valid():
        return "told" if form.errors.keys() == {"codes"} else str(form.errors)
    its_admin = PaymentCodeAdmin(PaymentCode, admin.site)
    its_admin.save_model(None, form.save(commit=False), form, change=False)  # type: ignore[arg-type]
    return "read in"


def send_at_once(database: str, **env: str) -> None:
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        event = make_event(make_shop("merchstand"))
        results = at_once([partial(send_list, event)] * STAFF)
        assert sorted(map(str, results)) == ["read in"] + ["told"] * (STAFF - 1)
        assert PaymentCode.objects.count() == CODES


@proves("design §6", "one list that several send at once is read in once; canary")
def test_a_list_that_several_send_at_once_is_read_in_once(fresh_database: str) -> None:
    send_at_once(fresh_database)


@pytest.mark.whole
def test_canary_without_the_lock_it_breaks_for_the_others(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, send_at_once)
