"""Reads of refunds: what a guest may ask back, how that stands, and what an event's offer has to give back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum

from aftersale.models import Admission, RefundOffer, RefundRequest, RequestedTicket, Ticket
from checkout.actions.refunds.refunding import refundable_amount
from checkout.errors import OrderNotFound
from checkout.models import LedgerEntry, Order, OrderLine, Payment, Placement, Refund
from checkout.orders.access import access_order, payments_of
from checkout.orders.order_state import of_placements
from checkout.payments.methods import PROVIDERS
from shop.core.values.numbers import whole_number
from shop.models import Shop
from shop.models.shop import PaymentMethodId

from .errors import NotRefundable, RefundNotFound
from .rules import refund_split

ACTIVE_TICKETS = RequestedTicket.objects.filter(stands=True)


@dataclass(frozen=True)
class RefundFormState:
    """What the form of one order and one event shows (purchase §3 "Refund"). `waits_for_mail`: for the link in a mail
    waits what can still be asked for in another way.
    """

    order: Order
    offer: RefundOffer
    payment: Payment | None
    refundable: list[Ticket]
    requests: list[RefundRequest]
    waits_for_mail: bool

    @property
    def method(self) -> str:
        """How the money goes back if nothing else is said: the way it came, or `bank_transfer`."""
        sent_by_itself = self.payment is not None and is_by_provider(self.payment)
        return self.payment.method if self.payment and sent_by_itself else PaymentMethodId.BANK_TRANSFER.value

    @property
    def reference(self) -> str:
        """Of the payment by which the money goes back; once all of it has, of the one by which it did."""
        gone = [refund.payment for one in self.requests for refund in one.refunds.all()]
        payment = self.payment or next(iter(gone), None)
        return payment.reference if payment else ""

    @property
    def state(self) -> str:
        """The wire's states (purchase §4): `initiated` while something can be asked for."""
        return "initiated" if self.refundable else refund_state(self.requests)


def refund_state(requests: Iterable[RefundRequest]) -> str:
    """Of what was asked for, the least far: `submitted` (`pending_step` a mail's link or for staff), `processing` (the
    money is on its way), `completed`. Reads `refunds`: prefetch it.
    """
    active = [one for one in requests if one.state != RefundRequest.State.DECLINED]
    if any(one.is_undecided for one in active):
        return "submitted"
    sent = [refund.state == Refund.State.DONE for one in active for refund in one.refunds.all()]
    return "completed" if all(sent) else "processing"


def pending_step(requests: Iterable[RefundRequest]) -> str:
    """What has to happen first: `mail`, that the link in one is followed; `staff`, that they decide; empty: nothing."""
    states = {one.state for one in requests}
    if RefundRequest.State.TO_CONFIRM in states:
        return "mail"
    return "staff" if RefundRequest.State.RECEIVED in states else ""


def order_by_secret(shop: Shop, secret: str) -> Order:
    """Raises RefundNotFound, whatever is wrong."""
    try:
        return access_order(shop, secret)
    except OrderNotFound:
        raise RefundNotFound from None


def offer_of(order: Order, event_id: str) -> RefundOffer:
    """The offer of an event that the order has tickets for, open or not; by the event's id or slug.

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
    return RefundFormState(order, offer, main_payment(order), refundable, asked, waiting)


def requests_of_order(order: Order, offer: RefundOffer) -> list[RefundRequest]:
    """What was asked for, needs no confirmation any more and was not declined, the first one first."""
    none = (RefundRequest.State.TO_CONFIRM, RefundRequest.State.DECLINED)
    requests = visible_requests(order, offer, RefundRequest.objects.exclude(state__in=none))
    return list(requests.order_by("created_at").prefetch_related("tickets__ticket", "refunds__payment"))


def waiting_for_mail(order: Order, offer: RefundOffer) -> QuerySet[RefundRequest]:
    return visible_requests(order, offer, RefundRequest.objects.waiting_for_mail())


def visible_requests(order: Order, offer: RefundOffer, requests: QuerySet[RefundRequest]) -> QuerySet[RefundRequest]:
    """Those about what whoever asks may see of the order."""
    found = requests.filter(order=order, offer=offer)
    return found.filter(tickets__line__placement=order.only_placement).distinct() if order.only_placement else found


def tickets_for(order: Order, offer: RefundOffer) -> QuerySet[Ticket]:
    """Whatever their state; with `is_asked_for`, and `is_used`: somebody is inside with it."""
    lines = {"line__placement__in": placements_of(order), "line__variant__event": offer.event_id}
    known = {
        "is_asked_for": Exists(ACTIVE_TICKETS.filter(ticket=OuterRef("pk"))),
        "is_used": Exists(Admission.objects.in_force().filter(ticket=OuterRef("pk"))),
    }
    return Ticket.objects.filter(**lines).annotate(**known).select_related("line").in_order()


def refundable_tickets(order: Order, offer: RefundOffer) -> QuerySet[Ticket]:
    known: QuerySet[Any] = tickets_for(order, offer)
    valid = known.filter(invalidated_at=None, line__price__gt=offer.kept_fee)
    found: QuerySet[Ticket] = valid.filter(is_asked_for=False, is_used=False)
    return found


def placements_of(order: Order) -> QuerySet[Placement]:
    return of_placements(Placement.objects.filter(order=order), order.only_placement, "pk")


def payments_to_refund(order: Order, *, by_providers: bool) -> list[tuple[Payment, Decimal]]:
    """Those of the order that brought money which is still here, the last one first, each with what is left.

    `by_providers`: only those whose service sends it back by itself.
    """
    found = payments_of(order).filter(payment_code=None).select_related("placement").order_by("-created_at")
    if by_providers:
        found = found.filter(provider__in=PROVIDERS)
    return [(one, left) for one in found if (left := refundable_amount(one)) > 0]


def refund_routes(
    order: Order, wanted: Mapping[OrderLine, Decimal], *, by_providers: bool
) -> list[tuple[Payment, dict[OrderLine, Decimal]]] | None:
    """What of each line's money goes back through which payment; None where it is not enough. First of all through what
    was paid for its own placement, and never through what somebody else paid who merged theirs into the order.
    """
    left = payments_to_refund(order, by_providers=by_providers)
    return refund_split(wanted, left, (is_of_one_placement, is_of_one_buyer))


def is_of_one_placement(payment: Payment, line: OrderLine) -> bool:
    return payment.placement_id == line.placement_id


def is_of_one_buyer(payment: Payment, line: OrderLine) -> bool:
    """What was merged without showing that the order is theirs has a secret of its own, and is a buyer's by itself."""
    has_own = line.placement.secret or (payment.placement and payment.placement.secret)
    return not has_own or is_of_one_placement(payment, line)


def source_account(payment: Payment) -> str:
    """The one IBAN that all of a payment's money came from, as bank statements tell it; empty where they do not, or
    where there are several: who knows an order's reference can send a cent to it.
    """
    brought = LedgerEntry.objects.filter(payment=payment, kind=LedgerEntry.Kind.CAPTURE)
    known = set(brought.values_list("bank_line__payer_iban", flat=True))
    return (known.pop() or "") if len(known) == 1 else ""


def is_by_provider(payment: Payment) -> bool:
    """Whether a payment service brought the money: whose card or wallet it was can have it taken back there, too."""
    return payment.provider in PROVIDERS


def main_payment(order: Order) -> Payment | None:
    """That by which money would go back: a transfer where any of it came so, for an account is needed then."""
    found = [payment for payment, _left in payments_to_refund(order, by_providers=False)]
    return next((one for one in found if one.provider not in PROVIDERS), next(iter(found), None))


def lines_to_refund(offer: RefundOffer) -> QuerySet[OrderLine]:
    """Paid lines of the event that count, of which nobody has asked for anything yet, no ticket has ended and with none
    somebody is inside. Printed tickets of a moved event stay good: those that have left are left to staff.
    """
    ended = Ticket.objects.filter(line=OuterRef("pk")).exclude(invalidated_at=None)
    used = Admission.objects.in_force().filter(ticket__line=OuterRef("pk"))
    lines = OrderLine.objects.counting().filter(variant__event=offer.event_id, ticket=True, price__gt=offer.kept_fee)
    untouched = lines.filter(~Exists(ended), ~Exists(used), ~Exists(ACTIVE_TICKETS.filter(line=OuterRef("pk"))))
    if offer.cause == RefundOffer.Cause.MOVED:
        untouched = untouched.filter(delivery__shipped_at=None)
    return untouched.filter(placement__paid_at__isnull=False)


def orders_to_refund(offer: RefundOffer) -> QuerySet[Order]:
    """Those whose money can go back without anybody's account, by their ids."""
    lines = lines_to_refund(offer).filter(placement__order=OuterRef("pk"))
    paid = Payment.objects.filter(
        order=OuterRef("pk"), state=Payment.State.CAPTURED, provider__in=PROVIDERS, payment_code=None
    )
    return Order.objects.filter(Exists(lines), Exists(paid)).order_by("pk")


@dataclass(frozen=True)
class OfferCounts:
    """How much of an event is sold and how it stands; money in euros, what a code took off not counted."""

    orders: int
    tickets: int
    money: Decimal
    by_itself: int
    asked: int


def offer_counts(offer: RefundOffer) -> OfferCounts:
    """`by_itself`: orders whose money could go back at once; `asked`: requests that are there."""
    found = lines_to_refund(offer).aggregate(
        orders=Count("placement__order", distinct=True),
        tickets=Sum("amount", default=0),
        money=Sum(F("total") - F("discount") - F("amount") * offer.kept_fee, default=Decimal(0)),
    )
    asked = offer.requests.count() if offer.pk else 0
    return OfferCounts(**found, by_itself=orders_to_refund(offer).count(), asked=asked)
