"""Sends mails: each is stored in the transaction of its cause and sent by a job; after a crash it may go out twice,
with the same Message-ID (design §4, invariant 8).
"""

import logging
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPSenderRefused
from traceback import extract_tb
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import F, QuerySet
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_noop
from procrastinate import RetryStrategy

from shop.core.database.compiled_statements import insert_if_absent
from shop.core.values.mail_addresses import sendable
from shop.mails.look import mail_look
from shop.models import Mail, Shop
from shop.queries import seller_lines, shop_url

# With twice as long a pause each time, about two hours and a quarter.
MAX_ATTEMPTS = 12
SENDING = RetryStrategy(max_attempts=MAX_ATTEMPTS, exponential_wait=2)
log = logging.getLogger(__name__)
NOT_LOGGED_IN = (530, 534, 535, 538)


@dataclass(frozen=True)
class Attachment:
    name: str
    content: str | bytes
    mime: str


@dataclass(frozen=True)
class Content:
    subject: str
    text: str
    html: str
    headers: dict[str, str] = field(default_factory=dict)
    attachments: Sequence[Attachment] = ()


def store_mail(*, shop: Shop, kind: str, about: str, language: str, recipient: str) -> Mail | None:
    """Store a mail and return its row. None without a recipient, or if the recipient already has a mail of this kind
    `about` the same subject.

    Call it in the transaction of the cause, and defer the job that sends it in that transaction, too.
    """
    if not recipient:
        return None
    host = urlsplit(shop_url(shop)).hostname
    mail_id = uuid.uuid4()
    mail = Mail(
        id=mail_id,
        shop=shop,
        kind=kind,
        subject_key=about,
        language=language,
        recipient=recipient,
        message_id=f"<{mail_id.hex}@{host}>",
    )
    return mail if insert_if_absent(mail) else None


def render_mail(*, shop: Shop, template: str, language: str, context: dict[str, object]) -> Content:
    """Render `templates/mails/{template}.txt` (first line: the subject) and `.html` in the mail's language."""
    context = {**context, "shop": shop, "shop_url": shop_url(shop), "look": mail_look(shop)}
    with translation.override(language):
        context["seller_address"] = "\n".join(seller_lines(shop))
        subject, _blank, text = render_to_string(f"mails/{template}.txt", context).strip().partition("\n")
        html = render_to_string(f"mails/{template}.html", context | {"subject": subject.strip()})
    return Content(subject.strip(), text.strip() + "\n", html)


class NotSentYet(Exception):
    """The mail could not be sent yet; the job tries again. Contains nothing of the mail, because jobs log it."""


def send_mail(mail: Mail, write: Callable[[], Content], *, together: Sequence[Mail] = ()) -> None:
    """Write and send a stored mail unless it was sent or given up. After a crash before the last line it is sent again.

    `together`: further mails that the same message brings; all end in the same way.

    Gives a mail up if its error is final or all attempts have failed; staff see it then. Raises NotSentYet if another
    attempt follows.
    """
    if mail.sent_at is not None or mail.undeliverable_at is not None:
        return
    rows = Mail.objects.filter(pk__in=[mail.pk, *(one.pk for one in together)])
    rows.update(attempts=F("attempts") + 1)
    try:
        content = write()
    except Exception as error:  # noqa: BLE001 - whatever it is, somebody waits for this mail
        place = extract_tb(error.__traceback__)[-1]
        # Without the error's message, which may contain the buyer's data.
        log.error("A mail cannot be written: %s in %s:%s", type(error).__name__, place.filename, place.lineno)
        problem = gettext_noop("It could not be written. That is a fault of the shop's software.")
        failed(rows, mail.attempts, error, problem=problem)
        return
    store_content(mail, content, together)
    try:
        message_of(mail, content).send()
    except (OSError, ValueError) as error:
        failed(rows, mail.attempts, error, problem=problem_of(error), for_good=is_final(error))
    else:
        rows.update(sent_at=Now(), problem="")


def store_content(mail: Mail, content: Content, together: Sequence[Mail]) -> None:
    subject = content.subject[:200]
    Mail.objects.filter(pk=mail.pk).update(subject=subject, text=content.text, html=content.html)
    if together:
        Mail.objects.filter(pk__in=[one.pk for one in together]).update(subject=subject, text=content.text)


def failed(rows: QuerySet[Mail], attempts: int, error: Exception, *, problem: str, for_good: bool = False) -> None:
    is_last = attempts + 1 >= MAX_ATTEMPTS
    given_up = Now() if is_last or for_good else None
    rows.update(undeliverable_at=given_up, problem=problem[:300])
    if given_up is None:
        raise NotSentYet(type(error).__name__) from None


def message_of(mail: Mail, content: Content) -> EmailMultiAlternatives:
    """Return the message. Raises ValueError if the recipient's address is invalid."""
    recipient = sendable(mail.recipient)
    if recipient is None:
        raise ValueError(gettext_noop("This is no address that a mail can go to."))
    message = EmailMultiAlternatives(
        subject=content.subject,
        body=content.text,
        from_email=mail.shop.sender_email or settings.DEFAULT_FROM_EMAIL,
        to=[recipient],
        headers={"Message-ID": mail.message_id, "Auto-Submitted": "auto-generated", **content.headers},
    )
    message.attach_alternative(content.html, "text/html")
    for one in content.attachments:
        message.attach(one.name, one.content, one.mime)
    return message


def is_final(error: OSError | ValueError) -> bool:
    """True if another attempt would fail in the same way: the address is invalid, or the server refused the mail for
    good.

    5xx is final (RFC 5321, 4.2.1), except an answer that asks the shop to log in.
    """
    if isinstance(error, ValueError):
        return True
    codes = [code for code, _text in answers_of(error)]
    return bool(codes) and all(500 <= code < 600 and code not in NOT_LOGGED_IN for code in codes)


def problem_of(error: OSError | ValueError) -> str:
    """Return the text for staff: the mail server's answer if there is one."""
    answers = [f"{code} {text.decode(errors='replace')}" for code, text in answers_of(error)]
    return " / ".join(answers) or str(error) or type(error).__name__


def answers_of(error: OSError | ValueError) -> list[tuple[int, bytes]]:
    """Return the mail server's answers about sender, recipient or content."""
    match error:
        case SMTPRecipientsRefused():
            return list(error.recipients.values())
        case SMTPSenderRefused() | SMTPDataError():
            text = error.smtp_error
            return [(error.smtp_code, text if isinstance(text, bytes) else text.encode())]
    return []
