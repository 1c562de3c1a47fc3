"""A shop's style sheet, its theme included: `/theme/<slug>.<hash>.css`."""

from django.http import Http404, HttpRequest, HttpResponse

from shop.answer_cache.middleware import cacheable
from shop.models import Shop
from shop.theme.assets import design_of, sheet_hash, style_sheet

A_YEAR = "public, max-age=31536000, immutable"
SHORT = "public, max-age=60"


def theme(request: HttpRequest, slug: str, digest: str) -> HttpResponse:
    """The shop's current sheet. Under an older hash it is answered, too, not to be kept."""
    shop = Shop.objects.select_related("design").filter(slug=slug).first()
    if shop is None:
        raise Http404
    design = design_of(shop)
    is_current = digest == sheet_hash(design)
    headers = {"Cache-Control": A_YEAR if is_current else SHORT}
    response = HttpResponse(style_sheet(design), content_type="text/css; charset=utf-8", headers=headers)
    return cacheable(response) if is_current and not request.GET else response
