"""A bundle in its root product's form: its choices, its parts, and what shoppers will see of it."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from catalogue.models import BundlePart, Combination, Product
from catalogue.queries.bundle_overview import (
    REMARKS,
    BundleOverview,
    OverviewItem,
    PartProblem,
    Variation,
    read_overview,
)
from catalogue.queries.statements import ALL
from shop.admin.base import OrderedFormSet, TranslatedTabular
from shop.admin.shop_paths import lying_in, paths_of
from shop.queries import shop_url

from .loaded import LoadedAutocomplete, LoadedForm, LoadedTabular
from .new_rows import NewRowField, limit_choices, offer_new_rows

WHY = {
    PartProblem.INACTIVE: _("“%(part)s” is inactive."),
    PartProblem.NOT_LISTED: _("“%(part)s” is not listed in %(shops)s, which lists the bundle."),
    PartProblem.SOLD_ELSEWHERE: _("“%(part)s” is sold elsewhere, by a link."),
    PartProblem.OVER: _("“%(part)s” is over."),
    PartProblem.BEFORE_PRESALE: _("The presale of “%(part)s” has not begun."),
    PartProblem.STOPPED: _("The sale of “%(part)s” is stopped."),
    PartProblem.CANCELLED: _("“%(part)s” is cancelled."),
    PartProblem.POSTPONED: _("“%(part)s” is postponed."),
    PartProblem.NO_VARIANT: _("“%(part)s” has no active variant or ticket."),
    PartProblem.NO_PRICE: _("“%(part)s” has no price."),
    PartProblem.SOLD_OUT: _("“%(part)s” is sold out."),
    PartProblem.NO_SEAT_MAP: _("“%(part)s” shows no seat map: each buyer gets the best seat that is free."),
    PartProblem.UNEXPLAINED: _(
        "“%(part)s” has a reduced ticket that costs the same in the bundle as the full one, and nothing says for whom "
        "it is: write below its name what proof it needs, or narrow the part to a category without it."
    ),
}
PACKAGE_TRAVEL = _(
    "A travel service together with a ticket or another travel service can be package travel (§ 651a BGB): whoever "
    "sells it must inform buyers by the form of the law, secure their money against insolvency and answer for the "
    "whole journey. Sell them apart, or have it checked first."
)
MOST_PARTS = ALL.first
NOT_BOUGHT, NOT_BOUGHT_THERE = _("The bundle cannot be bought."), _("The bundle cannot be bought there.")
NOT_CHOSEN = _("The choice “%(choice)s” cannot be taken.")
NOT_CHOSEN_THERE = _("The choice “%(choice)s” cannot be taken there.")
NOT_ADDED, NOT_ADDED_THERE = _("It cannot be added."), _("It cannot be added there.")


@dataclass(frozen=True)
class BundleWarning:
    """`stops`: nobody can buy the bundle, or not in every shop that lists it."""

    text: str
    stops: bool = False


def warnings_of(overview: BundleOverview) -> Iterator[BundleWarning]:
    """The worst first."""
    if not overview.has_parts:
        yield BundleWarning(str(_("This bundle has no parts yet. %(so)s") % {"so": NOT_BOUGHT}), stops=True)
    if overview.may_be_package_travel:
        yield BundleWarning(str(PACKAGE_TRAVEL))
    for piece in (overview.root, *overview.common, *overview.obligatory):
        yield from _of_piece(piece, str(NOT_BOUGHT), str(NOT_BOUGHT_THERE), stops=True)
    choices = overview.choices
    if choices and not any(_can_be_taken(variation) for variation in choices):
        yield BundleWarning(str(_("None of its choices can be taken. %(so)s") % {"so": NOT_BOUGHT}), stops=True)
    for variation in choices:
        name = {"choice": variation.combination}
        if not variation.pieces:
            yield BundleWarning(str(_("The choice “%(choice)s” has no parts, so it cannot be taken.") % name))
        for piece in variation.pieces:
            yield from _of_piece(piece, str(NOT_CHOSEN % name), str(NOT_CHOSEN_THERE % name))
    for piece in (*overview.voluntary, *overview.group):
        yield from _of_piece(piece, str(NOT_ADDED), str(NOT_ADDED_THERE))


def _of_piece(piece: OverviewItem, so: str, so_there: str, *, stops: bool = False) -> Iterator[BundleWarning]:
    for problem in piece.problems:
        names = {"part": piece.item, "shops": ", ".join(shop.name for shop in piece.missing_in)}
        why = str(WHY[problem] % names)
        if problem in REMARKS:
            yield BundleWarning(why)
        else:
            yield BundleWarning(f"{why} {so_there if problem is PartProblem.NOT_LISTED else so}", stops)


def _can_be_taken(variation: Variation) -> bool:
    stopping = (
        {problem for piece in variation.pieces for problem in piece.problems} - REMARKS - {PartProblem.NOT_LISTED}
    )
    return bool(variation.pieces) and not stopping


class CombinationInline(LoadedTabular, TranslatedTabular):  # type: ignore[misc]
    model = Combination
    fields = ["option_name", "additional_price", "tour", "sold_out_message", "order"]
    autocomplete_fields = ["tour"]
    ordering_field = "order"
    hide_ordering_field = True
    template_before = "admin/catalogue/product/choices_help.html"


class PartForm(LoadedForm):
    def clean(self) -> dict[str, Any] | None:
        """Whether the combination goes with the role: one that is saved with this part is no key of the part yet."""
        cleaned = super().clean()
        given = self.cleaned_data
        if "combination" not in self.errors and "role" in given:
            chosen, wanted = given.get("combination") is not None, given["role"] == BundlePart.Role.COMBINATION
            if wanted and not chosen:
                self.add_error("combination", _("To which choice does it belong?"))
            elif chosen and not wanted:
                self.add_error("role", _("A choice belongs to “in one of the choices”, and to nothing else."))
        return cleaned

    def _get_validation_exclusions(self) -> set[str]:
        """A combination that is saved with this part has no key yet; `clean` has looked at it."""
        excluded: set[str] = super()._get_validation_exclusions()  # type: ignore[misc]
        return excluded | {"combination"} if self._has_new_combination() else excluded

    def _has_new_combination(self) -> bool:
        combination = self.cleaned_data.get("combination")
        return combination is not None and combination.pk is None


class PartFormSet(OrderedFormSet):
    going: Collection[int] = ()
    """Of the combinations that are being deleted."""

    def offer(self, combinations: Any) -> None:
        """Let parts belong to combinations that are saved before them, and to none that goes."""
        offer_new_rows(combinations, "option_name", self.forms, "combination")
        self.going = {
            form.instance.pk for form in combinations.initial_forms if form.add_prefix("DELETE") in combinations.data
        }

    def clean(self) -> None:
        super().clean()
        filled = [form for form in self.forms if form.instance.pk or form.has_changed()]
        kept = [form for form in filled if not getattr(form, "cleaned_data", {}).get("DELETE")]
        if len(kept) > MOST_PARTS:
            raise ValidationError(
                _("A bundle has %(most)s parts at most: its page reads no more.") % {"most": MOST_PARTS}
            )
        for form in kept:
            combination = getattr(form, "cleaned_data", {}).get("combination")
            if form.has_changed() and combination and combination.pk in self.going:
                form.add_error("combination", _("This choice is being deleted."))


class PartInline(LoadedTabular):
    model = BundlePart
    form = PartForm
    formset = PartFormSet
    fk_name = "bundle"
    fields = [
        "role",
        "combination",
        "product",
        "event",
        "price",
        "obligatory",
        "pricing_category",
        "leads_here",
        "order",
    ]
    autocomplete_fields = ["product", "event", "pricing_category"]
    ordering_field = "order"
    hide_ordering_field = True
    template_before = "admin/catalogue/product/parts_help.html"
    template_after = "admin/catalogue/product/bundle_preview.html"
    bundle: Product | None = None

    def get_queryset(self, request: HttpRequest) -> Any:
        related = ("pricing_category__event", "product__owner", "event__owner")
        return super().get_queryset(request).select_related(*related)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "combination":
            kwargs["form_class"] = NewRowField
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def offered(self, model: type[models.Model], shops: frozenset[int]) -> models.Q:
        """What other shops own is not sold at prices of this one, although it is listed here."""
        return lying_in(model, paths_of(model), shops)

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        self.bundle = obj
        formset = super().get_formset(request, obj, **kwargs)
        for chooser in formset.form.base_fields.values():
            if obj and isinstance(chooser.widget, LoadedAutocomplete):
                chooser.widget.owner = str(obj.owner_id)
        field: Any = formset.form.base_fields.get("combination")
        if field is not None:
            rows = Combination.objects.filter(bundle=obj) if obj else Combination.objects.none()
            limit_choices(field, rows, (str(one) for one in rows))
        return formset

    @cached_property
    def overview(self) -> BundleOverview | None:
        return read_overview(self.bundle) if self.bundle is not None and self.bundle.pk else None

    def warnings(self) -> list[BundleWarning]:
        return list(warnings_of(self.overview)) if self.overview else []

    def pages(self) -> list[tuple[str, str]]:
        """Of each shop that lists the bundle: its name, and the bundle's address."""
        if self.bundle is None or not self.bundle.active:
            return []
        path = reverse("bundle", args=[self.bundle.slug])
        return [(shop.name, shop_url(shop) + path) for shop in self.bundle.listed_in.all()]
