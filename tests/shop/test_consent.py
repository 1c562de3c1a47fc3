"""The proof of a yes to being counted: a random number, when, where and to which words; nothing else (GDPR Art. 7)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from shop.consent import DECISIONS, forget_old
from shop.core.retention import CONSENT
from shop.models import ConsentDecision, ConsentText, Shop
from shop.texts import lang_text
from tests.factories import make_shop
from tests.proof_of_work import WorkingClient, challenge_of
from tests.proofs import proves
from tests.staff import log_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter", trackers=["counts"])


def decide(
    shop: Shop,
    allowed: Any,
    *,
    language: str = "de",
    headers: dict[str, str] | None = None,
    client: Client | None = None,
    **more: Any,
) -> Any:
    return (client or Client(HTTP_HOST="localhost")).post(
        f"/api/v2/shops/{shop.slug}/consent",
        {"allowed": allowed, **more},
        content_type="application/json",
        headers={"accept-language": language, **(headers or {})},
    )


def kept() -> list[tuple[str, bool]]:
    return [(str(one.visitor), one.allowed) for one in ConsentDecision.objects.order_by("pk")]


@proves(
    "GDPR Art. 7 (1)",
    "a yes to being counted, and its end, is proved by a random number, the time and the words of the "
    "question; deleted three years after; a no without a yes leaves nothing",
)
def test_a_yes_its_end_and_the_next_yes_have_one_number(shop: Shop) -> None:
    answer = decide(shop, True)
    assert (answer.status_code, list(answer.cookies), answer["Cache-Control"]) == (200, ["ms_pass"], "no-store")
    number = answer.json()["visitor"]
    for allowed in (False, True):
        assert decide(shop, allowed, visitor=number).json() == {"visitor": number}
    assert kept() == [(number, True), (number, False), (number, True)]
    assert decide(shop, True).json()["visitor"] != number


def test_a_no_without_a_yes_is_not_kept(shop: Shop) -> None:
    assert decide(shop, False).json() == {"visitor": None}
    assert decide(shop, False, visitor=str(uuid4())).json() == {"visitor": None}
    assert kept() == []


@proves("GDPR Art. 7", "a yes, its number and what was hidden count in one shop, also where shops share a host")
def test_a_number_is_worth_nothing_in_another_shop(shop: Shop) -> None:
    other = make_shop("kellerkind", trackers=["counts"])
    number = decide(shop, True).json()["visitor"]
    assert decide(other, False, visitor=number).json() == {"visitor": None}
    assert decide(other, True, visitor=number).json()["visitor"] != number
    assert list(shop.consent_decisions.values_list("allowed", flat=True)) == [True]


def test_nobody_chooses_a_number(shop: Shop) -> None:
    wished = str(uuid4())
    assert decide(shop, True, visitor=wished).json()["visitor"] != wished


def test_a_shop_that_measures_nothing_keeps_nothing() -> None:
    assert decide(make_shop("kellerkind"), True).json() == {"visitor": None}
    assert kept() == []


def test_what_was_asked_is_kept_word_for_word_and_once(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    for language in ("de", "en", "de"):
        decide(shop, True, language=language)
    german, english = ConsentText.objects.order_by("language")
    assert (german.language, english.language) == ("de", "en")
    assert lang_text("LANG_CONSENT_TEXT", "de") in german.text
    assert lang_text("LANG_CONSENT_ALLOW", "en") in english.text
    monkeypatch.setattr("shop.consent.lang_text", lambda key, language: f"{key} anew")
    decide(shop, True)
    assert ConsentText.objects.filter(language="de").count() == 2
    assert ConsentDecision.objects.latest("pk").asked.text.startswith("LANG_CONSENT_TITLE anew")


@pytest.mark.parametrize("body", [{"allowed": None}, {"allowed": "perhaps"}, {"allowed": True, "visitor": "x"}, {}])
def test_what_is_no_decision_is_refused(shop: Shop, body: dict[str, Any]) -> None:
    client = Client(HTTP_HOST="localhost")
    answer = client.post(f"/api/v2/shops/{shop.slug}/consent", body, content_type="application/json")
    assert answer.status_code == 400
    assert set(answer.json()["errors"]) <= {"allowed", "visitor"}
    assert kept() == []


def test_not_from_other_sites_and_not_without_end(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shop.consent.DECISIONS", replace(DECISIONS, hard=2, soft=3))
    assert decide(shop, True, headers={"origin": "https://evil.example"}).status_code == 403
    one = Client(HTTP_HOST="localhost")
    assert [decide(shop, True, client=one).status_code for _ in range(3)] == [200, 200, 429]
    assert decide(shop, True).status_code == 200
    beyond = decide(shop, True)
    assert beyond.status_code == 429 and challenge_of(beyond)
    assert decide(shop, True, client=WorkingClient(HTTP_HOST="localhost")).status_code == 200
    assert decide(shop, True, client=one).json()["code"] == "RATE_LIMITED"


def test_who_decides_nothing_that_is_kept_gets_no_pass(shop: Shop) -> None:
    """A no that goes before any yes, or is said where nothing measures, is kept nowhere and counted by nothing."""
    for decided in (decide(shop, False), decide(make_shop("kellerkind"), True)):
        assert (decided.status_code, decided.cookies) == (200, {})
    assert list(decide(shop, True).cookies) == ["ms_pass"]


def test_proofs_are_deleted_three_years_after_their_end(shop: Shop) -> None:
    decide(shop, True)
    old, recent = timezone.now() - CONSENT.span - timedelta(days=1), timezone.now() - CONSENT.span + timedelta(days=1)
    first = ConsentDecision.objects.get()
    ConsentDecision.objects.filter(pk=first.pk).update(decided_at=old)
    second = ConsentDecision.objects.create(shop=shop, allowed=True, asked=first.asked, decided_at=recent)
    assert forget_old() == 1
    assert ConsentDecision.objects.get() == second


@proves("GDPR Art. 7 (1), 15", "staff find a proof of consent by the number that the visitor's settings show")
def test_staff_find_a_proof_by_its_number_and_change_none(shop: Shop) -> None:
    number = decide(shop, True).json()["visitor"]
    other = decide(shop, True).json()["visitor"]
    client = Client()
    log_in(client)
    page = client.get("/admin/shop/consentdecision/", {"q": number}).content.decode()
    assert number in page and other not in page
    decision = ConsentDecision.objects.get(visitor=number)
    assert client.get(f"/admin/shop/consentdecision/{decision.pk}/change/").status_code == 200
    assert client.post(f"/admin/shop/consentdecision/{decision.pk}/delete/", {"post": "yes"}).status_code == 403
    text = client.get(f"/admin/shop/consenttext/{decision.asked.pk}/change/").content.decode()
    assert lang_text("LANG_CONSENT_TITLE", "de") in text
