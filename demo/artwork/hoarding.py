"""Merchstand's opening picture: a wall of gig posters by night, layer over layer, everybody's."""

import random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from demo.artwork import covers, light, posters, texture, zine
from demo.artwork import geometry as g
from demo.artwork.bands import BANDS
from demo.artwork.sheet import RGB

Size = tuple[int, int]
# Band, title, motif; those in the middle of the wall, whole.
SHEETS: tuple[tuple[str, str, int], ...] = (
    ("nachtfalter", "AUF TOUR", 0), ("kellerkind", "KRACH", 3), ("merchstand", "HEUTE", 4),
    ("goldkante", "Tanzabend", 0), ("kellerkind", "UNTEN", 0), ("merchstand", "ZUGABE", 5), ("nachtfalter", "LIVE", 1),
    ("goldkante", "Blech!", 5), ("nachtfalter", "SAMT", 3), ("merchstand", "LAUT", 2), ("kellerkind", "LAUT", 2),
    ("goldkante", "Polka", 4),
)  # fmt: skip
# What is left of older ones, along the edges: paper and patterns, no word. Without Kellerkind's dots, which take a
# tenth of the picture's bytes.
SCRAPS: tuple[tuple[str, int], ...] = (
    ("merchstand", 2), ("goldkante", 2), ("nachtfalter", 0), ("goldkante", 0), ("geheimbund", 2), ("nachtfalter", 2),
    ("merchstand", 0),
)  # fmt: skip
BOARD: RGB = (52, 46, 40)
DRAWN = 480


def opening(size: Size) -> Image.Image:
    wide = size[0] > size[1]
    columns, rows = (6, 2) if wide else (3, 3)
    rng = random.Random("hoarding")
    out = Image.new("RGB", size, BOARD)
    scraps(out, rng, round(size[1] * (0.34 if wide else 0.26)))
    margin = (size[0] * 0.035, size[1] * 0.045)
    step = (size[0] - 2 * margin[0]) / columns, (size[1] - 2 * margin[1]) / rows
    high = round(min(step[1] * 1.0, step[0] * 0.95 * posters.RATIO))
    width = round(high / posters.RATIO)
    for i in range(columns * rows):
        column, row = i % columns, i // columns
        x = margin[0] + step[0] * (column + 0.5) + rng.uniform(-0.02, 0.02) * size[0] * 0.4
        y = margin[1] + step[1] * (row + 0.5) + rng.uniform(-0.012, 0.012) * size[1]
        band, title, seed = SHEETS[i]
        sheet = printed(band, title, seed).resize((width, high), Image.Resampling.LANCZOS)
        paste(out, sheet, (x, y), rng.uniform(-1.8, 1.8), rng)
    return under_the_lamp(out)


def printed(band: str, title: str, seed: int) -> Image.Image:
    me = BANDS[band]
    rng = random.Random(f"{band}/{title}")
    day, month = rng.randrange(2, 12), rng.randrange(2, 11)
    lines = []
    for city in me.cities[:4]:
        lines.append(f"{day:02d}.{month:02d}. {city}")
        day += rng.randrange(1, 5)
    return posters.poster(band, title, lines, seed, DRAWN)


def scraps(out: Image.Image, rng: random.Random, high: int) -> None:
    """Torn sheets all over the board, several deep."""
    spots = [
        (x, y)
        for y in range(-high // 3, out.height + high, round(high * 0.62))
        for x in range(-high // 3, out.width + high, round(high * 0.56))
    ]
    rng.shuffle(spots)
    for i, (x, y) in enumerate(spots):
        band, seed = SCRAPS[i % len(SCRAPS)]
        side = (round(high * 0.8), high)
        paper = covers.ground(band, seed, side)
        shape = Image.new("L", (side[0] * 2, side[1] * 2), 0)
        corners = [
            (0.03, 0.03),
            (0.97, rng.uniform(0.02, 0.16)),
            (rng.uniform(0.7, 0.97), 0.97),
            (rng.uniform(0.03, 0.2), rng.uniform(0.7, 0.97)),
        ]
        edge = zine.torn([(a * 2, b * 2.5) for a, b in corners], rng, 0.016)
        ImageDraw.Draw(shape).polygon([(a * side[0], b * side[1] * 2 / 2.5) for a, b in edge], fill=255)
        paste(out, paper, (x, y), rng.uniform(-7, 7), rng, shape.reduce(2))


def paste(
    out: Image.Image,
    sheet: Image.Image,
    middle: g.Point,
    turn: float,
    rng: random.Random,
    shape: Image.Image | None = None,
) -> None:
    """Stick a sheet to the wall: its shadow, its white torn edge, its creases."""
    mask = shape or Image.new("L", sheet.size, 255)
    creased = texture.ridges(texture.noise(sheet.size, sheet.width / 3.1, rng.randrange(99), 1.5)).filter(
        ImageFilter.GaussianBlur(1.6)
    )
    sheet = light.darkened(sheet, texture.contrast(creased, 0.14, middle=70, to=238))
    faded = rng.uniform(0.0, 0.09)
    sheet = Image.blend(sheet, Image.new("RGB", sheet.size, (206, 196, 176)), faded)
    turned = sheet.rotate(turn, Image.Resampling.BICUBIC, expand=True)
    stencil = mask.rotate(turn, Image.Resampling.BICUBIC, expand=True)
    left, top = round(middle[0] - turned.width / 2), round(middle[1] - turned.height / 2)
    pad = 14
    soft = Image.new("L", (turned.width + 2 * pad, turned.height + 2 * pad), 0)
    soft.paste(stencil, (pad, pad))
    soft = soft.filter(ImageFilter.GaussianBlur(6)).point([v * 3 // 5 for v in range(256)])
    out.paste((8, 7, 6), (left - pad + 4, top - pad + 7), soft)
    out.paste(turned, (left, top), stencil)


def under_the_lamp(picture: Image.Image) -> Image.Image:
    """A street lamp from the upper left; rain has run down the paste."""
    size = picture.size
    pool = light.glow(size, (size[0] * 0.42, size[1] * 0.30), (size[0] * 0.85, size[1] * 1.15), 0.75)
    shade = ImageChops.add(pool, Image.new("L", size, 62))
    out = light.darkened(picture, shade)
    streaks = texture.noise(size, size[0] / 150, 4, 26.0)
    out = light.darkened(out, texture.contrast(streaks, 0.14, to=236))
    out = light.lit(
        out,
        light.glow(size, (size[0] * 0.40, -size[1] * 0.05), (size[0] * 0.5, size[1] * 0.6), 1.8, 0.34),
        (255, 190, 120),
    )
    return covers.grained(out, 0.02, 3)
