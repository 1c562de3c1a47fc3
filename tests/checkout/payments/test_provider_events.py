"""Where payment providers report: no session, no origin, only a signature."""

import json
import time
from typing import Any

import pytest
from django.test import Client
from procrastinate.contrib.django.models import ProcrastinateJob

from checkout.actions.payments.reconciling import EVENT_JOB
from checkout.models import ProviderEvent
from checkout.payments.methods import PROVIDERS
from checkout.webhooks import LARGEST_EVENT
from shop.core.http.problems import PROBLEM
from shop.models import AccessCode
from tests.factories import make_shop
from tests.peers.redirect_method import RedirectMethod
from tests.peers.redirect_provider import signed
from tests.proofs import proves

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v2/payments/redirect/events"
SECRET = "secret"
BODY = json.dumps({"id": "evt_1", "type": "payment.capture", "payment": "pay_1", "amount": "999.00"}).encode()


@pytest.fixture(autouse=True)
def provider(monkeypatch: pytest.MonkeyPatch) -> None:
    make_shop("merchstand")
    monkeypatch.setitem(PROVIDERS, "redirect", RedirectMethod("http://127.0.0.1:1", "key", SECRET))


def send(body: bytes = BODY, secret: str = SECRET, address: str = ADDRESS, **headers: str) -> Any:
    moment = str(int(time.time()))
    signature = f"t={moment},v1={signed(secret, moment, body)}"
    kind = headers.pop("kind", "application/json")
    client = Client(HTTP_HOST="localhost")
    return client.post(address, body, content_type=kind, headers={"Provider-Signature": signature, **headers})


def kept() -> list[tuple[str, str]]:
    assert ProcrastinateJob.objects.filter(task_name=EVENT_JOB).count() == ProviderEvent.objects.count()
    return list(ProviderEvent.objects.values_list("event_id", "external_id"))


@proves(
    "design §6",
    "providers report from elsewhere, in their own forms, past a shop's gate; wrong or old signatures, "
    "unknown providers and large bodies are refused",
)
def test_an_event_is_kept_once_with_its_job() -> None:
    for _time in range(2):
        answer = send()
        assert (answer.status_code, answer.content, answer.cookies) == (204, b"", {})
        assert "no-store" in answer["Cache-Control"]
    assert kept() == [("evt_1", "pay_1")]


@pytest.mark.parametrize(
    "sent",
    [
        {"Sec-Fetch-Site": "cross-site", "Origin": "https://provider.example"},
        {"kind": "application/x-www-form-urlencoded"},
        {"kind": "text/plain"},
    ],
)
def test_providers_come_from_elsewhere_in_their_own_forms(sent: dict[str, Any]) -> None:
    assert (send(**sent).status_code, kept()) == (204, [("evt_1", "pay_1")])


def test_a_shops_gate_is_none_for_them() -> None:
    shop = make_shop("geheim")
    AccessCode.objects.create(shop=shop, code="ROTLICHT")
    shop.domain = "geheim.example"
    shop.save()
    client = Client(HTTP_HOST="geheim.example")
    assert client.get("/api/v2/shops/geheim/").status_code == 403
    moment = str(int(time.time()))
    header = {"Provider-Signature": f"t={moment},v1={signed(SECRET, moment, BODY)}"}
    assert client.post(ADDRESS, BODY, content_type="application/json", headers=header).status_code == 204


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"address": "/api/v2/payments/nobody/events"}, 404, "NOT_FOUND"),
        ({"address": "/api/v2/payments/bank_transfer/events"}, 404, "NOT_FOUND"),
        ({"secret": "another"}, 400, "SIGNATURE_WRONG"),
        ({"Provider-Signature": ""}, 400, "SIGNATURE_WRONG"),
        ({"Provider-Signature": "t=1,v1="}, 400, "SIGNATURE_WRONG"),
        ({"body": b" " * (LARGEST_EVENT + 1)}, 413, "TOO_LARGE"),
        ({"body": b" " * 3_000_000}, 413, "TOO_LARGE"),
    ],
)
def test_what_is_refused(sent: dict[str, Any], status: int, code: str) -> None:
    answer = send(**sent)
    assert (answer.status_code, answer["Content-Type"], answer.json()["code"]) == (status, PROBLEM, code)
    assert kept() == []


def test_it_is_for_posting_only() -> None:
    assert Client(HTTP_HOST="localhost").get(ADDRESS).status_code == 405
