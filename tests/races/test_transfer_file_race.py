"""Several of the staff write a file of the same refunds at once, and the canary without the locks."""

from functools import partial

import pytest
from django.contrib.auth.models import User
from django.test import override_settings
from django.utils import timezone

from checkout.actions.refunds.refunding import book_transfer
from checkout.actions.refunds.transfer_files import WrittenFile, discard, executed, write_file
from checkout.models import BankFile, BankLine, LedgerEntry, Refund, Transfer, TransferFile
from checkout.payments.ledger import record_capture
from shop.invariants import broken_invariants
from tests.checkout.bank.statements import PAYER
from tests.factories import make_product, make_shop
from tests.proofs import proves
from tests.races.acts import at_once
from tests.races.canary import fails_without_locks
from tests.servers import Databases
from tests.stage import on, placed_order

STAFF, REFUNDS = 4, 3
IBAN = "DE02120300000000202051"


def to_send() -> list[Refund]:
    """What came twice goes back to whoever paid."""
    shop = make_shop("merchstand", bank_payee="Shop", bank_iban=IBAN)
    file, found = BankFile.objects.create(checksum="1", name="statement.xml"), []
    for number in range(REFUNDS):
        order = placed_order(shop, make_product(shop), email=f"guest-{number}@example.org")
        payment = order.payments.get()
        record_capture(payment=payment, amount=payment.amount, event_id=f"statement {number}")
        BankLine.objects.create(
            file=file, number=number, account=IBAN, key=str(number), booked_on=timezone.localdate(),
            amount=payment.amount,
            payer="Mira Falk", payer_iban=PAYER, kind="matched", state="booked", order=order, payment=payment,
            entry=LedgerEntry.objects.get(payment=payment), handled_at=timezone.now(),
        )  # fmt: skip
        found.append(Refund.objects.create(payment=payment, amount=1))
    return found


def write_at_once(database: str, **env: str) -> None:
    """Everybody chooses all of them; some say of one that they have sent it by hand."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        refunds, clerk = to_send(), User.objects.create_user("clerk", is_staff=True)
        keys = [one.pk for one in refunds]
        by_hand = partial(book_transfer, refund=refunds[0], day=timezone.localdate(), staff=clerk)
        results = at_once([partial(write_file, refunds=keys, staff=clerk)] * STAFF + [by_hand] * 2)
        written = [one for one in results if isinstance(one, WrittenFile)]
        assert len(written) == TransferFile.objects.count() == 1
        others = [one for one in results if isinstance(one, str)]
        assert set(others) <= {"NOTHING_TO_TRANSFER", "REFUND_FILED", "REFUND_HANDLED"}
        filed = set(Transfer.objects.values_list("refund", flat=True))
        sent = set(LedgerEntry.objects.filter(kind="refund").values_list("refund", flat=True))
        assert filed | sent == set(keys) and not filed & sent
        assert broken_invariants() == {}


def decide_at_once(database: str, **env: str) -> None:
    """Some say that the bank has executed it, others discard it."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        refunds, clerk = to_send(), User.objects.create_user("clerk", is_staff=True)
        file = write_file(refunds=[one.pk for one in refunds], staff=clerk).file
        results = at_once(
            [partial(executed, file=file, day=timezone.localdate(), staff=clerk)] * STAFF
            + [partial(discard, file=file, staff=clerk)] * STAFF
        )
        assert results.count("TRANSFER_FILE_HANDLED") == 2 * STAFF - 1
        file.refresh_from_db()
        assert Transfer.objects.live().count() == (REFUNDS if file.state == "booking" else 0)


RACES = [write_at_once, decide_at_once]


@proves(
    "docs/decisions/0058",
    "a refund stands in one file, however many of the staff write one at once, and is not sent by hand "
    "as well; a file is discarded before it is booked or not at all",
)
@pytest.mark.parametrize("race", RACES)
def test_several_of_the_staff_at_once_have_one_effect(fresh_database: str, race: object) -> None:
    assert callable(race)
    race(fresh_database)


@pytest.mark.parametrize("race", RACES)
@pytest.mark.whole
def test_canary_without_locks_they_have_more(fresh_databases: Databases, race: object) -> None:
    assert callable(race)
    fails_without_locks(fresh_databases, race)
