"""Holds, which protect orders from deletion: listed here, set and lifted at the order."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display
from unfold.widgets import UnfoldAdminSingleDateWidget, UnfoldAdminTextInputWidget

from checkout.actions.holding import hold, lift
from checkout.errors import NothingToHold
from checkout.models import Hold, Order
from shop.admin.base import BaseAdmin, ReadOnly
from shop.web.redirects import Redirect

from .order_steps import OrderSteps

HOLDERS = "checkout.set_hold"
LONGEST = timedelta(days=366)
COLOURS = {"look": "danger", "standing": "warning", "lifted": "info"}


class HoldFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("look", str(_("to be looked at again"))), ("standing", str(_("stands")))]

    def queryset(self, request: HttpRequest, queryset: Any) -> models.QuerySet:
        if self.value() == "look":
            return queryset.to_look_at()
        return queryset.active() if self.value() == "standing" else queryset


@admin.register(Hold)
class HoldAdmin(ReadOnly, BaseAdmin):
    shop_path = "order__shop"
    list_display = ["of_order", "status", "look_at", "reason", "set_by", "set_at"]
    list_display_links = None
    list_filter = [HoldFilter, ("order__shop", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["order", "set_by"]
    search_fields = ["order__reference", "reason"]
    search_help_text = _("Reference or reason")
    show_full_result_count = False
    readonly_fields = ["of_order"]
    fields = ["of_order", "reason", "look_at", "set_by", "set_at", "lifted_by", "lifted_at"]

    @display(description=pgettext_lazy("purchase", "order"), ordering="order__reference")
    def of_order(self, row: Hold) -> str:
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:checkout_order_change", args=[quote(row.order_id)]), row.order
        )

    @display(description=_("state"), label=COLOURS)
    def status(self, row: Hold) -> tuple[str, str]:
        if row.lifted_at is not None:
            return "lifted", gettext("lifted")
        if row.look_at <= timezone.localdate():
            return "look", gettext("to be looked at again")
        return "standing", gettext("stands")


class HoldForm(forms.Form):
    reason = forms.CharField(
        label=_("reason"), max_length=200, widget=UnfoldAdminTextInputWidget,
        help_text=Hold._meta.get_field("reason").help_text,
    )  # fmt: skip
    look_at = forms.DateField(
        label=_("to be looked at again on"), widget=UnfoldAdminSingleDateWidget,
        help_text=Hold._meta.get_field("look_at").help_text,
    )  # fmt: skip

    def clean_look_at(self) -> date:
        day: date = self.cleaned_data["look_at"]
        today = timezone.localdate()
        if not today < day <= today + LONGEST:
            raise forms.ValidationError(_("A day within the next year."))
        return day


class HoldSteps(OrderSteps):
    """The hold's step on an order's page."""

    def has_hold_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm(HOLDERS)) and self.has_view_permission(request)

    @action(description=_("Hold back from deletion"), url_path="hold", icon="back_hand", permissions=["hold"])
    def hold_back(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Set the hold, extend it, or lift it."""
        order = get_object_or_404(Order, pk=object_id)
        stands = order.holds.active().first()
        if stands and "lift" in request.POST:
            lift(order=order, staff=request.user)  # type: ignore[arg-type]
            messages.success(request, _("Lifted. What is over ends when its job runs next, in the night."))
            return Redirect(self.page_of(order))
        initial = {"reason": stands.reason, "look_at": stands.look_at} if stands else {}
        form = HoldForm(request.POST or None, initial=initial)
        if form.is_valid():
            try:
                hold(order=order, staff=request.user, **form.cleaned_data)  # type: ignore[arg-type]
                messages.success(request, _("Held back: nothing of it is deleted until you lift this."))
            except NothingToHold:
                messages.error(request, _("Nobody is known of this order any more. There is nothing to hold back."))
            return Redirect(self.page_of(order))
        shown = {"form": form, "media": self.media + form.media, "stands": stands}
        return self.step(request, order, "hold", _("Hold back from deletion"), **shown)
