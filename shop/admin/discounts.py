"""Discount codes (docs/decisions/0016)."""

from django.contrib import admin
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from shop.clock import database_now
from shop.models import DiscountCode

from .base import HouseAdmin, badge

State = DiscountCode.State
COLOURS = {State.VALID: "success", State.WAITING: "info", State.ENDED: "default", State.USED_UP: "warning"}


def state_of(code: DiscountCode) -> DiscountCode.State:
    """By the database's clock, as it is judged in the cart; a code that is being made has no row yet."""
    return code.state(getattr(code, "read_at", None) or database_now())


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

    def get_queryset(self, request: HttpRequest) -> QuerySet[DiscountCode]:
        codes: QuerySet[DiscountCode] = super().get_queryset(request)
        return codes.annotate(read_at=Now())

    @display(description=_("discount"), ordering="percent")
    def reduction(self, code: DiscountCode) -> str:
        return f"{code.percent} %"

    @display(description=_("state"), label=COLOURS)
    def status(self, code: DiscountCode) -> tuple[str, object]:
        state = state_of(code)
        return state.value, state.label

    @display(description=_("state"))
    def standing(self, code: DiscountCode) -> str:
        state = state_of(code)
        return badge(state.label, COLOURS[state])

    @display(description=_("used"), ordering="used")
    def uses(self, code: DiscountCode) -> str:
        if code.usage_limit is None:
            return str(code.used)
        return gettext("%(used)s of %(limit)s") % {"used": code.used, "limit": code.usage_limit}
