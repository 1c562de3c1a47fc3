"""Files of pictures: which are taken, and what of them is kept. Without Django, so that `shop.core.bounded` runs it."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from PIL import AvifImagePlugin, ExifTags, ImageCms, JpegImagePlugin, UnidentifiedImageError, WebPImagePlugin
from PIL import Image as Pillow

FORMATS = frozenset({"JPEG", "PNG", "WEBP", "AVIF", "GIF"})
LARGEST_FILE = 20 * 1024 * 1024
MOST_PIXELS = 50_000_000
# WebP ends at 16 383, and the smallest thumbnail of a narrow picture is as high as the picture.
LONGEST_SIDE = 16_000
TURNS = {
    2: Pillow.Transpose.FLIP_LEFT_RIGHT,
    3: Pillow.Transpose.ROTATE_180,
    4: Pillow.Transpose.FLIP_TOP_BOTTOM,
    5: Pillow.Transpose.TRANSPOSE,
    6: Pillow.Transpose.ROTATE_270,
    7: Pillow.Transpose.TRANSVERSE,
    8: Pillow.Transpose.ROTATE_90,
}
LYING = frozenset({5, 6, 7, 8})
# What Pillow tells of a file that says nothing of who took the picture, where and with what.
PLAIN = frozenset(
    {
        "adobe", "adobe_transform", "aspect", "background", "chromaticity", "dpi", "duration", "gamma", "icc_profile",
        "interlace", "jfif", "jfif_density", "jfif_unit", "jfif_version", "loop", "progression", "progressive", "srgb",
        "timestamp", "transparency", "version",
    }
)  # fmt: skip
# JFIF, the colour profile, Adobe's word on colours.
PLAIN_SEGMENTS = frozenset({"APP0", "APP2", "APP14"})
# One thread: several would decode several parts at once, each with memory of its own.
AvifImagePlugin.DEFAULT_MAX_THREADS = 1
assert WebPImagePlugin.SUPPORTED  # a plugin is known once it is imported; Pillow's own search imports all forty


class PictureRefused(Exception):
    """`reason`: format, unreadable, sides or pixels; `shop.core.pictures.problems` says it to people."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class PictureFile:
    """`form` is one of FORMATS."""

    content: bytes
    form: str


def read_picture(content: bytes, formats: Collection[str] = FORMATS, as_given: bool = False) -> PictureFile:
    """The picture, read to its end: upright, one frame, without metadata but with its colour profile.

    `as_given`: to the last byte. Raises PictureRefused.
    """
    with opened(content, formats) as original:
        form = form_of(original)
        if as_given or not tells_more(original, content):
            original.draft(None, (1, 1))  # a JPEG is read to its end without drawing it in full
            original.load()
            # PNG may tell more after its pixels.
            if as_given or not tells_more(original, content):
                return PictureFile(content, form)
        return PictureFile(redrawn(original, form, content), form)


@contextmanager
def opened(content: bytes, formats: Collection[str] = FORMATS) -> Iterator[Pillow.Image]:
    """The picture, of which no more than the header has been read. Raises PictureRefused, also for what fails later."""
    try:
        with Pillow.open(BytesIO(content), formats=sorted(FORMATS)) as original:
            if form_of(original) not in formats:
                raise PictureRefused("format")
            check_size(*original.size)
            yield original
    except UnidentifiedImageError as error:
        raise PictureRefused("format") from error
    except Pillow.DecompressionBombError as error:
        raise PictureRefused("pixels") from error
    except (PictureRefused, MemoryError):
        raise
    except Exception as error:  # decoders raise whatever a broken file leads them to
        raise PictureRefused("unreadable") from error


def form_of(original: Pillow.Image) -> str:
    """Phones put a second picture behind a JPEG, for depth or brightness; the first is what everybody sees."""
    return "JPEG" if original.format == "MPO" else original.format or ""


def check_size(width: int, height: int) -> None:
    if max(width, height) > LONGEST_SIDE:
        raise PictureRefused("sides")
    if width * height > MOST_PIXELS:
        raise PictureRefused("pixels")


def tells_more(original: Pillow.Image, content: bytes) -> bool:
    """Whether there is more in the file than one upright picture and its colours."""
    if original.info.keys() - PLAIN or getattr(original, "is_animated", False):
        return True
    if isinstance(original, JpegImagePlugin.JpegImageFile):
        segments = {name for name, _content in original.applist}
        return bool(segments - PLAIN_SEGMENTS) or not content.endswith(b"\xff\xd9")
    return form_of(original) == "PNG" and not content.endswith(b"IEND\xaeB`\x82")


def turn_of(original: Pillow.Image) -> int:
    """The EXIF orientation, 1 for upright."""
    try:
        turn = original.getexif().get(ExifTags.Base.Orientation, 1)
    except Exception:  # noqa: BLE001 - broken EXIF tells nothing
        return 1
    return turn if turn in TURNS else 1


def upright(picture: Pillow.Image, turn: int) -> Pillow.Image:
    return picture.transpose(TURNS[turn]) if turn in TURNS else picture


def redrawn(original: Pillow.Image, form: str, content: bytes) -> bytes:
    """In the same format, as much like it as can be."""
    options: dict[str, Any] = {"icc_profile": colour_profile(original)}
    match form:
        case "JPEG":
            options |= {
                "qtables": original.quantization,  # type: ignore[attr-defined]
                "subsampling": JpegImagePlugin.get_sampling(original),
            }
        case "WEBP":
            options |= {"lossless": True} if b"VP8L" in content else {"quality": 95}
        case "AVIF":
            options |= {"quality": 90, "speed": 9, "max_threads": 1}
    turn = turn_of(original)
    original.load()
    kept = {name: value for name, value in original.info.items() if name == "transparency"}
    picture = upright(original, turn)
    picture.info = kept  # type: ignore[assignment]
    return saved(picture, form, **options)


def colour_profile(original: Pillow.Image) -> bytes | None:
    """None for one that nobody can read."""
    profile = original.info.get("icc_profile")
    if not profile:
        return None
    try:
        ImageCms.ImageCmsProfile(BytesIO(profile))
    except (ImageCms.PyCMSError, OSError):
        return None
    return bytes(profile)


def saved(picture: Pillow.Image, form: str, **options: Any) -> bytes:
    written = BytesIO()
    picture.save(written, form, **options)
    return written.getvalue()
