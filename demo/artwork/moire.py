"""Geheimbund: line against line until something moves that is not there."""

import math
import random
from collections.abc import Callable

from PIL import Image, ImageChops

from demo.artwork import geometry as g
from demo.artwork import lettering as faces
from demo.artwork.sheet import Plate, Sheet


def rings(plate: Plate, x: float, y: float, pitch: float, reach: float = 3.0) -> None:
    """Equal black and bare rings from the outside in."""
    for i in range(int(reach / pitch), 0, -1):
        plate.disc(x, y, i * pitch, 255 if i % 2 else 0)


def spokes(plate: Plate, x: float, y: float, count: int, reach: float = 3.0, turn: float = 0.0) -> None:
    for i in range(count):
        a, b = math.tau * i / count + turn, math.tau * (i + 0.5) / count + turn
        plate.fill(
            [
                (x, y),
                (x + reach * math.cos(a), y + reach * math.sin(a)),
                (x + reach * math.cos(b), y + reach * math.sin(b)),
            ]
        )


def against(sheet: Sheet, role: str, *layers: Callable[[Plate], None]) -> Plate:
    """Layers printed so that ink on ink is bare again."""
    plate = sheet.plate(role)
    for layer in layers:
        other = Plate(sheet.size, role)
        layer(other)
        plate.image.paste(ImageChops.difference(plate.image, other.image))
    return plate


def within(plate: Plate, points: g.Points) -> None:
    """Keep only what lies inside."""
    stencil = Plate(plate.image.size, plate.role)
    stencil.fill(points)
    plate.image.paste(ImageChops.multiply(plate.image, stencil.image))


def name(plate: Plate, y: float, width: float = 1.9, height: float | None = None) -> None:
    plate.text("GEHEIMBUND", faces.WIDE, 0, y, width=width, height=height)


def twins(sheet: Sheet, rng: random.Random) -> None:
    """Two sources, one interference."""
    shift = rng.uniform(0.10, 0.16)
    ink = against(
        sheet,
        "ink",
        lambda p: rings(p, -shift, -0.12, 0.034),
        lambda p: rings(p, shift, -0.12, 0.034),
    )
    within(ink, g.circle(0, -0.12, 0.86, 240))
    name(ink, 0.87)


def sphere(sheet: Sheet, rng: random.Random) -> None:
    """Level lines swelling over a ball."""
    ink = sheet.plate("ink")
    lines, r = 30, 0.70
    for i in range(lines):
        y = -0.94 + 1.66 * i / (lines - 1)

        def at(x: float, y: float = y) -> g.Point:
            q = 1 - (x * x + (y + 0.11) ** 2) / (r * r)
            lift = math.sqrt(q) if q > 0 else 0.0
            return x, y + lift * 0.42 * (y + 0.11) - lift * 0.02

        weight = 0.010 + 0.026 * max(0.0, 1 - ((y + 0.11) / r) ** 2)
        ink.line(g.curve(at, -0.95, 0.95, 160), 0.014)
        inner = [p for p in g.curve(at, -0.95, 0.95, 160) if p[0] ** 2 + (y + 0.11) ** 2 < r * r]
        if len(inner) > 3:
            ink.stroke(inner, weight + 0.014, start=0.3, end=0.3)
    name(ink, 0.88)


def eye(sheet: Sheet, rng: random.Random) -> None:
    """Who knows, sees."""
    ink = sheet.plate("ink")
    apex, foot, half = -0.94, 0.66, 0.95
    for i in range(15):
        s = 1 - i * 0.062
        cy = 0.22
        triangle = [(0, cy + (apex - cy) * s), (half * s, cy + (foot - cy) * s), (-half * s, cy + (foot - cy) * s)]
        ink.fill(triangle, 255 if i % 2 == 0 else 0)
    lid = g.arc(0, 0.68, 0.66, math.radians(-143), math.radians(-37)) + g.arc(
        0, -0.12, 0.66, math.radians(37), math.radians(143)
    )
    ink.fill(g.move(lid, 0, -0.02, scale=1.07), 0)
    ink.fill(lid)
    for i in range(8):
        ink.disc(0, 0.28, 0.245 - i * 0.031, 0 if i % 2 == 0 else 255)
    ink.disc(0, 0.28, 0.05, 0)
    name(ink, 0.86)


def gratings(sheet: Sheet, rng: random.Random) -> None:
    turn = math.radians(rng.uniform(5, 9))

    def bars(p: Plate, angle: float) -> None:
        for i in range(-40, 41):
            p.fill(g.move(g.box(i * 0.052 - 0.013, -2, i * 0.052 + 0.013, 2), turn=angle))

    ink = against(sheet, "ink", lambda p: bars(p, -turn), lambda p: bars(p, turn))
    within(ink, g.box(-0.95, -0.95, 0.95, 0.70))
    hole = g.circle(0, -0.12, 0.48, 160)
    ink.fill(hole, 0)
    inner = Plate(sheet.size, "ink")
    bars(inner, math.pi / 2)
    within(inner, hole)
    ink.image.paste(ImageChops.lighter(ink.image, inner.image))
    name(ink, 0.86)


def key(sheet: Sheet, rng: random.Random) -> None:
    """A keyhole with rings standing around it."""
    ink = against(sheet, "ink", lambda p: rings(p, 0, -0.22, 0.052), lambda p: spokes(p, 0, -0.22, 60))
    within(ink, g.box(-0.95, -0.95, 0.95, 0.70))
    hole = [*g.arc(0, -0.26, 0.25, math.radians(118), math.radians(422)), (0.24, 0.44), (-0.24, 0.44)]
    ink.fill(g.move(g.move(hole, 0, 0.06), 0, -0.01, scale=1.22), 0)
    accent = sheet.plate("accent")
    accent.fill(g.move(hole, 0, 0.04))
    name(ink, 0.86)


def tunnel(sheet: Sheet, rng: random.Random) -> None:
    """A chessboard floor rolled into a tube."""
    ink = sheet.plate("ink")
    sectors, levels = 20, 13
    for k in range(levels):
        outer, inner = 1.35 * 0.80**k, 1.35 * 0.80 ** (k + 1)
        twist = k * 0.10
        for i in range(sectors):
            if (i + k) % 2:
                continue
            a, b = math.tau * i / sectors + twist, math.tau * (i + 1) / sectors + twist
            cx, cy = 0.10 * (1 - 0.8**k), -0.12 - 0.06 * (1 - 0.8**k)
            ink.fill(g.arc(cx, cy, outer, a, b, 8) + g.arc(cx, cy, inner, b + 0.10, a + 0.10, 8))
    within(ink, g.box(-0.95, -0.95, 0.95, 0.70))
    name(ink, 0.86)


def stacked(sheet: Sheet, rng: random.Random) -> None:
    """The name, sliced."""
    plate = sheet.plate("ink")
    words = ("GEH", "EIM", "BUND")
    top = -0.92
    for word in words:
        top = plate.stack([word], faces.WIDE, 0, top, width=1.9) + 0.07
    image = plate.image
    shifted = Image.new("L", image.size, 0)
    strip = round(image.height / 46)
    for i in range(47):
        y = i * strip
        dx = round(0.055 * plate.unit * math.sin(i * 0.46) * (1 if i % 2 else -0.4))
        shifted.paste(image.crop((0, y, image.width, y + strip)), (dx, y))
    plate.image.paste(shifted)


MOTIFS = (twins, eye, sphere, key, stacked, gratings, tunnel)
