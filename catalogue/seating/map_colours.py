"""The pricing categories of an event's seat map, and their colours: each its own."""

from collections.abc import Iterator, Mapping, Sequence
from colorsys import hls_to_rgb
from itertools import count

from catalogue.models import Event, PricingCategory
from catalogue.seat_plans.plan import Plan
from shop.core.values.languages import in_all_languages

PALETTE = ("#3a6ea5", "#c7622b", "#3f8f5b", "#8a4fa3", "#b8923a", "#2f8f9d", "#b0476b", "#5f6b7a")
UNCHOSEN = PricingCategory._meta.get_field("map_color").default
# Hues this far apart, as a part of the circle, meet late.
GOLDEN_RATIO = 0.618034


def matched_categories(event: Event, plan: Plan) -> dict[str, PricingCategory]:
    """Match the plan's names with the event's categories, by name in any language or by id. Missing ones are left
    out.
    """
    found: dict[str, PricingCategory] = {}
    by_id = {str(one.pk): one for one in event.pricing_categories.all()}
    for category in reversed(event.pricing_categories.all()):
        for name in (getattr(category, column) for column in in_all_languages("name")):
            if name:
                found[name.strip().casefold()] = category
    matched = {one.name: by_id.get(one.known_as) or found.get(one.name.casefold()) for one in plan.categories}
    return {name: category for name, category in matched.items() if category is not None}


def colours_of(plan: Plan, matched: Mapping[str, PricingCategory]) -> dict[str, str]:
    """Return the colour of each category of the plan, by its name there. `matched`: those that exist already; several
    names may stand for one of them. A colour that staff chose stays, unless another category has it; the plan's comes
    next, then the palette.
    """
    wanted: dict[object, str] = {}
    for one in plan.categories:
        category = matched.get(one.name)
        wanted.setdefault(category.pk if category else one.name, chosen(category) or one.color)
    found = dict(zip(wanted, distinct(list(wanted.values())), strict=True))
    return {one.name: found[matched[one.name].pk if one.name in matched else one.name] for one in plan.categories}


def chosen(category: PricingCategory | None) -> str:
    """Return the category's colour. Empty if it has no seats yet and no colour was chosen."""
    if category is None or (category.map_color == UNCHOSEN and category.seat_stock_id is None):
        return ""
    return category.map_color


def distinct(wanted: Sequence[str]) -> list[str]:
    """Return the wanted colours, in their order, and others where one is empty or was there before."""
    first = {colour.casefold(): at for at, colour in reversed(list(enumerate(wanted))) if colour}
    free = (colour for colour in palette() if colour not in first)
    return [colour if colour and first[colour.casefold()] == at else next(free) for at, colour in enumerate(wanted)]


def palette() -> Iterator[str]:
    """Yield colours that are easy to tell apart, then any number of others."""
    yield from PALETTE
    for number in count():
        parts = hls_to_rgb(number * GOLDEN_RATIO % 1, 0.42 + number % 3 / 10, 0.5)
        yield "#" + "".join(f"{round(255 * part):02x}" for part in parts)
