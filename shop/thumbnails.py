"""Draws thumbnails. Django is not needed, so `shop.bounded` runs it."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Literal

from PIL import Image as Pillow
from PIL import ImageCms

from shop.picture_files import LYING, opened, saved, turn_of, upright

WIDTHS = (30, 75, 100, 180, 360, 370, 500, 740, 1000, 1500)
# A picture of twice a thumbnail's width has all that can be seen in it.
FINE = 2 * WIDTHS[-1]
STRIP_PIXELS = 4_000_000
Form = Literal["avif", "webp", "jpg", "png"]
QUALITY = {"webp": 78, "jpg": 80}
# Screens show most pictures two pixels to one of theirs: at that size 34 cannot be told from 45, and is half of it.
# Heavy pictures are grainy, and grain hides what the lower qualities do.
AVIF_QUALITIES = (34, 27, 20, 12)
# A phone's first picture gets two round trips for so many bytes, beside styles and a face (docs/decisions/0017), and so
# does one that fills a desktop's width. The width between is for sharp screens.
LIGHT, PHONE = 12_000, 740
LIGHT_OPENING, FULL_WIDTH, WIDE = 19_000, 1500, 3 / 2
OPENING_QUALITIES = (12, 8, 5)
# libavif's speed that takes a tenth off the bytes, for four times the time.
CAREFUL = 6


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


def encode(picture: Pillow.Image, form: Form, *, quick: bool = False) -> bytes:
    """`quick`: a third of the time for somewhat more bytes."""
    match form:
        case "avif":
            return light_avif(picture, speed=9 if quick else 8)
        case "webp":
            return saved(picture, "WEBP", method=1 if quick else 2, quality=QUALITY[form])
        case "jpg":
            return saved(picture, "JPEG", progressive=not quick, optimize=not quick, quality=QUALITY[form])
        case "png":
            return saved(picture, "PNG")


def light_avif(picture: Pillow.Image, *, speed: int) -> bytes:
    """At the first quality that makes it light; what may open a page goes further down, with more care."""
    ways = [(quality, speed) for quality in AVIF_QUALITIES]
    if may_open_a_page(picture):
        ways += [(quality, CAREFUL) for quality in OPENING_QUALITIES]
    for quality, speed in ways:
        content = avif(picture, quality, speed)
        if len(content) <= byte_budget(picture):
            break
    return content


def byte_budget(picture: Pillow.Image) -> float:
    if picture.width <= PHONE:
        return LIGHT
    return LIGHT_OPENING if may_open_a_page(picture) else math.inf


def may_open_a_page(picture: Pillow.Image) -> bool:
    """Wide enough to fill a desktop's width; a product's picture never does."""
    return picture.width >= FULL_WIDTH and picture.width >= picture.height * WIDE


def avif(picture: Pillow.Image, quality: int, speed: int) -> bytes:
    return saved(picture, "AVIF", speed=speed, max_threads=1, quality=quality)


def widths_up_to(width: int) -> list[int]:
    return [one for one in WIDTHS if one <= width]


def fallback(transparent: bool) -> Form:
    return "png" if transparent else "jpg"
