"""What comes in at the address for PayPal's events, from whomever: it is proven here, and nobody is asked meanwhile."""

import json
import zlib
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from checkout.actions.payments import inbox
from checkout.actions.payments.inbox import forget_unproven, prove
from checkout.actions.payments.reconciling import UNKNOWN, handle
from checkout.entry.limits import UNPROVEN_EVENTS
from checkout.errors import ProviderAway
from checkout.models import ProviderEvent, UnprovenEvent
from checkout.payments import paypal_signature
from checkout.payments.inbox import PATIENCE, stuck_events
from checkout.payments.paypal_signature import is_address_of_certificate
from shop.core.limits.budgets import use_attempt
from shop.core.retention import UNPROVEN_EVENTS as UNPROVEN
from shop.core.valkey import valkey
from tests.checkout.certificates import chain
from tests.factories import make_shop
from tests.peers.paypal import PayPal, signing
from tests.proofs import proves

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v2/payments/paypal/events"
EVENT = b'{"id": "WH-1", "resource": {"custom_id": "1"}}'
CERTIFICATE = "PAYPAL-CERT-URL"


@pytest.fixture(autouse=True)
def _shop() -> None:
    make_shop("merchstand")


def post(body: bytes, headers: dict[str, str], address: str = "192.0.2.1") -> Any:
    client = Client(SERVER_NAME="localhost", REMOTE_ADDR=address, raise_request_exception=False)
    return client.post(ADDRESS, body, content_type="application/json", headers=headers)


def send(peer: PayPal, body: bytes = EVENT, *, address: str = "192.0.2.1", forged: bool = False, **other: str) -> Any:
    headers = peer.signed(body, forged=forged) | {name.replace("_", "-"): value for name, value in other.items()}
    return post(body, headers, address)


def forget_certificates() -> None:
    """Nobody has seen one yet, in whatever process."""
    paypal_signature.forget_certificates()
    for key in valkey().ask("KEYS", "paypal-certificate:*"):
        valkey().ask("DEL", key)


@proves(
    "docs/decisions/0071",
    "events of a payment service are proven here and nobody is asked meanwhile; forged ones have no effect, are refused"
    " or forgotten, count 100 in ten minutes, and push out none that is right",
)
@pytest.mark.parametrize(
    "body",
    [
        b"", b"null", b'"WH-1"', b'{"id": 1}', b'{"id": 1, "resource": []}', b"\xff\xfe",
        EVENT.decode().encode("utf-16"),
        b"[" * 60_000, b'{"id": 1, "resource": ' + b'{"a":' * 9_000 + b"1" + b"}" * 9_001,
    ],
)  # fmt: skip
def test_what_is_no_event_is_refused(paypal_peer: PayPal, body: bytes) -> None:
    answer = send(paypal_peer, body)
    assert (answer.status_code, answer.json()["code"]) == (400, "SIGNATURE_WRONG")
    assert paypal_peer.asked == []


@pytest.mark.parametrize("told", ["x" * 127, "\0", "\ud800", {"a": [1]}, 7])
def test_a_name_that_is_none_of_ours_is_kept_as_none(paypal_peer: PayPal, told: Any) -> None:
    """Whoever begins an order at PayPal says what it is called, and PayPal signs what it tells of it."""
    assert send(paypal_peer, json.dumps({"id": "WH-1", "resource": {"custom_id": told}}).encode()).status_code == 204
    event = ProviderEvent.objects.get()
    handle(event)
    event.refresh_from_db()
    assert event.problem == UNKNOWN


@pytest.mark.parametrize(
    "changed",
    [
        {"PAYPAL_TRANSMISSION_ID": "103e3700-8b0c-11e6-8695-6b62a8a99ac4"},
        {"PAYPAL_TRANSMISSION_TIME": "2026-10-05T14:57:40Z"},
        {"PAYPAL_TRANSMISSION_SIG": "bm8="},
        {"PAYPAL_TRANSMISSION_SIG": "ü"},
        {"PAYPAL_TRANSMISSION_SIG": ""},
        {"PAYPAL_AUTH_ALGO": "SHA1withRSA"},
        {"PAYPAL_CERT_URL": ""},
        {"PAYPAL_CERT_URL": "https://evil.example/v1/notifications/certs/CERT-1"},
    ],
)
def test_a_signature_is_over_everything(paypal_peer: PayPal, changed: dict[str, Any]) -> None:
    assert send(paypal_peer).status_code == 204
    assert send(paypal_peer, forged=True).status_code == 400
    assert send(paypal_peer, EVENT.replace(b"WH-1", b"WH-2"), **changed).status_code == 400
    assert (ProviderEvent.objects.count(), UnprovenEvent.objects.count()) == (1, 0)
    assert paypal_peer.asked == []


def with_the_crc_of(other: bytes, number: str) -> bytes:
    """Another event: of the letters in it some are changed so that its CRC-32 is the other's. A CRC is linear, so that
    what each letter changes adds up.
    """
    before, after = b'{"id": "%s", "resource": {"custom_id": "2"}, "x": "' % number.encode(), b'"}'
    letters = [b"a"] * 80
    plain = zlib.crc32(before + b"".join(letters) + after)
    # By its highest bit: what changes it, and which letters do so together.
    basis: dict[int, tuple[int, int]] = {}

    def reduced(change: int, places: int) -> tuple[int, int]:
        for bit in reversed(range(32)):
            if change >> bit & 1 and bit in basis:
                change, places = change ^ basis[bit][0], places ^ basis[bit][1]
        return change, places

    for place in range(len(letters)):
        content = b"".join(b"c" if one == place else b"a" for one in range(len(letters)))
        change, places = reduced(zlib.crc32(before + content + after) ^ plain, 1 << place)
        if change:
            basis[change.bit_length() - 1] = change, places
    left, places = reduced(zlib.crc32(other) ^ plain, 0)
    assert left == 0
    return before + b"".join(b"c" if places >> place & 1 else b"a" for place in range(len(letters))) + after


@proves(
    "docs/decisions/0071",
    "a transmission of PayPal's proves one event, though others have its CRC, and only for some days; what comes later "
    "or by a used one is forged",
)
def test_a_transmission_proves_one_event_though_others_have_its_crc(paypal_peer: PayPal) -> None:
    headers = paypal_peer.signed(EVENT)
    forged = [with_the_crc_of(EVENT, number) for number in ("WH-2", "WH-3")]
    assert {zlib.crc32(one) for one in forged} == {zlib.crc32(EVENT)} and forged[0] != forged[1]
    assert [post(EVENT, headers).status_code for _time in range(2)] == [204, 204]
    assert {post(one, headers).json()["code"] for one in forged} == {"SIGNATURE_WRONG"}
    event = ProviderEvent.objects.get()
    assert event.event_id == "WH-1"
    # PayPal tells again by another transmission.
    assert (send(paypal_peer).status_code, ProviderEvent.objects.count()) == (204, 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        ProviderEvent.objects.create(provider="paypal", event_id="WH-2", transmission=event.transmission)


def test_a_used_transmission_proves_nothing_by_a_job_either(paypal_peer: PayPal) -> None:
    headers = paypal_peer.signed(EVENT)
    forget_certificates()
    assert [post(one, headers).status_code for one in (EVENT, with_the_crc_of(EVENT, "WH-2"))] == [204, 204]
    for one in UnprovenEvent.objects.order_by("pk"):
        prove(one.pk)
    assert (ProviderEvent.objects.get().event_id, UnprovenEvent.objects.count()) == ("WH-1", 0)


@pytest.mark.parametrize(
    ("seconds_ago", "status"), [(3 * 86_400, 204), (4 * 86_400 + 60, 400), (-300, 204), (-1200, 400)]
)
def test_what_was_signed_days_ago_proves_nothing(paypal_peer: PayPal, seconds_ago: int, status: int) -> None:
    assert post(EVENT, paypal_peer.signed(EVENT, seconds_ago=seconds_ago)).status_code == status


@pytest.mark.parametrize("moment", ["", "yesterday", "9999-99-99T00:00:00Z", "0001-01-01T00:00:00+23:00"])
def test_what_is_no_time_is_none(moment: str) -> None:
    assert not paypal_signature.is_near(moment)


def test_whoever_forges_events_may_do_so_a_hundred_times_and_right_ones_come_in_all_the_same(
    paypal_peer: PayPal,
) -> None:
    for _time in range(UNPROVEN_EVENTS.attempts - 2):
        assert use_attempt(UNPROVEN_EVENTS, "192.0.2.1")
    assert [send(paypal_peer, forged=True).status_code for _time in range(4)] == [400, 400, 429, 429]
    assert send(paypal_peer, forged=True, address="192.0.2.2").status_code == 400
    paypal_peer.away = True
    assert {send(paypal_peer).status_code for _time in range(3)} == {204}
    assert (ProviderEvent.objects.count(), paypal_peer.asked) == (1, [])


def test_an_event_whose_certificate_is_not_known_is_kept_until_a_job_has_fetched_it(paypal_peer: PayPal) -> None:
    forget_certificates()
    assert [send(paypal_peer).status_code for _time in range(2)] == [204, 204]
    assert (ProviderEvent.objects.count(), paypal_peer.asked) == (0, [])
    one, again = UnprovenEvent.objects.all()
    assert bytes(one.body) == EVENT
    prove(one.pk)
    prove(again.pk)
    prove(again.pk)
    assert (ProviderEvent.objects.get().event_id, UnprovenEvent.objects.count()) == ("WH-1", 0)
    assert paypal_peer.asked == [f"GET {signing.CERTIFICATE_PATH}"]
    # Every process knows it from now on.
    paypal_signature.forget_certificates()
    assert send(paypal_peer, EVENT.replace(b"WH-1", b"WH-2")).status_code == 204
    assert (ProviderEvent.objects.count(), UnprovenEvent.objects.count()) == (2, 0)
    assert len(paypal_peer.asked) == 1


def test_the_same_bytes_are_kept_once(paypal_peer: PayPal) -> None:
    forget_certificates()
    headers = paypal_peer.signed(EVENT)
    assert [post(EVENT, headers).status_code for _time in range(3)] == [204] * 3
    assert UnprovenEvent.objects.count() == 1


@pytest.mark.parametrize(
    "other", [{"forged": True}, {"PAYPAL_CERT_URL": "/v1/notifications/certs/CERT-1"}], ids=["signature", "certificate"]
)
def test_what_a_job_finds_to_be_forged_has_no_effect(paypal_peer: PayPal, other: dict[str, Any]) -> None:
    forget_certificates()
    if path := other.get("PAYPAL_CERT_URL"):
        other = {"PAYPAL_CERT_URL": paypal_peer.url + path}
    assert send(paypal_peer, **other).status_code == 204
    prove(UnprovenEvent.objects.get().pk)
    assert (ProviderEvent.objects.count(), UnprovenEvent.objects.count()) == (0, 0)


def test_while_paypal_does_not_answer_its_event_waits(paypal_peer: PayPal) -> None:
    forget_certificates()
    assert send(paypal_peer).status_code == 204
    row = UnprovenEvent.objects.get()
    paypal_peer.away = True
    with pytest.raises(ProviderAway):
        prove(row.pk)
    paypal_peer.behave()
    prove(row.pk)
    assert ProviderEvent.objects.count() == 1


@pytest.mark.parametrize(
    ("made", "waits"),
    [
        ({"issuer": ""}, True),
        ({"name": "messageverificationcerts.paypal.com.evil.example"}, True),
        ({"name": "www.sandbox.paypal.com"}, True),
        ({"days": -1}, False),
        ({"with_above": False}, True),
    ],
    ids=["signed by itself", "of somebody else", "of another of PayPal's hosts", "over", "without the one above"],
)
def test_a_certificate_that_nobody_vouches_for_proves_nothing(
    paypal_peer: PayPal, settings: Any, tmp_path: Any, made: dict[str, Any], waits: bool
) -> None:
    """The key is the one that signs; only what is said of it differs."""
    good, bad = chain(), chain(**made)
    for found, believed in ((good, True), (bad, False)):
        forget_certificates()
        paypal_signature.authorities.cache_clear()
        roots = tmp_path / f"{believed}.pem"
        roots.write_bytes(found.root)
        settings.PAYPAL_ROOTS, paypal_peer.certificates = str(roots), found.served
        body = EVENT.replace(b"WH-1", b"WH-%d" % believed)
        assert send(paypal_peer, body).status_code == 204
        row = UnprovenEvent.objects.get()
        if believed or not waits:
            prove(row.pk)
        else:
            with pytest.raises(ProviderAway):
                prove(row.pk)
    assert ProviderEvent.objects.count() == 1
    assert UnprovenEvent.objects.count() == waits


def test_unproven_events_are_bounded_in_number_and_bytes(paypal_peer: PayPal, monkeypatch: pytest.MonkeyPatch) -> None:
    forget_certificates()
    monkeypatch.setattr(inbox, "MOST", 3)
    assert [send(paypal_peer).status_code for _time in range(4)] == [204, 204, 204, 429]
    assert send(paypal_peer)["Retry-After"]
    monkeypatch.setattr(inbox, "MOST", 9)
    monkeypatch.setattr(inbox, "MOST_BYTES", 4 * len(EVENT))
    assert [send(paypal_peer).status_code for _time in range(2)] == [204, 429]
    # What is proven needs no place among them.
    paypal_signature.keep(paypal_peer.url + signing.CERTIFICATE_PATH, paypal_peer.certificates)
    assert send(paypal_peer).status_code == 204
    assert ProviderEvent.objects.count() == 1


def test_unproven_events_are_gone_after_a_day(paypal_peer: PayPal) -> None:
    forget_certificates()
    for _time in range(2):
        assert send(paypal_peer).status_code == 204
    old = UnprovenEvent.objects.earliest("id")
    UnprovenEvent.objects.filter(pk=old.pk).update(received_at=timezone.now() - UNPROVEN.span - timedelta(minutes=1))
    assert forget_unproven() == 1
    assert UnprovenEvent.objects.count() == 1
    prove(old.pk)
    assert ProviderEvent.objects.count() == 0


def test_staff_are_told_how_many_wait_for_long(paypal_peer: PayPal) -> None:
    later = timezone.now() + PATIENCE + timedelta(minutes=1)
    assert send(paypal_peer).status_code == 204
    forget_certificates()
    assert send(paypal_peer).status_code == 204
    assert (stuck_events(timezone.now()), stuck_events(later)) == (0, 2)
    prove(UnprovenEvent.objects.get().pk)
    handle(ProviderEvent.objects.get())
    assert stuck_events(later) == 0


LIVE, SANDBOX = "https://api-m.paypal.com", "https://api-m.sandbox.paypal.com"
PATH = "/v1/notifications/certs/CERT-360caa42-fca2a594-5aaff3e0"


@pytest.mark.parametrize(
    ("asked", "url", "is_one"),
    [
        (LIVE, f"https://api.paypal.com{PATH}", True),
        (LIVE, f"https://api-m.paypal.com{PATH}", True),
        (SANDBOX, f"https://api.sandbox.paypal.com{PATH}", True),
        (LIVE, f"https://api.sandbox.paypal.com{PATH}", False),
        (SANDBOX, f"https://api.paypal.com{PATH}", False),
        (LIVE, f"http://api.paypal.com{PATH}", False),
        (LIVE, f"https://api.paypal.com:8443{PATH}", False),
        (LIVE, f"https://api.paypal.com.evil.example{PATH}", False),
        (LIVE, f"https://evil.example/api.paypal.com{PATH}", False),
        (LIVE, f"https://api.paypal.com@evil.example{PATH}", False),
        (LIVE, f"https://me@api.paypal.com{PATH}", False),
        (LIVE, f"https://www.paypal.com{PATH}", False),
        (LIVE, f"https://api.paypal.com{PATH}?next=https://evil.example", False),
        (LIVE, f"https://api.paypal.com{PATH}#x", False),
        (LIVE, "https://api.paypal.com/v1/notifications/certs/../../evil", False),
        (LIVE, "https://api.paypal.com/v1/oauth2/token", False),
        (LIVE, f"https://[api.paypal.com{PATH}", False),
        (LIVE, f"https://api.paypal.com{PATH}\t", False),
        (LIVE, f"https://api.paypal.com{PATH[:-1]}\t{PATH[-1]}", False),
        (LIVE, f"https://api.paypal.com{PATH}\n", False),
        (LIVE, f" https://api.paypal.com{PATH}", False),
        (LIVE, "", False),
        ("http://127.0.0.1:9", f"http://127.0.0.1:9{PATH}", True),
        ("http://127.0.0.1:9", f"http://127.0.0.1:90{PATH}", False),
        ("http://127.0.0.1:9", f"https://api.paypal.com{PATH}", False),
    ],
)
def test_a_certificate_lies_at_paypals_own_addresses_alone(settings: Any, asked: str, url: str, is_one: bool) -> None:
    settings.PAYPAL_API_BASE = asked
    assert is_address_of_certificate(url) is is_one


def test_what_keeps_the_shop_out_for_a_while_makes_no_forgery_of_an_event(paypal_peer: PayPal) -> None:
    forget_certificates()
    paypal_peer.keeps_out = True
    assert send(paypal_peer).status_code == 204
    one = UnprovenEvent.objects.get()
    with pytest.raises(ProviderAway):
        prove(one.pk)
    paypal_peer.keeps_out = False
    prove(one.pk)
    assert (ProviderEvent.objects.count(), UnprovenEvent.objects.count()) == (1, 0)
