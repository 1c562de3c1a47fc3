"""What the bank gets of a stored file: the same whenever it is asked for, but for its day, which is never past."""

from datetime import date

from django.utils import timezone

from checkout.models import TransferFile

from .business_days import business_day_from
from .pain001 import Account, CreditTransfer, PaymentFile


def file_of(file: TransferFile) -> PaymentFile:
    """Also what the bank refused of it: it had the whole file. As long as its accounts are known."""
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
    """As soon as banks can, for they refuse what is over; once they have carried it out, that day."""
    return file.executed_on or business_day_from(timezone.localdate())
