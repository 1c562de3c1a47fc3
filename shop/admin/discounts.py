"""Discount codes (docs/decisions/0016)."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from shop.models import DiscountCode

from .base import HouseAdmin, badge

State = DiscountCode.State
COLOURS = {State.VALID: "success", State.WAITING: "info", State.ENDED: "default", State.USED_UP: "warning"}


@admin.register(DiscountCode)
class DiscountCodeAdmin(HouseAdmin):
    """A percentage off a shop's own goods. A code that orders have stays; its end ends it."""

    list_display = ["code", "note", "shop", "reduction", "status", "uses", "valid_from", "valid_until"]
    list_filter = [("shop", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["shop"]
    search_fields = ["code", "note"]
    readonly_fields = ["standing", "uses"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("shop", "standing", "uses"),
                    ("code", "percent", "usage_limit"),
                    ("valid_from", "valid_until"),
                    "note",
                ],
                "description": _(
                    "Off the shop's own goods: not off tickets, things with a fixed price and shipping. Say so where "
                    "you announce the code, and tell the lowest price of the last 30 days if it is open to everybody."
                ),
            },
        )
    ]

    def get_readonly_fields(self, request: HttpRequest, obj: DiscountCode | None = None) -> list[str]:
        return [*self.readonly_fields, *(["shop"] if obj else [])]

    @display(description=_("discount"), ordering="percent")
    def reduction(self, code: DiscountCode) -> str:
        return f"{code.percent} %"

    @display(description=_("state"), label=COLOURS)
    def status(self, code: DiscountCode) -> tuple[str, object]:
        state = code.state(timezone.now())
        return state.value, state.label

    @display(description=_("state"))
    def standing(self, code: DiscountCode) -> str:
        state = code.state(timezone.now())
        return badge(state.label, COLOURS[state])

    @display(description=_("used"), ordering="used")
    def uses(self, code: DiscountCode) -> str:
        if code.usage_limit is None:
            return str(code.used)
        return gettext("%(used)s of %(limit)s") % {"used": code.used, "limit": code.usage_limit}
