"""Bundles on the wire (catalogue §3 "Combined product")."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any

import strawberry

from catalogue.models import BundlePart
from catalogue.pricing.bundles import Remainder, is_bound, is_needed, most_pieces, remainder
from catalogue.queries.bundle_rows import (
    FROM_PARTS,
    bundles_of,
    events_in_bundles,
    named_bundle,
    products_in_bundles,
    root_products,
)
from catalogue.queries.json_rows import read_one, read_pages
from catalogue.queries.related import Kind
from catalogue.queries.statements import ALL
from catalogue.rules import Cost, TicketState, any_available, cost_with_surcharge, lowest_cost, product_cost
from shop.core.database.compiled_statements import SqlStatement
from shop.core.wire.graphql.selection import selection_of
from shop.core.wire.selection import Selection
from shop.web.graphql.context import GraphQLInfo, filled

from .batching import Batch, makes, many_lists, one_node
from .variants import (
    NOTHING,
    OfferRow,
    ProductVariant,
    Row,
    cost_here,
    offer_rows,
    state_of_row,
    ticket_nodes,
    variant_node,
)

if TYPE_CHECKING:
    from .events import Event
    from .products import MerchProduct

Product = Annotated["MerchProduct", strawberry.lazy("catalogue.graphql.products")]


@strawberry.type(
    description="an option as it is sold in a bundle: `price` is what it adds to the price of the bundle, the root's "
    "is that price without anything added; of a part nothing is struck, and unit prices are told of products only"
)
class BundleOption(ProductVariant):
    """A type of its own: who keeps answers by type and id must not take its price for the variant's."""


@strawberry.type(description="the root of a bundle, or one of its parts: a product or an event")
class BundleItem:
    batch: strawberry.Private[Batch]
    bundle: strawberry.Private[int]
    is_root: strawberry.Private[bool]
    id: strawberry.ID = strawberry.field(description="of the part, as ADDTOCART takes it; the root's is its product's")
    pricing_category_id: strawberry.ID | None
    options: list[BundleOption]
    old_price: Decimal | None = strawberry.field(description="what it costs alone, where the bundle makes it cheaper")
    new_price: Decimal = strawberry.field(description="what it adds to the price of the bundle")
    valid: bool = strawberry.field(description="it is sold in this shop just now")
    disable: bool = strawberry.field(description="none of its options can be had")
    limit: int = strawberry.field(description="the most pieces of it in one bundle")
    obligatory: bool = strawberry.field(description="among what may be added: not to be left empty")
    bound: bool = strawberry.field(description="left empty with all others that are bound, or not at all")

    @strawberry.field(description="null for an event, and for what the shop does not list")
    def product(self, info: GraphQLInfo) -> Product | None:
        read = bundle_items_reader(info, root_products if self.is_root else products_in_bundles, "MerchProduct")
        found = self.batch.load_one(self.bundle, info, read, self.is_root)
        return (found or {}).get(int(self.id))

    @strawberry.field(description="null for a product, and for what the shop does not list")
    def event(self, info: GraphQLInfo) -> Annotated["Event", strawberry.lazy("catalogue.graphql.events")] | None:
        if self.is_root:
            return None
        found = self.batch.load_one(self.bundle, info, bundle_items_reader(info, events_in_bundles, "Event"))
        return (found or {}).get(int(self.id))


@strawberry.type
class Combination:
    id: strawberry.ID
    option_name: str
    tour_name: str
    additional_price: Decimal
    products: list[BundleItem]
    available: bool
    sold_out_message: str


@strawberry.type(description="a bundle: its id and slug are its root product's")
class CombinedProduct:
    id: strawberry.ID
    slug: str
    price: Decimal
    original_price: Decimal | None
    available: bool
    sold_out_message: str
    root: BundleItem
    common_items: list[BundleItem]
    combinations: list[Combination]
    additional_products: list[BundleItem]
    additional_product_group: list[BundleItem]


def bundle_items_reader(
    info: GraphQLInfo, statement: Callable[[str, Selection], SqlStatement], kind: str
) -> Callable[[Sequence[int]], Mapping[int, Mapping[int, Any]]]:
    """Reads the things in several bundles at once: by bundle and part, or by bundle and root product.

    `statement`: its entries' places are the ids of parts (BY_PART), or of root products.
    """

    def read(ids: Sequence[int]) -> Mapping[int, Mapping[int, Any]]:
        asked = selection_of(info)
        found = read_pages(statement(info.context.language, asked), ids, info.context.shop)
        nodes = many_lists(found, ALL, kind, asked)
        return {
            bundle: {entry.place[0]: node for entry, node in zip(entries[: ALL.first], nodes[bundle], strict=True)}
            for bundle, entries in found.items()
        }

    return read


@makes("CombinedProduct")
def bundle_node(row: dict[str, Any], asked: Selection, batch: Batch) -> CombinedProduct:
    """A bundle from what `bundle_columns` read for the same `asked`."""
    if not asked.keys() & FROM_PARTS:
        return filled(CombinedProduct, row)
    parts = [(part, item_node(part, row["id"], batch)) for part in row["parts"]]
    own = cost_here(row["prices"])
    offers = offer_rows(row["variants"], own)
    cost, available, left = whole_offer(row, product_cost(own, [one.offer for one in offers]), offers)
    return filled(
        CombinedProduct,
        {
            "id": strawberry.ID(str(row["id"])),
            "slug": row["slug"],
            "price": cost.price,
            "original_price": cost.original_price,
            "available": available,
            "sold_out_message": row["sold_out_message"],
            "root": root_node(row["id"], offers, batch),
            "common_items": [item for part, item in parts if part["role"] == BundlePart.Role.COMMON],
            "combinations": [
                combination_node(
                    one, [item for part, item in parts if part["combination_id"] == one["id"]], left.combinations
                )
                for one in row["combinations"]
            ],
            "additional_products": [item for part, item in parts if part["role"] == BundlePart.Role.ADDITIONAL],
            "additional_product_group": [item for part, item in parts if part["role"] == BundlePart.Role.GROUP],
        },
    )


def whole_offer(row: Row, cost: Cost | None, offers: Iterable[OfferRow]) -> tuple[Cost, bool, Remainder]:
    """What a bundle costs with the cheapest of its combinations and of what is obligatory, whether it can be had, and
    what is left of it.

    `row`: its parts and combinations. `cost`, `offers`: its root product's.
    """
    parts = [
        (is_needed(part["role"], obligatory=part["obligatory"]), part["combination_id"], can_be_had(part))
        for part in row["parts"]
    ]
    left = remainder(parts, {one["id"]: one["additional_price"] for one in row["combinations"]})
    available = left.available and any_available(one.offer for one in offers)
    added = sum((part_cost(part).price for part in row["parts"] if part["obligatory"]), left.surcharge)
    return cost_with_surcharge(cost or Cost(NOTHING), added), available, left


def can_be_had(part: Row) -> bool:
    """Whether it is sold in this shop just now, and something of it is left."""
    return is_sold(part) and any_available(one.offer for one in part_offers(part))


def part_offers(part: Row) -> list[OfferRow]:
    """Items that this shop does not sell are left out: they may be a gated shop's."""
    return offer_rows(part["variants"], alone_cost(part)) if part["sold_here"] else []


def part_cost(part: Row) -> Cost:
    """What it adds to the bundle's price, where it is not in it: its price there, or what the cheapest costs alone."""
    if part["price"] is not None and part["sold_here"]:
        return Cost(part["price"])
    return lowest_cost(one.offer for one in part_offers(part)) or alone_cost(part) or Cost(NOTHING)


def alone_cost(part: Row) -> Cost | None:
    """What its product costs alone, whichever option."""
    return cost_here(part["prices"]) if part["sold_here"] else None


def is_sold(part: Row) -> bool:
    """Whether it is sold in this shop just now."""
    return bool(part["sold_here"]) and (
        part["event_id"] is None or state_of_row(part["state"], available=True) is TicketState.ON_SALE
    )


def combination_node(row: Row, items: list[BundleItem], open_ones: Collection[int]) -> Combination:
    own = {"id": strawberry.ID(str(row["id"])), "products": items, "available": row["id"] in open_ones}
    return filled(Combination, {**row, **own})


def root_node(bundle: int, offers: Iterable[OfferRow], batch: Batch) -> BundleItem:
    options = [filled(BundleOption, vars(variant_node(one))) for one in offers if one.offer.active]
    return _item(
        batch, bundle, bundle, options=options, is_root=True, pricing_category_id=None, old_price=None,
        new_price=NOTHING, valid=True, limit=1, obligatory=False, bound=False,
    )  # fmt: skip


def item_node(part: Row, bundle: int, batch: Batch) -> BundleItem:
    offers = part_offers(part)
    tickets, _categories = ticket_nodes(offers, part["pricing_categories"])
    on_sale = is_sold(part)
    included = part["role"] in BundlePart.INCLUDED
    own_price = NOTHING if included else part["price"]
    options = [option_node(one, on_sale, own_price) for one in tickets]
    cost = lowest_cost(one.offer for one in offers) or alone_cost(part) or Cost(NOTHING)
    price = cost.price if own_price is None else own_price
    return _item(
        batch, bundle, part["id"], options=options, is_root=False, pricing_category_id=part["pricing_category_id"],
        old_price=cost.price if not included and price < cost.price else None,
        new_price=price if part["sold_here"] else NOTHING, valid=on_sale,
        limit=most_pieces(
            part["role"], part["cart_limit"], ticket=part["event_id"] is not None, options=len(options),
            several=part["several"],
        ) if part["sold_here"] else 0, obligatory=part["obligatory"],
        bound=part["sold_here"] and is_bound(part["role"], binds=part["binds"], obligatory=part["obligatory"]),
    )  # fmt: skip


def option_node(variant: ProductVariant, on_sale: bool, price: Decimal | None) -> BundleOption:
    """An option of a part, for which its own price or this one is added. The variant itself stays as it is."""
    changed = {
        "available": variant.available and on_sale,
        "price": variant.price if price is None else price,
        "original_price": None,
        "lowest_price_30_days": None,
    }
    return filled(BundleOption, {**vars(variant), **changed})


def _item(batch: Batch, bundle: int, key: int, *, options: list[BundleOption], **values: Any) -> BundleItem:
    own = {"batch": batch, "bundle": bundle, "id": strawberry.ID(str(key)), "options": options}
    return filled(BundleItem, {**values, **own, "disable": not any(one.available for one in options)})


def bundle_named(info: GraphQLInfo, wanted: str) -> CombinedProduct | None:
    asked = selection_of(info)
    row = read_one(named_bundle(info.context.language, asked), wanted, info.context.shop)
    return one_node(row, "CombinedProduct", asked)


def bundles_with(batch: Batch, one: strawberry.ID, kind: Kind, info: GraphQLInfo, *, leading: bool) -> list[Any]:
    """The bundles in which a product or an event is."""

    def read(ids: Sequence[int]) -> Mapping[int, list[Any]]:
        asked = selection_of(info)
        statement = bundles_of(kind, info.context.language, asked, leading=leading)
        return many_lists(read_pages(statement, ids, info.context.shop), ALL, "CombinedProduct", asked)

    return batch.load_one(one, info, read) or []
