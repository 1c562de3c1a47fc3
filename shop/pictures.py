"""Thumbnails of pictures, made once by a job; shop.picture_addresses says where they are (catalogue §3, §9)."""

import math
from collections.abc import Iterator
from io import BytesIO
from typing import Any, Literal

from django.core.files.base import ContentFile
from PIL import Image as Pillow
from PIL import ImageCms, ImageOps

from shop.models import Image
from shop.models.image import THUMBNAIL_WIDTHS
from shop.picture_addresses import PictureAddresses

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


class ThumbnailMisplaced(RuntimeError):
    """The storage put a thumbnail elsewhere than where its address points."""


def make_thumbnails(image: Image) -> None:
    """Write every thumbnail of the picture and note its size, colour and transparency. Running it again is harmless.

    Widths run up to the original's, the aspect is kept, EXIF orientation applied, all metadata left out.
    """
    with image.file.open("rb") as file, Pillow.open(file) as original:
        picture = upright_srgb(original)
    transparent = is_transparent(picture)
    if not transparent:
        picture = picture.convert("RGB")
    image.width, image.height = picture.size
    image.transparent, image.colour = transparent, average_colour(picture)
    for width, thumbnail in shrink(picture):
        for form in ("avif", "webp", fallback(image)):
            store(image, f"{folder(image)}{width}.{form}", encode(thumbnail, form))
    image.thumbnails_ready = True
    # The key is the file's: a file that was replaced meanwhile has a job of its own.
    Image.objects.filter(pk=image.pk, key=image.key).update(
        width=image.width,
        height=image.height,
        transparent=image.transparent,
        colour=image.colour,
        thumbnails_ready=True,
    )


def upright_srgb(original: Pillow.Image) -> Pillow.Image:
    """The picture as RGBA in sRGB, standing as its EXIF orientation says; of an animation, the first frame."""
    profile = original.info.get("icc_profile")
    picture = ImageOps.exif_transpose(original)
    if profile and picture.mode in ("RGB", "CMYK", "L"):
        try:
            source = ImageCms.ImageCmsProfile(BytesIO(profile))
            target = ImageCms.createProfile("sRGB")
            picture = ImageCms.profileToProfile(picture, source, target, outputMode="RGB") or picture
        except ImageCms.PyCMSError:
            pass  # a broken profile: the colours are taken as they are
    return picture.convert("RGBA")


def is_transparent(picture: Pillow.Image) -> bool:
    darkest, _brightest = picture.getchannel("A").getextrema()
    return isinstance(darkest, int | float) and darkest < 255


def average_colour(picture: Pillow.Image) -> str:
    """`#rrggbb`, the mean of what is not transparent."""
    weighed = picture.convert("RGBA").convert("RGBa")  # premultiplied: each pixel counts by its opacity
    pixel = weighed.resize((1, 1), Pillow.Resampling.BOX).convert("RGBA").getpixel((0, 0))
    assert isinstance(pixel, tuple)
    return "#{:02x}{:02x}{:02x}".format(*pixel[:3])


def shrink(picture: Pillow.Image) -> Iterator[tuple[int, Pillow.Image]]:
    """Thumbnails from large to small, each drawn from the one before."""
    full_width, full_height = picture.size
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


def saved(picture: Pillow.Image, form: str, **options: Any) -> bytes:
    written = BytesIO()
    picture.save(written, form, **options)
    return written.getvalue()


def store(image: Image, name: str, content: bytes) -> None:
    storage = image.file.storage
    if storage.exists(name):
        storage.delete(name)
    if storage.save(name, ContentFile(content)) != name:
        raise ThumbnailMisplaced(name)


def widths_up_to(width: int) -> list[int]:
    return [one for one in THUMBNAIL_WIDTHS if one <= width]


def fallback(image: Image) -> Form:
    return "png" if image.transparent else "jpg"


def folder(image: Image) -> str:
    return f"pictures/{image.key}/"


def thumbnail_url(image: Image, width: int) -> str:
    """The fallback's address at `width` or the next smaller; the original's while there is none."""
    return PictureAddresses.of(image).thumbnail(width)


def srcset(image: Image, form: Literal["avif", "webp"]) -> str:
    """Every width as an `srcset`; empty while there are none."""
    return PictureAddresses.of(image).srcset(form)
