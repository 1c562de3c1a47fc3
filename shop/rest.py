"""REST as far as the shop itself goes: its fields, and how every refusal looks (problem+json, design §3)."""

import json
import logging
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView, set_rollback

from shop.errors import FieldErrors, ShopError, Unavailable, shop_error_of
from shop.graphql import META_COLUMNS
from shop.html import clean_html
from shop.models import Image, Shop
from shop.pictures.addresses import PictureAddresses
from shop.pictures.thumbnails import WIDTHS as THUMBNAIL_WIDTHS
from shop.theme.tokens import theme_tokens
from shop.web.assets import design_of, sheet_address
from shop.web.redirects import path_map

logger = logging.getLogger(__name__)
API_PATH = "/api/"
PROBLEM = "application/problem+json"
TITLES = {
    400: "Bad request", 401: "Unauthorised", 403: "Forbidden", 404: "Not found", 405: "Method not allowed",
    408: "Timeout", 409: "Conflict", 410: "Gone", 411: "Length required", 413: "Too large",
    415: "Unsupported media type", 422: "Refused", 429: "Too many requests", 500: "Internal error", 503: "Unavailable",
}  # fmt: skip


class ProblemRenderer(JSONRenderer):
    media_type = PROBLEM


def problem_body(status: int, code: str, detail: str, **more: Any) -> dict[str, Any]:
    title = TITLES.get(status, "Error")
    return {"type": "about:blank", "title": title, "status": status, "detail": detail, "code": code, **more}


def problem(status: int, code: str, detail: str, **more: Any) -> HttpResponse:
    """A problem+json answer outside of REST framework's views."""
    body = json.dumps(problem_body(status, code, detail, **more))
    return HttpResponse(body, status=status, content_type=PROBLEM, headers={"Cache-Control": "no-store"})


GRAPHQL = "application/graphql-response+json; charset=utf-8"


def refusal(request: HttpRequest, status: int, code: str, detail: str, **more: Any) -> HttpResponse:
    """What an API answers before it looks at the question: errors for GraphQL, else a problem."""
    if not request.path_info.endswith("/graphql"):
        return problem(status, code, detail, **more)
    body = {"errors": [{"message": detail, "extensions": {"code": code}}]}
    return HttpResponse(json.dumps(body), status=status, content_type=GRAPHQL, headers={"Cache-Control": "no-store"})


def shop_not_found(request: HttpRequest) -> HttpResponse:
    return refusal(request, 404, "SHOP_NOT_FOUND", "There is no such shop.")


def problem_response(error: Exception, context: dict[str, Any]) -> Response:
    """REST framework's exception handler: no error leaves as anything else, and none with its inside."""
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
        case Unavailable():
            headers = {"Retry-After": str(error.retry_after_seconds)}
            return error.status, problem_body(error.status, error.code, error.message), headers
        case ShopError():
            return error.status, problem_body(error.status, error.code, error.message, **error.extensions), {}
        case exceptions.ValidationError():
            body = problem_body(400, FieldErrors.code, FieldErrors.message, errors=_field_errors(error.detail))
            return 400, body, {}
        case Http404():
            return 404, problem_body(404, "NOT_FOUND", "Not found"), {}
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


def shop_of_path(request: Request | HttpRequest, slug: str) -> Shop:
    """The shop that `/api/v2/shops/{slug}/` names; CurrentShop has found it by then."""
    shop = getattr(request, "shop", None)
    if not isinstance(shop, Shop) or shop.slug != slug:
        raise Http404
    return shop


SHOP_FIELDS = (
    "slug", "name", "default_locale", "is_band", "has_custom_domain", "has_calendar", "payment_blacklist",
    "order_merging_allowed",
)  # fmt: skip


def picture_json(image: Image | None) -> dict[str, Any] | None:
    if image is None:
        return None
    files = PictureAddresses.of(image)
    thumbnails = {f"thumbnail_at_{width}": files.thumbnail(width) for width in THUMBNAIL_WIDTHS}
    files_for = {"srcset_avif": files.srcset("avif"), "srcset_webp": files.srcset("webp")}
    facts = {name: getattr(image, name) for name in ("alt", "width", "height", "colour", "focus_x", "focus_y")}
    return {"id": str(image.pk), "url": files.original, **facts, **files_for, **thumbnails}


def shop_json(shop: Shop) -> dict[str, Any]:
    """The shop with the spec's field names (catalogue §3), as far as each page tells them; ShopView tells the rest."""
    # A translated text that nobody wrote is None.
    meta = {name: "" if (value := getattr(shop, name)) is None else value for name in META_COLUMNS}
    meta["mailchimp_customtext"] = clean_html(shop.mailchimp_customtext or "")
    meta |= {name: picture_json(getattr(shop, name)) for name in ("social_img", "share_image", "favicon")}
    meta["socials"] = shop.profiles
    moves = [{"source": source, "target": target} for source, target in path_map(shop).items()]
    fields = {"id": str(shop.pk), **{name: getattr(shop, name) for name in SHOP_FIELDS}}
    meta |= {name: getattr(design_of(shop), name) for name in ("opening", "heading_style")}
    pictures = {name: picture_json(getattr(shop, name)) for name in ("hero", "hero_portrait")}
    return {**fields, "domain": shop.domain or "", **pictures, "redirects": moves, "meta": meta}


def design_json(shop: Shop) -> dict[str, Any]:
    design = design_of(shop)
    return {"style_sheet": sheet_address(design), "tokens": theme_tokens(design)}


class ShopView(APIView):
    """All fields of a shop (catalogue §7 `GET shops/{slug}/`). Of the password list it says only if there is one."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str) -> Response:
        shop = shop_of_path(request, slug)
        body = shop_json(shop)
        body["meta"] |= {"design": design_json(shop), "has_access_code": shop.access_codes.exists()}
        return Response(body, headers={"Cache-Control": "private, no-cache"})
