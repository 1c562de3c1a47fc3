"""Which tickets the texts in a list mean: one printed ticket of the event, or a pricing category."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from catalogue.models import Event, PricingCategory, ProductVariant
from shop.core.values.languages import in_all_languages

from .rules import Kind

ALL: Kind = (None, None)


@dataclass(frozen=True)
class Kinds:
    """An event's kinds of printed tickets. `named`: by the normalised texts in lists. `labels`: their
    names for staff.
    """

    named: dict[str, Kind]
    labels: dict[Kind, str]

    def of(self, text: str) -> Kind | None:
        """Return the kind of a text. None if it matches no kind of printed ticket, or several."""
        return self.named.get(normalised(text)) if text else ALL


def normalised(text: str) -> str:
    return " ".join(text.casefold().split())


def kinds_of(event: Event) -> Kinds:
    """Return the event's kinds. Lists name a category by its name, a ticket by its description, with or without the
    category, or by its article number.
    """
    variants = list(
        ProductVariant.objects.filter(event=event, physical=True).select_related("event", "pricing_category")
    )
    categories = {one.pricing_category for one in variants if one.pricing_category}
    kinds_by_text: dict[str, set[Kind]] = defaultdict(set)
    labels: dict[Kind, str] = {}
    for category in categories:
        labels[None, category.pk] = category.name
        for text in translations_of(category, "name"):
            kinds_by_text[normalised(text)].add((None, category.pk))
    by_category = dict(kinds_by_text)
    for variant in variants:
        labels[variant.pk, None] = " ".join(filter(None, [category_name(variant), variant.description]))
        for text in texts_of(variant):
            if normalised(text) not in by_category:
                kinds_by_text[normalised(text)].add((variant.pk, None))
    named = {text: next(iter(kinds)) for text, kinds in kinds_by_text.items() if text and len(kinds) == 1}
    return Kinds(named, labels)


def texts_of(variant: ProductVariant) -> Iterator[str]:
    yield variant.sku
    for description in translations_of(variant, "description"):
        yield description
        if variant.pricing_category is not None:
            yield from (f"{name} {description}" for name in translations_of(variant.pricing_category, "name"))


def translations_of(sellable: ProductVariant | PricingCategory, field: str) -> list[str]:
    """In all languages."""
    return list({getattr(sellable, column) or "" for column in in_all_languages(field)})


def category_name(variant: ProductVariant) -> str:
    return variant.pricing_category.name if variant.pricing_category else ""
