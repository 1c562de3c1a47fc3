"""REST answers as dataclasses: what builds an answer describes it too, for the API's description (OpenAPI). GraphQL's
types are dataclasses as well, so an object that both APIs answer is described once.
"""

from dataclasses import asdict, fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from uuid import UUID

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import build_basic_type
from drf_spectacular.utils import Direction

Json = dict[str, Any]
SIMPLE = (str, int, float, bool, date, datetime, UUID)


def json_of(answer: Any) -> Json:
    """Return a dataclass as JSON in snake_case; money and moments are texts as in GraphQL, such as "29.90"."""
    body: Json = _plain(asdict(answer))
    return body


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, datetime):
        return value.isoformat()
    return value.value if isinstance(value, Enum) else value


class AnswerSchema(OpenApiSerializerExtension):
    """Lets `extend_schema(responses=…)` take a dataclass, or a list of one."""

    @classmethod
    def _matches(cls, target: Any) -> bool:
        return isinstance(_one_of(target), type) and is_dataclass(_one_of(target))

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        one = _one_of(self.target)
        of_graphql = getattr(one, "__strawberry_definition__", None)
        name: str = of_graphql.name if of_graphql else one.__name__
        return name if one is self.target else f"{name}List"

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> Json:
        if get_origin(self.target) is list:
            return schema_of(self.target, auto_schema, direction)
        hints = get_type_hints(self.target)
        names = [field.name for field in fields(self.target)]
        return {
            "type": "object",
            "properties": {name: schema_of(hints[name], auto_schema, direction) for name in names},
            "required": names,
        }


def _one_of(target: Any) -> Any:
    return get_args(target)[0] if get_origin(target) is list else target


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
        return {"type": "string", "enum": list(args)}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"type": "string", "enum": [one.value for one in hint]}
    if is_dataclass(hint):
        answer: Any = hint
        return dict(auto_schema.resolve_serializer(answer, direction).ref)
    hint = getattr(hint, "__supertype__", hint)  # an id is a text
    if hint is Decimal:
        return {"type": "string", "format": "decimal"}
    if hint in SIMPLE:
        return dict(build_basic_type(hint) or {})
    raise TypeError(f"no schema for {hint}")
