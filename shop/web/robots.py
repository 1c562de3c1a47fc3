"""robots.txt: what crawlers leave alone, and where they find the pages."""

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from shop.models import Shop
from shop.queries import shop_url
from shop.web.pages import current_shop


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """A shop behind an access code is left alone as a whole. Other shops' secret addresses are not listed here."""
    shop = current_shop(request)
    base_path = request.base_path  # type: ignore[attr-defined]
    if shop.access_codes.exists():
        return plain(["User-agent: *", f"Disallow: {base_path}/"])
    lines = ["User-agent: *", "Disallow: /api/", "Disallow: /admin/", f"Disallow: {base_path}/checkout"]
    if shop.slug == settings.MAIN_SHOP:
        lines.append("Disallow: /*/checkout")
    shops = [shop, *shops_below()] if shop.slug == settings.MAIN_SHOP else [shop]
    return plain([*lines, "", *(f"Sitemap: {shop_url(one)}/sitemap.xml" for one in shops)])


def shops_below() -> QuerySet[Shop]:
    """Those that live under the main host, for everybody to see."""
    below = Shop.objects.filter(domain=None, access_codes=None, redirect="").exclude(slug=settings.MAIN_SHOP)
    return below.order_by("slug")


def plain(lines: list[str]) -> HttpResponse:
    text = "\n".join(lines) + "\n"
    return HttpResponse(text, content_type="text/plain", headers={"Cache-Control": "public, max-age=600"})
