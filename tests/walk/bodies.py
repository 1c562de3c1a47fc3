"""Bodies that the REST API describes, with what is known on the ground in them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from drf_spectacular.generators import SchemaGenerator

Json = dict[str, Any]


@dataclass(frozen=True)
class Operation:
    """`body` is None where it takes none."""

    method: str
    path: str
    address: str
    body: Any

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"


def operations(known: dict[str, str]) -> Iterator[Operation]:
    whole: Any = SchemaGenerator().get_schema(request=None, public=True)
    for path, methods in whole["paths"].items():
        address = path.format_map({**known, "var": ""})
        for method, described in methods.items():
            content = described.get("requestBody", {}).get("content", {}).get("application/json")
            body = body_of(content["schema"], whole, known) if content else None
            yield Operation(method.upper(), path, address, body)


def resolved(kind: Json, whole: Json) -> Json:
    """A schema of OpenAPI with what it refers to."""
    for one in [kind, *kind.get("allOf", []), *kind.get("oneOf", [])]:
        if "$ref" in one:
            return resolved(whole["components"]["schemas"][one["$ref"].rpartition("/")[2]], whole)
    if isinstance(kind.get("type"), list):  # of a nullable field
        (known,) = set(kind["type"]) - {"null"}
        return {**kind, "type": known}
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
