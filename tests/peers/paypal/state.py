"""What the stand-in knows, and a file that keeps it from one start to the next."""

import json
import os
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.peers.peer import Json

from .disputes import DisputeThere
from .events import EventThere
from .things import CaptureThere, OrderThere, RefundThere


@dataclass
class State:
    """`requests`: what was asked, and what came of it, by PayPal-Request-Id; `tokens`: until when each is good."""

    orders: dict[str, OrderThere] = field(default_factory=dict)
    events: list[EventThere] = field(default_factory=list)
    requests: dict[str, tuple[str, str]] = field(default_factory=dict)
    tokens: dict[str, float] = field(default_factory=dict)
    forgotten: list[str] = field(default_factory=list)
    disputes: dict[str, DisputeThere] = field(default_factory=dict)


def read(file: Path) -> State:
    if not file.exists():
        return State()
    told = json.loads(file.read_bytes())
    return State(
        orders={one["id"]: order_of(one) for one in told["orders"]},
        events=[EventThere(**one) for one in told["events"]],
        requests={key: (content, result) for key, (content, result) in told["requests"].items()},
        tokens=told["tokens"],
        forgotten=told["forgotten"],
        disputes={one["id"]: dispute_of(one) for one in told.get("disputes", ())},
    )


def write(file: Path, state: State) -> None:
    """All of it or nothing: a process that is killed leaves what was there."""
    listed = {name: [asdict(one) for one in getattr(state, name).values()] for name in ("orders", "disputes")}
    told = {**asdict(state), **listed}
    fresh = file.with_name(f"{file.name}.new")
    fresh.write_text(json.dumps(told, default=text_of, indent=1))
    os.replace(fresh, file)


def text_of(amount: Any) -> str:
    assert isinstance(amount, Decimal), amount
    return str(amount)


def order_of(told: Json) -> OrderThere:
    return OrderThere(**{**told, "capture": capture_of(told["capture"]) if told["capture"] else None})


def dispute_of(told: Json) -> DisputeThere:
    return DisputeThere(**{**told, "amount": Decimal(told["amount"])})


def capture_of(told: Json) -> CaptureThere:
    refunds = [RefundThere(**{**one, "amount": Decimal(one["amount"])}) for one in told["refunds"]]
    return CaptureThere(**{**told, "amount": Decimal(told["amount"]), "refunds": refunds})
