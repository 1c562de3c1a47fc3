"""SEPA files for refunds that staff send from the bank. Each refund is in one file only; once the bank has executed a
file, a job books its refunds one by one (docs/decisions/0058).
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils.translation import gettext_noop
from procrastinate.contrib.django import app

from checkout.errors import NothingToTransfer, RefundHandled, RefundTooLarge, TransferFileHandled
from checkout.locks import lock_order, lock_transfer_file
from checkout.models import Refund, Transfer, TransferFile, not_held
from checkout.refunds.sepa.accounts import purpose_of, sepa_account_of, waiting_for_a_file, with_accounts
from checkout.refunds.sepa.pain001 import LONGEST_PURPOSE
from checkout.refunds.sepa.signs import is_cut
from shop.core.retention import PAYERS

from .refunding import book_transfer

if TYPE_CHECKING:
    from django.contrib.auth.models import User

SENDING_JOB = "checkout.book_transfer_file"
SENT_TWICE = gettext_noop("The bank has sent it, though the money had gone back another way. Ask for it back.")
State = TransferFile.State
DECIDED = (State.DONE, State.DISCARDED)
# Withdrawn from a file that is decided.
UNSENT = Q(file__state__in=DECIDED, withdrawn_at__isnull=False)


@dataclass
class WrittenFile:
    """`left_out`: refunds that cannot be put into the file (account unknown, bank outside SEPA, or the shop has no
    account). `cut`: orders whose account holder's name is longer than a file allows.
    """

    file: TransferFile
    left_out: list[Refund] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)


@transaction.atomic
def write_file(*, refunds: Collection[UUID], staff: "User") -> WrittenFile:
    """Put those of the refunds that wait for a transfer into a new file. Locks their orders, in id order.

    Raises NothingToTransfer.
    """
    of_orders = Refund.objects.filter(pk__in=refunds).values_list("payment__order_id", flat=True)
    for order_id in sorted(set(of_orders.order_by())):
        lock_order(order_id)
    waiting = with_accounts(waiting_for_a_file().filter(pk__in=refunds)).order_by("created_at", "pk")
    found = {refund: transfer_of(refund) for refund in waiting}
    left_out = [refund for refund, transfer in found.items() if transfer is None]
    transfers = [transfer for transfer in found.values() if transfer is not None]
    if not transfers:
        raise NothingToTransfer(unknown=len(left_out))
    file = TransferFile.objects.create(staff=staff)
    for transfer in transfers:
        transfer.file = file
    Transfer.objects.bulk_create(transfers)
    cut = [one.refund.payment.order.reference for one in transfers if is_cut(one.name)]
    return WrittenFile(file, left_out, cut)


def transfer_of(refund: Refund) -> Transfer | None:
    """Return the unsaved transfer of a refund. None if its account is unknown or the shop has none."""
    shop, account = refund.payment.order.shop, sepa_account_of(refund)
    if account is None or not shop.bank_iban:
        return None
    name, iban = account
    return Transfer(
        refund=refund, debtor_name=shop.bank_payee or shop.name, debtor_iban=shop.bank_iban, debtor_bic=shop.bank_bic,
        name=name, iban=iban, purpose=purpose_of(refund)[:LONGEST_PURPOSE],
    )  # fmt: skip


@transaction.atomic
def executed(*, file: TransferFile, day: date, staff: "User", refused: Collection[int] = ()) -> None:
    """Note that the bank executed the file on this day. A job books its refunds, except those of `refused` (ids of
    transfers), which wait for another file. Locks the file. Raises TransferFileHandled.
    """
    locked = lock_transfer_file(file.pk)
    decide(locked, State.BOOKING, staff, executed_on=day)
    locked.transfers.filter(pk__in=refused).update(withdrawn_at=Now())
    app.configure_task(SENDING_JOB).defer(file_id=file.pk)


@transaction.atomic
def discard(*, file: TransferFile, staff: "User") -> None:
    """Discard the file: the bank never gets it, and its refunds wait for another one. Locks the file. Raises
    TransferFileHandled.
    """
    locked = lock_transfer_file(file.pk)
    decide(locked, State.DISCARDED, staff)
    locked.transfers.update(withdrawn_at=Now())


def decide(locked: TransferFile, state: State, staff: "User", *, executed_on: date | None = None) -> None:
    if locked.state != State.WRITTEN:
        raise TransferFileHandled
    locked.state, locked.decided_by, locked.executed_on = state, staff, executed_on
    locked.decided_at = Now()
    locked.save(update_fields=["state", "decided_by", "executed_on", "decided_at"])


def book_sent(file: TransferFile) -> None:
    """Book the file's refunds, each in its own transaction. Can run again: booked ones stay as they are."""
    if file.state != State.BOOKING or file.decided_by is None or file.executed_on is None:
        return
    for transfer in file.transfers.live().select_related("refund__payment"):
        try:
            book_transfer(refund=transfer.refund, day=file.executed_on, staff=file.decided_by)
        except RefundHandled:
            continue  # booked by hand meanwhile, or by an earlier run of the job
        except RefundTooLarge:
            Refund.objects.filter(pk=transfer.refund_id).update(problem=SENT_TWICE)
    TransferFile.objects.filter(pk=file.pk, state=State.BOOKING).update(state=State.DONE)


def forget_accounts(now: datetime | None = None) -> int:
    """Blank the accounts some days after their file was booked or discarded. Returns how many."""
    return blank_accounts(Transfer.objects.filter(file__state__in=DECIDED, file__decided_at__lt=PAYERS.end(now)))


def blank_transfers(transfers: QuerySet[Transfer]) -> int:
    """Blank those of the transfers that moved no money. Returns how many."""
    return blank_accounts(transfers.filter(UNSENT))


def blank_accounts(transfers: QuerySet[Transfer]) -> int:
    known = transfers.filter(not_held("refund__payment__order")).exclude(name="", iban="")
    return known.update(name="", iban="")
