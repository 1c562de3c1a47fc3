"""The order of request handling (config.settings.MIDDLEWARE): NUL, our domains, safety, language, staff, shop."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.security import SecurityMiddleware
from django.utils import translation

from shop.access_codes.codes import is_open
from shop.core.database.actors import staff_as_actor
from shop.core.http.areas import Policy, ShopLookup, area_of
from shop.core.http.language import asked_language
from shop.core.http.problems import API_PATH, refusal, shop_not_found
from shop.core.http.staff_area import is_staff_area
from shop.directory.addresses import hostname_of
from shop.directory.shops import directory
from shop.queries import is_our_host, shop_for_request, shop_url
from shop.theme.assets import page_script_sources
from shop.web.redirects import Redirect, own_address, path_map, redirect_target

GetResponse = Callable[[HttpRequest], HttpResponse]

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self' {scripts}{script}; worker-src 'self'; style-src 'self'{style}; "
    "img-src 'self' data:{img}; font-src 'self' data:; connect-src 'self'{uploads}{connect}; "
    "frame-src https://www.youtube-nocookie.com{frame}; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; "
    "object-src 'none'"
)

PAYMENT_DIRECTIVES = ("script", "style", "img", "connect", "frame")

# What is not a page: a picture's headers count before the first paint, and nothing in it may load anything.
FILE_CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'"

# Unfold's Alpine evaluates expressions and writes style attributes; only the staff area allows that.
STAFF_CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-eval' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


class StrictTransport:
    """Tells browsers to come back encrypted only (RFC 6797), each host for itself: a band's other hosts are its own.

    Outside of the kept answers, which are the same for both schemes.
    """

    def __init__(self, get_response: GetResponse) -> None:
        if not settings.HSTS_SECONDS:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.is_secure():
            response.headers["Strict-Transport-Security"] = f"max-age={settings.HSTS_SECONDS}"
        return response


class StorableAddress:
    """Lets no NUL of an address through: APIs refuse it; to a page it is U+FFFD, which nothing is called by. Nor of a
    cookie.

    Whatever charset a request claims to be in, it is read as UTF-8: Python knows some that decode no text.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.encoding:
            request.encoding = settings.DEFAULT_CHARSET
        if "\\000" in request.META.get("HTTP_COOKIE", ""):  # NUL, as quoted values write it
            request.META["HTTP_COOKIE"] = request.META["HTTP_COOKIE"].replace("\\000", "")
        query = request.META.get("QUERY_STRING", "")
        if "\0" not in request.path_info and "%00" not in query and "\0" not in query:
            return self.get_response(request)
        if request.path_info.startswith(API_PATH):
            return refusal(request, 400, "INVALID_ADDRESS", "The address holds a character that is none.")
        request.path_info = request.path_info.replace("\0", "\ufffd")
        request.META["QUERY_STRING"] = query.replace("%00", "%EF%BF%BD").replace("\0", "%EF%BF%BD")
        return self.get_response(request)


class DomainCheck:
    """Tells the proxy whether `/domain-check?domain=…` wants a certificate, on whatever host: 200 if that host is ours,
    else 404.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info != "/domain-check":
            return self.get_response(request)
        ours = is_our_host(request.GET.get("domain", ""))
        return HttpResponse("ok" if ours else "unknown", status=200 if ours else 404, content_type="text/plain")


class Security(SecurityMiddleware):
    """Django's headers, no frames, and what may be loaded; files go without those that say something of pages, as
    theirs count before the first paint.

    Payment windows that the checkout opens may talk to it; it is entered by a document of its own.
    """

    OF_PAGES = ("Referrer-Policy", "Cross-Origin-Opener-Policy", "X-Frame-Options")

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        policy = area_of(request.path_info).csp
        if policy is Policy.CHECKOUT:
            response.headers["Cross-Origin-Opener-Policy"] = "same-origin-allow-popups"
        response = super().process_response(request, response)
        response.headers.setdefault("X-Frame-Options", "DENY")
        if policy is not Policy.NONE:
            response.headers.setdefault("Content-Security-Policy", content_policy(policy, response))
        if policy in (Policy.FILE, Policy.NONE):
            for name in self.OF_PAGES:
                response.headers.pop(name, None)
        return response


def content_policy(policy: Policy, response: HttpResponse) -> str:
    # A 304 has no type, and its policy becomes that of the page which the browser has kept.
    is_file = not response.headers.get("Content-Type", "text/html").startswith("text/html")
    if is_file or policy is Policy.FILE:
        return FILE_CONTENT_SECURITY_POLICY
    if policy is Policy.STAFF:
        return STAFF_CONTENT_SECURITY_POLICY
    more = settings.CHECKOUT_SOURCES if policy is Policy.CHECKOUT else {}
    sources = {name: f" {more[name]}" if name in more else "" for name in PAYMENT_DIRECTIVES}
    uploads = f" {settings.S3_UPLOAD_URL}" if settings.S3_UPLOAD_URL else ""
    return CONTENT_SECURITY_POLICY.format(scripts=page_script_sources(), uploads=uploads, **sources)


class ShopLanguage:
    """`?lang=` beats the cookie `locale`, which beats Accept-Language (design §1), which beats the shop's own."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = asked_language(request) or settings.LANGUAGE_CODE
        with translation.override(language):
            request.LANGUAGE_CODE = language
            return self.get_response(request)


class StaffArea:
    """Django's session, tokens, log-in and messages, for the staff only: a shopper never gets a session, and no page
    of a shop varies on cookies. The shop's APIs take JSON only and check the origin (shop.core.http.origin).
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.csrf = CsrfViewMiddleware(AuthenticationMiddleware(MessageMiddleware(staff_as_actor(get_response))))
        self.staff = SessionMiddleware(self.csrf)

    def __call__(self, request: HttpRequest) -> Any:
        return self.staff(request) if is_staff_area(request) else self.get_response(request)

    def process_view(self, request: HttpRequest, callback: Any, args: Any, kwargs: Any) -> Any:
        return self.csrf.process_view(request, callback, args, kwargs) if is_staff_area(request) else None


class CurrentShop:
    """Finds the shop by host or by the path's first word, and takes that word off the path.

    Sets `request.shop` and `request.base_path` ("" or "/{slug}"). A shop with its own domain lives there: its
    addresses under the main host answer 301 (design §1). The staff area, APIs and files name their shop otherwise.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        lookup = area_of(request.path_info).shop
        if lookup is ShopLookup.NONE and directory.has_host(request.get_host()):
            return self.get_response(request)
        found = shop_for_request(request.get_host(), request.path_info)
        if found is None:
            if is_staff_area(request) and hostname_of(request.get_host()) in settings.MAIN_HOSTS:
                return self.get_response(request)  # where the first shop is made
            if request.path_info.startswith(API_PATH):
                return shop_not_found(request)
            return HttpResponse("Unknown host", status=404, content_type="text/plain")
        request.shop, request.base_path = found.shop, found.base_path  # type: ignore[attr-defined]
        if not asked_language(request):
            # ShopLanguage puts an end to it.
            translation.activate(found.shop.default_locale)
            request.LANGUAGE_CODE = found.shop.default_locale
        if lookup is not ShopLookup.PATH:
            return self.get_response(request)
        if found.moved:
            home = shop_url(found.shop) if found.shop.domain else ""
            return Redirect(own_address(found.path, request.META.get("QUERY_STRING", ""), home), 301)
        request.path_info = found.path
        moved = redirect_target(path_map(found.shop), found.path)
        if moved and is_open(request, found.shop):  # where a gated shop's paths lead is for those with its code
            return Redirect(moved_address(request, moved))
        return self.get_response(request)


def moved_address(request: HttpRequest, target: str) -> str:
    """A redirect's target as an address: the visitor's query goes along within the shop."""
    if not target.startswith("/"):
        return target
    base_path = request.base_path  # type: ignore[attr-defined]
    query = request.META.get("QUERY_STRING")
    return base_path + target + (f"?{query}" if query and "?" not in target and "#" not in target else "")
