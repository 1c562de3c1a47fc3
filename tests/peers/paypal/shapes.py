"""What a field may hold, and what is wrong with what it holds. What no shape names is refused, at any depth."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeAlias

from .refusals import Problem, Refused

CURRENCY = "EUR"
NUMBER = re.compile(r"-?\d+(\.\d+)?")
TWO_PLACES = re.compile(r"-?\d+\.\d\d")


@dataclass(frozen=True)
class Text:
    most: int = 127
    least: int = 1
    pattern: str = ".*"
    issue: str = "INVALID_PARAMETER_SYNTAX"


@dataclass(frozen=True)
class Choice:
    values: tuple[str, ...]


@dataclass(frozen=True)
class Money:
    """In euros, as text with two places."""

    can_be_zero: bool = False


@dataclass(frozen=True)
class Fields:
    shapes: "Mapping[str, Shape]"
    required: tuple[str, ...] = ()


@dataclass(frozen=True)
class Many:
    of: "Shape"
    most: int
    least: int = 1


@dataclass(frozen=True)
class Anything:
    pass


Shape: TypeAlias = Text | Choice | Money | Fields | Many | Anything
TEXTS_OF_MONEY = Fields({"currency_code": Text(3, 3, "[A-Z]+"), "value": Text(32)}, ("currency_code", "value"))


def check(shape: Shape, asked: Any, field: str = "") -> None:
    """Raises Refused with all that is wrong."""
    if found := list(problems(shape, asked, field)):
        raise Refused(*found)


def problems(shape: Shape, asked: Any, field: str) -> Iterator[Problem]:
    match shape:
        case Text():
            yield from problems_of_text(shape, asked, field)
        case Choice():
            if asked not in shape.values:
                yield Problem("INVALID_PARAMETER_VALUE", field)
        case Money():
            yield from problems_of_money(shape, asked, field)
        case Fields():
            yield from problems_of_fields(shape, asked, field)
        case Many():
            yield from problems_of_many(shape, asked, field)


def problems_of_text(shape: Text, asked: Any, field: str) -> Iterator[Problem]:
    if not isinstance(asked, str):
        yield Problem("INVALID_PARAMETER_SYNTAX", field)
    elif not shape.least <= len(asked) <= shape.most:
        yield Problem("INVALID_STRING_LENGTH", field)
    elif not re.fullmatch(shape.pattern, asked, re.DOTALL):
        yield Problem(shape.issue, field)


def problems_of_money(shape: Money, asked: Any, field: str) -> Iterator[Problem]:
    if found := list(problems(TEXTS_OF_MONEY, asked, field)):
        yield from found
        return
    value = asked["value"]
    if asked["currency_code"] != CURRENCY:
        yield Problem("CURRENCY_NOT_SUPPORTED", f"{field}/currency_code")
    if not NUMBER.fullmatch(value):
        yield Problem("INVALID_PARAMETER_SYNTAX", f"{field}/value")
    elif not TWO_PLACES.fullmatch(value):
        yield Problem("DECIMAL_PRECISION", f"{field}/value")
    elif Decimal(value) < 0 and shape.can_be_zero:
        yield Problem("CANNOT_BE_NEGATIVE", f"{field}/value")
    elif Decimal(value) <= 0 and not shape.can_be_zero:
        yield Problem("CANNOT_BE_ZERO_OR_NEGATIVE", f"{field}/value")


def problems_of_fields(shape: Fields, asked: Any, field: str) -> Iterator[Problem]:
    if not isinstance(asked, dict):
        yield Problem("INVALID_PARAMETER_SYNTAX", field or "/")
        return
    for name in shape.required:
        if name not in asked:
            yield Problem("MISSING_REQUIRED_PARAMETER", f"{field}/{name}")
    for name, value in asked.items():
        if name in shape.shapes:
            yield from problems(shape.shapes[name], value, f"{field}/{name}")
        else:
            yield Problem("NOT_SUPPORTED", f"{field}/{name}")


def problems_of_many(shape: Many, asked: Any, field: str) -> Iterator[Problem]:
    if not isinstance(asked, list):
        yield Problem("INVALID_PARAMETER_SYNTAX", field or "/")
    elif len(asked) > shape.most:
        yield Problem("INVALID_ARRAY_MAX_ITEMS", field)
    elif len(asked) < shape.least:
        yield Problem("INVALID_ARRAY_MIN_ITEMS", field)
    else:
        for index, value in enumerate(asked):
            yield from problems(shape.of, value, f"{field}/{index}")
