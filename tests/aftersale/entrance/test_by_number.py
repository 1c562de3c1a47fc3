"""A gate believes a signed code, not a number: pictures, links and mails show numbers."""

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone

from aftersale.entrance.actions import DeviceScan
from aftersale.entrance.queries import admissions_by_number, wrong_admissions
from aftersale.models import Admission, EntranceDevice, FormerNumber, Scan, Ticket
from aftersale.numbers.tickets import drawn_number
from aftersale.tickets.actions import invalidate_ticket, issuing, reissue_ticket, reissuing
from aftersale.tickets.codes import code_of
from tests.aftersale.entrance.night import Phone, door, sold_out_night, tell, told, verdict
from tests.factories import make_shop
from tests.invariants import broken_numbers
from tests.proofs import proves
from tests.staff import as_member, clerk_with, text_at

pytestmark = pytest.mark.django_db
VERDICTS = json.loads((Path(__file__).parents[2] / "entrance_verdicts.json").read_text())
BELIEVES = proves(
    "design §4",
    "a gate believes a signed code, not a number: digits before a camera let nobody in, typed ones only on a device "
    "that may, marked; a former number and its code are dead, online and offline",
)


@pytest.fixture(autouse=True)
def main_shop() -> None:
    make_shop("merchstand")


def in_state(state: str, ticket: Ticket, device: EntranceDevice) -> tuple[str, str]:
    """The code and the number that somebody shows."""
    shown = code_of(ticket), ticket.number
    if state == "inside":
        assert verdict(device, ticket) == "admitted"
    elif state == "ended":
        invalidate_ticket(ticket=ticket, reason="charged back")
    elif state == "former":
        reissue_ticket(ticket=ticket, reason="sold on")
    elif state == "unknown":
        return f"{shown[0][:-4]}AAAA", drawn_number()
    return shown


@BELIEVES
@pytest.mark.parametrize("state", VERDICTS)
def test_what_a_gate_says_of_codes_and_numbers(state: str) -> None:
    """As phones judge it offline (frontend/entrance/judging.test.ts)."""
    event, tickets = sold_out_night(6)
    plain, may = door(event), door(event, "Box office", may_admit_by_number=True)
    ways = [
        ("code", plain, 0, "camera"), ("code", may, 0, "typed"), ("camera", may, 1, "camera"),
        ("typed", plain, 1, "typed"), ("allowed", may, 1, "typed"), ("camera", may, 1, ""),
    ]  # fmt: skip
    for ticket, (expected, device, which, read_by) in zip(tickets, ways, strict=True):
        said = in_state(state, ticket, plain)[which]
        assert (verdict(device, said, read_by), expected) == (VERDICTS[state][expected], expected)
    by_number = Scan.objects.filter(let_in=True, by_number=True)
    assert [one.device for one in by_number] == ([may] if state == "good" else [])
    assert broken_numbers() == set()


@BELIEVES
def test_a_number_from_a_picture_opens_nothing_whatever_the_phone_says() -> None:
    """A ticket with its code blacked out, drawn as another code; a page from before, which does not say how it read;
    and whom such a page let in offline.
    """
    event, (ticket, second, _third) = sold_out_night()
    phone = Phone(door(event, may_admit_by_number=True))
    ways: list[tuple[dict[str, Any], str]] = [({"read_by": "camera"}, "number_only"), ({}, "unknown")]
    for how, heard in ways:
        for said in (ticket.number, f" {ticket.number[:7]} {ticket.number[7:]}"):
            (one,) = phone.scan(said, **how).json()["scans"]
            assert (one["verdict"], one["let_in"]) == (heard, False)
    for claimed in ("sold", "nonsense", None):
        assert phone.scan(ticket.number, read_by=claimed).status_code == 400
    assert not Admission.objects.exists() and not Scan.objects.filter(let_in=True).exists()
    phone.scan(second.number, let_in=True)
    (wrong,) = wrong_admissions(event)
    assert (wrong.verdict, wrong.ticket, Admission.objects.count()) == ("number_only", second, 0)


@BELIEVES
def test_a_typed_number_says_what_it_names_and_lets_in_where_the_device_may() -> None:
    event, (ticket, *_rest) = sold_out_night()
    reissue_ticket(ticket=ticket, reason="lost")
    ticket.refresh_from_db()
    plain, may = Phone(door(event)), Phone(door(event, "Box office", may_admit_by_number=True))
    assert [phone.list().json()["device"]["may_admit_by_number"] for phone in (plain, may)] == [False, True]
    answers = [phone.post("search", text=ticket.number).json() for phone in (may, plain)]
    assert [answer["may_admit_by_number"] for answer in answers] == [True, False]
    (found,) = answers[1]["tickets"]
    assert (found["name"], found["kind"], found["former"]) == ("Mira Falk", "Normal", False)
    assert found["reissued_at"] == ticket.reissued_at.isoformat()
    (refused,) = plain.scan(ticket.number, read_by="typed").json()["scans"]
    assert (refused["verdict"], refused["kind"], refused["reissued_at"]) == (
        "number_only", "Normal", found["reissued_at"]
    )  # fmt: skip
    (admitted,) = may.scan(ticket.number, read_by="typed").json()["scans"]
    assert (admitted["verdict"], admitted["by_number"]) == ("admitted", True)
    (scan,) = admissions_by_number(event)
    assert (scan.read_by, scan.number, scan.device) == ("typed", ticket.number, may.device)
    assert not plain.post("scans", now=timezone.now().isoformat(), scans=[]).json()["trouble"]


@proves(
    "docs/decisions/0057",
    "whom a phone let in by number, and had not heard that it no longer may, is inside and trouble; nobody else "
    "comes in by that ticket",
)
@pytest.mark.parametrize("asked_before", [False, True])
def test_who_was_let_in_by_number_before_the_right_was_taken_away_is_inside(asked_before: bool) -> None:
    event, (ticket, *_rest) = sold_out_night()
    device = door(event, may_admit_by_number=True)
    device.may_admit_by_number = False
    device.save()
    let_in = told(ticket.number, "typed", let_in=True)
    if asked_before:
        (refused,) = tell(device, replace(let_in, let_in=None))
        assert (refused.verdict, Admission.objects.count()) == ("number_only", 0)
    for _time in range(2):
        (scan,) = tell(device, let_in)
    assert (scan.verdict, scan.by_number, wrong_admissions(event)) == ("number_only", True, [scan])
    assert Admission.objects.in_force().get().scan == scan
    (second,) = tell(door(event, "Right"), told(ticket))
    assert (second.verdict, second.let_in, second.against) == ("already", False, scan)
    assert broken_numbers() == set()


def test_of_a_device_that_never_might_nobody_is_in_by_number() -> None:
    event, (ticket, *_rest) = sold_out_night()
    (scan,) = tell(door(event), told(ticket.number, "typed", let_in=True))
    assert (scan.verdict, wrong_admissions(event), Admission.objects.count()) == ("number_only", [scan], 0)
    assert verdict(door(event, "Right"), ticket) == "admitted"


def test_who_is_in_already_is_not_in_twice_by_what_a_phone_decided_alone() -> None:
    event, (ticket, *_rest) = sold_out_night()
    device = door(event, may_admit_by_number=True)
    device.may_admit_by_number = False
    device.save()
    let_in = told(ticket.number, "typed", let_in=True)
    tell(device, replace(let_in, let_in=None))
    assert verdict(door(event, "Right"), ticket) == "admitted"
    (scan,) = tell(device, let_in)
    assert (wrong_admissions(event), Admission.objects.count()) == ([scan], 1)
    assert broken_numbers() == set()


@proves("docs/decisions/0051", "issued anew, a ticket has a new number; the old one is nobody's ever after")
def test_issued_anew_a_ticket_has_a_new_number_and_the_old_one_is_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    _event, (ticket, other, _third) = sold_out_night()
    old = ticket.number
    drawn = iter([old, other.number, "1000000000009", old, "2000000000008"])
    for module in (issuing, reissuing):
        monkeypatch.setattr(module, "drawn_number", lambda: next(drawn))
    assert reissue_ticket(ticket=ticket, reason="sold on").number == "1000000000009"
    assert reissue_ticket(ticket=other, reason="sold on").number == "2000000000008"
    assert list(FormerNumber.objects.filter(ticket=ticket).values_list("number", "version")) == [(old, 1)]
    for change in (
        lambda: Ticket.objects.filter(pk=other.pk).update(number=old),
        lambda: Ticket.objects.create(line=other.line, position=9, number=old),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()
    with pytest.raises(DatabaseError), transaction.atomic():
        FormerNumber.objects.update(version=7)
    with pytest.raises(DatabaseError), transaction.atomic():
        FormerNumber.objects.all().delete()
    assert broken_numbers() == set()
    FormerNumber.objects.create(number="2000000000008", ticket=ticket, version=1, good_until=timezone.now())
    assert broken_numbers() == {"6s"}


def test_a_former_number_is_told_as_such_and_the_new_one_to_nobody_who_has_it() -> None:
    event, (ticket, *_rest) = sold_out_night()
    old, code = ticket.number, code_of(ticket)
    phone = Phone(door(event, may_admit_by_number=True))
    reissue_ticket(ticket=ticket, reason="sold on")
    ticket.refresh_from_db()
    (found,) = phone.post("search", text=old).json()["tickets"]
    assert (found["former"], found["valid"], found["number"]) == (True, False, old)
    answers = [phone.scan(said, read_by="camera") for said in (code, old)]
    assert [one.json()["scans"][0]["verdict"] for one in answers] == ["old_code"] * 2
    assert not any(ticket.number in one.content.decode() for one in answers)
    rows = {row[0]: row for row in phone.list().json()["tickets"]}
    # Dead also to a page that knows nothing of former numbers: a later version, and not valid.
    assert (rows[old][1:3], rows[old][10], rows[ticket.number][1:3], rows[ticket.number][10]) == ([2, 0], 1, [2, 1], 0)


@BELIEVES
def test_who_was_let_in_offline_before_it_was_issued_anew_had_what_was_good() -> None:
    event, (first, second, ended) = sold_out_night()
    device = door(event, may_admit_by_number=True)
    before = [told(first, let_in=True, ago=5), told(second.number, "typed", let_in=True, ago=5)]
    invalidate_ticket(ticket=ended, reason="stolen")
    Ticket.objects.filter(pk=ended.pk).update(invalidated_at=timezone.now() - timedelta(minutes=9))
    stolen = told(ended, let_in=True, ago=5)
    late = DeviceScan(uuid4(), code_of(first), timezone.now() + timedelta(minutes=1), True, "camera")
    for one in (first, second, ended):
        one.refresh_from_db()
        reissue_ticket(ticket=one, reason="lost")
    verdicts = [one.verdict for one in tell(device, *before, stolen, late)]
    assert verdicts == ["admitted", "admitted", "old_code", "old_code"]
    for one in (first, second):
        one.refresh_from_db()
        assert verdict(device, one) == "already"
    assert broken_numbers() == set()


@BELIEVES
def test_the_database_lets_nobody_in_by_digits_before_a_camera() -> None:
    event, (ticket, *_rest) = sold_out_night()
    (scan,) = tell(door(event), told(ticket))
    for read_by in ("camera", "", "sold"):
        scan.id, scan.read_by, scan.by_number = uuid4(), read_by, True
        with pytest.raises(IntegrityError), transaction.atomic():
            Scan.objects.bulk_create([scan])
    with pytest.raises(DatabaseError), transaction.atomic():
        Scan.objects.filter(ticket=ticket).update(by_number=True)


@BELIEVES
def test_staff_give_the_right_and_see_whom_it_let_in() -> None:
    event, (ticket, *_rest) = sold_out_night(name="Nachtflug")
    boss = as_member(User.objects.create_superuser("boss"))
    device = door(event)
    page = f"/admin/aftersale/entrancedevice/{device.pk}/change/"
    assert boss.post(page, {"name": "Left", "may_admit_by_number": "on"}).status_code == 302
    device.refresh_from_db()
    assert device.may_admit_by_number
    looking = clerk_with("view_entrancedevice", "view_scan", "view_ticket")
    assert looking.post(page, {"name": "Left"}).status_code == 403
    tell(device, told(ticket.number, "typed"))
    old = ticket.number
    reissue_ticket(ticket=ticket, reason="sold on")
    night = text_at(boss, f"/admin/aftersale/entranceevent/{event.pk}/change/")
    assert old in night.partition("Let in by a number alone")[2]
    listed = text_at(looking, "/admin/aftersale/scan/", trouble="number")
    assert old[7:] in listed and old[7:] not in text_at(looking, "/admin/aftersale/scan/", trouble="yes")
    assert text_at(looking, "/admin/aftersale/ticket/", q=old).count(f"{ticket.pk}") >= 1
