"""Full-bleed artwork: record sleeves, tracklists, labels, backs with the tour's dates."""

import random
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from demo.artwork import geometry as g
from demo.artwork import lettering, sunburst, texture, zine
from demo.artwork.bands import BANDS, Band, inks
from demo.artwork.sheet import RGB, Film, Plate, Sheet

Size = tuple[int, int]


@lru_cache(maxsize=4)
def motif_film(band: str, seed: int, size: int) -> Film:
    """The band's motif for a seed: each seed in turn takes the next one."""
    motifs = BANDS[band].motifs
    sheet = Sheet(size)
    motifs[seed % len(motifs)](sheet, random.Random(f"{band}/{seed}"))
    return sheet.film()


def gradient(size: Size, top: RGB, bottom: RGB) -> Image.Image:
    mask = Image.linear_gradient("L").resize(size, Image.Resampling.BICUBIC)
    return Image.composite(Image.new("RGB", size, bottom), Image.new("RGB", size, top), mask)


def grained(image: Image.Image, amount: float, seed: int = 4) -> Image.Image:
    grain = texture.contrast(texture.grain(image.size, seed), amount)
    return ImageChops.add(image, Image.merge("RGB", (grain,) * 3), 1, -128)


def _lines(band: str, plate: Plate, ratio: float, seed: int) -> None:
    """The quiet pattern behind a band's motif."""
    rng = random.Random(f"{band}/ground/{seed}")
    if band == "merchstand":
        plate.fill(g.box(-0.94, -0.94 * ratio, 0.94, 0.94 * ratio))
        plate.fill(g.box(-0.925, -ratio + 0.075, 0.925, ratio - 0.075), 0)
    elif band == "nachtfalter":
        for _ in range(240):
            plate.disc(
                rng.uniform(-1, 1),
                rng.uniform(-ratio, ratio),
                rng.choice([0.002, 0.003, 0.005]),
                rng.randrange(60, 255),
            )
    elif band == "kellerkind":
        tones = zine.Tones(232)
        corner = rng.choice([-0.9, 0.9])
        tones.fill(g.circle(corner, 0.9, 1.1), 60, 0.4)
        tones.fill(g.circle(-corner, -0.9, 0.7), 130, 0.3)
        plate.image.paste(texture.halftone(tones.image, 0.062 * plate.unit, 30, size=plate.image.size))
    elif band == "geheimbund":
        for i in range(60):
            plate.ring(0, 0, 0.03 + i * 0.05, 0.012)
    else:
        sunburst.wedges(plate, 0, 0, 0.0, 3.0, 24, start=0, end=353)


GROUNDS: dict[str, tuple[tuple[RGB, RGB, RGB], ...]] = {
    # Each: upper colour, lower colour, colour of the pattern.
    "merchstand": (
        ((240, 233, 217), (236, 228, 210), (28, 26, 24)),
        ((255, 92, 30), (250, 82, 20), (28, 26, 24)),
        ((32, 30, 28), (28, 26, 24), (240, 233, 217)),
    ),
    "nachtfalter": (
        ((26, 14, 54), (14, 66, 82), (246, 226, 224)),
        ((62, 34, 92), (20, 16, 48), (246, 226, 224)),
        ((14, 58, 74), (40, 22, 72), (246, 226, 224)),
    ),
    "kellerkind": (
        ((214, 207, 190), (206, 198, 180), (28, 27, 27)),
        ((255, 221, 0), (250, 214, 0), (28, 27, 27)),
        ((214, 207, 190), (206, 198, 180), (96, 92, 86)),
    ),
    "geheimbund": (
        ((10, 10, 11), (10, 10, 11), (32, 34, 33)),
        ((196, 250, 0), (196, 250, 0), (176, 228, 0)),
        ((12, 12, 13), (22, 24, 23), (30, 34, 26)),
    ),
    "goldkante": (
        ((255, 240, 214), (252, 232, 200), (250, 222, 176)),
        ((112, 18, 42), (94, 14, 36), (126, 28, 50)),
        ((222, 168, 50), (214, 156, 40), (230, 184, 78)),
    ),
}


def ground_colour(band: str, seed: int) -> RGB:
    choices = GROUNDS[band]
    return choices[seed // 2 % len(choices)][0]


@lru_cache(maxsize=4)
def ground(band: str, seed: int, size: Size) -> Image.Image:
    """Paper in the band's colours and pattern."""
    top, bottom, pattern = GROUNDS[band][seed // 2 % len(GROUNDS[band])]
    out = gradient(size, top, bottom)
    sheet = Sheet(size[0], size[1] / size[0])
    _lines(band, sheet.plate("ink"), size[1] / size[0], seed)
    mask = sheet.plate("ink").image.reduce(2).resize(size)
    out.paste(pattern, (0, 0), mask)
    if band == "nachtfalter":
        glow = Image.new("L", (64, 64), 0)
        ImageDraw.Draw(glow).ellipse((16, 14, 48, 46), fill=120)
        soft = glow.filter(ImageFilter.GaussianBlur(9)).resize(size, Image.Resampling.BICUBIC)
        out.paste((188, 112, 160), (0, 0), soft)
    return grained(out, 0.04)


def set_motif(out: Image.Image, band: Band, seed: int, box: tuple[int, int, int], on: RGB) -> None:
    """Print a motif into (left, top, side) of a picture."""
    left, top, side = box
    art = motif_film(band.slug, seed, min(1400, max(200, side))).inked(inks(band, on))
    if art.width != side:
        art = art.resize((side, side), Image.Resampling.BICUBIC)
    out.paste(art, (left, top), art)


@lru_cache(maxsize=2)
def cover(band: str, seed: int, size: int, ratio: float = 1.0) -> Image.Image:
    """A record sleeve; a higher one (`ratio` > 1) for cassettes."""
    high = round(size * ratio)
    out = ground(band, seed, (size, high)).copy()
    side = round(size * (0.84 if ratio == 1 else 0.92))
    set_motif(out, BANDS[band], seed, ((size - side) // 2, (high - side) // 2, side), ground_colour(band, seed))
    return out


@lru_cache(maxsize=2)
def rear(band: str, seed: int, size: int, ratio: float = 1.0) -> Image.Image:
    """The sleeve's other side: songs."""
    me = BANDS[band]
    out = ground(band, seed, (size, round(size * ratio))).copy()
    sheet = Sheet(size, ratio)
    accent, ink = sheet.plate("accent"), sheet.plate("ink")
    ink.text(me.name, me.display, 0, -0.72, width=1.5, height=0.15)
    accent.fill(g.box(-0.75, -0.56, 0.75, -0.545))
    rows = [f"{i + 1}  {song}" for i, song in enumerate(me.songs)]
    for i, row in enumerate(rows):
        ink.text(row, me.text, -0.75, -0.40 + i * 0.128, width=1.5, height=0.062, anchor="left")
    accent.fill(g.box(-0.75, 0.70, 0.75, 0.712))
    ink.text(me.tagline, me.text, -0.75, 0.80, height=0.045, anchor="left")
    bars = random.Random(seed)
    x = 0.45
    while x < 0.75:
        w = bars.choice([0.006, 0.010, 0.016])
        ink.fill(g.box(x, 0.755, x + w, 0.86))
        x += w + bars.choice([0.006, 0.010])
    art = plain(me, sheet.film(), ground_colour(band, seed)).crop((0, 0, *out.size))
    out.paste(art, (0, 0), art)
    return out


def plain(band: Band, film: Film, on: RGB) -> Image.Image:
    """Ink straight on the ground: Kellerkind's black needs paper below it only where the ground is dark."""
    colours = inks(band, on)
    if band.slug == "kellerkind" and sum(on) < 300:
        colours["ink"] = colours["paper"]
    return film.inked(colours)


@lru_cache(maxsize=4)
def wordmark(band: str, size: int) -> Film:
    """The bare name, two lines, on a square."""
    me = BANDS[band]
    sheet = Sheet(size)
    ink = sheet.plate("ink")
    top = -0.52 if band != "geheimbund" else -0.36
    bottom = ink.stack(me.wordmark, me.display, 0, top, width=1.7, gap=0.07)
    accent = sheet.plate("accent")
    accent.fill(g.box(-0.85, bottom + 0.10, 0.85, bottom + 0.13))
    ink.text(me.tagline, me.text, 0, bottom + 0.24, width=1.7, height=0.09)
    return sheet.film()


@lru_cache(maxsize=4)
def name_line(band: str, size: int) -> Film:
    """The name in one line, ratio 1:7 (sleeves)."""
    me = BANDS[band]
    sheet = Sheet(size, 1 / 7)
    sheet.plate("ink").text(me.name, me.display, 0, 0, width=1.9, height=0.15)
    return sheet.film()


@lru_cache(maxsize=4)
def tour_list(band: str, seed: int, size: int) -> Film:
    """What a tour shirt wears on its back."""
    me = BANDS[band]
    rng = random.Random(f"{band}/tour/{seed}")
    sheet = Sheet(size)
    if band == "kellerkind":
        paper = sheet.plate("paper")
        paper.fill(zine.torn(g.box(-0.86, -0.94, 0.86, 0.94), rng))
    accent, ink = sheet.plate("accent"), sheet.plate("ink")
    head = ink.stack([me.name], me.display, 0, -0.86, width=1.6)
    accent.fill(g.box(-0.80, head + 0.05, 0.80, head + 0.075))
    day, month = rng.randrange(2, 9), rng.randrange(2, 11)
    cities = list(me.cities)
    step = (0.90 - head - 0.12) / len(cities)
    for i, city in enumerate(cities):
        y = head + 0.13 + step * (i + 0.5)
        ink.text(f"{day:02d}.{month:02d}.", me.display, -0.80, y, height=step * 0.44, anchor="left")
        name = city.upper() if me.display in (lettering.CONDENSED, lettering.WIDE, lettering.SERIF) else city
        ink.text(name, me.display, 0.80, y, width=1.04, height=step * 0.52, anchor="right")
        day += rng.randrange(1, 4)
    return sheet.film()


@lru_cache(maxsize=2)
def disc_label(band: str, seed: int, size: int, *, compact: bool = False) -> Image.Image:
    """The round label of a record, or the whole face of a CD (`compact`)."""
    me = BANDS[band]
    on = ground_colour(band, seed + 2)
    out = ground(band, seed + 2, (size, size)).copy()
    sheet = Sheet(size)
    accent, ink = sheet.plate("accent"), sheet.plate("ink")
    accent.ring(0, 0, 0.93, 0.03)
    if compact:
        accent.ring(0, 0, 0.40, 0.02)
    y = 0.62 if compact else 0.50
    ink.text(me.name, me.display, 0, -y, width=1.10, height=0.20)
    ink.text(me.tagline, me.text, 0, y, width=1.0, height=0.085)
    ink.text("A", me.display, -0.62, 0, height=0.16)
    ink.text("33" if not compact else "CD", me.display, 0.62, 0, height=0.14)
    art = plain(me, sheet.film(), on)
    out.paste(art, (0, 0), art)
    return out


@lru_cache(maxsize=2)
def tape_label(band: str, seed: int, size: int) -> Image.Image:
    """The sticker of a cassette, 808 x 396."""
    me = BANDS[band]
    ratio = 396 / 808
    on = ground_colour(band, seed)
    out = ground(band, seed, (size, round(size * ratio))).copy()
    sheet = Sheet(size, ratio)
    accent, ink = sheet.plate("accent"), sheet.plate("ink")
    accent.fill(g.box(-1, 0.30, 1, 0.36))
    accent.fill(g.box(-1, 0.40, 1, 0.43))
    ink.text(me.name, me.display, 0.06, -0.335, width=1.55, height=0.15)
    ink.text("A", me.display, -0.88, -0.335, height=0.15)
    ink.fill(g.box(-0.93, -0.215, 0.93, -0.205))
    art = plain(me, sheet.film(), on)
    out.paste(art.crop((0, 0, *out.size)), (0, 0), art.crop((0, 0, *out.size)))
    return out
