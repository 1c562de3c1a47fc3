"""Categories on the wire (catalogue §3 "Category")."""

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import strawberry

from catalogue.models import Category as CategoryModel
from catalogue.queries import statements, visible
from catalogue.queries.json_rows import read_one, read_page
from catalogue.queries.shelves import CATEGORY_SOURCE, category_columns
from shop.core.values.html import clean_html
from shop.core.wire.graphql.connections import Connection, whole_connection
from shop.core.wire.graphql.selection import selection_of
from shop.core.wire.paging import PageRequest
from shop.core.wire.selection import Selection, nodes_of
from shop.graphql.images import Image, image_node
from shop.web.graphql.context import GraphQLInfo, filled

from .batching import Batch, Reader, makes, one_node, one_page

if TYPE_CHECKING:
    from .events import Event
    from .products import MerchProduct


@strawberry.enum
class CategoryType(Enum):
    CATEGORY = "CATEGORY"
    ARTIST = "ARTIST"
    BRAND = "BRAND"
    LABEL = "LABEL"
    TOUR = "TOUR"


@strawberry.type
class Subcategory:
    id: strawberry.ID
    slug: str
    name: str
    type: CategoryType
    order: int


@strawberry.type
class Category:
    batch: strawberry.Private[Batch]
    # Lists of categories leave empty ones out.
    found_filled: strawberry.Private[bool]
    id: strawberry.ID
    slug: str
    name: str
    type: CategoryType
    subtitle: str
    description: str
    disclaimer: str
    order: int
    square_image: Image | None
    main_category: bool
    sort_order_homepage: int | None
    featured_at: list[str]
    display_name: str

    @strawberry.field
    def not_empty(self, info: GraphQLInfo) -> bool:
        if self.found_filled:
            return True
        return bool(self.batch.load_one(self.id, info, filled_categories(info)))

    @strawberry.field(description="other main categories of the same artist, or of none, that hold products; ≤ 12")
    def neighbours(self, info: GraphQLInfo) -> list[Subcategory]:
        return self.batch.load_list(
            self.id, info, "Subcategory", lambda language, _asked: statements.neighbours_of_categories(language)
        )

    @strawberry.field(description="the shelves that its page leads to: its neighbours, as other clients ask for them")
    def subcategories(self, info: GraphQLInfo) -> Connection[Subcategory]:
        return whole_connection(self.neighbours(info))

    @strawberry.field(description="amongFirst: only of the first so many categories of their list, none of the others")
    def merch_products(
        self, info: GraphQLInfo, first: int | None = 18, after: str | None = None, among_first: int | None = None
    ) -> Connection[Annotated["MerchProduct", strawberry.lazy("catalogue.graphql.products")]]:
        page = PageRequest.requested(first, after, statements.PRODUCTS_A_PAGE)
        return self.batch.load_page(self.id, info, "MerchProduct", statements.products_of_categories, page, among_first)

    @strawberry.field
    def events(
        self, info: GraphQLInfo, first: int | None = 100, after: str | None = None
    ) -> Connection[Annotated["Event", strawberry.lazy("catalogue.graphql.events")]]:
        page = PageRequest.requested(first, after, statements.EVENTS_A_PAGE)
        return self.batch.load_page(
            self.id, info, "Event", partial(statements.events_of, CategoryModel, "categories"), page
        )


@makes("Category")
def category_node(row: dict[str, Any], asked: Selection, batch: Batch, found_filled: bool = False) -> Category:
    row |= {"batch": batch, "found_filled": found_filled}
    for name in ("description", "disclaimer"):
        if name in row:
            row[name] = clean_html(row[name])
    if "type" in row:
        row["type"] = CategoryType(row["type"])
    if "displayName" in asked:
        row["display_name"] = row["display_name"] or row["name"]
    if "squareImage" in asked:
        row["square_image"] = image_node(row["square_image"], asked["squareImage"])
    return filled(Category, row)


@makes("FilledCategory")
def filled_category_node(row: dict[str, Any], asked: Selection, batch: Batch) -> Category:
    return category_node(row, asked, batch, found_filled=True)


def filled_categories(info: GraphQLInfo) -> Reader[bool]:
    """Which categories hold something."""
    shop = info.context.shop

    def read(ids: Sequence[int]) -> Mapping[int, bool]:
        found = visible.categories(shop).filter(visible.not_empty(shop), pk__in=ids).order_by()
        return dict.fromkeys(found.values_list("pk", flat=True), True)

    return read


def listed_categories(
    info: GraphQLInfo, page: PageRequest, featured_at: str | None, *, with_hidden: bool
) -> Connection[Category]:
    """`with_hidden`: also those that hold nothing, or that overviews do not name."""
    asked, language, shop = nodes_of(selection_of(info)), info.context.language, info.context.shop
    rows = visible.categories(shop) if with_hidden else visible.main_categories(shop)
    if featured_at is not None:
        rows = rows.filter(featured_at__contains=[featured_at])
    order = visible.category_order(language)
    entries = read_page(rows, CATEGORY_SOURCE, category_columns(language, asked), order, page, shop)
    return one_page(entries, page, "Category" if with_hidden else "FilledCategory", asked)


def category_named(info: GraphQLInfo, wanted: str) -> Category | None:
    asked = selection_of(info)
    row = read_one(statements.named_category(info.context.language, asked), wanted, info.context.shop)
    return one_node(row, "Category", asked)


@makes("Subcategory")
def subcategory_node(row: dict[str, Any], _asked: Selection, _batch: Batch) -> Subcategory:
    return filled(Subcategory, {**row, "type": CategoryType(row["type"])})
