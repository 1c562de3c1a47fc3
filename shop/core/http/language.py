from collections.abc import Mapping
from datetime import timedelta

from django.http import HttpRequest
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from shop.core.values.languages import LANGUAGES

LANGUAGE_COOKIE = "locale"
LANGUAGE_COOKIE_AGE = timedelta(days=365)  # as frontend/src/lib/texts/i18n.ts says it


def asked_language(request: HttpRequest) -> str:
    """One of LANGUAGES, or "" for none: from `?lang=` or `?locale=`, the cookie, or Accept-Language (catalogue §1)."""
    return language_of_address(request.GET) or language_of_visitor(request)


def language_of_address(parameters: Mapping[str, str]) -> str:
    """Return the language that the address names, "" for none."""
    return next((asked for name in ("lang", "locale") if (asked := parameters.get(name)) in LANGUAGES), "")


def language_of_visitor(request: HttpRequest) -> str:
    """Return the visitor's language by cookie or Accept-Language, "" for none."""
    chosen = request.COOKIES.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return chosen
    for accepted, _quality in parse_accept_lang_header(request.META.get("HTTP_ACCEPT_LANGUAGE", "")):
        try:
            return get_supported_language_variant(accepted)
        except LookupError:
            continue
    return ""
