"""Who has an order's secret finds its tickets through both APIs and takes them along; nobody else learns anything."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from aftersale.models import Ticket
from aftersale.numbers.tickets import drawn_number, grouped_number
from aftersale.tickets.actions import invalidate_ticket
from aftersale.tickets.limits import NUMBERS
from catalogue.models import Event
from checkout.actions import invalidate_line
from checkout.entry.limits import DOCUMENTS
from checkout.models import Order, Placement
from shop.models import AccessCode, Shop
from tests.factories import first_variant, make_event, make_product, make_shop, make_variant
from tests.guest import Guest
from tests.proofs import proves

from .sold import TICKETS, event_of, paid, pay, told_order

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


@proves(
    "purchase §3, §7",
    "`ticketUrl`, PDF and calendar file by the order's secret in its shop alone, limited, kept by nobody",
)
def test_an_order_says_where_its_tickets_are_once_it_is_paid(shop: Shop) -> None:
    guest = Guest(shop)
    told = guest.buy((first_variant(make_event(shop)), 1), (first_variant(make_product(shop)), 1))
    assert (told["ticketsUrl"], told["calendarUrl"]) == ("", "")
    assert {item["ticketUrl"] for item in told["items"]} == {""}
    order = Order.objects.get()
    pay(order)
    told = told_order(guest, order)
    base = f"/api/v2/shops/nachtfalter/orders/{order.secret}/tickets"
    assert (told["ticketsUrl"], told["calendarUrl"]) == (f"{base}.pdf", f"{base}.ics")
    by_item = {item["ticket"]: item["ticketUrl"] for item in told["items"]}
    line = Placement.objects.get().lines.get(ticket=True)
    assert by_item == {True: f"{base}.pdf?item={line.pk}", False: ""}
    rest = guest.get(f"orders/{order.secret}?include=items").json()
    assert {item["ticket_url"] for item in rest["items"]} == set(by_item.values())
    invalidate_line(line=line)
    told = told_order(guest, order)
    assert (told["ticketsUrl"], told["calendarUrl"]) == ("", "")
    assert guest.client.get(by_item[True]).status_code == 404


def test_an_order_offers_no_ticket_that_ended_though_its_line_stays(shop: Shop) -> None:
    guest, order = paid(shop)
    for number, ticket in enumerate(Ticket.objects.in_order()):
        told = told_order(guest, order)
        assert told["ticketsUrl"] and sum(bool(item["ticketUrl"]) for item in told["items"]) == 2 - number
        invalidate_ticket(ticket=ticket, reason="charged back")
    told = told_order(guest, order)
    assert (told["ticketsUrl"], told["calendarUrl"]) == ("", "")
    assert {(item["ticketUrl"], item["invalidated"]) for item in told["items"]} == {("", False)}


@proves("purchase §3", "the buyer is promised no download of printed tickets")
def test_printed_tickets_and_hidden_dates_are_promised_nowhere(shop: Shop) -> None:
    event = make_event(shop, only_online_tickets=False)
    hard = make_variant(event=event, description="Hard", price="30.00", physical=True)
    guest = Guest(shop)
    guest.buy((hard, 1))
    pay(Order.objects.get())
    assert told_order(guest, Order.objects.get())["ticketsUrl"] == ""
    other = Guest(shop, address="192.0.2.9")
    other.buy((first_variant(make_event(shop, hide_date=True)), 1), idempotencyKey="other")
    order = Order.objects.latest("placed_at")
    pay(order)
    told = told_order(other, order)
    assert told["ticketsUrl"] and told["calendarUrl"] == ""
    assert other.get(f"orders/{order.secret}/tickets.ics").status_code == 404


@pytest.mark.parametrize("accept", ["*/*", "application/pdf", "text/html,application/xhtml+xml"])
def test_the_files_are_downloads_that_nobody_keeps(shop: Shop, accept: str) -> None:
    guest, order = paid(shop)
    told = told_order(guest, order)
    pdf = guest.client.get(told["ticketsUrl"], headers={"accept": accept})
    assert (pdf.status_code, pdf.headers["Content-Type"]) == (200, "application/pdf")
    assert pdf.headers["Content-Disposition"] == f'attachment; filename="Tickets-{order.reference}.pdf"'
    dates = guest.client.get(told["calendarUrl"], headers={"accept": accept})
    assert (dates.status_code, dates.headers["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    assert dates.content.startswith(b"BEGIN:VCALENDAR")
    assert all("no-store" in one.headers["Cache-Control"] for one in (pdf, dates))
    one = guest.client.get(told["items"][0]["ticketUrl"])
    assert one.content.startswith(b"%PDF-") and len(one.content) < len(pdf.content)


def test_another_orders_secret_another_shop_or_a_guess_opens_nothing(shop: Shop) -> None:
    guest, order = paid(shop)
    _stranger, others = paid(make_shop("kellerkind"))
    line = others.placements.get().lines.first()
    assert line is not None
    tries = [
        "nachtfalter/orders/guessed/tickets.pdf", f"nachtfalter/orders/{order.reference}/tickets.pdf",
        f"kellerkind/orders/{order.secret}/tickets.pdf", f"kellerkind/orders/{order.secret}/tickets.ics",
        f"nachtfalter/orders/{order.secret}/tickets.pdf?item={line.pk}",
        f"nachtfalter/orders/{order.secret}/tickets.pdf?item={uuid4()}",
        f"nachtfalter/orders/{order.secret}/tickets.pdf?item=1%27",
    ]  # fmt: skip
    for path in tries:
        answer = guest.client.get(f"/api/v2/shops/{path}")
        assert answer.status_code == 404, path
        assert b"%PDF" not in answer.content


def test_a_gated_shops_tickets_want_its_code(shop: Shop) -> None:
    _guest, order = paid(shop)
    AccessCode.objects.create(shop=shop, code="ROTLICHT")
    for kind in ("pdf", "ics"):
        answer = Guest(shop).get(f"orders/{order.secret}/tickets.{kind}")
        assert answer.status_code != 200 or b"%PDF" not in answer.content


def test_one_browser_has_so_many_made_and_another_goes_on(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checkout.entry.limits.DOCUMENTS", replace(DOCUMENTS, hard=2, soft=3))
    guest, order = paid(shop)
    path = f"orders/{order.secret}/tickets.pdf"
    assert [guest.get(path).status_code for _time in range(4)] == [200, 200, 429, 429]
    assert [Guest(shop).get(path).status_code for _time in range(2)] == [200, 429]
    assert Guest(shop, works=True).get(path).status_code == 200


def test_an_order_tells_its_valid_tickets_one_by_one(shop: Shop) -> None:
    guest, order = paid(shop, text="Mira+Falk", personalization_requirement="check_in_required")
    tickets = list(Ticket.objects.in_order())
    told = guest.send({"query": TICKETS, "variables": {"order": order.secret}}).data
    assert [one["validationCode"] for one in told] == [one.number for one in tickets]
    assert all('"first_name": "Mira"' in one["personalIdentifier"] for one in told)
    assert all('"checked_in": false' in one["personalIdentifier"] for one in told)
    invalidate_ticket(ticket=tickets[0], reason="lost")
    told = guest.send({"query": TICKETS, "variables": {"order": order.secret}}).data
    assert [one["id"] for one in told] == [str(tickets[1].pk)]
    assert guest.send({"query": TICKETS, "variables": {"order": "guessed"}}).refusal["code"] == "ORDER_NOT_FOUND"


@proves("purchase §3", "a ticket says its event, all of an order's in one statement")
def test_tickets_say_their_event(shop: Shop) -> None:
    evenings = [first_variant(make_event(shop, name=name)) for name in ("Nachtflug", "Tagflug")]
    asked, told = [], []
    for key, some in (("first-one", evenings[:1]), ("second-one", evenings)):
        guest = Guest(shop)
        order = Order.objects.get(secret=guest.buy(*((one, 2) for one in some), idempotencyKey=key)["id"])
        pay(order)
        question = {"query": TICKETS, "variables": {"order": order.secret}}
        guest.send(question)
        with CaptureQueriesContext(connection) as queries:
            told = guest.send(question).data
        asked.append(len(queries))
    assert [one["event"]["name"] for one in told] == ["Nachtflug"] * 2 + ["Tagflug"] * 2
    assert asked[0] == asked[1]
    Event.objects.filter(name="Tagflug").update(active=False)
    told = guest.send({"query": TICKETS, "variables": {"order": order.secret}}).data
    assert [one["event"] and one["event"]["name"] for one in told] == ["Nachtflug"] * 2 + [None] * 2


@proves("purchase §7, §8", "GETEVENTBYTICKETID; guesses learn nothing and end in the limit")
def test_a_ticket_names_its_event_however_its_number_is_written(shop: Shop) -> None:
    paid(shop, name="Nachtflug")
    number = Ticket.objects.all()[0].number
    for text in (number, grouped_number(number), f" {number} "):
        assert event_of(Guest(shop), text).data["name"] == "Nachtflug"


def test_whatever_is_wrong_with_a_number_the_answer_is_the_same(shop: Shop) -> None:
    guest, _order = paid(shop)
    _other, _theirs = paid(make_shop("kellerkind"))
    ended, _valid = Ticket.objects.filter(line__placement__shop=shop)
    invalidate_ticket(ticket=ended, reason="lost")
    elsewhere = Ticket.objects.filter(line__placement__shop__slug="kellerkind")[0]
    wrong = [ended.number, elsewhere.number, drawn_number(), "", "1", "x" * 400, str(uuid4())]
    answers = {event_of(guest, text).response.content for text in wrong}
    assert len(answers) == 1
    assert event_of(guest, drawn_number()).refusal["code"] == "NOT_FOUND"


def test_guessing_ends_in_the_limit_and_right_ones_are_told_apart_from_nothing_then(shop: Shop) -> None:
    paid(shop)
    right = Ticket.objects.all()[0].number
    guest = Guest(shop, address="198.51.100.7")
    codes = [event_of(guest, drawn_number()).refusal["code"] for _time in range(NUMBERS.hard)]
    assert set(codes) == {"NOT_FOUND"}
    refused = [event_of(guest, text) for text in (right, drawn_number(), "1")]
    assert [one.refusal["code"] for one in refused] == ["RATE_LIMITED"] * 3
    assert len({one.response.content for one in refused}) == 1
    assert event_of(Guest(shop, address="198.51.100.7"), right).refusal["code"] == "WORK_NEEDED"
    assert event_of(Guest(shop, address="198.51.100.7", works=True), right).data
    assert event_of(Guest(shop, address="203.0.113.5"), right).data


@proves(
    "design §6, docs/decisions/0051",
    "the QR code is signed; a gate checks it offline with the public key; no other passes",
)
def test_the_public_key_is_told_by_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("ticket_key")
    assert len(capsys.readouterr().out.strip()) == 44
