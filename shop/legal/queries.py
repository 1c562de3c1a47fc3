"""The static pages' texts: the operator's version in force, else the software's own filled with the seller's data."""

import hashlib
import re
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from html import unescape
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Now
from django.template.loader import render_to_string, select_template
from django.utils import timezone, translation
from django.utils.text import slugify
from django.utils.translation import get_language_info, gettext

from shop import hooks
from shop.core.retention import LETTERS, PERIODS, VOUCHERS
from shop.core.values.html import clean_html, plain_text
from shop.core.values.languages import DEFAULT_LANGUAGE, LANGUAGES, fallbacks, text_of
from shop.core.values.latin import latin_slug
from shop.models import FaqEntry, LegalTextVersion, Shop, StaticKind
from shop.models.legal import SOFTWARE_TEXTS
from shop.queries import seller_lines, shop_url

# When the software's own texts were last changed.
SOFTWARE_TEXTS_OF = date(2026, 11, 28)
AGREED = (StaticKind.TERMS, StaticKind.TERMS_WITHDRAWAL)
HEADING = re.compile(r"<h2(?P<attributes>[^>]*)>(?P<text>.*?)</h2>", re.S)
MAIL_LINK = re.compile(r'(?P<tag><a href="mailto:[^"]*">)(?P<address>[^<>@\s]+@[^<>@\s]+)(?=</a>)')
OWN_ID = re.compile(r'\bid="([^"]+)"')


@dataclass(frozen=True, slots=True)
class TextInForce:
    """A legal text as it applies: `version` is None for the software's own. `digest` names the exact words."""

    kind: str
    language: str
    html: str
    updated: date
    version: LegalTextVersion | None

    @property
    def digest(self) -> str:
        return hashlib.sha256(f"{self.kind} {self.language} {self.html}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class StaticPageText:
    """A static page in the reader's language. `sections` are its headings as (id, text)."""

    kind: StaticKind
    title: str
    html: str
    text_language: str
    updated: date
    notice: str = ""
    question: str = ""
    sections: list[tuple[str, str]] = field(default_factory=list)


def text_in_force(shop: Shop, kind: str, language: str, at: datetime | None = None) -> TextInForce:
    """The text that applies now, or did at a moment; what an order keeps a reference to (purchase §4 "terms").

    A shop that wrote its text in one language only shows that one: the software's own never stands beside it.
    """
    versions = {} if kind in SOFTWARE_TEXTS else _versions(shop, kind, at)
    version = versions.get(language) or next(iter(versions.values()), None)
    if version is None:
        written = software_language(kind, language)
        html = software_text(shop, kind, written) + software_text(shop, kind, written, "appended")
        return TextInForce(kind, written, html, SOFTWARE_TEXTS_OF, None)
    updated = timezone.localtime(version.valid_from).date()
    html = clean_html(version.body) + software_text(shop, kind, version.text.language, "appended")
    return TextInForce(kind, version.text.language, html, updated, version)


def agreed_texts(shop: Shop, language: str, at: datetime | None = None) -> list[TextInForce]:
    """What a buyer agrees to: terms and withdrawal, in the default language, which counts, and in the reader's."""
    wanted = dict.fromkeys((kind, spoken) for kind in AGREED for spoken in (DEFAULT_LANGUAGE, language))
    texts = [text_in_force(shop, *one, at=at) for one in wanted]
    return list({(text.kind, text.language): text for text in texts}.values())


def _versions(shop: Shop, kind: str, at: datetime | None) -> dict[str, LegalTextVersion]:
    """Return the version in force by language, the default language first."""
    begun = Q(valid_from__lte=at or Now())
    rows = LegalTextVersion.objects.filter(begun, text__shop=shop, text__kind=kind).select_related("text")
    newest = rows.order_by("text__language", "-valid_from", "-id").distinct("text__language")
    by_language = {row.text.language: row for row in newest}
    return {one: by_language[one] for one in LANGUAGES if one in by_language}


def has_page(shop: Shop, kind: StaticKind) -> bool:
    """Terms of a contest are a page where there is one: of the shop's calendar, or in a text of its own."""
    return kind != StaticKind.TERMS_ADVENT or hooks.above.contest_year(shop) is not None or has_own_text(shop, kind)


def has_own_text(shop: Shop, kind: StaticKind) -> bool:
    return bool(_versions(shop, kind, None))


def static_page(shop: Shop, kind: StaticKind, language: str, question: str = "") -> StaticPageText | None:
    """The page; `question` is one of its, or one of its sections. None: it is neither, or the shop has no such page."""
    if not has_page(shop, kind):
        return None
    if kind == StaticKind.FAQ:
        html = faq(shop, language, question)
        if question and " data-asked" not in html:
            html, marked = re.subn(f'<h2 id="{re.escape(question)}"', r"\g<0> data-asked", html)
            if not marked:
                return None
        text = TextInForce(kind, software_language(kind, language), html, SOFTWARE_TEXTS_OF, None)
    elif question:
        return None
    else:
        text = text_in_force(shop, kind, language)
    html, sections = with_sections(with_breaks(text.html))
    return StaticPageText(
        kind, title_of(kind, language), html, text.language, text.updated,
        _notice(kind, language, text.language), question, sections,
    )  # fmt: skip


def title_of(kind: StaticKind, language: str) -> str:
    with translation.override(language):
        return str(kind.label)


def _notice(kind: StaticKind, language: str, text_language: str) -> str:
    """What readers of other languages than the default have to know about a text (catalogue §2 "terms")."""
    if language == DEFAULT_LANGUAGE:
        return ""
    is_default = text_language == DEFAULT_LANGUAGE
    with translation.override(language):
        if kind not in (StaticKind.TERMS, StaticKind.TERMS_WITHDRAWAL, StaticKind.TERMS_ADVENT):
            text = gettext("This page is available in %(language)s only.") if is_default else ""
        elif is_default:
            text = gettext("These terms are available in %(language)s only. Only the %(language)s text applies.")
        else:
            text = gettext("This is a translation for your convenience. Only the %(language)s text applies.")
        return text % {"language": get_language_info(DEFAULT_LANGUAGE)["name_translated"]}


def software_text(shop: Shop, kind: str, language: str, part: str = "", **context: Any) -> str:
    """The software's own text; `part` is what always follows an operator's text, if there is such a thing."""
    if part and kind not in APPENDED:
        return ""
    written = software_language(kind, language)
    with translation.override(written):
        return render_to_string(software_template(kind, written, part), {**facts(shop), **context})


# The trackers are the software's, whatever the operator's text says about the rest.
APPENDED = frozenset({StaticKind.DATAPOLICY})


def software_template(kind: str, language: str, part: str = "") -> str:
    return f"static_pages/{language}/{kind}{f'-{part}' if part else ''}.html"


@cache
def software_language(kind: str, language: str) -> str:
    """Return the language in which readers of this one get the software's own text."""
    found = select_template([software_template(kind, one) for one in fallbacks(language)])
    return str(found.template.name).split("/")[1]


def facts(shop: Shop) -> dict[str, Any]:
    """What the software's texts know about the shop and its seller."""
    address = shop_url(shop)
    return {
        "shop": shop,
        "base_path": urlsplit(address).path,
        "shop_address": address,
        "shop_host": urlsplit(address).netloc + urlsplit(address).path,
        "seller": shop.seller_name or shop.name,
        "address_lines": seller_lines(shop),
        "email": shop.seller_email or shop.sender_email,
        "kept": PERIODS,
        "letter_years": LETTERS.years_in(shop.seller_country),
        "voucher_years": VOUCHERS.years_in(shop.seller_country),
        # each asked for by the one page that shows it
        "contest_year": cache(lambda: hooks.above.contest_year(shop)),
        "has_contest": lambda: has_page(shop, StaticKind.TERMS_ADVENT),
        "reports_host": other_reports_host,
        "facebook_pages": lambda: [one.facebook for one in shop.socials.all() if one.facebook],
        "delivery": lambda: hooks.above.delivery_terms(shop),
    }


def other_reports_host() -> str:
    """Where failures are reported, "" for Sentry's own service."""
    host = urlsplit(settings.SENTRY_DSN).hostname or ""
    return "" if f".{host}".endswith(".sentry.io") else host


def faq(shop: Shop, language: str, question: str) -> str:
    """The shop's own questions, then those of the software's that it leaves. `question` stands open."""
    entries = [
        {"key": one.key, "question": _translated(one, "question", language), "answer": answer}
        for one in FaqEntry.objects.filter(shop=shop)
        if (answer := clean_html(_translated(one, "answer", language)))
    ]
    keys = {one["key"] for one in entries}
    return software_text(shop, StaticKind.FAQ, language, own_questions=entries, own_keys=keys, asked=question)


def _translated(entry: FaqEntry, name: str, language: str) -> str:
    return text_of(vars(entry), name, language)


def with_breaks(html: str) -> str:
    """Let e-mail addresses that links show break after the @ and before a dot, where a line is too short for them."""
    return MAIL_LINK.sub(lambda link: link["tag"] + re.sub(r"(@)|(?=\.)", r"\1<wbr>", link["address"]), html)


def with_sections(html: str) -> tuple[str, list[tuple[str, str]]]:
    """Give every heading of the second level an id to link to."""
    sections: list[tuple[str, str]] = []

    def named(heading: re.Match[str]) -> str:
        text = plain_text(heading["text"])
        own = OWN_ID.search(heading["attributes"])
        key = own[1] if own else slugify(text) or latin_slug(text) or f"section-{len(sections) + 1}"
        if not own and key in {known for known, _text in sections}:
            key = f"{key}-{len(sections) + 1}"
        sections.append((key, unescape(text)))
        return heading[0] if own else f'<h2{heading["attributes"]} id="{key}">{heading["text"]}</h2>'

    return HEADING.sub(named, html), sections
