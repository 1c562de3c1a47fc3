"""A guest asks for the money of some tickets of an order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext

from aftersale.models import RefundOffer, RefundRequest, RequestedTicket, Ticket
from aftersale.models.refund_request import MAX_ACCOUNT_NAME
from aftersale.numbers.tickets import sent_number
from aftersale.refunds.confirmations import queue_confirmation, untold
from aftersale.refunds.errors import NotRefundable, NoValidTicket, TicketUsed, TooManyRefundRequests
from aftersale.refunds.mails import queue_refund_mails
from aftersale.refunds.queries import (
    account_it_came_from,
    is_by_service,
    main_payment,
    offer_of,
    order_by_secret,
    tickets_for,
    waiting_for_mail,
    ways_back,
)
from aftersale.refunds.rules import LONGEST_CODE, MOST_TICKETS, MOST_UNTOLD, entered_twice
from aftersale.tickets.locks import lock_tickets
from checkout.locks import lock_order
from checkout.models import Order, Payment
from shop.core.errors import FieldErrors
from shop.core.values.bank_accounts import kept_sepa_iban
from shop.core.values.mail_addresses import is_mail_address
from shop.models import Shop

from .giving_back import approve_if_it_fits, worth_of


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
        complain("item_details", "required", gettext("This field is required."))
    if len(wish.codes) > MOST_TICKETS:
        complain("item_details", "too_many", gettext("1 to %(most)s tickets go at once.") % {"most": MOST_TICKETS})
    for place, code in enumerate(wish.codes):
        if code.strip() and not is_number(code):
            complain(f"item_details.{place}.validation_code", "invalid", gettext("Use digits and spaces only."))
    for place in entered_twice(wish.codes):
        complain(f"item_details.{place}.validation_code", "duplicate", gettext("entered multiple times"))
    iban = ""
    if wish.to_account:
        if not wish.account_name.strip():
            complain("bank_account.name", "required", gettext("This field is required."))
        elif len(wish.account_name.strip()) > MAX_ACCOUNT_NAME:
            complain(
                "bank_account.name",
                "too_long",
                gettext("Use at most %(most)s characters.") % {"most": MAX_ACCOUNT_NAME},
            )
        try:
            iban = kept_sepa_iban(wish.iban)
        except ValidationError:
            complain("bank_account.iban", "invalid", gettext("This is no valid IBAN."))
    if wish.email.strip() and not is_mail_address(wish.email.strip()):
        complain("email", "invalid", gettext("This is no e-mail address."))
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
    was given. To an account that the money did not come from, nothing happens but a mail to the order's own address,
    until its link is followed (`confirming`). Locks the order and its tickets for the event.

    Raises FieldErrors, RefundNotFound, NotRefundable, NoValidTicket, TicketUsed, or TooManyRefundRequests where too
    much waits for a link.
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
    if not wish.to_account and (payment is None or not is_by_service(payment)):
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
    found = [ticket for _code, ticket in tickets]
    if not wish.to_account or is_its_account(order, offer, found, iban) or not order.email:
        request = store_request(order, offer, wish, iban, found, language=language)
        take_up(request)
        return Asked(request, payment_of(request) or payment)
    waiting = same_wish(order, offer, wish, iban, found)
    if waiting is None:
        if untold(order).filter(state=RefundRequest.State.TO_CONFIRM).count() >= MOST_UNTOLD:
            raise TooManyRefundRequests
        waiting = store_request(order, offer, wish, iban, found, language=language, to_confirm=True)
    queue_confirmation(waiting)
    return Asked(waiting, payment)


def store_request(
    order: Order,
    offer: RefundOffer,
    wish: Wish,
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
        offer=offer, order=order, origin=RefundRequest.Origin.GUEST, language=language, email=wish.email.strip(),
        to_account=wish.to_account, account_name=wish.account_name.strip(), iban=iban,
        state=RefundRequest.State.TO_CONFIRM if to_confirm else RefundRequest.State.RECEIVED,
        amount=sum((one.line.price - offer.kept_fee for one in tickets), Decimal(0)),
    )  # fmt: skip
    RequestedTicket.objects.bulk_create(
        RequestedTicket(request=request, line=one.line, ticket=one, stands=not to_confirm) for one in tickets
    )
    return request


def take_up(request: RefundRequest) -> None:
    """Give back what can go by itself, or leave it to staff, and tell of it; the caller holds the order's lock."""
    approve_if_it_fits(request)
    queue_refund_mails(RefundRequest.RECEIVED_MAIL, request)


def is_its_account(order: Order, offer: RefundOffer, tickets: Iterable[Ticket], iban: str) -> bool:
    """Whether all that would go back came from this account: then nobody but its holder gets anything."""
    wanted = {one.line: worth for one in tickets if (worth := worth_of(one.line, offer)) > 0}
    parts = ways_back(order, wanted, by_providers=False) if wanted else None
    return bool(parts) and all(account_it_came_from(payment) == iban for payment, _lines in parts or ())


def same_wish(
    order: Order, offer: RefundOffer, wish: Wish, iban: str, tickets: Sequence[Ticket]
) -> RefundRequest | None:
    """The one that waits for its mail's link, about just these tickets and this account: pressed twice, it was asked
    once.
    """
    alike = waiting_for_mail(order, offer).filter(iban=iban, account_name=wish.account_name.strip())
    keys = {one.pk for one in tickets}
    return next((one for one in alike if set(one.tickets.values_list("ticket", flat=True)) == keys), None)


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
