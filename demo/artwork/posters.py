"""Tour posters, 1500 x 2121 or of another width."""

import random
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from demo.artwork import covers, zine
from demo.artwork import geometry as g
from demo.artwork.bands import BANDS, KELLERKIND, Band
from demo.artwork.sheet import Sheet

SIZE = (1500, 2121)
RATIO = SIZE[1] / SIZE[0]


def poster(band: str, title: str, lines: Sequence[str], seed: int = 0, width: int = SIZE[0]) -> Image.Image:
    """The motif above, the title as wide as the sheet, one line for each date (up to about twelve)."""
    scale = width / SIZE[0]
    size = width, round(SIZE[1] * scale)
    me = BANDS[band]
    on = covers.ground_colour(band, seed)
    out = covers.ground(band, seed, size).copy()
    side = 1160 if len(lines) <= 7 else 960
    box = round((SIZE[0] - side) / 2 * scale), round(84 * scale), round(side * scale)
    covers.set_motif(out, me, seed, box, on)
    top = (84 + side + 40 - SIZE[1] / 2) / (SIZE[0] / 2)
    sheet = Sheet(width, RATIO)
    if me is KELLERKIND:
        _glue(sheet, title, lines, seed, top)
    else:
        _typeset(sheet, me, title, lines, top)
    art = covers.plain(me, sheet.film(), on)
    art = art.crop((0, 0, *size))
    out.paste(art, (0, 0), art)
    return out


def _typeset(sheet: Sheet, band: Band, title: str, lines: Sequence[str], top: float) -> None:
    accent, ink = sheet.plate("accent"), sheet.plate("ink")
    room = RATIO - 0.13 - top
    share = 0.26 if lines else 0.9
    height = min(0.24, room * share)
    ink.text(title, band.display, 0, top + height / 2, width=1.70, height=height)
    top += height + 0.06
    accent.fill(g.box(-0.85, top, 0.85, top + 0.014))
    top += 0.03
    step = min(0.15, (RATIO - 0.10 - top) / max(1, len(lines)))
    for i, line in enumerate(lines):
        y = top + step * (i + 0.5)
        left, _, right = line.partition(" · ")
        day, _, place = left.partition(" ")
        if place and day[:1].isdigit():
            ink.text(day, band.display, -0.85, y, width=0.42, height=step * 0.50, anchor="left")
            ink.text(
                place,
                band.display,
                -0.36 if right else 0.85,
                y,
                width=0.66 if right else 1.16,
                height=step * 0.58,
                anchor="left" if right else "right",
            )
        else:
            ink.text(left, band.display, -0.85, y, width=1.10 if right else 1.7, height=step * 0.58, anchor="left")
        if right:
            ink.text(right, band.text, 0.85, y, width=0.50, height=step * 0.34, anchor="right")
        accent.fill(g.box(-0.85, top + step * (i + 1) - 0.003, 0.85, top + step * (i + 1)))


def _glue(sheet: Sheet, title: str, lines: Sequence[str], seed: int, top: float) -> None:
    """Everything typed, cut out and glued on askew."""
    rng = random.Random(f"{seed}/kellerkind/poster")
    zine.plates(sheet)
    width = min(1.74, 0.22 * len(title))
    zine.ransom(sheet, rng, title.upper(), top + 0.10, width)
    top += 0.25
    paper, accent, ink, _ = zine.plates(sheet)
    step = min(0.115, (RATIO - 0.10 - top) / max(1, len(lines)))
    for i, line in enumerate(lines):
        y = top + step * (i + 0.5)
        turn = rng.uniform(-1.2, 1.2)
        x = rng.uniform(-0.08, 0.08)
        height = step * 0.50
        strip = zine.snippet(rng, x, y, min(1.74, 0.42 * height * 2.6 * len(line) * 0.62 + 0.2), step * 0.90, turn)
        for plate in (accent, ink):
            plate.fill(strip, 0)
        (accent if rng.random() < 0.2 else paper).fill(strip)
        ink.text(line, KELLERKIND.text, x, y, width=1.5, height=height, turn=turn)


@lru_cache(maxsize=8)
def tour_poster(band: str, seed: int, width: int) -> Image.Image:
    """The poster as sold: the band's own cities."""
    me = BANDS[band]
    rng = random.Random(f"{band}/poster/{seed}")
    day, month = rng.randrange(2, 8), rng.randrange(2, 11)
    lines = []
    for city in me.cities[:6]:
        lines.append(f"{day:02d}.{month:02d}. {city}")
        day += rng.randrange(1, 5)
    title = rng.choice(["Tour", "Auf Tour", "Live"]).upper() if band != "goldkante" else "Auf Tour"
    return poster(band, title, lines, seed, width)
