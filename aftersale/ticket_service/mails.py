"""Mails about requests of the ticket service: that one was received, and what staff decided."""

from django.utils.translation import gettext_lazy as _
from procrastinate.contrib.django import app

from aftersale.models import TicketServiceRequest
from checkout.orders.links import order_page
from shop.core.values.deadlines import DEADLINES
from shop.mails.kind_labels import LABELS
from shop.mails.sending import Content, render_mail, store_mail
from shop.models import Mail

TICKET_SERVICE_MAIL_JOB = "aftersale.send_ticket_service_mail"
LABELS.update(
    {
        TicketServiceRequest.RECEIVED_MAIL: _("ticket service: request received"),
        TicketServiceRequest.DONE_MAIL: _("ticket service: done"),
        TicketServiceRequest.DECLINED_MAIL: _("ticket service: declined"),
    }
)


def queue_service_mails(kind: str, request: TicketServiceRequest) -> None:
    """Queue the mail to the order's address and to the address given in the form, so that the buyer notices any
    request.
    """
    for recipient in dict.fromkeys(filter(None, (request.order.email, request.email))):
        mail = store_mail(
            shop=request.order.shop, kind=kind, about=str(request.pk), language=request.language, recipient=recipient
        )
        if mail is not None:
            app.configure_task(TICKET_SERVICE_MAIL_JOB).defer(mail_id=str(mail.pk))


def write_service_mail(mail: Mail) -> Content:
    """`templates/mails/ticket_service_*`, by the mail's kind. Only the order's own address gets the way to it, and only
    that of somebody who has shown a new name reads it.
    """
    request = TicketServiceRequest.objects.select_related("order__shop").get(pk=mail.subject_key)
    items = list(request.items.select_related("line__variant__event__venue"))
    context = {
        "request": request,
        "items": items,
        "events": dict.fromkeys(one.line.variant.event for one in items),
        "order_url": order_page(request.order.shop, request.order.access)
        if mail.recipient == request.order.email
        else "",
        "days": DEADLINES["answerDays"],
        "working_days": DEADLINES["moneyWorkingDays"],
    }
    return render_mail(shop=mail.shop, template=mail.kind, language=mail.language, context=context)
