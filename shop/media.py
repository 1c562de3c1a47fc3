"""Uploaded files, as long as no storage of its own serves them (design §2)."""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.static import serve

A_YEAR = "public, max-age=31536000, immutable"


def media(request: HttpRequest, path: str) -> HttpResponseBase:
    """A picture's place is new with every upload, so whoever has it may keep it."""
    response = serve(request, path, document_root=str(settings.MEDIA_ROOT))
    if path.startswith("pictures/"):
        response.headers["Cache-Control"] = A_YEAR
    return response
