"""An order's mails: stored with their cause, written and sent by a job (design §4, invariant 8)."""

from dataclasses import replace
from uuid import UUID

from django.db.models import CharField, Q
from django.db.models.functions import Cast
from procrastinate.contrib.django import app

from checkout import hooks
from checkout.bank.transfer_details import bank_details
from checkout.models import Order, Placement
from checkout.orders.deadlines import expiry_of
from checkout.orders.links import order_page, payment_page
from shop.mails.keys import parted
from shop.mails.sending import Content, render_mail, store_mail
from shop.models import Mail
from shop.models.mail import MailQuerySet

from .kinds import KINDS, REPEATED, MailKind, first_kind, kind_again

ORDER_MAIL_JOB = "checkout.send_order_mail"


def queue_order_mail(kind: MailKind, placement: Placement, about: object = "") -> bool:
    """Store the mail and the job that sends it in the present transaction; once per kind, placement and address.

    `about`: what tells mails of this kind about the placement apart. Returns whether it was stored.
    """
    return queue_kind(kind.stored(about), placement)


def queue_kind(kind: str, placement: Placement) -> bool:
    """As `queue_order_mail`, of a kind as `Mail.kind` stores it."""
    order = placement.order
    mail = store_mail(
        shop=order.shop, kind=kind, about=str(placement.pk), language=order.language, recipient=order.email
    )
    if mail is not None:
        defer(mail.pk)
    return mail is not None


def queue_repeated_mail(mail: Mail, order: Order) -> None:
    """Of its kind nothing else goes to this address: it stands for the mail that went before."""
    last = mail
    while repeated := mails_of(order).filter(kind=kind_again(last)).first():
        last = repeated
    again = store_mail(
        shop=mail.shop, kind=kind_again(last), about=mail.subject_key, language=order.language, recipient=order.email
    )
    assert again is not None
    defer(again.pk)


def kind_of(mail: Mail) -> str:
    """Of one that is sent once more: that of what was sent first."""
    return first_kind(mail.kind, lambda key: Mail.objects.values_list("kind", flat=True).get(pk=UUID(key)))


def defer(mail_id: UUID) -> None:
    app.configure_task(ORDER_MAIL_JOB).defer(mail_id=str(mail_id))


def mails_of(order: Order) -> MailQuerySet:
    placements = order.placements.annotate(key=Cast("pk", CharField())).values("key")
    return Mail.objects.filter(subject_key__in=placements).order_by("created_at")


def resend_mails(order: Order) -> int:
    """Send the order's mails to its present address: those that were given up, and those that went elsewhere; how many.

    What waits to be sent goes there, too.
    """
    return sum(send_placement_again(placement) for placement in order.placements.select_related("order__shop"))


def send_placement_again(placement: Placement) -> int:
    recipient, about_it = placement.order.email, Mail.objects.filter(subject_key=str(placement.pk))
    anew = list((about_it & Mail.objects.undeliverable()).values_list("pk", flat=True))
    there = about_it.filter(recipient=recipient).exclude(pk__in=anew).values("kind")
    about_it.filter(sent_at=None, kind__in=there).exclude(recipient=recipient).delete()
    about_it.filter(sent_at=None).update(recipient=recipient)
    anew = list(Mail.objects.filter(pk__in=anew).values_list("pk", flat=True))
    Mail.objects.filter(pk__in=anew).update(undeliverable_at=None, problem="", attempts=0)
    for mail_id in anew:
        defer(mail_id)
    elsewhere = about_it.exclude(Q(recipient=recipient) | REPEATED).order_by("created_at")
    kinds = elsewhere.values_list("kind", flat=True)
    return len(anew) + sum(queue_kind(kind, placement) for kind in dict.fromkeys(kinds))


def write_order_mail(mail: Mail, placement: Placement) -> Content:
    """All that was placed, on a durable medium (§ 312f BGB), by the templates of the mail's kind."""
    order = placement.order
    name, about = parted(kind_of(mail))
    kind = KINDS[name]
    enclosed = hooks.above.enclosed(name, placement)
    content = render_mail(
        shop=order.shop,
        template=f"order_{name}",
        language=mail.language,
        context={**order_context(placement), **kind.context(placement, about), **enclosed.context},
    )
    return replace(content, attachments=[*kind.attachments(placement, about), *enclosed.attachments])


def order_context(placement: Placement) -> dict[str, object]:
    """What the templates of all kinds read."""
    order = placement.order
    return {
        "order": order,
        "placement": placement,
        "lines": placement.lines.select_related("ticket_holder"),
        # As it was ordered; what went apart since then is not told here.
        "deliveries": order.deliveries.filter(lines__placement=placement).order_by("pk").distinct()[:1],
        "vat_shares": placement.vat_shares.all(),
        "bank": bank_details(placement) if placement.is_open else None,
        "ends_on": expiry_of(placement),
        "kept_until": (placement.rides_with or placement).open_until,
        "order_url": order_page(order.shop, placement.access),
        "takes_more": order.shop.order_merging_allowed and placement.secret is None,
        "payment_url": payment_page(order.shop, placement.access) if placement.is_open else "",
    }
