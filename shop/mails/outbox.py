"""Without EMAIL_URL mails go to files that `/dev/mail/` shows; for development only."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage as ParsedMessage
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render


class OutboxBackend(BaseEmailBackend):
    """One file a mail, named after its Message-ID: sent twice it is there once."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder: Path = settings.OUTBOX_DIR
        folder.mkdir(parents=True, exist_ok=True)
        for email in email_messages:
            message = email.message()
            name = hashlib.sha256(str(message["Message-ID"]).encode()).hexdigest()[:20]
            (folder / f"{name}.eml").write_bytes(message.as_bytes())
        return len(email_messages)


@dataclass(frozen=True)
class StoredMail:
    name: str
    message: ParsedMessage

    def body(self, kind: str) -> str:
        part = self.message.get_body((kind,))
        return part.get_content() if part is not None else ""


def stored_mails() -> Iterator[StoredMail]:
    """Newest first."""
    files = sorted(settings.OUTBOX_DIR.glob("*.eml"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files:
        message = message_from_bytes(file.read_bytes(), policy=policy.default)
        yield StoredMail(file.stem, message)


def outbox(request: HttpRequest) -> HttpResponse:
    return render(request, "dev/outbox.html", {"mails": list(stored_mails())[:100]})


def outbox_mail(request: HttpRequest, name: str) -> HttpResponse:
    mail = next((mail for mail in stored_mails() if mail.name == name), None)
    if mail is None:
        raise Http404
    if request.GET.get("as") == "text":
        return HttpResponse(mail.body("plain"), content_type="text/plain; charset=utf-8")
    response = HttpResponse(mail.body("html"))
    response["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: http:"
    return response
