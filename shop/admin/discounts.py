"""Discount codes (docs/decisions/0016)."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from shop.core.database.clock import database_now
from shop.models import DiscountCode, Shop

from .base import BaseAdmin, badge

State = DiscountCode.State
COLOURS = {State.VALID: "success", State.WAITING: "info", State.ENDED: "default", State.USED_UP: "warning"}


LABELS: dict[str, str] = {**{state.value: colour for state, colour in COLOURS.items()}, "unasked": "danger"}
UNASKED = _("nobody is asked for it")


def state_of(code: DiscountCode) -> DiscountCode.State:
    """Return the code's state by the database's clock, as in the cart. Works for a code without a row, too."""
    return code.state(getattr(code, "read_at", None) or database_now())


def warn_unasked(request: HttpRequest, shop: Shop) -> None:
    text = _('Nobody can use this code yet: {shop} does not ask visitors for one. <a href="{form}">Let it ask</a>')
    form = reverse("admin:shop_shop_change", args=[shop.pk])
    messages.warning(request, format_html(str(text), shop=shop, form=form))


def is_on(code: DiscountCode) -> bool:
    """True if the code is or will be valid."""
    return state_of(code) in (State.VALID, State.WAITING)


def is_unasked(code: DiscountCode) -> bool:
    """True if the code is or will be valid, but the shop shows no field to enter it."""
    return is_on(code) and not code.shop.discount_gate


@admin.register(DiscountCode)
class DiscountCodeAdmin(BaseAdmin):
    """A percentage off a shop's own goods. A code that orders have used cannot be deleted, only ended."""

    shop_path = "shop"
    list_display = ["code", "note", "shop", "reduction", "status", "uses", "valid_from", "valid_until"]
    list_filter = [("shop", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["shop"]
    search_fields = ["code", "note"]
    readonly_fields = ["state_text", "uses"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("shop", "state_text", "uses"),
                    ("code", "percent", "usage_limit"),
                    ("valid_from", "valid_until"),
                    "note",
                ],
                "description": _(
                    "Off the shop's own goods: not off tickets, things with a fixed price and shipping. Say so where "
                    "you announce the code, and tell the lowest price of the last 30 days if it is open to everybody. "
                    "Visitors enter it where their shop asks for it: tick “ask visitors for a discount code” in the "
                    "shop's form, under “Notices”."
                ),
            },
        )
    ]

    def get_readonly_fields(self, request: HttpRequest, obj: DiscountCode | None = None) -> list[str]:
        return [*self.readonly_fields, *(["shop"] if obj else [])]

    def get_queryset(self, request: HttpRequest) -> QuerySet[DiscountCode]:
        codes: QuerySet[DiscountCode] = super().get_queryset(request)
        return codes.annotate(read_at=Now())

    @display(description=_("discount"), ordering="percent")
    def reduction(self, code: DiscountCode) -> str:
        return f"{code.percent} %"

    @display(description=_("state"), label=LABELS)
    def status(self, code: DiscountCode) -> tuple[str, object]:
        state = state_of(code)
        return ("unasked", UNASKED) if is_unasked(code) else (state.value, state.label)

    @display(description=_("state"))
    def state_text(self, code: DiscountCode) -> str:
        if code._state.adding:
            return "–"
        state = state_of(code)
        state_badge = badge(state.label, COLOURS[state])
        return format_html("{} {}", state_badge, badge(UNASKED, "danger")) if is_unasked(code) else state_badge

    def save_model(self, request: HttpRequest, obj: DiscountCode, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if is_unasked(obj):
            warn_unasked(request, obj.shop)

    @display(description=_("used"), ordering="used")
    def uses(self, code: DiscountCode) -> str:
        if code.usage_limit is None:
            return str(code.used)
        return gettext("%(used)s of %(limit)s") % {"used": code.used, "limit": code.usage_limit}
