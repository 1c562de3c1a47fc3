"""Reads of refunds: what a guest can request, the state of requests, and what an event's offer has to refund."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum

from aftersale.models import Admission, RefundOffer, RefundRequest, RequestedTicket, Ticket
from checkout.actions.refunds.refunding import refundable_amount, refunded_by_line
from checkout.errors import OrderNotFound
from checkout.models import LedgerEntry, Order, OrderLine, Payment, Placement, Refund
from checkout.models.code_payments import belongs_to_issuer
from checkout.orders.access import access_order, payments_of
from checkout.orders.cancelled_events import unpaid_tickets
from checkout.orders.order_state import SIGNED, placements_of
from checkout.payments.methods import REFUNDED_BY_ITSELF, is_refunded_by_itself
from shop.core.values.numbers import whole_number
from shop.models import Shop
from shop.models.shop import PaymentMethodId

from .errors import NotRefundable, RefundNotFound
from .rules import refund_split

CAME_FROM_ACCOUNT = Q(kind=LedgerEntry.Kind.CAPTURE) & ~Q(bank_line=None) & ~Q(bank_line__payer_iban="")
ACTIVE_TICKETS = RequestedTicket.objects.filter(stands=True)


WireState = Literal["initiated", "submitted", "processing", "completed"]
PendingStep = Literal["mail", "staff", ""]


@dataclass(frozen=True)
class RefundFormState:
    """The refund form of an order and an event (purchase §3 "Refund"). `waits_for_mail`: a request waits for its mailed
    link; its tickets can still be requested in another way.
    """

    order: Order
    offer: RefundOffer
    payment: Payment | None
    refundable: list[Ticket]
    requests: list[RefundRequest]
    waits_for_mail: bool

    @property
    def method(self) -> str:
        """The default way of the refund: the payment's method, or `bank_transfer`."""
        sent_by_itself = self.payment is not None and is_by_provider(self.payment)
        return self.payment.method if self.payment and sent_by_itself else PaymentMethodId.BANK_TRANSFER.value

    @property
    def reference(self) -> str:
        """The reference of the payment to refund; if all is refunded, of the refunded one."""
        gone = [refund.payment for one in self.requests for refund in one.refunds.all()]
        payment = self.payment or next(iter(gone), None)
        return payment.reference if payment else ""

    @property
    def state(self) -> WireState:
        """The wire's state (purchase §4): `initiated` while something can be requested."""
        return "initiated" if self.refundable else refund_state(self.requests)


PaymentParts = list[tuple[Payment, dict[OrderLine, Decimal]]]
"""Which payment refunds how much of each line."""


@dataclass(frozen=True)
class RefundBasis:
    """What the refund of some tickets is computed from, read once under the locks of the order and the tickets.

    `tickets`: the online tickets. `lines`: theirs and those of printed tickets, each with what can still be refunded
    less the offer's fee; zero or less: nothing. `payments`: those with money left and how much, latest first.
    """

    order: Order
    offer: RefundOffer
    tickets: Sequence[Ticket]
    lines: Mapping[OrderLine, Decimal]
    payments: Sequence[tuple[Payment, Decimal]]

    @property
    def wanted(self) -> dict[OrderLine, Decimal]:
        return {line: amount for line, amount in self.lines.items() if amount > 0}

    def parts(self, *, by_providers: bool) -> PaymentParts | None:
        """Return the `payment_parts` of all that is wanted. `by_providers`: only payments whose provider sends
        refunds.
        """
        payments = [one for one in self.payments if not by_providers or is_by_provider(one[0])]
        return payment_parts(payments, self.wanted)

    def parts_without_form(self) -> PaymentParts | None:
        """Return the `payment_parts` of all that is wanted if it goes back in the way that it was paid, without asking
        the buyer; None if that is not possible. Transfers go back to the account that bank statements name for all of
        their money.
        """
        if by_services := self.parts(by_providers=True):
            return by_services
        parts = self.parts(by_providers=False)
        is_known = all(is_by_provider(payment) or source_account(payment) for payment, _lines in parts or ())
        return parts if parts and is_known else None


def refund_basis(
    order: Order, offer: RefundOffer, lines: Iterable[OrderLine], tickets: Sequence[Ticket]
) -> RefundBasis:
    """Read the basis. Each line needs its placement and delivery."""
    known = dict.fromkeys(lines)
    refunded = refunded_by_line(known)
    left = {line: line.reduced_total - refunded[line.pk] - offer.kept_fee * line.amount for line in known}
    return RefundBasis(order, offer, tickets, left, payments_to_refund(order))


def basis_of_request(request: RefundRequest) -> RefundBasis:
    asked = list(request.tickets.select_related("line__placement", "line__delivery", "ticket"))
    tickets = [one.ticket for one in asked if one.ticket]
    return refund_basis(request.order, request.offer, (one.line for one in asked), tickets)


def basis_by_offer(offer: RefundOffer, order: Order) -> RefundBasis:
    """Return the basis of all lines of the order that the offer still refunds something of."""
    lines = lines_to_refund(offer).filter(placement__order=order).select_related("placement", "delivery")
    basis = refund_basis(order, offer, lines.order_by("placement__number", "number"), [])
    tickets = Ticket.objects.valid().filter(line__in=basis.wanted).in_order()
    return replace(basis, lines=basis.wanted, tickets=list(tickets))


def refund_state(requests: Iterable[RefundRequest]) -> WireState:
    """Return the state of the least advanced request: `submitted` (see `pending_step`), `processing` (the money is on
    its way), `completed`. Reads `refunds`: prefetch it.
    """
    active = [one for one in requests if one.state != RefundRequest.State.DECLINED]
    if any(one.is_undecided for one in active):
        return "submitted"
    sent = [refund.state == Refund.State.DONE for one in active for refund in one.refunds.all()]
    return "completed" if all(sent) else "processing"


def pending_step(requests: Iterable[RefundRequest]) -> PendingStep:
    """Return what must happen next: `mail` (the link is followed), `staff` (they decide), or empty."""
    states = {one.state for one in requests}
    if RefundRequest.State.TO_CONFIRM in states:
        return "mail"
    return "staff" if RefundRequest.State.RECEIVED in states else ""


def order_by_secret(shop: Shop, secret: str) -> Order:
    """Return the order of a secret. Raises RefundNotFound for any error."""
    try:
        return access_order(shop, secret)
    except OrderNotFound:
        raise RefundNotFound from None


def offer_of(order: Order, event_id: str) -> RefundOffer:
    """Return the offer, open or not, of an event that the order has tickets for, by the event's id or slug.

    Raises NotRefundable.
    """
    number = whole_number(event_id)
    which = Q(event=number) if number is not None else Q(event__slug=event_id)
    bought = OrderLine.objects.filter(placement__in=placements_of(order), variant__event=OuterRef("event"))
    offer = RefundOffer.objects.select_related("event__venue").filter(which).filter(Exists(bought)).first()
    if offer is None:
        raise NotRefundable
    return offer


def refund_form(shop: Shop, event_id: str, secret: str) -> RefundFormState:
    """Return the refund form of an order and event.

    Raises RefundNotFound if the secret opens no order or the order has nothing to refund; NotRefundable if the offer is
    closed and the order has no request.
    """
    order = order_by_secret(shop, secret)
    offer = offer_of(order, event_id)
    asked = requests_of_order(order, offer)
    refundable = list(refundable_tickets(order, offer)) if offer.is_open else []
    if not refundable and not asked:
        if offer.is_open:
            raise RefundNotFound
        raise NotRefundable(offer.refund_error_message or "")
    waiting = waiting_for_mail(order, offer).exists()
    return RefundFormState(order, offer, main_payment(payments_to_refund(order)), refundable, asked, waiting)


def requests_of_order(order: Order, offer: RefundOffer) -> list[RefundRequest]:
    """Return requests that need no confirmation and were not declined, oldest first."""
    none = (RefundRequest.State.TO_CONFIRM, RefundRequest.State.DECLINED)
    requests = visible_requests(order, offer, RefundRequest.objects.exclude(state__in=none))
    return list(requests.order_by("created_at").prefetch_related("tickets__ticket", "refunds__payment"))


def waiting_for_mail(order: Order, offer: RefundOffer) -> QuerySet[RefundRequest]:
    return visible_requests(order, offer, RefundRequest.objects.waiting_for_mail())


def visible_requests(order: Order, offer: RefundOffer, requests: QuerySet[RefundRequest]) -> QuerySet[RefundRequest]:
    """Keep the requests about the part of the order that the caller may see."""
    found = requests.filter(order=order, offer=offer)
    return found.filter(tickets__line__placement=order.only_placement).distinct() if order.only_placement else found


def tickets_for(order: Order, offer: RefundOffer) -> QuerySet[Ticket]:
    """Return the order's tickets for the event in any state, with `is_asked_for` (a request is active) and `is_used`
    (its holder is inside).
    """
    lines = {"line__placement__in": placements_of(order), "line__variant__event": offer.event_id}
    known = {
        "is_asked_for": Exists(ACTIVE_TICKETS.filter(ticket=OuterRef("pk"))),
        "is_used": Exists(Admission.objects.in_force().filter(ticket=OuterRef("pk"))),
    }
    return (
        Ticket.objects.filter(**lines).annotate(**known).select_related("line__placement", "line__delivery").in_order()
    )


def refundable_tickets(order: Order, offer: RefundOffer) -> QuerySet[Ticket]:
    known: QuerySet[Any] = tickets_for(order, offer)
    valid = known.filter(invalidated_at=None, line__price__gt=offer.kept_fee)
    found: QuerySet[Ticket] = valid.filter(is_asked_for=False, is_used=False)
    return found


def payments_to_refund(order: Order) -> list[tuple[Payment, Decimal]]:
    """Return the order's payments that still have money, latest first, each with the amount left."""
    found = payments_of(order).exclude(belongs_to_issuer()).select_related("placement").order_by("-created_at")
    return [(one, left) for one in found if (left := refundable_amount(one)) > 0]


def payment_parts(
    payments: Iterable[tuple[Payment, Decimal]], wanted: Mapping[OrderLine, Decimal]
) -> PaymentParts | None:
    """Return which payment refunds how much of each line; None if the money does not suffice. Prefers payments of the
    line's own placement, and never uses a payment of another buyer who merged a placement into the order.
    """
    return refund_split(wanted, payments, (is_of_one_placement, is_of_one_buyer))


def is_of_one_placement(payment: Payment, line: OrderLine) -> bool:
    return payment.placement_id == line.placement_id


def is_of_one_buyer(payment: Payment, line: OrderLine) -> bool:
    """True unless one of both belongs to a placement that was merged without proof of ownership: such a placement has
    its own secret and counts as another buyer's.
    """
    return may_refund(payment, line.placement)


def may_refund(payment: Payment, placement: Placement) -> bool:
    """As `is_of_one_buyer`, for the placement of a line."""
    has_own = placement.secret or (payment.placement and payment.placement.secret)
    return not has_own or payment.placement_id == placement.pk


def source_account(payment: Payment) -> str:
    """Return the IBAN that all of a payment's money came from, by bank statements. Empty if unknown, or if there are
    several: anybody who knows an order's reference can transfer a cent to it.
    """
    brought = LedgerEntry.objects.filter(payment=payment, kind=LedgerEntry.Kind.CAPTURE)
    known = set(brought.values_list("bank_line__payer_iban", flat=True))
    return (known.pop() or "") if len(known) == 1 else ""


def is_by_provider(payment: Payment) -> bool:
    """True if it is refunded without staff: a payment service brought the money, so that the owner of the card or
    wallet can reclaim it there, too; or a payment code did.
    """
    return is_refunded_by_itself(payment)


def main_payment(payments: Iterable[tuple[Payment, Decimal]]) -> Payment | None:
    """Return the payment that would be refunded first: a bank transfer if there is one, because it needs an account."""
    found = [payment for payment, _left in payments]
    return next((one for one in found if not is_by_provider(one)), next(iter(found), None))


def lines_to_refund(offer: RefundOffer) -> QuerySet[OrderLine]:
    """Return the event's paid, active lines without a request, an ended ticket or a used ticket. For a moved event,
    or a postponed one excludes shipped printed tickets: they stay valid, so staff decide.
    """
    untouched = untouched_lines().filter(variant__event=offer.event_id, price__gt=offer.kept_fee)
    if offer.cause != RefundOffer.Cause.CANCELLED:
        untouched = untouched.filter(delivery__shipped_at=None)
    return untouched


def untouched_lines() -> QuerySet[OrderLine]:
    """Return paid, active lines of tickets without a request, an ended ticket or a used ticket."""
    ended = Ticket.objects.filter(line=OuterRef("pk")).exclude(invalidated_at=None)
    used = Admission.objects.in_force().filter(ticket__line=OuterRef("pk"))
    lines = OrderLine.objects.counting().filter(ticket=True, placement__paid_at__isnull=False)
    return lines.filter(~Exists(ended), ~Exists(used), ~Exists(ACTIVE_TICKETS.filter(line=OuterRef("pk"))))


def offers_with_money_left() -> QuerySet[RefundOffer]:
    """Return opened offers of cancelled events of which some tickets were neither refunded nor requested."""
    left = untouched_lines().filter(variant__event=OuterRef("event"), price__gt=0)
    return RefundOffer.objects.filter(Exists(left), cause=RefundOffer.Cause.CANCELLED).exclude(opened_at=None)


def orders_to_refund(offer: RefundOffer) -> QuerySet[Order]:
    """Return orders that can be refunded without asking for a bank account, by their ids: a payment service brought
    money, or a bank statement names an account for some of it.
    """
    lines = lines_to_refund(offer).filter(placement__order=OuterRef("pk"))
    by_known_account = Exists(LedgerEntry.objects.filter(CAME_FROM_ACCOUNT, payment=OuterRef("pk")))
    paid = Payment.objects.filter(
        REFUNDED_BY_ITSELF | Q(by_known_account), order=OuterRef("pk"), state=Payment.State.CAPTURED
    ).exclude(belongs_to_issuer())
    return Order.objects.filter(Exists(lines), Exists(paid)).order_by("pk")


@dataclass(frozen=True)
class OfferCounts:
    """What an offer has to refund. `money` in euros, after discounts. `by_itself`: orders that can be refunded at once.
    `asked`: stored requests. `unpaid`: orders with unpaid tickets, which end with a cancelled event. `came_in`: what
    was received for these.
    """

    orders: int
    tickets: int
    money: Decimal
    by_itself: int
    asked: int
    unpaid: int = 0
    came_in: Decimal = Decimal(0)


def offer_counts(offer: RefundOffer) -> OfferCounts:
    """Count what the offer has to refund."""
    found = lines_to_refund(offer).aggregate(
        orders=Count("placement__order", distinct=True),
        tickets=Sum("amount", default=0),
        money=Sum(F("total") - F("discount") - F("amount") * offer.kept_fee, default=Decimal(0)),
    )
    asked = offer.requests.count() if offer.pk else 0
    unpaid = unpaid_tickets().filter(variant__event=offer.event_id).values("placement")
    entries = LedgerEntry.objects.filter(payment__placement__in=unpaid, payment__payment_code=None)
    return OfferCounts(
        **found, by_itself=orders_to_refund(offer).count(), asked=asked,
        unpaid=Placement.objects.filter(pk__in=unpaid).values("order").distinct().count(),
        came_in=entries.aggregate(sum=Sum(SIGNED, default=Decimal(0)))["sum"],
    )  # fmt: skip
