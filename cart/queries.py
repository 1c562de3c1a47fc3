"""Reads of the cart: a fixed number of SQL statements, whatever it holds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from uuid import UUID

from django.db.models import Case, Exists, OuterRef, Prefetch, QuerySet, Sum, TextField, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from catalogue.models import Artist, Price, ProductPicture, ProductVariant, Seat, StockUse
from catalogue.models.listing import is_listed_in, is_named_in
from catalogue.pricing import variant_cost
from catalogue.sale import is_for_sale, with_clock
from sessions_queue.models import VisitorSession
from shop.clock import database_now
from shop.models import DiscountCode, Shop
from shop.money import spread

from . import rules
from .codes.discounts import Standing, trouble_of
from .codes.payments import CodeStanding, credit_of, pays_for, takes_codes, trouble_of_code
from .models import Cart, CartLine
from .ticket_holders import joined


def variants_to_buy(shop: Shop) -> QuerySet[ProductVariant]:
    """Variants of products and events that the shop lists, with all that a line shows and needs."""
    variants = ProductVariant.objects
    listed = variants.filter(is_listed_in(shop, "product__")) | variants.filter(is_listed_in(shop, "event__"))
    return with_line_data(listed.distinct(), shop)


def with_line_data(variants: QuerySet[ProductVariant], shop: Shop) -> QuerySet[ProductVariant]:
    """With `artist_name`: of a product's artist, "" where the shop may not name them."""
    named = When(is_named_in(shop, "product__artist__"), then=Coalesce("product__artist__name", Value("")))
    loaded = with_clock(variants).annotate(artist_name=Case(named, default=Value(""), output_field=TextField()))
    return loaded.select_related("product", "event__venue", "event__image", "pricing_category").prefetch_related(
        "stock_uses",
        Prefetch("prices", queryset=Price.objects.order_by("country_code")),
        Prefetch("product__prices", queryset=Price.objects.order_by("country_code")),
        Prefetch("product__pictures", queryset=ProductPicture.objects.select_related("image")),
        Prefetch("event__artists", queryset=Artist.objects.filter(is_named_in(shop)).only("name")),
    )


@dataclass(frozen=True)
class PricedLine:
    """A cart's line with its price of this moment. `problem`: why it cannot be bought, by the database's time."""

    line: CartLine
    item: rules.Item
    price: Decimal
    problem: rules.Problem | None
    discount: Decimal = Decimal("0.00")
    """What the cart's code takes off the whole line."""

    @property
    def available(self) -> bool:
        return self.problem is None

    @property
    def total(self) -> Decimal:
        return self.price * self.line.amount

    @property
    def reduced_total(self) -> Decimal:
        return self.total - self.discount

    @property
    def variant(self) -> ProductVariant:
        return self.line.variant

    @property
    def physical(self) -> bool:
        return self.variant.physical

    @property
    def shippable_from(self) -> date | None:
        """Only goods in the future have one (purchase §4: non-physical items drop theirs)."""
        product = self.variant.product
        if product is None or not self.physical or product.public_shippable_from is None:
            return None
        return product.public_shippable_from if product.public_shippable_from > timezone.localdate() else None


@dataclass(frozen=True)
class PricedCart:
    """`standing`, `code_standing`: how the cart's discount and payment code stand, None without one."""

    cart: Cart
    lines: list[PricedLine]
    standing: Standing | None = None
    code_standing: CodeStanding | None = None
    credit: Decimal = Decimal("0.00")
    """What the payment code pays of the tickets."""

    @property
    def subtotal(self) -> Decimal:
        """The goods before the discount."""
        return sum((line.total for line in self.lines), Decimal("0.00"))

    @property
    def discount(self) -> Decimal:
        return sum((line.discount for line in self.lines), Decimal("0.00"))

    @property
    def physical(self) -> bool:
        return any(line.physical for line in self.lines)

    @property
    def takes_payment_code(self) -> bool:
        return any(takes_codes(line.variant) for line in self.lines)

    @property
    def over_18(self) -> bool:
        return any(line.variant.product is not None and line.variant.product.over_18 for line in self.lines)

    @property
    def shippable_window(self) -> tuple[date | None, date | None]:
        dates = {str(line.line.id): line.shippable_from for line in self.lines}
        return rules.shippable_window(dates, timezone.localdate())

    def total_of_tree(self, line: PricedLine) -> Decimal:
        """Of a line and, if it is a root, its parts: it absorbs them (purchase §4)."""
        return sum((one.total for one in self.lines if line.line.pk in (one.line.pk, one.line.parent_id)), Decimal(0))

    def max_amount(self, line: PricedLine) -> int:
        """The most pieces this line may be set to: its own and what the limit still allows."""
        return line.line.amount + rules.still_allowed((other.item for other in self.lines), line.item.thing)


def item_of(
    variant: ProductVariant, amount: int, personal_identifier: str = "", seat: Seat | None = None
) -> rules.Item:
    """A variant as the rules see it. Reads `stock_uses`: prefetch it."""
    stocks = tuple(use.stock_id for use in variant.stock_uses.all())
    if variant.event is not None:
        thing = rules.LimitedThing("event", variant.event.pk, variant.event.cart_limit)
        needs, personalised = rules.Needs(), False
    else:
        assert variant.product is not None
        product = variant.product
        thing = rules.LimitedThing("product", product.pk, product.cart_limit)
        needs, personalised = rules.Needs(product.ticket_required, product.follows_id), product.personalised
    ticket = ticket_of(variant, seat) if variant.is_ticket else None
    return rules.Item(variant.pk, thing, amount, stocks, ticket, needs, personalised, personal_identifier)


def ticket_of(variant: ProductVariant, seat: Seat | None) -> rules.Ticket:
    category = variant.pricing_category
    return rules.Ticket(
        category=category.pk if category else None,
        multiple=(variant.event.force_ticket_amount if variant.event else None) or 1,
        seated=category is not None and category.seat_stock_id is not None,
        seat=seat.pk if seat else None,
        seat_kind=seat.reserved_for if seat else "",
    )


def text_of(line: CartLine) -> str:
    """What stands on a line: a personalisation, or a ticket's holder as the wire has them."""
    return joined(line.ticket_holder) if line.ticket_holder else line.personal_identifier


def item_of_line(line: CartLine) -> rules.Item:
    item = item_of(line.variant, line.amount, text_of(line), line.seat)
    if line.bundle_id is None:
        return item
    return replace(item, part=rules.Part(line.tree, line.role, line.price_source, line.bundle_id))


def cart_lines(cart: Cart) -> list[CartLine]:
    return list(
        CartLine.objects.filter(cart=cart)
        .select_related("seat__row__section", "ticket_holder")
        .prefetch_related(Prefetch("variant", queryset=with_line_data(ProductVariant.objects.all(), cart.shop)))
    )


def price_lines(cart: Cart, lines: Sequence[CartLine]) -> PricedCart:
    costs = {line.pk: variant_cost(line.variant, cart.country_code) for line in lines}
    prices = tree_prices(lines, {key: cost.price if cost else Decimal("0.00") for key, cost in costs.items()})
    priced = []
    for line in lines:
        item = item_of_line(line)
        problem = rules.Problem.seat_missing if item.seat_missing else None
        if costs[line.pk] is None or not is_for_sale(line.variant):
            problem = rules.Problem.not_for_sale
        priced.append(PricedLine(line=line, item=item, price=prices[line.pk], problem=problem))
    return credited(reduced(cart, priced))


def tree_prices(lines: Sequence[CartLine], prices: Mapping[UUID, Decimal]) -> dict[UUID, Decimal]:
    """The lines' prices for a piece, where a root's price is shared with the parts that it includes."""
    found = dict(prices)
    for root in lines:
        included = [line for line in lines if line.parent_id == root.pk and line.price_source == line.Price.INCLUDED]
        if included:
            shares = rules.included_prices(prices[root.pk], [prices[line.pk] for line in included])
            found |= dict(zip([root.pk, *(line.pk for line in included)], shares, strict=True))
    return found


def reduced(cart: Cart, lines: list[PricedLine]) -> PricedCart:
    """With the discount of the cart's code spread over the lines that it reduces."""
    code = cart.discount_code
    if code is None:
        return PricedCart(cart, lines)
    trouble = trouble_of(code, cart.shop_id, read_at(lines))
    if trouble is not None:
        return PricedCart(cart, lines, trouble)
    amounts = [line.total for line in lines if is_reduced(line, code)]
    less = iter(spread(sum(amounts, Decimal(0)) * code.percent / 100, amounts))
    lines = [replace(line, discount=next(less)) if is_reduced(line, code) else line for line in lines]
    found = PricedCart(cart, lines, Standing.applied)
    return found if found.discount else replace(found, standing=Standing.nothing_to_reduce)


def read_at(lines: Sequence[PricedLine]) -> datetime:
    """The database's time at which the lines were read."""
    return lines[0].variant.read_at if lines else database_now()


def credited(priced: PricedCart) -> PricedCart:
    """With what the cart's payment code pays."""
    code = priced.cart.payment_code
    if code is None:
        return priced
    trouble = trouble_of_code(code, read_at(priced.lines))
    if trouble is not None:
        return replace(priced, code_standing=trouble)
    credit = credit_of(code, [line.reduced_total for line in priced.lines if pays_for(code, line.variant)])
    standing = CodeStanding.applied if credit else CodeStanding.nothing_to_pay
    return replace(priced, credit=credit, code_standing=standing)


def is_reduced(line: PricedLine, code: DiscountCode) -> bool:
    """Own goods of the code's shop; neither tickets nor what has a fixed price by law (docs/decisions/0016)."""
    product = line.variant.product
    return product is not None and product.owner_id == code.shop_id and not product.price_bound


def priced_cart(cart: Cart) -> PricedCart:
    return price_lines(cart, cart_lines(cart))


def open_cart(session: VisitorSession | None) -> Cart | None:
    """The session's open cart; the one gate to a cart in request code."""
    if session is None:
        return None
    return (
        Cart.objects.open()
        .filter(session=session, shop=session.shop_id)
        .select_related("session", "shop", "billing_address", "shipping_address", "discount_code", "payment_code")
        .first()
    )


def amount_changeable(line: CartLine) -> bool:
    """Not on tickets, personalised pieces, parts of bundles and what follows another product (purchase §4)."""
    follows = line.variant.product is not None and line.variant.product.follows_id is not None
    return item_of_line(line).plain and not follows


def access_line(cart: Cart, line_id: str) -> CartLine | None:
    """A line of this very cart, or None."""
    try:
        return cart.lines.get(pk=UUID(line_id))
    except (CartLine.DoesNotExist, ValueError):
        return None


def limited_pieces(address_digest: str) -> int:
    """Pieces that draw on a stock, in all open carts of the living sessions of one address."""
    lines = CartLine.objects.filter(
        Exists(StockUse.objects.filter(variant=OuterRef("variant"))),
        cart__state=Cart.State.OPEN,
        cart__session__address_digest=address_digest,
        cart__session__ended_at=None,
    )
    return int(lines.aggregate(pieces=Sum("amount", default=0))["pieces"])
