"""The refund form's pages (purchase §2): their data comes when they are opened."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from shop.web.pages import simple_page
from shop.web.redirects import Redirect, own_address


def older_address(request: HttpRequest) -> HttpResponse:
    """What it names goes along."""
    query = request.META.get("QUERY_STRING", "")
    return Redirect(own_address("refund/request", query, request.base_path))  # type: ignore[attr-defined]


shown = simple_page("refund", "FORM_REFUND_TITLE")


def form(request: HttpRequest) -> HttpResponse:
    """For whoever comes with an event and an order; others are led home."""
    if not (request.GET.get("product_id") and request.GET.get("order_id")):
        return Redirect(own_address("/", base=request.base_path))  # type: ignore[attr-defined]
    return shown(request)


urlpatterns = [
    path("refund", older_address),
    path("refund/request", form, name="refund"),
    path("request", form),
]
