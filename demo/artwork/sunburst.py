"""Goldkante: brass on a summer evening; sun rays, scallops, horns, bordeaux and gold on cream."""

import math
import random

from demo.artwork import geometry as g
from demo.artwork import lettering as faces
from demo.artwork.sheet import Plate, Sheet


def wedges(
    plate: Plate,
    x: float,
    y: float,
    inner: float,
    outer: float,
    count: int,
    *,
    start: float,
    end: float,
    tone: int = 255,
) -> None:
    """Every second of `2 * count` wedges of a fan, angles in degrees."""
    step = math.radians(end - start) / (2 * count - 1)
    for i in range(count):
        a = math.radians(start) + 2 * i * step
        plate.fill(g.arc(x, y, outer, a, a + step, 8) + g.arc(x, y, inner, a + step, a, 8), tone)


def drops(plate: Plate, x: float, y: float, r: float, size: float, count: int, *, start: float, end: float) -> None:
    """Beads along an arc, angles in degrees, both ends included."""
    for i in range(count):
        a = math.radians(start + (end - start) * i / (count - 1))
        plate.disc(x + r * math.cos(a), y + r * math.sin(a), size)


def scale(sheet: Sheet, x: float, y: float, r: float) -> None:
    """One scallop of nested arcs, standing on its middle."""
    for k, role in enumerate(("ink", "second", "accent", "ink", "second", "accent")):
        for plate in sheet.plates.values():
            plate.disc(x, y, r * (1 - k * 0.165), 0)
        sheet.plate(role).disc(x, y, r * (1 - k * 0.165))


def plates(sheet: Sheet) -> tuple[Plate, Plate, Plate]:
    return sheet.plate("second"), sheet.plate("accent"), sheet.plate("ink")


def sunrise(sheet: Sheet, rng: random.Random) -> None:
    second, accent, ink = plates(sheet)
    horizon = 0.26
    wedges(accent, 0, horizon, 0.52, 0.98, 13, start=-180, end=0)
    wedges(ink, 0, horizon, 0.52, 0.90, 12, start=-173, end=-7)
    drops(ink, 0, horizon, 0.955, 0.018, 12, start=-173, end=-7)
    accent.disc(0, horizon, 0.49)
    ink.ring(0, horizon, 0.49, 0.02)
    face(ink, second, 0, 0.03)
    for row in range(3):
        y = horizon + 0.17 + row * 0.125
        for i in range(-4, 5):
            scale(sheet, i * 0.25 + (0.125 if row % 2 else 0), y, 0.145)
    for plate in (second, accent, ink):
        plate.fill(g.box(-1, 0.60, 1, 1), 0)
        plate.fill(g.box(-1, -1, -0.96, 1), 0)
        plate.fill(g.box(0.96, -1, 1, 1), 0)
    ink.text("Goldkante", faces.SOFT, 0, 0.795, width=1.84, height=0.27)


def face(ink: Plate, second: Plate, x: float, y: float) -> None:
    for side in (-1, 1):
        ink.stroke(g.arc(x + side * 0.17, y - 0.02, 0.085, math.pi, math.tau), 0.032, start=0.4, end=0.4)
        second.disc(x + side * 0.29, y + 0.10, 0.062)
    ink.stroke(g.arc(x, y + 0.03, 0.15, 0.35, math.pi - 0.35), 0.036, start=0.4, end=0.4)


def horn(plate: Plate, hollow: Plate, bell: g.Point, turn: float, size: float) -> None:
    """A trumpet seen from the side, its bell at `bell`, pointing along `turn` radians."""

    def put(points: g.Points, tone: int = 255) -> None:
        moved = g.move(points, bell[0], bell[1], turn=turn, scale=size)
        plate.fill(moved, tone)
        if not tone:
            hollow.fill(moved, 0)

    flare = g.outline((0.0, -0.30), [(-0.05, -0.12), (-0.22, -0.055), (-0.50, -0.045)], [(-1.55, -0.036)])
    put(flare + [(x, -y) for x, y in reversed(flare)])
    put(g.ellipse(0.0, 0.0, 0.045, 0.31))
    put(g.ellipse(-1.58, 0.0, 0.035, 0.085))
    loop = g.rounded(-1.22, -0.02, -0.40, 0.34, 0.16)
    inner = g.rounded(-1.15, 0.05, -0.47, 0.27, 0.10)
    put(loop)
    put(inner, 0)
    for i in range(3):
        x = -0.95 + i * 0.135
        put(g.rounded(x - 0.045, -0.16, x + 0.045, 0.40, 0.03))
        put(g.box(x - 0.016, -0.24, x + 0.016, -0.15))
        put(g.ellipse(x, -0.25, 0.05, 0.022))


def fanfare(sheet: Sheet, rng: random.Random) -> None:
    second, accent, ink = plates(sheet)
    wedges(second, 0, -0.12, 0.0, 0.77, 16, start=0, end=349)
    ink.ring(0, -0.12, 0.80, 0.018)
    drops(accent, 0, -0.12, 0.853, 0.020, 41, start=0, end=351)
    for side in (-1, 1):
        turn = -0.85 if side > 0 else math.pi + 0.85
        horn(accent, second, (side * 0.54, -0.66), turn, 0.88)
        bell = (side * 0.54, -0.66)
        ink.line(g.ellipse(*bell, 0.045, 0.275, turn=turn), 0.018, closed=True)
    ribbon(sheet, 0.56, "Goldkante")
    ink.text("Blech & Liebe", faces.SOFT_TEXT, 0, 0.90, height=0.095)


def ribbon(sheet: Sheet, y: float, text: str) -> None:
    second, accent, ink = plates(sheet)
    for side in (-1, 1):
        tail = [(0.60, y - 0.06), (0.98, y - 0.06), (0.87, y + 0.09), (0.98, y + 0.24), (0.60, y + 0.24)]
        points = [(side * px, py) for px, py in tail]
        for plate in (second, accent, ink):
            plate.fill(points, 0)
        second.fill(points)
    band = g.box(-0.82, y - 0.17, 0.82, y + 0.17)
    for plate in (second, accent):
        plate.fill(band, 0)
    ink.fill(band)
    ink.text(text, faces.SOFT, 0, y, width=1.48, height=0.19, tone=0)
    accent.fill(g.box(-0.80, y - 0.155, 0.80, y - 0.145))
    accent.fill(g.box(-0.80, y + 0.145, 0.80, y + 0.155))
    ink.fill(g.box(-0.80, y - 0.155, 0.80, y - 0.145), 0)
    ink.fill(g.box(-0.80, y + 0.145, 0.80, y + 0.155), 0)


def fan(sheet: Sheet, rng: random.Random) -> None:
    """A peacock's tail of scallops."""
    second, accent, ink = plates(sheet)
    foot = 0.52
    for row in range(6):
        r = 0.86 - row * 0.125
        count = 16 - 2 * row
        for i in range(count + row % 2):
            a = math.radians(-180 + 180 * (i + (0.0 if row % 2 else 0.5)) / count)
            scale(sheet, r * math.cos(a), foot + r * math.sin(a), 0.135)
    for plate in (second, accent, ink):
        plate.disc(0, foot, 0.24, 0)
        plate.fill(g.box(-1, foot, 1, 1), 0)
    accent.fill(g.arc(0, foot, 0.215, math.pi, math.tau))
    ink.fill(g.box(-1, foot + 0.02, 1, foot + 0.045))
    ink.text("Goldkante", faces.SOFT, 0, 0.755, width=1.84, height=0.25)


def medal(sheet: Sheet, rng: random.Random) -> None:
    _second, accent, ink = plates(sheet)
    ink.fill(scalloped(0.86, 0.08, 26))
    accent.fill(scalloped(0.78, 0.06, 26))
    ink.fill(g.circle(0, 0, 0.78), 0)
    ink.disc(0, 0, 0.74)
    accent.disc(0, 0, 0.74, 0)
    text = rng.choice(["TANZ MIT UNS · DANCE WITH US · ", "ALLES GLÄNZT · ALL THAT GLITTERS · "])
    ink.ring_text(text, faces.SOFT_TEXT, 0, 0, 0.62, 0.12, tone=0, around=True)
    accent.ring(0, 0, 0.50, 0.02)
    ink.ring(0, 0, 0.50, 0.02, 0)
    for plate, tone in ((accent, 255), (ink, 0)):
        wedges(plate, 0, 0, 0.16, 0.47, 18, start=0, end=350, tone=tone)
        plate.disc(0, 0, 0.31, 255 - tone)
        plate.text("G", faces.SOFT, 0, 0, height=0.33, tone=tone)


def scalloped(r: float, depth: float, count: int) -> g.Points:
    return g.curve(
        lambda a: (
            (r + depth * abs(math.sin(count * a / 2))) * math.cos(a),
            (r + depth * abs(math.sin(count * a / 2))) * math.sin(a),
        ),
        0,
        math.tau,
        count * 16,
    )


def heart(sheet: Sheet, rng: random.Random) -> None:
    """A fairground heart with icing."""
    second, accent, ink = plates(sheet)

    def shape(size: float) -> g.Points:
        return [(x * size / 17, -0.16 - y * size / 17) for x, y in g.curve(heart_point, 0, math.tau, 160)]

    wedges(accent, 0, -0.12, 0.62, 0.86, 24, start=0, end=352)
    for plate in (second, accent, ink):
        plate.fill(shape(0.88), 0)
    ink.fill(shape(0.84))
    border = g.resample([*shape(0.75), shape(0.75)[0]], 0.074)
    for i, (x, y) in enumerate(border):
        plate = accent if i % 2 else second
        plate.disc(x, y, 0.030)
        ink.disc(x, y, 0.030, 0)
    word = rng.choice([("Blech", "& Liebe"), ("Noch ein", "Tanz"), ("Gold", "kante")])
    ink.text(word[0], faces.SOFT, 0, -0.30, width=0.86, height=0.20, tone=0)
    ink.text(word[1], faces.SOFT, 0, -0.01, width=0.72, height=0.20, tone=0)
    ink.text("GOLDKANTE", faces.SOFT_TEXT, 0, 0.90, height=0.09, tracking=0.25)


def heart_point(t: float) -> g.Point:
    return (
        16 * math.sin(t) ** 3,
        13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t),
    )


def tuba(sheet: Sheet, rng: random.Random) -> None:
    """Looking straight into the bell, from which the song comes."""
    second, accent, ink = plates(sheet)
    wedges(ink, 0, -0.05, 0.60, 0.95, 30, start=0, end=354)
    for i in range(30):
        a = math.tau * i / 30 + math.tau / 59 * 1.5
        accent.disc(0.88 * math.cos(a), -0.05 + 0.88 * math.sin(a), 0.034)
    accent.disc(0, -0.05, 0.63)
    second.ring(0, -0.05, 0.46, 0.10)
    for r in (0.61, 0.555, 0.40, 0.345):
        ink.ring(0, -0.05, r, 0.014)
    accent.ring(0, -0.05, 0.46, 0.10, 0)
    ink.disc(0, -0.05, 0.26)
    wedges(second, 0, -0.05, 0.10, 0.20, 9, start=0, end=339)
    ink.ring_text("GOLDKANTE", faces.SOFT, 0, -0.05, 0.46, 0.085, middle=-90, tracking=0.22)
    ink.ring_text("BLASKAPELLE", faces.SOFT, 0, -0.05, 0.46, 0.085, middle=90, tracking=0.22, inward=True)


MOTIFS = (sunrise, fanfare, fan, medal, heart, tuba)
