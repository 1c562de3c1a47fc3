"""What Stripe knows of one shop: objects as it shows them, events, and what was answered for which idempotency key."""

import json
import os
import time
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import stripe

from tests.peers.peer import Json

from .errors import none_such
from .identifiers import new_id


@dataclass(frozen=True)
class Cause:
    """The request that makes something happen; empty for what a buyer or a bank does."""

    request: str = ""
    key: str = ""


class Account:
    """Names in objects that begin with "_" the stand-in keeps to itself.

    `captures`: amount in cents and currency that payments bring, whatever was asked for. `refusal`: why refunds
    are refused. `refunds_wait`: refunds are pending until they are settled. `payments_wait`: so are payments that are
    confirmed, as a bank is slow. `domains`: hosts that were registered for wallets.
    """

    def __init__(self) -> None:
        self.objects: dict[str, Json] = {}
        self.events: list[Json] = []
        self.answered: dict[str, Json] = {}
        self.undelivered: list[str] = []
        self.captures: tuple[int, str] | None = None
        self.refusal, self.refunds_wait, self.payments_wait = "", False, False
        self.pages_at = ""
        self.domains: list[Json] = []
        self.cause = Cause()

    def add(self, thing: Json) -> Json:
        self.objects[thing["id"]] = thing
        return thing

    def find(self, kind: str, name: str, param: str = "id", status: int = 404) -> Json:
        """Raises Refused."""
        thing = self.objects.get(name)
        if thing is None or thing["object"] != kind:
            raise none_such(kind, name, param, status)
        return thing

    def all(self, kind: str, where: Callable[[Json], bool] = lambda _thing: True) -> list[Json]:
        """The oldest first."""
        return [thing for thing in self.objects.values() if thing["object"] == kind and where(thing)]

    def happened(self, kind: str, thing: Json) -> Json:
        """The event that tells it, with the object as it is now."""
        event: Json = {
            "id": new_id("evt_"),
            "object": "event",
            "api_version": stripe.api_version,
            "created": now(),
            "data": {"object": shown(thing)},
            "livemode": False,
            "pending_webhooks": 1,
            "request": {"id": self.cause.request or None, "idempotency_key": self.cause.key or None},
            "type": kind,
        }
        self.events.append(event)
        self.undelivered.append(event["id"])
        self.tell(event)
        return event

    def tell(self, event: Json) -> None:
        """What is done with an event at once."""

    def endpoints(self) -> list[Json]:
        """Where events go."""
        return []

    def text(self) -> str:
        """All that a restarted stand-in has to know."""
        return json.dumps({name: getattr(self, name) for name in ("objects", "events", "answered", "undelivered")})

    def read(self, text: str) -> None:
        """Raises ValueError for what `text` did not write."""
        kept = json.loads(text)
        if not isinstance(kept, dict) or kept.keys() != {"objects", "events", "answered", "undelivered"}:
            raise ValueError("this is no state of the stand-in for Stripe")
        self.objects, self.events = kept["objects"], kept["events"]
        self.answered, self.undelivered = kept["answered"], kept["undelivered"]


class StateFile:
    """`path` None keeps nothing."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.written = ""

    def read_into(self, account: Account) -> None:
        if self.path is not None and self.path.exists():
            self.written = self.path.read_text()
            account.read(self.written)

    def write(self, account: Account) -> None:
        """If something has changed; whoever reads sees the state before or after."""
        if self.path is None or (text := account.text()) == self.written:
            return
        beside = self.path.with_name(f"{self.path.name}.new")
        beside.write_text(text)
        os.replace(beside, self.path)
        self.written = text


def now() -> int:
    return int(time.time())


def shown(thing: Json) -> Json:
    """An object as others see it; a copy."""
    return {name: deepcopy(value) for name, value in thing.items() if not name.startswith("_")}
