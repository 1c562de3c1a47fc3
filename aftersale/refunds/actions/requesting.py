"""A guest asks for the money of some tickets of an order."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db import transaction

from aftersale.models import RefundOffer, RefundRequest, RequestedTicket, Ticket
from aftersale.models.refund_request import MAX_ACCOUNT_NAME
from aftersale.refunds.errors import NotRefundable, NoValidTicket, TicketUsed
from aftersale.refunds.mails import queue_refund_mails
from aftersale.refunds.queries import main_payment, offer_of, order_by_secret, tickets_for
from aftersale.refunds.rules import LONGEST_CODE, MOST_TICKETS, entered_twice
from aftersale.tickets.locks import lock_tickets
from aftersale.tickets.rules import sent_number
from checkout.locks import lock_order
from checkout.models import Order, Payment
from checkout.payments import PROVIDERS
from shop.bank_accounts import kept_sepa_iban
from shop.errors import FieldErrors
from shop.mails.addresses import is_mail_address
from shop.models import Shop

from .giving_back import approve_if_it_fits


@dataclass(frozen=True)
class Wish:
    """What a guest typed. `codes`: tickets' numbers, with or without their check digits; `iban`: empty where the money
    is to go back the way it came.
    """

    codes: Sequence[str]
    account_name: str = ""
    iban: str = ""
    email: str = ""

    @property
    def to_account(self) -> bool:
        return bool(self.iban.strip() or self.account_name.strip())


@dataclass(frozen=True)
class Asked:
    """`payment`: by which the money goes back, or what it came by."""

    request: RefundRequest
    payment: Payment | None


def check_wish(wish: Wish) -> str:
    """The account as it is kept; empty without one. Raises FieldErrors with all complaints at once."""
    errors: dict[str, list[dict[str, str]]] = {}

    def complain(field: str, code: str, message: str) -> None:
        errors.setdefault(field, []).append({"code": code, "message": message})

    if not wish.codes or not wish.codes[0].strip():
        complain("item_details", "required", "the first ticket's number is needed")
    if len(wish.codes) > MOST_TICKETS:
        complain("item_details", "too_many", f"at most {MOST_TICKETS} tickets at once")
    for place, code in enumerate(wish.codes):
        if code.strip() and not is_number(code):
            complain(f"item_details.{place}.validation_code", "invalid", "only digits and spaces")
    for place in entered_twice(wish.codes):
        complain(f"item_details.{place}.validation_code", "duplicate", "entered multiple times")
    iban = ""
    if wish.to_account:
        if not wish.account_name.strip():
            complain("bank_account.name", "required", "the account's holder is needed")
        elif len(wish.account_name.strip()) > MAX_ACCOUNT_NAME:
            complain("bank_account.name", "too_long", f"at most {MAX_ACCOUNT_NAME} characters")
        try:
            iban = kept_sepa_iban(wish.iban)
        except ValidationError:
            complain("bank_account.iban", "invalid", "not a valid IBAN")
    if wish.email.strip() and not is_mail_address(wish.email.strip()):
        complain("email", "invalid", "not an e-mail address")
    if errors:
        raise FieldErrors(errors)
    return iban


def is_number(code: str) -> bool:
    digits = "".join(code.split())
    return len(code) <= LONGEST_CODE and digits.isascii() and digits.isdigit()


@transaction.atomic
def ask_refund(*, shop: Shop, event_id: str, secret: str, wish: Wish, language: str) -> Asked:
    """Ask for the tickets' money, each ticket once; what was asked for before in the same words is the same request.

    Approved at once where everything fits, else left to staff. The order's buyer is told by mail, and the address that
    was given. Locks the order and its tickets for the event.

    Raises FieldErrors, RefundNotFound, NotRefundable, NoValidTicket, TicketUsed.
    """
    iban = check_wish(wish)
    order = order_by_secret(shop, secret)
    offer = offer_of(order, event_id)
    if not offer.is_open:
        raise NotRefundable(offer.refund_error_message or "")
    lock_order(order.pk)
    lock_tickets(tickets_for(order, offer).values_list("pk", flat=True))
    payment = main_payment(order)
    tickets = named_tickets(order, offer, wish.codes)
    if again := same_request(tickets):
        return Asked(again, payment_of(again) or payment)
    if used := [code for code, ticket in tickets if not can_go_back(ticket, offer)]:
        raise TicketUsed(used)
    if not wish.to_account and (payment is None or payment.provider not in PROVIDERS):
        raise FieldErrors({"bank_account.iban": [{"code": "required", "message": "the money came by transfer"}]})
    request = RefundRequest.objects.create(
        offer=offer, order=order, origin=RefundRequest.Origin.GUEST, language=language, email=wish.email.strip(),
        to_account=wish.to_account, account_name=wish.account_name.strip(), iban=iban,
        amount=sum((one.line.price - offer.kept_fee for _code, one in tickets), Decimal(0)),
    )  # fmt: skip
    RequestedTicket.objects.bulk_create(
        RequestedTicket(request=request, line=one.line, ticket=one) for _code, one in tickets
    )
    approve_if_it_fits(request)
    queue_refund_mails(RefundRequest.RECEIVED_MAIL, request)
    return Asked(request, payment_of(request) or payment)


def named_tickets(order: Order, offer: RefundOffer, codes: Sequence[str]) -> list[tuple[str, Ticket]]:
    """Each code with the order's ticket for the event. One that ended with its line is none. Raises NoValidTicket."""
    known = {one.number: one for one in tickets_for(order, offer).exclude(ended=Ticket.Ended.LINE)}
    named = [(code, known.get(sent_number(code) or "")) for code in codes if code.strip()]
    if unknown := ["".join(code.split()) for code, ticket in named if ticket is None]:
        raise NoValidTicket(unknown)
    return [(code, ticket) for code, ticket in named if ticket is not None]


def can_go_back(ticket: Ticket, offer: RefundOffer) -> bool:
    """As `refundable_tickets`, of one that `tickets_for` has read."""
    return ticket.is_valid and not (ticket.is_asked_for or ticket.is_used) and ticket.line.price > offer.kept_fee


def same_request(tickets: Sequence[tuple[str, Ticket]]) -> RefundRequest | None:
    """The standing one that is about just these tickets: pressed twice, it was asked once."""
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
