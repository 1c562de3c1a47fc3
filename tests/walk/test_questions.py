"""No variable of a listed document, no argument of the schema and no field of a body ends in a failure."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from graphql import parse, type_from_ast

from config.graphql.schema import schema
from shop.core.wire.graphql.persisted import persisted_queries
from tests.addresses import patterns
from tests.proofs import proves
from tests.walk.bodies import operations, places
from tests.walk.ground import THING, Ground, Walker, made_before
from tests.walk.places import GRAPHQL
from tests.walk.questions import Question, at, questions
from tests.walk.values import BODIES, FEW_IN_JSON, JSON_VALUES

pytestmark = pytest.mark.django_db


def listed() -> list[tuple[str, Question]]:
    """The frontend's newest documents that take something, by their hashes."""
    found = []
    for name, key in persisted_queries().newest.items():
        definition: Any = parse(persisted_queries().text(key)).definitions[0]
        declared = definition.variable_definitions or ()
        types = {one.variable.name.value: type_from_ast(schema._schema, one.type) for one in declared}
        if types:
            found.append((key, Question(name, definition.operation.value, types)))
    return found


@proves(
    "design §3, §6",
    "neither does a variable of a listed document, an argument of the schema or a field of a body; APIs "
    "refuse in their own form",
)
def test_every_variable_of_every_listed_document(ground: Ground) -> None:
    made_before()
    walker, known = Walker.on(ground), ground.known | {"slug": THING}
    for key, one in listed():
        for variables in one.sent(walker, known, FEW_IN_JSON):
            if one.text == "query":
                walker.ask_listed(GRAPHQL, key, variables)
            else:
                walker.send("POST", GRAPHQL, f'{{"extensions": {hash_of(key)}, "variables": {variables}}}')
    walker.has_broken_nothing(200, 100)


def hash_of(key: str) -> str:
    return json.dumps({"persistedQuery": {"version": 1, "sha256Hash": key}})


def test_every_argument_of_the_schema(ground: Ground) -> None:
    made_before()
    walker, names = Walker.on(ground), set()
    for one in questions():
        names.add(one.name)
        for variables in one.sent(walker, ground.known, JSON_VALUES):
            walker.ask(GRAPHQL, one.text, variables)
    assert {"bestSeats", "addToCart", "category.merchProducts", "order", "placeOrder", "search.events"} <= names
    walker.has_broken_nothing(500, 130)


@pytest.mark.parametrize(
    "sent", ['"extensions": VALUE', '"query": VALUE', '"operationName": VALUE, "query": "{ shop { name } }"',
             '"variables": VALUE, "query": "{ shop { name } }"'],
)  # fmt: skip
def test_every_part_of_a_question(ground: Ground, sent: str) -> None:
    walker = Walker.on(ground)
    for value in walker.each(JSON_VALUES, sent, count=3):
        walker.send("POST", GRAPHQL, f"{{{sent.replace('VALUE', value)}}}")
    walker.has_broken_nothing(len(JSON_VALUES), 3)


@pytest.mark.parametrize("sent", ["VALUE", '{"persistedQuery": VALUE}', '{"persistedQuery": {"sha256Hash": VALUE}}'])
def test_every_way_to_name_a_document(ground: Ground, sent: str) -> None:
    walker = Walker.on(ground)
    for value in walker.each(JSON_VALUES, sent, count=3):
        extensions = sent.replace("VALUE", value)
        walker.send("POST", GRAPHQL, f'{{"extensions": {extensions}}}')
        walker.send("GET", f"{GRAPHQL}?extensions={quote(extensions)}")
    walker.has_broken_nothing(2 * len(JSON_VALUES), 6)


def test_numbers_in_documents(ground: Ground) -> None:
    walker = Walker.on(ground)
    for field in ("artists(first: VALUE)", "artists(after: VALUE)", "artist(id: VALUE)", "news(categories: VALUE)"):
        for value in walker.each(JSON_VALUES, field, count=3):
            walker.ask(GRAPHQL, f"{{ {field.replace('VALUE', value)} {{ __typename }} }}", "null")
    walker.has_broken_nothing(4 * len(JSON_VALUES), 12)


def test_every_field_of_every_body(ground: Ground) -> None:
    made_before()
    walker = Walker.on(ground)
    described, fields = set(), set()
    for one in operations(ground.known):
        described.add(one.path.lstrip("/").replace("{var}", ""))
        if one.body is None:
            walker.send(one.method, one.address)
            continue
        for place in places(one.body):
            fields.add((one.path, *place))
            for value in walker.each(JSON_VALUES, one.name, *map(str, place)):
                walker.send(one.method, one.address, at(one.body, place, value))
        for raw in walker.each(BODIES, one.name, "the body"):
            walker.send(one.method, one.address, raw)
    assert len(fields) > 30
    # What the REST schema does not describe is walked by its address: the other interface, and what takes files.
    undescribed = {one for one in patterns() if one.startswith("api/v2/shops/")} - {
        one for one in patterns() if any(same(one, path) for path in described)
    }
    assert undescribed == {"api/v2/shops/<slug:slug>/graphql", "api/v2/shops/<slug:slug>/uploads"}
    walker.has_broken_nothing(500, 100)


def same(pattern: str, described: str) -> bool:
    return [part.partition("<")[0] for part in pattern.split("/")] == [
        part.partition("{")[0] for part in described.split("/")
    ]
