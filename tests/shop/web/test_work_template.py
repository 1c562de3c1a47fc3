"""What a page of the server's own carries when it wants work first; what its script does: frontend/plain."""

import json

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tests.proofs import proves
from tests.shop.web.elements import Elements

CHALLENGE = {"parameters": {"algorithm": "PBKDF2/SHA-256", "keyPrefix": "00\"'<"}, "signature": "ab"}


@pytest.mark.parametrize("form", ["", "access-form"])
@pytest.mark.parametrize("language", ["de", "en"])
@proves("design §6", "a page without the app that wants work says so in its language, and without scripts what to do")
def test_a_page_carries_the_challenge_its_words_and_the_script(language: str, form: str) -> None:
    with translation.override(language):
        text = render_to_string("work.html", {"work": json.dumps(CHALLENGE), "form": form})
    found = Elements(text).found
    box = next(attributes for _tag, attributes in found if "data-work" in attributes)
    assert json.loads(box["data-work"] or "") == CHALLENGE and box.get("data-work-form", "") == form
    assert box["role"] == "status" and text.count("LANG_") == 0
    assert {attributes.get("id") for tag, attributes in found if tag == "template"} == {"work-words", "work-later"}
    assert "<noscript>" in text and ("Minute" if language == "de" else "minute") in text
    (script,) = [attributes["src"] for tag, attributes in found if tag == "script"]
    assert script and script.startswith("/static/plain/work-")


@pytest.mark.parametrize(
    "work,heading", [("{}", "Einen Moment bitte"), ("", "Zu viele Versuche")], ids=["it is asked to work", "refused"]
)
def test_who_is_refused_is_not_told_to_wait_a_moment(work: str, heading: str) -> None:
    with translation.override("de"):
        text = render_to_string("refused.html", {"work": work})
    headings = {heading for heading in ("Einen Moment bitte", "Zu viele Versuche") if f">{heading}<" in text}
    assert headings == {heading}
