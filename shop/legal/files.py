"""Legal texts as files that go with a mail: a page that may change is no durable medium (§ 312f (2) BGB)."""

from collections.abc import Iterable

from django.template.loader import render_to_string

from shop.mails.sending import Attachment
from shop.models import LegalWording, Shop, StaticKind
from shop.queries import absolute_url

from .queries import TextInForce, title_of


def legal_files(shop: Shop, texts: Iterable[TextInForce | LegalWording]) -> list[Attachment]:
    return [_file(shop, text.kind, text.language, text.html) for text in texts]


def _file(shop: Shop, kind: str, language: str, html: str) -> Attachment:
    title = title_of(StaticKind(kind), language)
    root = absolute_url(shop, "/")
    page = render_to_string(
        "mails/legal_file.html",
        {"shop": shop, "title": title, "language": language, "html": html.replace('href="/', f'href="{root}')},
    )
    return Attachment(f"{title}.html", page, "text/html")
