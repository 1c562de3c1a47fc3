"""Writes venues, tours and events with their tickets."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings

from catalogue.models import Artist, Category, Event, Price, PricingCategory, Product, ProductVariant, Tour, TourDate
from catalogue.models import Venue as VenueRow
from catalogue.seating.importing import import_plan
from catalogue.stock.actions import create_stock, limit_variant

from .data.dates import TOURS, VENUES, ZONES, seasons
from .data.shelves import CONCERTS
from .data.shops import IN_MAIN_SHOP, VALUES
from .data.shows import SHOWS
from .halls import hall_plan
from .plan import Block, Show, Ticket
from .shop_rows import Shops, listing
from .texts import all_of, both


def write_events(
    shops: Shops, artists: dict[str, Artist], categories: dict[str, Category], today: date, step: Callable[[], object]
) -> None:
    """Tours and events that are missing. `step` is called after each event of the demo."""
    tours = _write_tours(shops, artists, today)
    venues = _write_venues()
    known = set(Event.objects.filter(slug__in=[show.slug for show in SHOWS]).values_list("slug", flat=True))
    new = [show for show in SHOWS if show.slug not in known]
    for show in SHOWS:
        if show.slug not in known:
            _write_event(show, shops, artists, categories, tours, venues, today)
        step()
    for show in new:
        event = Event.objects.get(slug=show.slug)
        event.related_events.set(Event.objects.filter(slug__in=show.related_shows))
        event.related_products.set(Product.objects.filter(slug__in=show.related))


def day_of(show: Show, today: date) -> date:
    return seasons(today)[show.day.season] + timedelta(weeks=show.day.week, days=show.day.weekday)


def _write_tours(shops: Shops, artists: dict[str, Artist], today: date) -> dict[str, Tour]:
    tours = {tour.slug: tour for tour in Tour.objects.filter(slug__in=TOURS)}
    for place, (slug, (band, name, subtitle, text)) in enumerate(TOURS.items(), start=1):
        if slug in tours:
            continue
        days = [day_of(show, today) for show in SHOWS if show.tour == slug]
        tour = Tour(
            owner=shops[band],
            slug=slug,
            start_date=min(days),
            end_date=max(days),
            sort_order_homepage=place,
            featured_in=["Homepage"],
            **{"sort_order_ticket_top_left" if place % 2 else "sort_order_ticket_top_right": place},
            **both("name", name),
            **both("subtitle", subtitle),
            **both("description", text),
        )
        tour.full_clean()
        tour.save()
        tour.listed_in.set(listing(shops, band))
        tour.artists.set([artists[band]])
        tours[slug] = tour
    return tours


def _write_venues() -> dict[str, VenueRow]:
    return {
        key: VenueRow.objects.get_or_create(
            name=name,
            city=city,
            defaults={"address": street, "post_code": post_code, "country_code": country, "time_zone": zone_of(key)},
        )[0]
        for key, (name, street, post_code, city, country) in VENUES.items()
    }


def _write_event(
    show: Show,
    shops: Shops,
    artists: dict[str, Artist],
    categories: dict[str, Category],
    tours: dict[str, Tour],
    venues: dict[str, VenueRow],
    today: date,
) -> None:
    presale = show.presale_in_days
    event = Event(
        owner=shops[show.owner],
        slug=show.slug,
        venue=venues[show.venue],
        presale_at=None if presale is None else _moment(today + timedelta(days=presale), "10:00", zone_of(show.venue)),
        local_organizer=show.organiser,
        **_times(show, day_of(show, today)),
        **_names(show),
        **both("description", show.text),
        **both("html_details", show.details),
        **all_of(show.texts),
        **(_seller(show.owner) | dict(show.values)),
    )
    event.full_clean()
    event.save()
    listed = [shops[slug] for slug in show.listed] if show.listed else listing(shops, show.owner)
    event.listed_in.set(listed)
    event.artists.set([artists[slug] for slug in show.artists])
    if show.owner in IN_MAIN_SHOP:
        event.categories.add(categories[CONCERTS])
    if show.tour:
        event.categories.add(categories[show.tour])
        TourDate.objects.create(tour=tours[show.tour], event=event)
    _write_tickets(event, show)
    if show.hall:
        import_plan(event=event, plan=hall_plan(show.hall))


def _names(show: Show) -> dict[str, str]:
    title = show.title if any(show.title) or show.tour is None else TOURS[show.tour][1]
    return {**both("name", title), **both("descriptive_name", show.name)} if any(title) else both("name", show.name)


def _times(show: Show, day: date) -> dict[str, datetime | None]:
    def moment(on: date, clock: str) -> datetime:
        return _moment(on, clock, zone_of(show.venue))

    start, end = moment(day, show.starts), moment(day, show.ends)
    checked = show.values.get("checkin", False)
    return {
        "happening_from": start,
        "happening_until": end if end > start else moment(day + timedelta(days=1), show.ends),
        "door_time": moment(day, show.doors),
        "stage_time": moment(day, show.stage),
        "check_in_start_at": moment(day - timedelta(days=show.check_in_days), "10:00") if checked else None,
        "check_in_end_at": start if checked else None,
    }


def zone_of(venue: str) -> str:
    return ZONES.get(venue, settings.TIME_ZONE)


def _moment(day: date, clock: str, zone: str) -> datetime:
    return datetime.combine(day, time.fromisoformat(clock), ZoneInfo(zone))


def _seller(owner: str) -> dict[str, Any]:
    """The organiser's address: the last line of the seller's is the country, the one before the city."""
    street, city, _country = VALUES[owner]["seller_address"].split("\n")
    post_code, name = (city[:5], city[6:]) if city[:5].isdigit() else ("", city)
    return {
        "owning_company": VALUES[owner]["seller_name"],
        "owning_address": street,
        "owning_post_code": post_code,
        "owning_city": name,
    }


def _write_tickets(event: Event, show: Show) -> None:
    """Tickets of a block share its stock; with a capacity of the hall they draw on that, too."""
    hall = None
    if show.capacity is not None:
        hall = create_stock(owner=event.owner, name=f"{show.slug}", capacity=show.capacity)
    for order, block in enumerate(show.blocks):
        category = PricingCategory.objects.create(
            event=event,
            map_color=block.colour,
            expanded=block.expanded,
            section=block.section,
            order=order,
            **both("name", block.name),
        )
        stock = None
        if block.capacity is not None:
            name = f"{show.slug} {block.name[0]}" if hall else show.slug
            stock = create_stock(owner=event.owner, name=name, capacity=block.capacity)
        for place, ticket in enumerate(block.tickets):
            variant = _write_ticket(event, category, block, ticket, order * 10 + place)
            for drawn_on in (stock, hall):
                if drawn_on is not None:
                    limit_variant(variant=variant, stock=drawn_on)


def _write_ticket(event: Event, category: PricingCategory, block: Block, ticket: Ticket, order: int) -> ProductVariant:
    variant = ProductVariant.objects.create(
        event=event,
        pricing_category=category,
        order=order,
        physical=ticket.physical,
        is_default=ticket.default,
        **both("description", ticket.name),
        **both("description_subline", ticket.subline),
        **both("message", ticket.message),
    )
    Price.objects.create(variant=variant, country_code="de", price=Decimal(ticket.price))
    return variant
