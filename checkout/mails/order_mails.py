"""An order's mails: stored with their cause, written and sent by a job (design §4, invariant 8)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from django.db.models import CharField, Q
from django.db.models.functions import Cast
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob

from checkout import hooks
from checkout.bank.transfer_details import bank_details
from checkout.models import Order, Payment, Placement
from checkout.orders.access import access_order
from checkout.orders.deadlines import expiry_of, open_placements, without_incoming_money
from checkout.orders.links import order_page, payment_page
from shop.core.database.locks import locked
from shop.mails.keys import parted
from shop.mails.sending import Attachment, Content, render_mail, store_mail
from shop.models import Mail
from shop.models.mail import MailQuerySet

from .confirmations import CONFIRMATION_MAIL
from .kinds import KINDS, REPEATED, MailKind, first_kind, kind_again

ORDER_MAIL_JOB = "checkout.send_order_mail"


def queue_order_mail(kind: MailKind, placement: Placement, about: object = "") -> bool:
    """Store the mail and the job that sends it in the present transaction; once per kind, placement and address.

    `about`: distinguishes several mails of this kind about one placement. Returns whether the mail was stored.
    """
    return queue_kind(kind.stored(about), placement)


def queue_kind(kind: str, placement: Placement) -> bool:
    """Do what `queue_order_mail` does. `kind`: the value of `Mail.kind`."""
    mail = store_kind(kind, placement)
    if mail is not None:
        defer(mail.pk)
    return mail is not None


def store_order_mail(kind: MailKind, placement: Placement, about: object = "") -> Mail | None:
    """Store the mail without a job: the caller stores one in this transaction that sends it, alone or with others
    (`together.py`). None if the mail is there already, or without a recipient.
    """
    return store_kind(kind.stored(about), placement)


def store_kind(kind: str, placement: Placement) -> Mail | None:
    order = placement.order
    return store_mail(
        shop=order.shop, kind=kind, about=str(placement.pk), language=order.language, recipient=order.email
    )


def queue_repeated_mail(mail: Mail, order: Order) -> None:
    """Store a copy of the mail, and the job that sends it to the order's present address.

    A kind goes to an address only once, so the copy has a kind of its own, which names the mail that it repeats.
    """
    last = mail
    while repeated := mails_of(order).filter(kind=kind_again(last)).first():
        last = repeated
    again = store_mail(
        shop=mail.shop, kind=kind_again(last), about=mail.subject_key, language=order.language, recipient=order.email
    )
    assert again is not None
    defer(again.pk)


def kind_of(mail: Mail) -> str:
    """Return the mail's kind; for a repeated mail that of the first one."""
    return first_kind(mail.kind, lambda key: Mail.objects.values_list("kind", flat=True).get(pk=UUID(key)))


def defer(mail_id: UUID, after: timedelta | None = None) -> int:
    """Store the job that sends the mail; `after`: not before this time has passed. Returns the job's number."""
    job = app.configure_task(ORDER_MAIL_JOB, schedule_in={"seconds": int(after.total_seconds())} if after else None)
    return job.defer(mail_id=str(mail_id))


def jobs_at_work(mails: Iterable[Mail]) -> set[int]:
    """Return the numbers of the jobs that have taken some of these mails and have yet to end."""
    numbers = {one.taken_by for one in mails if one.taken_by is not None}
    if not numbers:
        return set()
    jobs = ProcrastinateJob.objects.filter(pk__in=numbers, status__in=("todo", "doing"))
    return set(jobs.values_list("pk", flat=True))


def mails_of(order: Order) -> MailQuerySet:
    placements = order.placements.annotate(key=Cast("pk", CharField())).values("key")
    return Mail.objects.filter(subject_key__in=placements).order_by("created_at")


def resend_mails(order: Order) -> int:
    """Send the order's mails to its present address: undeliverable mails, and copies of those that went to another one.

    Mails that wait to be sent go to the present address, too. Returns the number of mails.
    """
    return sum(send_placement_again(placement) for placement in order.placements.select_related("order__shop"))


def send_placement_again(placement: Placement) -> int:
    """Do what `resend_mails` does. Caller must hold the order's lock. Locks the mails in the order of their ids."""
    recipient, mails = placement.order.email, Mail.objects.filter(subject_key=str(placement.pk))
    rows = list(locked(mails.order_by("pk")).defer("text", "html"))
    there = {one.kind for one in rows if one.recipient == recipient and one.undeliverable_at is None}
    unsent = [one for one in rows if one.sent_at is None]
    doubles = [one for one in unsent if one.recipient != recipient and one.kind in there]
    Mail.objects.filter(pk__in=[one.pk for one in doubles]).delete()
    at_work = jobs_at_work(unsent)
    # A job that is writing to this address already goes on, else the buyer would get the message twice.
    moved = [
        one
        for one in unsent
        if one not in doubles
        and (one.recipient != recipient or one.undeliverable_at is not None or one.taken_by not in at_work)
    ]
    Mail.objects.filter(pk__in=[one.pk for one in moved]).update(
        recipient=recipient, taken_by=None, undeliverable_at=None, problem="", attempts=0
    )
    # Also of mails that no job had taken: the job of a mail that is deleted now was perhaps to bring them.
    for one in moved:
        if not is_held(one, placement):
            defer(one.pk)
    sent_elsewhere = mails.exclude(Q(recipient=recipient) | REPEATED).order_by("created_at")
    kinds = sent_elsewhere.values_list("kind", flat=True)
    retried = sum(one.undeliverable_at is not None for one in moved)
    return retried + sum(queue_kind(kind, placement) for kind in dict.fromkeys(kinds))


def is_held(mail: Mail, placement: Placement) -> bool:
    """Return whether the confirmation perhaps waits for a payment: its own job has yet to send it."""
    is_untried = mail.taken_by is None and mail.undeliverable_at is None
    return is_untried and placement.paid_at is None and mail.kind == CONFIRMATION_MAIL.stored()


def write_order_mail(mails: Sequence[Mail], placement: Placement) -> Content:
    """Return the mail by the templates of its kind: the whole placement, on a durable medium (§ 312f BGB). Several
    mails are one message, which has templates of its own.
    """
    kinds = [parted(kind_of(mail)) for mail in mails]
    context = order_context(placement)
    attachments: list[Attachment] = []
    # The contract's texts come last: buyers look for tickets and invoice.
    for name, about in (*kinds[1:], kinds[0]):
        kind = KINDS[name]
        of_kind, enclosed = kind.context(placement, about), hooks.above.enclosed(name, placement)
        context |= {**of_kind, **enclosed.context}
        attachments += [*enclosed.attachments, *kind.attachments(placement, of_kind)]
    context["brings"] = {name for name, _about in kinds}
    template = f"order_{kinds[0][0]}" if len(mails) == 1 else "together"
    content = render_mail(shop=placement.order.shop, template=template, language=mails[0].language, context=context)
    return replace(content, attachments=attachments)


def order_context(placement: Placement) -> dict[str, object]:
    """Return the context of the templates of all kinds."""
    order = placement.order
    return {
        "order": order,
        "placement": placement,
        "lines": placement.lines.select_related("ticket_holder"),
        # The first parcel alone, as it was ordered: later splits have their own mails.
        "deliveries": order.deliveries.filter(lines__placement=placement).order_by("pk").distinct()[:1],
        "vat_shares": placement.vat_shares.all() if placement.total else (),
        "bank": bank_details(placement) if placement.is_open else None,
        "ends_on": expiry_of(placement),
        "kept_until": (placement.rides_with or placement).open_until,
        "order_url": order_page(order.shop, placement.access),
        "takes_more": order.shop.order_merging_allowed and placement.secret is None,
        "payment_url": payment_page(order.shop, placement.access) if placement.is_open else "",
        "is_on_its_way": placement.is_open and will_be_paid(placement),
    }


def will_be_paid(placement: Placement) -> bool:
    """Return whether money on its way would pay the open placement."""
    if not Payment.objects.on_its_way().filter(order=placement.order_id).exists():
        return False
    order = access_order(placement.order.shop, placement.access.secret)
    return placement not in without_incoming_money(order, open_placements(order))
