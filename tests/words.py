"""The shop's words by their keys: a test breaks with what it proves, not with how that is said.

A key is one of the SPA (`LANG_…`) or, of Django's, the English text in the source; so what staff read in English stands
in tests as it is. Where the law fixes the words, tests say them.
"""

from django.utils.translation import gettext, override

from shop.texts import lang_text, messages


def worded(key: str, language: str = "de", **values: str | int) -> str:
    """A key that nobody translates is a mistake of the test: nothing would ever say it."""
    if key in messages("de"):
        return lang_text(key, language, **values)
    with override("de"):
        assert gettext(key) != key, f"no such text: {key}"
    with override(language):
        return gettext(key) % values if values else gettext(key)
