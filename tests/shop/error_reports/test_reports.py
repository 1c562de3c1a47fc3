"""Failures are reported where a visitor allows it, with nothing about anybody (purchase §7)."""

import json
import logging
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import sentry_sdk
from django.test import Client

from checkout.payments.activity import log_failed
from shop.error_reports.client import start
from shop.error_reports.consent import reports_allowed
from shop.error_reports.rest import OF_ALL, REPORTS
from shop.models import ConsentText, Shop
from tests.factories import make_shop
from tests.peers.sentry import Relay, relay
from tests.proofs import proves
from tests.sessions_queue.payments import payment_by
from tests.shop.web.visit import Visit

pytestmark = pytest.mark.django_db
SECRET = "mira@example.org lives at Hafenstraße 12"
WAIT_SECONDS = 10


@pytest.fixture
def reports(settings: Any) -> Iterator[Relay]:
    with relay() as peer:
        settings.SENTRY_DSN = peer.dsn
        start()
        yield peer
        sentry_sdk.get_client().close()
        sentry_sdk.init()
        assert peer.violations == []


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


def visitor(consent: str = "") -> Client:
    client = Client(SERVER_NAME="localhost", raise_request_exception=False)
    if consent:
        client.cookies["nachtfalter_TrackingAllowed"] = consent
    return client


def sent(peer: Relay, least: int = 1) -> list[dict[str, Any]]:
    sentry_sdk.flush(WAIT_SECONDS)
    end = time.monotonic() + WAIT_SECONDS
    while len(peer.events) < least and time.monotonic() < end:
        time.sleep(0.01)
    return peer.events


def fail(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_shop: Shop) -> Any:
        email = SECRET
        raise RuntimeError(f"cannot write {email}")

    monkeypatch.setattr("shop.web.rest.whole_shop_json", broken)


@proves(
    "purchase §7, docs/decisions/0044",
    "failures and payments that fail are reported to a Sentry server after a yes alone, with nothing "
    "about anybody, through the shop's own address",
)
@pytest.mark.parametrize("consent", ["", "no", "perhaps"])
def test_without_a_yes_nothing_leaves(
    reports: Relay, shop: Shop, monkeypatch: pytest.MonkeyPatch, consent: str
) -> None:
    fail(monkeypatch)
    assert visitor(consent).get("/api/v2/shops/nachtfalter/").status_code == 500
    body = envelope({"exception": {"values": [{"type": "TypeError"}]}})
    assert post(visitor(consent), body).status_code == 204
    sentry_sdk.flush(2)
    assert reports.asked == []


def test_a_yes_in_another_shop_is_none_here(reports: Relay, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    make_shop("kellerkind")
    fail(monkeypatch)
    assert visitor("yes").get("/api/v2/shops/kellerkind/").status_code == 500
    sentry_sdk.flush(2)
    assert reports.asked == []


def test_with_a_yes_a_failure_is_reported_without_what_it_is_about(
    reports: Relay, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch)
    assert visitor("yes").get("/api/v2/shops/nachtfalter/").status_code == 500
    [event] = sent(reports)
    [error] = event["exception"]["values"]
    assert (error["type"], error["value"]) == ("RuntimeError", "")
    assert error["stacktrace"]["frames"][-1]["function"] == "broken"
    assert "request" not in event and "user" not in event


def test_a_log_line_is_reported_without_what_it_is_filled_with(reports: Relay, shop: Shop) -> None:
    logging.getLogger("shop.jobs").error("Order %s failed for %s", "B-12345", SECRET)
    [event] = sent(reports)
    assert event["message"] == "Order %s failed for %s"


def test_what_is_no_failure_is_not_reported(reports: Relay, shop: Shop) -> None:
    logging.getLogger("shop.jobs").warning("nothing to speak of")
    sentry_sdk.flush(1)
    assert reports.asked == []


def test_a_payment_that_fails_is_reported_by_its_method(reports: Relay, shop: Shop, settings: Any) -> None:
    settings.GRAPHQL_SAFELIST_ONLY = False
    payment = payment_by(shop, "paypal", "paypal")
    with reports_allowed(False):
        log_failed(payment, "INSTRUMENT_DECLINED")
    with reports_allowed(True):
        log_failed(payment, "INSTRUMENT_DECLINED")
    [event] = sent(reports)
    assert event["message"] == "A payment failed"
    assert event["tags"] == {"method": "paypal", "reason": "INSTRUMENT_DECLINED"}


def envelope(event: dict[str, Any], kind: str = "event") -> str:
    return "\n".join(map(json.dumps, [{"dsn": "https://x@evil.example/1"}, {"type": kind}, event]))


def post(client: Client, body: str) -> Any:
    return client.post("/api/v2/shops/nachtfalter/errors", body, content_type="application/json")


def test_a_browsers_report_is_made_anew(reports: Relay, shop: Shop) -> None:
    event = {
        "event_id": "f" * 32, "timestamp": 1.5, "level": "error", "user": {"email": SECRET},
        "request": {"url": f"https://shop/{SECRET}", "cookies": SECRET},
        "breadcrumbs": [{"message": SECRET}], "extra": {"x": SECRET},
        "exception": {"values": [{
            "type": "TypeError", "value": SECRET,
            "stacktrace": {"frames": [
                {"filename": "https://shop/static/assets/entry-1.js", "lineno": 1, "colno": 7, "vars": {"a": SECRET}},
                {"filename": "https://shop/checkout/done/secret/B-12345", "function": "f"},
            ]},
        }]},
        "tags": {"page": "checkout-order", "about": "paying"},
        "contexts": {
            "cart": {
                "total": "12.00", "country": "de", "email": SECRET, "id": "17",
                "lines": [{"type": "product", "amount": 2, "price": "6.00", "personalIdentifier": SECRET}],
            },
            "device": {"name": SECRET},
        },
    }  # fmt: skip
    assert post(visitor("yes"), envelope(event)).status_code == 204
    [told] = sent(reports)
    assert told["contexts"] == {
        "cart": {"total": "12.00", "country": "de", "lines": [{"type": "product", "amount": 2, "price": "6.00"}]}
    }
    assert [frame.get("filename") for frame in told["exception"]["values"][0]["stacktrace"]["frames"]] == [
        "entry-1.js",
        "",
    ]
    assert told["tags"] == {"page": "checkout-order", "about": "paying", "shop": "nachtfalter"}


@pytest.mark.parametrize(
    "body",
    ["", "{}", "[]\n[]\n[]", "x\ny\nz", envelope({}, kind="session"), envelope({"a": "x" * 40_000}), "[" * 30_000],
)
def test_what_is_no_report_or_too_large_is_dropped(reports: Relay, shop: Shop, body: str) -> None:
    assert post(visitor("yes"), body).status_code == 204
    sentry_sdk.flush(1)
    assert reports.asked == []


@proves(
    "docs/decisions/0044",
    "a browser's report of any shape is passed on as far as it can be read; an address that has none "
    "left uses up nobody else's",
)
@pytest.mark.parametrize("frame", [5, "lineno", {"filename": "https://[x"}, {"filename": {"a": 1}}])
def test_a_report_of_another_shape_is_passed_on_without_it(reports: Relay, shop: Shop, frame: Any) -> None:
    frames = [frame, {"filename": "https://shop/static/assets/entry-1.js"}]
    event = {"exception": {"values": [{"type": "TypeError", "stacktrace": {"frames": frames}}]}}
    assert post(visitor("yes"), envelope(event)).status_code == 204
    [told] = sent(reports)
    assert told["exception"]["values"][0]["stacktrace"]["frames"][-1]["filename"] == "entry-1.js"


def test_one_browser_reports_no_more_than_20_in_ten_minutes(reports: Relay, shop: Shop) -> None:
    body = envelope({"exception": {"values": [{"type": "TypeError"}]}})
    client = visitor("yes")
    client.defaults["REMOTE_ADDR"] = "192.0.2.99"
    assert [post(client, body).status_code for _time in range(21)] == [204] * 20 + [429]


def test_whoever_has_no_report_left_uses_up_nobody_elses(
    reports: Relay, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shop.error_reports.rest.OF_ALL", replace(OF_ALL, attempts=REPORTS.attempts + 1))
    body = envelope({"exception": {"values": [{"type": "TypeError"}]}})
    loud, other = visitor("yes"), visitor("yes")
    loud.defaults["REMOTE_ADDR"], other.defaults["REMOTE_ADDR"] = "192.0.2.98", "192.0.2.97"
    assert [post(loud, body).status_code for _time in range(30)] == [204] * 20 + [429] * 10
    assert post(other, body).status_code == 204


def test_the_visitor_is_asked_and_told(reports: Relay, shop: Shop) -> None:
    told = visitor().get("/api/v2/shops/nachtfalter/").json()
    assert told["meta"]["trackers"] == ["error-reports"]
    answer = visitor().post("/api/v2/shops/nachtfalter/consent", {"allowed": True}, content_type="application/json")
    assert answer.json()["visitor"]
    assert "Bericht" in ConsentText.objects.get().text
    assert "data-tracker-switch" in visitor().get("/nachtfalter/datapolicy").content.decode()


def test_without_a_server_for_it_nothing_is_asked_loaded_or_sent(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    client = visitor("yes")
    assert client.get("/api/v2/shops/nachtfalter/").json()["meta"]["trackers"] == []
    fail(monkeypatch)
    assert client.get("/api/v2/shops/nachtfalter/").status_code == 500
    assert sentry_sdk.get_client().transport is None


@proves(
    "purchase §2, §8", "the data policy names who is told of failures: Sentry's service, or another server by its host"
)
@pytest.mark.parametrize(("language", "word"), [("de", "Empfänger"), ("en", "recipient")])
def test_the_policy_names_the_server_that_is_told(shop: Shop, settings: Any, language: str, word: str) -> None:
    def recipient() -> str:
        html = Visit(f"/nachtfalter/datapolicy?lang={language}").block("page-data")["data"]["staticPage"]["html"]
        (told,) = re.findall(rf"[^.>]*{word}[^<]*?Sentry[^<]*", html)
        return str(told)

    for host, own in (("o1.ingest.de.sentry.io", True), ("sentry.io", True), ("errors.sentry.example", False)):
        settings.SENTRY_DSN = f"https://key@{host}/1"
        assert ("Functional Software" in recipient(), host in recipient()) == (own, not own)
