"""An order's mails: stored with their cause, written and sent by a job (design §4, invariant 8)."""

from dataclasses import replace
from uuid import UUID

from django.db.models import CharField
from django.db.models.functions import Cast
from procrastinate.contrib.django import app

from shop.legal.files import legal_files
from shop.legal.queries import agreed_texts
from shop.mails.sending import Attachment, Content, render_mail, store_mail
from shop.models import Mail
from shop.models.mail import MailQuerySet

from .bank import bank_details
from .invoices.documents import PDF, invoice_pdf
from .links import order_page, payment_page
from .models import Order, Placement

ORDER_MAIL_JOB = "checkout.send_order_mail"
# Before the number of the batch.
INVOICE_MAIL = "invoice"


def queue_order_mail(kind: str, placement: Placement) -> bool:
    """Store the mail and the job that sends it in the present transaction; once per kind, placement and address."""
    order = placement.order
    mail = store_mail(
        shop=order.shop, kind=kind, about=str(placement.pk), language=order.language, recipient=order.email
    )
    if mail is not None:
        defer(mail.pk)
    return mail is not None


def defer(mail_id: UUID) -> None:
    app.configure_task(ORDER_MAIL_JOB).defer(mail_id=str(mail_id))


def mails_of(order: Order) -> MailQuerySet:
    placements = order.placements.annotate(key=Cast("pk", CharField())).values("key")
    return Mail.objects.filter(subject_key__in=placements).order_by("created_at")


def send_again(order: Order) -> int:
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
    elsewhere = about_it.exclude(recipient=recipient).order_by("created_at").values_list("kind", flat=True)
    return len(anew) + sum(queue_order_mail(kind, placement) for kind in dict.fromkeys(elsewhere))


def write_order_mail(mail: Mail, placement: Placement) -> Content:
    """`templates/mails/order_{kind}`: all that was placed, on a durable medium (§ 312f BGB). What stands behind a colon
    of the kind tells mails of one kind apart.
    """
    order = placement.order
    kind, _colon, batch = mail.kind.partition(":")
    invoices = list(placement.invoices.filter(batch=batch).order_by("sequence")) if kind == INVOICE_MAIL else []
    content = render_mail(
        shop=order.shop,
        template=f"order_{kind}",
        language=mail.language,
        context={
            "order": order,
            "placement": placement,
            "lines": placement.lines.select_related("ticket_holder"),
            "deliveries": order.deliveries.filter(lines__placement=placement).distinct(),
            "vat_shares": placement.vat_shares.all(),
            "bank": bank_details(placement) if placement.is_open else None,
            "order_url": order_page(order.shop, placement.access),
            "payment_url": payment_page(order.shop, placement.access) if placement.is_open else "",
            "invoices": invoices,
            "is_correction": any(one.corrects_id for one in invoices),
        },
    )
    # The confirmation is the contract's: what was agreed to goes with it.
    agreed = agreed_files(placement) if kind == "confirmation" else []
    return replace(
        content, attachments=[*agreed, *(Attachment(one.file_name, invoice_pdf(one), PDF) for one in invoices)]
    )


def agreed_files(placement: Placement) -> list[Attachment]:
    """Of placements from before wordings were kept: the texts that were in force then."""
    order = placement.order
    kept = list(placement.accepted_texts.order_by("kind", "language"))
    return legal_files(order.shop, kept or agreed_texts(order.shop, order.language, at=placement.placed_at))
