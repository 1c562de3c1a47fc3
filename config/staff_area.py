"""How the staff area looks and where its menu leads: django-unfold's settings."""

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from shop.core.values.language_table import TABLE


def entry(title: Any, icon: str, model: str) -> dict[str, Any]:
    """A line of the menu, for those who may see the model."""
    app, _dot, name = model.partition(".")
    return page_entry(title, icon, f"admin:{app}_{name}_changelist", f"{app}.view_{name}")


def page_entry(title: Any, icon: str, address: str, right: str) -> dict[str, Any]:
    """A line of the menu for those who have the right, in the house or in a shop."""

    def allowed(request: HttpRequest) -> bool:
        # The settings import this module before there are models.
        from shop.staff.access import may_open

        return may_open(request.user, right)

    return {"title": title, "icon": icon, "link": reverse_lazy(address), "permission": allowed}


# Warm paper to ink; signal orange, darkened where white text stands on it (contrast 5.2).
COLOURS = {
    "base": {
        "50": "oklch(0.982 0.008 85)",
        "100": "oklch(0.955 0.013 85)",
        "200": "oklch(0.905 0.016 84)",
        "300": "oklch(0.84 0.018 82)",
        "400": "oklch(0.67 0.018 80)",
        "500": "oklch(0.53 0.017 78)",
        "600": "oklch(0.42 0.016 76)",
        "700": "oklch(0.34 0.014 74)",
        "800": "oklch(0.27 0.012 72)",
        "900": "oklch(0.205 0.01 70)",
        "950": "oklch(0.16 0.008 70)",
    },
    "primary": {
        "50": "oklch(0.972 0.018 45)",
        "100": "oklch(0.94 0.04 44)",
        "200": "oklch(0.88 0.08 43)",
        "300": "oklch(0.81 0.125 42)",
        "400": "oklch(0.74 0.175 41)",
        "500": "oklch(0.682 0.211 37.7)",
        "600": "oklch(0.545 0.175 37)",
        "700": "oklch(0.47 0.15 36)",
        "800": "oklch(0.4 0.12 36)",
        "900": "oklch(0.33 0.09 37)",
        "950": "oklch(0.24 0.06 38)",
    },
    "font": {
        "subtle-light": "var(--color-base-500)",
        "subtle-dark": "var(--color-base-400)",
        "default-light": "var(--color-base-700)",
        "default-dark": "var(--color-base-200)",
        "important-light": "var(--color-base-950)",
        "important-dark": "var(--color-base-50)",
    },
}

NAVIGATION: list[dict[str, Any]] = [
    {
        "items": [{"title": _("Start page"), "icon": "space_dashboard", "link": reverse_lazy("admin:index")}],
    },
    {
        "title": _("Sale"),
        "separator": True,
        "items": [
            entry(_("Orders"), "receipt_long", "checkout.order"),
            page_entry(_("Sales"), "bar_chart", "admin:sales", "checkout.view_sales"),
            entry(_("Tickets"), "local_activity", "aftersale.ticket"),
            entry(_("Printed tickets"), "print", "aftersale.printednumber"),
            entry(_("Lists of printed tickets"), "playlist_add", "aftersale.printedlist"),
            entry(_("Parcels"), "local_shipping", "checkout.delivery"),
            entry(_("Tracking numbers"), "barcode_scanner", "aftersale.trackingfile"),
            entry(_("Bank transactions"), "account_balance", "checkout.bankline"),
            entry(_("Bank statements"), "receipt", "checkout.bankfile"),
            entry(_("Refunds"), "undo", "checkout.refund"),
            entry(_("Disputes"), "gavel", "checkout.dispute"),
            entry(_("SEPA files"), "output", "checkout.transferfile"),
            entry(_("Refund requests"), "request_quote", "aftersale.refundrequest"),
            entry(_("Ticket service"), "support_agent", "aftersale.ticketservicerequest"),
            entry(_("Withdrawals"), "assignment_return", "aftersale.withdrawal"),
            entry(_("Invoices"), "request_quote", "checkout.invoice"),
            entry(_("Books for DATEV"), "menu_book", "checkout.sellerbooks"),
            entry(_("Carts"), "shopping_cart", "cart.cart"),
            entry(_("Discount codes"), "percent_discount", "shop.discountcode"),
            entry(_("Credit codes"), "confirmation_number", "cart.paymentcode"),
            entry(_("Mails"), "mail", "shop.mail"),
            entry(_("Newsletter"), "newspaper", "shop.newslettersubscription"),
            entry(_("Counts"), "monitoring", "shop.trackingcount"),
        ],
    },
    {
        "title": _("Merchandise"),
        "separator": True,
        "items": [
            entry(_("Products"), "apparel", "catalogue.product"),
            entry(_("Variants"), "straighten", "catalogue.productvariant"),
            entry(_("Categories"), "shelves", "catalogue.category"),
            entry(_("Manufacturers"), "factory", "catalogue.manufacturer"),
            entry(_("EU guarantee notices"), "verified_user", "shop.guaranteenotice"),
        ],
    },
    {
        "title": _("Live"),
        "separator": True,
        "items": [
            entry(_("Events"), "local_activity", "catalogue.event"),
            entry(_("Cancelled and moved"), "event_busy", "aftersale.refundoffer"),
            entry(_("Deadlines of the ticket service"), "event_repeat", "aftersale.ticketserviceperiod"),
            entry(_("Check-in forms"), "how_to_reg", "aftersale.checkinform"),
            entry(_("Check-ins"), "person_check", "aftersale.checkin"),
            entry(_("Tours"), "airport_shuttle", "catalogue.tour"),
            entry(_("Venues"), "stadium", "catalogue.venue"),
            entry(_("Entrance"), "qr_code_scanner", "aftersale.entranceevent"),
            entry(_("Entrance devices"), "smartphone", "aftersale.entrancedevice"),
            entry(_("Attendees"), "groups", "aftersale.attendee"),
            entry(_("Scans"), "barcode_reader", "aftersale.scan"),
            entry(_("Waiting rooms"), "hourglass_top", "sessions_queue.waitingroom"),
        ],
    },
    {
        "title": _("Shared"),
        "separator": True,
        "items": [
            entry(_("Artists"), "artist", "catalogue.artist"),
            entry(_("Stocks"), "inventory_2", "catalogue.stock"),
            entry(_("News"), "campaign", "shop.news"),
            entry(_("Advent calendars"), "featured_seasonal_and_gifts", "catalogue.adventcalendar"),
            entry(_("Images"), "photo_library", "shop.image"),
            entry(_("Pictures to fetch"), "cloud_download", "catalogue.picturefetch"),
        ],
    },
    {
        "title": _("Set-up"),
        "separator": True,
        "collapsible": True,
        "items": [
            entry(_("Shops"), "storefront", "shop.shop"),
            entry(_("Legal texts"), "gavel", "shop.legaltext"),
            entry(_("Questions and answers"), "help", "shop.faqentry"),
            entry(_("Carriers"), "conveyor_belt", "checkout.carrier"),
            entry(_("Countries"), "public", "checkout.country"),
            entry(_("Consent: decisions"), "fact_check", "shop.consentdecision"),
            entry(_("Consent: questions"), "quiz", "shop.consenttext"),
            entry(_("Visitor sessions"), "timer", "sessions_queue.visitorsession"),
            entry(_("Providers' events"), "sync_alt", "checkout.providerevent"),
            entry(_("Trouble while paying"), "credit_card_off", "sessions_queue.activitycount"),
            entry(_("Changes"), "history", "shop.auditentry"),
            entry(_("Background jobs"), "settings_suggest", "procrastinate.procrastinatejob"),
            entry(_("Holds"), "back_hand", "checkout.hold"),
            entry(_("Personal data"), "person_search", "aftersale.personrequest"),
            entry(_("Users"), "person", "auth.user"),
            entry(_("Groups"), "group", "auth.group"),
        ],
    },
]


@cache
def address_of(group: int, line: int) -> str:
    """Looked up once: it is the same for everybody and on each page, and every page shows some seventy."""
    return str(NAVIGATION[group]["items"][line]["link"])


def menu(request: HttpRequest) -> list[dict[str, Any]]:
    """What `request`'s user may see of it, and where they are."""
    groups = []
    for number, group in enumerate(NAVIGATION):
        lines = []
        for place, line in enumerate(group["items"]):
            if "permission" not in line or line["permission"](request):
                link = address_of(number, place)
                is_here = request.path == link if link == address_of(0, 0) else link in request.path
                lines.append({"title": line["title"], "icon": line["icon"], "link": link, "active": is_here})
        if lines:
            groups.append({**group, "items": lines})
    return groups


UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "Merchstand",
    "SITE_HEADER": "Merchstand",
    "SITE_SUBHEADER": _("Behind the merch table"),
    "SITE_SYMBOL": "local_activity",
    "SITE_URL": "/",
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("staff/favicon.svg")},
    ],
    "BORDER_RADIUS": "3px",
    "COLORS": COLOURS,
    "STYLES": [lambda request: static("staff/staff.css")],
    "DASHBOARD_CALLBACK": "config.start_page.start_page",
    "LOGIN": {"image": lambda request: static("staff/login.svg"), "form": "config.staff_login.LoginForm"},
    "ACCOUNT": {"navigation": [{"title": _("My log-in"), "link": reverse_lazy("admin:account")}]},
    "SHOW_LANGUAGES": True,
    "LANGUAGES": {"action": reverse_lazy("admin:choose_language")},
    "SHOW_BACK_BUTTON": True,
    "SIDEBAR": {"show_search": False, "command_search": True, "navigation": menu},
    "EXTENSIONS": {"modeltranslation": {"flags": {code: code.upper() for code in TABLE}}},
}
