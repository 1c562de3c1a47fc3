"""The mails of a subscription: the request to confirm it, and the welcome with the link that ends it. A subscriber who
signs up again gets a mail of its own.
"""

from procrastinate.contrib.django import app

from shop.mails.keys import BEFORE_MOMENT, joined
from shop.mails.sending import Content, render_mail, store_mail
from shop.models import Mail, NewsletterSubscription, Shop
from shop.queries import shop_url

NEWSLETTER_MAIL_JOB = "shop.send_newsletter_mail"


def queue_newsletter_mail(kind: str, subscription: NewsletterSubscription) -> None:
    """Store the mail and its job in the current transaction, one for each sign-up."""
    mail = store_mail(
        shop=subscription.shop,
        kind=kind,
        about=joined(subscription.pk, f"{subscription.mailed_at:%Y%m%d%H%M%S%f}", separator=BEFORE_MOMENT),
        language=subscription.language,
        recipient=subscription.email,
    )
    if mail is not None:
        app.configure_task(NEWSLETTER_MAIL_JOB).defer(mail_id=str(mail.pk), subscription_id=subscription.pk)


def signup_page(shop: Shop) -> str:
    return f"{shop_url(shop)}/newsletter"


def newsletter_url(action: str, subscription: NewsletterSubscription) -> str:
    return f"{signup_page(subscription.shop)}/{action}/{subscription.token}"


def write_newsletter_mail(mail: Mail, subscription: NewsletterSubscription) -> Content:
    shop = subscription.shop
    end = newsletter_url("unsubscribe", subscription)
    content = render_mail(
        shop=shop,
        template=mail.kind,
        language=mail.language,
        context={
            "confirm_url": newsletter_url("confirm", subscription),
            "unsubscribe_url": end,
            "form_text": subscription.form_text,
        },
    )
    # RFC 8058: mail programs unsubscribe by a POST to this address.
    one_click = {"List-Unsubscribe": f"<{end}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return Content(content.subject, content.text, content.html, one_click)
