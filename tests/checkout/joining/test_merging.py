"""A cart joins an earlier order, as a client sees it (purchase §4 "Merging into an existing order", §8)."""

from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core import mail as outbox
from django.utils import timezone

from cart.models import Cart
from catalogue.models import Product, ProductVariant, Stock
from checkout.actions import cancel_unpaid, move_delivery
from checkout.actions.orders.steps import StaffAction
from checkout.actions.refunds.giving_back import cancel_order
from checkout.mails.together import send_with_others
from checkout.models import Delivery, Order, Payment, Placement
from checkout.orders.order_state import PaymentState, order_with_state
from checkout.payments.references import order_reference
from shop.invariants import broken_invariants
from shop.models import Mail, Shop
from tests.checkout.confirming import confirm
from tests.factories import first_variant, make_event, make_product
from tests.guest import Guest
from tests.proofs import proves
from tests.words import worded

from .asked import OWNER, code_of, merge, merge_own, pay

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]


@proves(
    "purchase §4, §9",
    "prefixes, blanks, small and similar signs make no difference to a reference; both numbers lead to the order",
)
@pytest.mark.parametrize(
    "written", ["B-K7M2Q", " b-k7m2q ", "BAXB-K7M2Q", "PPXB-K7M2Q-2", "SSX B-K7M2Q", "CCXB-K7M2Q", "bk7m2q", "K7M2Q"]
)
def test_a_reference_is_read_however_it_is_written(written: str) -> None:
    assert order_reference(written) == "B-K7M2Q"


@pytest.mark.parametrize("written", ["", "B-", "B-K7M2QX", "XYZB-K7M2Q", "B-" + "K" * 5000])
def test_what_is_no_reference_is_none(written: str) -> None:
    assert order_reference(written) == ""


def test_signs_that_look_alike_are_the_same() -> None:
    assert order_reference("B-OIL0L") == "B-01101"


@proves(
    "purchase §4",
    "late finds join an order as a placement of their own, without further shipping; from the order's own "
    "page or mail the whole order comes back",
)
def test_whoever_comes_from_the_orders_page_adds_to_it(order: Order, fan: Guest) -> None:
    vat = {"rate": "19.00", "net": "33.61", "vat": "6.39", "gross": "40.00", "rule": "home", "country": ""}
    assert fan.cart()["merging"] == {"total": "40.00", "totalDue": "40.00", "vat": [vat]}
    added = merge_own(fan, order, clientMutationId="m").data
    assert added["clientMutationId"] == "m"
    whole = added["order"]
    assert (whole["id"], whole["reference"], whole["email"]) == (order.secret, order.reference, OWNER)
    assert [item["amount"] for item in whole["items"]] == [1, 2]
    assert (whole["balance"], whole["shippingTotal"], whole["totalIncludingShipping"]) == ("65.90", "5.90", "65.90")
    assert fan.cart() is None
    assert Stock.objects.get().sold == 3
    placement = Placement.objects.get(number=2)
    assert (placement.secret, placement.payment_method, placement.payments.count()) == (None, "", 0)
    assert placement.button_label == "Zahlungspflichtig bestellen" and placement.accepted_texts.exists()
    started = fan.ask("PAYORDER", input={"orderId": order.secret, "paymentMethod": "bank_transfer"}).data
    assert started["payment"]["next"] == "done"
    assert broken_invariants() == {}


@proves("design §4", "what a stranger adds counts only once it is paid with its own money, and ends nobody's payment")
def test_what_a_stranger_adds_waits_apart_for_its_own_money(order: Order, fan: Guest, shop: Shop) -> None:
    pay(order.payments.get(), "100.00")  # 74.10 too much
    part = merge(fan, order.reference).data["order"]
    fan.ask("PAYORDER", input={"orderId": part["id"], "paymentMethod": "bank_transfer"})
    owner = Guest(shop)
    before = owner.ask("ORDER", order_id=order.secret).data
    assert (before["status"], before["balance"], len(before["items"])) == ("pending_fulfillment", "-74.10", 1)
    payment = Placement.objects.get(number=2).payments.get()
    pay(payment, "39.99")
    assert fan.ask("ORDER", order_id=part["id"]).data["balance"] == "0.01"
    assert order_with_state(order).received == Decimal("100.00")
    pay(payment, "0.01")
    assert fan.ask("ORDER", order_id=part["id"]).data["status"] == "pending_fulfillment"
    after = owner.ask("ORDER", order_id=order.secret).data
    assert (after["status"], after["balance"], len(after["items"])) == ("pending_fulfillment", "-74.10", 2)
    assert Delivery.objects.get().lines.count() == 2
    assert broken_invariants() == {}


def test_a_stranger_does_not_end_the_owners_payment(order: Order, ticket_fan: Guest, shop: Shop) -> None:
    fan = ticket_fan
    part = merge(fan, order.reference).data["order"]
    fan.ask("PAYORDER", input={"orderId": part["id"], "paymentMethod": "bank_transfer"})
    mine = Payment.objects.get(placement__number=1)
    Guest(shop).ask("PAYORDER", input={"orderId": order.secret, "paymentMethod": "bank_transfer"})
    assert {one.state for one in Payment.objects.all()} == {"pending"}
    assert Payment.objects.filter(order=order).count() == 2 and mine.reference == f"BAX{order.reference}"


def test_late_money_for_what_was_cancelled_apart_covers_nothing_else(order: Order, ticket_fan: Guest) -> None:
    fan = ticket_fan
    part = merge(fan, order.reference).data["order"]
    fan.ask("PAYORDER", input={"orderId": part["id"], "paymentMethod": "bank_transfer"})
    cancel_unpaid(order=order)
    pay(Payment.objects.get(placement__number=2), "40.00")
    assert fan.ask("ORDER", order_id=part["id"]).data["balance"] == "-40.00"
    assert order_with_state(order).balance == 0


def test_both_numbers_lead_to_the_order(order: Order, fan: Guest, shirt: ProductVariant) -> None:
    pay(order.payments.get(), "25.90")
    merge_own(fan, order)
    second = Placement.objects.get(number=2)
    assert Placement.objects.get(number=1).reference == order.reference != second.reference
    assert fan.add((shirt, 1)).data
    merge(fan, second.reference, OWNER, expectedTotal="20.00")
    assert [one.number for one in order.placements.order_by("number")] == [1, 2, 3]


@proves("design §4", "once per cart, however often and in whatever way it is asked for")
def test_once_per_cart_however_often_it_is_asked_for(order: Order, fan: Guest) -> None:
    answers = [merge_own(fan, order, idempotencyKey=key).data["order"]["id"] for key in ("k", "k", "other")]
    assert set(answers) == {order.secret}
    assert (Placement.objects.count(), Stock.objects.get().sold) == (2, 3)


def test_a_placed_cart_joins_nothing_any_more(order: Order, shop: Shop, shirt: ProductVariant) -> None:
    guest = Guest(shop)
    own = guest.buy((shirt, 1), idempotencyKey="own")
    assert merge_own(guest, order, expectedTotal="20.00").data["order"]["id"] == own["id"]


GATES = [
    ({"acceptedTerms": False}, "TERMS_NOT_ACCEPTED"),
    ({"expectedTotal": "45.90"}, "TOTAL_CHANGED"),
    ({"expectedTotal": "NaN"}, "TOTAL_CHANGED"),
]


@proves("purchase §5", "every gate of an order stands before what joins one")
@pytest.mark.parametrize(("given", "code"), GATES)
def test_every_gate_of_an_order_stands_here_too(order: Order, fan: Guest, given: dict[str, Any], code: str) -> None:
    assert code_of(merge_own(fan, order, **given)) == code
    assert Placement.objects.count() == 1 and fan.cart()["items"]


def test_older_clients_need_not_tell_the_total(order: Order, fan: Guest) -> None:
    assert merge_own(fan, order, expectedTotal=None).data


def test_the_age_is_asked_for(shop: Shop, shirt: ProductVariant) -> None:
    Product.objects.update(over_18=True)
    Guest(shop).buy((shirt, 1), acceptedAge=True)
    fan, order = Guest(shop), Order.objects.get()
    assert fan.add((shirt, 2)).data
    assert code_of(merge_own(fan, order)) == "AGE_NOT_CONFIRMED"
    assert merge_own(fan, order, acceptedAge=True).data


def test_goods_for_adults_join_no_parcel_that_anybody_takes_in(order: Order, fan: Guest) -> None:
    Product.objects.update(over_18=True)
    assert code_of(merge_own(fan, order, acceptedAge=True)) == "NO_MATCHING_DELIVERIES"


@pytest.mark.parametrize("proof", [True, False])
@pytest.mark.parametrize("forbids", ["shop", "product"])
def test_what_may_not_be_merged_is_not(order: Order, fan: Guest, forbids: str, proof: bool) -> None:
    forbidden: Any = fan.shop if forbids == "shop" else Product.objects.get()
    forbidden.order_merging_allowed = False
    forbidden.save()
    cart = fan.cart()
    assert (cart["mergeable"], cart["merging"]) == (False, None)
    refusal = (merge_own(fan, order) if proof else merge(fan, order.reference)).refusal
    assert refusal["code"] == "CART_NOT_MERGEABLE"


@pytest.mark.parametrize("state", [Delivery.State.PACKED, Delivery.State.SHIPPED])
def test_nothing_joins_a_parcel_that_is_packed_or_gone(order: Order, fan: Guest, state: Delivery.State) -> None:
    pay(order.payments.get(), "25.90")
    move_delivery(delivery=order.deliveries.get(), to=state)
    refusal = merge_own(fan, order).refusal
    assert refusal["code"] == "NO_MATCHING_DELIVERIES"


def test_nothing_joins_what_was_cancelled(order: Order, fan: Guest) -> None:
    cancel_unpaid(order=order)
    assert code_of(merge_own(fan, order)) == "NO_MATCHING_DELIVERIES"


def test_nothing_joins_what_was_paid_and_all_ended(order: Order, ticket_fan: Guest) -> None:
    pay(order.payments.get(), "25.90")
    staff = User.objects.create_user("clerk", is_staff=True)
    cancel_order(order=order, dispositions={}, shipping=True, action=StaffAction(uuid4(), staff))
    assert order_with_state(order).payment_state == PaymentState.CANCELLED
    assert code_of(merge_own(ticket_fan, order)) == "NO_MATCHING_DELIVERIES"
    assert Placement.objects.count() == 1


def test_goods_join_no_order_without_a_parcel(shop: Shop, fan: Guest) -> None:
    Guest(shop).buy((first_variant(make_event(shop)), 1))
    assert code_of(merge_own(fan, Order.objects.get())) == "NO_MATCHING_DELIVERIES"


def test_goods_for_another_country_join_none(order: Order, fan: Guest) -> None:
    fan.ask("CHANGECOUNTRY", input={"countryCode": "at"})
    assert code_of(merge_own(fan, order)) == "NO_MATCHING_DELIVERIES"


def test_what_the_carrier_does_not_take_as_one_does_not_join(order: Order, fan: Guest) -> None:
    Product.objects.update(weight_grams=11_000)  # three of them are more than a parcel takes
    assert code_of(merge_own(fan, order)) == "NO_MATCHING_DELIVERIES"
    Product.objects.update(weight_grams=10_000)
    assert merge_own(fan, order).data


@proves(
    "docs/decisions/0041",
    "a stranger's goods join only a parcel that is paid and need not wait for them; what waits for it "
    "takes room in it before it is paid, but a stranger's none of the owner's",
)
def test_a_strangers_goods_join_no_parcel_that_nobody_has_paid(order: Order, fan: Guest) -> None:
    """Or the parcel's shipping might never be paid, and they would go for nothing."""
    assert code_of(merge(fan, order.reference, OWNER)) == "ORDER_NOT_FOUND"
    assert merge_own(fan, order).data
    assert fan.add((first_variant(Product.objects.get()), 1)).data
    pay(order.payments.get(), "25.90")
    assert merge(fan, order.reference, expectedTotal="20.00").data


@pytest.mark.parametrize("proof", [True, False])
def test_a_strangers_goods_keep_no_parcel_waiting(order: Order, shop: Shop, proof: bool) -> None:
    pay(order.payments.get(), "25.90")
    some_day = timezone.localdate() + timedelta(days=90)
    later = make_product(shop, name="Nachtlicht", price="40.00", public_shippable_from=some_day)
    guest = Guest(shop)
    assert guest.add((first_variant(later), 1)).data
    if proof:
        assert merge_own(guest, order).data
    else:
        assert code_of(merge(guest, order.reference)) == "ORDER_NOT_FOUND"


def test_what_waits_for_the_parcel_takes_room_in_it_before_it_is_paid(order: Order, fan: Guest) -> None:
    pay(order.payments.get(), "25.90")
    Product.objects.update(weight_grams=10_000)  # three go as one parcel
    assert merge_own(fan, order).data
    assert fan.add((first_variant(Product.objects.get()), 1)).data
    assert code_of(merge_own(fan, order, expectedTotal="20.00")) == "NO_MATCHING_DELIVERIES"
    assert code_of(merge(fan, order.reference, expectedTotal="20.00")) == "ORDER_NOT_FOUND"


def test_a_stranger_takes_no_room_from_the_owner(order: Order, fan: Guest) -> None:
    pay(order.payments.get(), "25.90")
    Product.objects.update(weight_grams=10_000)
    assert merge(fan, order.reference).data
    assert fan.add((first_variant(Product.objects.get()), 2)).data
    assert merge_own(fan, order).data


def test_tickets_join_every_order_that_lives(order: Order, shop: Shop) -> None:
    guest = Guest(shop)
    guest.add((first_variant(make_event(shop, price="30.00")), 1))
    assert merge_own(guest, order, expectedTotal="30.00").data["order"]["balance"] == "55.90"
    assert Delivery.objects.count() == 1


def test_what_is_free_waits_for_its_mail_alone(order: Order, shop: Shop) -> None:
    guest = Guest(shop)
    guest.add((first_variant(make_event(shop, price="0.00")), 1))
    part = merge(guest, order.reference, expectedTotal="0.00").data["order"]
    assert (part["status"], part["balance"], part["paymentMethods"]) == ("payment_pending", "0.00", [])
    confirm(Placement.objects.get(number=2))
    assert guest.ask("ORDER", order_id=part["id"]).data["status"] == "done"
    assert Placement.objects.get(number=2).button_label == worded("Order free of charge")


def test_the_confirmation_goes_to_the_owner_and_leads_to_what_was_added(order: Order, fan: Guest) -> None:
    pay(order.payments.get(), "25.90")
    part = merge(fan, order.reference).data["order"]
    mail = Mail.objects.get(subject_key=str(Placement.objects.get(number=2).pk))
    send_with_others(str(mail.pk))
    [sent] = [one for one in outbox.outbox if part["reference"] in str(one.body)]
    assert sent.to == [OWNER]
    assert order.reference in sent.subject and order.reference in str(sent.body)
    assert f"/checkout/payment/{part['id']}/{part['reference']}" in str(sent.body)


def test_the_guests_newer_cart_is_a_new_one(order: Order, fan: Guest, shirt: ProductVariant) -> None:
    merge_own(fan, order)
    assert fan.add((shirt, 1)).data["cart"]["items"][0]["amount"] == 1
    assert Cart.objects.filter(state=Cart.State.ORDERED).count() == 2
