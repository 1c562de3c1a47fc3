"""Where strangers can send something: addresses as they are known, and what the shop reads of requests to them."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.core.handlers.base import BaseHandler

from tests.addresses import patterns
from tests.sampling import sampled
from tests.walk.ground import THING, Ground
from tests.walk.names import Names, names_read

FORM = "application/x-www-form-urlencoded"
# What has no address below a shop's path.
SHARED = ("api/", "theme/", "media/")
GRAPHQL = "/api/v2/shops/merchstand/graphql"
OTHERS = (
    "/admin/login/", "/admin/", "/admin/language/", "/domain-check", "/healthz", "/band", "/geheim/access-code",
)  # fmt: skip
FOUND: dict[str, dict[str, Names]] = {}


@dataclass(frozen=True)
class Address:
    """`place` names it in every run alike; in its path are ids and secrets of the ground."""

    place: str
    path: str


def parameters_of(pattern: str) -> list[str]:
    return [part.partition(">")[0] for part in pattern.split("<")[1:]]


def with_value(pattern: str, wanted: str, value: str, known: dict[str, str]) -> str:
    """The pattern with the value for one of its parameters; the others name what is there."""
    for parameter in parameters_of(pattern):
        _kind, _colon, name = parameter.rpartition(":")
        there = known.get(name, THING) if name != "slug" or pattern.startswith("api/") else THING
        pattern = pattern.replace(f"<{parameter}>", value if parameter == wanted else there)
    return pattern


def addresses(ground: Ground) -> Iterator[Address]:
    """One of every pattern that a stranger comes to, and those that no pattern has."""
    known = {pattern: "/" + with_value(pattern, "", "", ground.known) for pattern in patterns()}
    yield from (Address(f"/{pattern}", path) for pattern, path in known.items())
    # Nearly all of them are answered alike.
    below = [pattern for pattern in known if not pattern.startswith(SHARED)]
    yield from (Address(f"/geheim/{one}", "/geheim" + known[one]) for one in sampled(below, "gated", count=8))
    yield from (Address(path, path) for path in OTHERS)


def read_by_address(ground: Ground, method: str) -> dict[Address, Names]:
    """What one address of each kind of answer reads. Every ground is asked alike, and one for all in a process."""
    if method not in FOUND:
        FOUND[method] = dict(found_by_asking(ground, method))
    return {one: FOUND[method][one.place] for one in addresses(ground) if one.place in FOUND[method]}


def found_by_asking(ground: Ground, method: str) -> Iterator[tuple[str, Names]]:
    handler, seen = BaseHandler(), set()
    handler.load_middleware()
    for address in addresses(ground):
        names = names_read(handler, method, address.path, ground.cookies)
        kind = (names.answered_by, *map(frozenset, (names.parameters, names.fields, names.cookies)))
        if kind not in seen:
            seen.add(kind)
            yield address.place, names
