"""The page shell: every page is a Django view that sends the head, the data and the HTML rendered by React
(design §1).
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.template.loader import get_template
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.safestring import mark_safe

from shop import hooks
from shop.access_codes.codes import is_gated
from shop.answer_cache.middleware import PAGE_PARAMETERS, cacheable, page_has_bounded_keys
from shop.core.http.areas import area_of
from shop.core.http.language import LANGUAGE_COOKIE, LANGUAGE_COOKIE_AGE, language_of_address
from shop.core.http.renderer import renderer
from shop.core.limits.budgets import WorkNeeded
from shop.core.values.html import json_in_html
from shop.core.values.languages import LANGUAGES, LOCALES, active_language, own_name
from shop.models import Shop
from shop.pictures.addresses import PLACEHOLDER
from shop.queries import absolute_url, shop_url
from shop.texts import lang_text
from shop.theme.assets import NO_ROUTE, design_of, page_assets
from shop.web.graphql.context import GraphQLContext
from shop.web.redirects import Redirect, own_address
from shop.web.shop_fields import picture_json, shop_json

DESCRIPTION_LENGTH = 160
# Files that programs ask for: a home page is no answer to that. Visitors mistype pages, some of which end in .html.
FILE = re.compile(
    r".*\.(avif|bak|bmp|cgi|css|csv|env|eot|gif|gz|ico|ics|ini|jpe?g|js|json|jsp|log|map|mjs|mp[34]|ogg|otf|pdf|php\d?"
    r"|png|rar|rss|sql|svgz?|tar|tgz|tiff?|ttf|txt|wasm|wav|web[mp]|webmanifest|woff2?|ya?ml|xml|zip|aspx?|atom|git)$",
    re.I,
)
# Paths of items whose slug cannot exist.
DETAIL_PAGE = re.compile(r"/(artists|categories|products|events|tours)/[^/]+$")


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    """The result of a page's GraphQL query, embedded in the page."""

    operation: str
    variables: dict[str, Any]
    data: dict[str, Any]
    # when it changes by itself
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One page. `title` and `description` are plain text; without a title the shop's is used. `image`: as in
    GraphQL.
    """

    route: str
    title: str = ""
    description: str = ""
    answer: QueryAnswer | None = None
    image: dict[str, Any] | None = None
    kind: str = "website"
    linked_data: list[dict[str, Any]] = field(default_factory=list)
    status: int = 200
    indexed: bool = True
    # the path, in the shop, of the page that stands for this one
    canonical: str = ""


def current_shop(request: HttpRequest) -> Shop:
    shop = request.shop  # type: ignore[attr-defined]
    assert isinstance(shop, Shop)
    return shop


def language_settled(request: HttpRequest) -> HttpResponse | None:
    """Redirect an address with a language to one without it, and set the language's cookie (design §1).

    For pages without the SPA, which does it itself. None if the address names no language.
    """
    chosen = language_of_address(request.GET)
    if not chosen or request.method not in ("GET", "HEAD"):
        return None
    query = request.GET.copy()
    for name in ("lang", "locale"):
        query.pop(name, None)
    base_path = request.base_path  # type: ignore[attr-defined]
    response = Redirect(own_address(request.path_info, query.urlencode(), base_path), 303)
    response.set_cookie(LANGUAGE_COOKIE, chosen, max_age=LANGUAGE_COOKIE_AGE, samesite="Lax")
    return response


def run_page_query(request: HttpRequest, operation: str, variables: dict[str, Any] | None = None) -> QueryAnswer:
    """Run the frontend's document of this name, in this process."""
    context = GraphQLContext(current_shop(request), active_language(), request)
    data = hooks.above.answer_document(operation, variables or {}, context)
    return QueryAnswer(operation, variables or {}, data, context.until)


def title_in_shop(title: str, name: str) -> str:
    """Return the title with the shop's name, once. The same rule as `frontend/src/ui/page/page-title.ts`."""
    return " – ".join(filter(None, [title, "" if name in title else name]))


def render_page(request: HttpRequest, page: Page) -> HttpResponse:
    shop = current_shop(request)
    if shop.redirect:
        return Redirect(shop.redirect)
    design = design_of(shop)
    base_path = request.base_path  # type: ignore[attr-defined]
    now = timezone.now().isoformat(timespec="seconds")
    shop_data, answer_data = json_in_html(shop_page(shop, base_path, now)), json_in_html(page_data(page))
    rendered = renderer.html(address_below(request, page), shop_data, answer_data)
    image = page.image or shop_picture(shop)
    context = {
        "page": page,
        "title": title_in_shop(page.title or shop.override_title or "", shop.name),
        "own_title": shop.override_title or shop.name,
        "description": page.description or shop.site_description or "",
        "canonical": canonical_address(request, shop, page.canonical),
        "translations": {one: canonical_address(request, shop, page.canonical, lang=one) for one in LANGUAGES},
        "og_locale": LOCALES[active_language()],
        "image": absolute(shop, image.get("thumbnailAt1500") or image.get("thumbnailAt500") or image.get("url")),
        "image_alt": image.get("alt", ""),
        "assets": page_assets(page.route, active_language(), design),
        "rendered": mark_safe(rendered),  # noqa: S308 - React escapes
        "shop_data": mark_safe(shop_data),  # noqa: S308 - as JSON that a script block may hold
        "answer_data": mark_safe(answer_data),  # noqa: S308
        "shop": wire_shop(shop),
        "icon": (head_pictures(shop)["favicon"] or {}).get("thumbnailAt100", ""),
        "base_path": base_path,
        "locale": active_language(),
        "route": page.route,
    }
    html = get_template("shell.html").render(context)
    answer = page.answer or QueryAnswer("", {}, {})
    # A page that the renderer could not render is not cached.
    few = rendered and page.indexed and page_has_bounded_keys(request, answer.operation, answer.variables, answer.data)
    response = page_response(request, html, page.status, now)
    return cacheable(response, answer.until) if few else response


def plain_page(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    *,
    status: int = 200,
    headers: Mapping[str, str],
    needed: WorkNeeded | None = None,
) -> HttpResponse:
    """A page of the shop outside of the SPA, which needs no script; its template extends plain.html. `needed`: the work
    that comes before what it does; it includes work.html then.
    """
    shop = current_shop(request)
    if needed is not None:
        status, headers = needed.status, {**headers, "Retry-After": str(needed.extensions["retry_after"])}
    frame = {
        "shop": shop,
        "base_path": request.base_path,  # type: ignore[attr-defined]
        "locale": active_language(),
        "assets": page_assets(NO_ROUTE, active_language(), design_of(shop)),
        "work": needed.text if needed else "",
    }
    return HttpResponse(get_template(template).render(frame | context), status=status, headers=headers)


def page_response(request: HttpRequest, html: str, status: int, now: str) -> HttpResponse:
    """Return the page, or 304 if the browser's copy is current. The ETag ignores the time of writing."""
    etag = f'"{hashlib.sha256(html.replace(now, "", 1).encode()).hexdigest()[:32]}"'
    headers = {"Cache-Control": "private, no-cache", "ETag": etag, "Content-Language": active_language()}
    response = HttpResponse(html, status=status, headers=headers)
    return get_conditional_response(request, etag=etag, response=response) or response


def canonical_address(request: HttpRequest, shop: Shop, path: str = "", **parameters: str) -> str:
    """Return the page's canonical address. `path`: of the canonical page if it is another one."""
    own = shop_url(shop) + (path or request.path_info if request.path_info != "/" or not request.base_path else "")  # type: ignore[attr-defined]
    kept = {name: value for name in PAGE_PARAMETERS if (value := request.GET.get(name))} | parameters
    return f"{own}?{urlencode(kept)}" if kept else own


def address_below(request: HttpRequest, page: Page) -> str:
    """Return path and query below the shop's base path, for the SPA.

    A page that may be cached is the same for everybody, so it contains only the parameters of its cache key.
    """
    parameters = {name: value for name, value in request.GET.items() if name in PAGE_PARAMETERS or not page.indexed}
    path = quote(request.path_info, safe="/:@!$&'()*+,;=~-._")
    return f"{path}?{urlencode(parameters)}" if parameters else path


def absolute(shop: Shop, address: str | None) -> str:
    """Return the absolute address, for readers outside the page. "" for a picture that is not ready yet."""
    if not address or address.startswith(PLACEHOLDER):
        return ""
    if address.startswith(("https://", "http://")):
        return address
    return absolute_url(shop, address)


def shop_picture(shop: Shop) -> dict[str, Any]:
    return head_pictures(shop)["share"] or wire_shop(shop)["hero"] or {}


def head_pictures(shop: Shop) -> dict[str, Any]:
    """Return the pictures that only a page's head shows, with the names of GraphQL."""
    cached = shop.__dict__.get("_head_pictures")
    if cached is None:
        pictures = {"share": picture_json(shop.share_image), "favicon": picture_json(shop.favicon)}
        cached = shop.__dict__["_head_pictures"] = camel_case(pictures)
    return cached


def wire_shop(shop: Shop) -> dict[str, Any]:
    """Return the shop's fields with the names of GraphQL, for the SPA."""
    cached = shop.__dict__.get("_wire")
    if cached is None:
        cached = shop.__dict__["_wire"] = camel_case(shop_json(shop))
    return cached


def camel_case(value: Any) -> Any:
    if isinstance(value, dict):
        return {_camel(name): camel_case(below) for name, below in value.items()}
    if isinstance(value, list):
        return [camel_case(one) for one in value]
    return value


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def shop_page(shop: Shop, base_path: str, now: str) -> dict[str, Any]:
    """Return the content of `#shop-data`."""
    return {
        "shop": wire_shop(shop),
        "locale": active_language(),
        "languages": [{"code": one, "name": own_name(one)} for one in LANGUAGES],
        "basePath": base_path,
        "shopUrl": shop_url(shop),
        "shopSlug": shop.slug,
        "graphqlUrl": f"/api/v2/shops/{shop.slug}/graphql",
        "restUrl": f"/api/v2/shops/{shop.slug}/",
        "testMode": settings.TEST_MODE,
        "sessionSeconds": settings.SESSION_SECONDS,
        "now": now,
        # Programs without the visitor's cookie cannot read a gated shop: no calendar can subscribe.
        "isGated": is_gated(shop),
    }


def page_data(page: Page) -> dict[str, Any] | None:
    """Return the content of `#page-data`."""
    if page.answer is None:
        return None
    answer = page.answer
    asked = {"operation": answer.operation, "variables": answer.variables, "data": answer.data}
    return {**asked, "status": page.status, "route": page.route}


def not_found_page(request: HttpRequest, route: str = "not-found", answer: QueryAnswer | None = None) -> HttpResponse:
    """Return the 404 page. `answer`: the query's empty result, so that the SPA does not repeat the query."""
    title = lang_text("LANG_ERROR_404_TITLE", active_language())
    return render_page(request, Page(route, title, answer=answer, status=404, indexed=False))


def unknown_page(request: HttpRequest, **_path: str) -> HttpResponse:
    """What no page has leads home, which says so (catalogue §2, §8); one slash too many to its page."""
    if not area_of(request.path_info.lower()).leads_home or FILE.match(request.path_info):
        return HttpResponseNotFound("Not found", content_type="text/plain")
    base_path = request.base_path  # type: ignore[attr-defined]
    if request.path_info.endswith("/"):
        return Redirect(own_address(request.path_info.strip("/"), base=base_path), 301)
    if DETAIL_PAGE.match(request.path_info):
        return not_found_page(request)
    return Redirect(own_address("/", "broken_link=1", base_path))


def simple_page(route: str, title_key: str = "") -> Callable[..., HttpResponse]:
    """Return the view of a page without data that search engines do not index, such as a step of the checkout."""

    def view(request: HttpRequest, **_parameters: str) -> HttpResponse:
        title = lang_text(title_key, active_language()) if title_key else ""
        return render_page(request, Page(route, title, indexed=False))

    return view
