"""Pages without the app that are limited: over an address's budget they are shown again, keep what was typed, and ask
for work; with it they go on.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.test import Client

from aftersale.models import Withdrawal
from aftersale.withdrawals.limits import DECLARATIONS
from checkout.entry.limits import DOCUMENTS
from checkout.models import Invoice, Order, Payment
from checkout.payments.ledger import record_capture
from sessions_queue.limits import PLACES
from sessions_queue.models import WaitingRoom
from sessions_queue.waiting_room.queue_place import place_cookie_name
from shop.codes.entry import CodeEntry
from shop.core.http import password_limits
from shop.core.limits.budgets import Budget, CountedAttempt
from shop.core.limits.visitors import FIELD, Visitor
from shop.models import AccessCode, NewsletterSubscription, Shop
from shop.newsletter.limits import SUBSCRIPTIONS
from tests.checkout.invoicing import run_invoice_jobs, seller
from tests.factories import first_variant, make_product
from tests.guest import Guest
from tests.proof_of_work import solved
from tests.proofs import proves
from tests.sessions_queue.rooms import opened
from tests.shop.web.elements import Elements
from tests.words import worded

pytestmark = pytest.mark.django_db
HERE = "198.51.100.7"
SAID = "Dein Gerät rechnet"
GOES_ON = proves(
    "design §6",
    "a page without the app, over its address's budget: shown again with what was typed, goes on with work",
)


@pytest.fixture
def shop() -> Shop:
    return seller("merchstand")


@pytest.fixture
def client(shop: Shop) -> Client:
    made = Client(SERVER_NAME="localhost", REMOTE_ADDR=HERE, headers={"origin": "http://localhost"})
    made.cookies["locale"] = "de"
    return made


def none_left(monkeypatch: pytest.MonkeyPatch, name: str, budget: Budget, *scope: str) -> None:
    """Nothing but work is left of it for who comes from HERE."""
    used = replace(budget, soft=0)
    monkeypatch.setattr(name, used)
    CountedAttempt((used, Visitor(HERE), *scope))  # type: ignore[arg-type]


def send(client: Client, path: str, typed: dict[str, str]) -> Any:
    """As browsers send a form."""
    return client.post(path, urlencode(typed), content_type="application/x-www-form-urlencoded")


def asked_to_work(response: Any, form: str = "") -> str:
    """The proof that this page's script would send."""
    text = response.content.decode()
    assert (response.status_code, response.headers["Retry-After"]) == (429, "60") and SAID in text
    assert "no-store" in response.headers["Cache-Control"] and text.count("LANG_") == 0
    elements = Elements(text).found
    (box,) = [attributes for _tag, attributes in elements if "data-work" in attributes]
    assert box.get("data-work-form", "") == form
    assert not form or form in {attributes.get("id") for tag, attributes in elements if tag == "form"}
    return solved(json.loads(box["data-work"] or ""))


@GOES_ON
def test_signing_up(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    none_left(monkeypatch, "shop.newsletter.limits.SUBSCRIPTIONS", SUBSCRIPTIONS)
    typed = {"email": "mira@example.org", "accepts_terms": "on"}
    page = send(client, "/newsletter", typed)
    proof = asked_to_work(page, "newsletter-form")
    assert 'value="mira@example.org"' in page.content.decode() and " checked" in page.content.decode()
    assert not NewsletterSubscription.objects.exists()
    assert send(client, "/newsletter", typed | {FIELD: proof}).status_code == 200
    assert NewsletterSubscription.objects.count() == 1


@GOES_ON
def test_withdrawing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    none_left(monkeypatch, "aftersale.withdrawals.limits.DECLARATIONS", DECLARATIONS)
    typed = {"name": "Mira", "contract": "B-1\nand more", "email": "mira@example.org", "step": "confirm", "key": "one"}
    page = send(client, "/withdrawal", typed)
    proof = asked_to_work(page, "withdrawal-review")
    text = page.content.decode()
    assert 'name="key" value="one"' in text and "B-1\nand more" in text and not Withdrawal.objects.exists()
    for _twice in range(2):
        assert send(client, "/withdrawal", typed | {FIELD: proof}).status_code == 200
    assert Withdrawal.objects.count() == 1


@GOES_ON
@pytest.mark.parametrize("in_address", [False, True])
def test_entering_an_access_code(shop: Shop, client: Client, monkeypatch: pytest.MonkeyPatch, in_address: bool) -> None:
    AccessCode.objects.create(shop=shop, code="MOTTE")
    budget = CodeEntry("access code", "", 0).by_visitor
    monkeypatch.setattr(CodeEntry, "by_visitor", replace(budget, soft=0))
    CountedAttempt((CodeEntry.by_visitor, Visitor(HERE), str(shop.pk)))  # type: ignore[arg-type]
    typed = {"code": "motte", "wanted": "/events"}
    page = client.get("/events?code=motte") if in_address else send(client, "/access-code", typed)
    proof = asked_to_work(page, "access-form")
    assert 'value="motte"' in page.content.decode() and 'value="/events"' in page.content.decode()
    answer = send(client, "/access-code", typed | {FIELD: proof})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/events")
    assert client.get("/events").status_code == 200


@GOES_ON
def test_logging_in_as_staff(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_user("clerk", password="moth-and-lantern", is_staff=True)
    none_left(monkeypatch, "shop.core.http.password_limits.OF_ANYBODY", password_limits.OF_ANYBODY)
    typed = {"username": "clerk", "password": "moth-and-lantern"}
    page = send(client, "/admin/login/", typed)
    text = page.content.decode()
    proof = asked_to_work(page, "login-form")
    assert "moth-and-lantern" not in text and 'value="clerk"' in text and "Gib dein Passwort" in text
    assert send(client, "/admin/login/", typed | {FIELD: proof}).status_code == 302


@pytest.fixture
def room(shop: Shop) -> Iterator[WaitingRoom]:
    with opened(WaitingRoom.objects.create(shop=shop, capacity=1, rate=1)) as room:
        yield room


@GOES_ON
def test_standing_in_line(shop: Shop, room: WaitingRoom, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a script the browser loads the page anew after a minute, and is let in once a minute is over."""
    none_left(monkeypatch, "sessions_queue.limits.PLACES", PLACES, room.opening)
    page = client.get("/queue")
    proof = asked_to_work(page)
    assert '<noscript><meta http-equiv="refresh" content="60"></noscript>' in page.content.decode()
    assert client.get("/queue", headers={"proof-of-work": proof}).status_code == 200
    assert client.get("/queue").status_code == 200 and client.cookies[place_cookie_name(shop)].value


def test_who_took_too_many_places_is_told_to_wait(
    shop: Shop, room: WaitingRoom, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sessions_queue.limits.PLACES", replace(PLACES, hard=0))
    page = client.get("/queue")
    assert page.status_code == 429 and "data-work" not in page.content.decode()
    assert worded("Many want in right now") in page.content.decode()


@proves("design §6", "a file that was asked for too often is refused by a page to people, by a problem to programs")
def test_a_file_that_was_followed(shop: Shop, client: Client, monkeypatch: pytest.MonkeyPatch, open_wire: None) -> None:
    Guest(shop).buy((first_variant(make_product(shop)), 1))
    payment = Payment.objects.get()
    record_capture(payment=payment, amount=payment.amount, event_id="statement")
    run_invoice_jobs()
    order = Order.objects.get()
    address = f"/api/v2/shops/merchstand/orders/{order.secret}/invoices/{Invoice.objects.get().pk}"
    followed, fetched = {"accept": "text/html,*/*"}, {"accept": "*/*"}
    none_left(monkeypatch, "checkout.entry.limits.DOCUMENTS", DOCUMENTS, order.secret)
    proof = asked_to_work(client.get(address, headers=followed))
    assert client.get(address, headers=fetched).json()["code"] == "WORK_NEEDED"
    assert client.get(address, headers={**followed, "proof-of-work": proof}).content.startswith(b"%PDF")
    monkeypatch.setattr("checkout.entry.limits.DOCUMENTS", replace(DOCUMENTS, hard=0))
    page = client.get(address, headers=followed)
    assert page.status_code == 429 and worded("Too many attempts. Try again in ten minutes.") in page.content.decode()
