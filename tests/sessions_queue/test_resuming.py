"""A guest goes on in another browser: by an id that is good once, and the first browser loses the session."""

from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from catalogue.models import ProductVariant
from sessions_queue.errors import SessionEnded
from sessions_queue.limits import WRONG_RESUME_IDS
from sessions_queue.models import VisitorSession
from sessions_queue.queries import session_cookie
from sessions_queue.visitor_sessions import resuming
from sessions_queue.visitor_sessions.actions import end_overdue_sessions, heartbeat
from shop.core.http.log_paths import without_secrets
from shop.models import Shop
from tests.factories import make_shop
from tests.guest import Answer, Guest
from tests.proofs import proves

pytestmark = pytest.mark.django_db

MAKE = "mutation MAKERESUMEID($input: MakeResumeIdInput!) { makeResumeId(input: $input) { resumeId } }"
RESUME = (
    "mutation RESUME_SESSION($input: ResumeSessionInput!) { resumeSession(input: $input) { session { expiresAt } } }"
)


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


@proves(
    "purchase §1, §7",
    "RESUME_SESSION and checkout/resume: a cart moves to another browser by an address that is good "
    "once, for ten minutes",
)
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
    assert resume(Guest(shop), newer).response.json()["data"]["resumeSession"]["session"]["expiresAt"]
    assert resume(Guest(shop), newer).refusal["code"] == "NOT_RESUMED"


def test_after_ten_minutes_it_is_good_no_more(shop: Shop, first: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    resume_id = make(first)
    monkeypatch.setattr(resuming, "RESUME_ID_SECONDS", -1)
    assert resume(Guest(shop), resume_id).refusal["code"] == "NOT_RESUMED"


@proves(
    "purchase §5",
    "without an id, or where it fails: “Fehler beim Session wiederherstellen”; who has a cart here is asked first",
)
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

    end_overdue_sessions()
    own.refresh_from_db()
    assert own.ended_at is not None  # what it held is free


@proves(
    "docs/decisions/0066",
    "who sent an address away keeps no way back: what the first browser had begun does nothing in the moved session",
)
def test_who_had_it_does_nothing_in_it_any_more_though_they_had_begun_before(shop: Shop, first: Guest) -> None:
    before = VisitorSession.objects.get()
    resume(Guest(shop), make(first))
    assert heartbeat(session=before) is None
    with pytest.raises(SessionEnded):
        resuming.new_resume_id(session=before)
    assert VisitorSession.objects.get().resume_nonce == ""  # no way back


def test_both_sessions_may_move_at_once_as_they_are_locked_in_one_order(
    shop: Shop, first: Guest, shirt: ProductVariant
) -> None:
    second = Guest(shop)
    second.add((shirt, 1))
    of_first, of_second = (VisitorSession.objects.get(token=guest.token) for guest in (first, second))
    locked = []
    for known, own in ((of_first, of_second), (of_second, of_first)):
        resume_id = resuming.new_resume_id(session=known)
        with CaptureQueriesContext(connection) as captured, transaction.atomic():
            resuming.resume(shop=shop, resume_id=resume_id, here=own, replaces=True)
            transaction.set_rollback(True)
        locked.append([pk for one in captured for pk in (of_first.pk, of_second.pk) if is_lock_of(one["sql"], pk)])
    assert locked == [sorted((of_first.pk, of_second.pk))] * 2


def is_lock_of(statement: str, key: UUID) -> bool:
    return "FOR NO KEY UPDATE" in statement and key.hex in statement


def test_making_and_using_take_few_statements(shop: Shop, first: Guest, django_assert_num_queries: Any) -> None:
    session = VisitorSession.objects.select_related("shop").get()
    with django_assert_num_queries(4):  # the lock and the nonce, within a savepoint
        resume_id = resuming.new_resume_id(session=session)
    with django_assert_num_queries(5):  # what the id names, the lock, the token; within a savepoint
        resuming.resume(shop=shop, resume_id=resume_id, here=None, replaces=False)


def test_in_the_same_browser_it_just_goes_on(first: Guest) -> None:
    resume(first, make(first))
    assert first.cart()["items"][0]["amount"] == 2


@proves(
    "docs/decisions/0066",
    "ids to go on with end in a limit, no log and no kept page has them, and only the shop's own pages use them",
)
def test_guessing_ends_in_the_limit_and_a_right_id_is_never_refused(shop: Shop, first: Guest) -> None:
    guest = Guest(shop)
    codes = [resume(guest, f"guess {number}").refusal["code"] for number in range(WRONG_RESUME_IDS.attempts + 1)]
    assert codes == ["NOT_RESUMED"] * WRONG_RESUME_IDS.attempts + ["RATE_LIMITED"]
    assert resume(guest, make(first)).data


def test_only_who_is_on_the_shops_own_page_makes_and_uses_one(shop: Shop, first: Guest) -> None:
    given = {"query": RESUME, "variables": {"input": {"sessionId": make(first)}}}
    elsewhere = Guest(shop).send(given, origin="https://elsewhere.example", sec_fetch_site="cross-site")
    assert elsewhere.response.status_code == 403 and not elsewhere.response.cookies
    by_get = Guest(shop).client.get(f"{first.base}/graphql", {"query": RESUME, "variables": "{}"})
    assert by_get.status_code >= 400 and not by_get.cookies


def test_nobody_keeps_the_page_with_the_id_and_no_search_engine_has_it(shop: Shop) -> None:
    page = Guest(shop).client.get("/checkout/resume", {"id": "abc.def:1"})
    assert page.status_code == 200 and "abc.def" not in page.content.decode()
    assert "noindex" in page.content.decode() or "noindex" in page.headers.get("X-Robots-Tag", "")
    assert page.headers["Referrer-Policy"] == "strict-origin-when-cross-origin"


def test_in_front_of_a_shop_with_a_code_the_address_waits(shop: Shop, settings: Any) -> None:
    gated = make_shop("gated")
    gated.access_codes.create(code="ROTLICHT")
    guest = Guest(gated)
    page = guest.client.get("/gated/checkout/resume", {"id": "abc.def:1"})
    assert page.status_code == 403 and page.headers["Cache-Control"] == "private, no-store"
    form = {"wanted": "/gated/checkout/resume?id=abc.def%3A1", "code": "ROTLICHT"}
    assert form["wanted"] in page.content.decode()
    entered = guest.client.post("/gated/access-code", form)
    assert (entered.status_code, entered.headers["Location"]) == (303, form["wanted"])


def test_the_log_does_not_say_it() -> None:
    assert without_secrets("/band/checkout/resume?lang=en&id=abc.def%3A1") == "/band/checkout/resume?lang=en&id=…"
    assert without_secrets("/band/checkout/resume?id=abc.def:1") == "/band/checkout/resume?id=…"
