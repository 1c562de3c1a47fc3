"""Lettering from the few faces in demo/fonts."""

from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FONTS = Path(__file__).resolve().parent.parent / "fonts"
CONDENSED = "archivo-condensed-black"
GROTESQUE = "archivo-condensed-semibold"
SERIF = "nachtfalter-serif"
ITALIC = "nachtfalter-serif-italic"
TYPEWRITER = "special-elite"
WIDE = "unbounded-black"
WIDE_REGULAR = "unbounded-regular"
SOFT = "fraunces-black"
SOFT_TEXT = "fraunces-semibold"


@lru_cache(maxsize=64)
def face(name: str, size: int) -> ImageFont.FreeTypeFont:
    # The basic engine sets every glyph the same on every machine; raqm is not in all builds of Pillow.
    return ImageFont.truetype(FONTS / f"{name}.ttf", size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=64)
def cap_height(name: str) -> float:
    """Height of H in ems."""
    box = face(name, 400).getbbox("H", anchor="ls")
    return -box[1] / 400


def advance(text: str, name: str, size: int, tracking: float) -> float:
    return face(name, size).getlength(text) + tracking * size * max(0, len(text) - 1)


def line(
    text: str, name: str, *, width: float | None = None, height: float | None = None, tracking: float = 0.0
) -> Image.Image:
    """A tight grey mask of one line, set to a width or to a cap height in pixels (the smaller if both)."""
    sizes = []
    if width is not None:
        sizes.append(width / max(advance(text, name, 400, tracking), 1.0) * 400)
    if height is not None:
        sizes.append(height / cap_height(name))
    size = max(4, round(min(sizes)))
    font = face(name, size)
    wide = round(advance(text, name, size, tracking)) + size
    image = Image.new("L", (wide, size * 2), 0)
    draw = ImageDraw.Draw(image)
    base = round(size * 1.4)
    if tracking:
        x = size / 2
        for letter in text:
            draw.text((x, base), letter, fill=255, font=font, anchor="ls")
            x += font.getlength(letter) + tracking * size
    else:
        draw.text((size / 2, base), text, fill=255, font=font, anchor="ls")
    box = image.getbbox()
    if box is None:
        return Image.new("L", (1, 1), 0)
    cap = round(cap_height(name) * size)
    # Lines keep their cap height as the least box, so that rows without tall letters still align.
    return image.crop((box[0], min(box[1], base - cap), box[2], max(box[3], base)))


def letters(text: str, name: str, height: float, tracking: float = 0.0) -> list[tuple[Image.Image, float]]:
    """Each letter's mask, centred on the middle of the cap height, with its advance in pixels."""
    size = max(4, round(height / cap_height(name)))
    font = face(name, size)
    cap = cap_height(name) * size
    out = []
    for letter in text:
        step = font.getlength(letter) + tracking * size
        image = Image.new("L", (round(step + size * 0.4), size * 2), 0)
        ImageDraw.Draw(image).text((image.width / 2, size + cap / 2), letter, fill=255, font=font, anchor="ms")
        out.append((image, step))
    return out
