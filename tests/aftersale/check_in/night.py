"""An event with online check-in, its form, and tickets that were paid."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from aftersale.models import CheckInForm, CheckInItem
from catalogue.models import Event
from shop.models import Shop
from tests.aftersale.tickets.sold import numbers_sold, paid
from tests.guest import Answer, Guest

CHECKIN = """query CHECKIN($id: ID!) { checkIn(id: $id) {
  checkinDate checkInStartAt checkInEndAt recommendedUntil checkinActive checkinOver allowRetake ticketKnown checkedIn
  expiresOn content { type header content name label formType tags value } event { id name } } }"""
RIGHT = {"name": "Mira", "rules": True}


def night(shop: Shop, text: str | None = None, **fields: Any) -> tuple[Guest, Event, list[str]]:
    """In two days, with two tickets sold; who bought them, the event, and the tickets' numbers."""
    guest, _order = paid(shop, text, checkin=True, **fields)
    # Nobody pays by transfer so shortly before.
    Event.objects.update(happening_from=timezone.now() + timedelta(days=2), happening_until=None)
    return guest, Event.objects.latest("pk"), numbers_sold()


def asking(event: Event, **form: Any) -> CheckInForm:
    """A text, a name that is required, a remark that is not, and rules to agree to."""
    made = CheckInForm.objects.create(event=event, **form)
    told = {"header_de": "Regeln", "header_en": "Rules", "content_de": "Kein <b>Blitz</b><script>", "content_en": "No"}
    CheckInItem.objects.create(form=made, kind="content", order=0, **told)
    for order, (name, form_type, required) in enumerate(
        [("name", "text", True), ("remark", "text", False), ("rules", "checkbox", True)], start=1
    ):
        CheckInItem.objects.create(
            form=made, kind="form", order=order, name=name, form_type=form_type, required=required,
            label_de=f"{name} bitte", label_en=f"{name} please",
        )  # fmt: skip
    return made


def look(guest: Guest, which: str) -> Answer:
    return guest.send({"query": CHECKIN, "variables": {"id": which}})


def send(guest: Guest, code: Any, answers: Any = None, **more: Any) -> Any:
    body = {"validation_code": code, "answers": RIGHT if answers is None else answers, **more}
    return guest.post("forms/check-in/responses", body)
