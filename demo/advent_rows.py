"""Writes the advent calendars."""

from datetime import date

from catalogue.models import AdventCalendar, AdventDoor, Product
from shop.models import Shop

from .data.advent import CALENDARS
from .texts import both


def write_calendars(shops: dict[str, Shop], today: date) -> None:
    """Those that are missing; this year's is shut until December."""
    wanted = {slug for calendar in CALENDARS for door in calendar.doors for slug in door.items}
    products = {product.slug: product for product in Product.objects.filter(slug__in=wanted)}
    for plan in CALENDARS:
        texts = {**both("title", plan.title), **both("text", plan.text)}
        calendar, new = AdventCalendar.objects.get_or_create(
            shop=shops[plan.shop], year=today.year - plan.years_ago, defaults=texts
        )
        if not new:
            continue
        for day, behind in enumerate(plan.doors, start=1):
            door = AdventDoor(
                calendar=calendar, day=day, band=behind.band, **both("name", behind.name), **both("text", behind.text),
                **both("solution", behind.solution),
            )  # fmt: skip
            door.full_clean()
            door.save()
            door.items.set([products[slug] for slug in behind.items])
