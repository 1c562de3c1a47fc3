from typing import Any

from django import forms
from django.contrib import admin
from django.core.validators import MinValueValidator
from django.db import models
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display
from unfold.widgets import UnfoldAdminIntegerFieldWidget

from catalogue.locks import lock_stocks
from catalogue.models import PricingCategory, Stock, StockUse
from catalogue.stock.actions import create_stock, set_capacity
from shop.admin.base import BaseAdmin, BaseTabularInline
from shop.core.values.languages import in_all_languages


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
class StockAdmin(BaseAdmin):
    form = StockForm
    list_display = ["name", "owner", "capacity", "held", "sold", "left"]
    list_filter = [ShortFilter, ("owner", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["owner"]
    search_fields = ["name", "variants__sku", *in_all_languages("variants__product__name", "variants__event__name")]
    autocomplete_fields = ["owner"]
    inlines = [UseInline]
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
