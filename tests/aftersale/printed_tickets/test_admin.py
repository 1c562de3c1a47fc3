"""Staff and printed tickets: lists, numbers with their steps, the report, the warehouse and the start page."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from aftersale.models import PrintedList, PrintedNumber
from catalogue.models import Event
from catalogue.stock.actions import create_stock, limit_variant
from tests.aftersale.fulfilment.goods import paid, parcel, seller
from tests.aftersale.printed_tickets.house import hard, numbered, printed_event, run_jobs, standing, stored
from tests.proofs import proves
from tests.staff import clerk_with, errors_of, fields_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_staff")]
LISTS, NUMBERS = "/admin/aftersale/printedlist/", "/admin/aftersale/printednumber/"
ADD, REPORT, PARCELS = f"{LISTS}add/", f"{NUMBERS}report/", "/admin/checkout/delivery/"


@pytest.fixture
def event() -> Event:
    event = printed_event(seller(), name="Nachtflug")
    hard(event)
    return event


def text_of(answer: Any) -> str:
    assert answer.status_code == 200
    return str(answer.content.decode("utf-8-sig"))


class TestLists:
    @proves("law J9", "a list is looked at, with a count per kind and what is there already, and taken in once")
    def test_staff_look_at_a_list_and_take_it_in(self, client: Client, event: Event) -> None:
        waits = paid((event.variants.get(physical=True), 1))
        numbered(event, "7")
        file = SimpleUploadedFile("l.csv", b"Nummer;Ticketart\n8;Hard\n9;\n7;")
        answer = client.post(ADD, {"event": event.pk, "file": file})
        listed = PrintedList.objects.latest("pk")
        assert answer.headers["Location"] == f"{LISTS}{listed.pk}/change/"
        page = text_of(client.get(f"{LISTS}{listed.pk}/change/"))
        for words in (
            "Take in 2 numbers",
            "Line 4: 7 is there already",
            "Hard",
            "all printed tickets",
            "1 paid tickets",
        ):
            assert words in page, words
        assert standing(event) == {"7": "free"}
        assert "2 numbers are there now" in text_of(client.post(f"{LISTS}{listed.pk}/change/", follow=True))
        assert "imported this list already" in text_of(client.post(f"{LISTS}{listed.pk}/change/", follow=True))
        run_jobs()
        assert waits.lines.get().printed_numbers.get().number == "8"
        assert "one line was left out" in text_of(client.get(f"{LISTS}{listed.pk}/change/"))
        assert "was sent before" in text_of(
            client.post(
                ADD,
                {"event": event.pk, "file": SimpleUploadedFile("l.csv", b"Nummer;Ticketart\n8;Hard\n9;\n7;")},
                follow=True,
            )
        )
        assert text_of(client.get(LISTS)).count("Nachtflug") >= 2

    @proves(
        "law J9, AD-5",
        "lists as ticket systems and people write them, read in the bounded process; all that is wrong is "
        "said by line, nothing typed is lost",
    )
    def test_what_is_wrong_is_said_by_line_and_nothing_typed_is_lost(self, client: Client, event: Event) -> None:
        answer = client.post(ADD, {"event": event.pk, "numbers": "1\n1\n2;Nowhere"})
        assert "Line 2: the number stands in line 1, too." in errors_of(answer)
        assert fields_of(answer)["numbers"].split() == ["1", "1", "2;Nowhere"]
        for sent in ({}, {"numbers": "1", "file": SimpleUploadedFile("l.csv", b"1")}):
            assert "one of both" in errors_of(client.post(ADD, {"event": event.pk, **sent}))
        assert errors_of(client.post(ADD, {"event": "x", "numbers": "1"}))
        large = SimpleUploadedFile("l.csv", b"1\n" * 600_000)
        assert "At most 1 MB" in errors_of(client.post(ADD, {"event": event.pk, "file": large}))
        assert not PrintedList.objects.exists()
        for key in ("0", "x", "9" * 30):
            assert client.get(f"{LISTS}{key}/change/").status_code == 404

    def test_only_events_with_printed_tickets_are_chosen_from(self, client: Client, event: Event) -> None:
        printed_event(event.owner, name="Online only")
        page = text_of(client.get(ADD))
        assert "Nachtflug" in page and "Online only" not in page


class TestNumbers:
    @proves("law J9, AD-8", "numbers are found by number, order and state, stand with the order, and are exported")
    def test_they_are_found_by_number_order_and_state(self, client: Client, event: Event) -> None:
        numbered(event, "NF-1", "NF-2")
        order = paid((event.variants.get(physical=True), 1)).order
        for query in ("?q=nf-1", f"?q={order.reference}", "?state=used"):
            page = text_of(client.get(NUMBERS + query))
            assert "NF-1" in page and "NF-2" not in page, query
        assert "NF-2" in text_of(client.get(NUMBERS + "?state=free"))
        page = text_of(client.get(f"/admin/checkout/order/{order.pk}/change/"))
        assert "NF-1" in page and "NF-2" not in page

    @proves(
        "law OP-11",
        "staff void one with a reason, replace what was lost or is damaged, give a void one after all; what "
        "was given meanwhile stays",
    )
    def test_each_step_asks_for_a_reason_and_leads_on(self, client: Client, event: Event) -> None:
        one, two = numbered(event, "1", "2")
        paid((event.variants.get(physical=True), 1))
        page = text_of(client.get(f"{NUMBERS}{one.pk}/change/"))
        assert "/replace/" in page and "/void/" in page and "/release/" not in page
        assert "required" in errors_of(client.post(f"{NUMBERS}{one.pk}/replace/", {"reason": ""}))
        told = text_of(client.post(f"{NUMBERS}{one.pk}/replace/", {"reason": "torn"}, follow=True))
        assert "The buyer now has 2" in told and standing(event) == {"1": "replaced", "2": "used"}
        assert "the next number that becomes free" in text_of(
            client.post(f"{NUMBERS}{two.pk}/replace/", {"reason": "torn"}, follow=True)
        )
        page = text_of(client.get(f"{NUMBERS}{one.pk}/change/"))
        assert "/release/" in page and "/void/" not in page and "torn" in page
        assert "free again" in text_of(client.post(f"{NUMBERS}{one.pk}/release/", {"reason": "found"}, follow=True))
        assert client.post(f"{NUMBERS}{one.pk}/release/", {"reason": "found"}).status_code == 403
        client.post(f"{NUMBERS}{one.pk}/void/", {"reason": "torn"})
        assert standing(event)["1"] == "staff"

    def test_they_are_exported_without_formulas(self, client: Client, event: Event) -> None:
        numbered(event, "=1+1", "2")
        chosen = list(PrintedNumber.objects.values_list("pk", flat=True))
        lines = text_of(client.post(NUMBERS, {"action": "export", "_selected_action": chosen})).splitlines()
        assert lines[1].startswith("'=1+1;Nachtflug") and ";free;" in lines[2]

    @proves("law AD-1, AD-2", "looking, taking lists in, steps and export are rights of their own")
    def test_each_right_opens_its_own(self, event: Event) -> None:
        (one,) = numbered(event, "1")
        views = ("view_printednumber", "view_printedlist")
        looks = clerk_with(*views)
        assert looks.get(f"{NUMBERS}{one.pk}/change/").status_code == 200
        for step in ("replace", "void", "release"):
            assert looks.post(f"{NUMBERS}{one.pk}/{step}/", {"reason": "x"}).status_code == 403
        assert looks.post(ADD, {"event": event.pk, "numbers": "2"}).status_code == 403
        assert "attachment" not in looks.post(NUMBERS, {"action": "export", "_selected_action": [one.pk]}).headers.get(
            "Content-Disposition", ""
        )
        assert looks.get(REPORT).status_code == 200 and "Read in a list" not in text_of(looks.get(REPORT))
        assert clerk_with().get(REPORT).status_code == 403
        writes = clerk_with(*views, "change_printednumber", "add_printedlist", "export_printednumber")
        assert writes.post(ADD, {"event": event.pk, "numbers": "2"}).status_code == 302
        assert "attachment" in writes.post(NUMBERS, {"action": "export", "_selected_action": [one.pk]}).headers.get(
            "Content-Disposition", ""
        )
        writes.post(f"{NUMBERS}{one.pk}/void/", {"reason": "x"})
        assert standing(event) == {"1": "staff"}


class TestReport:
    @proves(
        "law OP-11, J9",
        "free, given, void and waiting by event, as CSV, too; what waits and what runs out stands on the start page",
    )
    def test_it_counts_by_event_and_is_taken_away(self, client: Client, event: Event) -> None:
        ticket = event.variants.get(physical=True)
        numbered(event, "1", "2", "3")
        paid((ticket, 1))
        client.post(f"{NUMBERS}{PrintedNumber.objects.free()[0].pk}/void/", {"reason": "torn"})
        other = printed_event(event.owner, name="Wartesaal")
        paid((hard(other), 2))
        page = text_of(client.get(REPORT))
        assert "Nachtflug" in page and "Wartesaal" in page
        rows = [line.split(";") for line in text_of(client.get(REPORT + "?format=csv")).splitlines()[1:]]
        found = {row[0]: row[2:] for row in rows}
        assert found == {"Nachtflug": ["1", "1", "1", "0", "yes"], "Wartesaal": ["0", "0", "0", "2", "yes"]}
        page = text_of(client.get(REPORT + "?to_do=waiting"))
        assert "Nachtflug" not in page and "Wartesaal" in page

    def test_it_asks_one_statement_for_many_events(self, client: Client, event: Event) -> None:
        for _number in range(4):
            numbered(printed_event(event.owner), "1")
        with CaptureQueriesContext(connection) as asked:
            client.get(REPORT)
        assert sum("aftersale_printednumber" in one["sql"] for one in asked) == 1

    @pytest.mark.parametrize(
        ("free", "capacity", "fields", "low"),
        [
            (19, None, {}, True), (20, None, {}, False), (3, 4, {}, True), (4, 4, {}, False), (0, 0, {}, False),
            (0, None, {"active": False}, False), (0, None, {"only_online_tickets": True}, False),
            (0, None, {"happening_from": timezone.now()}, False),
        ],
    )  # fmt: skip
    def test_it_runs_out_with_fewer_than_twenty_and_than_can_be_sold(
        self, client: Client, free: int, capacity: int | None, fields: dict[str, Any], low: bool
    ) -> None:
        event = printed_event(seller(), name="Nachtflug")
        ticket = hard(event)
        if capacity is not None:
            limit_variant(variant=ticket, stock=create_stock(owner=event.owner, name="Hall", capacity=capacity))
        numbered(event, *map(str, range(free)) if free else "0")
        if not free:
            PrintedNumber.objects.update(voided_at=timezone.now(), ended="staff")
        Event.objects.filter(pk=event.pk).update(**fields)
        assert ("Nachtflug" in text_of(client.get(REPORT + "?to_do=low"))) == low
        assert ("Events whose printed tickets run out" in text_of(client.get("/admin/"))) == low


class TestWarehouse:
    @proves(
        "law OP-11, J22",
        "a parcel that lacks numbers is neither packed nor shipped, and the warehouse's list, the parcel and "
        "the order say why",
    )
    def test_the_list_says_why_a_parcel_waits_and_ships_it_once_it_has_its_numbers(
        self, client: Client, event: Event
    ) -> None:
        one = parcel(paid((event.variants.get(physical=True), 1)))
        page = f"{PARCELS}{one.pk}/change/"
        assert page not in text_of(client.get(PARCELS))
        waits = text_of(client.get(PARCELS + "?when=unnumbered"))
        assert page in waits and "waits for printed numbers" in waits
        shown = text_of(client.get(page))
        assert "waits for printed numbers" in shown and "/ship/" not in shown
        client.post(f"{PARCELS}{one.pk}/ship/", {"tracked_by": "dhl", "number": "1"})
        pressed = {"action": "pack", "_selected_action": [one.pk], "confirmed": "1"}
        assert "left out" in text_of(client.post(PARCELS, pressed, follow=True))
        one.refresh_from_db()
        assert one.state == "open"
        start = text_of(client.get("/admin/"))
        assert "Printed tickets that wait for a number" in start and "report/?to_do=waiting" in start
        assert "waits for printed numbers" in text_of(client.get(f"/admin/checkout/order/{one.order_id}/change/"))
        stored(event, "4711")
        run_jobs()
        assert page in text_of(client.get(PARCELS)) and "/ship/" in text_of(client.get(page))
        assert "One parcel is packed" in text_of(client.post(PARCELS, pressed, follow=True))
        assert "that wait for a number" not in text_of(client.get("/admin/"))
