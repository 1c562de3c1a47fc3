"""Uploaded files, from the disk or the bucket (design §2)."""

from mimetypes import guess_type

from django.core.files.storage import FileSystemStorage, default_storage
from django.http import FileResponse, Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.static import serve

A_YEAR = "public, max-age=31536000, immutable"


def media(request: HttpRequest, path: str) -> HttpResponseBase:
    """A picture's place is new with every upload, so whoever has it may keep it."""
    response: HttpResponseBase
    if isinstance(default_storage, FileSystemStorage):
        response = serve(request, path, document_root=str(default_storage.location))
    else:
        response = from_bucket(path)
    if path.startswith("pictures/"):
        response.headers["Cache-Control"] = A_YEAR
    return response


def from_bucket(path: str) -> FileResponse:
    try:
        file = default_storage.open(path)
    except FileNotFoundError as error:
        raise Http404(path) from error
    return FileResponse(file, content_type=guess_type(path)[0] or "application/octet-stream")
