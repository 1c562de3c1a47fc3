"""What the bank gets of a stored file: the same whenever it is asked for."""

from django.utils import timezone

from checkout.models import TransferFile

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
    return PaymentFile(file.reference, file.written_at, timezone.localdate(file.written_at), transfers)
