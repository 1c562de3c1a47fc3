"""Which of what is open would be paid by money that is on its way."""

from decimal import Decimal

import pytest
from django.contrib.auth.models import User

from checkout.mails.order_mails import order_context
from checkout.models import LedgerEntry, Order, Payment, Placement
from checkout.orders.access import access_order
from checkout.orders.deadlines import open_placements, without_incoming_money
from checkout.payments.ledger import record_capture, record_reversal
from tests.checkout.merging import merge
from tests.checkout.placing import place, ready_cart, shown_to_buyer, transfer
from tests.factories import first_variant, make_event, make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db


@pytest.fixture
def placement() -> Placement:
    return place((first_variant(make_event(make_shop(), price="100.00")), 1))


def send(order: Order, amount: str, placement: Placement | None = None) -> None:
    Payment.objects.create(
        order=order, placement=placement, method="paypal", provider="paypal", external_id="there", on_its_way="echeck",
        amount=Decimal(amount), reference="PPX",
    )  # fmt: skip


def left(placement: Placement) -> list[int]:
    order = access_order(placement.order.shop, placement.access.secret)
    return [one.number for one in without_incoming_money(order, open_placements(order))]


@proves("docs/decisions/0056", "money on its way holds up no end where it has to pay first what a bank took back")
def test_it_pays_first_what_was_taken_back(placement: Placement, django_user_model: type[User]) -> None:
    transfer(placement, "100.00")
    for number, price in enumerate(("5.00", "10.00")):
        ticket = first_variant(make_event(placement.order.shop, price=price))
        place((ticket, 1), into=placement.order, key=f"joins {number}")
    send(placement.order, "15.00")
    assert left(placement) == []
    record_reversal(entry=LedgerEntry.objects.get(), staff=django_user_model.objects.create(), note="")
    assert left(placement) == [2, 3]


def test_a_part_that_came_counts_for_what_waits_apart(placement: Placement) -> None:
    session, _request = ready_cart((first_variant(make_event(placement.order.shop, price="30.00")), 1))
    apart = merge(session, into=placement.order, is_verified=False)
    send(apart.order, "10.00", apart)
    assert left(apart) == [2]
    record_capture(payment=apart.payments.get(method="bank_transfer"), amount=Decimal("20.00"), event_id="a part")
    assert left(apart) == []


@proves("purchase §4", "where too much came in nothing is to be paid")
def test_nothing_is_to_be_paid_where_too_much_came(placement: Placement) -> None:
    transfer(placement, "105.00")
    assert (shown_to_buyer(placement).to_pay, shown_to_buyer(placement).balance) == (Decimal(0), Decimal(-5))


@proves("purchase §4", "a confirmation says that a placement's money is on its way only if that money will pay for it")
def test_its_mail_says_so_only_of_what_is_paid(placement: Placement) -> None:
    order = placement.order
    event = make_event(order.shop, price="40.00")
    second = place((first_variant(event), 1), into=order, key="second")
    send(order, "100.00", placement)
    assert [order_context(one)["is_on_its_way"] for one in (placement, second)] == [True, False]
    order.payments.filter(on_its_way="echeck").update(placement=None, amount=140)
    assert [order_context(one)["is_on_its_way"] for one in (placement, second)] == [True, True]
