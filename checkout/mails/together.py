"""One message for mails about a placement that are due at the same time: confirmation, money, tickets and invoice
(docs/decisions/0089).
"""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.db import transaction

from checkout.locks import lock_order
from checkout.models import Placement
from shop.mails.sending import Content, send_mail
from shop.models import Mail

from .confirmations import CONFIRMATION_MAIL
from .kinds import place_of
from .order_mails import defer, write_order_mail

# A confirmation waits for a payment that is under way. Buyers pay by card or PayPal within this time, and the job of
# the payment sends one message with all; else the confirmation goes alone.
HELD_FOR = timedelta(minutes=5)


def send_with_others(mail_id: str, *, job: int | None = None) -> None:
    """Write and send a placement's mail, and in the same message those that go with it (`take_mails`)."""
    mails = take_mails(mail_id, job)
    if mails:
        send_mail(mails[0], lambda: write_present_mail(mails), together=mails[1:])


def write_present_mail(mails: Sequence[Mail]) -> Content:
    """Write it again if money came in meanwhile: it asks nobody to pay who has paid."""
    placements = Placement.objects.select_related("order__shop", "order__billing_address", "order__shipping_address")
    placement = placements.get(pk=mails[0].subject_key)
    content = write_order_mail(mails, placement)
    if placement.paid_at is None and Placement.objects.filter(pk=placement.pk, paid_at__isnull=False).exists():
        return write_order_mail(mails, placements.get(pk=placement.pk))
    return content


def send_waiting(placement_id: UUID) -> None:
    """Store a job in the present transaction for the placement's mails that no job has taken."""
    mails = Mail.objects.waiting().filter(subject_key=str(placement_id), taken_by=None).order_by("created_at")
    mail = next((one for one in mails if place_of(one.kind)), None)
    if mail is not None:
        defer(mail.pk)


def send_held(order_id: UUID) -> None:
    """Store jobs that send the order's held confirmations now: their payment failed, takes days, or was given up."""
    keys = [str(key) for key in Placement.objects.filter(order=order_id, paid_at=None).values_list("pk", flat=True)]
    held = Mail.objects.waiting().filter(kind=CONFIRMATION_MAIL.stored(), subject_key__in=keys, taken_by=None)
    for mail_id in held.values_list("pk", flat=True):
        defer(mail_id)


@transaction.atomic
def take_mails(mail_id: str, job: int | None) -> list[Mail]:
    """Take the mail, and those of its placement that go with it, for this job. Returns them in the order of their
    places: they are one message, also when the job runs again. Locks the order.

    Empty if the mail was deleted, sent or given up, or if another job has taken it. `job`: None takes nothing away from
    others.
    """
    about = Mail.objects.filter(pk=mail_id).values_list("subject_key", flat=True).first()
    if about is None:
        return []  # the order's address was corrected to one that has this mail already
    lock_order(Placement.objects.values_list("order_id", flat=True).get(pk=about))
    waiting = list(Mail.objects.waiting().select_related("shop").filter(subject_key=about).order_by("created_at"))
    mail = next((one for one in waiting if str(one.pk) == mail_id), None)
    if mail is None or mail.taken_by not in (None, job):
        return []
    if mail.taken_by is not None:
        taken = [one for one in waiting if one.taken_by == job]
    else:
        taken = [one for one in waiting if one == mail or goes_with(one, mail)]
        Mail.objects.filter(pk__in=[one.pk for one in taken]).update(taken_by=job)
    return sorted(taken, key=lambda one: place_of(one.kind))


def goes_with(one: Mail, mail: Mail) -> bool:
    """Return whether a message that brings `mail` brings `one`, too: no job has taken it, and reader and language are
    the same.
    """
    return (
        one.taken_by is None
        and bool(place_of(one.kind) and place_of(mail.kind))
        and (one.recipient, one.language) == (mail.recipient, mail.language)
    )
