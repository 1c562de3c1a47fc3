"""Answers of REST, held against the API's own description: the frontend's types are made of it."""

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

    from tests.walk.bodies import Json


@cache
def description() -> "Json":
    """The description; its objects have no fields but those that it names."""
    whole: Any = SchemaGenerator().get_schema(request=None, public=True)
    for schema in whole["components"]["schemas"].values():
        if "properties" in schema:
            schema["additionalProperties"] = False
    return json.loads(json.dumps(whole, default=str))


@cache
def described_answers() -> dict[tuple[str, str, str], "Json"]:
    """The answers' schemas by view and method; `{status: schema}`."""
    generator = SchemaGenerator()
    generator._initialise_endpoints()
    found: dict[tuple[str, str, str], Json] = {}
    endpoints: Any = generator.endpoints
    for path, _pattern, method, view in endpoints or []:
        operation = description()["paths"].get(path, {}).get(method.lower(), {})
        for status, answer in operation.get("responses", {}).items():
            if status.startswith("2"):
                schema = answer.get("content", {}).get("application/json", {}).get("schema")
                found[view.cls.__qualname__, method, status] = schema
    return found


def differences(response: "Response") -> list[str]:
    """Where an answer differs from what its address describes; nothing of refusals and files."""
    request = response.wsgi_request
    if response.status_code >= 300 or response.headers.get("Content-Type") != "application/json":
        return []
    view = resolve(request.path).func
    name = getattr(view, "cls", view).__qualname__
    schema = described_answers().get((name, str(request.method), str(response.status_code)))
    if schema is None:
        return [f"{request.method} {request.path} describes no {response.status_code}"]
    validator = Draft202012Validator({**schema, "components": description()["components"]})
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(response.json())]
