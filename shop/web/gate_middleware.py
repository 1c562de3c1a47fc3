"""The one door of a gated shop: pages, REST, GraphQL and whatever else an address of the shop leads to."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from shop.access_codes.codes import is_gated, is_open, is_open_with
from shop.access_codes.feeds import KEY, WRONG_KEYS, is_opened_by_key
from shop.core.errors import TooManyAttempts
from shop.core.http.areas import Gate, area_of
from shop.core.http.problems import API_PATH, problem, refusal
from shop.models import Shop
from shop.web.gate_pages import CODE, PRIVATE, address, answered, prompt, try_code
from shop.web.redirects import Redirect

# What programs subscribe to with a key in the address (shop.access_codes.feeds).
FEED = ".ics"


class AccessGate:
    """Answers 403 in place of everything that a gated shop has, until the visitor's cookie proves a code.

    No cache may keep anything of a gated shop.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        shop = getattr(request, "shop", None)
        asked = area_of(request.path_info).gated
        if not isinstance(shop, Shop) or asked is Gate.OPEN or not is_gated(shop):
            return self.get_response(request)
        if asked is Gate.OWN_KEY:
            return uncached(self.get_response(request))
        if request.path_info.endswith(FEED) and request.method in ("GET", "HEAD") and KEY in request.GET:
            return uncached(self.feed(request, shop))
        is_api = request.path_info.startswith(API_PATH)
        if not is_api and request.method in ("GET", "HEAD") and CODE in request.GET:
            return code_in_address(request, shop, request.GET[CODE])
        if is_open(request, shop):
            return uncached(self.get_response(request))
        return uncached(needs_code(request, shop) if is_api else prompt(request))

    def feed(self, request: HttpRequest, shop: Shop) -> HttpResponse:
        try:
            return self.get_response(request) if is_opened_by_key(request, shop) else needs_code(request, shop)
        except TooManyAttempts as error:
            response = problem(error.status, error.code, error.message, **error.extensions)
            response.headers["Retry-After"] = str(error.extensions.get("retry_after", WRONG_KEYS.by_visitor.seconds))
            return response


def code_in_address(request: HttpRequest, shop: Shop, entered: str) -> HttpResponse:
    """A visitor who follows a mailed link again gets in as before, however many others try codes."""
    wanted = address(request)
    if is_open_with(request, shop, entered):
        return answered(Redirect(wanted, 303))
    return try_code(request, shop, entered, wanted)


def needs_code(request: HttpRequest, shop: Shop) -> HttpResponse:
    named = {"slug": shop.slug, "name": shop.name}
    return refusal(request, 403, "ACCESS_CODE_REQUIRED", "this shop needs an access code", shop=named)


def uncached(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = PRIVATE["Cache-Control"]
    patch_vary_headers(response, ["Cookie"])
    return response
