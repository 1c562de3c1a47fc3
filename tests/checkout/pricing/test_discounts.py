"""A discount code from the cart to the order: sums, VAT, what it leaves alone, and a code that goes meanwhile."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cart.actions import apply_discount
from cart.codes.discounts import DiscountStatus
from cart.errors import DiscountCodeEnded, DiscountCodeUsedUp
from cart.models import Cart
from checkout.actions import PlaceRequest, choose_logistics, place_order
from checkout.errors import TotalChanged
from checkout.models import Order, OrderLine, Placement
from checkout.payments.ledger import balance
from shop.invariants import broken_invariants
from shop.models import DiscountCode
from tests.checkout.discounts import make_code, with_code
from tests.checkout.placing import checkout_of, parcel, ready_cart
from tests.factories import first_variant, make_event, make_product, make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db


@proves("design §4", "total, VAT and the split of shipping start from the reduced lines")
def test_goods_cost_less_and_shipping_the_same() -> None:
    shop = make_shop()
    code = make_code(shop)
    shirt, record = (first_variant(make_product(shop, price=price)) for price in ("19.99", "24.95"))
    session, request = with_code(code, (shirt, 2), (record, 1))
    placement = place_order(session=session, request=request)
    assert (placement.items_total, placement.discount_total, placement.shipping_total) == (
        Decimal("64.93"), Decimal("6.49"), Decimal("5.90"),
    )  # fmt: skip
    assert placement.total == request.expected_total == balance(placement.order) == Decimal("64.34")
    assert (placement.discount_code, placement.discount_percent) == (code, 10)
    assert [(line.total, line.discount, line.reduced_total) for line in placement.lines.all()] == [
        (Decimal("39.98"), Decimal("4.00"), Decimal("35.98")),
        (Decimal("24.95"), Decimal("2.49"), Decimal("22.46")),
    ]
    assert placement.payments.get().amount == placement.total
    code.refresh_from_db()
    assert code.used == 1
    assert broken_invariants() == {}


def test_each_rate_of_vat_bears_its_own_part() -> None:
    shop = make_shop()
    shirt = first_variant(make_product(shop, price="20.00"))
    food = first_variant(make_product(shop, price="10.00", vat_rate=Decimal(7)))
    session, request = with_code(make_code(shop, 50), (shirt, 1), (food, 1))
    placement = place_order(session=session, request=request)
    reduced, full = placement.vat_shares.all()
    # half of the goods, and the shipping in proportion to them
    assert (reduced.gross, full.gross) == (Decimal("6.97"), Decimal("13.93"))
    assert reduced.gross + full.gross == placement.total == Decimal("20.90")
    assert broken_invariants() == {}


@proves("docs/decisions/0016", "tickets, things with a fixed price, other sellers' goods and shipping are not reduced")
def test_tickets_books_and_other_sellers_goods_keep_their_prices() -> None:
    shop, other = make_shop(), make_shop()
    shirt = first_variant(make_product(shop, price="20.00"))
    book = first_variant(make_product(shop, price="22.00", price_bound=True))
    foreign = make_product(other, price="30.00")
    foreign.listed_in.add(shop)
    ticket = first_variant(make_event(shop, price="40.00"))
    session, request = with_code(
        make_code(shop, 100), (shirt, 1), (book, 1), (first_variant(foreign), 1), (ticket, 1)
    )  # fmt: skip
    placement = place_order(session=session, request=request)
    assert [line.discount for line in placement.lines.all()] == [Decimal(20), Decimal(0), Decimal(0), Decimal(0)]
    assert placement.total == Decimal("97.90")
    assert broken_invariants() == {}


def test_a_code_that_reduces_nothing_is_told_and_not_used() -> None:
    shop = make_shop()
    code = make_code(shop)
    session, request = with_code(code, (first_variant(make_event(shop)), 1))
    priced = checkout_of(session).priced
    assert (priced.discount_status, priced.discount) == (DiscountStatus.nothing_to_reduce, Decimal(0))
    placement = place_order(session=session, request=request)
    assert (placement.discount_code, placement.discount_percent, placement.discount_total) == (None, None, Decimal(0))
    code.refresh_from_db()
    assert code.used == 0
    assert broken_invariants() == {}


@proves(
    "purchase §5",
    "no total is ever below zero: a discount takes no more than the goods, a code no more than the tickets",
)
def test_goods_for_nothing_still_cost_their_shipping() -> None:
    shop = make_shop()
    session, request = with_code(make_code(shop, 100), (first_variant(make_product(shop)), 1))
    placement = place_order(session=session, request=request)
    assert (placement.discount_total, placement.total) == (Decimal("20.00"), Decimal("5.90"))
    assert broken_invariants() == {}


def ended(code: DiscountCode) -> None:
    code.valid_until = timezone.now() - timedelta(seconds=1)
    code.save()


def used_up(code: DiscountCode) -> None:
    shop = code.shop
    session, request = with_code(code, (first_variant(make_product(shop)), 1), key="faster")
    place_order(session=session, request=request)


GOING = [(ended, DiscountCodeEnded, DiscountStatus.ended), (used_up, DiscountCodeUsedUp, DiscountStatus.used_up)]


@proves(
    "design §4",
    "a code that ended, was used up or belongs elsewhere is told at the cart and at placing; the placed "
    "total is the confirmed one",
)
@pytest.mark.parametrize(("go", "error", "standing"), GOING, ids=["ended", "used-up"])
def test_a_code_that_goes_is_told_and_never_changes_the_total_silently(
    go: Callable[[DiscountCode], None], error: type[DiscountCodeEnded], standing: DiscountStatus
) -> None:
    shop = make_shop()
    code = make_code(shop, usage_limit=1)
    session, request = with_code(code, (first_variant(make_product(shop, price="20.00")), 1))
    go(code)
    orders = Order.objects.count()
    with pytest.raises(error) as told:
        place_order(session=session, request=request)
    assert told.value.extensions == {"total": "25.90"}
    assert Order.objects.count() == orders
    # The shopper sees the total without it, and may order at that.
    checkout = checkout_of(session)
    assert (checkout.priced.discount_status, checkout.total) == (standing, Decimal("25.90"))
    placement = place_order(session=session, request=PlaceRequest("again", Decimal("25.90"), accepted_terms=True))
    assert (placement.total, placement.discount_code) == (Decimal("25.90"), None)
    assert broken_invariants() == {}


def test_a_code_that_comes_back_is_told_too() -> None:
    shop = make_shop()
    code = make_code(shop, valid_until=timezone.now() - timedelta(minutes=1))
    session, request = with_code(code, (first_variant(make_product(shop)), 1))
    DiscountCode.objects.update(valid_until=None)
    with pytest.raises(TotalChanged):
        place_order(session=session, request=request)


def test_a_free_total_that_ends_is_told_before_the_payment_method_is_missed() -> None:
    shop = make_shop()
    code = make_code(shop, 100)
    session, _request = ready_cart((first_variant(make_product(shop)), 1))
    apply_discount(session=session, code=code)
    choose_logistics(session=session, shipping_method=parcel(), payment_method=None)
    Cart.objects.update(payment_method="")
    request = PlaceRequest("key-1", checkout_of(session).total, accepted_terms=True)
    ended(code)
    with pytest.raises(DiscountCodeEnded):
        place_order(session=session, request=request)


def test_another_shops_code_in_a_cart_does_nothing() -> None:
    shop = make_shop()
    session, _request = ready_cart((first_variant(make_product(shop)), 1))
    Cart.objects.update(discount_code=make_code(make_shop()))
    priced = checkout_of(session).priced
    assert (priced.discount_status, priced.discount) == (DiscountStatus.ended, Decimal(0))


@proves("design §4", "a limited code is used exactly as often as it allows, by 32 at once; canary")
def test_the_same_click_again_uses_the_code_once() -> None:
    shop = make_shop()
    code = make_code(shop, usage_limit=1)
    session, request = with_code(code, (first_variant(make_product(shop)), 1))
    first = place_order(session=session, request=request)
    assert place_order(session=session, request=request) == first
    code.refresh_from_db()
    assert code.used == 1


@pytest.mark.usefixtures("cold_caches")
def test_reading_a_reduced_cart_takes_the_same_statements_for_one_and_many_lines() -> None:
    shop = make_shop()
    code = make_code(shop)
    variants = [first_variant(make_product(shop)) for _number in range(6)]
    numbers = []
    for wishes in (variants[:1], variants):
        session, _request = with_code(code, *((variant, 1) for variant in wishes))
        with CaptureQueriesContext(connection) as seen:
            checkout_of(session)
        numbers.append(len(seen.captured_queries))
    assert numbers[0] == numbers[1]


@proves("design §4", "an order with a discount that cannot be is refused by the database")
def test_the_database_refuses_what_may_not_be() -> None:
    shop = make_shop()
    code = make_code(shop, usage_limit=1)
    session, request = with_code(
        code, (first_variant(make_product(shop)), 1), (first_variant(make_event(shop)), 1)
    )  # fmt: skip
    placement = place_order(session=session, request=request)
    impossible: list[Callable[[], object]] = [
        lambda: DiscountCode.objects.update(used=2),
        lambda: DiscountCode.objects.update(percent=101),
        lambda: Placement.objects.update(discount_total=Decimal("2.01")),
        lambda: Placement.objects.update(discount_code=None),
        lambda: OrderLine.objects.filter(ticket=True).update(discount=1),
        lambda: OrderLine.objects.update(discount=-1),
        lambda: OrderLine.objects.filter(ticket=False).update(discount=Decimal("20.01")),
        code.delete,
    ]
    for act in impossible:
        with pytest.raises(IntegrityError), transaction.atomic():
            act()
    OrderLine.objects.filter(ticket=False).update(discount=Decimal("1.99"))
    DiscountCode.objects.update(used=0)
    assert [name[:2] for name in broken_invariants()] == ["4a", "4c", "4d"]
    assert placement.discount_total == Decimal("2.00")


@proves("design §7", "staff make codes with percentage, time and limit, and see how they stand")
@pytest.mark.parametrize(
    "fields",
    [
        {"code": " code 10 "},
        {"code": "   "},
        {"percent": 0},
        {"percent": 101},
        {"usage_limit": 0},
        {"valid_from": timezone.now(), "valid_until": timezone.now() - timedelta(days=1)},
    ],
)
def test_senseless_codes_cannot_be_entered_by_staff(fields: dict[str, Any]) -> None:
    shop = make_shop()
    make_code(shop)
    with pytest.raises(ValidationError):
        DiscountCode(**{"shop": shop, "code": "NEW", "percent": 10} | fields).full_clean()
