"""An order's mails: stored with their cause, written and sent by a job (design §4, invariant 8)."""

from dataclasses import replace

from procrastinate.contrib.django import app

from shop.legal.files import legal_files
from shop.mails.sending import Content, render_mail, store_mail
from shop.models import Mail
from shop.models.mail import MailQuerySet
from shop.queries import shop_url

from .bank import bank_details
from .models import Order
from .payments.ledger import balance

ORDER_MAIL_JOB = "checkout.send_order_mail"


def queue_order_mail(kind: str, order: Order) -> bool:
    """Store the mail and the job that sends it in the present transaction; once per kind, order and address."""
    mail = store_mail(shop=order.shop, kind=kind, about=str(order.pk), language=order.language, recipient=order.email)
    if mail is not None:
        app.configure_task(ORDER_MAIL_JOB).defer(mail_id=str(mail.pk), order_id=str(order.pk))
    return mail is not None


def mails_of(order: Order) -> MailQuerySet:
    return Mail.objects.filter(subject_key=str(order.pk)).order_by("created_at")


def undeliverable_mails(order: Order) -> MailQuerySet:
    return Mail.objects.undeliverable().filter(subject_key=str(order.pk))


def send_again(order: Order) -> int:
    """Send the order's mails to its present address: those that were given up, and those that went elsewhere; how many.

    What waits to be sent goes there, too.
    """
    given_up = list(undeliverable_mails(order).values_list("pk", flat=True))
    there = mails_of(order).filter(recipient=order.email).exclude(pk__in=given_up).values("kind")
    mails_of(order).filter(sent_at=None, kind__in=there).exclude(recipient=order.email).delete()
    mails_of(order).filter(sent_at=None).update(recipient=order.email)
    anew = list(Mail.objects.filter(pk__in=given_up).values_list("pk", flat=True))
    Mail.objects.filter(pk__in=anew).update(undeliverable_at=None, problem="", attempts=0)
    for mail_id in anew:
        app.configure_task(ORDER_MAIL_JOB).defer(mail_id=str(mail_id), order_id=str(order.pk))
    elsewhere = mails_of(order).exclude(recipient=order.email).values_list("kind", flat=True)
    return len(anew) + sum(queue_order_mail(kind, order) for kind in dict.fromkeys(elsewhere))


def write_order_mail(mail: Mail, order: Order) -> Content:
    """`templates/mails/order_{kind}`: the whole order as it was placed, on a durable medium (§ 312f BGB)."""
    content = render_mail(
        shop=order.shop,
        template=f"order_{mail.kind}",
        language=mail.language,
        context={
            "order": order,
            "lines": order.lines.all(),
            "deliveries": order.deliveries.all(),
            "vat_shares": order.vat_shares.all(),
            "bank": bank_details(order) if balance(order) > 0 else None,
            "order_url": f"{shop_url(order.shop)}/checkout/done/{order.secret}/{order.reference}",
        },
    )
    # The confirmation is the contract's: what applied when it was made goes with it.
    files = legal_files(order.shop, mail.language, order.placed_at) if mail.kind == "confirmation" else []
    return replace(content, attachments=files)
