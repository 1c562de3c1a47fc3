"""Writes what is sold together."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from catalogue.models import BundlePart, Combination, Event, PricingCategory, Product, Tour

from .data.bundles import BUNDLES
from .plan import Bundle, Part
from .texts import both

Role = BundlePart.Role


def write_bundles(roots: Iterable[Product]) -> None:
    """The parts of those of these products that are roots."""
    bundles = {bundle.root: bundle for bundle in BUNDLES}
    for root in roots:
        if root.slug in bundles:
            _write_bundle(root, bundles[root.slug])


def _write_bundle(root: Product, bundle: Bundle) -> None:
    for part in bundle.always:
        _write_part(root, part, Role.COMMON)
    for order, choice in enumerate(bundle.choices):
        combination = Combination(
            bundle=root,
            tour=Tour.objects.get(slug=choice.tour) if choice.tour else None,
            additional_price=Decimal(choice.surcharge),
            order=order,
            **both("option_name", choice.name),
            **both("sold_out_message", choice.sold_out),
        )
        combination.full_clean()
        combination.save()
        for part in choice.parts:
            _write_part(root, part, Role.COMBINATION, combination=combination)
    for role, parts in ((Role.ADDITIONAL, bundle.added), (Role.GROUP, bundle.group)):
        for part in parts:
            _write_part(root, part, role)


def _write_part(root: Product, part: Part, role: BundlePart.Role, **fields: Any) -> None:
    event = Event.objects.filter(slug=part.thing).first()
    row = BundlePart(
        bundle=root,
        role=role,
        event=event,
        product=None if event else Product.objects.get(slug=part.thing),
        pricing_category=PricingCategory.objects.get(event=event, name_de=part.block) if part.block else None,
        price=None if part.price is None else Decimal(part.price),
        leads_here=part.leads_here,
        obligatory=part.obligatory,
        order=root.parts.count(),
        **fields,
    )
    row.full_clean()
    row.save()
