"""What who names an order without a proof learns of it (design §6, docs/decisions/0041): nothing."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from catalogue.models import Product
from checkout.actions import cancel_unpaid, move_delivery
from checkout.actions.shipping.delivering import Tracking
from checkout.entry.limits import BY_MAILBOX, BY_REFERENCE, FROM_STRANGERS
from checkout.entry.named_orders import ENTRY
from checkout.models import Carrier, CarrierRate, Delivery, Order, OrderLine, Placement
from shop.core.limits.budgets import use_attempt
from shop.core.limits.passes import COOKIE
from shop.core.values.mail_addresses import mailbox
from shop.models import Mail, Shop
from tests.factories import first_variant, make_event, make_product, make_shop
from tests.guest import Answer, Guest
from tests.proofs import proves

from .asked import OWNER, code_of, merge, merge_own, pay

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]


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


def test_no_order_a_wrong_e_mail_and_another_shops_order_are_the_same(order: Order, fan: Guest) -> None:
    elsewhere = make_shop("goldkante")
    Guest(elsewhere).buy((first_variant(make_product(elsewhere)), 1), idempotencyKey="there")
    theirs = Order.objects.get(shop=elsewhere).reference
    asked = [("B-00000", None), ("nonsense", None), (order.reference, "other@example.org"), (theirs, OWNER)]
    for reference, email in asked:
        refusal = merge(fan, reference, email).refusal
        assert refusal["code"] == "ORDER_NOT_FOUND"
    assert fan.cart()["items"]


def packed(order: Order) -> None:
    pay(order.payments.get(), "25.90")
    move_delivery(delivery=order.deliveries.get(), to=Delivery.State.PACKED)


def paid(order: Order) -> None:
    pay(order.payments.get(), "25.90")


def paid_with_a_full_mailbox(order: Order) -> None:
    paid(order)
    for _time in range(FROM_STRANGERS.attempts):
        use_attempt(FROM_STRANGERS, mailbox(OWNER))


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
    assert merge_own(fan, order).data
    assert fan.add((first_variant(Product.objects.get()), 2)).data
    references = list(order.placements.values_list("reference", flat=True))

    def guessed(number: int, email: str) -> Answer:
        fan.client.defaults["REMOTE_ADDR"] = f"10.7.0.{number}"
        fan.client.cookies.pop(COOKIE, None)  # the pass has attempts of its own
        return merge(fan, references[number % 2], email)

    codes = [code_of(guessed(number, f"fan{number}@example.org")) for number in range(BY_REFERENCE.attempts + 1)]
    assert codes == ["ORDER_NOT_FOUND"] * BY_REFERENCE.attempts + ["RATE_LIMITED"]
    assert code_of(guessed(99, OWNER)) == "RATE_LIMITED"
    fan.client.cookies.pop(COOKIE, None)
    assert merge(fan, order.reference).data


@proves(
    "docs/decisions/0022",
    "strangers who join an order use up none of its owner's orders, and have a limit of their own for the mailbox",
)
def test_strangers_do_not_use_up_the_owners_orders(order: Order, fan: Guest, shop: Shop) -> None:
    ticket, owners = first_variant(make_event(shop, price="40.00", capacity=400)), Guest(shop)

    def joined(number: int) -> Answer:
        stranger = Guest(shop)
        stranger.begin_anew(f"198.51.100.{number}")
        assert stranger.add((ticket, 1)).data
        return merge(stranger, order.reference, OWNER)

    answers = [joined(number) for number in range(BY_MAILBOX.attempts + 1)]
    assert Placement.objects.count() == 1 + FROM_STRANGERS.attempts
    assert {code_of(one) for one in answers[FROM_STRANGERS.attempts :]} == {"ORDER_NOT_FOUND"}
    assert Mail.objects.filter(recipient=OWNER).count() == 1 + FROM_STRANGERS.attempts
    assert merge_own(fan, order).data
    owners.buy((ticket, 1), idempotencyKey="the owner's")
    assert Order.objects.count() == 2
