"""A guest goes on in another browser: by an id that is good once, and the first browser loses the session."""

from typing import Any

import pytest

from catalogue.models import ProductVariant
from sessions_queue import resuming
from sessions_queue.limits import RESUMED
from sessions_queue.models import VisitorSession
from sessions_queue.queries import session_cookie
from shop.models import Shop
from shop.web.log_paths import without_secrets
from tests.factories import first_variant, make_product, make_shop
from tests.guest import Answer, Guest

pytestmark = pytest.mark.django_db

MAKE = "mutation MAKERESUMEID($input: MakeResumeIdInput!) { makeResumeId(input: $input) { resumeId } }"
RESUME = (
    "mutation RESUME_SESSION($input: ResumeSessionInput!) { resumeSession(input: $input) { session { expiresAt } } }"
)


@pytest.fixture
def shop(settings: Any) -> Shop:
    settings.GRAPHQL_SAFELIST_ONLY = False
    return make_shop("merchstand")


@pytest.fixture
def shirt(shop: Shop) -> ProductVariant:
    return first_variant(make_product(shop, capacity=50))


@pytest.fixture
def first(shop: Shop, shirt: ProductVariant) -> Guest:
    guest = Guest(shop)
    guest.add((shirt, 2))
    return guest


def make(guest: Guest) -> str:
    answer = guest.send({"query": MAKE, "variables": {"input": {}}})
    return str(answer.response.json()["data"]["makeResumeId"]["resumeId"])


def resume(guest: Guest, resume_id: str, *, replace: bool = False) -> Answer:
    given = {"sessionId": resume_id, "replace": replace}
    return guest.send({"query": RESUME, "variables": {"input": given}})


def test_it_goes_on_elsewhere_and_is_gone_here(shop: Shop, first: Guest) -> None:
    second = Guest(shop)
    before = VisitorSession.objects.get()
    answer = resume(second, make(first))
    assert answer.response.json()["data"]["resumeSession"]["session"]["expiresAt"]
    after = VisitorSession.objects.get()
    assert (after.pk, after.expires_at) == (before.pk, before.expires_at) and after.token != before.token
    cookie = answer.response.cookies[session_cookie(shop)]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    assert second.cart()["items"][0]["amount"] == 2
    assert first.cart() is None


def test_an_id_is_good_once_and_only_the_newest(shop: Shop, first: Guest) -> None:
    older, newer = make(first), make(first)
    assert resume(Guest(shop), older).refusal["code"] == "NOT_RESUMED"
    assert "refusal" not in resume(Guest(shop), newer).response.json()
    assert resume(Guest(shop), newer).refusal["code"] == "NOT_RESUMED"


def test_after_ten_minutes_it_is_good_no_more(shop: Shop, first: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    resume_id = make(first)
    monkeypatch.setattr(resuming, "GOOD_FOR", -1)
    assert resume(Guest(shop), resume_id).refusal["code"] == "NOT_RESUMED"


def test_neither_made_up_nor_another_shops_nor_of_a_session_that_ended(shop: Shop, first: Guest) -> None:
    other = make_shop("other")
    resume_id = make(first)
    key, nonce = resume_id.partition(":")[0].split(".")
    for wrong in ("", "x", f"{key}.{nonce}", f"{resume_id}x", resume_id.replace(nonce, ""), "²" * 50, "a" * 5000):
        assert resume(Guest(shop), wrong).refusal["code"] == "NOT_RESUMED"
    assert resume(Guest(other), resume_id).refusal["code"] == "NOT_RESUMED"
    session = VisitorSession.objects.get()
    VisitorSession.objects.update(expires_at=session.created_at)
    assert resume(Guest(shop), resume_id).refusal["code"] == "NOT_RESUMED"


def test_without_a_session_there_is_nothing_to_go_on_with(shop: Shop) -> None:
    answer = Guest(shop).send({"query": MAKE, "variables": {"input": {}}})
    assert answer.refusal["code"] == "SESSION_ENDED"


def test_who_has_something_here_is_asked_first(shop: Shop, first: Guest, shirt: ProductVariant) -> None:
    second = Guest(shop)
    second.add((shirt, 1))
    own, resume_id = VisitorSession.objects.get(token=second.token), make(first)
    assert resume(second, resume_id).refusal["code"] == "SESSION_HERE"
    assert second.cart()["items"][0]["amount"] == 1  # nothing happened
    resume(second, resume_id, replace=True)
    assert second.cart()["items"][0]["amount"] == 2
    assert not VisitorSession.objects.alive().filter(pk=own.pk).exists()


def test_in_the_same_browser_it_just_goes_on(first: Guest) -> None:
    resume(first, make(first))
    assert first.cart()["items"][0]["amount"] == 2


def test_guessing_ends_in_the_limit(shop: Shop) -> None:
    guest = Guest(shop)
    codes = [resume(guest, f"guess {number}").refusal["code"] for number in range(RESUMED.attempts + 1)]
    assert codes == ["NOT_RESUMED"] * RESUMED.attempts + ["RATE_LIMITED"]


def test_the_log_does_not_say_it() -> None:
    assert without_secrets("/band/checkout/resume?id=abc.def:1") == "/band/checkout/resume?id=…"
