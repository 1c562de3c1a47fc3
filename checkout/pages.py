"""The checkout's pages (purchase §2): their data comes when they are opened; and what the link in the mail that asks to
confirm free tickets leads to.

Opening that link changes nothing, as programs that look through mails follow every one: its button does.
"""

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import path

from shop.newsletter.pages import PRIVATE, settling
from shop.web.pages import current_shop, plain_page, simple_page

from .actions import confirm_tickets
from .errors import LinkOutdated
from .orders.access import kinds_of_tickets
from .orders.links import order_page, placement_to_confirm

PAGES = {
    "checkout": ("checkout", "LANG_CHECKOUT_TITLE_CART"),
    "checkout/details": ("checkout-details", "LANG_CHECKOUT_TITLE_DETAILS"),
    "checkout/payment": ("checkout-payment", "LANG_CHECKOUT_PAYMENT_ONLY"),
    "checkout/confirm": ("checkout-confirm", "LANG_CHECKOUT_TITLE_CONFIRM"),
    "checkout/add-to-order": ("checkout-merge", "LANG_CHECKOUT_TITLE_MERGE"),
    "checkout/resume": ("checkout-resume", "LANG_RESUME_TITLE"),
    "checkout/payment/<str:order>/<str:reference>": ("checkout-order", "LANG_CHECKOUT_TITLE_ORDER"),
    "checkout/done/<str:order>/<str:reference>": ("checkout-done", "LANG_ORDER_TITLE"),
}


@settling
def confirmation(request: HttpRequest, token: str) -> HttpResponse:
    if request.method not in ("GET", "HEAD", "POST"):
        return HttpResponseNotAllowed(["GET", "POST"])
    shop = current_shop(request)
    try:
        if request.method == "POST":
            found = confirm_tickets(shop=shop, token=token)
        else:
            found = placement_to_confirm(shop, token)
    except LinkOutdated:
        return plain_page(request, "free_tickets/outdated.html", {}, status=404, headers=PRIVATE)
    if found.cancelled_at:
        return plain_page(request, "free_tickets/outdated.html", {}, status=404, headers=PRIVATE)
    context = {
        "placement": found,
        "tickets": kinds_of_tickets(found),
        "order_url": order_page(shop, found.access),
    }
    template = "question" if found.is_to_confirm else "told"
    return plain_page(request, f"free_tickets/{template}.html", context, headers=PRIVATE)


urlpatterns = [
    *[path(address, simple_page(*page), name=page[0]) for address, page in PAGES.items()],
    path("checkout/free/<str:token>", confirmation, name="free-tickets-confirmation"),
    # The SPA itself says what is missing in such an address.
    path("checkout/payment/<str:order>", simple_page("checkout-order", "LANG_CHECKOUT_TITLE_ORDER")),
    path("checkout/done", simple_page("checkout-done")),
    path("checkout/done/<str:order>", simple_page("checkout-done")),
]
