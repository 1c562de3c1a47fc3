"""A payment provider with a page of its own, over real HTTP. What does not keep to its rules it refuses and remembers.

    with redirect_provider() as provider:
        provider.webhook_url = f"{web.url}/api/v2/payments/redirect/events"
        httpx.get(payment_url, params={"result": "paid"})
        assert provider.send(provider.events[-1]) == 204
        assert provider.violations == []

It reports nothing by itself: the test sends its events, late, twice, in any order, or none.
"""

import hashlib
import hmac
import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import count
from urllib.parse import urlencode, urlsplit

import httpx

from .peer import Answer, Json, Peer, Request, json_answer, page_answer, redirect_answer, serving

AMOUNT = re.compile(r"(0|[1-9]\d{0,7})\.\d\d")
KEY = re.compile(r"[\x21-\x7e]{8,64}")
PAGE = '<!doctype html><title>Pay</title><a href="?result=paid">Pay</a> <a href="?result=failed">Give up</a>'


@dataclass
class PaymentThere:
    """A payment as the provider knows it."""

    id: str
    amount: Decimal
    currency: str
    reference: str
    return_url: str
    state: str = "open"
    movements: list[Json] = field(default_factory=list)
    refunds: dict[str, Decimal] = field(default_factory=dict)

    def left(self) -> Decimal:
        """What can still be refunded."""
        captured = sum((Decimal(one["amount"]) for one in self.movements if one["kind"] == "capture"), Decimal(0))
        return captured - sum(self.refunds.values(), Decimal(0))


@dataclass(frozen=True)
class EventThere:
    id: str
    kind: str
    payment: str

    @property
    def body(self) -> bytes:
        return json.dumps({"id": self.id, "type": self.kind, "payment": self.payment}).encode()


class Refused(Exception):
    """`is_violation`: whoever asks could have known."""

    def __init__(self, status: int, reason: str, *, is_violation: bool = True) -> None:
        self.status, self.reason, self.is_violation = status, reason, is_violation
        super().__init__(reason)


class RedirectProvider(Peer):
    """`refusal`: why it refuses refunds."""

    def __init__(self) -> None:
        super().__init__()
        self.key, self.secret = "key-for-tests", "secret-for-tests"
        self.webhook_url = ""
        self.payments: dict[str, PaymentThere] = {}
        self.events: list[EventThere] = []
        self.refusal = ""
        self._known: dict[str, tuple[str, Json]] = {}
        self._numbers = count(1)
        self.client = httpx.Client(timeout=30)

    @property
    def environment(self) -> dict[str, str]:
        """Of the processes of a shop whose buyers can pay here."""
        return {
            "DJANGO_SETTINGS_MODULE": "tests.peers.settings",
            "REDIRECT_PROVIDER_URL": self.url,
            "REDIRECT_PROVIDER_KEY": self.key,
            "REDIRECT_PROVIDER_SECRET": self.secret,
        }

    def behave(self) -> None:
        super().behave()
        self.refusal = ""

    def payment_at(self, url: str) -> PaymentThere:
        """The payment whose page is there."""
        return self.payments[urlsplit(url).path.rpartition("/")[2]]

    # What the test has it do

    def move(
        self, payment: PaymentThere, kind: str, amount: str, refund: str = "", currency: str = "EUR"
    ) -> EventThere:
        """Money moves; the event that tells it."""
        with self.lock:
            moved = {"id": f"mov_{next(self._numbers)}", "kind": kind, "amount": amount, "currency": currency}
            payment.movements.append({**moved, "refund": refund} if refund else moved)
            return self.happened(f"payment.{kind}", payment.id)

    def settle(self, payment: PaymentThere, refund: str) -> EventThere:
        """A refund that was asked for goes."""
        return self.move(payment, "refund", str(payment.refunds[refund]), refund)

    def happened(self, kind: str, payment: str) -> EventThere:
        event = EventThere(f"evt_{next(self._numbers)}", kind, payment)
        self.events.append(event)
        return event

    def send(self, event: EventThere, *, secret: str = "", seconds_ago: float = 0) -> int:
        """Report an event; the status of the answer. Another than 204 to a right one is a violation."""
        moment = str(int(time.time() - seconds_ago))
        signature = signed(secret or self.secret, moment, event.body)
        headers = {"Content-Type": "application/json", "Provider-Signature": f"t={moment},v1={signature}"}
        answer = self.client.post(self.webhook_url, content=event.body, headers=headers)
        is_right = not secret and not seconds_ago
        if is_right and answer.status_code != 204:
            self.violations.append(f"{event.kind}: {answer.status_code} {answer.text[:200]}")
        if "set-cookie" in answer.headers:
            self.violations.append("a cookie for a provider")
        return answer.status_code

    # What it answers

    def answer(self, request: Request) -> Answer:
        try:
            return json_answer(*self.done(request))
        except Refused as refused:
            if refused.is_violation:
                self.violations.append(f"{request.method} {request.path}: {refused.reason}")
            return json_answer(refused.status, {"error": refused.reason})

    def done(self, request: Request) -> tuple[int, Json]:
        """Raises Refused."""
        method, path = request.method, request.path
        if request.headers.get("Authorization") != f"Bearer {self.key}":
            raise Refused(401, "wrong key")
        found = re.fullmatch(r"/payments(?:/(\w+)(/refunds)?)?", path)
        number, refunds = found.groups() if found else (None, None)
        if found and method == "GET" and number and not refunds:
            return 200, self.shown(self.payment(number))
        if found is None or method != "POST" or (number and not refunds):
            raise Refused(404, "no such address")
        key = request.headers.get("Idempotency-Key", "")
        if not KEY.fullmatch(key):
            raise Refused(400, "Idempotency-Key is missing")
        if request.headers.get("Content-Type") != "application/json":
            raise Refused(415, "no JSON")
        asked = document(request.body)
        return self.once(key, path, asked, (lambda: self.refund(number, asked)) if number else lambda: self.open(asked))

    def once(self, key: str, path: str, asked: Json, do: Callable[[], Json]) -> tuple[int, Json]:
        content = json.dumps([path, asked], sort_keys=True)
        if key in self._known:
            known, done = self._known[key]
            if known != content:
                raise Refused(409, "the key was used for something else")
            return 200, done
        self._known[key] = content, do()
        return 201, self._known[key][1]

    def open(self, asked: Json) -> Json:
        only(asked, "amount", "currency", "reference", "return_url")
        if asked["currency"] != "EUR" or amount_of(asked) <= 0:
            raise Refused(400, "amount is not in euros")
        if not re.fullmatch(r"[\w-]{1,24}", asked["reference"]) or not re.match(r"https?://\S+$", asked["return_url"]):
            raise Refused(400, "reference or return_url is none")
        number = f"pay_{next(self._numbers)}"
        fields = {**asked, "amount": amount_of(asked)}
        self.payments[number] = PaymentThere(number, **fields)
        return {"id": number, "url": f"{self.url}/pay/{number}", "amount": asked["amount"], "currency": "EUR"}

    def refund(self, number: str, asked: Json) -> Json:
        payment = self.payment(number)
        only(asked, "amount")
        if self.refusal:
            raise Refused(422, self.refusal, is_violation=False)
        if not 0 < amount_of(asked) <= payment.left():
            raise Refused(422, "more than was captured")
        refund = f"ref_{next(self._numbers)}"
        payment.refunds[refund] = amount_of(asked)
        return {"id": refund, "payment": number, "amount": asked["amount"]}

    def payment(self, number: str) -> PaymentThere:
        if number not in self.payments:
            raise Refused(404, "no such payment")
        return self.payments[number]

    def shown(self, payment: PaymentThere) -> Json:
        return {
            "id": payment.id,
            "state": payment.state,
            "amount": str(payment.amount),
            "currency": payment.currency,
            "reference": payment.reference,
            "movements": [dict(one) for one in payment.movements],
        }

    def page(self, request: Request) -> Answer | None:
        if not request.path.startswith("/pay/"):
            return None
        target = self.decide(request.path.removeprefix("/pay/"), request.query.get("result", ""))
        return redirect_answer(target) if target else page_answer(PAGE)

    def decide(self, number: str, result: str) -> str:
        """What a browser does on the payment's page: where it goes then, "" if it stays."""
        payment = self.payment(number)
        if result == "paid":
            payment.state = "paid"
            self.move(payment, "capture", str(payment.amount))
        elif result == "failed":
            payment.state = "failed"
            self.happened("payment.failed", payment.id)
        else:
            return ""
        return f"{payment.return_url}?{urlencode({'result': result})}"


def document(body: bytes) -> Json:
    try:
        found = json.loads(body)
    except ValueError:
        found = None
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise Refused(400, "no object of texts")
    return found


def only(asked: Json, *fields: str) -> None:
    if asked.keys() != set(fields):
        raise Refused(400, f"fields are {sorted(asked)}, not {sorted(fields)}")


def amount_of(asked: Json) -> Decimal:
    if not AMOUNT.fullmatch(asked["amount"]):
        raise Refused(400, "amount is no decimal with two places")
    return Decimal(asked["amount"])


def signed(secret: str, moment: str, body: bytes) -> str:
    return hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()


@contextmanager
def redirect_provider(provider: RedirectProvider | None = None) -> Iterator[RedirectProvider]:
    with serving(provider or RedirectProvider()) as provider:
        yield provider
    provider.client.close()
