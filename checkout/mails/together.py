"""One message for mails about a placement that are due at the same time: confirmation, money, tickets and invoice
(docs/decisions/0089).
"""

from collections.abc import Sequence
from datetime import timedelta
from functools import cache
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from checkout.locks import lock_order_of
from checkout.models import Placement
from shop.core.database.compiled_statements import ModelStatement, Parameter, SqlStatement
from shop.core.database.locks import locked
from shop.mails.sending import Content, NotSentTogether, NotSentYet, send_mail
from shop.models import Mail

from .confirmations import CONFIRMATION_MAIL
from .kinds import place_of
from .order_mails import defer, jobs_at_work, write_order_mail

# A confirmation waits for a payment that is under way. Buyers pay at once within this time, and the job of
# the payment sends one message with all; else the confirmation goes alone.
HELD_FOR = timedelta(minutes=5)


def send_with_others(mail_id: str, *, job: int | None = None) -> None:
    """Write and send a placement's mail, and in the same message those that go with it (`take_mails`). Each goes alone
    if one of them may be the reason why the message cannot leave.
    """
    mails = take_mails(mail_id, job)
    if mails:
        try:
            send_mail(mails[0], lambda: write_present_mail(mails), together=mails[1:], is_counted=True)
        except NotSentTogether:
            send_apart(mails, job)


@transaction.atomic
def send_apart(mails: Sequence[Mail], job: int | None) -> None:
    """Have each mail taken by a job of its own, with all its attempts."""
    rows = Mail.objects.waiting().filter(pk__in=[one.pk for one in mails], taken_by=job)
    for mail_id in locked(rows.order_by("pk")).values_list("pk", flat=True):
        Mail.objects.filter(pk=mail_id).update(taken_by=defer(mail_id), attempts=0)


def write_present_mail(mails: Sequence[Mail]) -> Content:
    """Write it again if money came in meanwhile: it asks nobody to pay who has paid."""
    (placement,) = placement_to_write().run(placement=mails[0].subject_key)
    content = write_order_mail(mails, placement)
    if placement.paid_at is None and Placement.objects.filter(pk=placement.pk, paid_at__isnull=False).exists():
        (paid,) = placement_to_write().run(placement=placement.pk)
        return write_order_mail(mails, paid)
    return content


@cache
def placement_to_write() -> ModelStatement[Placement]:
    placements = Placement.objects.filter(pk=Parameter("placement")).prefetch_related("payments")
    return ModelStatement(
        placements.select_related("order__shop__design", "order__billing_address", "order__shipping_address")
    )


def send_waiting(placement_id: UUID) -> None:
    """Store a job in the present transaction for the placement's mails that no job has taken; one for each reader."""
    for mail_id in first_mails(placement_id):
        defer(mail_id)


def send_waiting_now(placement_id: UUID, *, job: int) -> None:
    """Send the placement's mails that no job has taken by this job; further messages, and what could not leave yet, by
    jobs of their own. This job may have few attempts left, with long pauses.
    """
    found = first_mails(placement_id, job)
    for mail_id in found[1:]:
        defer(mail_id)
    if found:
        try:
            send_with_others(str(found[0]), job=job)
        except NotSentYet:
            send_later(placement_id, job)


@transaction.atomic
def send_later(placement_id: UUID, job: int) -> None:
    """Have what this job has taken sent by a job of its own, with all its attempts."""
    rows = Mail.objects.waiting().filter(subject_key=str(placement_id), taken_by=job)
    if taken := list(locked(rows.order_by("pk")).values_list("pk", flat=True)):
        Mail.objects.filter(pk__in=taken).update(taken_by=defer(taken[0]), attempts=0)


def first_mails(placement_id: UUID, job: int | None = None) -> list[UUID]:
    """Return the first of each reader's mails about the placement that no job has taken, before them the first that
    this job has taken and not sent: its worker died.
    """
    first: dict[tuple[str, str, int | None], UUID] = {}
    for mail_id, kind, recipient, language, taken_by in untaken_mails().run(about=str(placement_id), job=job):
        if place_of(kind):
            first.setdefault((recipient, language, taken_by), mail_id)
    return list(first.values())


@cache
def untaken_mails() -> SqlStatement:
    """Return the mails about a placement that only this job or none has taken, this job's first, then the oldest: id,
    kind, recipient, language, job.
    """
    open_to_job = Q(taken_by=None) | Q(taken_by=Parameter("job"))
    mails = Mail.objects.waiting().filter(open_to_job, subject_key=Parameter("about"))
    in_order = mails.order_by(F("taken_by").asc(nulls_last=True), "created_at")
    return SqlStatement.of(in_order.values_list("pk", "kind", "recipient", "language", "taken_by"))


def send_held(order_id: UUID) -> None:
    """Store jobs that send the order's held confirmations now: their payment failed, takes days, or was given up."""
    send_held_of(list(Placement.objects.filter(order=order_id, paid_at=None).values_list("pk", flat=True)))


def send_held_of(placements: Sequence[UUID]) -> None:
    """Store jobs that send the held confirmations of these unpaid placements now."""
    keys = [str(key) for key in placements]
    held = Mail.objects.waiting().filter(kind=CONFIRMATION_MAIL.stored(), subject_key__in=keys, taken_by=None)
    for mail_id in held.values_list("pk", flat=True):
        defer(mail_id)


@transaction.atomic
def take_mails(mail_id: str, job: int | None) -> list[Mail]:
    """Take the mail, and those of its placement that go with it, for this job, and count an attempt. Returns them in
    the order of their places: they are one message, also when the job runs again. Locks the order.

    Empty if the mail was deleted, sent or given up, or if another job has taken it and has yet to end. `job`: None
    takes nothing away from others.
    """
    found = subject_with_work().run(mail=mail_id, job=job)
    if not found:
        # Another job sent it along, or the order's address was corrected to one that has this mail already.
        return []
    ((about,),) = found
    lock_order_of(about)
    waiting = waiting_mails().run(about=about)
    taken = [one for one in waiting if job is not None and one.taken_by == job]
    if not taken:
        at_work = jobs_at_work(waiting)
        free = [one for one in waiting if one.taken_by not in at_work]
        mail = next((one for one in free if str(one.pk) == mail_id), None)
        taken = [one for one in free if mail and (one == mail or goes_with(one, mail))]
        for one in taken:
            one.taken_by = job
    Mail.objects.filter(pk__in=[one.pk for one in taken]).update(taken_by=job, attempts=F("attempts") + 1)
    return sorted(taken, key=lambda one: place_of(one.kind))


@cache
def subject_with_work() -> SqlStatement:
    """Return what the mail is about if it waits, or if the job took others with it that wait: those go on when it was
    given up.
    """
    taken = Mail.objects.waiting().filter(subject_key=OuterRef("subject_key"), taken_by=Parameter("job"))
    mails = Mail.objects.filter(Q(sent_at=None, undeliverable_at=None) | Exists(taken), pk=Parameter("mail"))
    return SqlStatement.of(mails.order_by().values_list("subject_key"))


@cache
def waiting_mails() -> ModelStatement[Mail]:
    mails = Mail.objects.waiting().filter(subject_key=Parameter("about"))
    return ModelStatement(mails.select_related("shop").order_by("created_at"))


def goes_with(one: Mail, mail: Mail) -> bool:
    """Return whether a message that brings `mail` brings `one`, too: both have a place, reader and language are the
    same.
    """
    same_reader = (one.recipient, one.language) == (mail.recipient, mail.language)
    return bool(place_of(one.kind) and place_of(mail.kind)) and same_reader
