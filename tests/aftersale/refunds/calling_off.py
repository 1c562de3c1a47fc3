"""Staff cancel, postpone or move an event: its jobs run, and its buyers are told."""

from typing import Any

from django.contrib.auth.models import User
from django.core import mail as outbox
from django.db import connection
from procrastinate.contrib.django.models import ProcrastinateJob

from aftersale.models import RefundOffer
from aftersale.refunds.actions import open_offer
from aftersale.tasks import end_unpaid_tickets, return_money, send_refund_mail, tell_holders
from catalogue.models import Event
from checkout.models import Order, Payment, Placement
from shop.models import Mail
from tests.checkout.placing import place
from tests.factories import first_variant

JOBS: dict[str, Any] = {
    "aftersale.end_unpaid_tickets": end_unpaid_tickets,
    "aftersale.return_money": return_money,
    "aftersale.tell_holders": tell_holders,
}


def call_off(event: Event, staff: User, cause: str = "cancelled", *, by_itself: bool = True, **fields: Any) -> None:
    """Open the event's offer and run the jobs of it, also those that are queued for later."""
    offer, _new = RefundOffer.objects.update_or_create(
        event=event, defaults={"cause": cause, "by_itself": by_itself, **fields}
    )
    open_offer(offer=offer, tell=True, staff=staff)
    while waiting := list(ProcrastinateJob.objects.filter(task_name__in=JOBS, status="todo").order_by("pk")):
        for job in waiting:
            with connection.cursor() as cursor:
                cursor.execute("DELETE FROM procrastinate_jobs WHERE id = %s", [job.pk])
            JOBS[job.task_name](**job.args)
    event.refresh_from_db()


def unpaid(event: Event, *others: Any, by: tuple[str, str] | None = None, key: str = "unpaid") -> Placement:
    placement = place((first_variant(event), 2), *others, key=key)
    if by is not None:
        Payment.objects.filter(placement=placement).update(method=by[0], provider=by[1], external_id=f"pi_{key}")
    return placement


def offer_mails(order: Order) -> list[str]:
    """Return the texts of the mails about the event."""
    mails = Mail.objects.filter(
        kind__startswith="refund_offer", recipient=order.email, subject_key__endswith=str(order.pk)
    )
    for mail in mails.filter(sent_at=None):
        Mail.objects.filter(pk=mail.pk).update(language="en")
        send_refund_mail(mail_id=str(mail.pk))
    return [str(one.body) for one in outbox.outbox if order.reference in str(one.body)]
