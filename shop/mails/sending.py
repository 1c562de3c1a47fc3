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
from django.db import transaction
from django.db.models import Case, F, TextField, Value, When
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_noop
from procrastinate import RetryStrategy

from shop.core.database.compiled_statements import insert_if_absent
from shop.core.database.locks import locked
from shop.core.values.mail_addresses import sendable
from shop.mails.look import mail_look
from shop.models import Mail, Shop
from shop.queries import seller_lines, shop_url

# With twice as long a pause each time, about two hours and a quarter.
MAX_ATTEMPTS = 12
SENDING = RetryStrategy(max_attempts=MAX_ATTEMPTS, exponential_wait=2)
log = logging.getLogger(__name__)
NOT_LOGGED_IN = (530, 534, 535, 538)
TOO_BIG = 552


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


class NotSentTogether(Exception):
    """The message cannot be written, or the mail server refuses its content: perhaps because of one mail in it."""


def send_mail(
    mail: Mail, write: Callable[[], Content], *, together: Sequence[Mail] = (), is_counted: bool = False
) -> None:
    """Write and send a stored mail unless it was sent or given up. After a crash before the last line it is sent again.
    What was written is stored with the outcome.

    `together`: further mails that the same message brings, taken by the same job. `is_counted`: the caller has counted
    this attempt in the rows, which are as they were before.

    Gives a mail up if its error is final or all its attempts have failed; staff see it then. Raises NotSentYet if
    another attempt follows, NotSentTogether if each mail should be tried alone.
    """
    if mail.sent_at is not None or mail.undeliverable_at is not None:
        return
    mails = [mail, *together]
    if not is_counted and not update_mails(mails, attempts=F("attempts") + 1):
        return
    try:
        content = write()
    except Exception as error:  # noqa: BLE001 - whatever it is, somebody waits for this mail
        place = extract_tb(error.__traceback__)[-1]
        # Without the error's message, which may contain the buyer's data.
        log.error("A mail cannot be written: %s in %s:%s", type(error).__name__, place.filename, place.lineno)
        problem = gettext_noop("It could not be written. That is a fault of the shop's software.")
        if together:
            raise NotSentTogether from None
        fail(mails, error, problem=problem)
        return
    try:
        message_of(mail, content).send()
    except (OSError, ValueError) as error:
        if together and is_content_refused(error):
            raise NotSentTogether from None
        fail(mails, error, content, problem=problem_of(error), for_good=is_final(error))
    else:
        update_mails(mails, **content_fields(mails, content), sent_at=Now(), problem="")


def update_mails(mails: Sequence[Mail], **values: object) -> int:
    """Update the mails of a message. Returns how many.

    Leaves mails whose address was corrected since they were read, or that another job has taken: what becomes of this
    message says nothing about them. Locks the rows in the order of their ids, as the correction of an address does.
    """
    rows = Mail.objects.filter(recipient=mails[0].recipient, taken_by=mails[0].taken_by)
    with transaction.atomic(savepoint=False):
        there = locked(rows.filter(pk__in=[one.pk for one in mails]).order_by("pk"))
        return rows.filter(pk__in=there.values("pk")).update(**values)


def content_fields(mails: Sequence[Mail], content: Content) -> dict[str, object]:
    """Return what the rows of a message keep of its content: the HTML only in the first mail's row."""
    html = Case(When(pk=mails[0].pk, then=Value(content.html)), default=F("html"), output_field=TextField())
    return {"subject": content.subject[:200], "text": content.text, "html": html}


def fail(
    mails: Sequence[Mail], error: Exception, content: Content | None = None, *, problem: str, for_good: bool = False
) -> None:
    """Give up the mails that had their last attempt, or all if the error is final. Raises NotSentYet if some remain."""
    written = content_fields(mails, content) if content else {}
    given_up = Now() if for_good else Case(When(attempts__gte=MAX_ATTEMPTS, then=Now()))
    there = update_mails(mails, **written, undeliverable_at=given_up, problem=problem[:300])
    if there and not for_good and any(one.attempts + 1 < MAX_ATTEMPTS for one in mails):
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


def is_content_refused(error: OSError | ValueError) -> bool:
    """True if the server refused for good what the message contains, or its size; some do so before they read it."""
    if isinstance(error, SMTPSenderRefused):
        return error.smtp_code == TOO_BIG
    return isinstance(error, SMTPDataError) and is_final(error)


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
