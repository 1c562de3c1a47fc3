"""The numbers stand on the warehouse's papers, and where a number is asked for its event."""

from typing import Any

import pypdfium2
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from aftersale.fulfilment.papers import packing_slips, pick_data, pick_list, slip_of
from aftersale.fulfilment.parcels import parcels_of
from aftersale.printed_tickets.actions import void_number
from aftersale.printed_tickets.queries import ticket_of_number
from checkout.models import Delivery
from shop.models import Shop
from tests.aftersale.fulfilment.goods import paid, parcel, seller, thing
from tests.aftersale.printed_tickets.house import hard, numbered, printed_event
from tests.aftersale.tickets.sold import event_of
from tests.factories import make_shop
from tests.guest import Guest
from tests.proofs import proves

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]


def text_of(pdf: bytes) -> str:
    return "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))


@proves("law OP-11", "packing slip and pick list name the numbers as they are printed, each with its parcel")
def test_slip_and_pick_list_name_the_numbers_as_they_are_printed() -> None:
    shop = seller()
    event = printed_event(shop)
    ticket = hard(event)
    numbered(event, "B-2", "B-1", "A-7")
    one, two = paid((ticket, 1), (thing(shop), 1), city="Aachen"), paid((ticket, 2), city="Berlin")
    parcels = parcels_of(Delivery.objects.all())
    with translation.override("en"):
        rows: list[Any] = [row["numbers"] for each in parcels for row in slip_of(each)["rows"]]
        (picked,) = [row for row in pick_data(parcels)["rows"] if row["numbers"]]
    first, second = parcel(one).number, parcel(two).number
    assert sorted(rows) == ["", "Gedruckte Tickets: A-7", "Gedruckte Tickets: B-1", "Gedruckte Tickets: B-2"]
    assert picked["numbers"] == f"Printed tickets: B-2 ({first}) · B-1 ({second}) · A-7 ({second})"
    assert picked["amount"] == "3 ×"
    for pdf in (packing_slips(parcels), pick_list(parcels)):
        assert all(number in text_of(pdf) for number in ("B-2", "B-1", "A-7"))


def test_numbers_of_many_parcels_cost_one_statement() -> None:
    event = printed_event(seller())
    ticket = hard(event)
    numbered(event, *map(str, range(9)))
    for _number in range(3):
        paid((ticket, 2))
    with CaptureQueriesContext(connection) as asked:
        parcels_of(Delivery.objects.all())
    assert sum("aftersale_printednumber" in one["sql"] for one in asked) == 1


class TestAskedFor:
    @pytest.fixture
    def shop(self) -> Shop:
        return seller("nachtfalter")

    @proves(
        "purchase §7, docs/decisions/0053",
        "GETEVENTBYTICKETID knows given numbers of eight signs or more that one event alone has",
    )
    def test_a_given_number_names_its_event_however_it_is_typed(self, shop: Shop) -> None:
        event = printed_event(shop)
        numbered(event, "NF-0001-2345", "NF-0001-2346")
        paid((hard(event), 1))
        assert event_of(Guest(shop), "nf 00012345").data["name"] == event.name
        for wrong in ("NF-0001-2346", "NF-0001-2347", "NF-0001", "", "9" * 99):
            assert event_of(Guest(shop), wrong).refusal["code"] == "NOT_FOUND", wrong
        assert event_of(Guest(make_shop("kellerkind")), "NF-0001-2345").refusal["code"] == "NOT_FOUND"

    def test_short_void_and_ambiguous_ones_name_none(self, shop: Shop) -> None:
        one, two = printed_event(shop), printed_event(shop)
        for event in (one, two):
            ticket = hard(event)
            numbered(event, "10000001", f"2000000{event.pk}", "0000007")
            paid((ticket, 3))
        assert ticket_of_number(shop, "10000001") is None, "two events have it"
        assert ticket_of_number(shop, "0000007") is None, "too short"
        mine = one.printed_numbers.get(number=f"2000000{one.pk}")
        assert ticket_of_number(shop, mine.number) is not None
        void_number(number=mine, reason="stolen")
        assert ticket_of_number(shop, mine.number) is None
