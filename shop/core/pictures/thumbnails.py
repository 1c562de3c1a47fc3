"""Draws thumbnails. Django is not needed, so `shop.core.bounded` runs it."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Literal

from PIL import Image as Pillow
from PIL import ImageCms

from shop.core.pictures.files import LYING, opened, saved, turn_of, upright

# Each has a field of its own on the wire (catalogue §9).
WIDTHS = (30, 75, 100, 180, 360, 370, 500, 740, 1000, 1500)
# What most phones show across their whole width, at two pixels to one; srcset alone names it.
PHONE = 800
# Fills a desktop's width; no thumbnail is wider.
WIDEST = 1920
# A picture of half as much again as a thumbnail's width has all that can be seen in it.
FINE = 3000
STRIP_PIXELS = 4_000_000
Form = Literal["avif", "webp", "jpg", "png"]
QUALITY = {"webp": 86, "jpg": 84}
# At one pixel to one nothing is smeared: at these the demo's grainiest pictures score 70 by SSIMULACRA2
# (docs/decisions/0029). What is low has the least to hide in.
LOW, QUALITY_OF_LOW = 250, 80
SMALL, QUALITY_OF_SMALL, USUAL_QUALITY = 500, 68, 66
# libavif's speeds: at 9 lettering takes half as many bytes again; 6 takes a tenth fewer for four times the time, and is
# for what may open a page. 9 takes a third of the time, for what only tests look at.
OPENING, WIDE, USUAL_SPEED, CAREFUL, HASTY = 1500, 3 / 2, 8, 6, 9


@dataclass(frozen=True)
class Thumbnails:
    """`files` by their names, `{width}.{form}`; size, colour and transparency are the upright original's."""

    width: int
    height: int
    colour: str
    transparent: bool
    files: dict[str, bytes]


def draw_thumbnails(content: bytes) -> Thumbnails:
    """Every thumbnail of a picture's file. Raises PictureRefused.

    Widths run up to the original's, the aspect is kept, EXIF orientation applied, all metadata left out.
    """
    with opened(content) as original:
        width, height = original.size[::-1] if turn_of(original) in LYING else original.size
        picture = upright_srgb(original)
    transparent = is_transparent(picture)
    if not transparent:
        picture = picture.convert("RGB")
    forms: tuple[Form, ...] = ("avif", "webp", fallback(transparent))
    files = {
        f"{one}.{form}": encode(thumbnail, form)
        for one, thumbnail in shrink(picture, (width, height))
        for form in forms
    }
    return Thumbnails(width, height, average_colour(picture), transparent, files)


def upright_srgb(original: Pillow.Image) -> Pillow.Image:
    """The picture as RGBA in sRGB, standing as its EXIF orientation says; of an animation, the first frame.

    A large one is halved, or more, strip by strip: in full it is never there but once, as it was decoded.
    """
    turn = turn_of(original)
    across = 1 if turn in LYING else 0
    factor = max(1, original.size[across] // FINE)
    original.draft(None, (original.width // factor, original.height // factor))
    factor = max(1, original.size[across] // FINE)
    to_srgb = conversion(original)
    size = (math.ceil(original.width / factor), math.ceil(original.height / factor))
    picture = Pillow.new("RGBA", size)
    rows = max(1, STRIP_PIXELS // original.width // factor) * factor
    for top in range(0, original.height, rows):
        strip = original.crop((0, top, original.width, min(top + rows, original.height)))
        picture.paste(to_srgb(strip).convert("RGBA").reduce(factor), (0, top // factor))
    return upright(picture, turn)


def conversion(original: Pillow.Image) -> Callable[[Pillow.Image], Pillow.Image]:
    """From the picture's colour profile to sRGB, for parts of it."""
    profile = original.info.get("icc_profile")
    if not profile or original.mode not in ("RGB", "CMYK", "L"):
        return lambda part: part
    try:
        source = ImageCms.ImageCmsProfile(BytesIO(profile))
        transform = ImageCms.buildTransform(source, ImageCms.createProfile("sRGB"), original.mode, "RGB")
    except (ImageCms.PyCMSError, OSError):
        return lambda part: part  # a broken profile: the colours are taken as they are
    return lambda part: ImageCms.applyTransform(part, transform) or part


def is_transparent(picture: Pillow.Image) -> bool:
    darkest, _brightest = picture.getchannel("A").getextrema()
    return isinstance(darkest, int | float) and darkest < 255


def average_colour(picture: Pillow.Image) -> str:
    """`#rrggbb`, the mean of what is not transparent."""
    weighed = picture.convert("RGBA").convert("RGBa")  # premultiplied: each pixel counts by its opacity
    pixel = weighed.resize((1, 1), Pillow.Resampling.BOX).convert("RGBA").getpixel((0, 0))
    assert isinstance(pixel, tuple)
    return "#{:02x}{:02x}{:02x}".format(*pixel[:3])


def shrink(picture: Pillow.Image, original_size: tuple[int, int] | None = None) -> Iterator[tuple[int, Pillow.Image]]:
    """Thumbnails from large to small, each drawn from the one before, in the original's proportions."""
    full_width, full_height = original_size or picture.size
    for width in widths_up_to(full_width)[::-1]:
        if width != picture.width:
            height = max(1, round(full_height * width / full_width))
            picture = picture.resize((width, height), Pillow.Resampling.LANCZOS, reducing_gap=2.0)
        yield width, picture


def encode(picture: Pillow.Image, form: Form, *, quick: bool = False, hasty: bool = False) -> bytes:
    """`quick`: less time for somewhat more bytes; those of AVIF would be too many, unless `hasty`."""
    match form:
        case "avif":
            return avif(picture, HASTY if hasty else speed_of(picture))
        case "webp":
            return saved(picture, "WEBP", method=1 if quick else 2, quality=QUALITY[form], use_sharp_yuv=True)
        case "jpg":
            options = {"progressive": not quick, "optimize": not quick, "quality": QUALITY[form]}
            return saved(picture, "JPEG", subsampling="4:4:4", **options)
        case "png":
            return saved(picture, "PNG")


def may_open_a_page(width: int, height: int) -> bool:
    """Wide enough to fill a desktop's width; a product's picture never does."""
    return width >= OPENING and width >= height * WIDE


def avif_quality(width: int, height: int) -> int:
    if height < LOW:
        return QUALITY_OF_LOW
    return QUALITY_OF_SMALL if width <= SMALL else USUAL_QUALITY


def speed_of(picture: Pillow.Image) -> int:
    return CAREFUL if may_open_a_page(*picture.size) else USUAL_SPEED


def avif(picture: Pillow.Image, speed: int) -> bytes:
    """With colours as sharp as the rest (4:4:4): for as many bytes, lettering and prints come out much better."""
    quality = avif_quality(*picture.size)
    return saved(picture, "AVIF", speed=speed, max_threads=1, quality=quality, subsampling="4:4:4")


def widths_up_to(width: int) -> list[int]:
    """Of the thumbnails of a picture that is so wide: the usual ones, and its own, so that it is never stretched."""
    usual = [one for one in sorted((*WIDTHS, PHONE)) if one <= width]
    own = min(width, WIDEST)
    return [*usual, own] if usual and own not in usual else usual


def fallback(transparent: bool) -> Form:
    return "png" if transparent else "jpg"
