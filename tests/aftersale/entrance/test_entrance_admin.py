"""Staff pair phones, watch the night, put entries right and take the list of guests away."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from aftersale.entrance.actions import pair_device
from aftersale.models import Admission, EntranceDevice
from shop.models import AuditEntry
from tests.aftersale.entrance.night import door, sold_out_night, tell, told
from tests.factories import make_shop
from tests.proofs import proves
from tests.staff import as_member, clerk_with, text_at

pytestmark = pytest.mark.django_db
DEVICES, NIGHTS, GUESTS = (f"/admin/aftersale/{name}/" for name in ("entrancedevice", "entranceevent", "attendee"))


@pytest.fixture(autouse=True)
def main_shop() -> None:
    make_shop("merchstand")


@pytest.fixture
def client() -> Client:
    return as_member(User.objects.create_superuser("boss"))


def post(client: Client, address: str, **fields: Any) -> Any:
    return client.post(address, fields, follow=True)


@proves("law J20", "phones are paired by a code for one phone, and are out at once when they are withdrawn")
def test_a_device_is_made_paired_by_a_code_and_withdrawn(client: Client) -> None:
    event, _tickets = sold_out_night()
    post(client, f"{DEVICES}add/", name="Left", event=event.pk)
    device = EntranceDevice.objects.get()
    assert "not paired" in text_at(client, DEVICES)
    answer = post(client, f"{DEVICES}{device.pk}/pair/")
    code = answer.content.decode().partition("/entrance/#")[2].partition('"')[0]
    assert "no-store" in answer.headers["Cache-Control"] and "<svg" in answer.content.decode()
    assert pair_device(code=code)[0] == device
    assert "not paired" not in text_at(client, DEVICES)
    post(client, f"{DEVICES}{device.pk}/withdraw/")
    device.refresh_from_db()
    assert device.withdrawn_at and device.key_digest is None
    assert not any(code in str(one.changes) for one in AuditEntry.objects.all())
    post(client, f"{DEVICES}{device.pk}/change/", name="Right", event=0)
    device.refresh_from_db()
    assert (device.name, device.event) == ("Right", event)


@proves("law OP-10", "who is in is counted live by kind of ticket; staff see who should not be in")
def test_the_night_shows_who_is_in_and_who_should_not_be(client: Client) -> None:
    event, (first, second, _third) = sold_out_night(name="Nachtflug")
    left, right = door(event), door(event, "Right")
    tell(left, told(first), told(second, let_in=True, ago=9))
    tell(right, told(second, let_in=True, ago=3))
    listed = text_at(client, NIGHTS)
    assert "Nachtflug" in listed and "2 / 3" in listed
    page = text_at(client, f"{NIGHTS}{event.pk}/change/")
    assert second.number in page and first.number not in page and "67\xa0% in" in page
    assert "1" in text_at(client, "/admin/aftersale/scan/", trouble="yes")


@proves("law J20", "lists and pickers of events name the day, the next event first, what is over last")
def test_events_have_their_days_and_the_next_is_first(client: Client) -> None:
    near, _tickets = sold_out_night(name="Tour")
    nights = {"near": near}
    for name, days in (("over", -40), ("far", 90)):
        nights[name], _tickets = sold_out_night(name="Tour")
        nights[name].happening_from = timezone.now() + timedelta(days=days)
        nights[name].save()
    page = text_at(client, NIGHTS)
    at = {name: page.index(f"{NIGHTS}{event.pk}/change/") for name, event in nights.items()}
    assert sorted(at, key=lambda name: at[name]) == ["near", "far", "over"]
    guests = text_at(client, GUESTS)
    places = [guests.index(f"Tour, {nights[name].begins_on:%d.%m.%Y}") for name in ("near", "far", "over")]
    assert places == sorted(places)
    asked = {"app_label": "aftersale", "model_name": "entrancedevice", "field_name": "event", "term": "Tour"}
    found = client.get("/admin/autocomplete/", asked).json()["results"]
    assert {one["text"] for one in found} == {f"Tour, {one.begins_on:%d.%m.%Y}" for one in nights.values()}


@proves("law AD-2, AD-8", "the list of guests is filtered, and taken away with a right of its own")
def test_the_list_of_guests_is_filtered_and_taken_away_with_a_right_of_its_own(client: Client) -> None:
    event, (first, *_rest) = sold_out_night()
    tell(door(event), told(first))
    assert text_at(client, GUESTS, entry="in", q="Falk").count("/change/") >= 1
    inside = text_at(client, GUESTS, entry="in")
    outside = text_at(client, GUESTS, entry="out")
    assert first.number[7:] in inside and first.number[7:] not in outside
    chosen = {"action": "export", "_selected_action": [str(first.pk)], "index": "0"}
    file = client.post(GUESTS, chosen).content.decode()
    assert first.number in file and "Falk" in file and "Left" in file
    looking = clerk_with("view_attendee")
    assert first.number not in looking.post(GUESTS, chosen).content.decode()


@proves("law OP-10", "scans stay as they came, entries are undone by whom may and stay known")
def test_an_entry_is_undone_with_a_reason_by_whom_may(client: Client) -> None:
    event, (first, *_rest) = sold_out_night()
    tell(door(event), told(first))
    address = f"{GUESTS}{first.pk}/undo/"
    assert clerk_with("view_attendee", "view_admission").post(address, {"reason": "x"}).status_code == 403
    assert Admission.objects.in_force().exists()
    post(client, address, reason="went to the wrong hall")
    entry = Admission.objects.get()
    assert (entry.undone_by.username, entry.reason) == ("boss", "went to the wrong hall")
    assert "went to the wrong hall" in text_at(client, f"{GUESTS}{first.pk}/change/")


def test_lists_ask_as_little_for_many_as_for_few(client: Client, django_assert_max_num_queries: Any) -> None:
    event, tickets = sold_out_night(8)
    tell(door(event), *[told(one) for one in tickets])
    for address in (GUESTS, "/admin/aftersale/scan/", NIGHTS):
        with django_assert_max_num_queries(25):
            text_at(client, address)
