"""Texts and money are written as the SPA writes them; HTML of staff is harmless."""

from decimal import Decimal
from typing import Any

import pytest
from django.template import engines
from django.utils import translation

from shop import texts
from shop.core.values import formats
from shop.core.values.html import clean_html, json_in_html, plain_text
from tests.proofs import proves


def written_by(source: str, language: str = "de", **context: Any) -> str:
    with translation.override(language):
        return engines["django"].from_string("{% load shell %}" + source).render(context)


class TestMessages:
    @pytest.mark.parametrize(
        ("text", "values", "written"),
        [
            ("Korb", {}, "Korb"),
            ("Bild {n} von {count}", {"n": 2, "count": 5}, "Bild 2 von 5"),
            ("{n}{n}", {"n": "x"}, "xx"),
            ("{missing}!", {}, "!"),
            ("Platz #1", {}, "Platz #1"),
        ],
    )
    def test_names_are_filled_in(
        self, monkeypatch: pytest.MonkeyPatch, text: str, values: dict[str, Any], written: str
    ) -> None:
        monkeypatch.setattr(texts, "messages", lambda _language: {"LANG_X": text})
        assert texts.lang_text("LANG_X", "de", **values) == written

    def test_both_languages_have_the_same_keys(self) -> None:
        assert texts.messages("de").keys() == texts.messages("en").keys()

    def test_an_unknown_key_shows_itself(self) -> None:
        assert texts.lang_text("LANG_NOTHING", "de") == "LANG_NOTHING"

    def test_the_tag_escapes_values(self) -> None:
        assert written_by('{% lang "LANG_CART_AMOUNT_OF" name=name %}', name="<b>") == "Anzahl von &lt;b&gt;"
        assert written_by('{% lang "LANG_CART" as word %}{{ word }}', "de") == texts.messages("de")["LANG_CART"]
        assert written_by('{% lang "LANG_CART" %}', "en") == texts.messages("en")["LANG_CART"]


class TestMoney:
    @proves(
        "catalogue §3, §9",
        "a card's price: hidden, with a word before it, another text, none from 100000 on; lowest of 30 days "
        "and per unit beside it",
    )
    @pytest.mark.parametrize(
        ("amount", "written"),
        [
            ("29.90", "29,90\u00a0€"),
            ("20.00", "20,00\u00a0€"),
            (Decimal("1234.5"), "1.234,50\u00a0€"),
            ("99999.99", "99.999,99\u00a0€"),
            ("100000.00", ""),
            ("-5.00", "-5,00\u00a0€"),
            (None, ""),
            ("", ""),
        ],
    )
    def test_as_the_spa(self, amount: Any, written: str) -> None:
        assert formats.money(amount) == written
        assert written_by("{{ amount|money }}", amount=amount) == written


class TestHtml:
    @pytest.mark.parametrize(
        ("text", "cleaned"),
        [
            ("", ""),
            ("  ", ""),
            ("Eins\nzwei", "<p>Eins<br>zwei</p>"),
            ("5 < 6 & 7", "<p>5 &lt; 6 &amp; 7</p>"),
            ("<p>gut</p>", "<p>gut</p>"),
            ('<img src="x" onerror="x()">', ""),
            (
                '<a href="https://a.example" target="_blank">x</a>',
                '<a href="https://a.example" rel="noopener noreferrer">x</a>',
            ),
            ('<a href="data:text/html,x">x</a>', '<a rel="noopener noreferrer">x</a>'),
            ("<style>p{}</style><p style='color:red'>x</p>", "<p>x</p>"),
            ("<iframe src=x></iframe><form><input></form>", ""),
        ],
    )
    def test_cleaned(self, text: str, cleaned: str) -> None:
        assert clean_html(text) == cleaned

    def test_plain(self) -> None:
        assert plain_text("<p>Eins &amp; zwei</p><p>drei<br>vier</p>") == "Eins & zwei drei vier"
        assert plain_text("<p>Ein langer Satz, der endet</p>", 18) == "Ein langer Satz…"

    def test_json_cannot_leave_its_block(self) -> None:
        assert json_in_html({"a": "</script>&\u2028"}) == '{"a":"\\u003c/script\\u003e\\u0026\\u2028"}'
