"""Who changed what, over all objects (docs/decisions/0034)."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import quote
from django.db import models
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display
from unfold.views import ChangeList

from shop.audit.readable import Explained, explain, kind_of
from shop.core.database.audit_triggers import audited_models, label
from shop.models import AuditEntry
from shop.models.staff import OF_SUPERUSERS

from .base import BaseAdmin, ReadOnly
from .scope import HOUSE

COLOURS = {
    AuditEntry.Action.ADDED: "success",
    AuditEntry.Action.CHANGED: "info",
    AuditEntry.Action.DELETED: "danger",
}


class KindFilter(admin.SimpleListFilter):
    title = _("kind of object")
    parameter_name = "model"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        of_staff = (
            name for name in audited_models() if request.user.is_superuser or not name.startswith(OF_SUPERUSERS)
        )
        return sorted(((name, kind_of(name)) for name in of_staff), key=lambda one: one[1])

    def queryset(self, request: HttpRequest, queryset: models.QuerySet) -> models.QuerySet:
        return queryset.filter(model=self.value()) if self.value() else queryset


class ExplainedList(ChangeList):
    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        found: list[AuditEntry] = list(self.result_list)  # type: ignore[has-type]
        for one in explain(found):
            one.entry.explained = one  # type: ignore[attr-defined]
        self.result_list = found


def explained(entry: AuditEntry) -> Explained:
    there: Explained | None = getattr(entry, "explained", None)
    return there or explain([entry])[0]


def address_of(entry: AuditEntry) -> str:
    """Where staff find the thing, or what it is part of; empty where it is gone or has no page."""
    forms = {label(model): model._meta for model in admin.site._registry}
    for reference in entry.about[1:] if entry.action == AuditEntry.Action.DELETED else entry.about:
        name, _colon, key = reference.partition(":")
        if name in forms:
            return reverse(f"admin:{forms[name].app_label}_{forms[name].model_name}_change", args=[quote(key)])
    return ""


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnly, BaseAdmin):
    shop_path = HOUSE
    list_display = ["at", "by", "about_row", "done", "details"]
    list_filter = ["actor", ("staff", admin.RelatedFieldListFilter), "action", KindFilter]
    list_select_related = ["staff"]
    search_fields = ["who", "name", "object_id", "changes"]
    search_help_text = _("Who, name or number of the object, old or new value")
    date_hierarchy = "at"
    show_full_result_count = False
    fields = ["at", ("who", "actor"), "about_row", "action", "details"]
    readonly_fields = ["about_row", "details"]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        noted: Any = super().get_queryset(request)
        seen: models.QuerySet = noted.seen_by(request.user)
        return seen

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return ExplainedList

    @display(description=_("who"), ordering="who", header=True)
    def by(self, entry: AuditEntry) -> list:
        return [entry.who, entry.get_actor_display()]

    @display(description=_("object"))
    def about_row(self, entry: AuditEntry) -> str:
        name, address = entry.name or f"#{entry.object_id}", address_of(entry)
        linked = format_html('<a href="{}">{}</a>', address, name) if address else name
        return format_html('<span class="staff-thing"><small>{}</small>{}</span>', explained(entry).kind, linked)

    @display(description=_("what was done"), ordering="action", label=COLOURS)
    def done(self, entry: AuditEntry) -> tuple[str, str]:
        return entry.action, entry.get_action_display()

    @display(description=_("changes"))
    def details(self, entry: AuditEntry) -> str:
        return render_to_string("admin/shop/auditentry/changes.html", {"one": explained(entry)})
