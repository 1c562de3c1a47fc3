"""Static pages on the wire (catalogue §2)."""

from datetime import date

import strawberry

from shop.models import StaticKind
from shop.web.graphql.context import GraphQLInfo

from . import queries


@strawberry.type
class StaticSection:
    id: str
    title: str


@strawberry.type
class StaticPage:
    id: strawberry.ID
    title: str
    html: str
    notice: str
    text_language: str
    updated: date
    question: str
    sections: list[StaticSection]


def static_page_named(info: GraphQLInfo, name: str, question: str) -> StaticPage | None:
    if name not in StaticKind.values:
        return None
    page = queries.static_page(info.context.shop, StaticKind(name), info.context.language, question)
    if page is None:
        return None
    return StaticPage(
        id=strawberry.ID(page.kind.value),
        title=page.title,
        html=page.html,
        notice=page.notice,
        text_language=page.text_language,
        updated=page.updated,
        question=page.question,
        sections=[StaticSection(id=key, title=title) for key, title in page.sections],
    )


@strawberry.type
class StaticPageQuery:
    @strawberry.field(description="a page of the footer; `question` is one of the page `faq`")
    def static_page(self, info: GraphQLInfo, id: strawberry.ID, question: str | None = None) -> StaticPage | None:
        return static_page_named(info, id, question or "")
