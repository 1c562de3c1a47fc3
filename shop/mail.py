"""Mails: stored with their cause, sent by a job, twice at most with the same Message-ID (design §4, invariant 8)."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import F
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.utils import translation

from shop.models import Mail, Shop
from shop.queries import shop_url


@dataclass(frozen=True)
class Attachment:
    name: str
    text: str
    mime: str


@dataclass(frozen=True)
class Content:
    subject: str
    text: str
    html: str
    headers: dict[str, str] = field(default_factory=dict)
    attachments: Sequence[Attachment] = ()


def store_mail(*, shop: Shop, kind: str, about: str, language: str, recipient: str) -> Mail | None:
    """The row of a mail to send; None if one of this kind about the same thing went to this recipient already.

    Call it in the transaction of the cause, and defer the job that sends it there too.
    """
    host = urlsplit(shop_url(shop)).hostname
    mail_id = uuid.uuid4()
    stored = Mail.objects.bulk_create(
        [
            Mail(
                id=mail_id,
                shop=shop,
                kind=kind,
                subject_key=about,
                language=language,
                recipient=recipient,
                message_id=f"<{mail_id.hex}@{host}>",
            )
        ],
        ignore_conflicts=True,
    )
    return stored[0] if Mail.objects.filter(pk=mail_id).exists() else None


def render_mail(*, template: str, language: str, context: dict[str, object]) -> Content:
    """Render `templates/mails/{template}.txt` (first line: the subject) and `.html` in the mail's language."""
    with translation.override(language):
        subject, _blank, text = render_to_string(f"mails/{template}.txt", context).strip().partition("\n")
        html = render_to_string(f"mails/{template}.html", context | {"subject": subject.strip()})
    return Content(subject.strip(), text.strip() + "\n", html)


def send_mail(mail: Mail, content: Content) -> None:
    """Send a stored mail unless it was sent. A crash before the last line sends it again, the same mail."""
    if mail.sent_at is not None:
        return
    Mail.objects.filter(pk=mail.pk).update(
        subject=content.subject[:200], text=content.text, html=content.html, attempts=F("attempts") + 1
    )
    message = EmailMultiAlternatives(
        subject=content.subject,
        body=content.text,
        from_email=mail.shop.sender_email or settings.DEFAULT_FROM_EMAIL,
        to=[mail.recipient],
        headers={"Message-ID": mail.message_id, "Auto-Submitted": "auto-generated", **content.headers},
    )
    message.attach_alternative(content.html, "text/html")
    for one in content.attachments:
        message.attach(one.name, one.text, one.mime)
    message.send()
    Mail.objects.filter(pk=mail.pk).update(sent_at=Now())
