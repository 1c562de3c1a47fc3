"""Pages of the refund form (purchase §2), which load their data in the browser, and the page that confirms an account.

Opening the confirmation link changes nothing, because mail scanners follow every link: only its button does.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import path

from shop.core.values.formats import euros
from shop.newsletter.pages import PRIVATE, settling
from shop.web.pages import current_shop, plain_page, simple_page
from shop.web.redirects import Redirect, own_address

from .actions import confirm_request
from .confirmations import unconfirmed
from .errors import RefundLinkOutdated, TicketUsed
from .links import request_to_confirm


def redirect_older_address(request: HttpRequest) -> HttpResponse:
    """Redirect to the present address and keep the query."""
    query = request.META.get("QUERY_STRING", "")
    return Redirect(own_address("refund/request", query, request.base_path))  # type: ignore[attr-defined]


shown = simple_page("refund", "FORM_REFUND_TITLE")


def form(request: HttpRequest) -> HttpResponse:
    """Show the form for an event and an order; redirect to the home page without them."""
    if not (request.GET.get("product_id") and request.GET.get("order_id")):
        return Redirect(own_address("/", base=request.base_path))  # type: ignore[attr-defined]
    return shown(request)


def answer(request: HttpRequest, template: str, status: int = 200, **context: Any) -> HttpResponse:
    return plain_page(request, f"refund/{template}.html", context, status=status, headers=PRIVATE)


@settling
def confirmation(request: HttpRequest, token: str) -> HttpResponse:
    if request.method not in ("GET", "HEAD", "POST"):
        return HttpResponseNotAllowed(["GET", "POST"])
    shop = current_shop(request)
    try:
        if request.method == "POST":
            confirmed = confirm_request(shop=shop, token=token, key=request.POST.get("request", ""))
            return answer(request, "told", asked=confirmed, amount=euros(confirmed.amount))
        asked = request_to_confirm(shop, token)
    except RefundLinkOutdated:
        return answer(request, "outdated", 404)
    except TicketUsed:
        return answer(request, "used", 409)
    if waiting := unconfirmed(asked):
        questions = [(one, euros(one.amount), one.iban[-4:]) for one in waiting]
        return answer(request, "question", questions=questions)
    return answer(request, "told", asked=asked, amount=euros(asked.amount))


urlpatterns = [
    path("refund", redirect_older_address),
    path("refund/request", form, name="refund"),
    path("refund/confirm/<str:token>", confirmation, name="refund-confirmation"),
    path("request", form),
]
