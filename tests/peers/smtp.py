"""A real SMTP server that keeps what it accepts; it can hold its answer back, so that a test kills the sender then."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from launch.ports import HOST, free_port


class MailServer:
    def __init__(self) -> None:
        self.messages: list[EmailMessage] = []
        self.accepted = threading.Event()
        self.hold_answer_seconds = 0.0
        # What it says to a recipient instead of taking it: {"gone@example.org": "550 5.1.1 No such user"}.
        self.refusals: dict[str, str] = {}
        self.asked: list[str] = []
        self.most_bytes = 10_000_000
        self.controller = Controller(self, hostname=HOST, port=free_port())

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.asked.append(address)
        if address in self.refusals:
            return self.refusals[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content
        assert isinstance(content, bytes)
        if len(content) > self.most_bytes:
            return "552 5.3.4 Message too big"
        self.messages.append(message_from_bytes(content, policy=policy.default))
        self.accepted.set()
        if self.hold_answer_seconds:
            await asyncio.sleep(self.hold_answer_seconds)
        return "250 Message accepted for delivery"

    @property
    def url(self) -> str:
        return f"smtp://{HOST}:{self.controller.port}"

    def wait_for(self, count: int, seconds: float, to: str = "") -> list[EmailMessage]:
        """The messages (to that address) once there are that many. Raises AssertionError if they do not come."""
        deadline = time.monotonic() + seconds
        while len(found := [one for one in list(self.messages) if to in (one["to"] or "")]) < count:
            assert time.monotonic() < deadline, f"{len(found)} of {count} mails after {seconds} s"
            time.sleep(0.05)
        return found


@contextmanager
def mail_server() -> Iterator[MailServer]:
    server = MailServer()
    server.controller.start()
    try:
        yield server
    finally:
        server.controller.stop()
