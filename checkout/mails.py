"""An order's mails: stored with their cause, written and sent by a job (design §4, invariant 8)."""

from dataclasses import replace

from shop.legal.files import legal_files
from shop.mail import Content, render_mail, store_mail
from shop.models import Mail, ShopDesign
from shop.models.mail import MailQuerySet
from shop.queries import shop_url

from .bank import bank_details
from .models import Order
from .payments.ledger import balance


def queue_order_mail(kind: str, order: Order) -> None:
    """Store the mail and the job that sends it in the present transaction; once per kind and order."""
    from .tasks import send_order_mail

    mail = store_mail(shop=order.shop, kind=kind, about=str(order.pk), language=order.language, recipient=order.email)
    if mail is not None:
        send_order_mail.defer(mail_id=str(mail.pk), order_id=str(order.pk))


def undeliverable_mails(order: Order) -> MailQuerySet:
    return Mail.objects.undeliverable().filter(subject_key=str(order.pk))


def send_again(order: Order) -> int:
    """Address the order's mails anew that were not sent, and try those again that were given up; how many those are."""
    from .tasks import send_order_mail

    given_up = list(undeliverable_mails(order).values_list("pk", flat=True))
    Mail.objects.filter(subject_key=str(order.pk), sent_at=None).update(recipient=order.email)
    Mail.objects.filter(pk__in=given_up).update(undeliverable_at=None, problem="", attempts=0)
    for mail_id in given_up:
        send_order_mail.defer(mail_id=str(mail_id), order_id=str(order.pk))
    return len(given_up)


def write_order_mail(mail: Mail, order: Order) -> Content:
    """`templates/mails/order_{kind}`: the whole order as it was placed, on a durable medium (§ 312f BGB)."""
    content = render_mail(
        template=f"order_{mail.kind}",
        language=mail.language,
        context={
            "order": order,
            "shop": order.shop,
            "design": ShopDesign.objects.filter(shop=order.shop).first() or ShopDesign(shop=order.shop),
            "lines": order.lines.all(),
            "deliveries": order.deliveries.all(),
            "vat_shares": order.vat_shares.all(),
            "bank": bank_details(order) if balance(order) > 0 else None,
            "order_url": f"{shop_url(order.shop)}/checkout/done/{order.secret}/{order.reference}",
            "shop_url": shop_url(order.shop),
        },
    )
    # The confirmation is the contract's: what applied when it was made goes with it.
    files = legal_files(order.shop, mail.language, order.placed_at) if mail.kind == "confirmation" else []
    return replace(content, attachments=files)
