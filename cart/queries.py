"""Reads of the cart: a fixed number of SQL statements, whatever it holds."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from uuid import UUID

from django.db.models import Case, Prefetch, QuerySet, TextField, Value, When, prefetch_related_objects
from django.db.models.functions import Coalesce

from catalogue.models import Artist, Price, ProductPicture, ProductVariant, Seat
from catalogue.models.listing import is_listed_in, is_named_in
from catalogue.pricing.bundles import BundleSpec, is_whole, pieces_by_part
from catalogue.queries.bundles import LISTED_BUNDLES
from sessions_queue.models import VisitorSession
from shop.core.database.compiled_statements import SHOP, InParameter, ModelStatement, Parameter
from shop.core.database.versioned_cache import VersionedCache
from shop.models import Shop
from shop.snapshot import Snapshot, read_snapshot

from . import rules
from .errors import CartItemNotFound
from .models import Cart, CartLine
from .ticket_holders import REQUIRED_PARTS, holder_text


@cache
def listed_variants() -> ModelStatement[ProductVariant]:
    asked = ProductVariant.objects.filter(InParameter("ids"))
    listed = asked.filter(is_listed_in(SHOP, "product__")) | asked.filter(is_listed_in(SHOP, "event__"))
    return ModelStatement(with_line_columns(listed, SHOP))


def load_listed_variants(shop: Shop, ids: Collection[int]) -> dict[int, ProductVariant]:
    """Load the variants whose product or event the shop lists."""
    variants = listed_variants().run(shop=shop.pk, ids=list(ids))
    prefetch_related_objects(variants, *line_prefetches(shop))
    return {variant.pk: variant for variant in variants}


LISTED_VARIANTS = VersionedCache(load_listed_variants, most=1000)


def variants_of_lines(snapshot: Snapshot, ids: Collection[int]) -> dict[int, ProductVariant]:
    """Return the lines' variants. Variants that the shop no longer lists are read each time, because their changes do
    not raise the shop's version.
    """
    found = snapshot.cached_values(LISTED_VARIANTS, ids)
    if len(found) < len(set(ids)):
        unlisted = ProductVariant.objects.filter(pk__in=[pk for pk in ids if pk not in found])
        found |= {variant.pk: variant for variant in with_line_data(unlisted, snapshot.shop)}
    return found


def with_line_data(variants: QuerySet[ProductVariant], shop: Shop) -> QuerySet[ProductVariant]:
    """Read variants with all data that a line shows."""
    return with_line_columns(variants, shop).prefetch_related(*line_prefetches(shop))


def with_line_columns(variants: QuerySet[ProductVariant], shop: Shop | Parameter) -> QuerySet[ProductVariant]:
    """Add `artist_name` of a product's artist ("" if the shop may not name them), and the seller's `seller_country` and
    `oss_from` (`cart.pricing.taxes`).
    """
    named = When(is_named_in(shop, "product__artist__"), then=Coalesce("product__artist__name", Value("")))
    loaded = variants.annotate(
        artist_name=Case(named, default=Value(""), output_field=TextField()),
        seller_country=Coalesce("product__owner__seller_country", "event__owner__seller_country"),
        oss_from=Coalesce("product__owner__oss_from", "event__owner__oss_from"),
    )
    return loaded.select_related("product__follows", "event__venue", "event__image", "pricing_category")


def line_prefetches(shop: Shop) -> tuple[str | Prefetch, ...]:
    return (
        "stock_uses",
        Prefetch("prices", queryset=Price.objects.order_by("country_code")),
        Prefetch("product__prices", queryset=Price.objects.order_by("country_code")),
        Prefetch("product__pictures", queryset=ProductPicture.objects.select_related("image")),
        Prefetch("event__artists", queryset=Artist.objects.filter(is_named_in(shop)).only("name")),
    )


def item_of(
    variant: ProductVariant, amount: int, personal_identifier: str = "", seat: Seat | None = None
) -> rules.Item:
    """A variant as the rules see it. Reads `stock_uses`: prefetch it."""
    stocks = tuple(use.stock_id for use in variant.stock_uses.all())
    if variant.event is not None:
        entry = rules.CatalogueEntry("event", variant.event.pk, variant.event.cart_limit)
        needs, personalised = rules.Needs(), False
    else:
        assert variant.product is not None
        product = variant.product
        entry = rules.CatalogueEntry("product", product.pk, product.cart_limit)
        needs, personalised = rules.Needs(product.ticket_required, product.follows_id), product.personalised
    ticket = ticket_of(variant, seat) if variant.is_ticket else None
    return rules.Item(variant.pk, entry, amount, stocks, ticket, needs, personalised, personal_identifier)


def ticket_of(variant: ProductVariant, seat: Seat | None) -> rules.TicketChoice:
    category = variant.pricing_category
    return rules.TicketChoice(
        category=category.pk if category else None,
        multiple=(variant.event.force_ticket_amount if variant.event else None) or 1,
        seated=category is not None and category.seat_stock_id is not None,
        seat=seat.pk if seat else None,
        seat_kind=seat.reserved_for if seat else "",
        holder_parts=REQUIRED_PARTS[variant.event.personalization_requirement] if variant.event else (),
    )


def entered_text(line: CartLine) -> str:
    """Return a line's personalisation, or its ticket holder in the wire's format."""
    return holder_text(line.ticket_holder) if line.ticket_holder else line.personal_identifier


def item_of_line(line: CartLine) -> rules.Item:
    item = item_of(line.variant, line.amount, entered_text(line), line.seat)
    if line.bundle_id is None:
        return item
    return replace(item, part=rules.TreePosition(line.tree, line.bundle_id, line.part_id, line.each))


@dataclass(frozen=True, slots=True)
class CartContents:
    """A cart with its lines at one moment. `bundles`: the bundles of its lines, by id."""

    cart: Cart
    lines: list[CartLine]
    snapshot: Snapshot
    bundles: Mapping[int, BundleSpec] = field(default_factory=dict)


@cache
def lines_of_cart() -> ModelStatement[CartLine]:
    lines = CartLine.objects.filter(cart=Parameter("cart"))
    return ModelStatement(lines.select_related("seat__row__section", "ticket_holder"))


def contents_of(cart: Cart, snapshot: Snapshot | None = None) -> CartContents:
    """Read the cart's lines with their variants and bundles. `cart.shop` decides what may be shown."""
    snapshot = snapshot or read_snapshot(cart.shop)
    lines = lines_of_cart().run(cart=cart.pk)
    variants = variants_of_lines(snapshot, {line.variant_id for line in lines})
    known = {line.pk: line for line in lines}
    for line in lines:
        line.variant = variants[line.variant_id]
        line.parent = known[line.parent_id] if line.parent_id else None
    bundles = snapshot.cached_values(LISTED_BUNDLES, {line.bundle_id for line in lines if line.bundle_id is not None})
    return CartContents(cart, lines, snapshot, bundles)


def trees_of(lines: Iterable[CartLine]) -> dict[UUID, list[CartLine]]:
    """Return the lines of each bundle by the id of its root. The root comes first."""
    trees = defaultdict[UUID, list[CartLine]](list)
    for line in sorted(lines, key=lambda one: one.part_id is not None):
        if line.bundle_id is not None:
            trees[line.tree].append(line)
    return trees


def is_whole_tree(tree: Sequence[CartLine], bundles: Mapping[int, BundleSpec]) -> bool:
    """True if the lines still match the bundle, which staff may have changed."""
    bundle, parts = bundles.get(tree[0].bundle_id or 0), tree[1:]
    if bundle is None or not is_whole(bundle, pieces_by_part((line.part_id, line.each) for line in parts)):
        return False
    return all(bundle.parts[line.part_id or 0].has(line.variant) for line in parts)


def newest_cart(*states: Cart.State) -> QuerySet[Cart]:
    """Return the newest cart of the session given at execution, with addresses and codes but without lines."""
    carts = Cart.objects.filter(session=Parameter("session"), shop=SHOP, state__in=states).order_by("-created_at")
    return carts.select_related("billing_address", "shipping_address", "discount_code", "payment_code")[:1]


@cache
def newest_open_cart() -> ModelStatement[Cart]:
    return ModelStatement(newest_cart(Cart.State.OPEN))


def cart_of(session: VisitorSession, carts: ModelStatement[Cart]) -> Cart | None:
    cart = carts.first(session=session.pk, shop=session.shop_id)
    if cart is not None:
        cart.session, cart.shop = session, session.shop
    return cart


def open_cart(session: VisitorSession | None) -> Cart | None:
    """Return the session's open cart. All request code reads a cart through this function."""
    return None if session is None else cart_of(session, newest_open_cart())


def amount_changeable(line: CartLine, tree: Sequence[CartLine]) -> bool:
    """True unless the line is a ticket, a personalised piece, a follow-item, a bundle with any of these, or a part of a
    bundle (purchase §4). `tree`: the line with its parts.
    """
    items = [item_of_line(one) for one in tree]
    return line.parent_id is None and all(item.is_mergeable and item.needs.follows is None for item in items)


def line_of(contents: CartContents, line_id: str) -> CartLine:
    """Return the cart's line. Raises CartItemNotFound if the id is not in this cart."""
    line = next((line for line in contents.lines if str(line.pk) == line_id), None)
    if line is None:
        raise CartItemNotFound
    return line
