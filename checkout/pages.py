"""The checkout's pages (purchase §2): their data comes when they are opened."""

from django.urls import path

from shop.web.pages import simple_page

PAGES = {
    "checkout": ("checkout", "LANG_CHECKOUT_TITLE_CART"),
    "checkout/details": ("checkout-details", "LANG_CHECKOUT_TITLE_DETAILS"),
    "checkout/payment": ("checkout-payment", "LANG_CHECKOUT_TITLE_PAYMENT"),
    "checkout/confirm": ("checkout-confirm", "LANG_CHECKOUT_TITLE_CONFIRM"),
    "checkout/add-to-order": ("checkout-merge", "LANG_CHECKOUT_TITLE_MERGE"),
    "checkout/resume": ("checkout-resume", "LANG_RESUME_TITLE"),
    "checkout/payment/<str:order>/<str:reference>": ("checkout-order", "LANG_CHECKOUT_TITLE_ORDER"),
    "checkout/done/<str:order>/<str:reference>": ("checkout-done", "LANG_ORDER_TITLE"),
}

urlpatterns = [
    *[path(address, simple_page(*page), name=page[0]) for address, page in PAGES.items()],
    # The SPA itself says what is missing in such an address.
    path("checkout/payment/<str:order>", simple_page("checkout-order", "LANG_CHECKOUT_TITLE_ORDER")),
    path("checkout/done", simple_page("checkout-done")),
    path("checkout/done/<str:order>", simple_page("checkout-done")),
]
