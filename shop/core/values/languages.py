"""The languages of texts, as `settings.LANGUAGES` has them."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings

LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)
# As Babel and social networks call them.
LOCALES = {"de": "de_DE", "en": "en_GB"}


def fallbacks(language: str) -> tuple[str, ...]:
    """The language and all others, in the order in which a missing text is replaced. Raises LookupError for a language
    that the shop does not have: columns are named by it.
    """
    if language not in LANGUAGES:
        raise LookupError(language)
    return (language, *(one for one in LANGUAGES if one != language))


def localized(name: str, language: str) -> str:
    """The column of a translated field in this language."""
    return f"{name}_{language}"


def in_all_languages(*names: str) -> list[str]:
    """The columns of translated fields in every language."""
    return [localized(name, language) for name in names for language in LANGUAGES]


def text_of(row: Mapping[str, Any], name: str, language: str) -> str:
    """The text of a translated field, in the first language that has one; empty if none has."""
    return next(filter(None, (row[localized(name, one)] for one in fallbacks(language))), "")
