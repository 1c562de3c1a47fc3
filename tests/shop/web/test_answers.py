"""REST answers: the JSON of a dataclass, whatever its fields hold."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum, IntEnum
from typing import Any, NamedTuple

import pytest

from shop.core.wire.answers import json_of


class Kind(Enum):
    SEAT = "seat"


class Level(IntEnum):
    TOP = 2


class Place(NamedTuple):
    row: str
    number: int


@dataclass(frozen=True)
class Price:
    amount: Decimal
    kind: Kind = Kind.SEAT


@dataclass(frozen=True)
class Answer:
    value: Any


PRICE, AS_JSON = Price(Decimal("29.90")), {"amount": "29.90", "kind": "seat"}


class Uncopied:
    def __deepcopy__(self, memo: object) -> "Uncopied":
        raise AssertionError("copied")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        ("text", "text"),
        (True, True),
        (Decimal("0.00"), "0.00"),
        (datetime(2026, 3, 1, 12, tzinfo=UTC), "2026-03-01T12:00:00+00:00"),
        (date(2026, 3, 1), date(2026, 3, 1)),
        (Kind.SEAT, "seat"),
        (Level.TOP, 2),
        (PRICE, AS_JSON),
        ([PRICE, None], [AS_JSON, None]),
        ((1, PRICE), [1, AS_JSON]),
        (Place("A", 7), ["A", 7]),
        ({"one": PRICE, "more": {"two": (PRICE,)}}, {"one": AS_JSON, "more": {"two": [AS_JSON]}}),
        (Answer(Answer(PRICE)), {"value": {"value": AS_JSON}}),
    ],
)
def test_json_of_each_kind_of_value(value: Any, expected: Any) -> None:
    assert json_of(Answer(value)) == {"value": expected}


def test_values_are_not_copied_first() -> None:
    value = Uncopied()
    assert json_of(Answer(value))["value"] is value
