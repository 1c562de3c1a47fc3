"""Which pictures the demo's shops, categories, products and events have; `delivery` brings them."""

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

from django.db import models

from catalogue.models import Artist, Category, Event, Product, Tour
from shop.models import News, Shop

from .data.dates import TOURS
from .data.news import STORIES
from .data.shelves import all_shelves
from .data.shops import ARTISTS, SHOPS
from .data.shows import SHOWS
from .data.themes import THEMES
from .drawing import Drawing, key_of
from .framing import focus
from .outlines import outline_of
from .plan import Text
from .stalls import Offered, all_offered

LARGE, USUAL, SMALL = 1500, 1000, 920
# Each seller's first fronts are large enough for the magnifier; more would only cost time.
MAGNIFIED = 5
VIEW_NAMES: dict[str, Text] = {"front": ("", ""), "back": (", Rückseite", ", back"), "detail": (", Detail", ", detail")}


@dataclass(frozen=True)
class Wanted:
    """A picture of a row: in its column `field`, or as one of a product's pictures, in their `order`."""

    drawing: Drawing
    row: Any
    field: str
    alt: Text
    order: int = 0
    # what ought to be drawn, where another drawing stands for it
    meant: Drawing | None = None

    @property
    def key(self) -> str:
        return key_of(("for", *self.meant) if self.meant else self.drawing)

    @property
    def is_missing(self) -> bool:
        return getattr(self.row, f"{self.field}_id") is None if self.field else not self.row.pictures.all()

    @property
    def focus(self) -> tuple[int, int]:
        return focus(self.meant or self.drawing)


def all_pictures() -> Iterator[Wanted]:
    for found in (_of_shops, _of_artists, _of_categories, _of_products, _of_tours, _of_events, _of_news):
        yield from found()


def wanted_pictures() -> list[Wanted]:
    """What is missing, by what is drawn: a process that draws alike things one after the other is quicker."""
    missing = [one for one in all_pictures() if one.is_missing]
    return sorted(missing, key=lambda one: (alike(one.drawing), [str(part) for part in one.drawing]))


def alike(drawing: Drawing) -> list[str]:
    """What pictures have in common that share most of the work: the thing without its print, or the band."""
    kind, band, *rest = map(str, drawing)
    return [kind, *rest[:2], rest[-1]] if kind == "product" else [kind, band]


def fewer(wanted: Sequence[Wanted]) -> list[Wanted]:
    """The same with one drawing for a band's things of a kind and size: to draw them all takes minutes."""
    first: dict[Drawing, Drawing] = {}
    return [
        replace(one, drawing=first.setdefault(_likeness(one.drawing), one.drawing), meant=one.drawing) for one in wanted
    ]


def plain(wanted: Sequence[Wanted]) -> list[Wanted]:
    """The same as surfaces of the size and colour that each picture has: nothing is drawn."""
    return [
        replace(one, drawing=("surface", *astuple(outline_of(one.drawing))), meant=one.meant or one.drawing)
        for one in wanted
    ]


def _likeness(drawing: Drawing) -> Drawing:
    match drawing:
        case "product", band, _kind, view, _seed, _cloth, width:
            return "product", band, view, width
        case "bundle", band, *_:
            return "bundle", band
        case ("cover" | "poster" | "banner") as kind, band, *_, size:
            return kind, band, size
        case ("square" | "event") as kind, band, *_:
            return kind, band
        case "news", band, _seed, *wide:
            return "news", band, *wide
    return drawing


def _columns(row: models.Model, alt: Text, columns: dict[str, Drawing]) -> Iterator[Wanted]:
    for field, drawing in columns.items():
        yield Wanted(drawing, row, field, alt)


def _names(thing: Any) -> Text:
    return thing.name_de or "", thing.name_en or thing.name_de or ""


def _accent(band: str) -> tuple[str, str]:
    return THEMES[band]["accent"], THEMES[band]["on_accent"]


def _of_shops() -> Iterator[Wanted]:
    for shop in Shop.objects.filter(slug__in=SHOPS):
        columns: dict[str, Drawing] = {
            "hero": ("hero", shop.slug, "landscape"),
            "hero_portrait": ("hero", shop.slug, "portrait"),
            "share_image": ("share", shop.slug),
            "favicon": ("favicon", shop.name[0], *_accent(shop.slug)),
        }
        yield from _columns(shop, (shop.name, shop.name), columns)


def _of_artists() -> Iterator[Wanted]:
    for artist in Artist.objects.filter(slug__in=ARTISTS):
        band = ARTISTS[artist.slug][3]
        columns: dict[str, Drawing] = {
            "landscape_image": ("banner", band, "landscape"),
            "square_image": ("banner", band, "square"),
        }
        if artist.type != Artist.Type.ARTIST:  # the label and the workshop share the house's drawing language
            seed = 2 if artist.type == Artist.Type.LABEL else 1
            columns = {"landscape_image": ("news", band, seed, True), "square_image": ("cover", band, seed, USUAL)}
        yield from _columns(artist, (artist.name, artist.name), columns)


def _of_categories() -> Iterator[Wanted]:
    shelves = {shelf.slug: shelf for shelf in all_shelves()}
    for category in Category.objects.filter(slug__in=shelves):
        yield from _columns(category, _names(category), {"square_image": ("square", *shelves[category.slug].picture)})


def _of_products() -> Iterator[Wanted]:
    offers = {offered.item.slug: offered for offered in all_offered()}
    for product in Product.objects.filter(slug__in=offers).select_related("artist").prefetch_related("pictures"):
        offered = offers[product.slug]
        band = f"{product.artist}: " if product.artist else ""
        for order, (drawing, view) in enumerate(_views(offered)):
            alt = [band + name + side for name, side in zip(_names(product), VIEW_NAMES[view], strict=True)]
            yield Wanted(drawing, product, "", (alt[0], alt[1]), order)
        if offered.item.sticker:
            drawing = ("sticker", offered.item.sticker, *_accent(offered.band))
            yield from _columns(
                product,
                (offered.item.sticker, offered.item.sticker),
                {"overlay_listing_image": drawing, "overlay_detail_image": drawing},
            )


def _views(offered: Offered) -> Iterator[tuple[Drawing, str]]:
    item, goods = offered.item, offered.goods
    if item.lying:
        things = [part for thing in item.lying for part in thing]
        yield ("bundle", offered.band, USUAL, *things), "front"
    elif item.poster:
        yield ("poster", offered.band, *item.poster, item.seed, SMALL), "front"
    elif goods.drawn is None:
        yield ("cover", offered.band, item.seed, LARGE), "front"
        yield ("cover", offered.band, item.seed + 7, USUAL), "back"
    else:
        for view in goods.views:
            width = SMALL if view != "front" else LARGE if offered.rank < MAGNIFIED else USUAL
            yield ("product", offered.band, goods.drawn, view, item.seed, item.cloth, width), view


def _of_tours() -> Iterator[Wanted]:
    for tour in Tour.objects.filter(slug__in=TOURS).prefetch_related("events__venue"):
        band = TOURS[tour.slug][0]
        dates = [f"{one.happening_from:%d.%m.} {one.venue.city}" for one in tour.events.all()]
        lines = tuple(dict.fromkeys(dates))[:12]
        yield from _columns(tour, _names(tour), {"ticket_image": ("poster", band, tour.name, lines, 0, LARGE)})


def _of_events() -> Iterator[Wanted]:
    shows = {show.slug: show for show in SHOWS}
    for event in Event.objects.filter(slug__in=shows):
        show = shows[event.slug]
        yield from _columns(event, _names(event), {"image": ("event", show.owner, show.seed)})


def _of_news() -> Iterator[Wanted]:
    stories = {(story.shop, story.title[0]): story for story in STORIES}
    titles = dict(News.objects.values_list("pk", "title_de"))
    for news in News.objects.filter(shop__slug__in=SHOPS).select_related("shop"):
        if story := stories.get((news.shop.slug, titles[news.pk])):
            yield from _columns(news, story.title, {"image": story.drawing})
