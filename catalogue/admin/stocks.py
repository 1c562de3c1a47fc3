"""Stocks: how many pieces there are, and the list of them as a file."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import admin
from django.core.validators import MinValueValidator
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display
from unfold.widgets import UnfoldAdminIntegerFieldWidget

from catalogue.locks import lock_stocks
from catalogue.models import PricingCategory, ProductVariant, Stock, StockUse
from catalogue.stock.actions import create_stock, set_capacity
from shop.admin.base import BaseTabularInline
from shop.admin.list_files import ListFiles
from shop.core.values.exports import csv_file
from shop.core.values.languages import in_all_languages

HEADS = (
    "stock", "stock_name", "shop", "capacity", "sold", "held", "free", "variants", "kind", "slug", "name", "variant_id",
    "variant", "sku", "begins",
)  # fmt: skip


class StockForm(forms.ModelForm):
    capacity = forms.IntegerField(
        label=_("capacity"), validators=[MinValueValidator(0)], widget=UnfoldAdminIntegerFieldWidget,
        help_text=_("All pieces, sold ones included."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial.setdefault("capacity", self.instance.capacity)
            if PricingCategory.objects.filter(seat_stock=self.instance).exists():
                self.fields["capacity"].disabled = True
                self.fields["capacity"].help_text = _("Its seats on sale; the event's seat map counts them.")

    def clean_capacity(self) -> int:
        """Refuse less than what is held and sold; the stock stays locked until all is saved."""
        capacity: int = self.cleaned_data["capacity"]
        if self.instance.pk and "capacity" in self.changed_data:
            (stock,) = lock_stocks([self.instance.pk])
            if capacity < stock.taken:
                raise forms.ValidationError(_("%(taken)s are held or sold already."), params={"taken": stock.taken})
        return capacity


class UseInline(BaseTabularInline):
    """Several variants may share one stock, such as all kinds of tickets of an event."""

    model = StockUse
    autocomplete_fields = ["variant"]
    tab = False
    verbose_name = _("variant that draws on it")
    verbose_name_plural = _("variants that draw on it")


class ShortFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "left"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("none", str(_("sold out"))), ("few", str(_("five or fewer left")))]

    def queryset(self, request: HttpRequest, queryset: models.QuerySet) -> models.QuerySet:
        match self.value():
            case "none":
                return queryset.filter(free=0)
            case "few":
                return queryset.filter(free__lte=5)
        return queryset


@admin.register(Stock)
class StockAdmin(ListFiles):
    shop_path = "owner"
    form = StockForm
    list_display = ["name", "owner", "capacity", "held", "sold", "left"]
    list_filter = [ShortFilter, ("owner", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["owner"]
    search_fields = ["name", "variants__sku", *in_all_languages("variants__product__name", "variants__event__name")]
    autocomplete_fields = ["owner"]
    inlines = [UseInline]
    actions_list = ["export"]
    readonly_fields = ["held", "sold", "free", "waiting"]
    fieldsets = [
        (
            None,
            {"fields": [("name", "owner"), "capacity", ("held", "sold", "free"), ("transfer_share", "waiting")]},
        )
    ]

    def save_model(self, request: HttpRequest, obj: Stock, form: Any, change: bool) -> None:
        capacity = form.cleaned_data["capacity"]
        if not change:
            stock = create_stock(owner=obj.owner, name=obj.name, capacity=capacity)
            obj.pk, obj._state.adding = stock.pk, False
            obj.save(update_fields=["transfer_share"])
            return
        obj.save(update_fields=["owner", "name", "transfer_share"])  # what buyers hold and own is theirs to count
        if "capacity" in form.changed_data:
            set_capacity(stock=obj, capacity=capacity)

    @display(description=_("free"), ordering="free", label={"none": "danger", "few": "warning", "many": "success"})
    def left(self, stock: Stock) -> tuple[str, str]:
        return ("many" if stock.free > 5 else "few" if stock.free else "none"), str(stock.free)

    @action(description=_("Export stock (CSV)"), url_path="export", icon="download", permissions=["export"])
    def export(self, request: HttpRequest) -> HttpResponse:
        return self.list_file(request, lambda stocks: csv_file("stock", HEADS, rows_of(stocks)))


def rows_of(stocks: models.QuerySet[Stock]) -> Iterator[list[object]]:
    """Return one row for each variant of each stock; a stock without variants has one, too. Variants that share a stock
    have its numbers each: `variants` says how many do. Names are in the active language.
    """
    uses = StockUse.objects.select_related("variant__product", "variant__event__venue").order_by("variant")
    found = stocks.select_related("owner").prefetch_related(models.Prefetch("uses", uses))
    for stock in found.iterator(chunk_size=500):
        items = [item(use.variant) for use in stock.uses.all()]
        pieces = [stock.capacity, stock.sold, stock.held, stock.free]
        for one in items or [[""] * 7]:
            yield [stock.pk, stock.name, stock.owner.slug, *pieces, len(items), *one]


def item(variant: ProductVariant) -> list[object]:
    """Return the product or event, and its variant. An event begins by the clock of its venue."""
    event, sold = variant.event, variant.event or variant.product
    assert sold is not None
    return [
        "event" if event else "product", sold.slug, sold.name, variant.pk, variant.description, variant.sku,
        event.at_venue(event.happening_from).isoformat(timespec="seconds") if event else "",
    ]  # fmt: skip
