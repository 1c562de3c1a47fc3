from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from shop.core.http.log_paths import without_secrets
from shop.mails.keys import begins_with
from shop.mails.kind_labels import LABELS, kind_label
from shop.models import Mail

from .base import BaseAdmin, ReadOnly

STATE_COLOURS = {"sent": "success", "waiting": "info", "failing": "danger", "never": "danger"}


class SentFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "sent"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [
            ("yes", str(_("sent"))), ("no", str(_("waiting"))), ("failing", str(_("failing"))),
            ("never", str(_("cannot be delivered"))),
        ]  # fmt: skip

    def queryset(self, request: HttpRequest, queryset: Any) -> models.QuerySet:
        match self.value():
            case "yes":
                return queryset.exclude(sent_at=None)
            case "no":
                return queryset.waiting()
            case "failing":
                return queryset.waiting().filter(attempts__gt=0)
            case "never":
                return queryset.undeliverable()
        return queryset


class MailKindFilter(admin.SimpleListFilter):
    """By what a mail is for: the stored kind may name the one invoice or order, too."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return sorted(((name, capfirst(str(label))) for name, label in LABELS.items()), key=lambda one: one[1])

    def queryset(self, request: HttpRequest, queryset: Any) -> models.QuerySet:
        kind = self.value()
        return queryset.filter(begins_with("kind", kind)) if kind else queryset


@admin.register(Mail)
class MailAdmin(ReadOnly, BaseAdmin):
    shop_path = "shop"
    list_display = ["subject", "recipient", "shop", "shown_kind", "state", "why", "created_at"]
    list_filter = [SentFilter, MailKindFilter, "language", ("shop", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["shop"]
    search_fields = ["recipient", "subject", "subject_key", "message_id"]
    date_hierarchy = "created_at"
    readonly_fields = ["shown_kind", "why", "shown_text"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("subject", "recipient"),
                    ("shop", "shown_kind", "language"),
                    ("created_at", "sent_at", "attempts"),
                    ("undeliverable_at", "why"),
                    ("message_id", "subject_key"),
                    "shown_text",
                ]
            },
        )
    ]

    @display(description=_("kind"), ordering="kind")
    def shown_kind(self, mail: Mail) -> str:
        return capfirst(kind_label(mail.kind))

    @display(description=_("state"), label=STATE_COLOURS)
    def state(self, mail: Mail) -> tuple[str, object]:
        if mail.sent_at:
            return "sent", _("sent")
        if mail.undeliverable_at:
            return "never", _("cannot be delivered")
        return ("failing", _("failing")) if mail.attempts else ("waiting", _("waiting"))

    @display(description=_("text"))
    def shown_text(self, mail: Mail) -> str:
        """Its links are the recipient's: staff who may read mails must not act for them."""
        return without_secrets(mail.text)

    @display(description=_("why it was not sent"))
    def why(self, mail: Mail) -> str:
        """The mail server's words, or ours in the reader's language."""
        return gettext(mail.problem) if mail.problem else "–"
