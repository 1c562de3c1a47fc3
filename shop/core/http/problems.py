"""Error answers of the APIs: problem+json, and `errors` for GraphQL (design §3)."""

import json
import logging
from typing import Any, NotRequired, TypedDict

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import set_rollback

from shop.core.database.database_errors import shop_error_of
from shop.core.errors import Busy, FieldErrors, NoCapacity, ShopError, Unavailable
from shop.core.wire.answers import extensible

logger = logging.getLogger(__name__)
API_PATH = "/api/"
PROBLEM = "application/problem+json"
TITLES = {
    400: "Bad request", 401: "Unauthorised", 403: "Forbidden", 404: "Not found", 405: "Method not allowed",
    408: "Timeout", 409: "Conflict", 410: "Gone", 411: "Length required", 413: "Too large",
    415: "Unsupported media type", 422: "Refused", 429: "Too many requests", 500: "Internal error", 503: "Unavailable",
}  # fmt: skip


class FieldProblem(TypedDict):
    code: str
    message: str


@extensible
class Problem(TypedDict):
    """An error answer (RFC 9457). `errors`: of fields, by their paths. Errors add members of their own."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: NotRequired[dict[str, list[FieldProblem]]]


def described_problems(*statuses: int) -> dict[tuple[int, str], Any]:
    """Return these error answers for `extend_schema(responses=…)`."""
    return {(status, PROBLEM): Problem for status in statuses}


class ProblemRenderer(JSONRenderer):
    media_type = PROBLEM


def problem_body(status: int, code: str, detail: str, **more: Any) -> dict[str, Any]:
    title = TITLES.get(status, "Error")
    body: Problem = {"type": "about:blank", "title": title, "status": status, "detail": detail, "code": code}
    return {**body, **more}


def problem(status: int, code: str, detail: str, **more: Any) -> HttpResponse:
    """A problem+json answer outside of REST framework's views."""
    body = json.dumps(problem_body(status, code, detail, **more))
    return HttpResponse(body, status=status, content_type=PROBLEM, headers={"Cache-Control": "no-store"})


GRAPHQL = "application/graphql-response+json; charset=utf-8"


def refusal(request: HttpRequest, status: int, code: str, detail: str, **more: Any) -> HttpResponse:
    """Return an API's error answer before any view runs: `errors` for GraphQL, otherwise problem+json."""
    if not request.path_info.endswith("/graphql"):
        return problem(status, code, detail, **more)
    body = {"errors": [{"message": detail, "extensions": {"code": code}}]}
    return HttpResponse(json.dumps(body), status=status, content_type=GRAPHQL, headers={"Cache-Control": "no-store"})


def shop_not_found(request: HttpRequest) -> HttpResponse:
    return refusal(request, 404, "SHOP_NOT_FOUND", "There is no such shop.")


def problem_response(error: Exception, context: dict[str, Any]) -> Response:
    """REST framework's exception handler: answers every error as problem+json, without internal details."""
    set_rollback()
    status, body, headers = _problem_of(shop_error_of(error) or error)
    if status == 500:
        logger.error("REST request failed", exc_info=error)
    response = Response(body, status=status, headers={"Cache-Control": "no-store", **headers})
    request = context.get("request")
    if request is not None:
        request.accepted_renderer, request.accepted_media_type = ProblemRenderer(), PROBLEM
    response.content_type = PROBLEM
    return response


def _problem_of(error: Exception) -> tuple[int, dict[str, Any], dict[str, str]]:
    match error:
        case FieldErrors():
            return error.status, problem_body(error.status, error.code, error.message, errors=error.errors), {}
        case NoCapacity():
            headers = {"Retry-After": str(error.retry_after_seconds)}
            return error.status, problem_body(error.status, error.code, error.message, **error.extensions), headers
        case Unavailable() | Busy():
            headers = {"Retry-After": str(error.retry_after_seconds)}
            return error.status, problem_body(error.status, error.code, error.message), headers
        case ShopError():
            return error.status, problem_body(error.status, error.code, error.message, **error.extensions), {}
        case exceptions.ValidationError():
            body = problem_body(400, FieldErrors.code, FieldErrors.message, errors=_field_errors(error.detail))
            return 400, body, {}
        case Http404():
            return 404, problem_body(404, "NOT_FOUND", "Not found"), {}
        case RequestDataTooBig():
            return 413, problem_body(413, "TOO_LARGE", "Too large"), {}
        case SuspiciousOperation():
            return 400, problem_body(400, "BAD_REQUEST", "Bad request"), {}
        case PermissionDenied():
            return 403, problem_body(403, "FORBIDDEN", "Forbidden"), {}
        case exceptions.APIException():
            wait = getattr(error, "wait", None)
            headers = {"Retry-After": str(int(wait) + 1)} if wait else {}
            code = str(error.get_codes() if isinstance(error.get_codes(), str) else error.default_code).upper()
            return error.status_code, problem_body(error.status_code, code, str(error.detail)), headers
        case _:
            return 500, problem_body(500, "INTERNAL", "Something went wrong on our side."), {}


def _field_errors(detail: Any, path: str = "") -> dict[str, list[dict[str, str]]]:
    """REST framework's nested details as {path: [{code, message}]}."""
    if isinstance(detail, dict):
        found: dict[str, list[dict[str, str]]] = {}
        for name, below in detail.items():
            found |= _field_errors(below, path if name == "non_field_errors" else f"{path}.{name}".strip("."))
        return found
    leaves = [one for one in (detail if isinstance(detail, list) else [detail]) if not isinstance(one, dict)]
    return {path: [{"code": getattr(one, "code", "invalid"), "message": str(one)} for one in leaves]}
