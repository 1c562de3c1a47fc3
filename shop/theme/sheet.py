"""A shop's style sheet, its theme included: `/theme/<slug>.<hash>.css`."""

from django.http import Http404, HttpRequest, HttpResponse

from shop.answer_cache.middleware import cacheable
from shop.models import Shop
from shop.web.assets import design_of, sheet_hash, style_sheet

A_YEAR = "public, max-age=31536000, immutable"
SHORT = "public, max-age=60"


def theme(request: HttpRequest, slug: str, digest: str) -> HttpResponse:
    """The shop's current sheet, with its face or without. Under an older hash it is answered, too, not to be kept."""
    shop = Shop.objects.select_related("design").filter(slug=slug).first()
    if shop is None:
        raise Http404
    design = design_of(shop)
    known = {sheet_hash(design, with_face=with_face): with_face for with_face in (False, True)}
    is_current = digest in known
    headers = {"Cache-Control": A_YEAR if is_current else SHORT}
    sheet = style_sheet(design, with_face=known.get(digest, False))
    response = HttpResponse(sheet, content_type="text/css; charset=utf-8", headers=headers)
    return cacheable(response) if is_current and not request.GET else response
