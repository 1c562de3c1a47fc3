"""No variable of a listed document, no argument of the schema and no field of a body ends in a failure."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from drf_spectacular.generators import SchemaGenerator
from graphql import parse, type_from_ast

from config.schema import schema
from shop.web.graphql.persisted import persisted_queries
from tests.addresses import patterns
from tests.proofs import proves
from tests.walk.ground import THING, Ground, Walker, made_before
from tests.walk.questions import Question, at, questions
from tests.walk.values import BODIES, FEW_IN_JSON, JSON_VALUES

pytestmark = pytest.mark.django_db
GRAPHQL = "/api/v2/shops/merchstand/graphql"


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
        for variables in one.sent(known, FEW_IN_JSON):
            if one.text == "query":
                walker.ask_listed(GRAPHQL, key, variables)
            else:
                walker.send("POST", GRAPHQL, f'{{"extensions": {hash_of(key)}, "variables": {variables}}}')
    walker.has_broken_nothing(200)


def hash_of(key: str) -> str:
    return json.dumps({"persistedQuery": {"version": 1, "sha256Hash": key}})


def test_every_argument_of_the_schema(ground: Ground) -> None:
    made_before()
    walker, names = Walker.on(ground), set()
    for one in questions():
        names.add(one.name)
        for variables in one.sent(ground.known, JSON_VALUES):
            walker.ask(GRAPHQL, one.text, variables)
    assert {"bestSeats", "addToCart", "category.merchProducts", "order", "placeOrder", "search.events"} <= names
    walker.has_broken_nothing(500)


@pytest.mark.parametrize(
    "sent", ['"extensions": VALUE', '"query": VALUE', '"operationName": VALUE, "query": "{ shop { name } }"',
             '"variables": VALUE, "query": "{ shop { name } }"'],
)  # fmt: skip
def test_every_part_of_a_question(ground: Ground, sent: str) -> None:
    walker = Walker.on(ground)
    for value in JSON_VALUES:
        walker.send("POST", GRAPHQL, f"{{{sent.replace('VALUE', value)}}}")
    walker.has_broken_nothing(len(JSON_VALUES))


@pytest.mark.parametrize("sent", ["VALUE", '{"persistedQuery": VALUE}', '{"persistedQuery": {"sha256Hash": VALUE}}'])
def test_every_way_to_name_a_document(ground: Ground, sent: str) -> None:
    walker = Walker.on(ground)
    for value in JSON_VALUES:
        extensions = sent.replace("VALUE", value)
        walker.send("POST", GRAPHQL, f'{{"extensions": {extensions}}}')
        walker.send("GET", f"{GRAPHQL}?extensions={quote(extensions)}")
    walker.has_broken_nothing(len(JSON_VALUES))


def test_numbers_in_documents(ground: Ground) -> None:
    walker = Walker.on(ground)
    for value in JSON_VALUES:
        for field in ("artists(first: VALUE)", "artists(after: VALUE)", "artist(id: VALUE)", "news(categories: VALUE)"):
            walker.ask(GRAPHQL, f"{{ {field.replace('VALUE', value)} {{ __typename }} }}", "null")
    walker.has_broken_nothing(len(JSON_VALUES))


Json = dict[str, Any]


def resolved(kind: Json, whole: Json) -> Json:
    """A schema of OpenAPI with what it refers to."""
    for one in [kind, *kind.get("allOf", []), *kind.get("oneOf", [])]:
        if "$ref" in one:
            return resolved(whole["components"]["schemas"][one["$ref"].rpartition("/")[2]], whole)
    return kind


def body_of(kind: Json, whole: Json, known: dict[str, str], name: str = "") -> Any:
    kind = resolved(kind, whole)
    if "properties" in kind:
        return {name: body_of(below, whole, known, name) for name, below in kind["properties"].items()}
    if "enum" in kind:
        return kind["enum"][0]
    if kind.get("type") == "array":
        return [body_of(kind["items"], whole, known, name)]
    return {"boolean": True, "integer": 1, "number": 1.0}.get(kind.get("type", ""), known.get(name, "x"))


def places(body: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    below: Any = body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ()
    return [path, *(place for name, value in below for place in places(value, (*path, name)))]


def test_every_field_of_every_body(ground: Ground) -> None:
    made_before()
    walker = Walker.on(ground)
    whole: Any = SchemaGenerator().get_schema(request=None, public=True)
    fields = set()
    for path, methods in whole["paths"].items():
        address = path.format_map({**ground.known, "var": ""})
        for method, described in methods.items():
            content = described.get("requestBody", {}).get("content", {}).get("application/json")
            if content is None:
                walker.send(method.upper(), address)
                continue
            body = body_of(content["schema"], whole, ground.known)
            for place in places(body):
                fields.add((path, *place))
                for value in JSON_VALUES:
                    walker.send(method.upper(), address, at(body, place, value))
            for raw in BODIES:
                walker.send(method.upper(), address, raw)
    assert len(fields) > 30
    # What the REST schema does not describe is walked by its address: the other interface, and what takes files.
    described = {path.lstrip("/").replace("{var}", "") for path in whole["paths"]}
    undescribed = {one for one in patterns() if one.startswith("api/v2/shops/")} - {
        one for one in patterns() if any(same(one, path) for path in described)
    }
    assert undescribed == {"api/v2/shops/<slug:slug>/graphql", "api/v2/shops/<slug:slug>/uploads"}
    walker.has_broken_nothing(500)


def same(pattern: str, described: str) -> bool:
    return [part.partition("<")[0] for part in pattern.split("/")] == [
        part.partition("{")[0] for part in described.split("/")
    ]
