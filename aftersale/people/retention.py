"""Retention rules: which data is erased when, and by which job. `fields`: fields with personal data; a test finds
fields that no rule names.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from aftersale.check_in.retention import erase_old_answers
from aftersale.entrance.retention import forget_entries
from aftersale.models import PersonRequest
from aftersale.refunds.retention import forget_accounts as forget_refund_accounts
from aftersale.refunds.retention import forget_unconfirmed
from aftersale.ticket_service.retention import forget_requests, forget_uploads
from aftersale.withdrawals.retention import forget_old as forget_withdrawals
from cart.actions.retention import forget_carts
from checkout.actions.bank.bank_lines import forget_payers
from checkout.actions.orders.retention import erase_old_holders, forget_booked, forget_unpaid
from checkout.actions.payments.inbox import forget_unproven
from checkout.actions.refunds.transfer_files import forget_accounts as forget_transfer_accounts
from shop.audit.retention import forget_old as forget_changes
from shop.consent import forget_old as forget_consent
from shop.core import retention
from shop.core.retention import Period
from shop.newsletter.actions import forget_old as forget_newsletter

from .letters import forget_letters

ADDRESS = tuple(
    f"cart.Address.{name}"
    for name in ("first_name", "last_name", "company", "address", "address2", "post_code", "city", "country_code")
)
ORDER = (
    "checkout.Order.email", *ADDRESS, "checkout.OrderLine.personal_identifier", "checkout.OrderStep.text",
    "checkout.Refund.reason", "checkout.Hold.reason",
)  # fmt: skip


def forget_requests_of_people(now: datetime | None = None) -> int:
    return PersonRequest.objects.filter(at__lt=retention.REQUESTS.end(now)).delete()[0]


@dataclass(frozen=True)
class RetentionRule:
    """`forget` erases what is due at a moment and returns how many; `job` calls it regularly."""

    name: str
    what: Any
    periods: tuple[Period, ...]
    job: str
    forget: Callable[[datetime | None], int]
    fields: tuple[str, ...]


RULES = (
    RetentionRule(
        "carts", _("carts of sessions that ended"), (retention.SESSION, retention.CARTS), "cart.forget_carts",
        forget_carts,
        ("cart.Cart.email", "cart.Cart.payment_external_id", "cart.CartLine.personal_identifier", *ADDRESS),
    ),
    RetentionRule(
        "unpaid-orders", _("orders that ended unpaid"), (retention.UNPAID_ORDERS,), "checkout.forget_buyers",
        forget_unpaid, ORDER,
    ),
    RetentionRule(
        "booked-orders", _("orders and invoices, once the law does not keep them"), (retention.VOUCHERS,),
        "checkout.forget_buyers", forget_booked, (*ORDER, "checkout.Invoice.content"),
    ),
    RetentionRule(
        "mails", _("mails"), (retention.LETTERS,), "aftersale.forget_letters", forget_letters,
        ("shop.Mail.recipient", "shop.Mail.subject", "shop.Mail.text", "shop.Mail.html"),
    ),
    RetentionRule(
        "ticket-holders", _("names on tickets of past events"), (retention.TICKET_HOLDERS,),
        "checkout.erase_ticket_holders", erase_old_holders,
        tuple(f"cart.TicketHolder.{name}" for name in ("first_name", "last_name", "address", "phone")),
    ),
    RetentionRule(
        "check-ins", _("answers at check-ins of past events"), (retention.CHECK_INS,),
        "aftersale.erase_check_in_answers", erase_old_answers, ("aftersale.CheckIn.answers",),
    ),
    RetentionRule(
        "entries", _("when who was let in"), (retention.ENTRIES,), "aftersale.forget_entries", forget_entries,
        ("aftersale.Scan.number", "aftersale.Admission.reason"),
    ),
    RetentionRule(
        "payers", _("payers of bank transfers"), (retention.PAYERS,), "checkout.forget_payers", forget_payers,
        ("checkout.BankLine.payer", "checkout.BankLine.payer_iban", "checkout.BankLine.purpose"),
    ),
    RetentionRule(
        "transfers", _("accounts in SEPA files"), (retention.PAYERS,), "checkout.forget_payers",
        forget_transfer_accounts, ("checkout.Transfer.name", "checkout.Transfer.iban"),
    ),
    RetentionRule(
        "unproven-events", _("unproven messages of payment services"), (retention.UNPROVEN_EVENTS,),
        "checkout.forget_unproven", forget_unproven, ("checkout.UnprovenEvent.headers", "checkout.UnprovenEvent.body"),
    ),
    RetentionRule(
        "refund-accounts", _("accounts of refund requests"), (retention.REFUND_ACCOUNTS,),
        "aftersale.forget_accounts", forget_refund_accounts,
        tuple(f"aftersale.RefundRequest.{name}" for name in ("email", "account_name", "iban", "note")),
    ),
    RetentionRule(
        "unconfirmed-refunds", _("refund requests that nobody confirmed"), (retention.UNCONFIRMED_REFUNDS,),
        "aftersale.forget_accounts", forget_unconfirmed, (),
    ),
    RetentionRule(
        "ticket-service", _("requests for other names and cancellations"), (retention.TICKET_SERVICE,),
        "aftersale.forget_ticket_service", forget_requests,
        (
            *(f"aftersale.TicketServiceRequest.{name}" for name in ("name", "email", "reference", "comment", "note")),
            "aftersale.TicketServiceItem.name", "aftersale.TicketServiceItem.name_new", "aftersale.ProofUpload.key",
        ),
    ),
    RetentionRule(
        "pictures", _("pictures that no form named"), (retention.UNCLAIMED_PICTURES,), "aftersale.forget_uploads",
        forget_uploads, ("aftersale.ProofUpload.key",),
    ),
    RetentionRule(
        "withdrawals", _("withdrawals"), (retention.WITHDRAWALS,), "aftersale.forget_old_withdrawals",
        forget_withdrawals,
        (
            *(f"aftersale.Withdrawal.{name}" for name in ("name", "contract", "items", "text", "email")),
            "aftersale.WithdrawalStep.note",
        ),
    ),
    RetentionRule(
        "newsletter", _("newsletter subscriptions"),
        (retention.NEWSLETTER_UNCONFIRMED, retention.NEWSLETTER_ENDED), "shop.forget_old_newsletter_wishes",
        forget_newsletter,
        tuple(f"shop.NewsletterSubscription.{name}" for name in ("email", "requested_from", "confirmed_from")),
    ),
    RetentionRule(
        "consent", _("decisions about measurement"), (retention.CONSENT,), "shop.forget_old_consent",
        forget_consent, ("shop.ConsentDecision.visitor",),
    ),
    RetentionRule(
        "requests", _("that somebody's data was handed over or erased"), (retention.REQUESTS,),
        "aftersale.forget_person_requests", forget_requests_of_people,
        ("aftersale.PersonRequest.digest", "aftersale.PersonRequest.counts"),
    ),
    RetentionRule(
        "changes", _("who of the staff changed what"), (retention.CHANGES,), "shop.forget_old_changes",
        forget_changes, ("shop.AuditEntry.name", "shop.AuditEntry.changes", "shop.AuditEntry.who"),
    ),
)  # fmt: skip


def apply_rule(rule: RetentionRule, *, now: datetime | None = None, dry_run: bool = False) -> int:
    """Apply a rule. Returns the number of rows of which something was erased. A dry run rolls it back."""
    if not dry_run:
        return rule.forget(now)
    with transaction.atomic():
        number = rule.forget(now)
        transaction.set_rollback(True)
    return number


def rules_named(names: Iterable[str]) -> list[RetentionRule]:
    """Return the named rules, or all without names. Raises KeyError."""
    by_name = {rule.name: rule for rule in RULES}
    return [by_name[name] for name in names] or list(RULES)
