"""A visitor from a network that many share: the device works for a moment, and the shop goes on.

What asks for the work stands in the server's place here, so that it asks whoever comes. The shop's pages, their policy
and the scripts are those that visitors get.
"""

import hashlib
import json
from base64 import b64decode
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Page, Route, expect

from shop.texts import lang_text
from tests.browsers import shot
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.measuring import IN_SIGHT, axe_violations, too_wide
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import Shopper
from tests.proofs import proves

POSTER = "/nachtfalter/products/nachtfalter-schwarm-plakat"
NONCE, SALT = bytes(range(16)), bytes(range(16, 32))
COST = 1000
# Long enough to be told of, on any machine.
COUNTER = 6000


# What the front end's own tests show on a part of a page.
pytestmark = pytest.mark.whole


def challenge() -> dict[str, Any]:
    """As ALTCHA makes one; nobody checks its signature here."""
    key = derived(COUNTER)
    parameters = {
        "algorithm": "PBKDF2/SHA-256", "cost": COST, "keyLength": 32, "keyPrefix": key[:32], "nonce": NONCE.hex(),
        "salt": SALT.hex(),
    }  # fmt: skip
    return {"parameters": parameters, "signature": "00"}


def derived(counter: int) -> str:
    return hashlib.pbkdf2_hmac("sha256", NONCE + counter.to_bytes(4), SALT, COST, 32).hex()


def is_right(proof: str) -> bool:
    told = json.loads(b64decode(proof))
    solution = told["solution"]
    return bool(told["challenge"] == challenge() and solution["derivedKey"] == derived(solution["counter"]))


@dataclass
class Asking:
    """Lets nothing pass that brings no proof."""

    refused: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)

    def graphql(self, route: Route) -> None:
        if route.request.method == "GET":
            return route.continue_()
        body = route.request.post_data or ""
        if proof := route.request.headers.get("proof-of-work"):
            assert is_right(proof)
            self.passed.append(body)
            return route.continue_()
        self.refused.append(body)
        extensions = {"code": "WORK_NEEDED", "challenge": challenge()}
        answer = {"data": None, "errors": [{"message": "work", "extensions": extensions}]}
        return route.fulfill(content_type="application/graphql-response+json", body=json.dumps(answer))


def with_work(language: str, form: str = "") -> str:
    with translation.override(language):
        return render_to_string("work.html", {"work": json.dumps(challenge()), "form": form})


def assert_calm(page: Page, language: str, name: str) -> None:
    """It is said in everybody's sight, in nobody's way."""
    words = page.get_by_role("status").get_by_text(lang_text("LANG_WORK_TEXT", language))
    expect(words).to_be_visible()
    assert words.evaluate(IN_SIGHT) and not too_wide(page)
    shot(page, name)


@proves("design §6", "who is asked for work gets through by a press, in both languages, under the page's own policy")
@pytest.mark.parametrize(("language", "viewport"), [("de", PHONE), ("en", DESKTOP)])
def test_what_is_wanted_comes_after_the_work(open_page: OpenPage, language: str, viewport: Any) -> None:
    page = open_page(POSTER, viewport=viewport, locale=BROWSER_LANGUAGES[language])
    asking = Asking()
    page.route("**/graphql*", asking.graphql)
    shopper = Shopper(page, language)
    shopper.hand.press(shopper.button("LANG_ITEM_ADD"))
    assert_calm(page, language, f"work-{language}")
    expect(shopper.cart).to_be_visible()
    expect(page.get_by_text(lang_text("LANG_WORK_TEXT", language))).to_have_count(0)
    assert len(asking.passed) == 1 and asking.passed[0] == asking.refused[0]


@proves("design §6", "a form of a page without the app goes by itself once the work is done")
@pytest.mark.console_may_say("status of 400")
def test_a_form_of_a_plain_page_goes_by_itself(open_page: OpenPage) -> None:
    page = open_page()
    posted: list[dict[str, list[str]]] = []
    waiting: list[Route] = []

    def answer(route: Route) -> None:
        if route.request.method == "POST":
            posted.append(parse_qs(route.request.post_data or ""))
            waiting.append(route)  # the page stays until it was looked at
            return None
        got = route.fetch()
        asking = with_work("de", "withdrawal") + "</main>"
        body = (
            got.text().replace('<form method="post"', '<form id="withdrawal" method="post"').replace("</main>", asking)
        )
        return route.fulfill(response=got, body=body)

    page.route("**/withdrawal", answer)
    page.goto("/nachtfalter/withdrawal")
    assert_calm(page, "de", "work-plain")
    assert axe_violations(page) == []
    while not waiting:
        page.wait_for_timeout(50)
    waiting[0].continue_()
    expect(page.locator("#withdrawal-problems")).to_be_visible()
    (sent,) = posted
    assert is_right(sent["proof_of_work"][0]) and sent["step"] == ["review"]


@proves("design §6", "a page that only shows something is asked for with the proof and loaded anew")
def test_a_plain_page_is_loaded_anew(open_page: OpenPage) -> None:
    page = open_page()
    proofs: list[str] = []

    def answer(route: Route) -> None:
        if proof := route.request.headers.get("proof-of-work"):
            proofs.append(proof)
        got = route.fetch()
        body = got.text() if proofs else got.text().replace("</main>", with_work("de") + "</main>")
        return route.fulfill(response=got, body=body)

    page.route("**/withdrawal", answer)
    page.goto("/nachtfalter/withdrawal")
    assert_calm(page, "de", "work-reload")
    expect(page.locator("[data-work]")).to_have_count(0)
    assert [is_right(one) for one in proofs] == [True]
