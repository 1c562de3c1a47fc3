"""GraphQL over HTTP: persisted GETs that caches may keep, and POSTs of JSON (design §3)."""

import hashlib
import json
import logging
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from graphql import GraphQLError

from shop.answer_cache.middleware import cacheable, has_bounded_keys
from shop.core.database.database_errors import shop_error_of
from shop.core.database.storable import is_storable
from shop.core.errors import NoCapacity, ShopError
from shop.core.http.problems import GRAPHQL, shop_not_found
from shop.core.values.languages import LANGUAGES, active_language
from shop.core.wire.graphql.documents import Document, DocumentRefused, Documents, Operation
from shop.core.wire.graphql.origins import allow_any_origin, preflight_response
from shop.core.wire.graphql.persisted import hash_of, persisted_queries
from shop.core.wire.graphql.registered_documents import check_hash, register, registered_document
from shop.models import Shop
from shop.web.graphql.context import GraphQLContext

logger = logging.getLogger(__name__)
# A change in the staff area is to be seen within two seconds, whatever caches stand between.
PUBLIC = "public, max-age=0, s-maxage="
KEPT_SECONDS = 1
PRIVATE = "private, no-store"
MAX_BODY = 64 * 1024


class DocumentNotListed(ShopError):
    """The shop runs the documents of its own frontend only."""

    code = "DOCUMENT_NOT_LISTED"
    message = "only listed documents are answered here: send the hash of one of them"
    status = 403


class Runner(Protocol):
    """The schema with its documents: `config.graphql.schema`."""

    documents: Documents

    def run(
        self, document: Document, operation_name: str | None, variables: dict[str, Any], context: GraphQLContext
    ) -> tuple[dict[str, Any] | None, list[GraphQLError]]: ...

    def is_public(self, operation: Operation) -> bool: ...


@dataclass(frozen=True, slots=True)
class Question:
    document: Document
    operation: Operation
    operation_name: str | None
    variables: dict[str, Any]
    key: str


def graphql_view(request: HttpRequest, runner: Runner, slug: str | None = None) -> HttpResponse:
    """`slug` names the shop; without it, it is the host's."""
    shop = getattr(request, "shop", None)
    if not isinstance(shop, Shop) or (slug is not None and shop.slug != slug):
        return shop_not_found(request)
    if leave := preflight_response(request):
        return leave
    if request.method not in ("GET", "POST"):
        return HttpResponse(status=405, headers={"Allow": "GET, POST"})
    try:
        question = _question(request, runner)
    except ShopError as error:
        refused = _answer(None, [_error(error)], PRIVATE, status=error.status)
        return allow_any_origin(refused) if request.method == "GET" else refused
    language = active_language()
    context = GraphQLContext(shop, language, request)
    data, errors = runner.run(question.document, question.operation_name, question.variables, context)
    alike = request.method == "GET" and runner.is_public(question.operation)
    public = alike and not errors and not context.is_live
    response = _answer(
        data, [formatted(error) for error in errors], _caching(request, context.until) if public else PRIVATE
    )
    if alike:
        allow_any_origin(response)
    if data is None and errors and all(isinstance(error.original_error, GraphQLError | None) for error in errors):
        response.status_code = 400
    if full := next((one.original_error for one in errors if isinstance(one.original_error, NoCapacity)), None):
        response.status_code, response.headers["Retry-After"] = full.status, str(full.retry_after_seconds)
    for name, value in context.response.items():
        response.headers.setdefault(name, value)
    response.cookies = context.response.cookies
    if not public:
        return response
    types = persisted_queries().variables(question.key) if question.key else {}
    if question.key and has_bounded_keys(types, question.variables, data):
        cacheable(response, context.until)
    response.headers["ETag"] = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    unchanged = get_conditional_response(request, etag=response.headers["ETag"], response=response)
    return allow_any_origin(unchanged) if unchanged else response


def _caching(request: HttpRequest, until: datetime | None) -> str:
    """Shared caches may keep an answer whose language is part of its address, until it changes by itself."""
    left = KEPT_SECONDS if until is None else max(0, min(KEPT_SECONDS, int((until - timezone.now()).total_seconds())))
    return f"{PUBLIC}{left}" if request.GET.get("locale") in LANGUAGES else "private, no-cache"


def _question(request: HttpRequest, runner: Runner) -> Question:
    """What is asked. Raises ShopError for everything that is not to be run."""
    asked = _asked_by_address(request) if request.method == "GET" else _asked_by_body(request)
    text, key = asked.get("query"), _hash(asked)
    check_hash(key, text)
    if isinstance(text, str) and text and request.method == "POST":
        document = _document_of_visitor(text, runner)
        if key and key not in persisted_queries().texts:
            register(key, text)
    elif key in persisted_queries().texts:
        document = runner.documents.listed(persisted_queries().text(key))
    elif key:
        document, key = _document_of_visitor(registered_document(key), runner), ""
    else:
        raise DocumentRefused("ask by a hash of the frontend's list, or POST a query")
    name = asked.get("operationName") or None
    operation = document.operation(name if isinstance(name, str) else None)
    if request.method == "GET" and not operation.is_query:
        raise DocumentRefused("GET only reads")
    variables = asked.get("variables") or {}
    if not isinstance(variables, dict):
        raise DocumentRefused("variables is not an object")
    # What the document does not declare cannot change the answer, and must not make a new one for caches.
    declared = {key: value for key, value in variables.items() if key in operation.variables}
    return Question(document, operation, name, declared, key)


def _document_of_visitor(text: str, runner: Runner) -> Document:
    if hash_of(text) in persisted_queries().texts:
        return runner.documents.listed(text)
    if settings.GRAPHQL_SAFELIST_ONLY:
        raise DocumentNotListed
    return runner.documents.of_visitor(text)


def _asked_by_address(request: HttpRequest) -> dict[str, Any]:
    return {
        "operationName": request.GET.get("operationName"),
        "variables": _json(request.GET.get("variables") or "{}", "variables"),
        "extensions": _json(request.GET.get("extensions") or "{}", "extensions"),
    }


def _asked_by_body(request: HttpRequest) -> dict[str, Any]:
    if len(request.body) > MAX_BODY:
        raise DocumentRefused("the request is too long")
    asked = _json(request.body, "the body")
    if not isinstance(asked, dict):
        raise DocumentRefused("ask one question at a time")
    return asked


def _json(text: str | bytes, name: str) -> Any:
    try:
        found = json.loads(text)
        storable = is_storable(found)
    except (ValueError, RecursionError) as error:
        raise DocumentRefused(f"{name} is not JSON") from error
    if not storable:
        raise DocumentRefused(f"{name} holds a character that is none")
    return found


def _hash(asked: dict[str, Any]) -> str:
    extensions = asked.get("extensions")
    persisted = extensions.get("persistedQuery") if isinstance(extensions, dict) else None
    key = persisted.get("sha256Hash") if isinstance(persisted, dict) else None
    return key if isinstance(key, str) else ""


def formatted(error: GraphQLError) -> dict[str, Any]:
    """An error as it leaves: what a shopper may know, else only that something failed."""
    original = error.original_error
    if known := shop_error_of(original):
        found = _error(known)
    elif original is None or isinstance(original, GraphQLError):
        found = {"message": error.message, "extensions": {"code": "INVALID_INPUT"}}
    else:
        logger.error("GraphQL resolver failed at %s", error.path, exc_info=original)
        found = {"message": "internal error", "extensions": {"code": "INTERNAL"}}
    return {**found, "path": error.path} if error.path else found


def _error(error: ShopError) -> dict[str, Any]:
    return {"message": error.message, "extensions": {"code": error.code, **error.extensions}}


def _answer(data: dict[str, Any] | None, errors: list[dict[str, Any]], caching: str, status: int = 200) -> HttpResponse:
    body: dict[str, Any] = {"errors": errors} if errors else {}
    if data is not None or status == 200:
        body["data"] = data
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), default=str)
    response = HttpResponse(text, status=status, content_type=GRAPHQL, headers={"Cache-Control": caching})
    if caching.startswith(PUBLIC):
        patch_vary_headers(response, ["Accept-Encoding"])
    return response
