"""Stripe's API over HTTP: keys, idempotency and versions; then the call."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path

from tests.peers.peer import Answer, Json, Peer, Request, json_answer

from . import browser, dashboard, intents, script, sessions
from .account import Account, Cause, StateFile
from .calls import Call, call_for, check_expand, expanded
from .errors import Refused, api_error, invalid, rate_limit
from .forms import Tree, asked_in
from .identifiers import new_id
from .parameters import checked

VERSION = re.compile(r"\d{4}-\d\d-\d\d(\.[a-z_]+)?")
LONGEST_KEY = 255
# since 2026-09-30.endive: `allowed_payment_method_types` instead
REMOVED = "payment_method_types"
CROSS_ORIGIN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST",
    # The last is what tests' browsers tell a shop behind a proxy, and everybody else.
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, Stripe-Version, X-Forwarded-For",
}


@dataclass(frozen=True)
class Asked:
    """A call of the API, as it came."""

    method: str
    path: str
    parameters: Json
    key: str
    version: str


class Server(Peer, Account):
    """`rate_limited`: so many of the next calls are too many. `calls`: what was asked, by whoever had the right key.

    `browsers_have_wallets`: whether they can pay by one; `failed`: why their sheets were told that it did not work.
    """

    def __init__(self, port: int = 0, state: Path | None = None) -> None:
        Peer.__init__(self, port)
        Account.__init__(self)
        self.key, self.public_key = "sk_test_for_tests", "pk_test_for_tests"
        self.rate_limited = 0
        self.browsers_have_wallets, self.failed = True, list[str]()
        self.calls: list[Asked] = []
        self.pages_at = self.url
        self.file = StateFile(state)
        self.file.read_into(self)

    @contextmanager
    def acting(self) -> Iterator[None]:
        """One thing after the other, and what has changed is kept."""
        with self.lock:
            sessions.end_old(self)
            try:
                yield
            finally:
                self.file.write(self)

    def page(self, request: Request) -> Answer | None:
        if request.method == "OPTIONS":
            return Answer(200)
        if request.path == script.ADDRESS:
            return script.script(self.public_key, self.url, can_pay=self.browsers_have_wallets)
        if request.path == script.BUTTON:
            return script.button()
        if request.path == script.SHEET:
            return script.sheet(request)
        if request.path == script.VIOLATION:
            self.violations.append(f"script: {request.query.get('text')}")
            return Answer(204)
        if request.path == script.FAILED:
            self.failed.append(request.query.get("reason", ""))
            return Answer(204)
        with self.acting():
            if request.path == dashboard.ADDRESS:
                return dashboard.visit(self, request)
            return browser.visit(self, request)

    def answer(self, request: Request) -> Answer:
        with self.acting():
            return self._answer(request)

    def _respond(self, request: Request) -> Answer:
        answer = super()._respond(request)
        if answer.status >= 500:
            answer = json_answer(answer.status, api_error("An unknown error occurred."))
        if request.path.startswith("/v1/"):
            named = {"Request-Id": new_id("req_", 14), **CROSS_ORIGIN}
            answer = replace(answer, headers={**named, **answer.headers})
        return answer

    def _answer(self, request: Request) -> Answer:
        headers = {"Request-Id": new_id("req_", 14)}
        self.cause = Cause(headers["Request-Id"], request.headers.get("Idempotency-Key", ""))
        try:
            status, content, replayed = self._called(request)
            if replayed:
                headers["Idempotent-Replayed"] = "true"
        except Refused as refused:
            status, content = refused.status, {"error": refused.error}
            if refused.is_violation:
                self.violations.append(f"{request.method} {request.path}: {refused}")
        finally:
            self.cause = Cause()
        return json_answer(status, content, **headers)

    def _called(self, request: Request) -> tuple[int, Json, bool]:
        """Status, content, and whether it was answered before. Raises Refused for what Stripe does not even begin."""
        if self.rate_limited > 0:
            self.rate_limited -= 1
            raise rate_limit()
        call, name = call_for(request.method, request.path)
        given = asked_in(request)
        is_public = self._is_public(request, call, name, given)
        version, key = request.headers.get("Stripe-Version", ""), request.headers.get("Idempotency-Key", "")
        self.calls.append(Asked(request.method, request.path, given, key, version))
        if version and not VERSION.fullmatch(version):
            raise invalid(f"Invalid Stripe API version: {version[:80]}")
        if len(key) > LONGEST_KEY:
            raise invalid(f"Idempotency-Key has more than {LONGEST_KEY} characters.")
        if call.creates and not key:
            raise invalid("Idempotency-Key is missing: the stand-in takes nothing twice that could be meant once.")
        if request.method == "GET" or not key:
            return *self._done(call, name, self._checked(call, given), is_public), False
        return self._once(request, call, name, given, is_public)

    def _is_public(self, request: Request, call: Call, name: str, given: Tree) -> bool:
        """Whether it is a browser that asks. Raises Refused."""
        scheme, _blank, key = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer" or not key:
            raise invalid("You did not provide an API key.", status=401)
        if key == self.key:
            return False
        if key != self.public_key:
            raise invalid(f"Invalid API Key provided: {key[:8]}****{key[-4:]}", status=401)
        if not call.is_public:
            message = "This API call cannot be made with a publishable API key. Please use a secret API key."
            raise invalid(message, "secret_key_required", status=403)
        secret = given.get("client_secret") if request.method == "GET" else given.pop("client_secret", None)
        if secret != self.find("payment_intent", name, "intent")["client_secret"]:
            raise intents.wrong_client_secret()
        return True

    def _checked(self, call: Call, given: Tree) -> Json:
        if REMOVED in given and call.kind in ("payment_intent", "checkout.session"):
            raise invalid(f"`{REMOVED}` is no longer supported.", f"{REMOVED}_no_longer_supported", REMOVED)
        asked = checked(given, call.shape, call.known)
        check_expand(call.kind, asked.get("expand", []))
        return asked

    def _once(self, request: Request, call: Call, name: str, given: Tree, is_public: bool) -> tuple[int, Json, bool]:
        key = request.headers["Idempotency-Key"]
        content = json.dumps([request.path, given], sort_keys=True)
        if known := self.answered.get(key):
            if known["content"] != content:
                message = (
                    "Keys for idempotent requests can only be used with the same parameters they were first used with. "
                    f"Try using a key other than '{key}' if you meant to execute a different request."
                )
                raise Refused(400, {"type": "idempotency_error", "message": message})
            return known["status"], known["answer"], True
        status, answer = self._done(call, name, self._checked(call, given), is_public)
        self.answered[key] = {"content": content, "status": status, "answer": answer}
        return status, answer, False

    def _done(self, call: Call, name: str, asked: Json, is_public: bool) -> tuple[int, Json]:
        """What was begun is kept for its idempotency key, also if it is then declined.

        Raises Refused for what is not begun, which changes nothing.
        """
        before, own = dict(self.objects), deepcopy(self.objects.get(name))
        try:
            done = expanded(self, call.do(self, name, asked), asked.get("expand", []))
        except Refused as refused:
            if refused.is_violation:
                self.objects = before if own is None else {**before, name: own}
                raise
            return refused.status, {"error": refused.error}
        return 200, {shown: done[shown] for shown in intents.PUBLIC} if is_public else done
