"""sitemap.xml of a shop: every page that a search engine may show, with its twin in the other language."""

from collections.abc import Iterable
from urllib.parse import quote
from xml.sax.saxutils import escape

from django.db.models import CharField, QuerySet, Value
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from catalogue.models import AdventCalendar
from catalogue.queries import visible
from shop.core.values.languages import LANGUAGES
from shop.legal.queries import has_own_text
from shop.models import News, Shop, StaticKind
from shop.queries import shop_url
from shop.web.pages import current_shop

# The protocol's limit for one file.
MAX_PAGES = 50_000
OVERVIEWS = ("/artists", "/categories", "/events")
SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9"


@require_safe
def sitemap(request: HttpRequest, number: int = 0) -> HttpResponse:
    """One file, or an index of `sitemap-1.xml`, `sitemap-2.xml` … when there is too much for one."""
    shop = current_shop(request)
    if shop.redirect or shop.access_codes.exists():
        raise Http404
    fixed = fixed_paths(request)
    rows = listed_rows(shop)
    files = -(-(rows.count() + len(fixed)) // MAX_PAGES)
    if number > files or (number and files == 1):
        raise Http404
    if files > 1 and not number:
        return xml(index(shop_url(shop), files))
    start = max(0, (number - 1) * MAX_PAGES) if number else 0
    first, last = start - len(fixed), start + MAX_PAGES - len(fixed)
    paths = fixed[start : start + MAX_PAGES]
    paths += [f"/{kind}/{quote(slug)}" for kind, slug, _pk in rows[max(0, first) : max(0, last)]]
    return xml(page_list(shop_url(shop), paths))


def fixed_paths(request: HttpRequest) -> list[str]:
    home = "" if request.base_path else "/"  # type: ignore[attr-defined]
    shop = current_shop(request)
    calendars = calendar_paths(shop)
    has_contest = bool(calendars) or has_own_text(shop, StaticKind.TERMS_ADVENT)
    kinds = [kind for kind in StaticKind if kind != StaticKind.TERMS_ADVENT or has_contest]
    news = ["/news"] if News.objects.published().filter(shop=shop).exists() else []
    return [home, *OVERVIEWS, *news, *("/" + kind.value.replace("-", "/") for kind in kinds), *calendars]


def calendar_paths(shop: Shop) -> list[str]:
    """The newest calendar's address names no year; those before have theirs."""
    years = sorted(AdventCalendar.objects.filter(shop=shop).values_list("year", flat=True), reverse=True)
    begun = [year for year in years if year <= timezone.localdate().year]
    return ["/advent", *(f"/advent/{year}" for year in begun[1:])] if years else []


def listed_rows(shop: Shop) -> QuerySet:
    """(first word of the path, slug, id) of all that the shop's lists show, always in the same order."""
    goods = visible.products(shop).filter(visible.listed_products(shop))
    rows_by_word: dict[str, QuerySet] = {
        "artists": visible.artists(shop),
        "categories": visible.categories(shop).filter(visible.not_empty(shop)),
        "events": visible.events(shop).filter(visible.upcoming_events(shop)),
        "products": goods.filter(root=False),
        "bundle": goods.filter(root=True),
        "tours": visible.tours_with_events(shop),
    }
    parts = [
        rows.order_by().annotate(word=Value(word, CharField())).values_list("word", "slug", "pk").distinct()
        for word, rows in rows_by_word.items()
    ]
    return parts[0].union(*parts[1:], all=True).order_by("word", "pk")


def page_list(own: str, paths: Iterable[str]) -> Iterable[str]:
    yield f'<urlset xmlns="{SCHEMA}" xmlns:xhtml="http://www.w3.org/1999/xhtml">'
    for path in paths:
        address = escape(own + path)
        others = {**{code: f"{address}?lang={code}" for code in LANGUAGES}, "x-default": address}
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang="{code}" href="{other}"/>' for code, other in others.items()
        )
        yield f"<url><loc>{address}</loc>{links}</url>"
    yield "</urlset>"


def index(own: str, files: int) -> Iterable[str]:
    yield f'<sitemapindex xmlns="{SCHEMA}">'
    for number in range(1, files + 1):
        yield f"<sitemap><loc>{escape(own)}/sitemap-{number}.xml</loc></sitemap>"
    yield "</sitemapindex>"


def xml(lines: Iterable[str]) -> HttpResponse:
    text = '<?xml version="1.0" encoding="UTF-8"?>\n' + "\n".join(lines) + "\n"
    return HttpResponse(text, content_type="application/xml", headers={"Cache-Control": "public, max-age=600"})
