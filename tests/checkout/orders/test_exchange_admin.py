"""The page on which staff exchange what was ordered: shown first, done once, told, a right of its own."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from aftersale.models import Ticket
from aftersale.numbers.tickets import grouped_number
from catalogue.models import ProductVariant, Stock
from checkout.actions import move_delivery
from checkout.models import Delivery, Order, OrderLine, OrderStep, Placement, Refund
from checkout.payments.ledger import balance, record_capture
from shop.invariants import broken_invariants
from tests.checkout.exchanging import added, bought, exchange, sold_of
from tests.checkout.giving_back import shirts
from tests.checkout.placing import place, transfer
from tests.checkout.steps import confirm, page_of, write_mails
from tests.factories import first_variant, make_event, make_shop, make_variant
from tests.proofs import proves
from tests.seated import House
from tests.staff import errors_of, fields_of, log_in, log_in_clerk, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def staff(client: Client) -> Iterator[User]:
    client.cookies["locale"] = "en"
    with translation.override("en"):
        yield log_in(client)


def path_of(placement: Placement) -> str:
    return page_of(placement.order, "exchange")


def chosen(line: OrderLine, variant: ProductVariant, **more: str) -> dict[str, str]:
    return {"what": f"{line.pk}:{variant.pk}", "reason": "Too small"} | more


def preview_of(client: Client, placement: Placement, variant: ProductVariant, **more: str) -> Any:
    path = path_of(placement)
    line = OrderLine.objects.counting().order_by("placement__number", "number")[0]
    return client.post(path, fields_of(client.get(path)) | chosen(line, variant, **more))


@proves(
    "docs/decisions/0055",
    "an exchange is shown first and done once, stands in the timeline, and is a right of its own; sold "
    "out changes nothing; the last piece or seat goes to one of several, and exchanges to and fro do not "
    "block each other",
)
def test_what_is_shown_first_is_done_once_and_told(client: Client, sizes: list[ProductVariant], staff: User) -> None:
    m, _l, xl, _s = sizes
    placement = bought(m)
    form = text_of(client.get(path_of(placement)))
    for words in ("1 × Tour Shirt, M", "XL · 25,00\xa0€ now · 3 free", "S · 15,00\xa0€ now"):
        assert words in form, words
    preview = preview_of(client, placement, xl)
    text = text_of(preview)
    for words in ("5,00\xa0€ more", "The buyer is asked for", "no money", "No longer part of the order", "mira@"):
        assert words in text, words
    assert (sold_of(m, xl), OrderStep.objects.count()) == ([1, 0], 0)
    done = text_of(confirm(client, path_of(placement), preview))
    assert "Exchanged. The buyer is asked for 5,00\xa0€." in done and "Too small" in done
    confirm(client, path_of(placement), preview)
    assert (OrderStep.objects.get().staff, sold_of(m, xl), Placement.objects.count()) == (staff, [0, 1], 2)
    page = text_of(client.get(page_of(placement.order)))
    assert "Exchange · " in page and "XL, 25,00\xa0€" in page and "Ordered: 25,00" not in page
    write_mails()
    told = next(one for one in mail.outbox if "umgetauscht" in one.body or "exchanged a part" in one.body)
    assert "5,00\xa0€" in told.body and placement.order.secret in told.body
    assert broken_invariants() == {}


def test_a_cheaper_one_gives_the_difference_back(client: Client, sizes: list[ProductVariant]) -> None:
    m, *_rest, small = sizes
    placement = bought(m)
    preview = preview_of(client, placement, small)
    assert "you send it from the bank" in text_of(preview) and "5,00\xa0€ less" in text_of(preview)
    assert "Exchanged. 5,00\xa0€ go back." in text_of(confirm(client, path_of(placement), preview))
    assert Refund.objects.get().amount == 5


def test_what_changed_meanwhile_is_shown_again(client: Client, sizes: list[ProductVariant]) -> None:
    m, _l, xl, _s = sizes
    placement = bought(m)
    preview = preview_of(client, placement, xl)
    xl.additional_price = 7
    xl.save()
    again = confirm(client, path_of(placement), preview)
    assert "The order has changed meanwhile" in text_of(again) and "7,00\xa0€ more" in text_of(again)
    assert not OrderStep.objects.exists()


def test_what_is_sold_out_is_said_so(client: Client, sizes: list[ProductVariant]) -> None:
    m, large, *_ = sizes
    placement = bought(m)
    Stock.objects.filter(variants=large).update(capacity=0)
    assert "L · 20,00\xa0€ now · sold out" in text_of(client.get(path_of(placement)))
    assert "There is no free piece of it. Nothing was changed." in text_of(preview_of(client, placement, large))


def test_nonsense_is_refused(client: Client, sizes: list[ProductVariant]) -> None:
    m, large, *_ = sizes
    placement = bought(m)
    for wrong in ({"pieces": "2"}, {"pieces": "0"}, {"what": "x"}, {"what": ""}, {"reason": ""}, {"key": "x"}):
        answer = preview_of(client, placement, large, **wrong)
        assert (errors_of(answer) or "key" in wrong) and "shown" not in fields_of(answer)
    assert not OrderStep.objects.exists()


@proves(
    "docs/decisions/0055",
    "what went out, was used, is asked back, is part of a bundle or paid by a code is not exchanged, nor "
    "anything while money is missing; staff read why",
)
def test_what_stays_as_it_is_says_why(client: Client, sizes: list[ProductVariant]) -> None:
    placement = bought(sizes[0])
    preview = preview_of(client, placement, sizes[1])
    move_delivery(delivery=Delivery.objects.get(), to=Delivery.State.PACKED)
    text = text_of(client.get(path_of(placement)))
    assert "Nothing of it can be exchanged." in text and "its parcel is packed or has left" in text
    assert "shown" not in fields_of(client.post(path_of(placement), fields_of(preview)))
    assert not OrderStep.objects.exists()


def test_it_is_a_right_of_its_own(client: Client, sizes: list[ProductVariant]) -> None:
    m, large, _xl, small = sizes
    placement = bought(m)
    client.logout()
    client.cookies["locale"] = "en"
    clerk = log_in_clerk(client, "view_order", "change_order", "add_refund")
    assert "/exchange/" not in text_of(client.get(page_of(placement.order)))
    assert client.get(path_of(placement)).status_code == 403
    assert client.post(path_of(placement), chosen(shirts(placement), large)).status_code == 403
    clerk.user_permissions.set(Permission.objects.filter(codename__in=["view_order", "exchange_order"]))
    assert "/exchange/" in text_of(client.get(page_of(placement.order)))
    assert "you need the right to give money back" in text_of(preview_of(client, placement, small))
    preview = preview_of(client, placement, small, as_before="on")
    confirm(client, path_of(placement), preview)
    assert (added().total, balance(placement.order)) == (Decimal(20), Decimal(0))


def test_the_tickets_that_end_are_named(client: Client) -> None:
    event = make_event(make_shop(), price="30.00", capacity=5)
    reduced = make_variant(event=event, description="reduced", capacity=5, price="20.00")
    placement = place((first_variant(event), 1))
    transfer(placement, "30.00")
    old = Ticket.objects.get()
    preview = preview_of(client, placement, reduced)
    assert grouped_number(old.number) in text_of(preview)
    confirm(client, path_of(placement), preview)
    page = text_of(client.get(page_of(placement.order)))
    assert "Ticket ended" in page and page.count("Ticket issued") == 2


class TestSeats:
    @proves(
        "docs/decisions/0055",
        "an exchanged ticket is dead, the new one is mailed, for the same person; a seat is free again, and "
        "the new one nobody else has",
    )
    def test_another_seat_by_its_name(self, client: Client, house: House) -> None:
        placement, ticket = Placement.objects.get(), first_variant(house.event)
        form = text_of(client.get(path_of(placement)))
        assert "another seat" in form and "Block A" in form
        section = str(house.seat("2-4").row.section_id)
        preview = preview_of(client, placement, ticket, section=section, row="2", seat="4")
        assert "row 2, seat 4" in text_of(preview)
        confirm(client, path_of(placement), preview)
        assert added().lines.get().seat == house.seat("2-4")
        assert broken_invariants() == {}

    @pytest.mark.parametrize(
        ("entered", "said"),
        [
            ({"row": "", "seat": "4"}, "Which seat is it to be?"),
            ({"row": "99", "seat": "4"}, "There is no row"),
            ({"row": "2", "seat": "4-5"}, "That is no single seat of this category."),
            ({"row": "2", "seat": "400"}, "There is no seat 400."),
            ({"row": "1", "seat": "2"}, "This seat is not free. Nothing was changed."),
            ({"row": "1", "seat": "1"}, "It cannot be exchanged for that."),
        ],
    )
    def test_a_seat_that_is_not_to_be_had(
        self, client: Client, house: House, entered: dict[str, str], said: str
    ) -> None:
        section = str(house.seat("2-4").row.section_id)
        answer = preview_of(client, Placement.objects.get(), first_variant(house.event), section=section, **entered)
        assert said in text_of(answer) and "shown" not in fields_of(answer)
        assert not OrderStep.objects.exists()


def test_the_page_costs_as_many_statements_for_many_lines(
    client: Client, sizes: list[ProductVariant], staff: User
) -> None:
    def statements(order: Order) -> int:
        with CaptureQueriesContext(connection) as found:
            text_of(client.get(page_of(order, "exchange")))
        return len(found)

    placement = bought(sizes[0])
    statements(placement.order)
    few = statements(placement.order)
    exchange(shirts(placement), sizes[1], staff)
    more = place((sizes[0], 1), (sizes[3], 1), into=placement.order, key="key-2")
    record_capture(payment=placement.payments.get(), amount=more.total, event_id="more")
    assert OrderLine.objects.counting().count() == 3
    assert statements(placement.order) == few
