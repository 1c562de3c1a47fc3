"""Uploaded files, from the disk or the bucket (design §2)."""

import posixpath
from mimetypes import guess_type

from django.core.files.storage import FileSystemStorage, default_storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseForbidden
from django.http.response import HttpResponseBase
from django.views.static import serve

from shop import hooks
from shop.access_codes.codes import is_open
from shop.core.errors import Unavailable
from shop.models import Shop

A_YEAR = "public, max-age=31536000, immutable"
# Bytes: file systems and buckets refuse to look for longer names.
LONGEST = 255
# What strangers put there and staff alone look at, through pages of their own.
PRIVATE_FOLDER = "private/"
AGAIN = {"Cache-Control": "no-store"}
PRIVATE = {"Cache-Control": "private, no-store", "Vary": "Cookie"}


def media(request: HttpRequest, path: str) -> HttpResponseBase:
    """A picture's place is new with every upload, so browsers may keep it, unless its shop needs a code."""
    if not 0 < len(path.encode()) <= LONGEST:
        raise Http404
    # Stores of files read other signs and dots their own way: what is looked up is what was asked for, to the letter.
    if "\\" in path or posixpath.normpath(path) != path or path.startswith(("/", "..")):
        raise Http404(path)
    # Some disks make no difference of capitals.
    if path.casefold().startswith(PRIVATE_FOLDER):
        raise Http404(path)
    shops = shops_at_gate(path)
    if shops and not any(is_open(request, shop) for shop in shops):
        return HttpResponseForbidden(headers=PRIVATE)
    response = stored(request, path)
    if shops:
        for name, value in PRIVATE.items():
            response.headers[name] = value
    elif path.startswith("pictures/") and "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = A_YEAR
    return response


def stored(request: HttpRequest, path: str) -> HttpResponseBase:
    """Return the file if the visitor may see it. Raises Http404."""
    if isinstance(default_storage, FileSystemStorage):
        return serve(request, path, document_root=str(default_storage.location))
    return from_bucket(path)


def shops_at_gate(path: str) -> list[Shop]:
    """The gated shops whose picture it is; none if everybody may see it."""
    folder, _, below = path.partition("/")
    shops = hooks.above.gated_pictures().get(below.partition("/")[0]) if folder == "pictures" else None
    return list(Shop.objects.filter(pk__in=shops).with_codes()) if shops else []


def from_bucket(path: str) -> HttpResponseBase:
    try:
        file = default_storage.open(path)
    except FileNotFoundError as error:
        raise Http404(path) from error
    except Unavailable as away:
        return HttpResponse(status=away.status, headers={**AGAIN, "Retry-After": str(away.retry_after_seconds)})
    return FileResponse(file, content_type=guess_type(path)[0] or "application/octet-stream")
