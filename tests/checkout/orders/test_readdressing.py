"""Staff correct an order's addresses as long as nothing of it has left."""

from collections.abc import Iterator
from decimal import Decimal

import pytest
from django.contrib.auth.models import Permission, User
from django.core import mail
from django.test import Client
from django.utils import translation

from checkout.actions import move_delivery
from checkout.actions.changes.readdressing import change_addresses
from checkout.actions.refunds.giving_back import StepOutcome, cancel_order, refund_order
from checkout.errors import AddressFixed, NoDeliveryMethod, NothingChosen
from checkout.models import Carrier, CarrierRate, Country, Delivery, Order, OrderStep, Placement, Refund
from checkout.payments.ledger import balance
from checkout.refunds.refundable import Disposition, RefundCommand, RefundScope
from shop.core.errors import FieldErrors
from shop.invariants import broken_invariants
from shop.models import Mail
from tests.checkout.giving_back import action_by, send_all
from tests.checkout.placing import place, shirt, transfer
from tests.checkout.steps import confirm, page_of, write_mails
from tests.factories import ADDRESS
from tests.proofs import proves
from tests.staff import errors_of, log_in, send, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def staff(client: Client) -> Iterator[User]:
    client.cookies["locale"] = "en"
    with translation.override("en"):
        yield log_in(client)


@pytest.fixture
def paid() -> Placement:
    placement = place((shirt(capacity=9), 1))
    transfer(placement, "25.90")
    return placement


def price_abroad(price: str) -> None:
    Country.objects.update_or_create(code="at", defaults={"active": True})
    carrier = Delivery.objects.get().carrier
    CarrierRate.objects.filter(carrier=carrier, country_id="at").delete()
    CarrierRate.objects.create(carrier=carrier, country_id="at", price=price, max_weight_grams=31_500)


def change(placement: Placement, staff: User, **fields: str) -> StepOutcome:
    return change_addresses(
        order=placement.order,
        shipping=ADDRESS | fields,
        billing=dict(ADDRESS),
        action=action_by(staff),
        may_refund=True,
    )


@proves(
    "law J14",
    "addresses are corrected as long as nothing has left, by the shoppers' rules; where shipping is "
    "cheaper than what is still charged the difference goes back, if whoever asks may give money back; "
    "where it is dearer that is said",
)
def test_it_goes_elsewhere_and_the_buyer_is_told(paid: Placement, staff: User) -> None:
    change(paid, staff, address="Neue Straße 9")
    order = Order.objects.get()
    assert (order.shipping_address.address, order.billing_address.address) == ("Neue Straße 9", ADDRESS["address"])
    step = OrderStep.objects.get()
    assert step.kind == "address" and "Neue Straße 9" in step.text and ADDRESS["address"] in step.text
    Mail.objects.exclude(kind__startswith="change:").delete()
    write_mails()
    told = next(one for one in mail.outbox if "Neue Straße 9" in one.body and paid.reference in one.subject)
    assert told.to == [order.email]
    assert ("geändert" in told.subject) or ("changed" in told.subject)


def test_where_shipping_is_cheaper_the_difference_goes_back(paid: Placement, staff: User) -> None:
    price_abroad("3.90")
    outcome = change(paid, staff, country_code="at")
    assert (outcome.total, Order.objects.get().country_code) == (Decimal("2.00"), "at")
    assert Refund.objects.get().shipping.get().amount == Decimal("2.00")
    send_all()
    assert (balance(paid.order), broken_invariants()) == (Decimal(0), {})


def test_to_and_fro_the_difference_goes_back_once(paid: Placement, staff: User) -> None:
    price_abroad("3.90")
    changes = [change(paid, staff, country_code=code) for code in ("at", "de", "at", "de", "at")]
    assert [one.total for one in changes] == [Decimal(2), Decimal(0), Decimal(0), Decimal(0), Decimal(0)]
    assert [one.extra_cost for one in changes] == [Decimal(0), Decimal(2), Decimal(0), Decimal(2), Decimal(0)]
    send_all()
    assert (balance(paid.order), broken_invariants()) == (Decimal(0), {})


def test_shipping_that_went_back_does_not_go_back_again(paid: Placement, staff: User) -> None:
    price_abroad("3.90")
    command = RefundCommand(RefundScope.LINES, shipping={paid.pk: Decimal("5.00")})
    refund_order(order=paid.order, command=command, action=action_by(staff))
    outcome = change(paid, staff, country_code="at")
    assert (outcome.total, outcome.extra_cost) == (Decimal(0), Decimal("3.00"))


def test_only_what_is_paid_and_goes_somewhere_is_compared(staff: User) -> None:
    unpaid = place((shirt(capacity=9), 1))
    price_abroad("3.90")
    assert change(unpaid, staff, country_code="at").total == 0
    transfer(unpaid, "25.90")
    ended = {line.pk: Disposition.AGAIN for line in unpaid.lines.all()}
    cancel_order(order=unpaid.order, dispositions=ended, shipping=False, action=action_by(staff))
    assert [change(unpaid, staff, country_code=code).total for code in ("de", "at")] == [0, 0]


def test_who_may_give_no_money_back_does_not_send_it_where_it_is_cheaper(client: Client, paid: Placement) -> None:
    price_abroad("3.90")
    clerk = User.objects.create_user("moves", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename__in=["view_order", "change_order"]))
    client.force_login(clerk)
    path, moved = page_of(paid.order, "addresses"), {"shipping_address.country_code": "at", "reason": "Moved"}
    assert "you need the right to give money back" in text_of(send(client, path, **moved))
    asking = send(client, path, **{"shipping_address.city": "Wien", "reason": "Moved"})
    confirm(client, path, asking)
    order = Order.objects.get()
    assert (order.shipping_address.city, order.country_code, Refund.objects.exists()) == ("Wien", "de", False)
    clerk.user_permissions.add(Permission.objects.get(codename="add_refund"))
    confirm(client, path, send(client, path, **moved))
    assert Refund.objects.get().amount == Decimal("2.00")


def test_where_it_is_dearer_that_is_said_and_nobody_asked(paid: Placement, staff: User) -> None:
    price_abroad("9.90")
    outcome = change(paid, staff, country_code="at")
    assert (outcome.extra_cost, outcome.total, balance(paid.order)) == (Decimal(4), Decimal(0), Decimal(0))


def test_what_shoppers_may_not_enter_staff_may_not_either(paid: Placement, staff: User) -> None:
    for wrong in ({"city": ""}, {"city": "http://x.example"}, {"country_code": "zz"}, {"address": "x" * 61}):
        with pytest.raises(FieldErrors):
            change(paid, staff, **wrong)
    Carrier.objects.all()
    Country.objects.update_or_create(code="at", defaults={"active": True})
    CarrierRate.objects.filter(country_id="at").delete()
    with pytest.raises(NoDeliveryMethod):
        change(paid, staff, country_code="at")
    with pytest.raises(NothingChosen):
        change(paid, staff)
    assert not OrderStep.objects.exists() and not Mail.objects.filter(kind__startswith="change:").exists()


def test_once_a_parcel_has_left_it_stays(client: Client, paid: Placement, staff: User) -> None:
    move_delivery(delivery=Delivery.objects.get(), to=Delivery.State.SHIPPED)
    with pytest.raises(AddressFixed):
        change(paid, staff, address="Neue Straße 9")
    assert client.get(page_of(paid.order, "addresses")).status_code == 403


def test_staff_see_what_will_happen_and_do_it(client: Client, paid: Placement) -> None:
    price_abroad("9.90")
    path = page_of(paid.order, "addresses")
    assert errors_of(send(client, path, **{"shipping_address.city": "", "reason": "Moved"}))
    wrong = send(client, path, **{"shipping_address.city": "<b>", "reason": "Moved"})
    assert errors_of(wrong)
    moved = {"shipping_address.city": "Wien", "shipping_address.country_code": "at", "reason": "Moved"}
    preview = send(client, path, **moved)
    assert "4,00\xa0€ more" in text_of(preview) and Order.objects.get().country_code == "de"
    page = text_of(confirm(client, path, preview))
    assert "Changed. The buyer is told by mail." in page and "Wien" in page and "Address changed" in page


def test_it_needs_the_right_to_change_orders(client: Client, paid: Placement) -> None:
    clerk = User.objects.create_user("looks", is_staff=True)
    clerk.user_permissions.add(Permission.objects.get(codename="view_order"))
    client.force_login(clerk)
    assert client.post(page_of(paid.order, "addresses"), {"reason": "x"}).status_code == 403
