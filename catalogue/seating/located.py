"""JSON as plans are written in it, and the line on which each value stands.

Files are read by the fast reader of the language; only when something is wrong, the text is gone through again for
the lines.
"""

import json
import re
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from .problems import Path, PlanRefused, Problem

LARGEST = 32 * 1024 * 1024
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def read_json(content: bytes) -> Any:
    """Raises PlanRefused, with the line, for what is no JSON, too large, too deep, or says a key twice."""
    if len(content) > LARGEST:
        _refuse(_("the file has %(size)s MB, at most %(most)s are possible") % {
            "size": len(content) // 2**20, "most": LARGEST // 2**20,
        })  # fmt: skip
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _refuse(_("is no UTF-8 text"), content.count(b"\n", 0, error.start) + 1)
    twice: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice.append(next(key for at, (key, _value) in enumerate(pairs) if key in dict(pairs[:at])))
        return found

    try:
        data = json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        _refuse(_("is no JSON: %(reason)s") % {"reason": error.msg}, error.lineno)
    except RecursionError:
        _refuse(_("is nested too deeply"))
    except ValueError:  # a number of thousands of digits
        _refuse(_("holds a number that is too long"))
    if twice:
        _refuse(_("the key “%(key)s” stands twice in one object") % {"key": twice[0]}, _second(text))
    return data


def _refuse(message: str, line: int | None = None) -> Any:
    raise PlanRefused([Problem(message, line=line)])


def with_lines(content: bytes, problems: Iterable[Problem]) -> list[Problem]:
    """The problems with the lines of their values, in the order of the file."""
    problems = list(problems)
    lines = _lines_of(content.decode("utf-8-sig"), {one.path for one in problems})
    found = [Problem(one.message, one.path, lines.get(one.path, one.line)) for one in problems]
    return sorted(found, key=lambda one: one.line or 0)


def _lines_of(text: str, wanted: set[Path]) -> dict[Path, int]:
    """The line on which the value at each of the wanted paths begins."""
    found: dict[Path, int] = {}
    for path, line, _is_second in _values(text):
        if path in wanted:
            found.setdefault(path, line)
            if len(found) == len(wanted):
                break
    return found


def _second(text: str) -> int | None:
    return next((line for _path, line, is_second in _values(text) if is_second), None)


def _values(text: str) -> Iterable[tuple[Path, int, bool]]:
    """Each value of valid JSON: its path, its line, and whether its key was said before in the same object."""
    line, before = 1, 0
    path: list[str | int] = []
    said: list[set[str]] = []
    key_next = False
    for token in TOKEN.finditer(text):
        line, before = line + text.count("\n", before, token.start()), token.start()
        word = token.group()
        if word in "}]":
            path.pop()
            if word == "}":
                said.pop()
            key_next = False
        elif word == ",":
            if isinstance(path[-1], int):
                path[-1] += 1
            else:
                key_next = True
        elif word == ":":
            key_next = False
        elif key_next:
            path[-1] = json.loads(word)
        else:
            own = path[-1] if path and isinstance(path[-1], str) else None
            yield tuple(path), line, own is not None and own in said[-1]
            if own is not None:
                said[-1].add(own)
            if word == "{":
                path.append("")
                said.append(set())
                key_next = True
            elif word == "[":
                path.append(0)
