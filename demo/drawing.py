"""Draws one picture of the demo with all its thumbnails into a folder. Runs in processes that have no database."""

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from demo import artwork, framing
from demo.framing import focus
from shop.core.pictures import thumbnails
from shop.core.pictures.thumbnails import WIDEST, Form, average_colour, encode, shrink

# What is drawn, and its arguments: everything the picture depends on besides the code.
Drawing = tuple[Any, ...]

FACE = Path(__file__).parent / "fonts" / "archivo-condensed-black.ttf"
FACTS = "facts.json"
FULL = (WIDEST, WIDEST * 5 // 8)


def product(band: str, kind: str, view: str, seed: int, cloth: str | None, width: int) -> Image.Image:
    return artwork.product_picture(band, kind, view, seed, cloth, width=width)


def square(band: str, kind: str, seed: int) -> Image.Image:
    """The middle of a product's picture, for the tile of a category."""
    picture = artwork.product_picture(band, kind, "front", seed, width=1000)
    top = (picture.height - picture.width) // 2
    return picture.crop((0, top, picture.width, top + picture.width))


def bundle(band: str, width: int, *things: Any) -> Image.Image:
    """`things`: kind, seed and cloth of one after the other."""
    return artwork.bundle(band, list(zip(things[::3], things[1::3], things[2::3], strict=True)), width)


def cover(band: str, seed: int, width: int) -> Image.Image:
    return artwork.cover(band, seed, width)


def poster(band: str, title: str, lines: Sequence[str], seed: int, width: int) -> Image.Image:
    picture = artwork.poster(band, title, lines, seed, min(round(width * 1.5), 1500))
    return picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)


def banner(band: str, shape: str) -> Image.Image:
    picture = artwork.banner(band, shape)
    wide = min(picture.width, WIDEST)
    return picture.resize((wide, round(picture.height * wide / picture.width)), Image.Resampling.LANCZOS)


def hero(band: str, shape: str) -> Image.Image:
    return artwork.hero(band, shape)


def stall(band: str) -> Image.Image:
    return artwork.stall(band, (1920, 1080))


def share(band: str) -> Image.Image:
    """What messengers show of a link: 1200 x 630 of the banner, with all of its lettering."""
    wide = artwork.banner(band, "landscape").resize((1512, 630), Image.Resampling.LANCZOS)
    left = round((wide.width - 1200) * focus(("banner", band, "landscape"))[0] / 100)
    return wide.crop((left, 0, left + 1200, 630))


def event(band: str, seed: int) -> Image.Image:
    return artwork.event_picture(band, seed, FULL)


def news(band: str, seed: int, wide: bool = False) -> Image.Image:
    """`wide`: for the width of a page."""
    if wide:
        return artwork.news_picture(band, seed, FULL)
    return artwork.news_picture(band, seed, (1280, 800)).resize((1000, 625), Image.Resampling.LANCZOS)


def favicon(letter: str, accent: str, on_accent: str) -> Image.Image:
    side = 192
    picture = Image.new("RGB", (side, side), accent)
    face = ImageFont.truetype(FACE, 176)
    ImageDraw.Draw(picture).text((side / 2, side / 2), letter, on_accent, face, anchor="mm")
    return picture


def sticker(word: str, accent: str, on_accent: str) -> Image.Image:
    """A round sticker at the upper right of an otherwise transparent square."""
    side = 740
    word_layer = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    draw = ImageDraw.Draw(word_layer)
    middle, radius = (side * 0.80, side * 0.20), side * 0.16
    draw.ellipse((middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius), accent)
    size = 200
    while (face := ImageFont.truetype(FACE, size)).getlength(word) > radius * 1.65:
        size -= 4
    draw.text(middle, word, on_accent, face, anchor="mm")
    return word_layer.rotate(12, Image.Resampling.BICUBIC, center=middle)


def surface(width: int, height: int, colour: str, transparent: bool) -> Image.Image:
    return Image.new("RGBA" if transparent else "RGB", (width, height), colour)


DRAWN: dict[str, Callable[..., Image.Image]] = {
    "product": product, "bundle": bundle, "square": square, "cover": cover, "poster": poster, "banner": banner,
    "hero": hero, "stall": stall, "share": share, "event": event, "news": news, "favicon": favicon, "sticker": sticker,
    "surface": surface,
}  # fmt: skip


@cache
def code_hash() -> str:
    """A hash of the code and the faces that draw and encode: what other code drew is not taken for this."""
    here = Path(__file__).parent
    drawing = [*here.glob("artwork/*.py"), *here.glob("fonts/*.ttf"), Path(__file__), Path(framing.__file__)]
    files = sorted([*drawing, Path(thumbnails.__file__)])
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def key_of(drawing: Drawing) -> str:
    """Sixteen signs that name the picture, the same wherever the same is drawn."""
    return hashlib.sha256(json.dumps([code_hash(), *drawing]).encode()).hexdigest()[:16]


def draw(drawing: Drawing, key: str, cache_folder: Path, hasty: bool = False) -> None:
    """Fill the cache's folder for `key`, all at once: the original, every thumbnail, and the facts of its row.

    `hasty`: in less time, with more bytes than a page should load.
    """
    folder = cache_folder / key
    if (folder / FACTS).exists():
        return
    kind, *arguments = drawing
    picture = DRAWN[kind](*arguments)
    transparent = picture.mode == "RGBA"
    original = "original.png" if transparent else "original.jpg"
    forms: tuple[Form, ...] = ("avif", "webp", "png" if transparent else "jpg")
    beside = Path(tempfile.mkdtemp(dir=cache_folder))
    try:
        picture.save(beside / original, quality=90)  # PNG heeds no quality
        for width, thumbnail in shrink(picture):
            for form in forms:
                (beside / f"{width}.{form}").write_bytes(encode(thumbnail, form, quick=True, hasty=hasty))
        facts = {
            "original": original,
            "width": picture.width,
            "height": picture.height,
            "transparent": transparent,
            "colour": average_colour(picture),
        }
        (beside / FACTS).write_text(json.dumps(facts))
        beside.chmod(0o755)
        try:
            os.rename(beside, folder)
        except OSError:
            if not (folder / FACTS).exists():  # else another process has drawn the same meanwhile
                raise
    finally:
        shutil.rmtree(beside, ignore_errors=True)
