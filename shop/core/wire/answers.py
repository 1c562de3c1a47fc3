"""REST answers as dataclasses: what builds an answer describes it too, for the API's description (OpenAPI). GraphQL's
types are dataclasses as well, so an object that both APIs answer is described once. TypedDicts describe JSON that is
stored or may lack members, tuples a list with a fixed place for each value.
"""

from dataclasses import fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints, is_typeddict
from uuid import UUID

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import build_basic_type
from drf_spectacular.utils import Direction

Json = dict[str, Any]
PLAIN = frozenset({str, int, bool, type(None)})
SIMPLE = (str, int, float, bool, date, datetime, UUID)


def json_of(answer: Any) -> Json:
    """Return a dataclass as JSON in snake_case; money and moments are texts as in GraphQL, such as "29.90"."""
    return {name: _plain(getattr(answer, name)) for name in _names(answer.__class__)}


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _plain(value: Any) -> Any:
    if type(value) in PLAIN:
        return value
    if is_dataclass(value):
        return json_of(value)
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, datetime):
        return value.isoformat()
    return value.value if isinstance(value, Enum) else value


Kind = TypeVar("Kind", bound=type)
EXTENSIBLE: set[type] = set()


def extensible(kind: Kind) -> Kind:
    """Mark a TypedDict whose objects may have more members than it names."""
    EXTENSIBLE.add(kind)
    return kind


class AnswerSchema(OpenApiSerializerExtension):
    """Lets `extend_schema(responses=…)` take a dataclass or TypedDict, a list of one, or a union of several."""

    @classmethod
    def _matches(cls, target: Any) -> bool:
        return all(_is_object(one) for one in _objects_in(target))

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        names = "Or".join(_name_of(one) for one in _objects_in(self.target))
        return f"{names}List" if get_origin(self.target) is list else names

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> Json:
        if not _is_object(self.target):
            return schema_of(self.target, auto_schema, direction)
        hints = get_type_hints(self.target)
        names = list(hints) if is_typeddict(self.target) else [field.name for field in fields(self.target)]
        optional = getattr(self.target, "__optional_keys__", ())
        return {
            "type": "object",
            "properties": {name: schema_of(hints[name], auto_schema, direction) for name in names},
            "required": [name for name in names if name not in optional],
            **({"additionalProperties": {}} if self.target in EXTENSIBLE else {}),
        }


def _objects_in(target: Any) -> tuple[Any, ...]:
    return get_args(target) if get_origin(target) in (list, Union, UnionType) else (target,)


def _is_object(hint: Any) -> bool:
    return isinstance(hint, type) and (is_dataclass(hint) or is_typeddict(hint))


def _name_of(answer: Any) -> str:
    # A type that extends one of GraphQL's has its own name.
    of_graphql = vars(answer).get("__strawberry_definition__")
    name: str = of_graphql.name if of_graphql else answer.__name__
    return name


def schema_of(hint: Any, auto_schema: AutoSchema, direction: Direction) -> Json:
    """Return the schema of a field's type. Raises TypeError if there is no rule for it."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return {"oneOf": [schema_of(one, auto_schema, direction) for one in args]}
    if hint is type(None):
        return {"type": "null"}
    if origin is list:
        return {"type": "array", "items": schema_of(args[0], auto_schema, direction)}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(args[1], auto_schema, direction)}
    if origin is Literal:
        return {**(build_basic_type(type(args[0])) or {}), "enum": list(args)}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"type": "string", "enum": [one.value for one in hint]}
    if origin is tuple or (isinstance(hint, type) and issubclass(hint, tuple)):
        places = [schema_of(one, auto_schema, direction) for one in args or get_type_hints(hint).values()]
        return {"type": "array", "prefixItems": places, "minItems": len(places), "maxItems": len(places)}
    if _is_object(hint):
        answer: Any = hint
        return dict(auto_schema.resolve_serializer(answer, direction).ref)
    hint = getattr(hint, "__supertype__", hint)  # an id is a text
    if hint is Decimal:
        return {"type": "string", "format": "decimal"}
    if hint in SIMPLE:
        return dict(build_basic_type(hint) or {})
    raise TypeError(f"no schema for {hint}")
