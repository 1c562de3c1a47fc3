"""The languages of texts, from the table `locale/languages.json`. The first one is the default: every text has it, and
it is the language of contracts.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import get_language, get_language_info

LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)
DEFAULT_LANGUAGE: str = settings.LANGUAGE_CODE
# As Babel and social networks call them.
LOCALES = {code: settings.LANGUAGE_TABLE[code]["locale"] for code in LANGUAGES}


def active_language() -> str:
    return get_language() or DEFAULT_LANGUAGE


def own_name(language: str) -> str:
    """Return the language's name in itself, such as "Deutsch"."""
    return str(get_language_info(language)["name_local"]).capitalize()


def other_languages() -> list[dict[str, str]]:
    """Return `code` and `name` of each language that a page's visitor may change to."""
    return [{"code": one, "name": own_name(one)} for one in fallbacks(active_language())[1:]]


def region_of(language: str) -> str | None:
    """Return the country of the language's locale, as documents name it: "gb". None if the locale names no country."""
    return LOCALES[language].partition("_")[2].lower() or None


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
