"""What is sold together with something else only (docs/decisions/0012)."""

import pytest
from django.test import override_settings

from cart.actions import change_amount, remove_from_cart
from cart.companions import kept
from cart.errors import FollowedMissing, TicketRequired
from cart.models import Cart
from cart.rules import Item, LimitedThing
from catalogue.models import Product, StockSlot
from shop.models import Shop
from tests.factories import fill_cart, first_variant, make_event, make_product, make_shop
from tests.guest import Guest


def piece(product: int, amount: int, *, follows: int | None = None, ticket_required: bool = False) -> Item:
    thing = LimitedThing("product", product, 9)
    return Item(product, thing, amount, follows=follows, ticket_required=ticket_required)


@pytest.mark.parametrize(
    ("items", "amounts"),
    [
        ([piece(1, 3), piece(2, 2, follows=1)], [3, 2]),
        ([piece(1, 1), piece(2, 2, follows=1), piece(2, 1, follows=1)], [1, 1, 0]),
        ([piece(2, 2, follows=1)], [0]),
        # two variants of the leader count together
        ([piece(1, 1), piece(1, 1), piece(2, 2, follows=1)], [1, 1, 2]),
        # two products may follow one, each as often as it is there
        ([piece(1, 1), piece(2, 1, follows=1), piece(3, 1, follows=1)], [1, 1, 1]),
        # what follows a follower goes with it
        ([piece(2, 1, follows=1), piece(3, 1, follows=2)], [0, 0]),
        ([piece(1, 1, ticket_required=True), piece(2, 1, follows=1)], [0, 0]),
    ],
)
def test_there_is_never_more_than_of_what_it_follows(items: list[Item], amounts: list[int]) -> None:
    assert [item.amount for item in kept(items)] == amounts


@pytest.fixture
def shop(db: None) -> Shop:
    return make_shop("nachtfalter")


def amounts(cart: Cart) -> dict[str, int]:
    return {line.variant.product.slug if line.variant.product else "ticket": line.amount for line in cart.lines.all()}


class TestFollowing:
    @pytest.fixture
    def leader(self, shop: Shop) -> Product:
        return make_product(shop, slug="leader", capacity=5)

    @pytest.fixture
    def follower(self, shop: Shop, leader: Product) -> Product:
        return make_product(shop, slug="follower", capacity=5, follows=leader)

    def test_it_cannot_be_added_alone_or_more_often(self, shop: Shop, leader: Product, follower: Product) -> None:
        with pytest.raises(FollowedMissing):
            fill_cart(shop, (first_variant(follower), 1))
        session, _cart = fill_cart(shop, (first_variant(leader), 1), (first_variant(follower), 1))
        with pytest.raises(FollowedMissing):
            fill_cart(shop, (first_variant(follower), 1), session=session)

    def test_it_shrinks_and_goes_with_its_leader_and_gives_its_stock_back(
        self, shop: Shop, leader: Product, follower: Product
    ) -> None:
        session, cart = fill_cart(shop, (first_variant(leader), 3), (first_variant(follower), 3))
        line = cart.lines.get(variant__product=leader)
        change_amount(session=session, line_id=str(line.pk), amount=2)
        assert amounts(cart) == {"leader": 2, "follower": 2}
        held = StockSlot.objects.filter(stock__variants__product=follower).values_list("held", flat=True)
        assert list(held) == [2]
        remove_from_cart(session=session, line_id=str(line.pk))
        assert amounts(cart) == {}
        assert list(held.all()) == [0]


class TestTickets:
    def test_what_needs_a_ticket_comes_and_goes_with_one(self, shop: Shop) -> None:
        pass_ = first_variant(make_product(shop, slug="pass", ticket_required=True))
        ticket = first_variant(make_event(shop))
        with pytest.raises(TicketRequired):
            fill_cart(shop, (pass_, 1))
        session, cart = fill_cart(shop, (ticket, 1), (pass_, 1))
        assert amounts(cart) == {"ticket": 1, "pass": 1}
        remove_from_cart(session=session, line_id=str(cart.lines.get(variant=ticket).pk))
        assert amounts(cart) == {}

    @override_settings(GRAPHQL_SAFELIST_ONLY=False)
    def test_the_wire_says_why(self, shop: Shop) -> None:
        pass_ = first_variant(make_product(shop, slug="pass", ticket_required=True, price="5.00"))
        answer = Guest(shop, "de").add((pass_, 1))
        assert answer.body["errors"][0]["extensions"]["code"] == "TICKET_REQUIRED"
