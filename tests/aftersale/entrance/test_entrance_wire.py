"""What a paired phone is told, and nobody else."""

import json
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from aftersale.entrance.actions import offer_pairing, pair_device, withdraw_device
from aftersale.entrance.errors import PairingRefused
from aftersale.models import EntranceDevice, Scan
from aftersale.tickets.codes import code_of
from catalogue.models import Event
from tests.aftersale.entrance.night import API, Phone, door, sold_out_night
from tests.factories import make_shop
from tests.proofs import proves
from tests.words import worded

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def main_shop() -> None:
    make_shop("merchstand")


@proves("law J20", "phones are paired by a code for one phone, and are out at once when they are withdrawn")
def test_a_code_pairs_one_phone_and_a_new_one_puts_it_out() -> None:
    event, (ticket, *_rest) = sold_out_night()
    device = door(event)
    code = offer_pairing(device=device)
    stranger = Client(SERVER_NAME="localhost")
    answer = stranger.post(f"{API}/pairing", {"code": code}, content_type="application/json")
    assert answer.status_code == 200 and set(answer.json()) == {"key", "name"}
    for used in (code, "", "nonsense"):
        again = stranger.post(f"{API}/pairing", {"code": used}, content_type="application/json")
        assert again.status_code in (400, 404)
    first = Phone(device)
    assert first.scan(code_of(ticket)).json()["scans"][0]["verdict"] == "admitted"
    second = Phone(device)
    assert (first.list().status_code, second.list().status_code) == (401, 200)
    assert first.key not in EntranceDevice.objects.values_list("key_digest", flat=True)


def test_a_code_is_good_for_a_quarter_of_an_hour() -> None:
    event, _tickets = sold_out_night()
    device = door(event)
    code = offer_pairing(device=device)
    EntranceDevice.objects.update(pairing_until=timezone.now() - timedelta(seconds=1))
    with pytest.raises(PairingRefused):
        pair_device(code=code)


@proves("design §6", "wrong pairing codes end in a limit, which keeps no right one of that venue's network out")
def test_guessed_codes_end_and_a_right_one_still_pairs() -> None:
    event, _tickets = sold_out_night()
    code = offer_pairing(device=door(event))
    stranger = Client(SERVER_NAME="localhost", REMOTE_ADDR="198.51.100.7")
    tries = [stranger.post(f"{API}/pairing", {"code": "x"}, content_type="application/json") for _try in range(21)]
    assert (tries[0].status_code, tries[-1].status_code) == (404, 429)
    assert stranger.post(f"{API}/pairing", {"code": code}, content_type="application/json").status_code == 200


def test_nobody_asks_without_a_key_and_a_withdrawn_device_is_out_at_once() -> None:
    event, (ticket, *_rest) = sold_out_night()
    phone = Phone(door(event))
    withdraw_device(device=phone.device)
    for client in (Client(SERVER_NAME="localhost"), phone.client):
        asked = [client.get(f"{API}/list")] + [
            client.post(f"{API}/{path}", {}, content_type="application/json") for path in ("scans", "search", "undo")
        ]
        assert [(one.status_code, one.json()["code"]) for one in asked] == [(401, "DEVICE_UNKNOWN")] * 4
    assert phone.scan(code_of(ticket)).status_code == 401
    assert not Scan.objects.exists()


@proves(
    "law OP-10",
    "the list on a phone is of its event, names nobody and ends with it; tickets are found by name, order or number",
)
def test_the_list_is_of_its_event_names_nobody_and_ends_with_it() -> None:
    event, tickets = sold_out_night()
    sold_out_night()
    phone = Phone(door(event))
    phone.scan(code_of(tickets[0]))
    answer = phone.list()
    assert "no-store" in answer.headers["Cache-Control"]
    rows = answer.json()["tickets"]
    assert [row[0] for row in rows] == [one.number for one in tickets]
    assert [bool(row[7]) for row in rows] == [True, False, False]
    said = json.dumps(rows).lower()
    assert "mira" not in said and "falk" not in said and "@" not in said and rows[0][5].count(".") == 2
    Event.objects.filter(pk=event.pk).update(happening_from=timezone.now() - timedelta(days=2))
    assert (phone.list().status_code, phone.list().json()["code"]) == (410, "ENTRANCE_OVER")
    # What was not told before is told still.
    assert phone.scan(code_of(tickets[1]), let_in=True).json()["scans"][0]["verdict"] == "admitted"


def test_a_list_asks_as_little_for_many_tickets_as_for_few() -> None:
    numbers = []
    for amount in (1, 8):
        event, _tickets = sold_out_night(amount)
        phone = Phone(door(event))
        with CaptureQueriesContext(connection) as asked:
            phone.list()
        numbers.append(len(asked))
    assert numbers[0] == numbers[1] <= 6


@proves(
    "law OP-10, J20",
    "gates that were offline report a double entry with both times and gates, in whatever order they "
    "tell, and lose nothing",
)
def test_who_is_in_is_counted_and_a_double_entry_reported_to_every_gate() -> None:
    event, (ticket, *_rest) = sold_out_night()
    left, right = Phone(door(event)), Phone(door(event, "Right"))
    now = timezone.now()
    left.scan(code_of(ticket), at=now - timedelta(minutes=20), let_in=True)
    right.scan(code_of(ticket), at=now - timedelta(minutes=5), let_in=True)
    answer = left.post("scans", now=now.isoformat(), scans=[]).json()
    assert answer["counts"] == [{"kind": "Normal", "inside": 1, "expected": 3}]
    (double,) = answer["trouble"]
    assert (double["by"], double["first"]["by"], double["number"]) == ("Right", "Left", ticket.number)
    apart = datetime.fromisoformat(double["at"]) - datetime.fromisoformat(double["first"]["at"])
    assert abs(apart - timedelta(minutes=15)) < timedelta(seconds=5)


def test_tickets_are_found_by_name_order_and_number_of_this_event_only() -> None:
    event, tickets = sold_out_night()
    sold_out_night()
    phone = Phone(door(event))
    reference = tickets[0].line.placement.order.reference
    for text in ("mira", "MIR fal", reference, reference[2:]):
        found = phone.post("search", text=text).json()["tickets"]
        assert {one["number"] for one in found} == {one.number for one in tickets}, text
    assert [one["number"] for one in phone.post("search", text=tickets[1].number[:9]).json()["tickets"]]
    for text in ("m", "nobody", "%", "_____"):
        assert phone.post("search", text=text).json()["tickets"] == []
    assert phone.post("search", text="").status_code == 400


def test_searches_of_one_phone_end() -> None:
    event, _tickets = sold_out_night(1)
    phone = Phone(door(event))
    assert [phone.post("search", text="ab").status_code for _try in range(41)][-1] == 429


@proves(
    "docs/decisions/0057",
    "a phone learns nothing of other events' tickets, asks so often and no more, and days after its "
    "event tells and undoes nothing any more; what was decided offline is taken until then",
)
def test_nothing_is_told_of_another_events_ticket() -> None:
    event, _tickets = sold_out_night(1)
    _other, (elsewhere,) = sold_out_night(1)
    phone = Phone(door(event))
    for said in (elsewhere.number, code_of(elsewhere)):
        (told,) = phone.scan(said, let_in=True).json()["scans"]
        assert (told["verdict"], told["number"], told["kind"], told["first"]) == ("other_event", "", "", None)
    trouble = phone.scan("x").json()["trouble"]
    assert [(one["verdict"], one["number"]) for one in trouble] == [("other_event", "")] * 2


def test_what_one_phone_asks_ends_and_what_it_decided_offline_is_taken() -> None:
    event, (ticket,) = sold_out_night(1)
    phone = Phone(door(event))
    now = timezone.now().isoformat()

    def send(number: int, **more: Any) -> int:
        scans = [scanned(scanned_at=now, **more) for _one in range(number)]
        return int(phone.post("scans", now=now, scans=scans).status_code)

    assert [send(200), send(40), send(1)] == [200, 200, 429]
    assert phone.post("scans", now=now, scans=[]).status_code == 200, "the counter goes on"
    other = Phone(door(event, "Right"))
    assert other.scan(code_of(ticket)).status_code == 200
    phone = other
    assert [send(200, let_in=False) for _batch in range(3)] == [200] * 3


def test_days_after_the_event_nothing_is_told_or_undone_any_more() -> None:
    event, (ticket, late, *_rest) = sold_out_night()
    phone = Phone(door(event, may_undo=True))
    assert phone.scan(code_of(ticket)).status_code == 200
    Event.objects.filter(pk=event.pk).update(happening_from=timezone.now() - timedelta(days=7))
    assert phone.scan(code_of(late), let_in=True).json()["scans"][0]["verdict"] == "admitted"
    Event.objects.filter(pk=event.pk).update(happening_from=timezone.now() - timedelta(days=8))
    for answer in (phone.scan(code_of(ticket)), phone.post("undo", number=ticket.number)):
        assert (answer.status_code, answer.json()["code"]) == (410, "ENTRANCE_OVER")
    assert Scan.objects.count() == 2


@proves("law OP-10", "scans stay as they came, entries are undone by whom may and stay known")
def test_a_device_that_may_undoes_an_entry() -> None:
    event, (ticket, *_rest) = sold_out_night()
    plain, trusted = Phone(door(event)), Phone(door(event, "Boss", may_undo=True))
    plain.scan(code_of(ticket))
    assert plain.post("undo", number=ticket.number).status_code == 403
    assert trusted.post("undo", number=ticket.number).json()["counts"][0]["inside"] == 0
    assert trusted.post("undo", number=ticket.number).status_code == 409
    assert trusted.post("undo", number="1").status_code == 409


NOW = "2026-01-01T00:00:00Z"


def scanned(**changes: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "said": "x", "scanned_at": NOW} | changes


HOSTILE: list[dict[str, Any]] = [
    {}, {"now": "never", "scans": []}, {"now": "0001-01-01T00:00:00Z", "scans": []}, {"now": NOW, "scans": "all"},
    {"now": NOW, "scans": [{}]}, {"now": NOW, "scans": [scanned(id="1")]}, {"now": NOW, "scans": [scanned(let_in=7)]},
    {"now": NOW, "scans": [scanned(said="x" * 500)]}, {"now": NOW, "scans": 2 * [scanned()]},
    {"now": NOW, "scans": [scanned(scanned_at="9999-01-01T00:00:00Z")]},
    {"now": NOW, "scans": [scanned() for _one in range(201)]},
]  # fmt: skip


def test_nonsense_is_refused_and_nothing_kept() -> None:
    event, _tickets = sold_out_night(1)
    phone = Phone(door(event))
    assert {phone.post("scans", **body).status_code for body in HOSTILE} == {400}
    assert not Scan.objects.exists()
    far = {"id": str(uuid4()), "said": "\x7f\u202e" * 100, "scanned_at": "1970-01-01T00:00:00Z"}
    assert phone.post("scans", now="2199-01-01T00:00:00Z", scans=[far]).status_code == 200


@proves(
    "law J20",
    "a page for phones reads codes by the camera, says in words and colour, goes on without a network, "
    "also after a reload, and forgets everything when it is withdrawn",
)
def test_the_page_and_its_worker_load_nothing_else_and_are_not_kept_by_others() -> None:
    client = Client(SERVER_NAME="localhost")
    page = client.get("/entrance/", headers={"Accept-Language": "en"})
    assert page.status_code == 200 and "Pair this phone" in page.content.decode()
    assert worded("Pair this phone") in client.get("/entrance/", headers={"Accept-Language": "de"}).content.decode()
    assert "default-src 'none'; script-src 'self'" in page.headers["Content-Security-Policy"]
    assert "Set-Cookie" not in page.headers
    assert client.post("/entrance/").status_code == 405
