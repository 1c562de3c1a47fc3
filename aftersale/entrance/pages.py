"""The page for phones at the entrance, and the service worker that keeps it working offline.

The page contains no data of the shop: it loads data with the phone's key (`rest`).
"""

import json
from functools import cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.template.loader import get_template
from django.urls import path
from django.utils.safestring import mark_safe

from shop.core.values.html import json_in_html
from shop.core.values.languages import active_language, other_languages
from shop.web.pages import language_settled

from .words import words

BUILT = "entrance"
PAGE, WORKER = "entrance/main.ts", "entrance/worker.ts"
# Only its own files and the shop's API.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Cache-Control": "no-cache", "Content-Security-Policy": POLICY,
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()", "Referrer-Policy": "no-referrer",
}  # fmt: skip


@cache
def built() -> dict[str, dict[str, Any]]:
    """Return the build's manifest. Read once per process; empty before the first build."""
    file = settings.FRONTEND_DIST / BUILT / "manifest.json"
    return json.loads(file.read_text()) if file.is_file() else {}


def address(file: str) -> str:
    return f"{settings.STATIC_URL}{BUILT}/{file}"


def files() -> list[str]:
    """Return the addresses of all files that the page needs offline."""
    found = {name for one in built().values() for name in (one["file"], *one.get("css", []))}
    return sorted(address(name) for name in found if name != built()[WORKER]["file"])


def entrance(request: HttpRequest) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET"])
    if settled := language_settled(request):
        return settled
    page = built().get(PAGE, {})
    context = {
        "locale": active_language(),
        "others": other_languages(),
        "script": address(page["file"]) if page else "",
        "styles": [address(name) for name in page.get("css", [])],
        "words": mark_safe(json_in_html(words())),  # noqa: S308 - as JSON that a script block may hold
    }
    return HttpResponse(get_template("entrance/page.html").render(context), headers=HEADERS)


def worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker with the list of its files, so that each build is a new worker."""
    if WORKER not in built():
        raise Http404
    script = (settings.FRONTEND_DIST / BUILT / built()[WORKER]["file"]).read_text()
    text = f"self.FILES = {json.dumps(files())};\n{script}"
    return HttpResponse(text, content_type="text/javascript; charset=utf-8", headers=HEADERS)


urlpatterns = [
    path("", entrance, name="entrance"),
    path("worker.js", worker),
]
