"""The accounts to which staff send refunds from the bank."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.utils.translation import gettext, override

from checkout import hooks
from checkout.models import LedgerEntry, Refund, Transfer
from shop.core.values.bank_accounts import normalised_sepa_iban


def with_accounts(refunds: QuerySet[Any]) -> QuerySet[Any]:
    """Prefetch what the functions below read."""
    known = refunds.select_related("payment__order__billing_address", "payment__order__shop", "staff")
    entries = LedgerEntry.objects.filter(kind=LedgerEntry.Kind.CAPTURE).select_related("bank_line")
    requests = hooks.above.refund_request_relations()
    return known.prefetch_related(Prefetch("payment__entries", entries.order_by("-id")), *requests)


def waiting_for_a_file() -> QuerySet[Refund]:
    """Return refunds that staff send from the bank and that are in no file. Leaves out refunds that a payment service
    refused: their money may be requested in another way meanwhile.
    """
    filed = Transfer.objects.live().filter(refund=OuterRef("pk"))
    return Refund.objects.to_transfer().filter(~Exists(filed), state=Refund.State.REQUESTED)


def account_of(refund: Refund) -> tuple[str, str] | None:
    """Return holder and IBAN: those that the buyer named, otherwise the payer's, as long as they are known. A refund to
    a named account never goes to the payer's, which may be another person's.
    """
    named = hooks.above.refund_request_account(refund)
    return named if named or refund.by_transfer else payer_of(refund)


def payer_of(refund: Refund) -> tuple[str, str] | None:
    """Return holder and IBAN that all of the payment's money came from. None if unknown, or if there are several
    accounts: anybody who knows an order's reference can transfer a cent to it.
    """
    lines = [getattr(entry, "bank_line", None) for entry in refund.payment.entries.all()]
    accounts = {line.payer_iban if line else "": line for line in lines}
    if len(accounts) != 1:
        return None
    ((iban, line),) = accounts.items()
    return (line.payer, iban) if line and iban else None


def sepa_account_of(refund: Refund) -> tuple[str, str] | None:
    """As `account_of`. None if the holder or the account is unknown, or the bank takes no euro transfers."""
    holder, iban = account_of(refund) or ("", "")
    try:
        return (holder, normalised_sepa_iban(iban)) if holder.strip() and iban else None
    except ValidationError:
        return None


def purpose_of(refund: Refund) -> str:
    """Return the purpose that the buyer reads on the bank statement, in the order's language."""
    order = refund.payment.order
    with override(order.language):
        return gettext("Refund of order %(reference)s") % {"reference": order.reference}
