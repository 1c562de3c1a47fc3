"""Import bank statements: match the whole file first, then book its transactions one by one (docs/decisions/0042)."""

from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import TYPE_CHECKING

from django.db import transaction
from procrastinate.contrib.django import app

from checkout.bank.matching import TransactionMatch, matched_transactions
from checkout.bank.parsed import BankStatement, ParsedFile, Transaction
from checkout.bank.problems import Note, StatementRefused, gettext_noop
from checkout.bank.upload import read_upload
from checkout.locks import lock_bank_file, lock_bank_files
from checkout.models import BankFile, BankLine
from shop.core.values.bank_accounts import grouped_iban
from shop.mails.links import one_line
from shop.models import Shop

from .bank_lines import book_matched

if TYPE_CHECKING:
    from django.contrib.auth.models import User

BOOKING_JOB = "checkout.book_bank_file"
MOST_NOTES = 200
AT_ONCE = 1000
LEFT_OUT = gettext_noop("The account %(iban)s is no shop's: its statement was left out (%(number)s transactions).")
NO_ACCOUNT = gettext_noop(
    "The account %(iban)s is no shop's, so nothing was taken. Shops have their IBAN in their form."
)
NO_ACCOUNTS = gettext_noop("No statement in this file names its account, so nothing was taken.")
MORE = gettext_noop("and %(number)s more")


def import_statements(*, content: bytes, name: str, staff: "User") -> tuple[BankFile, bool]:
    """Read a file and store its transactions without booking any. Returns the file and whether it is new. Raises
    StatementRefused.
    """
    checksum = sha256(content).hexdigest()
    known = BankFile.objects.filter(checksum=checksum).first()
    if known is not None:
        return known, False
    return store_statements(read_upload(content), checksum=checksum, name=one_line(name)[:120] or "–", staff=staff)


@transaction.atomic
def store_statements(parsed: ParsedFile, *, checksum: str, name: str, staff: "User") -> tuple[BankFile, bool]:
    """Store all of a file or nothing. Locks all bank files: each must know the transactions of the others."""
    lock_bank_files()
    there = BankFile.objects.filter(checksum=checksum).first()
    if there is not None:
        return there, False
    statements, notes = statements_of_shops(parsed)
    fresh, known = new_transactions(statements)
    found = list(matched_transactions(fresh))
    to_book = any(one.kind in BankLine.BOOKABLE for _account, one in found)
    file = BankFile.objects.create(
        checksum=checksum,
        name=name,
        state=BankFile.State.LOOKED_AT if to_book else BankFile.State.DONE,
        staff=staff,
        notes=[asdict(note) for note in limited_notes(notes)],
        known=known,
        debits=sum(statement.debits for statement in statements),
    )
    lines = (bank_line_from(file, number, account, one) for number, (account, one) in enumerate(found, 1))
    BankLine.objects.bulk_create(lines, batch_size=AT_ONCE)
    return file, True


def statements_of_shops(parsed: ParsedFile) -> tuple[list[BankStatement], list[Note]]:
    """Return the statements of shops' accounts, and the notes for staff. Raises StatementRefused if no account is a
    shop's.
    """
    accounts = set(Shop.objects.exclude(bank_iban="").values_list("bank_iban", flat=True))
    ours = [statement for statement in parsed.statements if statement.account in accounts]
    if not ours:
        if not parsed.statements:
            raise StatementRefused(NO_ACCOUNTS)
        raise StatementRefused(NO_ACCOUNT, iban=grouped_iban(parsed.statements[0].account))
    others = [
        Note(LEFT_OUT, {"iban": grouped_iban(one.account), "number": str(len(one.transactions))})
        for one in parsed.statements
        if one.account not in accounts
    ]
    return ours, [*others, *parsed.notes]


def new_transactions(statements: Sequence[BankStatement]) -> tuple[list[tuple[str, Sequence[Transaction]]], int]:
    """Return (account, transactions) without those of earlier files and without repetitions; and how many were left
    out.
    """
    keys = [one.key for statement in statements for one in statement.transactions]
    seen: set[str] = set()
    for start in range(0, len(keys), AT_ONCE):
        seen.update(BankLine.objects.filter(key__in=keys[start : start + AT_ONCE]).values_list("key", flat=True))
    fresh: list[tuple[str, Sequence[Transaction]]] = []
    for statement in statements:
        new = [one for one in statement.transactions if one.key not in seen]
        seen.update(one.key for one in new)
        fresh.append((statement.account, new))
    return fresh, len(keys) - sum(len(new) for _account, new in fresh)


def limited_notes(notes: Sequence[Note]) -> list[Note]:
    if len(notes) <= MOST_NOTES:
        return list(notes)
    return [*notes[:MOST_NOTES], Note(MORE, {"number": str(len(notes) - MOST_NOTES)})]


def bank_line_from(file: BankFile, number: int, account: str, found: TransactionMatch) -> BankLine:
    entry = found.transaction
    return BankLine(
        file=file,
        number=number,
        account=account,
        key=entry.key,
        part=found.part,
        booked_on=entry.booked_on,
        amount=found.amount,
        payer=one_line(entry.payer),
        payer_iban=one_line(entry.payer_iban),
        purpose=one_line(entry.purpose),
        kind=found.kind,
        remark=found.remark,
        order=found.order,
        payment=found.payment,
    )


@transaction.atomic
def queue_booking(*, file: BankFile, staff: "User") -> bool:
    """Queue the job that books the matched transactions. Returns False if it was queued before."""
    locked = lock_bank_file(file.pk)
    if locked.state != BankFile.State.LOOKED_AT:
        return False
    locked.state, locked.booked_by = BankFile.State.BOOKING, staff
    locked.save(update_fields=["state", "booked_by"])
    app.configure_task(BOOKING_JOB).defer(file_id=file.pk)
    return True


def book_file(file: BankFile) -> None:
    """Book the matched transactions, each in its own transaction. Can run again: booked ones stay as they are."""
    if file.state != BankFile.State.BOOKING or file.booked_by is None:
        return
    for line_id in file.lines.to_book().order_by("number").values_list("pk", flat=True):
        book_matched(line_id=line_id, staff=file.booked_by)
    BankFile.objects.filter(pk=file.pk).update(state=BankFile.State.DONE)
