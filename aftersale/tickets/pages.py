"""The service worker that shows an order's kept tickets without a network."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from shop.theme.assets import tickets_worker

# A browser lets a worker's scope lie at or below the worker's own folder: so it lies beside the orders' pages. Its
# policy is the worker's own, which only asks the shop.
HEADERS = {"Cache-Control": "no-cache", "Content-Security-Policy": "default-src 'none'; connect-src 'self'"}


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    if not (script := tickets_worker()):
        raise Http404
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=HEADERS)


urlpatterns = [path("checkout/kept-tickets.js", worker)]
