"""The contents of a stored SEPA file: always the same, except for its execution date, which is never in the past."""

from datetime import date

from django.utils import timezone

from checkout.models import TransferFile

from .business_days import business_day_from
from .pain001 import Account, CreditTransfer, PaymentFile


def file_of(file: TransferFile) -> PaymentFile:
    """Return the file, transfers that the bank refused included: the bank had the whole file. Needs the accounts."""
    transfers = [
        CreditTransfer(
            one.refund.pk.hex,
            Account(one.debtor_name, one.debtor_iban, one.debtor_bic),
            Account(one.name, one.iban),
            one.refund.amount,
            one.purpose,
        )
        for one in file.transfers.select_related("refund")
    ]
    return PaymentFile(file.reference, file.written_at, day_of(file), transfers)


def day_of(file: TransferFile) -> date:
    """Return the day on which the bank executed the file, otherwise the next possible day: banks refuse past days."""
    return file.executed_on or business_day_from(timezone.localdate())
