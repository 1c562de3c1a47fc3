"""Which tickets the lists mean: a printed ticket of the event, or all of a pricing category."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from catalogue.models import Event, PricingCategory, ProductVariant
from shop.core.values.languages import in_all_languages

from .rules import Kind

ALL: Kind = (None, None)


@dataclass(frozen=True)
class Kinds:
    """Of an event: by what lists may call them, in small letters, and what they are called here."""

    named: dict[str, Kind]
    labels: dict[Kind, str]

    def of(self, text: str) -> Kind | None:
        """None for what is no kind of printed ticket, or could be several."""
        return self.named.get(plain(text)) if text else ALL


def plain(text: str) -> str:
    return " ".join(text.casefold().split())


def kinds_of(event: Event) -> Kinds:
    """A category by its name, a ticket by its description, with its category or without, or by its article number."""
    variants = list(
        ProductVariant.objects.filter(event=event, physical=True).select_related("event", "pricing_category")
    )
    categories = {one.pricing_category for one in variants if one.pricing_category}
    meant: dict[str, set[Kind]] = defaultdict(set)
    labels: dict[Kind, str] = {}
    for category in categories:
        labels[None, category.pk] = category.name
        for text in names_of(category, "name"):
            meant[plain(text)].add((None, category.pk))
    by_category = dict(meant)
    for variant in variants:
        labels[variant.pk, None] = " ".join(filter(None, [category_name(variant), variant.description]))
        for text in texts_of(variant):
            if plain(text) not in by_category:
                meant[plain(text)].add((variant.pk, None))
    named = {text: next(iter(kinds)) for text, kinds in meant.items() if text and len(kinds) == 1}
    return Kinds(named, labels)


def texts_of(variant: ProductVariant) -> Iterator[str]:
    yield variant.sku
    for description in names_of(variant, "description"):
        yield description
        if variant.pricing_category is not None:
            yield from (f"{name} {description}" for name in names_of(variant.pricing_category, "name"))


def names_of(thing: ProductVariant | PricingCategory, field: str) -> list[str]:
    """In all languages."""
    return list({getattr(thing, column) or "" for column in in_all_languages(field)})


def category_name(variant: ProductVariant) -> str:
    return variant.pricing_category.name if variant.pricing_category else ""
