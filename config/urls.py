"""Every address: staff, APIs, files, and the apps' pages below the shop's own path (shop/web/middleware.py)."""

import sys

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import include, path, re_path
from django.utils.translation import gettext_lazy as _
from django.views.defaults import bad_request, permission_denied, server_error

from catalogue.pages.sitemap import sitemap
from checkout.webhooks import ProviderEventsView
from config.api_description import DescriptionView
from config.graphql import schema
from config.operations import operations
from shop.consent import ConsentView
from shop.core.database.database_errors import shop_error_of
from shop.core.http.problems import problem, refusal
from shop.core.http.staff_area import is_staff_area
from shop.error_reports.rest import ErrorsView
from shop.mails.outbox import outbox, outbox_mail
from shop.newsletter import pages as newsletter
from shop.newsletter.rest import NewsletterView
from shop.theme.sheet import theme
from shop.tracking import EventsView
from shop.web.gate_pages import enter
from shop.web.graphql.view import graphql_view
from shop.web.media import media
from shop.web.pages import unknown_page
from shop.web.rest import ShopView
from shop.web.robots import robots


def unknown_api(request: HttpRequest) -> HttpResponse:
    return problem(404, "NOT_FOUND", "There is nothing at this address.")


def gone(request: HttpRequest, *_slug: str) -> HttpResponse:
    return problem(410, "GONE", "This address is out of use.")


def failed(request: HttpRequest) -> HttpResponse:
    """What a visitor sees of a failure: nothing of its inside."""
    if not request.path_info.startswith("/api/"):
        return server_error(request)
    if known := shop_error_of(sys.exception()):
        return refusal(request, known.status, known.code, known.message)
    return problem(500, "INTERNAL", "Something went wrong on our side.")


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What cannot be read as a request at all, whichever part of Django finds that out."""
    if request.path_info.startswith("/api/"):
        return refusal(request, 400, "BAD_REQUEST", "The request cannot be read.")
    return bad_request(request, exception)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Staff who lack a right keep their menu and the way back."""
    if not is_staff_area(request) or not admin.site.has_permission(request):
        return permission_denied(request, exception)
    shown = admin.site.each_context(request) | {"title": _("Not allowed")}
    return TemplateResponse(request, "admin/forbidden.html", shown, status=403)


handler400, handler403, handler500 = refused, forbidden, failed


def graphql(request: HttpRequest, slug: str | None = None) -> HttpResponse:
    return graphql_view(request, schema, slug)


urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/graphql", graphql),
    path("api/v2/schema/", DescriptionView.as_view()),
    path("api/v2/operations/", operations),
    path("api/v2/payments/<slug:provider>/events", ProviderEventsView.as_view(), name="provider_events"),
    path("api/v2/entrance/", include("aftersale.entrance.urls")),
    path("api/v2/shops/<slug:slug>/", ShopView.as_view()),
    path("api/v2/shops/<slug:slug>/graphql", graphql),
    path("api/v2/shops/<slug:slug>/newsletter", NewsletterView.as_view()),
    path("api/v2/shops/<slug:slug>/events", EventsView.as_view()),
    path("api/v2/shops/<slug:slug>/errors", ErrorsView.as_view()),
    path("api/v2/shops/<slug:slug>/consent", ConsentView.as_view()),
    path("api/v2/shops/<slug:slug>/", include("catalogue.urls")),
    path("api/v2/shops/<slug:slug>/", include("checkout.urls")),
    path("api/v2/shops/<slug:slug>/", include("aftersale.urls")),
    path("api/v2/shops/<slug:slug>/", include("sessions_queue.urls")),
    re_path(r"^theme/(?P<slug>[a-z0-9_-]+)\.(?P<digest>[0-9a-f]+)\.css$", theme),
    re_path(r"^media/(?P<path>.*)$", media),
]

if settings.DEBUG:
    urlpatterns += [
        path("dev/mail/", outbox, name="outbox"),
        path("dev/mail/<str:name>/", outbox_mail, name="outbox-mail"),
    ]

urlpatterns += [
    # A seasonal address of 2018 (catalogue §7).
    re_path(r"^api/v2/(shops/[a-z0-9_-]+/)?custom/christmas_2018/?$", gone),
    re_path(r"^api/", unknown_api),
    path("entrance/", include("aftersale.entrance.pages")),
    path("", include("checkout.pages")),
    path("", include("aftersale.tickets.pages")),
    path("", include("aftersale.withdrawals.pages")),
    path("", include("aftersale.refunds.pages")),
    path("", include("aftersale.contact_data.pages")),
    path("", include("sessions_queue.waiting_room.pages")),
    path("", include("aftersale.check_in.pages")),
    path("", include("aftersale.ticket_service.pages")),
    path("access-code", enter),
    path("", include("shop.legal.pages")),
    path("newsletter", newsletter.signup, name="newsletter"),
    path("newsletter/confirm/<str:token>", newsletter.confirmation),
    path("newsletter/unsubscribe/<str:token>", newsletter.ending),
    path("robots.txt", robots),
    path("sitemap.xml", sitemap),
    path("sitemap-<int:number>.xml", sitemap),
    path("", include("catalogue.calendar.pages")),
    path("", include("catalogue.pages.views")),
    path("<path:path>", unknown_page),
]
