"""Stripe's bracket notation: `line_items[0][quantity]=2` is {"line_items": {"0": {"quantity": "2"}}}."""

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl

from tests.peers.peer import Request

from .errors import Refused, invalid

Tree = dict[str, Any]

KIND = "application/x-www-form-urlencoded"
NAME = re.compile(r"([^\[\]]+)((?:\[[^\[\]]*\])*)")
MOST_LEVELS, MOST_FIELDS = 100, 1000


def asked_in(request: Request) -> Tree:
    """What a request asks for: in its query if it is a GET, else in its body, and nowhere else. Raises Refused."""
    if request.method == "GET":
        return tree(request.query.items())
    if request.query:
        raise invalid("Parameters of a POST belong into its body.")
    if request.body and request.headers.get_content_type() != KIND:
        raise invalid(f"Invalid request: the body has to be {KIND}.")
    return tree(fields_of(request.body))


def fields_of(body: bytes) -> list[tuple[str, str]]:
    try:
        return parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            strict_parsing=bool(body),
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError as error:
        raise invalid("Invalid request: the body is no form.") from error


def tree(fields: Iterable[tuple[str, str]]) -> Tree:
    found: Tree = {}
    for name, value in fields:
        if "\0" in name + value:
            raise invalid("Invalid request: a NUL character.")
        _put(found, name, value)
    return found


def _put(found: Tree, name: str, value: str) -> None:
    steps = _steps(name)
    for step in steps[:-1]:
        found = found.setdefault(step, {})
        if not isinstance(found, dict):
            raise _odd(name)
    last = steps[-1] or str(len(found))
    if last in found:
        raise _odd(name)
    found[last] = value


def _steps(name: str) -> list[str]:
    match = NAME.fullmatch(name)
    if match is None or name.count("[") > MOST_LEVELS:
        raise _odd(name)
    steps = [match[1], *match[2][1:-1].split("][")] if match[2] else [match[1]]
    if "" in steps[:-1]:
        raise _odd(name)
    return steps


def _odd(name: str) -> Refused:
    return invalid(f"Invalid request: odd parameter {name[:80]}.", param=name[:80])


def leaves(found: Mapping[str, Any], path: str = "") -> Iterable[str]:
    """The names of all values, without the numbers of lists: `line_items[quantity]`."""
    for step, value in found.items():
        here = path if path and step.isdecimal() else f"{path}[{step}]" if path else step
        if isinstance(value, dict):
            yield from leaves(value, here)
        else:
            yield here
