"""Mails about refunds: the offer of an event, the receipt of a request, and the decision."""

from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet, Sum
from django.utils.translation import gettext_lazy as _
from procrastinate.contrib.django import app

from aftersale.models import RefundOffer, RefundRequest
from aftersale.tickets.actions.reissuing import send_tickets
from catalogue.models import Event
from checkout.actions.orders.ending_tickets import EVENT_CANCELLED
from checkout.models import Order, OrderLine, Placement, Refund
from checkout.orders.access import access_order
from checkout.orders.deadlines import first_expiry
from checkout.orders.links import order_page
from shop.core.values.formats import euros
from shop.mails.keys import joined, parted
from shop.mails.kind_labels import LABELS
from shop.mails.sending import Content, render_mail, store_mail
from shop.models import Mail

from .links import confirmation_page, refund_page
from .queries import lines_to_refund, orders_to_refund

REFUND_MAIL_JOB, OFFER_MAIL_JOB = "aftersale.send_refund_mail", "aftersale.tell_holders"
OFFER_MAIL = "refund_offer"
LABELS.update(
    {
        OFFER_MAIL: _("the event was cancelled, postponed or moved"),
        RefundRequest.RECEIVED_MAIL: _("refund request received"),
        RefundRequest.CONFIRM_MAIL: _("refund request to be confirmed"),
        RefundRequest.DECIDED_MAIL: _("refund decided"),
        RefundRequest.DECLINED_MAIL: _("refund declined"),
    }
)
BATCH = 200
NOBODY = UUID(int=0)


def queue_refund_mails(kind: str, request: RefundRequest) -> None:
    """Queue the mail to the order's address and to the address given in the form, so that the buyer notices any
    request.
    """
    for recipient in dict.fromkeys(filter(None, (request.order.email, request.email))):
        queue_mail(kind, request.order, str(request.pk), request.language, recipient)


def queue_offer_mail_batch(offer: RefundOffer, after: UUID = NOBODY) -> None:
    """Queue the job for the next batch in the caller's transaction."""
    app.configure_task(OFFER_MAIL_JOB).defer(offer_id=offer.pk, after=str(after))


def queue_offer_mails(offer: RefundOffer, after: UUID) -> UUID | None:
    """Queue the offer's mail to the next orders, each once. Returns the last one's id, or None if no more are left."""
    lines = lines_of(offer).filter(placement__order=OuterRef("pk"))
    orders = list(Order.objects.select_related("shop").filter(Exists(lines), pk__gt=after).order_by("pk")[:BATCH])
    for order in orders:
        queue_offer_mail(offer, order)
    return orders[-1].pk if len(orders) == BATCH else None


def queue_offer_mail(offer: RefundOffer, order: Order) -> None:
    """Queue the offer's mail to the order, once for each announcement. After a move paid tickets follow in a mail of
    their own, with the new date.
    """
    if not queue_mail(
        joined(OFFER_MAIL, news_key(offer)), order, joined(offer.pk, order.pk), order.language, order.email
    ):
        return
    if offer.event.state == Event.State.MOVED:
        for placement in order.placements.exclude(paid_at=None).select_related("order__shop"):
            if lines_of(offer).filter(placement=placement).exists():
                send_tickets(placement=placement)


def news_key(offer: RefundOffer) -> str:
    """Return what tells the mails of one offer apart: the number of its announcement, empty for the first."""
    return str(offer.announcement) if offer.announcement > 1 else ""


def lines_of(offer: RefundOffer) -> QuerySet[OrderLine]:
    """Return the event's active lines that were paid, and those that wait for their money if the event still takes
    place. Unpaid tickets of a cancelled one end, and their buyers get the mail then.
    """
    lines = OrderLine.objects.counting().filter(variant__event=offer.event_id, ticket=True)
    return lines.filter(placement__paid_at__isnull=False) if offer.event.is_cancelled else lines


def queue_mail(kind: str, order: Order, about: str, language: str, recipient: str) -> bool:
    """Store the mail and the job that sends it, once. Returns whether the mail was stored."""
    mail = store_mail(shop=order.shop, kind=kind, about=about, language=language, recipient=recipient)
    if mail is not None:
        app.configure_task(REFUND_MAIL_JOB).defer(mail_id=str(mail.pk))
    return mail is not None


def write_refund_mail(mail: Mail) -> Content:
    """`templates/mails/refund_*`, by the mail's kind."""
    kind = parted(mail.kind)[0]
    context = offer_context(mail) if kind == OFFER_MAIL else request_context(mail)
    return render_mail(shop=mail.shop, template=kind, language=mail.language, context=context)


def offer_context(mail: Mail) -> dict[str, object]:
    """As it stands when the mail is written: who has had the money back meanwhile need not ask."""
    offer_id, order_id = parted(mail.subject_key)
    offer = RefundOffer.objects.select_related("event__venue").get(pk=offer_id)
    order = Order.objects.select_related("shop").get(pk=order_id)
    goes = offer.by_itself and orders_to_refund(offer).filter(pk=order.pk).exists()
    has_left = lines_to_refund(offer).filter(placement__order=order).exists()
    tickets = OrderLine.objects.filter(placement__order=order, variant__event=offer.event_id, ticket=True)
    is_paid = tickets.filter(placement__paid_at__isnull=False).exists()
    is_unpaid = tickets.counting().filter(placement__paid_at=None).exists()
    # Unpaid tickets of a cancelled event end, though perhaps after this mail.
    known = access_order(order.shop, order.secret) if is_unpaid and not offer.event.is_cancelled else None
    had_price = tickets.filter(placement__paid_at__isnull=False, price__gt=0).exists()
    came_back = Refund.objects.filter(payment__order=order, reason=EVENT_CANCELLED).aggregate(sum=Sum("amount"))["sum"]
    return {
        "is_paid": is_paid,
        "waits_for_money": known is not None,
        "ends_on": first_expiry(known) if known else None,
        "takes_place": offer.cause == RefundOffer.Cause.MOVED and not offer.event.moved_from,
        "event": offer.event,
        "came_back": came_back,
        "offer": offer,
        "order": order,
        "order_url": order_page(order.shop, order.access),
        "refund_url": refund_page(offer, order) if offer.is_open and has_left and not goes else "",
        "goes_by_itself": goes or (offer.event.is_cancelled and had_price and not has_left),
    }


def request_context(mail: Mail) -> dict[str, object]:
    """Show only the part of the order that the request's author could see. Links only in mails to the
    order's address.
    """
    request = RefundRequest.objects.select_related("order__shop", "offer__event__venue").get(
        pk=parted(mail.subject_key)[0]
    )
    order = request.order
    order.only_placement = only_placement_of(request)
    is_owner = mail.recipient == order.email
    return {
        "request": request,
        "order": order,
        "event": request.offer.event,
        "amount": euros(request.amount),
        "last_digits": request.iban[-4:],
        "tickets": [one.ticket for one in request.tickets.select_related("ticket") if one.ticket],
        "order_url": order_page(order.shop, order.access) if is_owner else "",
        "confirm_url": confirmation_page(request, mail.recipient) if mail.kind == RefundRequest.CONFIRM_MAIL else "",
    }


def only_placement_of(request: RefundRequest) -> Placement | None:
    """Return the placement with its own secret if the request covers no other: its author may know no other (0041)."""
    placements = list(Placement.objects.filter(lines__refund_requests__request=request).distinct()[:2])
    return placements[0] if len(placements) == 1 and placements[0].secret else None
