"""Documents and variables for every field of the schema that takes something, made from the schema itself."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphql import (
    GraphQLEnumType,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
    is_required_argument,
)

from config.graphql.schema import schema
from tests.walk.ground import THING, Walker

PLACE = "@here@"
DEEPEST = 6
Path = tuple[str | int, ...]
Way = tuple[tuple[str, GraphQLField], ...]


def sample(kind: GraphQLInputType, name: str, known: Mapping[str, str]) -> Any:
    """A value that may be meant: what is known by this name, else by its type."""
    if isinstance(kind, GraphQLNonNull):
        return sample(kind.of_type, name, known)
    if isinstance(kind, GraphQLList):
        return [sample(kind.of_type, name, known)]
    if isinstance(kind, GraphQLInputObjectType):
        return {below: sample(one.type, below, known) for below, one in kind.fields.items()}
    if isinstance(kind, GraphQLEnumType):
        return next(iter(kind.values))
    plain = {"ID": known.get(name, THING), "Int": 1, "Float": 1.0, "Boolean": True, "Decimal": "20.00"}
    return plain.get(kind.name, known.get(name, "x"))


def leaves(kind: GraphQLInputType, path: Path = ()) -> Iterator[tuple[Path, bool]]:
    """Where in a value something can be sent, and whether it is read as text: itself, each field and list in it."""
    while isinstance(kind, GraphQLNonNull):
        kind = kind.of_type
    yield path, is_leaf_type(kind) and getattr(kind, "name", "") not in ("Int", "Float", "Boolean")
    if isinstance(kind, GraphQLList):
        yield from leaves(kind.of_type, (*path, 0))
    elif isinstance(kind, GraphQLInputObjectType):
        for name, one in kind.fields.items():
            yield from leaves(one.type, (*path, name))


def at(value: Any, path: Path, sent: str) -> str:
    """The value as JSON with what is sent, as it is, in that place."""

    def put(here: Any, rest: Path) -> Any:
        if not rest:
            return PLACE
        if isinstance(here, list):
            return [put(here[0], rest[1:])]
        return {name: put(below, rest[1:]) if name == rest[0] else below for name, below in here.items()}

    return json.dumps(put(value, path)).replace(f'"{PLACE}"', sent)


@dataclass(frozen=True)
class Question:
    """A document that gives `field` all of its arguments; those before it in the path only what they need."""

    name: str
    text: str
    variables: Mapping[str, GraphQLInputType]

    def sent(self, walker: Walker, known: Mapping[str, str], values: Sequence[str]) -> Iterator[str]:
        """The variables with each value in each place; of texts only one where no text is read."""
        but_texts = [value for value in values if not value.startswith('"') or value == '"²"']
        whole = {name: sample(kind, name, known) for name, kind in self.variables.items()}
        for name, kind in self.variables.items():
            for path, is_text in leaves(kind):
                place = (name, *path)
                for value in walker.each(values if is_text else but_texts, self.name, *map(str, place)):
                    yield at(whole, place, value)


def questions(below: Callable[[GraphQLField], str] | None = None) -> Iterator[Question]:
    """One for each field with arguments of each type, by the shortest way to it; what it asks below that, if not the
    plain values.
    """
    roots = (("query", schema._schema.query_type), ("mutation", schema._schema.mutation_type))
    for operation, root in roots:
        assert root is not None
        level: list[tuple[Way, GraphQLObjectType]] = [((), root)]
        seen = {root.name}
        for _depth in range(DEEPEST):
            deeper: list[tuple[Way, GraphQLObjectType]] = []
            for way, parent in level:
                for name, one in parent.fields.items():
                    if one.args:
                        yield question(operation, (*way, (name, one)), (below or shown)(one))
                    kind = get_named_type(one.type)
                    if operation == "query" and isinstance(kind, GraphQLObjectType) and kind.name not in seen:
                        seen.add(kind.name)
                        deeper.append(((*way, (name, one)), kind))
            level = deeper


def question(operation: str, way: Way, below: str) -> Question:
    variables: dict[str, GraphQLInputType] = {}
    parts = []
    *before, (_name, last) = way
    for name, one in way:
        args = {key: arg for key, arg in one.args.items() if one is last or is_required_argument(arg)}
        variables |= {key: arg.type for key, arg in args.items()}
        given = ", ".join(f"{key}: ${key}" for key in args)
        parts.append(f"{name}({given})" if given else name)
    declared = ", ".join(f"${key}: {kind}" for key, kind in variables.items())
    text = f"{operation}({declared}) {{ " + " { ".join(parts) + " " + below + "}" * (len(before) + 1)
    return Question(".".join(name for name, _one in way), text, variables)


def shown(one: GraphQLField) -> str:
    """What a document asks below a field: its plain values and those of its rows."""
    kind = get_named_type(one.type)
    if not isinstance(kind, GraphQLObjectType):
        return "" if is_leaf_type(kind) else "{ __typename }"
    fields = [name for name, below in kind.fields.items() if is_leaf_type(get_named_type(below.type))]
    if "nodes" in kind.fields:
        fields.append("nodes { __typename }")
    return "{ " + " ".join(["__typename", *fields]) + " }"


def fields_below(kind: Any, depth: int, but: Collection[str] = ()) -> str:
    """Everything that can be asked of a type without an argument, so deep."""
    if isinstance(kind, GraphQLUnionType):
        first, *others = kind.types
        parts = [f"... on {first.name} {fields_below(first, depth)}"]
        for one in others:
            # What has the same name and another type cannot be asked of both at once.
            shared = one.fields.keys() & first.fields.keys()
            differing = {name for name in shared if one.fields[name].type != first.fields[name].type}
            parts.append(f"... on {one.name} {fields_below(one, depth, differing)}")
        return "{ " + " ".join(parts) + " }"
    asked = ["__typename"]
    for name, one in kind.fields.items():
        below = get_named_type(one.type)
        if name in but or any(is_required_argument(arg) for arg in one.args.values()):
            continue
        few = "(first: 3)" if "first" in one.args else ""
        if is_leaf_type(below):
            asked.append(name)
        elif depth and not (isinstance(kind, GraphQLObjectType) and name == "edges"):
            asked.append(f"{name}{few} {fields_below(below, depth - (name != 'nodes'))}")
    return "{ " + " ".join(asked) + " }"
