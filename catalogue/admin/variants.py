from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from catalogue.models import Price, PricePoint, PricingCategory, ProductVariant, StockUse
from catalogue.seating.tickets import link_ticket
from shop.admin.base import BaseTabularInline, TranslatedAdmin, TranslatedTabular
from shop.core.values.countries import country_name
from shop.core.values.formats import euros
from shop.core.values.languages import in_all_languages

from .listed import page_of
from .new_rows import NewRowField, limit_choices
from .variant_forms import TicketForm, TicketFormSet, VariantForm, VariantFormSet, with_stock_and_price


def stock_counts(variant: ProductVariant) -> str:
    """Held, sold and free pieces of each stock the variant draws on."""
    uses: Any = variant.stock_uses.all() if variant.pk else []
    if not uses:
        return format_html('<span class="staff-stock">{}</span>', _("unlimited"))
    return format_html_join(
        "",
        '<span class="staff-stock{}" title="{}"><b>{} {}</b><span>{} {} · {} {}</span></span>',
        (
            (
                "" if use.stock.free else " staff-stock-empty", use.stock.name,
                use.stock.free, _("free"), use.stock.held, _("held"), use.stock.sold, _("sold"),
            )
            for use in uses
        ),
    )  # fmt: skip


class VariantsInline(TranslatedTabular):
    model = ProductVariant
    formset = VariantFormSet
    ordering_field = "order"
    hide_ordering_field = True
    readonly_fields = ["stock", "more"]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        return with_stock_and_price(super().get_queryset(request))

    @display(description="")
    def more(self, variant: ProductVariant) -> str:
        if not variant.pk:
            return ""
        return format_html(
            '<a class="material-symbols-outlined" href="{}" title="{}">tune</a>',
            reverse("admin:catalogue_productvariant_change", args=[variant.pk]),
            _("All fields, prices abroad, shared stocks"),
        )

    @display(description=_("stock"))
    def stock(self, variant: ProductVariant) -> str:
        return stock_counts(variant)


class ProductVariantsInline(VariantsInline):
    form = VariantForm
    fk_name = "product"
    fields = [
        "description", "capacity", "stock", "additional_price", "price", "original_price", "sku", "active",
        "more", "order",
    ]  # fmt: skip


class TicketsInline(VariantsInline):
    form = TicketForm
    formset = TicketFormSet
    fk_name = "event"
    verbose_name = _("ticket")
    verbose_name_plural = _("tickets")
    fields = [
        "description", "pricing_category", "price", "original_price", "capacity", "stock", "physical", "active",
        "more", "order",
    ]  # fmt: skip

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "pricing_category":
            kwargs["form_class"] = NewRowField
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        formset = super().get_formset(request, obj, **kwargs)
        field: Any = formset.form.base_fields.get("pricing_category")
        if field is not None:
            categories = PricingCategory.objects.filter(event=obj) if obj else PricingCategory.objects.none()
            limit_choices(field, categories, (one.name for one in categories))
        return formset


class PriceInline(BaseTabularInline):
    model = Price
    fields = ["country_code", "price", "original_price"]
    verbose_name_plural = _("prices per country")


class PricePointInline(BaseTabularInline):
    """What was asked, as the database noted it; nobody writes it."""

    model = PricePoint
    fields = ["since", "country", "asked"]
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @display(description=_("price"))
    def asked(self, point: PricePoint) -> str:
        return "" if point.price is None else euros(point.price)

    @display(description=_("country"))
    def country(self, point: PricePoint) -> str:
        return country_name(point.country_code)


class StockUseInline(BaseTabularInline):
    model = StockUse
    autocomplete_fields = ["stock"]


@admin.register(ProductVariant)
class ProductVariantAdmin(TranslatedAdmin):
    """A variant with all its fields, its prices in other countries and the stocks it shares with others."""

    shop_path = ("product__owner", "event__owner")
    list_display = ["title", "kind", "counts", "sku", "active"]
    list_filter = ["active", "physical", ("product", admin.EmptyFieldListFilter)]
    list_select_related = ["product", "event"]
    search_fields = ["sku", "barcode", *in_all_languages("description", "product__name", "event__name")]
    inlines = [PriceInline, StockUseInline, PricePointInline]
    autocomplete_fields = ["product", "event", "pricing_category"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("product", "event", "pricing_category"),
                    ("description",),
                    ("description_subline",),
                    ("message",),
                    ("additional_price", "order"),
                    ("sku", "barcode"),
                    ("active", "is_default", "physical"),
                ]
            },
        )
    ]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        return with_stock_and_price(super().get_queryset(request))

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if form.instance.is_ticket:  # its seats cannot be taken from the stocks it draws on
            link_ticket(variant=form.instance)

    def view_on_site(self, variant: ProductVariant) -> str | None:
        sellable = variant.product or variant.event
        return page_of(sellable) if sellable else None

    @display(description=_("variant"))
    def title(self, variant: ProductVariant) -> str:
        return str(variant)

    @display(description=_("kind"), label={"ticket": "info", "product": "default"})
    def kind(self, variant: ProductVariant) -> tuple[str, object]:
        return ("ticket", _("ticket")) if variant.is_ticket else ("product", _("product"))

    @display(description=_("stock"))
    def counts(self, variant: ProductVariant) -> str:
        return stock_counts(variant)
