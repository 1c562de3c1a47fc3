"""What is sold together with something else only (docs/decisions/0012)."""

import pytest
from django.test import override_settings

from cart.actions import change_amount, remove_from_cart
from cart.errors import AmountNotMultiple, CompanionAlone, FollowedMissing, TicketRequired
from cart.items.dependent_items import allowed_items, check_dependent_items
from cart.models import Cart
from cart.rules import CatalogueEntry, Item, Needs, TicketChoice, TreePosition
from catalogue.models import Product, Seat, Stock
from shop.models import Shop
from tests.factories import fill_cart, first_variant, make_event, make_product, make_shop
from tests.guest import Guest
from tests.proofs import proves


def piece(product: int, amount: int, *, follows: int | None = None, ticket_required: bool = False) -> Item:
    entry = CatalogueEntry("product", product, 9)
    return Item(product, entry, amount, needs=Needs(ticket_required, follows))


def ticket(
    event: int = 1, amount: int = 1, *, category: int | None = None, multiple: int = 1, kind: str = "", tree: int = 0
) -> Item:
    part = TreePosition(tree, 1, 1) if tree else None
    held = TicketChoice(category, multiple, seat_kind=kind)
    return Item(1, CatalogueEntry("event", event, 9), amount, ticket=held, part=part)


WHEELCHAIR, COMPANION = ticket(kind=Seat.Reserved.WHEELCHAIR), ticket(kind=Seat.Reserved.COMPANION)


@proves("catalogue §3", "sold together with a ticket or another product only, server-side, from adding to placing")
@pytest.mark.parametrize(
    ("items", "amounts"),
    [
        ([piece(1, 3), piece(2, 2, follows=1)], [3, 2]),
        ([piece(1, 1), piece(2, 2, follows=1), piece(2, 1, follows=1)], [1, 1, 0]),
        ([piece(2, 2, follows=1)], [0]),
        # two variants of the leader count together
        ([piece(1, 1), piece(1, 1), piece(2, 2, follows=1)], [1, 1, 2]),
        # and so do two variants of what follows it
        ([piece(1, 2), piece(2, 1, follows=1), piece(2, 1, follows=1)], [2, 1, 1]),
        # an event of the same number leads nothing
        ([ticket(1), piece(2, 1, follows=1)], [1, 0]),
        # two products may follow one, each as often as it is there
        ([piece(1, 1), piece(2, 1, follows=1), piece(3, 1, follows=1)], [1, 1, 1]),
        # what follows a follower goes with it
        ([piece(2, 1, follows=1), piece(3, 1, follows=2)], [0, 0]),
        ([piece(1, 1, ticket_required=True), piece(2, 1, follows=1)], [0, 0]),
    ],
)
def test_there_is_never_more_than_of_what_it_follows(items: list[Item], amounts: list[int]) -> None:
    assert [item.amount for item in allowed_items(items)] == amounts


@pytest.mark.parametrize(
    ("items", "amounts"),
    [
        ([ticket(multiple=2, amount=3)], [2]),
        ([ticket(multiple=3), ticket(multiple=3)], [0, 0]),
        # categories count together; those added last go first
        ([ticket(multiple=2, category=1), ticket(multiple=2, category=2)], [1, 1]),
        ([ticket(multiple=2, category=1)] * 3, [1, 1, 0]),
        # but the category that makes no multiple before one that does, whatever another event has
        ([ticket(multiple=2), *[ticket(multiple=2, category=1)] * 2, ticket(2)], [0, 1, 1, 1]),
        ([ticket(2), ticket(multiple=2), *[ticket(multiple=2, category=1)] * 2], [1, 0, 1, 1]),
        # what needs a ticket goes with the last one
        ([ticket(multiple=2), piece(2, 1, ticket_required=True)], [0, 0]),
        ([ticket(2), ticket(multiple=2), piece(2, 1, ticket_required=True)], [1, 0, 1]),
    ],
)
def test_tickets_that_make_no_multiple_go(items: list[Item], amounts: list[int]) -> None:
    assert [item.amount for item in allowed_items(items)] == amounts


@pytest.mark.parametrize(
    ("items", "amounts"),
    [
        ([WHEELCHAIR, COMPANION, COMPANION], [1, 1, 1]),
        ([ticket(), COMPANION], [1, 0]),
        # one of another event is none, nor one that goes itself
        ([ticket(2, kind=Seat.Reserved.WHEELCHAIR), COMPANION], [1, 0]),
        ([ticket(kind=Seat.Reserved.WHEELCHAIR, tree=5), ticket(tree=5, amount=0), COMPANION], [0, 0, 0]),
    ],
)
def test_companions_go_with_the_last_wheelchair(items: list[Item], amounts: list[int]) -> None:
    assert [item.amount for item in allowed_items(items)] == amounts


@pytest.mark.parametrize(
    ("items", "error"),
    [
        ([ticket(2), *[ticket(multiple=2)] * 3], AmountNotMultiple),
        ([ticket(), COMPANION], CompanionAlone),
        ([piece(1, 1), piece(2, 1, ticket_required=True)], TicketRequired),
        ([ticket(), piece(2, 1, follows=1)], FollowedMissing),
    ],
)
def test_each_reason_has_its_own_refusal(items: list[Item], error: type[Exception]) -> None:
    with pytest.raises(error):
        check_dependent_items(items)


def test_what_has_all_it_needs_is_not_refused() -> None:
    pair = [ticket(2, multiple=2)] * 2
    check_dependent_items([WHEELCHAIR, COMPANION, *pair, piece(1, 2, ticket_required=True), piece(2, 2, follows=1)])


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
        held = Stock.objects.filter(variants__product=follower).values_list("held", flat=True)
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
