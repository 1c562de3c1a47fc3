"""A variant in one row: its texts, its price in the price country, and the capacity of its own stock."""

from decimal import Decimal
from typing import Any

from django import forms
from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Count, OuterRef, Prefetch, Q, Subquery
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminIntegerFieldWidget

from catalogue.locks import lock_stocks
from catalogue.models import Event, Price, ProductVariant, StockUse
from catalogue.rules import kind_is_sold
from catalogue.stock.actions import create_stock, limit_variant, set_capacity, unlimit_variant
from shop.admin.base import OrderedFormSet
from shop.admin.fields import DecimalInput

from .new_rows import offer_new_rows


def with_stock_and_price(variants: models.QuerySet[ProductVariant]) -> models.QuerySet[ProductVariant]:
    """Variants with their prices and `stock_uses`, each with its stock and that one's number of `users`."""
    users = StockUse.objects.filter(stock=OuterRef("stock")).order_by().values("stock")
    uses = (
        StockUse.objects.select_related("stock")
        .annotate(
            of_seats=Q(stock__seated_category__isnull=False),
            users=Subquery(users.annotate(number=Count("pk")).values("number")),
        )
        .order_by("id")
    )
    return variants.prefetch_related("prices", Prefetch("stock_uses", uses))


def own_use(variant: ProductVariant) -> Any | None:
    """The use of a stock that is this variant's alone, if that is the only one. Seats are counted by their map."""
    uses: list[Any] = list(variant.stock_uses.all()) if variant.pk else []
    return uses[0] if len(uses) == 1 and uses[0].users == 1 and not uses[0].of_seats else None


class VariantForm(forms.ModelForm):
    price = forms.DecimalField(
        label=_("own price"), required=False, max_digits=8, decimal_places=2, min_value=0,
        widget=DecimalInput, help_text=_("In euros, gross. Empty: the product's price and surcharge."),
    )  # fmt: skip
    original_price = forms.DecimalField(
        label=_("struck price"), required=False, max_digits=8, decimal_places=2, min_value=0,
        widget=DecimalInput,
    )  # fmt: skip
    capacity = forms.IntegerField(
        label=_("capacity"), required=False, validators=[MinValueValidator(0)], widget=UnfoldAdminIntegerFieldWidget,
        help_text=_("All pieces, sold ones included. Empty: unlimited."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        variant: ProductVariant = self.instance
        self.own_price = self.own_use = None
        if variant.pk:
            prices = [price for price in variant.prices.all() if price.country_code == settings.PRICE_COUNTRY]
            self.own_price = prices[0] if prices else None
            self.own_use = own_use(variant)
            if variant.stock_uses.all() and self.own_use is None and "capacity" in self.fields:
                self.fields["capacity"].disabled = True
                self.fields["capacity"].help_text = _("It shares its stock; change that under “Stocks”.")
        if self.own_price:
            self.initial.setdefault("price", self.own_price.price)
            self.initial.setdefault("original_price", self.own_price.original_price)
        if self.own_use:
            self.initial.setdefault("capacity", self.own_use.stock.capacity)

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        price, original = self.cleaned_data.get("price"), self.cleaned_data.get("original_price")
        if original is not None and price is None and "price" not in self.errors:
            self.add_error("original_price", _("A struck price needs a price."))
        if original is not None and price is not None and original < price:
            self.add_error("original_price", _("The struck price is below the price."))
        return cleaned

    def _save_m2m(self) -> None:
        super()._save_m2m()  # type: ignore[misc]
        if {"price", "original_price"} & set(self.changed_data):
            self.save_price(self.cleaned_data.get("price"), self.cleaned_data.get("original_price"))
        if "capacity" in self.changed_data:
            self.save_capacity(self.cleaned_data.get("capacity"))

    def save_price(self, price: Decimal | None, original: Decimal | None) -> None:
        row = {"variant": self.instance, "country_code": settings.PRICE_COUNTRY}
        if price is None:
            Price.objects.filter(**row).delete()
        else:
            Price.objects.update_or_create(**row, defaults={"price": price, "original_price": original})

    def save_capacity(self, capacity: int | None) -> None:
        variant: ProductVariant = self.instance
        if self.own_use is None:
            if capacity is not None:
                sellable = variant.product or variant.event
                assert sellable is not None
                stock = create_stock(owner=sellable.owner, name=str(variant), capacity=capacity)
                limit_variant(variant=variant, stock=stock)
        elif capacity is None:
            unlimit_variant(variant=variant, stock=self.own_use.stock)
        else:
            set_capacity(stock=self.own_use.stock, capacity=capacity)


class TicketForm(VariantForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance.pk:
            self.initial.setdefault("physical", False)
        if "physical" in self.fields:
            self.fields["physical"].label = _("printed")
        if "price" in self.fields:
            self.fields["price"].required = True
            self.fields["price"].label = _("price")
            self.fields["price"].help_text = _("In euros, gross, with all fees.")


class VariantFormSet(OrderedFormSet):
    def clean(self) -> None:
        """Refuse capacities below what is held and sold. Locks those stocks in id order until all is saved."""
        super().clean()
        changed = {
            form.own_use.stock_id: form
            for form in self.forms
            if form.own_use is not None
            and "capacity" in form.changed_data
            and not form.cleaned_data.get("DELETE")
            and form.cleaned_data.get("capacity") is not None
        }
        for stock in lock_stocks(changed):
            form = changed[stock.pk]
            if form.cleaned_data["capacity"] < stock.taken:
                form.add_error("capacity", _("%(taken)s are held or sold already.") % {"taken": stock.taken})


class TicketFormSet(VariantFormSet):
    def offer(self, categories: Any) -> None:
        """Let tickets be of categories that are saved before them."""
        offer_new_rows(categories, "name", self.forms, "pricing_category")

    def clean(self) -> None:
        """Refuse tickets of a kind that the event, as it is being saved, does not sell (catalogue §4 "Ticket type")."""
        super().clean()
        event: Event = self.instance
        for form in self.forms:
            given = getattr(form, "cleaned_data", {})
            if given.get("DELETE") or not given.get("active") or "physical" not in given:
                continue
            sold = kind_is_sold(
                physical=given["physical"], only_online=event.only_online_tickets, only_hard=event.only_hard_tickets
            )
            if not sold:
                form.add_error("physical", _("The event does not sell this kind of tickets (“Selling”)."))
