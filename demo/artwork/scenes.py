"""Wide pictures: the table with the merchandise, banners, stages, news."""

import math
import random
from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from demo.artwork import covers, posters, products, texture
from demo.artwork import geometry as g
from demo.artwork.bands import BANDS, backdrop_for
from demo.artwork.sheet import RGB, finer
from demo.artwork.template import shadow_colour

Size = tuple[int, int]
STALL: Size = (2400, 1350)
WIDE: Size = (2400, 1000)
SQUARE: Size = (1500, 1500)
SCENE: Size = (1600, 1000)
Item = tuple[str, str, int, str | None, tuple[float, float], float, float]
"""Band, kind, seed, colour, middle (shares of the picture), height (share), turn in degrees."""


def surface(colour: RGB, size: Size) -> Image.Image:
    """A table top in the light from the upper left."""
    return products.backdrop(colour, max(size[0], math.ceil(size[1] * 0.8))).crop((0, 0, *size))


def lay(out: Image.Image, item: Item, dark: RGB) -> None:
    """Put one thing on the table."""
    band, kind, seed, colour, (x, y), share, turn = item
    high = round(out.height * share)
    width = round(high * 0.8)
    taken, thing = products.still(band, kind, "front", seed, colour, width=width)
    pad = round(width * 0.3)
    frame = (width + 2 * pad, taken.lens.size[1] + 2 * pad)
    left, top = round(out.width * x), round(out.height * y)
    for mask, source in ((taken.shadow, None), (taken.mask, thing)):
        wide = Image.new("L", frame, 0)
        wide.paste(mask, (pad, pad))
        wide = wide.rotate(-turn, Image.Resampling.BICUBIC, expand=True)
        at = (left - wide.width // 2, top - wide.height // 2)
        if source is None:
            out.paste(dark, at, wide)
            continue
        coloured = Image.new("RGB", frame)
        coloured.paste(source, (pad, pad))
        out.paste(coloured.rotate(-turn, Image.Resampling.BICUBIC, expand=True), at, wide)


def table(colour: RGB, items: Sequence[Item], size: Size) -> Image.Image:
    out = surface(colour, size)
    dark = shadow_colour(out)
    for item in items:
        lay(out, item, dark)
    return out


BUNDLES: dict[int, tuple[tuple[tuple[float, float], float, float], ...]] = {
    # Middle, height and turn of each thing, the rearmost first.
    2: (((0.62, 0.35), 0.80, 6), ((0.37, 0.63), 0.76, -8)),
    3: (((0.66, 0.30), 0.74, 7), ((0.35, 0.44), 0.80, -6), ((0.65, 0.75), 0.66, -10)),
}


def bundle(band: str, things: Sequence[tuple[str, int, str | None]], size: Size) -> Image.Image:
    """Two or three things that are sold together, overlapping; the last lies on top."""
    places = zip(things, BUNDLES[len(things)], strict=True)
    items = [(band, kind, seed, cloth, *place) for (kind, seed, cloth), place in places]
    return table(backdrop_for(BANDS[band], covers.ground_colour(band, things[0][1]), 0), items, size)


def stall(band: str, size: Size = STALL) -> Image.Image:
    """The merch table of a shop, 16:9; the main shop's has a bit of every band."""
    me = BANDS[band]
    if band == "merchstand":
        items: list[Item] = [
            ("goldkante", "poster", 0, None, (0.80, 0.36), 0.98, 7),
            ("geheimbund", "t_shirt", 1, "black", (0.58, 0.46), 1.02, -6),
            ("nachtfalter", "vinyl", 0, None, (0.93, 0.82), 0.74, -9),
            ("kellerkind", "longsleeve", 1, "recycled", (0.08, 0.34), 1.02, -10),
            ("merchstand", "hoodie", 0, "black", (0.33, 0.58), 1.22, 4),
            ("kellerkind", "cassette", 2, None, (0.13, 0.88), 0.60, 9),
            ("nachtfalter", "patch", 1, "night", (0.575, 0.90), 0.36, -14),
            ("goldkante", "mug", 3, "cream", (0.735, 0.86), 0.50, 0),
        ]
        return table((232, 222, 202), items, size)
    first, second = me.cloths[0], me.cloths[1]
    items = [
        (band, "poster", 2, None, (0.80, 0.34), 1.04, 6),
        (band, "longsleeve", 3, second, (0.09, 0.40), 1.10, -9),
        (band, "hoodie", 1, first, (0.36, 0.54), 1.24, 3),
        (band, "t_shirt", 0, second, (0.615, 0.52), 1.06, -5),
        (band, "vinyl", 4, None, (0.90, 0.82), 0.78, -8),
        (band, "cassette", 0, None, (0.09, 0.90), 0.58, 12),
        (band, "patch", 5, first, (0.715, 0.92), 0.34, -10),
    ]
    return table(backdrop_for(me, (128, 128, 128), 0), items, size)


def banner(band: str, shape: str = "landscape") -> Image.Image:
    """Shapes: landscape (2400 x 1000) and square (1500 x 1500)."""
    me = BANDS[band]
    seed = {"merchstand": 2, "nachtfalter": 0, "kellerkind": 0, "geheimbund": 0, "goldkante": 0}[band]
    dark = 1 if band == "goldkante" else 0
    size = WIDE if shape == "landscape" else SQUARE
    paper = seed + 2 * dark if shape == "landscape" else seed + (2 if band == "merchstand" else 0)
    on = covers.ground_colour(band, paper)
    out = covers.ground(band, paper, size).copy()
    if shape != "landscape":
        side = round(size[0] * 0.88)
        covers.set_motif(out, me, seed, ((size[0] - side) // 2, (size[1] - side) // 2, side), on)
        return out
    # So large that the motif's own lettering is beyond the edge.
    side = round(size[1] * 1.26)
    covers.set_motif(out, me, seed, (round(size[0] * 0.735 - side / 2), round(size[1] * -0.04), side), on)
    mark = covers.plain(me, covers.wordmark(band, 1400), on)
    mark = mark.crop(mark.getbbox())
    scale = min(1000 / mark.width, 640 / mark.height)
    mark = mark.resize((round(mark.width * scale), round(mark.height * scale)), Image.Resampling.BICUBIC)
    out.paste(mark, (130, (size[1] - mark.height) // 2), mark)
    return out


def _beams(size: Size, seed: int, tints: Sequence[RGB]) -> Image.Image:
    """Spotlights from the rig above, to be added to a dark picture."""
    rng = random.Random(f"{seed}/beams")
    small = size[0] // 2, size[1] // 2
    out = Image.new("RGB", small)
    for i in range(9):
        x = small[0] * (i + 0.5) / 9
        reach = small[1] * rng.uniform(0.9, 1.25)
        a = math.radians(90 + (4 - i) * rng.uniform(3, 9))
        half = math.radians(rng.uniform(3.0, 5.5))
        cone = [(x, -6.0), *g.arc(x, -6, reach, a - half, a + half, 6)]
        layer = Image.new("L", small, 0)
        ImageDraw.Draw(layer).polygon(cone, fill=rng.randrange(80, 150))
        fade = Image.linear_gradient("L").transpose(Image.Transpose.FLIP_TOP_BOTTOM).resize(small)
        layer = ImageChops.multiply(layer.filter(ImageFilter.GaussianBlur(5)), fade)
        tint = Image.new("RGB", small)
        tint.paste(tints[i % len(tints)], (0, 0), layer)
        out = ImageChops.screen(out, tint)
    return out.resize(size, Image.Resampling.BICUBIC)


def crowd(size: Size, seed: int, depth: float, scale: float) -> Image.Image:
    """Heads, shoulders and arms from behind, as a mask; `depth` = share of the height where the heads are."""
    rng = random.Random(f"{seed}/crowd/{depth}")
    width, height = size[0] * 2, size[1] * 2
    mask = Image.new("L", (width, height), 0)
    draw = ImageDraw.Draw(mask)
    unit = height * 0.052 * scale
    x = -unit
    while x < width + unit:
        y = height * depth + rng.uniform(-0.7, 0.9) * unit
        head = unit * rng.uniform(0.85, 1.08)
        draw.polygon(g.ellipse(x, y, head * 0.78, head), fill=255)
        shoulder = unit * rng.uniform(1.6, 2.0)
        half = [(0.4 * unit, y + unit * 1.05), (shoulder, y + unit * 2.0), (shoulder, height + 9.0)]
        neck = [(x - dx, dy) for dx, dy in reversed(half)] + [(x + dx, dy) for dx, dy in half]
        draw.polygon(g.spline(neck), fill=255)
        if rng.random() < 0.34:
            _arm(draw, rng, x, y, unit, shoulder)
        x += unit * rng.uniform(1.9, 2.9)
    return mask.reduce(2)


def _arm(draw: ImageDraw.ImageDraw, rng: random.Random, x: float, y: float, unit: float, shoulder: float) -> None:
    for side in (-1, 1) if rng.random() < 0.35 else (rng.choice([-1, 1]),):
        elbow = (x + side * shoulder * rng.uniform(0.9, 1.3), y - unit * rng.uniform(0.2, 0.9))
        hand = (elbow[0] - side * unit * rng.uniform(-0.3, 0.8), elbow[1] - unit * rng.uniform(1.7, 2.5))
        path = g.spline([(x + side * shoulder * 0.82, y + unit * 2.4), elbow, hand])
        draw.polygon(g.taper(path, unit * 0.74, start=0.95, end=0.62), fill=255)
        palm = (hand[0], hand[1] - unit * 0.20)
        draw.polygon(g.ellipse(*palm, unit * 0.34, unit * 0.40), fill=255)
        if rng.random() < 0.45:
            continue
        for angle in (-118, -100, -82, -64, -20 if side < 0 else -160):
            a = math.radians(angle)
            tip = (palm[0] + unit * 0.74 * math.cos(a), palm[1] + unit * 0.78 * math.sin(a))
            draw.polygon(
                g.taper([palm, ((palm[0] + tip[0]) / 2, (palm[1] + tip[1]) / 2), tip], unit * 0.19, start=1, end=0.8),
                fill=255,
            )
            draw.polygon(g.circle(*tip, unit * 0.085, 16), fill=255)


STAGE: dict[str, tuple[RGB, RGB, tuple[RGB, ...]]] = {
    # Above, below, the lamps.
    "merchstand": ((30, 18, 14), (196, 62, 16), ((255, 120, 40), (255, 226, 190))),
    "nachtfalter": ((18, 10, 44), (92, 42, 110), ((230, 130, 180), (70, 160, 176), (150, 110, 220))),
    "kellerkind": ((22, 22, 22), (120, 112, 84), ((255, 232, 90), (240, 236, 220))),
    "geheimbund": ((4, 6, 4), (34, 58, 4), ((170, 255, 0), (90, 190, 10))),
    "goldkante": ((52, 8, 24), (188, 62, 40), ((255, 200, 90), (255, 150, 90))),
}


def event_picture(band: str, seed: int = 0, size: Size = SCENE) -> Image.Image:
    """The band's motif glowing above a stage, the crowd in front."""
    me = BANDS[band]
    top, bottom, lamps = STAGE[band]
    out = covers.gradient(size, top, bottom)
    side = round(size[1] * 0.70)
    art = covers.motif_film(band, seed, min(1400, side)).inked(me.on_dark)
    at = ((size[0] - side) // 2, round(size[1] * 0.03))
    glow = Image.new("RGB", size)
    glow.paste(art, at, art)
    soft = (
        glow.resize((size[0] // 8, size[1] // 8))
        .filter(ImageFilter.GaussianBlur(7))
        .resize(size, Image.Resampling.BICUBIC)
    )
    out = ImageChops.screen(out, soft.point([v * 9 // 20 for v in range(256)] * 3))
    out.paste(art, at, art)
    out = ImageChops.screen(out, _beams(size, seed, lamps))
    haze = texture.noise(size, size[0] / 5, seed + 3).point([round(v * 0.22) for v in range(256)])
    out = ImageChops.screen(out, ImageChops.multiply(Image.merge("RGB", (haze,) * 3), Image.new("RGB", size, lamps[0])))
    for depth, scale, share in ((0.77, 0.62, 0.30), (0.84, 0.86, 0.14), (0.92, 1.2, 0.04)):
        tint = tuple(round(c * share) for c in bottom)
        out.paste(tint, (0, 0), crowd(size, seed, depth, scale))
    return covers.grained(out, 0.03, seed)


def news_picture(band: str, seed: int = 0, size: Size = SCENE) -> Image.Image:
    """In turn: two things on the table, a wall of posters, a motif far too near."""
    me = BANDS[band]
    style = seed % 3
    if style == 0:
        cloth = me.cloths[seed // 3 % len(me.cloths)]
        items: list[Item] = [
            (band, "vinyl", seed + 1, None, (0.30, 0.48), 1.25, -8),
            (band, "t_shirt", seed, cloth, (0.74, 0.56), 1.42, 9),
            (band, "cassette", seed + 2, None, (0.50, 0.86), 0.80, -6),
        ]
        return table(backdrop_for(me, covers.ground_colour(band, seed + 1), 0), items, size)
    if style == 1:
        return _poster_wall(band, seed, size)
    on = covers.ground_colour(band, seed)
    out = covers.ground(band, seed, size).copy()
    side = round(size[0] * 1.02)
    covers.set_motif(out, me, seed, ((size[0] - side) // 2, round((size[1] - side) * 0.35), side), on)
    return out


def _poster_wall(band: str, seed: int, size: Size) -> Image.Image:
    """Pasted side by side on a hoarding, rained on once."""
    rng = random.Random(f"{band}/wall/{seed}")
    out = Image.new("RGB", size, (60, 58, 56))
    high = round(size[1] * 0.80)
    wide = round(high / posters.RATIO)
    places = [(x, y) for y in range(-high // 3, size[1], high) for x in range(-wide // 3, size[0], wide)]
    for i, (x, y) in enumerate(places):
        sheet = posters.tour_poster(band, seed + i * 3 % 7, finer(wide)).resize((wide, high), Image.Resampling.BICUBIC)
        turn = rng.uniform(-1.2, 1.2)
        mask = Image.new("L", sheet.size, 255).rotate(turn, Image.Resampling.BICUBIC, expand=True)
        at = x + rng.randrange(-6, 7), y + rng.randrange(-8, 9)
        out.paste((12, 12, 12), (at[0] + 3, at[1] + 4), mask.point([v // 2 for v in range(256)]))
        out.paste(sheet.rotate(turn, Image.Resampling.BICUBIC, expand=True), at, mask)
    creased = texture.ridges(texture.noise(size, size[0] / 16, seed, 1.4)).filter(ImageFilter.GaussianBlur(3))
    shade = texture.contrast(creased, 0.16, middle=70, to=236)
    light = Image.linear_gradient("L").rotate(90).resize(size).point([150 + v * 105 // 255 for v in range(256)])
    out = ImageChops.multiply(out, Image.merge("RGB", (ImageChops.multiply(shade, light),) * 3))
    return covers.grained(out, 0.03, seed)
