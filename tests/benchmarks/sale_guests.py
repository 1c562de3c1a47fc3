"""What guests of the shop's pages send until they hold something, are refused, or have placed an order.

Documents go by their hashes, as the built pages send them; steps of the checkout are those of
frontend/src/routes/checkout*.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import quote

from tests.sample_address import ADDRESS

from .load import persisted
from .sale_load import Answer, Guest

SHOP = "merchstand"
BASE = f"/api/v2/shops/{SHOP}"
NO_SHIPPING = "-1"
# Buyers give up after so many.
PRESSES = 5


@dataclass(frozen=True)
class Pages:
    """How pages write to the shop at this port. `forwarded`: whom a proxy names as its visitor."""

    port: int
    forwarded: str = field(default="", kw_only=True)

    def request(self, method: str, path: str, body: object = None, cookie: str = "") -> bytes:
        own = f"localhost:{self.port}"
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {own}",
            "Accept: application/graphql-response+json, application/json",
            "Accept-Encoding: gzip, deflate, br, zstd",
            "Accept-Language: de",
            "Sec-Fetch-Site: same-origin",
        ]
        content = b"" if body is None else json.dumps(body, separators=(",", ":")).encode()
        if self.forwarded:
            lines.append(f"X-Forwarded-For: {self.forwarded}")
        if cookie:
            lines.append(f"Cookie: {cookie}")
        if method != "GET":
            lines += [f"Origin: http://{own}", "Content-Type: application/json", f"Content-Length: {len(content)}"]
        return "\r\n".join([*lines, "", ""]).encode() + content

    def mutation(self, name: str, variables: dict[str, Any], cookie: str = "") -> bytes:
        body = {"operationName": name, "extensions": extensions(name), "variables": variables}
        return self.request("POST", f"{BASE}/graphql?locale=de", body, cookie)

    def query(self, name: str, cookie: str) -> bytes:
        asked = quote(json.dumps(extensions(name), separators=(",", ":")))
        path = f"{BASE}/graphql?extensions={asked}&operationName={name}&variables=%7B%7D&locale=de"
        return self.request("GET", path, cookie=cookie)

    def patch(self, path: str, body: object, cookie: str) -> bytes:
        return self.request("PATCH", f"{BASE}/{path}?locale=de", body, cookie)

    def add(self, ticket: int, amount: int = 1, cookie: str = "", **more: Any) -> bytes:
        wanted = {"productVariantId": str(ticket), "amount": amount, **more}
        return self.mutation("ADDTOCART", {"input": {"requests": [wanted]}}, cookie)


def extensions(name: str) -> dict[str, Any]:
    return {"persistedQuery": {"sha256Hash": persisted(name), "version": 1}}


def refusal(answer: Answer) -> str:
    """The code of what refused it; "" if nothing did."""
    if answer.status != 200:
        return f"{answer.status} {answer.content[:200]!r}"
    found = answer.json()
    errors = found.get("errors") if isinstance(found, dict) else None
    return str(errors[0]["extensions"]["code"]) if errors else ""


@dataclass(frozen=True)
class Look(Pages):
    """A page without anything around it (bare.py)."""

    @cached_property
    def page(self) -> bytes:
        return self.request("GET", "/")

    def guest(self, number: int) -> Guest:
        answer = yield self.page
        return "" if answer.status == 200 else str(answer.status)


@dataclass(frozen=True)
class Hold(Pages):
    """One ticket into a new cart."""

    ticket: int

    @cached_property
    def adding(self) -> bytes:
        return self.add(self.ticket)

    def guest(self, number: int) -> Guest:
        return refusal((yield self.adding))


@dataclass(frozen=True)
class HoldSeats(Pages):
    """Seats side by side into a new cart: each group is asked for by so many guests."""

    ticket: int
    groups: list[list[str]]
    each: int

    def guest(self, number: int) -> Guest:
        seats = self.groups[number // self.each % len(self.groups)]
        return refusal((yield self.add(self.ticket, len(seats), seatIds=seats)))


@dataclass(frozen=True)
class Order(Pages):
    """From the empty cart to the placed order of one ticket that is sent by e-mail."""

    ticket: int
    payment_method: str

    def guest(self, number: int) -> Guest:
        answer = yield self.add(self.ticket)
        if code := refusal(answer):
            return code
        return (yield from self.ordering(number, answer.cookie))

    def ordering(self, number: int, cookie: str) -> Guest:
        """What is in the cart."""
        for request in self.steps(number, cookie):
            answer = yield request
            if code := refusal(answer):
                return code
        placing = {
            "idempotencyKey": f"{number:032x}",
            "expectedTotal": answer.json()["total_due"],
            "acceptedTerms": True,
            "acceptedAge": False,
            "newsletter": False,
        }
        answer = yield self.mutation("PLACEORDER", {"input": placing}, cookie)
        if code := refusal(answer):
            return code
        return (yield from self.paying(answer.json()["data"]["placeOrder"], cookie))

    def paying(self, placed: dict[str, Any], cookie: str) -> Guest:
        """Press “Pay” again, as buyers do whose payment did not begin because too many were begun at once."""
        wanted = {"orderId": placed["order"]["id"], "paymentMethod": self.payment_method}
        presses = 0
        while placed["payment"]["next"] == "failed":
            if presses == PRESSES:
                return "NOT_STARTED"
            answer = yield self.mutation("PAYORDER", {"input": wanted}, cookie)
            if code := refusal(answer):
                return code
            placed, presses = answer.json()["data"]["payOrder"], presses + 1
        return ""

    def steps(self, number: int, cookie: str) -> Iterator[bytes]:
        """Cart, details and payment; the last answer is the cart as it is to be confirmed."""
        yield self.request("GET", f"{BASE}/countries?locale=de", cookie=cookie)
        yield self.query("PAYMENTMETHODS", cookie)
        email = f"guest-{number}@example.org"
        details = {"email": email, "billing_address": ADDRESS, "shipping_address": None}
        yield self.patch("cart/address", details, cookie)
        yield self.query("PAYMENTMETHODS", cookie)
        for carrier in (None, NO_SHIPPING):  # chosen, then sent
            chosen = {"shipping_method": carrier, "payment_method": self.payment_method}
            yield self.patch("cart/logistics", chosen, cookie)
