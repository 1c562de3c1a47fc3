"""Plans what an import would change at one product: the file compared with what the last import saw. Pure, over loaded
rows.

A field is changed only if its value in the file has changed since the last import, so that staff's changes stay.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from catalogue.models import ImportedProduct, ImportedVariant, PictureFetch

from .costs import base_cost, variant_cost
from .parsed import ParsedCost, ParsedPicture, ParsedProduct, ParsedVariant


@dataclass(frozen=True)
class StoredProduct:
    """What the database has of one product. `imported`: None for a new one."""

    imported: ImportedProduct | None = None
    variants: Sequence[ImportedVariant] = ()
    pictures: Sequence[PictureFetch] = ()


@dataclass
class VariantPlan:
    """`changed`: values to write; `seen`: fingerprints to remember.

    `quantity_change`: by how much the file's quantity rose; writing the stock corrects it to what was possible.
    """

    parsed: ParsedVariant
    existing: ImportedVariant | None
    changed: dict[str, Any]
    seen: dict[str, str]
    quantity_change: int = 0

    @property
    def renamed(self) -> bool:
        existing = self.existing
        return existing is not None and (
            tuple(existing.options) != self.parsed.options
            or existing.sku != self.parsed.fields.get("sku", existing.sku)
        )

    @property
    def label(self) -> str:
        return self.parsed.description or "the only variant"


@dataclass
class ProductPlan:
    parsed: ParsedProduct
    loaded: StoredProduct
    base: ParsedCost | None
    changed: dict[str, Any]
    seen: dict[str, str]
    categories_added: list[str] = field(default_factory=list)
    categories_left: list[str] = field(default_factory=list)
    variants: list[VariantPlan] = field(default_factory=list)
    vanished: list[ImportedVariant] = field(default_factory=list)
    pictures_new: list[ParsedPicture] = field(default_factory=list)
    pictures_moved: list[tuple[PictureFetch, ParsedPicture]] = field(default_factory=list)
    pictures_gone: list[PictureFetch] = field(default_factory=list)

    @property
    def is_new(self) -> bool:
        return self.loaded.imported is None

    def changes(self) -> list[str]:
        """Return one phrase per change, for staff. Empty if nothing changes."""
        lines = sorted(self.changed)
        if self.is_new:
            lines = [f"price {self.base.price}"] if self.base else []
        lines += [f"category {label}" for label in self.categories_added]
        lines += [f"no category {label}" for label in self.categories_left]
        for variant in self.variants:
            if variant.existing is None:
                lines.append(f"new variant “{variant.label}”")
            elif variant.changed or variant.quantity_change or variant.renamed:
                what = [*sorted(variant.changed), *(["known as another"] if variant.renamed else [])]
                if variant.quantity_change:
                    what.append(f"stock {variant.quantity_change:+d}")
                lines.append(f"variant “{variant.label}”: {', '.join(what)}")
        lines += [f"variant “{' / '.join(existing.options)}” inactive" for existing in self.vanished]
        for count, phrase in (
            (len(self.pictures_new), "pictures to fetch"),
            (len(self.pictures_moved), "pictures with another place or text"),
            (len(self.pictures_gone), "pictures no longer shown"),
        ):
            if count:
                lines.append(f"{phrase}: {count}")
        return lines


def fingerprint(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, default=str, sort_keys=True).encode()).hexdigest()[:16]


def changed_values(values: Mapping[str, Any], seen: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the values whose fingerprint changed, and all fingerprints to remember."""
    prints = {name: fingerprint(value) for name, value in values.items()}
    changed = {name: values[name] for name, mark in prints.items() if seen.get(name) != mark}
    return changed, {**seen, **prints}


class PriceMissing(Exception):
    """The file has no price column. That is allowed for known products only."""


def plan_product(parsed: ParsedProduct, loaded: StoredProduct, language: str) -> ProductPlan:
    """Plan a product. Raises PriceMissing for a new one without a price."""
    if not parsed.names_options and any(existing.options for existing in loaded.variants):
        parsed = replace(parsed, variants=(), complete=False)
    existing = match_variants(parsed.variants, loaded.variants)
    base = product_base(parsed, loaded.variants, existing)
    if base is None and loaded.imported is None:
        raise PriceMissing
    values: dict[str, Any] = {f"{name}_{language}": text for name, text in parsed.texts.items()}
    values |= parsed.fields
    if parsed.vendor is not None:
        values["vendor"] = parsed.vendor
    if base is not None:
        values["price"] = (base.price, base.original)
    seen = loaded.imported.seen if loaded.imported else {}
    changed, remembered = changed_values(values, seen)
    plan = ProductPlan(parsed, loaded, base, changed, remembered)
    if parsed.categories is not None:
        before = dict.fromkeys(loaded.imported.categories if loaded.imported else ())
        now = dict.fromkeys(parsed.categories)
        plan.categories_added = [label for label in now if label not in before]
        plan.categories_left = [label for label in before if label not in now]
    plan.variants = [plan_variant(variant, existing.get(variant.line), base, language) for variant in parsed.variants]
    if parsed.complete:
        still_there = {one.pk for one in existing.values()}
        plan.vanished = [
            one for one in loaded.variants if one.pk not in still_there and one.seen.get("active") != fingerprint(False)
        ]
    plan_pictures(plan)
    return plan


def match_variants(
    variants: Iterable[ParsedVariant], imported: Sequence[ImportedVariant]
) -> dict[int, ImportedVariant]:
    """Return the imported variant of each line: with the same options, otherwise with the same article number."""
    by_options = {tuple(one.options): one for one in imported}
    found = {one.line: by_options[one.options] for one in variants if one.options in by_options}
    taken = {one.pk for one in found.values()}
    by_sku: dict[str, list[ImportedVariant]] = {}
    for existing in imported:
        if existing.sku and existing.pk not in taken:
            by_sku.setdefault(existing.sku, []).append(existing)
    wanted = [one for one in variants if one.line not in found and len(by_sku.get(one.sku, [])) == 1]
    times = Counter(one.sku for one in wanted)
    found |= {one.line: by_sku[one.sku][0] for one in wanted if times[one.sku] == 1}
    return found


def product_base(
    parsed: ParsedProduct, imported: Iterable[ImportedVariant], existing: Mapping[int, ImportedVariant]
) -> ParsedCost | None:
    """Return the product's price: its variants' lowest. A variant whose row was refused keeps its price and counts,
    too.
    """
    costs = [one.cost for one in parsed.variants if one.cost]
    if not costs:
        return None
    if not parsed.complete:
        read = {one.pk for one in existing.values()}
        costs += [
            ParsedCost(one.price, one.original_price)
            for one in imported
            if one.pk not in read and one.price is not None and one.seen.get("active") != fingerprint(False)
        ]
    return base_cost(costs)


def plan_variant(
    parsed: ParsedVariant, existing: ImportedVariant | None, base: ParsedCost | None, language: str
) -> VariantPlan:
    values: dict[str, Any] = {f"description_{language}": parsed.description, "active": True, **parsed.fields}
    cost = variant_cost(base, parsed.cost) if base and parsed.cost else None
    if cost:
        values["additional_price"] = cost.surcharge
        values["own_price"] = (cost.own.price, cost.own.original) if cost.own else None
    if parsed.stock:
        values["tracked"] = parsed.stock.tracked
    changed, seen = changed_values(values, existing.seen if existing else {})
    quantity_change = 0
    if parsed.stock and parsed.stock.tracked and parsed.stock.quantity is not None:
        quantity_change = parsed.stock.quantity - ((existing.quantity if existing else None) or 0)
    return VariantPlan(parsed, existing, changed, seen, quantity_change)


def plan_pictures(plan: ProductPlan) -> None:
    if plan.parsed.pictures is None:
        return
    existing = {one.url: one for one in plan.loaded.pictures}
    for picture in plan.parsed.pictures:
        before = existing.pop(picture.url, None)
        if before is None:
            plan.pictures_new.append(picture)
        elif (before.position, before.alt) != (picture.position, picture.alt):
            plan.pictures_moved.append((before, picture))
    if plan.parsed.complete:
        plan.pictures_gone = list(existing.values())
