from datetime import datetime

from django.contrib import admin
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from shop.core.values.exports import csv_file
from shop.models import NewsletterSubscription
from shop.newsletter.actions import unsubscribe
from shop.newsletter.mails import newsletter_url

from .base import BaseAdmin, ReadOnly


class SubscriptionStateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("confirmed", str(_("confirmed"))), ("pending", str(_("asked"))), ("ended", str(_("unsubscribed")))]

    def queryset(self, request: HttpRequest, queryset: models.QuerySet) -> models.QuerySet:
        match self.value():
            case "confirmed":
                return queryset & NewsletterSubscription.objects.confirmed()
            case "pending":
                return queryset & NewsletterSubscription.objects.pending()
            case "ended":
                return queryset.exclude(unsubscribed_at=None)
        return queryset


@admin.register(NewsletterSubscription)
class NewsletterAdmin(ReadOnly, BaseAdmin):
    """Who may be written to, and the proof. Nobody is signed up by hand: that would be no consent."""

    shop_path = "shop"
    list_display = ["email", "shop", "language", "state", "requested_at", "confirmed_at"]
    list_filter = [SubscriptionStateFilter, ("shop", admin.RelatedOnlyFieldListFilter), "language"]
    list_select_related = ["shop"]
    search_fields = ["email"]
    date_hierarchy = "requested_at"
    actions = ["export", "end"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("email", "shop", "language"),
                    "form_text",
                    ("requested_at", "requested_from", "mailed_at"),
                    ("confirmed_at", "confirmed_from"),
                    "unsubscribed_at",
                ]
            },
        )
    ]

    @display(description=_("state"), label={"confirmed": "success", "pending": "info", "ended": "default"})
    def state(self, subscription: NewsletterSubscription) -> tuple[str, object]:
        if subscription.unsubscribed_at:
            return "ended", _("unsubscribed")
        return ("confirmed", _("confirmed")) if subscription.confirmed_at else ("pending", _("asked"))

    def has_end_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("shop.change_newslettersubscription"))

    @admin.action(description=_("Export the confirmed ones (CSV)"), permissions=["export"])
    def export(self, request: HttpRequest, queryset: models.QuerySet[NewsletterSubscription]) -> HttpResponse:
        confirmed = queryset & NewsletterSubscription.objects.confirmed()
        rows = (
            [one.email, one.language, one.shop.slug, minute(one.confirmed_at), newsletter_url("unsubscribe", one)]
            for one in confirmed.select_related("shop").order_by("shop__slug", "email").iterator()
        )
        return csv_file("newsletter", ["email", "language", "shop", "confirmed_at", "unsubscribe"], rows)

    @admin.action(description=_("Unsubscribe"), permissions=["end"])
    def end(self, request: HttpRequest, queryset: models.QuerySet[NewsletterSubscription]) -> None:
        """What readers ask for by letter or telephone."""
        for token in queryset.filter(unsubscribed_at=None).values_list("token", flat=True):
            unsubscribe(token=token)


def minute(moment: datetime | None) -> str:
    return timezone.localtime(moment).strftime("%Y-%m-%d %H:%M")
