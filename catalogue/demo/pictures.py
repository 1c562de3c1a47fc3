"""Gives the demo's shops, categories, products and events their pictures, where they have none.

Pictures are drawn by a pool of processes into a cache beside the checkout and linked from there into the media
folder, thumbnails included; a second database finds them drawn. They need no jobs.
"""

import json
import multiprocessing
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import FileSystemStorage, default_storage
from django.db import models, transaction

from catalogue.models import Artist, Category, Event, Product, ProductPicture, Tour
from shop.models import Image, News, Shop

from .data.dates import TOURS
from .data.news import STORIES
from .data.shelves import all_shelves
from .data.shops import ARTISTS, SHOPS
from .data.shows import SHOWS
from .data.themes import THEMES
from .drawing import FACTS, Drawing, code_hash, draw, key_of
from .plan import Text
from .stalls import Offered, all_offered

PROCESSES = 2
BATCH = 8
LARGE, USUAL, SMALL = 1500, 1000, 740
# Each seller's first fronts are large enough for the magnifier; more would only cost time.
MAGNIFIED = 5
VIEW_NAMES: dict[str, Text] = {"front": ("", ""), "back": (", Rückseite", ", back"), "detail": (", Detail", ", detail")}


@dataclass(frozen=True)
class Wanted:
    """A picture that a row lacks: in its column `field`, or as one of a product's pictures, in their `order`."""

    drawing: Drawing
    row: models.Model
    field: str
    alt: Text
    order: int = 0
    # what ought to be drawn, where another drawing stands for it
    meant: Drawing | None = None

    @property
    def key(self) -> str:
        return key_of(("for", *self.meant) if self.meant else self.drawing)


def wanted_pictures() -> list[Wanted]:
    """What is missing, by what is drawn: a process that draws alike things one after the other is quicker."""
    found = [*_of_shops(), *_of_artists(), *_of_categories(), *_of_products(), *_of_tours(), *_of_events(), *_of_news()]
    return sorted(found, key=lambda one: (alike(one.drawing), [str(part) for part in one.drawing]))


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


def _likeness(drawing: Drawing) -> Drawing:
    match drawing:
        case "product", band, _kind, view, _seed, _cloth, width:
            return "product", band, view, width
        case ("cover" | "poster" | "banner") as kind, band, *_, size:
            return kind, band, size
        case ("square" | "event" | "news") as kind, band, *_:
            return kind, band
    return drawing


def _lacking(row: models.Model, alt: Text, columns: dict[str, Drawing]) -> Iterator[Wanted]:
    for field, drawing in columns.items():
        if getattr(row, f"{field}_id") is None:
            yield Wanted(drawing, row, field, alt)


def _names(thing: Any) -> Text:
    return thing.name_de or "", thing.name_en or thing.name_de or ""


def _accent(band: str) -> tuple[str, str]:
    return THEMES[band]["accent"], THEMES[band]["on_accent"]


def _of_shops() -> Iterator[Wanted]:
    for shop in Shop.objects.filter(slug__in=SHOPS):
        columns: dict[str, Drawing] = {
            "hero": ("hero", shop.slug),
            "share_image": ("share", shop.slug),
            "favicon": ("favicon", shop.name[0], *_accent(shop.slug)),
            "social_img": ("news", shop.slug, 0),
        }
        yield from _lacking(shop, (shop.name, shop.name), columns)


def _of_artists() -> Iterator[Wanted]:
    for artist in Artist.objects.filter(slug__in=ARTISTS):
        band = ARTISTS[artist.slug][3]
        columns: dict[str, Drawing] = {
            "landscape_image": ("banner", band, "landscape"),
            "square_image": ("banner", band, "square"),
        }
        if artist.type != Artist.Type.ARTIST:  # the label and the workshop share the house's drawing language
            seed = 2 if artist.type == Artist.Type.LABEL else 1
            columns = {"landscape_image": ("news", band, seed), "square_image": ("cover", band, seed, USUAL)}
        yield from _lacking(artist, (artist.name, artist.name), columns)


def _of_categories() -> Iterator[Wanted]:
    shelves = {shelf.slug: shelf for shelf in all_shelves()}
    for category in Category.objects.filter(slug__in=shelves):
        yield from _lacking(category, _names(category), {"square_image": ("square", *shelves[category.slug].picture)})


def _of_products() -> Iterator[Wanted]:
    offers = {offered.item.slug: offered for offered in all_offered()}
    for product in Product.objects.filter(slug__in=offers).select_related("artist").prefetch_related("pictures"):
        offered = offers[product.slug]
        band = f"{product.artist}: " if product.artist else ""
        if not product.pictures.all():
            for order, (drawing, view) in enumerate(_views(offered)):
                alt = [band + name + side for name, side in zip(_names(product), VIEW_NAMES[view], strict=True)]
                yield Wanted(drawing, product, "", (alt[0], alt[1]), order)
        if offered.item.sticker:
            drawing = ("sticker", offered.item.sticker, *_accent(offered.band))
            yield from _lacking(
                product,
                (offered.item.sticker, offered.item.sticker),
                {"overlay_listing_image": drawing, "overlay_detail_image": drawing},
            )


def _views(offered: Offered) -> Iterator[tuple[Drawing, str]]:
    item, goods = offered.item, offered.goods
    if item.poster:
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
        yield from _lacking(tour, _names(tour), {"ticket_image": ("poster", band, tour.name, lines, 0, LARGE)})


def _of_events() -> Iterator[Wanted]:
    shows = {show.slug: show for show in SHOWS}
    for event in Event.objects.filter(slug__in=shows):
        show = shows[event.slug]
        yield from _lacking(event, _names(event), {"image": ("event", show.owner, show.seed)})


def _of_news() -> Iterator[Wanted]:
    stories = {(story.shop, story.title[0]): story for story in STORIES}
    titles = dict(News.objects.values_list("pk", "title_de"))
    for news in News.objects.filter(shop__slug__in=SHOPS).select_related("shop"):
        if story := stories.get((news.shop.slug, titles[news.pk])):
            yield from _lacking(news, story.title, {"image": story.drawing})


def give_pictures(wanted: Sequence[Wanted], step: Callable[[], object]) -> None:
    """Draw what is not in the cache, then attach all. `step` is called after each different picture is there."""
    cache = _cache()
    drawings = {key_of(one.drawing): one.drawing for one in wanted}
    missing = {key: drawing for key, drawing in drawings.items() if not (cache / key / FACTS).exists()}
    for _ in range(len(drawings) - len(missing)):
        step()
    if missing:
        _draw_all(missing, cache, step)
    facts: dict[str, dict[str, Any]] = {}
    for key, drawn in {one.key: cache / key_of(one.drawing) for one in wanted}.items():
        facts[key] = json.loads((drawn / FACTS).read_text())
        place(drawn, f"pictures/{key}", facts[key]["original"])
    with transaction.atomic():
        _attach(wanted, facts)


def _cache() -> Path:
    """The folder of what this code draws; what other code drew is thrown away."""
    folder: Path = settings.LOCAL_DIR / "artwork" / code_hash()
    folder.mkdir(parents=True, exist_ok=True)
    for other in folder.parent.iterdir():
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)
    return folder


def _draw_all(missing: dict[str, Drawing], cache: Path, step: Callable[[], object]) -> None:
    # Started afresh, not forked: the database's connection stays this process's own.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, mp_context=context, initializer=django.setup) as pool:
        work = {pool.submit(_draw_several, batch, cache): len(batch) for batch in _batches(missing)}
        try:
            for done in as_completed(work):
                done.result()
                for _ in range(work[done]):
                    step()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _batches(missing: dict[str, Drawing]) -> Iterator[dict[str, Drawing]]:
    """For one process each: alike ones, and not so many that another waits at the end."""
    for _, group in groupby(missing.items(), key=lambda item: alike(item[1])):
        while batch := dict(islice(group, BATCH)):
            yield batch


def _draw_several(batch: dict[str, Drawing], cache: Path) -> None:
    for key, drawing in batch.items():
        draw(drawing, key, cache)


def place(drawn: Path, folder: str, original: str) -> None:
    """Bring the files of the cache into the storage's folder, unless they are there."""
    if default_storage.exists(f"{folder}/{original}"):
        return
    # The original last: where it lies, everything does.
    names = sorted((file.name for file in drawn.iterdir() if file.name != FACTS), key=lambda name: name == original)
    bring = _link if isinstance(default_storage, FileSystemStorage) else _upload
    for name in names:
        bring(drawn / name, f"{folder}/{name}")


def _link(drawn: Path, name: str) -> None:
    """Link it, or copy it to where that is on another disk."""
    there = Path(default_storage.path(name))
    there.parent.mkdir(parents=True, exist_ok=True)
    there.unlink(missing_ok=True)
    try:
        os.link(drawn, there)
    except OSError:
        shutil.copyfile(drawn, there)


def _upload(drawn: Path, name: str) -> None:
    default_storage.delete(name)
    with drawn.open("rb") as file:
        default_storage.save(name, File(file))


def _attach(wanted: Sequence[Wanted], facts: dict[str, dict[str, Any]]) -> None:
    images = {image.key: image for image in Image.objects.filter(key__in=facts)}
    new = {}
    for one in wanted:
        key = one.key
        if key not in images and key not in new:
            fact = facts[key]
            new[key] = Image(
                key=key,
                file=f"pictures/{key}/{fact['original']}",
                width=fact["width"],
                height=fact["height"],
                colour=fact["colour"],
                transparent=fact["transparent"],
                thumbnails_ready=True,
                alt_de=one.alt[0][:200],
                alt_en=one.alt[1][:200],
                tags=["list", "preview"] if isinstance(one.row, Product) and not one.field and not one.order else [],
            )
    # Created in bulk, past Image.save: with their thumbnails there, they need no job that makes them.
    images |= {image.key: image for image in Image.objects.bulk_create(new.values())}
    pictures = []
    for one in wanted:
        image = images[one.key]
        if one.field:
            type(one.row)._base_manager.filter(pk=one.row.pk).update(**{one.field: image})
        else:
            pictures.append(ProductPicture(product_id=one.row.pk, image=image, order=one.order))
    ProductPicture.objects.bulk_create(pictures)
