"""A shop's news on the wire (catalogue §3 "News entry", §7)."""

from datetime import datetime
from enum import Enum

import strawberry
from django.db.models import F

from shop.graphql.images import Image, model_image_node
from shop.html import clean_html
from shop.models import News
from shop.paging import Entry, Page, SortKey, key_names, page_of
from shop.selection import Selection, nodes_of
from shop.web.graphql.connections import Connection, connection
from shop.web.graphql.context import WireInfo, filled
from shop.web.graphql.selection import selection_of

PAGE_SIZE = 30
ORDER = (SortKey(F("order")), SortKey("pk", descending=True))


@strawberry.enum
class NewsCategory(Enum):
    feature = "feature"
    hot = "hot"
    regular = "regular"


@strawberry.type
class NewsEntry:
    """`url` is a path within the shop or an https address; `embedYoutube` a video's id."""

    id: strawberry.ID
    category: NewsCategory
    title: str
    text: str
    url: str
    inverse: bool
    image: Image | None
    embed_youtube: str
    order: int
    published_from: datetime | None
    published_until: datetime | None


@strawberry.type
class NewsQuery:
    @strawberry.field(description="published entries of these categories, of all if none is named; by order")
    def news(
        self,
        info: WireInfo,
        categories: list[NewsCategory] | None = None,
        first: int | None = PAGE_SIZE,
        after: str | None = None,
    ) -> Connection[NewsEntry]:
        page = Page.asked(first, after, PAGE_SIZE)
        rows = News.objects.published().filter(shop=info.context.shop).select_related("image")
        if categories is not None:
            rows = rows.filter(category__in=[one.value for one in categories])
        asked = nodes_of(selection_of(info)).below("image")
        found = page_of(rows, ORDER, page)
        entries = [Entry({"news": one}, [getattr(one, name) for name in key_names(ORDER)]) for one in found]
        return connection(entries, page, lambda row: news_node(row["news"], asked))


def news_node(news: News, image_asked: Selection) -> NewsEntry:
    same = ("url", "inverse", "embed_youtube", "order", "published_from", "published_until")
    values = {name: getattr(news, name) for name in same}
    return filled(
        NewsEntry,
        {
            **values,
            "id": news.pk,
            "category": NewsCategory(news.category),
            "title": news.title or "",
            "text": clean_html(news.text or ""),
            "image": model_image_node(news.image, image_asked),
        },
    )
