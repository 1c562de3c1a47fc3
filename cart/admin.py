from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from unfold.decorators import display

from cart.models import Cart, CartLine
from shop.admin.base import BaseAdmin, BaseTabularInline, CountryFilter, ReadOnly
from shop.core.values.countries import country_name


class LineInline(ReadOnly, BaseTabularInline):
    model = CartLine
    fields = ["amount", "what", "personal_identifier", "ticket_holder", "created_at"]
    readonly_fields = ["what", "created_at"]
    tab = False
    verbose_name_plural = pgettext_lazy("purchase", "lines")

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        return super().get_queryset(request).select_related("variant__product", "variant__event", "ticket_holder")

    @display(description=_("variant"))
    def what(self, line: CartLine) -> str:
        return str(line.variant)


@admin.register(Cart)
class CartAdmin(ReadOnly, BaseAdmin):
    shop_path = "shop"
    list_display = ["id", "shop", "status", "lines", "country", "created_at"]
    list_filter = ["state", ("country_code", CountryFilter), ("shop", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["shop"]
    search_fields = ["id", "email"]
    ordering = ["-created_at"]
    inlines = [LineInline]
    readonly_fields = ["country"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("shop", "state", "country"),
                    ("email", "session"),
                    ("billing_address", "shipping_address"),
                    ("shipping_method", "payment_method", "payment_external_id", "discount_code", "payment_code"),
                    "created_at",
                ]
            },
        )
    ]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        return super().get_queryset(request).annotate(number_of_lines=models.Count("lines"))

    @display(
        description=_("state"), ordering="state",
        label={Cart.State.OPEN: "info", Cart.State.ORDERED: "success", Cart.State.EXPIRED: "default"},
    )  # fmt: skip
    def status(self, cart: Cart) -> tuple[str, str]:
        return cart.state, cart.get_state_display()

    @display(description=_("country"), ordering="country_code")
    def country(self, cart: Cart) -> str:
        return country_name(cart.country_code)

    @display(description=pgettext_lazy("purchase", "lines"), ordering="number_of_lines")
    def lines(self, cart: Cart) -> int:
        return cart.number_of_lines  # type: ignore[attr-defined]
