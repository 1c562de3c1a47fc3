from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from shop.models import Mail

from .base import HouseAdmin, ReadOnly


class SentFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "sent"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("yes", str(_("sent"))), ("no", str(_("waiting"))), ("failing", str(_("failing")))]

    def queryset(self, request: HttpRequest, queryset: models.QuerySet) -> models.QuerySet:
        match self.value():
            case "yes":
                return queryset.exclude(sent_at=None)
            case "no":
                return queryset.filter(sent_at=None)
            case "failing":
                return queryset.filter(sent_at=None, attempts__gt=0)
        return queryset


@admin.register(Mail)
class MailAdmin(ReadOnly, HouseAdmin):
    list_display = ["subject", "recipient", "shop", "kind", "state", "created_at"]
    list_filter = [SentFilter, "kind", "language", ("shop", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["shop"]
    search_fields = ["recipient", "subject", "subject_key", "message_id"]
    date_hierarchy = "created_at"
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("subject", "recipient"),
                    ("shop", "kind", "language"),
                    ("created_at", "sent_at", "attempts"),
                    ("message_id", "subject_key"),
                    "text",
                ]
            },
        )
    ]

    @display(description=_("state"), label={"sent": "success", "waiting": "info", "failing": "danger"})
    def state(self, mail: Mail) -> tuple[str, object]:
        if mail.sent_at:
            return "sent", _("sent")
        return ("failing", _("failing")) if mail.attempts else ("waiting", _("waiting"))
