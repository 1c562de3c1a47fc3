"""A guest requests a refund for tickets of an order."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext

from aftersale.models import RefundOffer, RefundRequest, RequestedTicket, Ticket
from aftersale.models.refund_request import MAX_ACCOUNT_NAME
from aftersale.numbers.tickets import sent_number
from aftersale.refunds.confirmations import queue_confirmation, unmailed
from aftersale.refunds.errors import NotRefundable, NoValidTicket, TicketUsed, TooManyRefundRequests
from aftersale.refunds.mails import queue_refund_mails
from aftersale.refunds.queries import (
    RefundBasis,
    is_by_provider,
    main_payment,
    offer_of,
    order_by_secret,
    refund_basis,
    source_account,
    tickets_for,
    waiting_for_mail,
)
from aftersale.refunds.rules import LONGEST_CODE, MOST_TICKETS, MOST_UNMAILED, entered_twice
from aftersale.tickets.locks import lock_tickets
from checkout.locks import lock_order
from checkout.models import Order, Payment
from shop.core.errors import FieldErrors
from shop.core.values.bank_accounts import normalised_sepa_iban
from shop.core.values.mail_addresses import is_mail_address
from shop.models import Shop

from .approving import approve_automatically


@dataclass(frozen=True)
class EnteredRefund:
    """A guest's input. `codes`: ticket numbers, with or without check digits. `iban`: empty if the money is to go back
    the way it came.
    """

    codes: Sequence[str]
    account_name: str = ""
    iban: str = ""
    email: str = ""

    @property
    def to_account(self) -> bool:
        return bool(self.iban.strip() or self.account_name.strip())


@dataclass(frozen=True)
class SubmittedRefund:
    """`payment`: the payment that is refunded, or else the main payment of the order."""

    request: RefundRequest
    payment: Payment | None


def check_entered(entered: EnteredRefund) -> str:
    """Return the IBAN in its stored form, empty without one. Raises FieldErrors with all errors at once."""
    errors: dict[str, list[dict[str, str]]] = {}

    def complain(field: str, code: str, message: str) -> None:
        errors.setdefault(field, []).append({"code": code, "message": message})

    if not entered.codes or not entered.codes[0].strip():
        complain("item_details", "required", gettext("This field is required."))
    if len(entered.codes) > MOST_TICKETS:
        complain("item_details", "too_many", gettext("1 to %(most)s tickets go at once.") % {"most": MOST_TICKETS})
    for place, code in enumerate(entered.codes):
        if code.strip() and not is_number(code):
            complain(f"item_details.{place}.validation_code", "invalid", gettext("Use digits and spaces only."))
    for place in entered_twice(entered.codes):
        complain(f"item_details.{place}.validation_code", "duplicate", gettext("entered multiple times"))
    iban = ""
    if entered.to_account:
        if not entered.account_name.strip():
            complain("bank_account.name", "required", gettext("This field is required."))
        elif len(entered.account_name.strip()) > MAX_ACCOUNT_NAME:
            complain(
                "bank_account.name",
                "too_long",
                gettext("Use at most %(most)s characters.") % {"most": MAX_ACCOUNT_NAME},
            )
        try:
            iban = normalised_sepa_iban(entered.iban)
        except ValidationError:
            complain("bank_account.iban", "invalid", gettext("This is no valid IBAN."))
    if entered.email.strip() and not is_mail_address(entered.email.strip()):
        complain("email", "invalid", gettext("This is no e-mail address."))
    if errors:
        raise FieldErrors(errors)
    return iban


def is_number(code: str) -> bool:
    digits = "".join(code.split())
    return len(code) <= LONGEST_CODE and digits.isascii() and digits.isdigit()


@transaction.atomic
def submit_refund_request(
    *, shop: Shop, event_id: str, secret: str, entered: EnteredRefund, language: str
) -> SubmittedRefund:
    """Request a refund for tickets, each ticket once. The same input again returns the same request.

    Approves the request at once if it can be refunded automatically; otherwise staff decide. Mails the buyer and the
    entered address. If the bank account is not the one that the money came from, only mails a link to the order's
    address, and waits until it is followed (`confirming`). Locks the order and its tickets for the event.

    Raises FieldErrors, RefundNotFound, NotRefundable, NoValidTicket, TicketUsed, or TooManyRefundRequests if too many
    requests wait for a link.
    """
    iban = check_entered(entered)
    order = order_by_secret(shop, secret)
    offer = offer_of(order, event_id)
    if not offer.is_open:
        raise NotRefundable(offer.refund_error_message or "")
    lock_order(order.pk)
    lock_tickets(tickets_for(order, offer).values_list("pk", flat=True))
    tickets = tickets_of_codes(order, offer, entered.codes)
    found = [ticket for _code, ticket in tickets]
    basis = refund_basis(order, offer, (ticket.line for ticket in found), found)
    payment = main_payment(basis.payments)
    if again := same_request(tickets):
        return SubmittedRefund(again, payment_of(again) or payment)
    if used := [code for code, ticket in tickets if not is_refundable(ticket, offer)]:
        raise TicketUsed(used)
    if not entered.to_account and (payment is None or not is_by_provider(payment)):
        raise FieldErrors(
            {
                "bank_account.iban": [
                    {
                        "code": "required",
                        "message": gettext("The money came by transfer: say which account it goes to."),
                    }
                ]
            }
        )
    if not entered.to_account or is_source_account(basis, iban) or not order.email:
        request = store_request(order, offer, entered, iban, found, language=language)
        process_request(request, basis)
        return SubmittedRefund(request, payment_of(request) or payment)
    waiting = same_waiting_request(order, offer, entered, iban, found)
    if waiting is None:
        if unmailed(order).filter(state=RefundRequest.State.TO_CONFIRM).count() >= MOST_UNMAILED:
            raise TooManyRefundRequests
        waiting = store_request(order, offer, entered, iban, found, language=language, to_confirm=True)
    queue_confirmation(waiting)
    return SubmittedRefund(waiting, payment)


def store_request(
    order: Order,
    offer: RefundOffer,
    entered: EnteredRefund,
    iban: str,
    tickets: Sequence[Ticket],
    *,
    language: str,
    to_confirm: bool = False,
) -> RefundRequest:
    """Store the request. An unconfirmed one does not block its tickets: somebody who only has the order's link must not
    keep the buyer from a request.
    """
    request = RefundRequest.objects.create(
        offer=offer, order=order, origin=RefundRequest.Origin.GUEST, language=language, email=entered.email.strip(),
        to_account=entered.to_account, account_name=entered.account_name.strip(), iban=iban,
        state=RefundRequest.State.TO_CONFIRM if to_confirm else RefundRequest.State.RECEIVED,
        amount=sum((one.line.price - offer.kept_fee for one in tickets), Decimal(0)),
    )  # fmt: skip
    RequestedTicket.objects.bulk_create(
        RequestedTicket(request=request, line=one.line, ticket=one, stands=not to_confirm) for one in tickets
    )
    return request


def process_request(request: RefundRequest, basis: RefundBasis) -> None:
    """Approve the request automatically or leave it to staff, and queue the mails. Caller must hold the locks of the
    order and the tickets.
    """
    approve_automatically(request, basis)
    queue_refund_mails(RefundRequest.RECEIVED_MAIL, request)


def is_source_account(basis: RefundBasis, iban: str) -> bool:
    """True if all money to be refunded came from this account, so that only its owner gets money."""
    parts = basis.parts(by_providers=False)
    return bool(parts) and all(source_account(payment) == iban for payment, _lines in parts or ())


def same_waiting_request(
    order: Order, offer: RefundOffer, entered: EnteredRefund, iban: str, tickets: Sequence[Ticket]
) -> RefundRequest | None:
    """Return the request that waits for a link and has exactly these tickets and this account, if any: a form sent
    twice makes one request.
    """
    alike = waiting_for_mail(order, offer).filter(iban=iban, account_name=entered.account_name.strip())
    keys = {one.pk for one in tickets}
    return next((one for one in alike if set(one.tickets.values_list("ticket", flat=True)) == keys), None)


def tickets_of_codes(order: Order, offer: RefundOffer, codes: Sequence[str]) -> list[tuple[str, Ticket]]:
    """Return each code with its ticket of the order and event. Tickets of voided lines count as unknown. Raises
    NoValidTicket with all unknown codes.
    """
    known = {one.number: one for one in tickets_for(order, offer).exclude(ended=Ticket.Ended.LINE)}
    named = [(code, known.get(sent_number(code) or "")) for code in codes if code.strip()]
    if unknown := ["".join(code.split()) for code, ticket in named if ticket is None]:
        raise NoValidTicket(unknown)
    return [(code, ticket) for code, ticket in named if ticket is not None]


def is_refundable(ticket: Ticket, offer: RefundOffer) -> bool:
    """Apply the condition of `refundable_tickets` to a ticket that `tickets_for` has read."""
    return ticket.is_valid and not (ticket.is_asked_for or ticket.is_used) and ticket.line.price > offer.kept_fee


def same_request(tickets: Sequence[tuple[str, Ticket]]) -> RefundRequest | None:
    """The active request for exactly these tickets, if any: a form sent twice makes one request."""
    keys = {ticket.pk for _code, ticket in tickets}
    asked = RequestedTicket.objects.filter(ticket__in=keys, stands=True).select_related("request")
    requests = {one.request for one in asked}
    if len(requests) != 1:
        return None
    [request] = requests
    return request if set(request.tickets.values_list("ticket", flat=True)) == keys else None


def payment_of(request: RefundRequest) -> Payment | None:
    refund = request.refunds.select_related("payment").order_by("created_at").first()
    return refund.payment if refund else None
