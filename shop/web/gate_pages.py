"""The prompt for the access code. It needs no script and knows nothing of the catalogue."""

from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest, HttpResponse

from shop.access_codes.codes import ENTRY, check_entered_code, forget, is_gated, remember
from shop.core.errors import TooManyAttempts
from shop.core.http.origin import is_same_origin
from shop.core.limits.budgets import WorkNeeded
from shop.core.values.languages import other_languages
from shop.models import Shop
from shop.web.pages import current_shop, language_settled, plain_page
from shop.web.redirects import Redirect, is_on_this_host, own_address

CODE, ERROR, LANG = "code", "code_error", "lang"
PRIVATE = {"Cache-Control": "private, no-store", "Vary": "Cookie", "X-Robots-Tag": "noindex"}


def prompt(
    request: HttpRequest, status: int = 403, wanted: str = "", code: str = "", needed: WorkNeeded | None = None
) -> HttpResponse:
    """Asks for the code. `wanted`: the address that the visitor came for; `code`: what they entered; status 429: after
    too many attempts; `needed`: the work that comes before another.
    """
    if settled := language_settled(request):
        return answered(settled)
    wanted = wanted or address(request)
    context = {
        "others": [one | {"address": with_parameter(wanted, LANG, one["code"])} for one in other_languages()],
        "wanted": wanted,
        "wrong": ERROR in request.GET,
        "too_many": status == 429,
        "code": code,
    }
    response = plain_page(request, "access_code.html", context, status=status, headers=PRIVATE, needed=needed)
    if status == 429:
        response.headers["Retry-After"] = str(ENTRY.by_visitor.seconds)
    return response


def enter(request: HttpRequest) -> HttpResponse:
    """Where the prompt's form goes: with a valid code on to the wanted page, else back with the error flag."""
    shop = current_shop(request)
    base_path = request.base_path  # type: ignore[attr-defined]
    wanted = request.POST.get("wanted", "")
    if not is_on_this_host(wanted):
        wanted = base_path or "/"
    if request.method != "POST" or not is_gated(shop):
        return answered(Redirect(wanted, 303))
    if not is_same_origin(request):
        return answered(HttpResponse(status=403))
    return try_code(request, shop, request.POST.get(CODE, ""), wanted)


def try_code(request: HttpRequest, shop: Shop, entered: str, wanted: str) -> HttpResponse:
    try:
        code = check_entered_code(request, shop, entered)
    except WorkNeeded as needed:
        return prompt(request, wanted=wanted, code=entered, needed=needed)
    except TooManyAttempts:
        return prompt(request, 429, wanted)
    if code is None:
        response = answered(Redirect(with_parameter(wanted, ERROR, "1"), 303))
        forget(response, shop)
        return response
    response = answered(Redirect(wanted, 303))
    remember(response, shop, code)
    return response


def answered(response: HttpResponse) -> HttpResponse:
    for name, value in PRIVATE.items():
        response.headers[name] = value
    return response


def address(request: HttpRequest) -> str:
    """The address asked for, without what belongs to the prompt."""
    query = request.GET.copy()
    for name in (CODE, ERROR):
        query.pop(name, None)
    return own_address(request.path_info, query.urlencode(), request.base_path)  # type: ignore[attr-defined]


def with_parameter(path: str, name: str, value: str) -> str:
    parts = urlsplit(path)
    kept = [one for one in parts.query.split("&") if one and not one.startswith(f"{name}=")]
    return f"{parts.path}?{'&'.join([*kept, urlencode({name: value})])}"
