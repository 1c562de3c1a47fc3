"""No text of a stranger costs more than its length: eight times as long, and it takes no more than a bit above that."""

import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from time import perf_counter, sleep
from typing import Any

import pytest
from graphql import GraphQLInputObjectType, GraphQLInputType, GraphQLList, GraphQLNonNull

from catalogue.models import Product
from shop.core.http.bodies import LARGEST
from shop.web.graphql.view import MAX_BODY
from tests.factories import first_variant
from tests.proofs import proves
from tests.sampling import EVERYTHING, how_many, how_to_repeat, sampled
from tests.walk.bodies import Operation, operations, places
from tests.walk.ground import Ground, Walker, made_before
from tests.walk.places import FORM, GRAPHQL, read_by_address
from tests.walk.questions import Path, at, leaves, questions, sample

pytestmark = pytest.mark.django_db
# Each by its length: what takes a regular expression, a normal form or punycode the square of it.
HOSTILE: dict[str, Callable[[int], str]] = {
    "words": lambda length: "a-" * (length // 2),
    "marks": lambda length: "a" + "\u0315\u0300" * (length // 4),
    "domain": lambda length: "a@" + "".join(chr(0x4E00 + one % 20_000) for one in range(length // 3)) + ".de",
    "labels": lambda length: "a@" + "a." * (length // 2),
    "blanks": lambda length: "a" + " " * length + "a",
    "account": lambda length: "DE12" * (length // 4),
}
LONGER = 8
# What stands around the text.
ROUND_IT = 4096
# Of one text beside another that is eight times shorter. A square takes up to 64 times as long.
MOST = 12
TRIES = 20
# Seconds between two tries: another process of the tests may be busy for several seconds.
PAUSE = 0.5
# In a drawn walk, with one that is shorter: what takes the square of it takes long enough.
LONG = 128 * 1024
Send = Callable[[str], Any]
Sends = Iterator[tuple[str, Send]]


@pytest.fixture(scope="module")
def made_ground(made_ground: Ground) -> Ground:
    """The line in the cart is one that takes a text."""
    Product.objects.update(personalised=True)
    made_ground.known["id"] = made_ground.known["line_id"]
    return made_ground


@pytest.fixture
def ground(ground: Ground) -> Ground:
    made_before()
    return ground


def seconds(send: Send, text: str) -> float:
    began = perf_counter()
    send(text)
    return perf_counter() - began


def costs_too_much(send: Send, text: Callable[[int], str], longest: int) -> str:
    """From short to long: what takes the square is found before it takes minutes. "" if nothing does.

    Of several tries the quickest counts: the machine may be at something else, but never makes anything quicker.
    """
    lengths = [longest // LONGER**times for times in ((2, 1, 0) if EVERYTHING else (1, 0))]
    send(text(lengths[0]))  # what the first of its kind makes for all others
    short = seconds(send, text(lengths[0]))
    for shorter, longer in pairwise(lengths):
        long = seconds(send, text(longer))
        for _try in range(TRIES):
            if long <= MOST * short:
                break
            sleep(PAUSE)
            short = min(short, seconds(send, text(shorter)))
            long = min(long, seconds(send, text(longer)))
        else:
            return f"{long:.3f} s for {longer}, {short:.3f} s for {shorter}"
        short = long
    return ""


def none_costs_too_much(sends: Sends, longest: int) -> None:
    for name, send in sends:
        for kind in sampled(list(HOSTILE), "long text", name):
            trouble = costs_too_much(send, HOSTILE[kind], how_many(longest, min(longest, LONG)))
            assert not trouble, f"{name} with {kind}: {trouble} ({how_to_repeat()})"


def bodies(walker: Walker, ground: Ground) -> Sends:
    for one in operations(ground.known):
        for place in places(one.body) if one.body is not None else ():

            def send(text: str, one: Operation = one, place: Path = place) -> None:
                walker.send(one.method, one.address, at(one.body, place, json.dumps(text, ensure_ascii=False)))

            yield f"{one.name} {place}", send


@proves(
    "design §6",
    "a text of a stranger costs no more than its length, however long, in every body, argument and form; "
    "nothing is looked at that is longer than what is kept",
)
def test_every_text_of_every_body(ground: Ground) -> None:
    walker = Walker.on(ground)
    none_costs_too_much(bodies(walker, ground), LARGEST - ROUND_IT)
    walker.has_broken_nothing(500, 90)


def only_needed(kind: GraphQLInputType, value: Any, path: Path) -> Any:
    """The value with nothing beside the path that may be left out: no refusal of it comes first."""
    if isinstance(kind, GraphQLNonNull):
        return only_needed(kind.of_type, value, path)
    if isinstance(kind, GraphQLList):
        return [only_needed(kind.of_type, one, path[1:]) for one in value]
    if isinstance(kind, GraphQLInputObjectType):
        return {
            name: only_needed(one.type, value[name], path[1:] if path[:1] == (name,) else ())
            for name, one in kind.fields.items()
            if path[:1] == (name,) or isinstance(one.type, GraphQLNonNull)
        }
    return value


def arguments(walker: Walker, ground: Ground) -> Sends:
    """What is printed on a piece, and whose a ticket is, are one field."""
    variants = {"piece": str(first_variant(Product.objects.get()).pk), "ticket": ground.known["ticketId"]}
    for one in questions():
        for name, kind in one.variables.items():
            for path, is_text in leaves(kind):
                for variant in list(variants)[: 1 + ("personalIdentifier" in path)] if is_text else ():
                    known = {**ground.known, "productVariantId": variants[variant]}
                    whole = {other: sample(asked, other, known) for other, asked in one.variables.items()}
                    whole[name] = only_needed(kind, whole[name], path)

                    def send(text: str, way: Any = (one.text, whole, (name, *path))) -> None:
                        asked, values, place = way
                        walker.ask(GRAPHQL, asked, at(values, place, json.dumps(text, ensure_ascii=False)))

                    yield f"{one.name} {(name, *path)} {variant}", send


def test_every_text_of_the_schema(ground: Ground) -> None:
    walker = Walker.on(ground)
    none_costs_too_much(arguments(walker, ground), MAX_BODY - ROUND_IT)
    walker.has_broken_nothing(500, 200)


def fields(walker: Walker, ground: Ground) -> Sends:
    for address, names in read_by_address(ground, "POST").items():
        for name in sorted(names.fields):

            def send(text: str, way: Any = (address.path, name, names.fields)) -> None:
                path, wanted, others = way
                body = "&".join(f"{one}={ground.known.get(one, 'x')}" for one in others - {wanted})
                walker.send("POST", path, f"{body}&{wanted}={text}", FORM)

            yield f"{address.place} {name}", send


def test_every_text_of_every_form(ground: Ground) -> None:
    walker = Walker.on(ground)
    none_costs_too_much(fields(walker, ground), LARGEST - ROUND_IT)
    walker.has_broken_nothing(50, 30)
