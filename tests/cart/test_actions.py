from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from cart.actions import AddRequest, add_to_cart, change_amount, change_country, personalise, remove_from_cart
from cart.errors import (
    AmountInvalid,
    AmountNotChangeable,
    CartItemNotFound,
    CartLimitExceeded,
    ItemNotAvailable,
    ItemNotFound,
    PersonalisationInvalid,
    PersonalisationMissing,
)
from cart.models import Cart
from catalogue.errors import SoldOut
from catalogue.models import ProductVariant, Stock
from sessions_queue.errors import SessionEnded
from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.actions import end_overdue_sessions
from tests.factories import fill_cart, first_variant, make_event, make_product, make_shop, make_variant, priced_cart
from tests.proofs import proves

pytestmark = pytest.mark.django_db


def amounts(cart: Cart) -> list[int]:
    return [line.amount for line in cart.lines.all()]


def held(variant: ProductVariant) -> int:
    return Stock.objects.get(uses__variant=variant).held


def run_out(session: VisitorSession) -> None:
    VisitorSession.objects.filter(pk=session.pk).update(expires_at=timezone.now() - timedelta(seconds=1))


@proves("purchase §4", "plain goods merge into one line; tickets and personalised pieces have one each")
def test_identical_plain_items_share_a_line() -> None:
    shop = make_shop()
    shirt = first_variant(make_product(shop))
    session, _cart = fill_cart(shop, (shirt, 2))
    _session, cart = fill_cart(shop, (shirt, 3), session=session)
    assert amounts(cart) == [5]


def test_tickets_have_a_line_each() -> None:
    shop = make_shop()
    _session, cart = fill_cart(shop, (first_variant(make_event(shop)), 3))
    assert amounts(cart) == [1, 1, 1]


def test_personalised_pieces_have_a_line_each_even_with_the_same_text() -> None:
    shop = make_shop()
    shirt = first_variant(make_product(shop, personalised=True))
    request = AddRequest(shirt.pk, 1, "MIRA")
    session, _cart, _shifts = add_to_cart(shop=shop, session=None, language="de", requests=[request])
    _session, contents, _shifts = add_to_cart(shop=shop, session=session, language="de", requests=[request])
    assert amounts(contents.cart) == [1, 1]


@proves("purchase §4", "amounts become whole numbers; senseless ones are refused")
def test_amounts_become_whole_numbers() -> None:
    shop = make_shop()
    _session, contents, _shifts = add_to_cart(
        shop=shop, session=None, language="de", requests=[AddRequest(first_variant(make_product(shop)).pk, 2.9)]
    )
    assert amounts(contents.cart) == [2]


@pytest.mark.parametrize("amount", [0, 0.9, -1, float("nan"), float("inf"), 10**9])
def test_senseless_amounts_are_refused(amount: float) -> None:
    shop = make_shop()
    variant = first_variant(make_product(shop))
    with pytest.raises(AmountInvalid):
        add_to_cart(shop=shop, session=None, language="de", requests=[AddRequest(variant.pk, amount)])
    assert not Cart.objects.exists()


@proves("purchase §4, §9", "limit per product and per event over the whole cart, 9 unless set")
def test_cart_limit_counts_all_variants_of_a_product_over_the_whole_cart() -> None:
    shop = make_shop()
    product = make_product(shop, variants=("M", "L"), cart_limit=4)
    medium, large = product.variants.all()
    session, cart = fill_cart(shop, (medium, 3))
    with pytest.raises(CartLimitExceeded) as refusal:
        fill_cart(shop, (large, 2), session=session)
    assert refusal.value.extensions["limit"] == 4
    assert amounts(cart) == [3]


def test_the_default_limit_is_nine() -> None:
    shop = make_shop()
    shirt = first_variant(make_product(shop))
    fill_cart(shop, (shirt, 9))
    with pytest.raises(CartLimitExceeded):
        fill_cart(shop, (shirt, 10))


def test_total_tickets_cannot_exceed_the_events_limit() -> None:
    shop = make_shop()
    event = make_event(shop, cart_limit=4)
    reduced = make_variant(event=event, description="Reduced", price="20.00", physical=False)
    session, _cart = fill_cart(shop, (first_variant(event), 3))
    with pytest.raises(CartLimitExceeded):
        fill_cart(shop, (reduced, 2), session=session)


@proves("purchase §7", "ADDTOCART takes all its requests or none")
def test_all_requests_or_none() -> None:
    shop = make_shop()
    plenty = first_variant(make_product(shop, capacity=10))
    scarce = first_variant(make_product(shop, capacity=1))
    with pytest.raises(SoldOut) as refusal:
        fill_cart(shop, (plenty, 2), (scarce, 2))
    assert refusal.value.extensions["available"] == 1
    assert held(plenty) == held(scarce) == 0
    assert not Cart.objects.exists()
    assert not VisitorSession.objects.exists()


def test_two_requests_for_the_last_piece_are_summed_before_they_are_checked() -> None:
    shop = make_shop()
    last = first_variant(make_product(shop, capacity=1, personalised=True))
    requests = [AddRequest(last.pk, 1, "A"), AddRequest(last.pk, 1, "B")]
    with pytest.raises(SoldOut):
        add_to_cart(shop=shop, session=None, language="de", requests=requests)
    assert held(last) == 0


@proves("purchase §4", "removing and changing amounts hold and give back stock")
def test_removing_gives_the_stock_back() -> None:
    shop = make_shop()
    shirt = first_variant(make_product(shop, capacity=5))
    session, cart = fill_cart(shop, (shirt, 3))
    assert held(shirt) == 3
    remove_from_cart(session=session, line_id=str(cart.lines.get().pk))
    assert held(shirt) == 0
    with pytest.raises(CartItemNotFound):
        remove_from_cart(session=session, line_id="nonsense")


def test_changing_an_amount_holds_and_releases() -> None:
    shop = make_shop()
    shirt = first_variant(make_product(shop, capacity=5))
    session, cart = fill_cart(shop, (shirt, 1))
    line = str(cart.lines.get().pk)
    change_amount(session=session, line_id=line, amount=5)
    assert held(shirt) == 5
    change_amount(session=session, line_id=line, amount=2)
    assert held(shirt) == 2
    with pytest.raises(SoldOut):
        change_amount(session=session, line_id=line, amount=6)
    assert held(shirt) == 2


@proves("purchase §4", "amounts of tickets and follow-items stay")
def test_amounts_of_tickets_cannot_be_changed() -> None:
    shop = make_shop()
    session, cart = fill_cart(shop, (first_variant(make_event(shop)), 1))
    with pytest.raises(AmountNotChangeable):
        change_amount(session=session, line_id=str(cart.lines.get().pk), amount=2)


def test_amounts_of_follow_items_cannot_be_changed() -> None:
    shop = make_shop()
    leader = make_product(shop)
    follower = make_product(shop, follows=leader)
    session, cart = fill_cart(shop, (first_variant(leader), 1), (first_variant(follower), 1))
    line = cart.lines.get(variant__product=follower)
    with pytest.raises(AmountNotChangeable):
        change_amount(session=session, line_id=str(line.pk), amount=2)


@proves(
    "purchase §5", "personalisation: required, 80 characters, can be changed; server and browser know the same limits"
)
@pytest.mark.parametrize(
    ("text", "error"),
    [("", PersonalisationMissing), ("   ", PersonalisationMissing), ("x" * 81, PersonalisationInvalid)],
)
def test_personalised_products_need_a_text_of_at_most_80_characters(text: str, error: type[Exception]) -> None:
    shop = make_shop()
    shirt = first_variant(make_product(shop, personalised=True))
    with pytest.raises(error):
        add_to_cart(shop=shop, session=None, language="de", requests=[AddRequest(shirt.pk, 1, text)])


def test_personalisation_can_be_changed_later() -> None:
    shop = make_shop()
    shirt = first_variant(make_product(shop, personalised=True))
    session, contents, _shifts = add_to_cart(
        shop=shop, session=None, language="de", requests=[AddRequest(shirt.pk, 1, "x" * 80)]
    )
    cart = contents.cart
    line = str(cart.lines.get().pk)
    personalise(session=session, texts={line: "MIRA"})
    assert cart.lines.get().personal_identifier == "MIRA"
    with pytest.raises(PersonalisationInvalid):
        personalise(session=session, texts={line: "x" * 81})


def test_another_shops_things_are_not_found() -> None:
    shirt = first_variant(make_product(make_shop()))
    with pytest.raises(ItemNotFound):
        fill_cart(make_shop(), (shirt, 1))


@proves("catalogue §4", "only what is for sale here and now can be added")
@pytest.mark.parametrize(
    "fields",
    [
        {"presale_at": timezone.now() + timedelta(hours=1)},
        {"happening_from": timezone.now() - timedelta(hours=1)},
        {"external_link": "https://tickets.example/1"},
        {"active": False},
    ],
)
def test_tickets_are_sold_only_while_they_are_on_sale(fields: dict[str, Any]) -> None:
    shop = make_shop()
    with pytest.raises(ItemNotAvailable):
        fill_cart(shop, (first_variant(make_event(shop, **fields)), 1))


@pytest.mark.parametrize("fields", [{"active": False}, {"external_url": "https://label.example/"}, {"price": None}])
def test_products_that_are_not_sold_here_are_not_available(fields: dict[str, Any]) -> None:
    shop = make_shop()
    with pytest.raises(ItemNotAvailable):
        fill_cart(shop, (first_variant(make_product(shop, **fields)), 1))


@proves("purchase §4", "another country clears carrier and payment method")
def test_changing_the_country_clears_carrier_and_payment_method() -> None:
    shop = make_shop()
    session, cart = fill_cart(shop, (first_variant(make_product(shop)), 1))
    Cart.objects.filter(pk=cart.pk).update(shipping_method="1", payment_method="bank_transfer")
    changed = change_country(session=session, country_code="at")
    assert (changed.country_code, changed.shipping_method, changed.payment_method) == ("at", "", "")


@proves("purchase §4", "a session that ran out ends: told, cart cleared, a new one begins")
def test_a_session_that_ran_out_loses_its_cart_and_a_new_one_begins() -> None:
    shop = make_shop()
    shirt = first_variant(make_product(shop, capacity=3))
    session, cart = fill_cart(shop, (shirt, 3))
    run_out(session)
    with pytest.raises(SessionEnded):
        remove_from_cart(session=session, line_id=str(cart.lines.get().pk))
    assert end_overdue_sessions() == 1
    assert held(shirt) == 0
    cart.refresh_from_db()
    assert cart.state == Cart.State.EXPIRED
    fresh, other = fill_cart(shop, (shirt, 1), session=session)
    assert (fresh.pk != session.pk, other.pk != cart.pk) == (True, True)


@proves("purchase §4, §9", "shippable window: latest future date and ten days")
def test_shippable_window_is_the_latest_future_date_and_ten_days() -> None:
    shop = make_shop()
    soon, later = timezone.localdate() + timedelta(days=5), timezone.localdate() + timedelta(days=20)
    past = timezone.localdate() - timedelta(days=1)
    products = [make_product(shop, public_shippable_from=day) for day in (soon, later, past)]
    _session, cart = fill_cart(shop, *((first_variant(product), 1) for product in products))
    priced = priced_cart(cart)
    assert priced.shippable_window == (later, later + timedelta(days=10))
    assert [line.shippable_from for line in priced.lines] == [soon, later, None]


@proves("design §5", "reading a cart takes the same statements for one and many lines")
@pytest.mark.usefixtures("cold_caches")
def test_reading_a_cart_takes_the_same_statements_for_one_and_many_lines(django_assert_num_queries: Any) -> None:
    shop = make_shop()
    for lines in (1, 8):
        wishes = [(first_variant(make_product(shop)), 1) for _line in range(lines)]
        wishes += [(first_variant(make_event(shop)), 1) for _line in range(lines)]
        _session, cart = fill_cart(shop, *wishes)
        with django_assert_num_queries(8):  # the moment, the lines, and five of their variants
            assert len(priced_cart(cart).lines) == 2 * lines
