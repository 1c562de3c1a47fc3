"""A shop's news on the wire (catalogue §3 "News entry", §7)."""

from enum import Enum

import strawberry
import strawberry_django
from django.db.models import F
from strawberry import auto

from shop.core.values.html import clean_html
from shop.core.wire.graphql.connections import Connection, connection
from shop.core.wire.paging import PageRequest, PageRow, SortKey, key_names, page_of
from shop.graphql.fields import picture, written
from shop.graphql.images import Image
from shop.models import News
from shop.web.graphql.context import GraphQLInfo

PAGE_SIZE = 30
ORDER = (SortKey(F("order")), SortKey("pk", descending=True))


@strawberry.enum
class NewsCategory(Enum):
    feature = "feature"
    hot = "hot"
    regular = "regular"


@strawberry_django.type(News)
class NewsEntry:
    """`url` is a path within the shop or an https address; `embedYoutube` a video's id."""

    id: strawberry.ID
    title: str = written("title")
    url: auto
    inverse: auto
    embed_youtube: str
    order: auto
    published_from: auto
    published_until: auto
    image: Image | None = picture("image")

    @strawberry_django.field
    def category(self, root: strawberry.Parent[News]) -> NewsCategory:
        return NewsCategory(root.category)

    @strawberry_django.field
    def text(self, root: strawberry.Parent[News]) -> str:
        return clean_html(root.text or "")


@strawberry.type
class NewsQuery:
    @strawberry.field(description="published entries of these categories, of all if none is named; by order")
    def news(
        self,
        info: GraphQLInfo,
        categories: list[NewsCategory] | None = None,
        first: int | None = PAGE_SIZE,
        after: str | None = None,
    ) -> Connection[NewsEntry]:
        page = PageRequest.requested(first, after, PAGE_SIZE)
        rows = News.objects.published().filter(shop=info.context.shop).select_related("image")
        if categories is not None:
            rows = rows.filter(category__in=[one.value for one in categories])
        found = page_of(rows, ORDER, page)
        entries = [PageRow({"news": one}, [getattr(one, name) for name in key_names(ORDER)]) for one in found]
        return connection(entries, page, lambda row: row["news"])
