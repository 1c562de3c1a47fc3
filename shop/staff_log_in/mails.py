"""The mail about a log-in in a browser in which the member had not logged in before."""

from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from procrastinate.contrib.django import app

from shop.core.values.languages import active_language
from shop.mails.keys import BEFORE_MOMENT, joined
from shop.mails.sending import Content, render_mail, store_mail
from shop.models import Mail, Shop

STAFF_MAIL_JOB = "shop.send_staff_mail"
NEW_BROWSER = "staff_new_browser"


def queue_new_browser_mail(*, shop: Shop, user: User, browser: str) -> None:
    """Store the mail and its job in the current transaction. In the language in which the member has logged in."""
    now = timezone.now()
    mail = store_mail(
        shop=shop,
        kind=NEW_BROWSER,
        about=joined(user.pk, f"{now:%Y%m%d%H%M%S%f}", separator=BEFORE_MOMENT),
        language=active_language(),
        recipient=user.email,
    )
    if mail is not None:
        values = {"username": user.get_username(), "browser": browser, "at": now.isoformat()}
        app.configure_task(STAFF_MAIL_JOB).defer(mail_id=str(mail.pk), **values)


def write_new_browser_mail(mail: Mail, username: str, browser: str, at: str) -> Content:
    context = {
        "username": username,
        "browser": browser,
        "at": datetime.fromisoformat(at),
        "account_url": settings.PUBLIC_URL + reverse("admin:account"),
    }
    return render_mail(shop=mail.shop, template=NEW_BROWSER, language=mail.language, context=context)
