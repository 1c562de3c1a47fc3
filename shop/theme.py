"""The theme's style sheet: `/theme/<slug>.<hash>.css`."""

from django.http import Http404, HttpRequest, HttpResponse

from shop.design import theme_css, theme_hash
from shop.models import Shop
from shop.pages import design_of

A_YEAR = "public, max-age=31536000, immutable"
SHORT = "public, max-age=60"


def theme(request: HttpRequest, slug: str, digest: str) -> HttpResponse:
    """The shop's current theme. Under an older hash it is answered, too, but not to be kept."""
    shop = Shop.objects.select_related("design").filter(slug=slug).first()
    if shop is None:
        raise Http404
    design = design_of(shop)
    caching = A_YEAR if digest == theme_hash(design) else SHORT
    return HttpResponse(theme_css(design), content_type="text/css; charset=utf-8", headers={"Cache-Control": caching})
