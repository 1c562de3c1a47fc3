"""Texts, money and dates of painted pages are those of the SPA; HTML of staff is harmless."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.template import engines
from django.utils import timezone, translation

from shop import formats, texts
from shop.html import clean_html, json_in_html, plain_text


def painted(source: str, language: str = "de", **context: Any) -> str:
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
            ("{n, plural, one {# Ticket} other {# Tickets}}", {"n": 1}, "1 Ticket"),
            ("{n, plural, one {# Ticket} other {# Tickets}}", {"n": 0}, "0 Tickets"),
            ("{n, plural, =0 {keins} one {eins} other {#}}", {"n": 0}, "keins"),
            ("{n, plural, one {# in {city}} other {# in {city}}} da", {"n": 3, "city": "Köln"}, "3 in Köln da"),
            ("{kind, select, lp {Platte} other {Ding}}", {"kind": "lp"}, "Platte"),
            ("{kind, select, lp {Platte} other {Ding}}", {"kind": "cd"}, "Ding"),
            ("Platz #1", {}, "Platz #1"),
        ],
    )
    def test_icu(self, text: str, values: dict[str, Any], written: str) -> None:
        assert texts.icu(text, "de", values) == written

    def test_every_message_of_both_languages_can_be_written(self) -> None:
        german, english = texts.messages("de"), texts.messages("en")
        assert german.keys() == english.keys()
        for language, found in (("de", german), ("en", english)):
            for key in found:
                assert "{" not in texts.lang_text(key, language, count=2, amount=2, days=2, seconds=2), key

    def test_an_unknown_key_shows_itself(self) -> None:
        assert texts.lang_text("LANG_NOTHING", "de") == "LANG_NOTHING"

    def test_the_tag_escapes_values(self) -> None:
        assert painted('{% lang "LANG_CART_AMOUNT_OF" name=name %}', name="<b>") == "Anzahl von &lt;b&gt;"
        assert painted('{% lang "LANG_CART" as word %}{{ word }}', "de") == texts.messages("de")["LANG_CART"]
        assert painted('{% lang "LANG_CART" %}', "en") == texts.messages("en")["LANG_CART"]


class TestMoney:
    @pytest.mark.parametrize(
        ("amount", "trim", "written"),
        [
            ("29.90", False, "29,90\u00a0€"),
            ("20.00", False, "20,00\u00a0€"),
            ("20.00", True, "20\u00a0€"),
            ("20.50", True, "20,50\u00a0€"),
            (Decimal("1234.5"), False, "1.234,50\u00a0€"),
            ("99999.99", False, "99.999,99\u00a0€"),
            ("100000.00", False, ""),
            ("-5.00", False, "-5,00\u00a0€"),
            (None, False, ""),
            ("", False, ""),
        ],
    )
    def test_as_the_spa(self, amount: Any, trim: bool, written: str) -> None:
        assert formats.money(amount, trim) == written
        assert painted("{{ amount|money:trim }}", amount=amount, trim=trim) == written


class TestDates:
    def test_shows_happen_where_the_shop_is(self) -> None:
        parts = formats.date_parts("2027-03-05T19:30:00+00:00", "de")
        assert (parts["long"], parts["time"]) == ("Freitag, 5. März 2027", "20:30")
        assert (parts["month_short"], parts["weekday_short"], parts["day_month"]) == ("Mär", "Fr", "5. Mär")
        assert formats.date_parts("2027-12-31T23:30:00+00:00", "de")["medium"] == "1. Januar 2028"

    def test_english(self) -> None:
        parts = formats.date_parts("2027-03-05T19:30:00+00:00", "en")
        assert parts["long"] == "Friday, 5 March 2027"
        assert (parts["medium"], parts["weekday_short"], parts["day_month"]) == ("5 March 2027", "Fri", "5 Mar")

    def test_a_plain_date_is_that_day(self) -> None:
        assert formats.date_parts("2027-07-01", "de")["medium"] == "1. Juli 2027"
        assert formats.date_parts(date(2027, 7, 1), "de")["day"] == "1"

    def test_ahead_or_not(self) -> None:
        today = timezone.localdate()
        assert painted("{{ day|in_future }}", day=(today + timedelta(days=3)).isoformat()) == "True"
        assert painted("{{ day|in_future }}", day=(today - timedelta(days=1)).isoformat()) == "False"
        assert painted("{{ day|in_future }}", day="0000-00-00") == "False"
        assert painted("{{ day|in_future }}", day=None) == "False"
        assert formats.days_until((timezone.now() + timedelta(hours=30)).isoformat()) == 2

    def test_nothing_is_no_date(self) -> None:
        assert painted("{{ day|date_long }}", day=None) == ""


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
