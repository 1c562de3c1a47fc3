"""Documents run as graphql-core runs them, only faster (design §5)."""

from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Any

import pytest
import strawberry
from graphql import ExecutionResult, execute, parse

from config.graphql.execution import AttributeExecutor, readers_of
from tests.proofs import proves


@strawberry.enum
class Size(Enum):
    SMALL = "s"


@strawberry.type
class Part:
    name: str
    size: Size
    worth: Decimal | None
    day: date | None


@strawberry.type
class Thing:
    id: strawberry.ID
    count: int
    parts: list[Part]
    best: Part | None

    @strawberry.field
    def doubled(self) -> int:
        return self.count * 2


def part(**values: Any) -> Part:
    whole: dict[str, Any] = {"name": "a", "size": Size.SMALL, "worth": Decimal("1.50"), "day": date(2026, 1, 2)}
    return Part(**whole | values)


THINGS = {
    "whole": lambda: Thing(id=strawberry.ID("1"), count=2, parts=[part(), part(name="b")], best=part()),
    "null where null may be": lambda: Thing(id=strawberry.ID("1"), count=2, parts=[part(worth=None)], best=None),
    "null where none may be": lambda: Thing(id=strawberry.ID("1"), count=2, parts=[part(), part(name=None)], best=None),
    "null below an optional": lambda: Thing(id=strawberry.ID("1"), count=2, parts=[], best=part(name=None)),
    "not of its type": lambda: Thing(id=strawberry.ID("1"), count="many", parts=[], best=None),  # type: ignore[arg-type]
    "not an enum's value": lambda: Thing(id=strawberry.ID("1"), count=1, parts=[], best=part(size="x")),
}
DOCUMENT = parse("""query ($more: Boolean!) {
  thing { __typename id other: count doubled parts { ...p } best { ...p day } }
}
fragment p on Part { __typename name size worth @include(if: $more) }""")


@strawberry.type
class Query:
    @strawberry.field
    def thing(self, info: strawberry.Info) -> Thing | None:
        return info.context()


def run(kind: type[AttributeExecutor] | None, make: Any, more: bool) -> ExecutionResult:
    schema = strawberry.Schema(query=Query)._schema
    if kind:
        kind = type("Executor", (kind,), {"readers": readers_of(schema)})
    found = execute(schema, DOCUMENT, context_value=make, variable_values={"more": more}, executor_class=kind)
    assert isinstance(found, ExecutionResult)
    return found


@proves("design §5", "plain fields are read directly, with the values and errors of graphql-core")
@pytest.mark.parametrize("more", [True, False])
@pytest.mark.parametrize("name", THINGS)
def test_values_and_errors_are_those_of_graphql_core(name: str, more: bool) -> None:
    ours, theirs = run(AttributeExecutor, THINGS[name], more), run(None, THINGS[name], more)
    assert ours.data == theirs.data
    assert [one.formatted for one in ours.errors or []] == [one.formatted for one in theirs.errors or []]
    assert bool(ours.errors) is (name not in ("whole", "null where null may be"))


def test_an_attribute_that_is_not_there_is_an_error() -> None:
    def broken() -> Thing:
        thing = THINGS["whole"]()
        del thing.count
        return thing

    found = run(AttributeExecutor, broken, True)
    assert found.data == {"thing": None}
    assert found.errors and found.errors[0].path == ["thing", "other"]
