"""The shapes in which the demo's data is written down. A `Text` is German, then English."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Text = tuple[str, str]
Table = tuple[tuple[str, ...], ...]

SOLD_OUT = 0
UNLIMITED = None


@dataclass(frozen=True)
class Size:
    """A variant: what the buyer chooses, its surcharge in euros and the hint beside it."""

    name: Text
    surcharge: str = "0"
    subline: Text = ("", "")
    message: Text = ("", "")


@dataclass(frozen=True)
class Panel:
    title: Text
    text: Text
    detail: bool = False


@dataclass(frozen=True)
class Goods:
    """What all products of one kind have in common. `drawn` is the artwork's kind; none: the cover alone is shown."""

    type: Text
    shelf: str
    drawn: str | None
    material: Text
    grams: int
    sizes: tuple[Size, ...] = (Size(("", "")),)
    panels: tuple[Panel, ...] = ()
    format: str = ""
    parcel: str = "parcel"
    vat: str = "19"
    views: tuple[str, ...] = ("front", "back", "detail")
    maker: str = "textil"
    warnings: Text = ("", "")


@dataclass(frozen=True)
class Item:
    """A product. `stock` maps sizes (their German names) to pieces where they differ from what is made up."""

    slug: str
    goods: str
    price: str
    name: Text
    text: Text
    seed: int = 0
    cloth: str | None = None
    was: str | None = None
    """What it cost until a few days ago; struck."""
    lately: str | None = None
    """What it cost in between, for a week."""
    stock: Mapping[str, int | None] = field(default_factory=dict)
    all_stock: int | None = -1
    """Pieces of every size; UNLIMITED: no stock at all; -1: made up."""
    sizes: tuple[Size, ...] | None = None
    panels: tuple[Panel, ...] = ()
    related: tuple[str, ...] = ()
    follows: str = ""
    """The product without which it is not sold."""
    shippable_in_days: int | None = None
    abroad: Mapping[str, str] = field(default_factory=dict)
    """Prices in other countries, by their code."""
    texts: Mapping[str, Text] = field(default_factory=dict)
    """Further translated fields of the product."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of the product."""
    sticker: str = ""
    """A word, the same in both languages, on a round sticker over its pictures."""
    poster: tuple[str, tuple[str, ...]] | None = None
    """Title and lines of a poster that is drawn for this product alone."""
    lying: tuple[tuple[str, int, str | None], ...] = ()
    """What is drawn of a bundle: kind of artwork, seed and cloth of each thing, the topmost last."""


@dataclass(frozen=True)
class Part:
    """Of a bundle: the slug of a product or show; of a show's tickets only those of `block`, by its German name."""

    thing: str
    price: str | None = None
    block: str = ""
    leads_here: bool = False
    obligatory: bool = False


@dataclass(frozen=True)
class Choice:
    """One of several ways to have a bundle. `tour`: its slug."""

    name: Text
    parts: tuple[Part, ...]
    surcharge: str = "0"
    tour: str | None = None
    sold_out: Text = ("", "")


@dataclass(frozen=True)
class Bundle:
    """What is sold with the product `root`."""

    root: str
    always: tuple[Part, ...] = ()
    choices: tuple[Choice, ...] = ()
    added: tuple[Part, ...] = ()
    group: tuple[Part, ...] = ()
    """One of these may be added."""


@dataclass(frozen=True)
class Shelf:
    """A category, the shops that list it and what it holds: shelves of goods, by band."""

    slug: str
    name: Text
    subtitle: Text
    owner: str
    listed: tuple[str, ...]
    picture: tuple[Any, ...]
    """Band, goods drawn, seed of its square picture."""
    kind: str = "CATEGORY"
    shelves: tuple[str, ...] = ()
    """Shelves of goods that go here; none: placed by other means."""
    bands: tuple[str, ...] = ()
    main: bool = True
    order: int = 0
    artist: str | None = None
    display: Text = ("", "")
    description: Text = ("", "")
    disclaimer: Text = ("", "")
    homepage: int | None = None
    featured: tuple[str, ...] = ()
    within: int = 0


@dataclass(frozen=True)
class Ticket:
    name: Text
    price: str
    subline: Text = ("", "")
    message: Text = ("", "")
    physical: bool = False
    default: bool = False


@dataclass(frozen=True)
class Block:
    """A pricing category: its tickets share its stock and, if the show has a capacity, that of the whole hall."""

    tickets: tuple[Ticket, ...]
    capacity: int | None = None
    name: Text = ("Default", "Default")
    colour: str = "#3a6ea5"
    expanded: bool = True
    section: str = "one"


@dataclass(frozen=True)
class Day:
    """A day counted from the first seeding: `weekday` (Monday 0) of the `week` of a season of the calendar."""

    season: str
    week: int
    weekday: int


@dataclass(frozen=True)
class Show:
    """An event. `name` is its full name; `title`, else its tour's name, stands beside the artist's.

    Times are Berlin's, "19:00"; an end before the start is on the next day.
    """

    slug: str
    owner: str
    name: Text
    text: Text
    venue: str
    day: Day
    doors: str
    starts: str
    stage: str
    ends: str
    blocks: tuple[Block, ...]
    artists: tuple[str, ...]
    tour: str | None = None
    title: Text = ("", "")
    seed: int = 0
    capacity: int | None = None
    details: Text = ("", "")
    organiser: str = ""
    presale_in_days: int | None = None
    check_in_days: int = 7
    """How long before the day its online check-in opens, where `values` say that it has one."""
    hall: str = ""
    """The plan of its seats (demo.halls)."""
    related: tuple[str, ...] = ()
    related_shows: tuple[str, ...] = ()
    listed: tuple[str, ...] | None = None
    texts: Mapping[str, Text] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Story:
    """A news entry. `place` is the wire's category, `drawing` what its picture shows."""

    shop: str
    place: str
    title: Text
    text: Text
    url: str
    drawing: tuple[Any, ...]
    inverse: bool = False


@dataclass(frozen=True)
class Door:
    """What is behind an advent door."""

    name: Text
    text: Text
    band: str = ""
    solution: Text = ("", "")
    items: tuple[str, ...] = ()


@dataclass(frozen=True)
class Calendar:
    """An advent calendar of 24 doors."""

    shop: str
    years_ago: int
    title: Text
    text: Text
    doors: tuple[Door, ...]
