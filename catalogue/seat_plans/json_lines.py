"""JSON as plans are written in it, and the line on which each value stands.

Files are read by the fast reader of the language; only when something is wrong, the text is gone through again for
the lines.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from .problems import Path, PlanProblem, PlanRefused
from .problems import gettext_noop as _

LARGEST = 32 * 1024 * 1024
SIGN_OR_WORD = re.compile(r'[{}\[\],:"]|[^\s{}\[\],:"]+')
QUOTE_OR_ESCAPE = re.compile(r'["\\]')


def read_json(content: bytes) -> Any:
    """Raises PlanRefused, with the line, for what is no JSON, too large, too deep, or says a key twice."""
    if len(content) > LARGEST:
        text = _("the file has %(size)s MB, at most %(most)s are possible")
        _refuse(text, size=len(content) // 2**20, most=LARGEST // 2**20)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _refuse(_("is no UTF-8 text"), line=content.count(b"\n", 0, error.start) + 1)
    twice: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs) and not twice:
            twice.append(_first_repeated(key for key, _value in pairs))
        return found

    try:
        data = json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        _refuse(_("is no JSON: %(reason)s"), line=error.lineno, reason=error.msg)
    except RecursionError:
        _refuse(_("is nested too deeply"))
    except ValueError:  # a number of thousands of digits
        _refuse(_("holds a number that is too long"))
    if twice:
        _refuse(_("the key “%(key)s” stands twice in one object"), line=_second(text), key=twice[0])
    return data


def _refuse(text: str, line: int | None = None, **values: Any) -> NoReturn:
    raise PlanRefused([PlanProblem(text, line=line, values=values)])


def _first_repeated(keys: Iterable[str]) -> str:
    seen: set[str] = set()
    return next(key for key in keys if key in seen or seen.add(key))  # type: ignore[func-returns-value]


def with_lines(content: bytes, problems: Iterable[PlanProblem]) -> list[PlanProblem]:
    """The problems with the lines of their values, in the order of the file."""
    problems = list(problems)
    lines = _lines_of(content.decode("utf-8-sig"), {one.path for one in problems})
    found = [replace(one, line=lines.get(one.path, one.line)) for one in problems]
    return sorted(found, key=lambda one: one.line or 0)


def _lines_of(text: str, wanted: set[Path]) -> dict[Path, int]:
    """The line on which the value at each of the wanted paths begins."""
    found: dict[Path, int] = {}
    depths = {len(path) for path in wanted}
    for steps, line, _is_second in _values(text):
        if len(steps) in depths and (path := tuple(steps)) in wanted:
            found.setdefault(path, line)
            if len(found) == len(wanted):
                break
    return found


def _second(text: str) -> int | None:
    return next((line for _steps, line, is_second in _values(text) if is_second), None)


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """The signs and words of valid JSON with where they begin; a text in quotes is one word."""
    at = 0
    while found := SIGN_OR_WORD.search(text, at):
        start, at = found.span()
        if found.group() == '"':
            while (stop := QUOTE_OR_ESCAPE.search(text, at)) and stop.group() != '"':
                at = stop.end() + 1
            at = stop.end() if stop else len(text)
        yield text[start:at], start


def _values(text: str) -> Iterator[tuple[Sequence[str | int], int, bool]]:
    """Each value of valid JSON: its path, which changes later, its line, and whether its object had the key before."""
    line, before = 1, 0
    path: list[str | int] = []
    seen: list[set[str]] = []
    key_next = False
    for word, start in _tokens(text):
        line, before = line + text.count("\n", before, start), start
        if word in "}]":
            path.pop()
            if word == "}":
                seen.pop()
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
            yield path, line, own is not None and own in seen[-1]
            if own is not None:
                seen[-1].add(own)
            if word == "{":
                path.append("")
                seen.append(set())
                key_next = True
            elif word == "[":
                path.append(0)
