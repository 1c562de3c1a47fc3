"""Legal texts as files that go with a mail: a page that may change is no durable medium (§ 312f (2) BGB)."""

from datetime import datetime
from urllib.parse import urlsplit

from django.template.loader import render_to_string

from shop.mails.sending import Attachment
from shop.models import Shop, StaticKind
from shop.queries import shop_url

from .queries import text_in_force, title_of

KINDS = (StaticKind.TERMS, StaticKind.TERMS_WITHDRAWAL)


def legal_files(shop: Shop, language: str, at: datetime) -> list[Attachment]:
    """Terms and withdrawal as they applied at the moment: in German, which counts, and in the reader's language."""
    wanted = dict.fromkeys((kind, spoken) for kind in KINDS for spoken in ("de", language))
    texts = {(text.kind, text.language): text for text in (text_in_force(shop, *one, at=at) for one in wanted)}
    return [_file(shop, text.kind, text.language, text.html) for text in texts.values()]


def _file(shop: Shop, kind: str, language: str, html: str) -> Attachment:
    title = title_of(StaticKind(kind), language)
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(shop_url(shop)))
    page = render_to_string(
        "mails/legal_file.html",
        {"shop": shop, "title": title, "language": language, "html": html.replace('href="/', f'href="{origin}/')},
    )
    return Attachment(f"{title}.html", page, "text/html")
