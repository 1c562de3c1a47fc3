"""A further language is data: its code in the settings, its columns, its texts."""

import pytest

from catalogue.queries import json_columns
from shop.core.values import languages
from shop.core.values.languages import LANGUAGES, LOCALES, fallbacks, in_all_languages, text_of


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "LANGUAGES", ("de", "en", "pl"))


@pytest.mark.parametrize(
    ("language", "order"), [("de", ("de", "en", "pl")), ("en", ("en", "de", "pl")), ("pl", ("pl", "de", "en"))]
)
def test_a_language_comes_before_all_others(three: None, language: str, order: tuple[str, ...]) -> None:
    assert fallbacks(language) == order


def test_a_field_has_a_column_in_each_language(three: None) -> None:
    assert in_all_languages("name", "text") == ["name_de", "name_en", "name_pl", "text_de", "text_en", "text_pl"]


@pytest.mark.parametrize(
    ("texts", "shown"),
    [(("Hemd", "shirt", "koszula"), "koszula"), (("Hemd", "shirt", ""), "Hemd"), ((None, "shirt", None), "shirt"),
     (("", None, ""), "")],
)  # fmt: skip
def test_a_missing_text_is_that_of_the_next_language(three: None, texts: tuple[str | None, ...], shown: str) -> None:
    assert text_of(dict(zip(in_all_languages("name"), texts, strict=True)), "name", "pl") == shown


def test_sql_falls_back_in_the_same_order(three: None) -> None:
    found = json_columns.translated("p", "name", "pl")
    assert found == "coalesce(nullif(p.name_pl, ''), nullif(p.name_de, ''), p.name_en, '')"


def test_each_language_has_a_locale() -> None:
    assert LOCALES.keys() == set(LANGUAGES)


def test_no_column_is_named_by_a_language_that_the_shop_does_not_have() -> None:
    with pytest.raises(LookupError):
        fallbacks("fr")
