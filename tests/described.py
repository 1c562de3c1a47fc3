"""Answers of REST, held against the API's own description: the frontend's types are made of it."""

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator

from shop.core.http.problems import PROBLEM

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

    from tests.walk.bodies import Json

JSON = "application/json"


@cache
def description() -> "Json":
    """The description; its objects have no fields but those that it names."""
    whole: Any = SchemaGenerator().get_schema(request=None, public=True)
    for schema in whole["components"]["schemas"].values():
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return json.loads(json.dumps(whole, default=str))


@cache
def described_answers() -> dict[tuple[str, str], "Json"]:
    """The answers by view and method: `{status: {media type: schema}}`."""
    generator = SchemaGenerator()
    generator._initialise_endpoints()
    found: dict[tuple[str, str], Json] = {}
    endpoints: Any = generator.endpoints
    for path, _pattern, method, view in endpoints or []:
        if operation := description()["paths"].get(path, {}).get(method.lower()):
            answers = operation["responses"].items()
            found[view.cls.__qualname__, method] = {
                status: {kind: content["schema"] for kind, content in answer.get("content", {}).items()}
                for status, answer in answers
            }
    return found


@cache
def validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator({**json.loads(schema), "components": description()["components"]})


def differences(response: "Response") -> list[str]:
    """Where a JSON answer differs from what its address describes. Every error answer is a problem, whether the address
    names its status or not. Empty for addresses outside of the description.
    """
    request = response.wsgi_request
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    if kind not in (JSON, PROBLEM) or request.method == "HEAD" or "Content-Encoding" in response.headers:
        return []
    schema = {"$ref": "#/components/schemas/Problem"} if kind == PROBLEM else None
    if schema is None:
        view = resolve(request.path).func
        answers = described_answers().get((getattr(view, "cls", view).__qualname__, str(request.method)))
        if answers is None:
            return []
        schema = answers.get(str(response.status_code), {}).get(JSON)
    if schema is None:
        return [f"{request.method} {request.path} describes no {response.status_code}"]
    errors = validator(json.dumps(schema)).iter_errors(response.json())
    return [f"{error.json_path}: {error.message[:200]}" for error in errors]
