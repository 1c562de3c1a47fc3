"""Files that are downloaded."""

from django.http import HttpResponse

from .rest import NO_STORE


def download(file: bytes | str, kind: str, name: str) -> HttpResponse:
    """Return a download that is not cached. `kind`: its content type."""
    named = {"Content-Disposition": f'attachment; filename="{name}"', **NO_STORE}
    return HttpResponse(file, content_type=kind, headers=named)
