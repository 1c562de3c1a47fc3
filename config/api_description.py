"""The description of the REST API (OpenAPI): the same for everybody, so a process makes it once a language and form."""

from functools import cache

from django.http import HttpResponse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

from shop.core.values.languages import active_language

VERSION = "2"


class DescriptionView(SpectacularAPIView):
    api_version = VERSION

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        renderer = request.accepted_renderer
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        return HttpResponse(
            written(renderer.media_type, active_language()),
            content_type=f"{renderer.media_type}{charset}",
            headers={"Content-Disposition": f'inline; filename="{self._get_filename(request, VERSION)}"'},
        )


@cache
def written(media_type: str, _language: str) -> str | bytes:
    """In the language that is active, which is the one that is named."""
    renderer = next(one for one in DescriptionView.renderer_classes if one.media_type == media_type)
    found: str | bytes = renderer().render(SchemaGenerator(api_version=VERSION).get_schema(request=None, public=True))
    return found
