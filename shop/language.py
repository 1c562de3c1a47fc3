from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)
LANGUAGE_COOKIE = "locale"


def asked_language(request: HttpRequest) -> str:
    """`de` or `en`, or "" for none: from `?lang=` or `?locale=`, the cookie, or Accept-Language (catalogue §1)."""
    for asked in (request.GET.get("lang"), request.GET.get("locale"), request.COOKIES.get(LANGUAGE_COOKIE)):
        if asked in LANGUAGES:
            return asked
    for accepted, _quality in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        try:
            return get_supported_language_variant(accepted)
        except LookupError:
            continue
    return ""
