"""A cart joins an earlier order, as a client sees it (purchase §4 "Merging into an existing order", §8)."""

from collections.abc import Callable
from datetime import datetime, timedelta
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
from checkout.actions.delivering import Tracking
from checkout.actions.giving_back import cancel_order
from checkout.actions.steps import Asked
from checkout.limits import BY_MAILBOX, BY_REFERENCE
from checkout.models import Carrier, CarrierRate, Delivery, Order, OrderLine, Payment, Placement
from checkout.named_orders import ENTRY
from checkout.payments.ledger import captured
from checkout.references import order_reference
from checkout.standing import PaymentState, standing_of
from checkout.tasks import send_order_mail
from shop.invariants import broken_invariants
from shop.limits.budgets import allowed
from shop.limits.passes import COOKIE
from shop.mails.addresses import mailbox
from shop.models import Mail, Shop
from tests.factories import first_variant, make_event, make_product, make_shop
from tests.guest import Answer, Guest
from tests.proofs import proves
from tests.words import worded

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
OWNER = "mira@example.org"


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


@pytest.fixture
def shirt(shop: Shop) -> ProductVariant:
    return first_variant(make_product(shop, name="Nachthemd", capacity=9))


@pytest.fixture
def order(shop: Shop, shirt: ProductVariant) -> Order:
    """A shirt of 20.00 that is to be transferred, with 5.90 for its parcel."""
    Guest(shop).buy((shirt, 1))
    return Order.objects.get()


@pytest.fixture
def fan(shop: Shop, shirt: ProductVariant) -> Guest:
    """With two more shirts in the cart, and nothing else entered."""
    guest = Guest(shop)
    assert guest.add((shirt, 2)).data
    return guest


@pytest.fixture
def ticket_fan(shop: Shop) -> Guest:
    """With a ticket of 40.00 in the cart."""
    guest = Guest(shop)
    assert guest.add((first_variant(make_event(shop, price="40.00")), 1)).data
    return guest


def merge(guest: Guest, reference: str, email: str | None = None, **more: Any) -> Answer:
    given = {"orderReference": reference, "email": email, "expectedTotal": "40.00", "acceptedTerms": True} | more
    return guest.ask("MERGE_ORDER", input=given)


def merge_own(guest: Guest, order: Order, **more: Any) -> Answer:
    """From the order's page."""
    return merge(guest, order.reference, orderId=order.secret, **more)


def pay(payment: Payment, amount: str) -> None:
    captured(payment=payment, amount=Decimal(amount), event_id=f"statement {payment.pk} {amount}")


def code_of(answer: Answer) -> str:
    return str(answer.refusal["code"])


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
    vat = {"rate": "19.00", "net": "33.61", "vat": "6.39", "gross": "40.00"}
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


@proves(
    "design §6",
    "whoever has not come from the order's page or mail learns nothing of the order, whether they know its e-mail or "
    "not: by no page or API, nor from payment services",
)
@pytest.mark.parametrize("email", [None, OWNER])
def test_without_a_proof_nothing_is_told_of_the_order(order: Order, fan: Guest, email: str | None) -> None:
    pay(order.payments.get(), "25.90")
    part = merge(fan, order.reference, email).data["order"]
    placement = Placement.objects.get(number=2)
    assert (part["id"], part["reference"]) == (placement.secret, placement.reference)
    assert [item["amount"] for item in part["items"]] == [2]
    assert (part["balance"], part["total"], part["status"]) == ("40.00", "40.00", "payment_pending")
    fan.ask("PAYORDER", input={"orderId": part["id"], "paymentMethod": "bank_transfer"})
    everything = [
        fan.ask("ORDER", order_id=part["id"]).response,
        fan.get(f"orders/{part['id']}?include=items"),
        fan.patch(f"orders/{part['id']}", {"preferred_payment_method": "bank_transfer"}),
        fan.place(idempotencyKey="again", expectedTotal="40.00").response,
        merge_own(fan, order).response,
        fan.ask("CONFIRMORDERPAYMENT", input={"orderId": part["id"]}).response,
    ]
    for answer in everything:
        text = answer.content.decode()
        assert answer.status_code == 200 and placement.reference in text
        for secret in (order.secret, order.reference, OWNER, order.billing_address.last_name):
            assert secret not in text
    order.refresh_from_db()
    assert order.preferred_payment_method == "bank_transfer"  # as it was
    assert placement.payments.get().reference == f"BAX{placement.reference}"
    assert datetime.fromisoformat(part["createdAt"]) == placement.placed_at != order.placed_at
    assert Placement.objects.count() == 2


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
    assert standing_of(order).received == Decimal("100.00")
    pay(payment, "0.01")
    assert fan.ask("ORDER", order_id=part["id"]).data["status"] == "pending_fulfillment"
    after = owner.ask("ORDER", order_id=order.secret).data
    assert (after["status"], after["balance"], len(after["items"])) == ("pending_fulfillment", "-74.10", 2)
    assert Delivery.objects.get().lines.count() == 2
    assert broken_invariants() == {}


@proves(
    "design §6",
    "a stranger whose goods go along learns that the parcel left, and no number by which a carrier tells where to",
)
def test_a_stranger_is_told_no_tracking_number(order: Order, fan: Guest, shop: Shop) -> None:
    pay(order.payments.get(), "25.90")
    part = merge(fan, order.reference).data["order"]
    fan.ask("PAYORDER", input={"orderId": part["id"], "paymentMethod": "bank_transfer"})
    pay(Placement.objects.get(number=2).payments.get(), "40.00")
    move_delivery(
        delivery=Delivery.objects.get(), to=Delivery.State.SHIPPED, tracking=Tracking("dhl", "00340434161094")
    )
    asked = "query PARCELS($id: ID!) { order(id: $id) { parcels { state trackingNumber trackingUrl } } }"

    def parcel(secret: str) -> dict[str, str]:
        (found,) = fan.send({"query": asked, "variables": {"id": secret}}).data["parcels"]
        return dict(found)

    own, apart = parcel(order.secret), parcel(part["id"])
    assert own["trackingNumber"] == "00340434161094" and own["trackingUrl"]
    assert apart == {"state": "shipped", "trackingNumber": "", "trackingUrl": ""}


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
    assert standing_of(order).balance == 0


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


def test_no_order_a_wrong_e_mail_and_another_shops_order_are_the_same(order: Order, fan: Guest) -> None:
    elsewhere = make_shop("goldkante")
    Guest(elsewhere).buy((first_variant(make_product(elsewhere)), 1), idempotencyKey="there")
    theirs = Order.objects.get(shop=elsewhere).reference
    asked = [("B-00000", None), ("nonsense", None), (order.reference, "other@example.org"), (theirs, OWNER)]
    for reference, email in asked:
        refusal = merge(fan, reference, email).refusal
        assert refusal["code"] == "ORDER_NOT_FOUND"
    assert fan.cart()["items"]


@pytest.mark.parametrize("state", [Delivery.State.PACKED, Delivery.State.SHIPPED])
def test_nothing_joins_a_parcel_that_is_packed_or_gone(order: Order, fan: Guest, state: Delivery.State) -> None:
    pay(order.payments.get(), "25.90")
    move_delivery(delivery=order.deliveries.get(), to=state)
    refusal = merge_own(fan, order).refusal
    assert refusal["code"] == "NO_MATCHING_DELIVERIES"


def packed(order: Order) -> None:
    pay(order.payments.get(), "25.90")
    move_delivery(delivery=order.deliveries.get(), to=Delivery.State.PACKED)


def paid(order: Order) -> None:
    pay(order.payments.get(), "25.90")


def paid_with_a_full_mailbox(order: Order) -> None:
    paid(order)
    for _time in range(BY_MAILBOX.attempts):
        allowed(BY_MAILBOX, mailbox(OWNER))


def paid_and_for_adults(order: Order) -> None:
    """Its carrier asks for the age, which the cart alone does not."""
    paid(order)
    mine = first_variant(make_product(order.shop, name="Absinth", over_18=True, capacity=1))
    OrderLine.objects.update(variant=mine)


NOTHING_TELLS: list[tuple[Callable[[Order], object], dict[str, Any]]] = [
    (packed, {}), (lambda order: cancel_unpaid(order=order), {}), (lambda _order: None, {}),
    (paid, {"email": "other@example.org"}), (paid, {"acceptedTerms": False}), (paid, {"expectedTotal": "45.90"}),
    (paid_with_a_full_mailbox, {}), (paid_and_for_adults, {}),
]  # fmt: skip


@proves("design §6", "no refusal tells whether a reference exists, whose it is, or how its order stands")
@pytest.mark.parametrize(("state", "given"), NOTHING_TELLS)
def test_no_refusal_tells_of_the_order(
    order: Order, fan: Guest, state: Callable[[Order], object], given: dict[str, Any]
) -> None:
    state(order)
    there, nowhere = (merge(fan, one, **{"email": OWNER, **given}) for one in (order.reference, "B-00000000"))
    assert there.response.content == nowhere.response.content
    assert there.refusal["code"] and Placement.objects.count() == 1


def test_who_says_their_age_joins_a_parcel_for_adults_though_nothing_asked_for_it(order: Order, fan: Guest) -> None:
    paid_and_for_adults(order)
    CarrierRate.objects.filter(carrier=order.deliveries.get().carrier).update(max_weight_grams=99_999)
    Carrier.objects.filter(pk=order.deliveries.get().carrier_id).update(checks_age=True)
    assert code_of(merge(fan, order.reference)) == "ORDER_NOT_FOUND"
    assert merge(fan, order.reference, acceptedAge=True).data


@proves("design §6", "without a cart nobody learns of a reference")
def test_without_a_cart_nobody_learns_of_a_reference(order: Order, shop: Shop) -> None:
    asked = [merge(Guest(shop), one, email) for one in (order.reference, "B-00000000") for email in (None, OWNER)]
    assert len({one.response.content for one in asked}) == 1 and code_of(asked[0]) == "SESSION_ENDED"


def test_nothing_joins_what_was_cancelled(order: Order, fan: Guest) -> None:
    cancel_unpaid(order=order)
    assert code_of(merge_own(fan, order)) == "NO_MATCHING_DELIVERIES"


def test_nothing_joins_what_was_paid_and_all_ended(order: Order, ticket_fan: Guest) -> None:
    pay(order.payments.get(), "25.90")
    staff = User.objects.create_user("clerk", is_staff=True)
    cancel_order(order=order, fates={}, shipping=True, asked=Asked(uuid4(), staff))
    assert standing_of(order).payment_state == PaymentState.CANCELLED
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


def test_what_is_free_is_paid_at_once(order: Order, shop: Shop) -> None:
    guest = Guest(shop)
    guest.add((first_variant(make_event(shop, price="0.00")), 1))
    part = merge(guest, order.reference, expectedTotal="0.00").data["order"]
    assert (part["status"], part["balance"]) == ("done", "0.00")
    assert Placement.objects.get(number=2).button_label == worded("Order free of charge")


@proves("design §6", "guessing references is stopped")
def test_whoever_guesses_references_is_stopped(order: Order, fan: Guest) -> None:
    codes = [code_of(merge(fan, f"B-0000{number}")) for number in range(ENTRY.by_visitor.hard + 1)]
    assert codes == ["ORDER_NOT_FOUND"] * ENTRY.by_visitor.hard + ["RATE_LIMITED"]
    assert code_of(merge(fan, order.reference, OWNER)) == "RATE_LIMITED"
    assert fan.cart()["items"]
    assert merge_own(fan, order).data  # a right secret is never refused


@proves("design §6", "whoever guesses whose a reference is, is stopped from however many addresses")
def test_whoever_guesses_whose_a_reference_is_is_stopped(order: Order, fan: Guest) -> None:
    pay(order.payments.get(), "25.90")

    def guessed(number: int, email: str) -> Answer:
        fan.client.defaults["REMOTE_ADDR"] = f"10.7.0.{number}"
        fan.client.cookies.pop(COOKIE, None)  # the pass has attempts of its own
        return merge(fan, order.reference, email)

    codes = [code_of(guessed(number, f"fan{number}@example.org")) for number in range(BY_REFERENCE.attempts + 1)]
    assert codes == ["ORDER_NOT_FOUND"] * BY_REFERENCE.attempts + ["RATE_LIMITED"]
    assert code_of(guessed(99, OWNER)) == "RATE_LIMITED"
    fan.client.cookies.pop(COOKIE, None)
    assert merge(fan, order.reference).data


def test_the_confirmation_goes_to_the_owner_and_leads_to_what_was_added(order: Order, fan: Guest) -> None:
    pay(order.payments.get(), "25.90")
    part = merge(fan, order.reference).data["order"]
    mail = Mail.objects.get(subject_key=str(Placement.objects.get(number=2).pk))
    send_order_mail(str(mail.pk))
    [sent] = [one for one in outbox.outbox if part["reference"] in str(one.body)]
    assert sent.to == [OWNER]
    assert order.reference in sent.subject and order.reference in str(sent.body)
    assert f"/checkout/payment/{part['id']}/{part['reference']}" in str(sent.body)


def test_the_guests_newer_cart_is_a_new_one(order: Order, fan: Guest, shirt: ProductVariant) -> None:
    merge_own(fan, order)
    assert fan.add((shirt, 1)).data["cart"]["items"][0]["amount"] == 1
    assert Cart.objects.filter(state=Cart.State.ORDERED).count() == 2
