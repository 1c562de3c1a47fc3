"""What the shop's staff have registered at Stripe: where events go, and on which hosts wallets are shown."""

from collections.abc import Sequence
from typing import Any

import stripe

from tests.peers.peer import Json

from .account import Account, now
from .errors import invalid
from .identifiers import new_id

LISTED, MOST_LISTED = 10, 100
ON_HOSTS = ("amazon_pay", "apple_pay", "google_pay", "klarna", "link", "paypal")


def endpoint(url: str, events: Sequence[str] = ("*",), status: str = "enabled") -> Json:
    return {
        "id": new_id("we_1"),
        "object": "webhook_endpoint",
        "api_version": stripe.api_version,
        "application": None,
        "created": now(),
        "description": None,
        "enabled_events": list(events),
        "livemode": False,
        "metadata": {},
        "status": status,
        "url": url,
    }


def domain(name: str, *, enabled: bool = True, **inactive: str) -> Json:
    """`inactive`: what is not shown there, and why."""
    states: dict[str, Any] = {
        kind: {"status": "inactive", "status_details": {"error_message": inactive[kind]}}
        if kind in inactive
        else {"status": "active"}
        for kind in ON_HOSTS
    }
    return {
        **states,
        "id": new_id("pmd_1"),
        "object": "payment_method_domain",
        "created": now(),
        "domain_name": name,
        "enabled": enabled,
        "livemode": False,
    }


def endpoints(account: Account, _name: str, asked: Json) -> Json:
    return page(account.endpoints(), asked, "/v1/webhook_endpoints")


def domains(account: Account, _name: str, asked: Json) -> Json:
    return page(account.domains, asked, "/v1/payment_method_domains")


def page(found: list[Json], asked: Json, url: str) -> Json:
    limit, after = asked.get("limit", LISTED), asked.get("starting_after")
    if not 1 <= limit <= MOST_LISTED:
        raise invalid(f"This value must be between 1 and {MOST_LISTED}.", "parameter_invalid_integer", "limit")
    names = [one["id"] for one in found]
    left = found[names.index(after) + 1 :] if after in names else found
    return {"object": "list", "data": left[:limit], "has_more": len(left) > limit, "url": url}
