"""What a painted page picks from its data; the SPA's routes and features pick the same."""

from collections.abc import Iterable
from decimal import Decimal
from itertools import cycle
from typing import Any

from django import template

from shop import formats

register = template.Library()
Data = dict[str, Any]

LONGEST_SIZE = 4
MOST_SIZES = 8
MOST_TILES = 9
# Prime to 24, so that every door has its place.
DOOR_STEP, FIRST_DOOR = 7, 5
# A pricing category of this name stands without a heading (catalogue §3).
UNNAMED = "Default"


@register.filter
def hung(doors: list[Data]) -> list[Data]:
    """The advent calendar's doors as they hang on the wall."""
    return [doors[(place * DOOR_STEP + FIRST_DOOR) % len(doors)] for place in range(len(doors))]


@register.filter
def leaf(day: int) -> int:
    """Which of the four papers an advent door is cut from."""
    return day % 4


@register.filter
def listed(products: Iterable[Data] | None) -> list[Data]:
    return [one for one in products or () if not one["meta"]["hide"]]


@register.filter
def open_options(options: Iterable[Data] | None) -> list[Data]:
    """Active options in their order, the sold-out ones included."""
    return sorted((one for one in options or () if one["active"]), key=lambda one: one["order"])


@register.filter
def card_sizes(options: Iterable[Data] | None) -> list[Data]:
    """A card's options when they are sizes: a few, each a few letters."""
    shown = [one for one in options or () if one["active"]]
    sizes = len(shown) <= MOST_SIZES and all(0 < len(one["description"]) <= LONGEST_SIZE for one in shown)
    return shown if sizes else []


@register.filter
def first_price(product: Data) -> Data:
    """The price of the option that is chosen at first, else the product's, "from" which others may cost more."""
    options = open_options(product["productVariants"]["nodes"])
    one = options[0] if len(options) == 1 else next((one for one in options if one["isDefault"]), None)
    chosen = one if one and one["available"] else None
    priced = chosen or product
    return {
        "value": priced["price"],
        "original": priced["originalPrice"],
        "lowest": priced["lowestPrice30Days"],
        "perUnit": priced["unitPrice"],
        "from": chosen is None and len({one["price"] for one in options if one["available"]}) > 1,
        "option": chosen["description"] if chosen else "",
    }


@register.filter
def surcharge(option: Data, price: str) -> str:
    """What an option costs more than the product; nothing for those that do not."""
    more = Decimal(option["price"]) - Decimal(price)
    return str(more) if more > 0 else ""


@register.filter
def main_sizes(most: int) -> str:
    """How wide a product's large picture is shown at most."""
    return f"(min-width: 52rem) min(60vw, {most}px), min(68vw, {most}px)"


@register.filter
def rest_sizes(most: int) -> str:
    return f"(min-width: 52rem) min(30vw, {most}px), min(68vw, {most}px)"


MOST_SHELVES = 6


@register.filter
def home_shelves(categories: Iterable[Data]) -> Data:
    """A band's categories of goods with their first products, the featured ones first; the others are named below."""
    shelves = [one for one in categories if one["type"] == "CATEGORY" and listed(one["merchProducts"]["nodes"])]
    featured = by_homepage(one for one in shelves if "Homepage" in one["featuredAt"])
    shown = [*featured, *(one for one in shelves if one not in featured)][:MOST_SHELVES]
    return {"shown": shown, "named": [one for one in categories if one not in shown]}


ROW_LENGTHS = {1: 2, 5: 5, 6: 6}


@register.filter
def row(products: list[Data], columns: int) -> list[Data]:
    """The most cards of a shelf's row, on phones two rows, by the shop's columns."""
    return products[: ROW_LENGTHS.get(columns, 4)]


@register.filter
def newest(products: list[Data], columns: int) -> list[Data]:
    """Two rows of them, by the shop's columns."""
    return products[: max(6, columns * 2)]


@register.filter
def any_sold_out(events: Iterable[Data]) -> bool:
    return any(one["ticketState"] == "SOLD_OUT" for one in events)


@register.filter
def merch_shelves(categories: Iterable[Data] | None) -> Data:
    """Where the merch overview shows each category: two sliders, tiles below, the rest by name."""
    left, right, tiles = (
        [one for one in categories or () if place in one["featuredAt"] and one["squareImage"]]
        for place in ("MerchTopLeft", "MerchTopRight", "MerchBottom")
    )
    if not left and not right and not tiles:
        tiles = [one for one in categories or () if one["squareImage"]]
    tiles = tiles[:MOST_TILES]
    shown = [*left, *right, *tiles]
    named = [one for one in categories or () if one not in shown]
    return {"left": left, "right": right, "tiles": tiles, "named": named}


@register.filter
def placed(things: Iterable[Data] | None, place: str) -> list[Data]:
    """Artists or tours with a place of this kind, in its order."""
    return sorted((one for one in things or () if one[place] is not None), key=lambda one: one[place])


@register.filter
def artist_parts(artist: Data) -> Data:
    """Which parts an artist's page has, and the categories in each: shelves, and tours without a page of their own."""
    named, pages = artist["subcategories"]["nodes"], {tour["slug"] for tour in artist["tours"]}
    shelves = [one for one in named if one["type"] == "CATEGORY"]
    tours = [one for one in named if one["type"] == "TOUR" and one["slug"] not in pages]
    return {
        "dates": bool(artist["events"]["nodes"] or artist["tours"] or tours),
        "merch": bool(listed(artist["merchProducts"]["nodes"]) or shelves),
        "shelves": shelves,
        "tours": tours,
    }


@register.filter
def next_event(events: Iterable[Data] | None) -> Data | None:
    return next((one for one in events or () if one["ticketState"] != "OVER"), None)


@register.filter
def leading_event(events: Iterable[Data] | None) -> Data | None:
    """The coming event that heads its tour."""
    return next((one for one in events or () if one["meta"]["leads"] and one["ticketState"] != "OVER"), None)


@register.filter
def webcal(address: str) -> str:
    """The address under which calendars subscribe to it."""
    return "webcal:" + address.partition(":")[2]


@register.filter
def band_picture(data: Data) -> Data | None:
    """The large picture of a band's home page, where the shop has none of its own."""
    return (next_event(data["events"]["nodes"]) or {}).get("image")


@register.filter
def opening_artist(data: Data) -> Data | None:
    """Whose show is next: the first of its artists, told by name. Without a show, the first artist of all."""
    following, artists = _first(data["events"]), data["artists"]["nodes"]
    if following is None:
        return _first(data["artists"])
    playing = following["artist"]
    return next((one for one in artists if playing == one["name"] or playing.startswith(f"{one['name']}, ")), None)


@register.filter
def opening_picture(data: Data) -> Data | None:
    following, artist = _first(data["events"]), opening_artist(data)
    pictured: Data = next((one for one in data["artists"]["nodes"] if one["landscapeImage"]), {})
    return (artist or {}).get("landscapeImage") or (following or {}).get("image") or pictured.get("landscapeImage")


@register.filter
def opening_narrow(data: Data) -> Data | None:
    """What phones show instead of the artist's wide picture."""
    artist = opening_artist(data) or {}
    return artist.get("landscapeImage") and artist.get("squareImage")


def _first(connection: Data) -> Data | None:
    return next(iter(connection["nodes"]), None)


@register.filter
def ticket_groups(event: Data) -> list[Data]:
    """Tickets below their pricing categories, both in their order; those of no category come last."""
    choices = ticket_choices(open_options(event["productVariants"]["nodes"]))
    groups: list[Data] = [
        {
            "heading": "" if category["name"] == UNNAMED else category["name"],
            "available": category["available"],
            "expanded": category["expanded"],
            "hideButtons": category["hideButtons"] or category["section"] == "many",
            "choices": [one for one in choices if _category(one["shown"]) == category["id"]],
        }
        for category in sorted(event["pricingCategories"], key=lambda one: one["order"])
    ]
    grouped = [one for group in groups for one in group["choices"]]
    rest = [one for one in choices if one not in grouped]
    return [one for one in (*groups, {"heading": "", "hideButtons": False, "choices": rest}) if one["choices"]]


def ticket_choices(tickets: Iterable[Data]) -> list[Data]:
    """An online and a printed ticket of the same name and category are one choice."""
    found: list[list[Data]] = []
    for ticket in tickets:
        twins = next((one for one in found if len(one) == 1 and _are_twins(one[0], ticket)), None)
        if twins:
            twins.append(ticket)
        else:
            found.append([ticket])
    choices = []
    for twins in found:
        kinds = [one for one in twins if one["available"]]
        cheapest = min(kinds or twins[:1], key=lambda one: Decimal(one["price"]))
        differ = any(one["price"] != cheapest["price"] for one in kinds)
        choices.append({"shown": (kinds or twins)[0], "kinds": kinds, "cheapest": cheapest, "from": differ})
    return choices


def _are_twins(one: Data, other: Data) -> bool:
    same = one["description"] == other["description"] and _category(one) == _category(other)
    return same and one["physical"] != other["physical"]


def _category(ticket: Data) -> str | None:
    return (ticket["pricingCategory"] or {}).get("id")


def _is_marked(choice: Data) -> bool:
    return any(kind["isDefault"] for kind in choice["kinds"])


@register.filter
def first_amounts(event: Data) -> Data:
    """The only ticket that can be had, or the one marked as default, starts with the event's default amount."""
    found = [one for group in ticket_groups(event) for one in group["choices"] if one["kinds"]]
    marked = (one for one in found if _is_marked(one))
    first = found[0] if len(found) == 1 else next(marked, None)
    meta, limit = event["meta"], event["cartLimit"]
    forced = meta["forceTicketAmount"]
    amount = (forced if forced <= limit else 0) if forced else min(meta["defaultAmount"], limit)
    if first is None or not meta["defaultAmount"] or not amount:
        return {"ids": [], "amount": 0, "total": "0.00", "open": False}
    total = Decimal(first["cheapest"]["price"]) * amount
    return {"ids": [first["shown"]["id"]], "amount": amount, "total": str(total), "open": first["from"]}


# How a category's seats look on the map, in the order of the categories; frontend: features/seat-map/swatch.tsx.
SHAPES = (
    "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 1 1 0-13Z",
    "M8 .5 15.5 8 8 15.5.5 8Z",
    "M8 1l6.1 3.5v7L8 15l-6.1-3.5v-7Z",
    "M8 1 15.4 14H.6Z",
    "M2.2 2.2h11.6v11.6H2.2Z",
)


@register.filter
def is_hall(event: Data) -> bool:
    """Whether tickets are chosen on a map."""
    shown = event["displayMap"] and not event["meta"]["hideMap"]
    return bool(shown and event["seatMap"] and event["ticketState"] == "ON_SALE")


@register.filter
def hall(event: Data) -> Data:
    """The seated layout's categories, and those of the same event that need no seat."""
    known = {category["id"]: category for category in event["pricingCategories"]}
    groups = [
        group | {"category": known.get(_category(group["choices"][0]["shown"]))} for group in ticket_groups(event)
    ]
    seated = [group for group in groups if group["category"] and group["category"]["seated"]]
    for shape, group in zip(cycle(SHAPES), seated, strict=False):
        offers = [kind for choice in group["choices"] for kind in choice["kinds"] or [choice["shown"]]]
        offers.sort(key=lambda one: Decimal(one["price"]))
        group |= {"shape": shape, "color": group["category"]["mapColor"], "only": len(group["choices"]) == 1}
        group |= {"low": offers[0], "from": offers[0]["price"] != offers[-1]["price"]}
    forced = event["meta"]["forceTicketAmount"] or 1
    return {
        "seated": seated,
        "standing": [group for group in groups if group not in seated],
        "amount": max(forced, min(event["meta"]["defaultAmount"], event["cartLimit"])),
        "least": forced,
        "most": max(forced, event["cartLimit"]),
        "priced": len({price for group in seated if (price := _first_price(group))}) > 1,
    }


def _first_price(group: Data) -> str | None:
    """Of the ticket that a seat of the category is at first: the one marked as default, else the first one on sale."""
    sold = [choice for choice in group["choices"] if choice["kinds"]]
    marked = [choice for choice in sold if _is_marked(choice)]
    return next((choice["shown"]["price"] for choice in [*marked, *sold]), None)


# Shorter ones say nothing (catalogue §9).
SHORTEST_DISCLAIMER = 6


@register.filter
def shown_disclaimer(event: Data) -> str:
    text: str = event["meta"]["disclaimerText"].strip()
    return text if len(text) >= SHORTEST_DISCLAIMER else ""


# catalogue §9
MOST_HOT = 4


@register.filter
def news_of(data: Data, category: str) -> list[Data]:
    found = [one for one in data["news"]["nodes"] if one["category"] == category]
    return found[:MOST_HOT] if category == "hot" else found


@register.filter
def by_homepage(things: Iterable[Data] | None) -> list[Data]:
    """By their places on the home page, those without one last."""
    return sorted(things or (), key=lambda one: (one["sortOrderHomepage"] is None, one["sortOrderHomepage"] or 0))


@register.filter
def news_target(item: Data) -> str:
    """Where its title leads: the entry's address, else its video."""
    return str(item["url"] or (item["embedYoutube"] and formats.video_address(item["embedYoutube"])))


@register.filter
def after_opening(events: list[Data], slides: list[Data]) -> list[Data]:
    """The dates below a home page's top; without news the next one is the top."""
    return events if slides else events[1:]
