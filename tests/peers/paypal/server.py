"""PayPal's calls and the buyer's page, over HTTP, and its webhooks."""

import hashlib
import json
import re
import secrets
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs
from uuid import uuid4

import httpx

from tests.peers.peer import Answer, Json, Request, json_answer, page_answer, redirect_answer, serving

from . import dashboard, pages, script, signing
from .events import EventThere
from .raw import document, raw_member
from .refusals import ISSUES, Problem, Refused, Unauthorized, refused
from .registered import Registered
from .shapes import check
from .things import MERCHANT, CaptureThere, OrderThere, RefundThere
from .wanted import NOTHING, REFUND, VERIFICATION, check_order

TOKENS, VERIFY = "/v1/oauth2/token", "/v1/notifications/verify-webhook-signature"
CERTIFICATES = "/v1/notifications/certs/"
ID = r"([A-Z0-9]+)"
CALLS = (
    ("POST", "/v2/checkout/orders", "create_order"),
    ("GET", f"/v2/checkout/orders/{ID}", "show_order"),
    ("PATCH", f"/v2/checkout/orders/{ID}", "update_order"),
    ("POST", f"/v2/checkout/orders/{ID}/capture", "capture_order"),
    ("GET", f"/v2/payments/captures/{ID}", "show_capture"),
    ("POST", f"/v2/payments/captures/{ID}/refund", "refund_capture"),
    ("GET", f"/v2/payments/refunds/{ID}", "show_refund"),
    ("GET", "/v1/customer/disputes/([A-Za-z0-9-]+)", "show_dispute"),
    ("GET", "/v1/customer/disputes", "list_disputes"),
    ("GET", "/v1/notifications/webhooks", "list_webhooks"),
    ("POST", VERIFY, "verify"),
)
PREFERENCES = {"return=minimal": ("id", "status", "links"), "return=representation": ()}
DONE, REPLAYED = 201, 200


class PayPal(Registered):
    """`webhook_url`: where it reports to. By itself it reports only with `deliver`; then again after each of
    `retry_pauses` until the answer is 2xx. `token_seconds`: how long a new token is good. `certificates`: what proves
    its events.
    """

    def __init__(self, port: int = 0, file: Path | None = None) -> None:
        super().__init__(port, file)
        self.client_id, self.client_secret = "client-for-tests", "secret-for-tests"
        self.token_seconds = 32400.0
        self.certificates = signing.CERTIFICATES.read_bytes()
        self.deliver = False
        self.scripts_loaded = 0
        # As a firewall in front of it does.
        self.keeps_out = False
        self.retry_pauses: tuple[float, ...] = (1, 2, 4)
        self.client = httpx.Client(timeout=30)

    @property
    def environment(self) -> dict[str, str]:
        """Of the processes of a shop whose buyers can pay here."""
        return {
            "PAYPAL_CLIENT_ID": self.client_id,
            "PAYPAL_CLIENT_SECRET": self.client_secret,
            "PAYPAL_MERCHANT_ID": MERCHANT["merchant_id"],
            "PAYPAL_WEBHOOK_ID": self.webhook_id,
            "PAYPAL_API_BASE": self.url,
            "PAYPAL_ROOTS": str(signing.ROOTS),
        }

    # What it tells

    def happened(self, event: EventThere) -> EventThere:
        super().happened(event)
        if self.deliver and self.webhook_url:
            threading.Thread(target=self._deliver, args=(event,), daemon=True).start()
        return event

    def _deliver(self, event: EventThere) -> None:
        for pause in (0, *self.retry_pauses):
            time.sleep(pause)
            try:
                if 200 <= self.send(event) < 300:
                    return
            except httpx.HTTPError:
                continue

    def send(self, event: EventThere, *, forged: bool = False, seconds_ago: float = 0) -> int:
        """Report an event; the status of the answer. Another than 2xx to a right one is a violation."""
        headers = {
            "Content-Type": "application/json",
            **self.signed(event.body, forged=forged, seconds_ago=seconds_ago),
        }
        answer = self.client.post(self.webhook_url, content=event.body, headers=headers)
        if not forged and not seconds_ago and not answer.is_success:
            self.violations.append(f"{event.kind}: {answer.status_code} {answer.text[:200]}")
        if "set-cookie" in answer.headers:
            self.violations.append("a cookie for a provider")
        return answer.status_code

    def signed(self, body: bytes, *, forged: bool = False, seconds_ago: float = 0) -> dict[str, str]:
        """The headers that prove these bytes."""
        transmission = str(uuid4())
        moment = (datetime.now(UTC) - timedelta(seconds=seconds_ago)).strftime("%Y-%m-%dT%H:%M:%SZ")
        content = signing.message(transmission, moment, self.webhook_id, body + b" " * forged)
        return {
            "PAYPAL-TRANSMISSION-ID": transmission,
            "PAYPAL-TRANSMISSION-TIME": moment,
            "PAYPAL-TRANSMISSION-SIG": signing.signed(content),
            "PAYPAL-CERT-URL": f"{self.url}{signing.CERTIFICATE_PATH}",
            "PAYPAL-AUTH-ALGO": signing.ALGORITHM,
        }

    # What a browser sees

    def page(self, request: Request) -> Answer | None:
        """Tokens, signatures and certificates, too: `lost_answers` and `slow_seconds` are about money."""
        if request.path in (TOKENS, VERIFY) and not self.away:
            self.asked.append(f"{request.method} {request.path}")
            return self.answer(request)
        if request.path.startswith(CERTIFICATES) and not self.away:
            self.asked.append(f"{request.method} {request.path}")
            if self.keeps_out:
                return Answer(403)
            if request.path != signing.CERTIFICATE_PATH:
                return Answer(404)
            return Answer(200, self.certificates, "application/x-pem-file")
        if request.path == "/checkoutnow":
            return self._agreeing(request)
        if request.path == dashboard.ADDRESS:
            return dashboard.visit(self, request)
        return self._of_buttons(request)

    def _agreeing(self, request: Request) -> Answer:
        """In the whole browser, or in the window of a button."""
        order = self.orders.get(request.query.get("token", ""))
        in_window = "popup" in request.query
        if order is None:
            return page_answer(pages.unknown_page(), 404)
        if request.method == "POST" and order.status not in ("COMPLETED", "VOIDED"):
            way = self._decision(order, parse_qs(request.body.decode()))
            if not in_window:
                return redirect_answer(way)
            agreed = order.status == "APPROVED"
            return script.ended("approved" if agreed else "cancelled", self.payer.id if agreed else "")
        return page_answer(pages.payment_page(order, self.payer, in_window=in_window))

    def _of_buttons(self, request: Request) -> Answer | None:
        if request.path == "/sdk/js":
            answer, problem = script.script(self.client_id, self.url, request)
            self.scripts_loaded += 1
            if problem:
                self.violations.append(f"script: {problem}")
            return answer
        if request.path == "/sdk/violation":
            self.violations.append(f"script: {request.query.get('text')}")
            return Answer(204)
        if request.path == "/smart/button":
            return script.button(request)
        return page_answer("<!doctype html><title>PayPal</title>") if request.path == "/smart/wait" else None

    def _decision(self, order: OrderThere, form: dict[str, list[str]]) -> str:
        decision = form.get("decision", ["cancel"])[0]
        if decision == "cancel":
            return self.cancel(order)
        address = form.get("address", [""])[0]
        known = address if address in self.payer.addresses else next(iter(self.payer.addresses))
        return self.approve(order, known, declines=decision == "decline", by_check=decision == "check")

    # What it answers

    def answer(self, request: Request) -> Answer:
        try:
            answer = self._token(request) if request.path == TOKENS else self._called(request)
        except (Refused, Unauthorized) as error:
            if error.is_violation:
                self.violations.append(f"{request.method} {request.path}: {error}")
            answer = json_answer(error.status, error.shown)
        if request.method != "GET":
            self.keep()
        return answer

    def _token(self, request: Request) -> Answer:
        known = b64encode(f"{self.client_id}:{self.client_secret}".encode()).decode()
        if request.headers.get("Authorization") != f"Basic {known}":
            raise Unauthorized("invalid_client", "Client Authentication failed")
        if parse_qs(request.body.decode()).get("grant_type") != ["client_credentials"]:
            raise Unauthorized("unsupported_grant_type", "Grant type is not supported", status=400)
        token = f"A21AA{secrets.token_urlsafe(48)}"
        self.state.tokens[token] = time.time() + self.token_seconds
        told = {"scope": "https://uri.paypal.com/services/payments/payment", "app_id": "APP-80W284485P519543T"}
        good = {"access_token": token, "token_type": "Bearer", "expires_in": int(self.token_seconds)}
        return json_answer(
            200, {**told, **good, "nonce": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}{secrets.token_hex(8)}"}
        )

    def expire_tokens(self) -> None:
        """Whoever has one does not know."""
        self.state.tokens = dict.fromkeys(self.state.tokens, 0.0)

    def _authorize(self, request: Request) -> None:
        """Raises Unauthorized."""
        scheme, _blank, token = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer":
            raise Unauthorized
        good_until = self.state.tokens.get(token)
        if good_until is None or good_until < time.time():
            raise Unauthorized("invalid_token", "The token is unknown or expired", is_violation=good_until is None)

    def _called(self, request: Request) -> Answer:
        """Raises Refused or Unauthorized."""
        self._authorize(request)
        for method, path, name in CALLS:
            found = re.fullmatch(path, request.path)
            if found and method == request.method:
                call: Callable[..., Answer] = getattr(self, name)
                return call(request, *found.groups())
        raise refused("INVALID_RESOURCE_ID")

    def create_order(self, request: Request) -> Answer:
        asked = content_of(request)
        return self._once(request, asked, lambda: self._opened(request, asked))

    def _opened(self, request: Request, asked: Any) -> OrderThere:
        check_order(asked)
        raise_mocked(request)
        return self.open(asked)

    def show_order(self, request: Request, number: str) -> Answer:
        raise_mocked(request)
        return json_answer(200, self._order(number).shown(self.url))

    def update_order(self, request: Request, number: str) -> Answer:
        asked, order = content_of(request), self._order(number)
        raise_mocked(request)
        self.patch(order, asked)
        return Answer(204)

    def capture_order(self, request: Request, number: str) -> Answer:
        asked, order = content_or_nothing(request), self._order(number)
        check(NOTHING, asked)
        return self._once(request, asked, lambda: self._taken(request, order))

    def _taken(self, request: Request, order: OrderThere) -> OrderThere:
        if mocked := mocked_issue(request):
            raise self.declined(order, mocked)
        self.take(order)
        return order

    def show_capture(self, request: Request, number: str) -> Answer:
        raise_mocked(request)
        return json_answer(200, self.capture(number).shown_alone(self.url))

    def refund_capture(self, request: Request, number: str) -> Answer:
        asked, capture = content_or_nothing(request), self.capture(number)
        check(REFUND, asked)
        return self._once(request, asked, lambda: self._given_back(request, capture, asked))

    def _given_back(self, request: Request, capture: CaptureThere, asked: Json) -> RefundThere:
        raise_mocked(request)
        return self.give_back(capture, asked)

    def show_refund(self, request: Request, number: str) -> Answer:
        raise_mocked(request)
        return json_answer(200, self._shown_refund(self.refund(number)))

    def show_dispute(self, request: Request, number: str) -> Answer:
        dispute = self.state.disputes.get(number)
        if dispute is None:
            raise refused("INVALID_RESOURCE_ID")
        return json_answer(200, dispute.shown(self.capture(dispute.capture_id), self.payer))

    def verify(self, request: Request) -> Answer:
        asked = content_of(request)
        check(VERIFICATION, asked)
        event = raw_member(request.body, "webhook_event")
        content = signing.message(asked["transmission_id"], asked["transmission_time"], asked["webhook_id"], event)
        is_right = (
            asked["webhook_id"] == self.webhook_id
            and asked["auth_algo"] == signing.ALGORITHM
            and asked["cert_url"] == f"{self.url}{signing.CERTIFICATE_PATH}"
            and signing.is_signed(content, asked["transmission_sig"])
        )
        return json_answer(200, {"verification_status": "SUCCESS" if is_right else "FAILURE"})

    def _once(self, request: Request, asked: Any, do: Callable[[], OrderThere | RefundThere]) -> Answer:
        """What came of the first request of this id, as it is now. Raises Refused."""
        key, wanted = request_id(request), preferred(request)
        content = hashlib.sha256(json.dumps([request.path, asked], sort_keys=True).encode()).hexdigest()
        known = self.state.requests.get(key)
        if known is None:
            self.state.requests[key] = content, do().id
        elif known[0] != content:
            raise Refused(Problem("PAYPAL_REQUEST_ID_PREVIOUSLY_USED", "PayPal-Request-Id", "header"))
        shown = self._shown(self.state.requests[key][1])
        return json_answer(REPLAYED if known else DONE, {name: shown[name] for name in wanted or shown})

    def _shown(self, number: str) -> Json:
        for refund in self.refunds:
            if refund.id == number:
                return self._shown_refund(refund)
        return self._order(number).shown(self.url)

    def _shown_refund(self, refund: RefundThere) -> Json:
        return refund.shown(self.url, self.capture(refund.capture_id).refunded)

    def _order(self, number: str) -> OrderThere:
        if number not in self.orders:
            raise refused("INVALID_RESOURCE_ID", is_violation=number not in self.state.forgotten)
        return self.orders[number]


def content_of(request: Request) -> Any:
    """Raises Refused."""
    if request.headers.get_content_type() != "application/json":
        raise Refused(Problem("UNSUPPORTED_CONTENT_TYPE", "Content-Type", "header"))
    return document(request.body)


def content_or_nothing(request: Request) -> Any:
    """Raises Refused."""
    asked = content_of(request)
    return {} if asked is None else asked


def request_id(request: Request) -> str:
    """Raises Refused: without one a request that is made twice moves money twice."""
    key = request.headers.get("PayPal-Request-Id", "")
    if not key:
        raise Refused(Problem("PAYPAL_REQUEST_ID_REQUIRED", "PayPal-Request-Id", "header"))
    if len(key) > 108:
        raise Refused(Problem("INVALID_STRING_LENGTH", "PayPal-Request-Id", "header"))
    return key


def preferred(request: Request) -> tuple[str, ...]:
    """Which fields of the answer; none for all. Raises Refused."""
    wanted = request.headers.get("Prefer", "return=minimal")
    if wanted not in PREFERENCES:
        raise Refused(Problem("INVALID_PARAMETER_VALUE", "Prefer", "header"))
    return PREFERENCES[wanted]


def mocked_issue(request: Request) -> str:
    """The issue that the caller wants to see, as in PayPal's own sandbox. Raises Refused."""
    header = request.headers.get("PayPal-Mock-Response")
    if header is None:
        return ""
    try:
        wanted = json.loads(header)["mock_application_codes"]
        issue = str(wanted[0] if isinstance(wanted, list) else wanted)
    except (ValueError, KeyError, TypeError, IndexError):
        issue = ""
    if issue not in ISSUES:
        raise Refused(Problem("INVALID_PARAMETER_VALUE", "PayPal-Mock-Response", "header"))
    return issue


def raise_mocked(request: Request) -> None:
    if issue := mocked_issue(request):
        raise refused(issue, is_violation=False)


@contextmanager
def paypal(peer: PayPal | None = None) -> Iterator[PayPal]:
    with serving(peer or PayPal()) as peer:
        yield peer
    peer.client.close()
