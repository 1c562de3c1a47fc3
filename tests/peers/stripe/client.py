"""What tests ask of the stand-in, through Stripe's own library where that has a call for it."""

from itertools import count
from typing import Any

import httpx
import stripe

from .stand_in import StripePeer

SUCCESS, CANCEL = "http://localhost/done?session={CHECKOUT_SESSION_ID}", "http://localhost/cancelled"
LINE = {"price_data": {"currency": "eur", "unit_amount": 1500, "product_data": {"name": "Shirt <M>"}}, "quantity": 2}
SESSION: dict[str, Any] = {
    "mode": "payment",
    "line_items": [LINE],
    "success_url": SUCCESS,
    "cancel_url": CANCEL,
    "client_reference_id": "B-7M2QX",
    "customer_email": "buyer@example.com",
    "locale": "de",
    "payment_intent_data": {"description": "Order B-7M2QX", "metadata": {"order": "B-7M2QX"}},
}
numbers = count(1)


def client_of(peer: StripePeer, key: str = "") -> Any:
    """Untyped: what is asked for here is often wrong, or what the library has no types for."""
    return stripe.StripeClient(key or peer.key, base_addresses={"api": peer.url}, max_network_retries=0).v1


def once() -> Any:
    """Options with an idempotency key of its own."""
    return {"idempotency_key": f"key-{next(numbers)}"}


def intent_of(client: Any, **more: Any) -> Any:
    asked = {"amount": 3000, "currency": "eur", "allowed_payment_method_types": ["card"]}
    return client.payment_intents.create({**asked, **more}, once())


def post(peer: StripePeer, path: str, body: str | bytes, **headers: str) -> httpx.Response:
    own = {
        "Authorization": f"Bearer {peer.key}",
        "Content-Type": "application/x-www-form-urlencoded",
        "Idempotency-Key": f"key-{next(numbers)}",
    }
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.post(peer.url + path, content=body, headers={**own, **named})


def choose(url: str, choice: str) -> str:
    """What a browser does on a page; where it goes then."""
    answer = httpx.post(url, data={"choice": choice})
    assert answer.status_code == 303
    return answer.headers["Location"]


def kinds(peer: StripePeer) -> list[str]:
    return [event["type"] for event in peer.events]


def changed(**more: Any) -> dict[str, Any]:
    return {**SESSION, **more}
