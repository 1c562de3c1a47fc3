"""Staff make an event's check-in form, see who has checked in, and take the list away: each with a right of its own."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from aftersale.models import CheckIn, CheckInForm, CheckInItem
from catalogue.models import Event
from shop.models import Shop
from tests.factories import make_event, make_shop
from tests.guest import Guest
from tests.proofs import proves
from tests.staff import errors_of, fields_of, log_in, send

from .night import RIGHT, asking, look, night
from .night import send as check_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
FORMS, DONE = "/admin/aftersale/checkinform/", "/admin/aftersale/checkin/"


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    return make_shop("nachtfalter")


@pytest.fixture
def staff(client: Client) -> User:
    client.cookies["locale"] = "en"
    return log_in(client)


def body_of(answer: Any) -> str:
    assert answer.status_code == 200
    return str(answer.content.decode())


def added(client: Client, event: Event, *rows: dict[str, Any]) -> Any:
    """The form of a new one, sent with these parts."""
    fields: dict[str, Any] = {"event": event.pk, "items-TOTAL_FORMS": len(rows), "items-INITIAL_FORMS": 0}
    for place, row in enumerate(rows):
        empty = {"kind": "content", "form_type": "text", "name": "", "order": place}
        empty |= {f"{name}_{lang}": "" for name in ("header", "content", "label") for lang in ("de", "en")}
        fields |= {f"items-{place}-{name}": value for name, value in (empty | row).items()}
    return client.post(f"{FORMS}add/", fields)


@proves(
    "law AD-2",
    "staff make the form at the event, see who has checked in, take the list and a check-in away, each with a right",
)
def test_a_form_is_made_at_the_event(client: Client, staff: User, shop: Shop) -> None:
    event = make_event(shop, checkin=True)
    led = client.get(f"/admin/catalogue/event/{event.pk}/check-in/")
    assert led.headers["Location"].endswith(f"{FORMS}add/?event={event.pk}")
    assert added(
        client, event, {"header_de": "Regeln"}, {"kind": "form", "label_de": "Dein Name?", "required": "on"},
        {"kind": "form", "form_type": "checkbox", "label_de": "Gelesen", "name": "rules"},
        {"content_de": "Bis dann", "required": "on", "name": "ignored"},
    ).status_code == 302  # fmt: skip
    form = CheckInForm.objects.get()
    assert list(form.items.values_list("kind", "name", "form_type", "required")) == [
        ("content", None, "text", False), ("form", "dein-name", "text", True), ("form", "rules", "checkbox", False),
        ("content", None, "text", False),
    ]  # fmt: skip
    led = client.get(f"/admin/catalogue/event/{event.pk}/check-in/")
    assert led.headers["Location"].endswith(f"{FORMS}{form.pk}/change/")
    assert "event" not in fields_of(client.get(f"{FORMS}{form.pk}/change/")), "answers are of their event"
    assert send(client, f"{FORMS}{form.pk}/change/", allow_retake="on").status_code == 302
    form.refresh_from_db()
    assert form.allow_retake
    assert "Dein Name?" in body_of(client.get(f"{FORMS}{form.pk}/history/"))


def test_slips_are_told_at_the_form(client: Client, staff: User, shop: Shop) -> None:
    event = make_event(shop, checkin=True)
    said = errors_of(added(client, event, {"kind": "form"}, {"kind": "content"}))
    assert "A field needs a question." in said and "needs a heading or a text" in said
    twice = {"kind": "form", "label_de": "Name?"}
    assert "name" in errors_of(added(client, event, twice, twice))
    assert not CheckInItem.objects.exists()


def test_a_form_of_an_event_without_check_in_says_so(client: Client, staff: User, shop: Shop) -> None:
    event = make_event(shop)
    added(client, event, {"header_de": "Regeln"})
    page = body_of(client.get(FORMS))
    assert "The event has no online check-in" in page and "switched off" in page
    event.checkin = True
    event.save()
    assert "not open yet" in body_of(client.get(FORMS))


def done_night(shop: Shop) -> tuple[Guest, Event, list[str]]:
    guest, event, numbers = night(shop)
    asking(event)
    assert check_in(guest, numbers[0], RIGHT | {"remark": "=1+1"}).status_code == 200
    return guest, event, numbers


def test_who_has_checked_in_is_listed_with_answers(client: Client, staff: User, shop: Shop) -> None:
    _guest, event, (one, _two) = done_night(shop)
    form = CheckInForm.objects.get()
    led = client.get(f"{FORMS}{form.pk}/check-ins/")
    listed = body_of(client.get(led.headers["Location"]))
    assert f"{one[0]} {one[1:7]} {one[7:]}" in listed and str(event) in listed
    page = body_of(client.get(f"{DONE}{CheckIn.objects.get().pk}/change/"))
    assert "remark please" in page and "=1+1" in page and ">yes<" in page
    CheckInItem.objects.filter(name="remark").delete()
    assert ">remark<" in body_of(client.get(f"{DONE}{CheckIn.objects.get().pk}/change/")), "nobody asks it any more"
    assert 'name="_save"' not in page


def test_answers_and_the_list_are_for_those_who_may(client: Client, shop: Shop) -> None:
    done_night(shop)
    one = CheckIn.objects.get()
    client.cookies["locale"] = "en"
    user = log_in(client, is_superuser=False)
    chosen = {"action": "export", "_selected_action": [str(one.pk)], "index": "0"}

    def allow(*names: str) -> None:
        user.user_permissions.set(Permission.objects.filter(codename__in=names))

    assert client.get(DONE).status_code == 403
    allow("view_checkin")
    assert "=1+1" not in body_of(client.get(f"{DONE}{one.pk}/change/"))
    assert not client.post(DONE, chosen).headers["Content-Type"].startswith("text/csv")
    assert client.post(f"{DONE}{one.pk}/delete/", {"post": "yes"}).status_code == 403
    allow("view_checkin", "export_checkin")
    assert "remark" not in client.post(DONE, chosen).content.decode()
    allow("view_checkin", "export_checkin", "see_checkin_answers")
    assert "=1+1" in body_of(client.get(f"{DONE}{one.pk}/change/"))
    heads, row = client.post(DONE, chosen).content.decode().strip().split("\r\n")
    assert heads.endswith("expires_on;name;remark;rules")
    assert row.endswith("Mira;'=1+1;yes") and one.ticket.number in row


def test_once_it_is_taken_away_somebody_can_check_in_again(client: Client, staff: User, shop: Shop) -> None:
    guest, _event, (number, _two) = done_night(shop)
    assert check_in(guest, number, RIGHT).status_code == 409
    client.post(f"{DONE}{CheckIn.objects.get().pk}/delete/", {"post": "yes"})
    assert look(guest, number).data["checkedIn"] is False
    assert check_in(guest, number, RIGHT).status_code == 200
