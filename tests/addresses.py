"""Every address of the shop, from the resolver itself."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern, RoutePattern
from django.utils.regex_helper import normalize


def patterns(*, staff: bool = False) -> Iterator[str]:
    """Of every address, its parameters as `<name>`, expressions' too. `staff`: also of theirs."""

    def walk(parts: list[Any], before: str) -> Iterator[str]:
        for one in parts:
            path = before + written(one.pattern)
            if isinstance(one, URLResolver):
                if staff or not path.startswith("admin/"):
                    yield from walk(one.url_patterns, path)
            elif isinstance(one, URLPattern):
                yield path

    return walk(get_resolver().url_patterns, "")


def first_words() -> set[str]:
    """Of every address, staff's and those of included modules too; none of what no slug can be, as robots.txt."""

    def walk(parts: list[Any]) -> Iterator[str]:
        for one in parts:
            whole = str(one.pattern).lstrip("^")
            if isinstance(one, URLResolver) and not whole:
                yield from walk(one.url_patterns)
            elif word := re.match(r"[\w-]+(?=[/$]|$)", whole):
                yield word[0]

    return set(walk(get_resolver().url_patterns))


def written(pattern: RoutePattern | RegexPattern) -> str:
    if isinstance(pattern, RoutePattern):
        return str(pattern)
    text, names = normalize(str(pattern))[0]
    return str(text % {name: f"<{name}>" for name in names})


def filled(pattern: str, words: Mapping[str, str]) -> str:
    """The pattern as an address: `words` by the word before the parameter, "1" for others."""
    path = pattern
    while "<" in path:
        head, _, rest = path.partition("<")
        _, _, tail = rest.partition(">")
        path = head + words.get(head.strip("/").split("/")[-1], "1") + tail
    return path
