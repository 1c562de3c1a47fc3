"""Nachtfalter: moths drawn from curves, dusted pink and petrol on the night."""

import math
import random
from collections.abc import Callable

from demo.artwork import geometry as g
from demo.artwork import lettering as faces
from demo.artwork.sheet import Plate, Sheet

Place = Callable[[g.Points, int], g.Points]
"""Wing coordinates of one side (-1, 1) to the sheet's."""

ROOT = (0.03, -0.06)
FOREWING = g.outline(
    ROOT,
    [(0.22, -0.40), (0.62, -0.66), (0.95, -0.62)],
    [(1.02, -0.58), (0.90, -0.44), (0.88, -0.28)],
    [(0.86, -0.12), (0.80, 0.00), (0.66, 0.06)],
    [(0.46, 0.08), (0.20, 0.04), ROOT],
)
HALF_TURN = tuple(math.pi * i / 40 for i in range(41))
HINDWING = g.outline(
    (0.03, 0.00),
    [(0.26, 0.02), (0.56, 0.00), (0.68, 0.12)],
    [(0.78, 0.26), (0.66, 0.44), (0.50, 0.50)],
    [(0.38, 0.56), (0.42, 0.74), (0.52, 0.92)],
    [(0.36, 0.92), (0.26, 0.70), (0.22, 0.52)],
    [(0.14, 0.40), (0.06, 0.22), (0.03, 0.00)],
)


def plates(sheet: Sheet) -> tuple[Plate, Plate, Plate, Plate]:
    return sheet.plate("third"), sheet.plate("accent"), sheet.plate("second"), sheet.plate("ink")


def dusted(sheet: Sheet, rng: random.Random) -> None:
    seed = rng.randrange(1000)
    for role in ("third", "accent", "second"):
        sheet.stippled(role, seed)


def toward(points: g.Points, root: g.Point, share: float) -> g.Points:
    return [(root[0] + (x - root[0]) * share, root[1] + (y - root[1]) * share) for x, y in points]


def moth(sheet: Sheet, x: float, y: float, size: float, *, turn: float = 0.0, fine: bool = True) -> None:
    """A luna moth seen from above, `size` = half its span."""
    third, accent, second, ink = plates(sheet)

    def place(points: g.Points, side: int) -> g.Points:
        return g.move([(px * side, py) for px, py in points], x, y, turn=turn, scale=size)

    for side in (-1, 1):
        for wing, root in ((HINDWING, (0.03, 0.0)), (FOREWING, ROOT)):
            for plate in (third, accent, second, ink):
                plate.fill(place(wing, side), 0)
            third.fill(place(wing, side))
            for i in range(24):
                share = 1 - i / 24
                accent.fill(place(toward(wing, root, share), side), max(0, round(250 * share**1.4 - 20)))
            for outer, inner in ((0.94, 0.88), (0.80, 0.785), (0.46, 0.40)):
                second.fill(place(toward(wing, root, outer), side), 210)
                second.fill(place(toward(wing, root, inner), side), 0)
            ink.line(place(wing, side), 0.012 * size, closed=True)
            if fine:
                veins(ink, place, wing, root, side)
        for (ex, ey), r in (((0.60, -0.30), 0.105), ((0.44, 0.24), 0.085)):
            eyespot(sheet, place([(ex, ey)], side)[0], r * size)
        antenna = g.outline((0.02, -0.18), [(0.04, -0.36), (0.16, -0.46), (0.27, -0.47)])
        ink.line(place(antenna, side), 0.012 * size)
        for i in range(3, len(antenna)):
            (ax, ay), length = antenna[i], 0.10 * math.sin(math.pi * (i + 3) / (len(antenna) + 4))
            ink.line(
                place([(ax - length * 0.3, ay - length), (ax, ay), (ax + length * 0.5, ay + length * 0.7)], side),
                0.006 * size,
            )
    body(sheet, place)


def veins(ink: Plate, place: Place, wing: g.Points, root: g.Point, side: int) -> None:
    for k in range(8, len(wing) - 8, 7):
        end = toward([wing[k]], root, 0.985)[0]
        bend = ((root[0] + end[0]) / 2, (root[1] + end[1]) / 2 - 0.03)
        ink.line(place(g.outline(root, [bend, end]), side), 0.004)


def eyespot(sheet: Sheet, at: g.Point, r: float) -> None:
    third, accent, second, ink = plates(sheet)
    x, y = at
    ink.disc(x, y, r)
    ink.disc(x, y, r * 0.86, 0)
    for plate in (third, accent, second):
        plate.disc(x, y, r * 0.86, 0)
    second.disc(x, y, r * 0.84)
    second.disc(x, y, r * 0.58, 0)
    third.disc(x, y, r * 0.58)
    ink.disc(x - r * 0.12, y - r * 0.12, r * 0.26)


def body(sheet: Sheet, place: Place) -> None:
    third, accent, second, ink = plates(sheet)
    shape = g.outline(
        (0.0, -0.24), [(0.09, -0.22), (0.09, 0.0), (0.065, 0.16)], [(0.05, 0.36), (0.02, 0.44), (0.0, 0.47)]
    )
    whole = place(g.both(shape), 1)
    for plate in (third, accent, second):
        plate.fill(whole, 0)
    ink.fill(whole)
    for i in range(7):
        y = 0.08 + i * 0.052
        w = 0.062 * (1 - i * 0.10)
        ink.fill(place([(-w, y), (0, y + 0.012), (w, y), (w, y + 0.014), (0, y + 0.028), (-w, y + 0.014)], 1), 0)


def luna(sheet: Sheet, rng: random.Random) -> None:
    _third, accent, _second, ink = plates(sheet)
    for i in range(20):
        accent.disc(0, -0.16, 0.74 * (1 - i / 20) ** 0.6, round(105 * (i / 20)))
    ink.ring(0, -0.16, 0.76, 0.006)
    ink.ring(0, -0.16, 0.79, 0.003)
    moth(sheet, 0, -0.16, 0.94)
    ink.text("NACHTFALTER", faces.SERIF, 0, 0.86, width=1.62, tracking=0.16)
    dusted(sheet, rng)


def moon(sheet: Sheet, rng: random.Random) -> None:
    """Small moths circling a moon."""
    third, accent, _second, ink = plates(sheet)
    for i in range(40):
        accent.disc(0, -0.06, 0.58 * (1 - i / 40), round(60 + 190 * (i / 40) ** 0.6))
    for _ in range(26):
        a, r = rng.uniform(0, math.tau), 0.44 * math.sqrt(rng.random())
        third.disc(r * math.cos(a), -0.06 + r * math.sin(a), rng.uniform(0.012, 0.07), rng.randrange(20, 120))
    ink.ring(0, -0.06, 0.60, 0.008)
    for ring, count, size in ((0.60, 7, 0.20), (0.86, 12, 0.11)):
        start = rng.uniform(0, math.tau)
        for i in range(count):
            a = start + math.tau * i / count
            moth(sheet, ring * math.cos(a), -0.06 + ring * math.sin(a), size, turn=a + math.pi / 2, fine=False)
    ink.text("Nachtfalter", faces.ITALIC, 0, -0.05, width=0.86)
    dusted(sheet, rng)


def butterfly(t: float) -> g.Point:
    """The transcendental butterfly curve."""
    r = math.exp(math.sin(t)) - 2 * math.cos(4 * t) + math.sin((2 * t - math.pi) / 24) ** 5
    return r * math.cos(t), -r * math.sin(t)


def trace(sheet: Sheet, rng: random.Random) -> None:
    _third, accent, second, ink = plates(sheet)
    points = g.curve(butterfly, 0, 24 * math.pi, 4200)
    for i in range(9):
        size = 0.30 - i * 0.022
        plate = (accent, second)[i % 2]
        plate.line(g.move(points[: 4200 // 12 + 1], 0, 0.02, scale=size), 0.010, 230 - i * 10)
    ink.line(g.move(points, 0, 0.02, scale=0.30), 0.004)
    ink.text("nachtfalter", faces.ITALIC, 0, 0.86, width=1.0)
    dusted(sheet, rng)


def phases(sheet: Sheet, rng: random.Random) -> None:
    """The moon's phases over a single wing."""
    _third, _accent, _second, ink = plates(sheet)
    for i in range(7):
        a = math.radians(-158 + 136 * i / 6)
        x, y, r = 0.86 * math.cos(a), 0.22 + 1.00 * math.sin(a), 0.10 if i != 3 else 0.14
        dark = abs(i - 3) / 3
        side = 1 if i < 3 else -1
        # From the lit limb back along the terminator, a half ellipse.
        limb = [(x + side * r * math.sin(t), y - r * math.cos(t)) for t in HALF_TURN]
        inner = (1.5 * dark - 1) * side * r
        back = [(x + inner * math.sin(t), y + r * math.cos(t)) for t in HALF_TURN]
        ink.fill(limb + back)
        ink.ring(x, y, r, 0.005)
    moth(sheet, 0, 0.06, 0.74)
    ink.text("bis das Licht angeht", faces.ITALIC, 0, 0.84, width=1.2, height=0.085)
    ink.text("NACHTFALTER", faces.SERIF, 0, 0.955, height=0.05, tracking=0.5)
    dusted(sheet, rng)


def eyes(sheet: Sheet, rng: random.Random) -> None:
    """Two eyespots looking out of the dark: wings so near that only their pattern is left."""
    third, accent, second, ink = plates(sheet)
    frame = g.box(-0.94, -0.86, 0.94, 0.60)
    third.fill(frame)
    for side in (-1, 1):
        for i in range(30):
            t = 1 - i / 30
            accent.fill(g.ellipse(side * 0.48, -0.10, 0.62 * t, 0.72 * t, turn=side * 0.35), round(235 * (1 - t) + 10))
        for i in range(44):
            a = math.tau * i / 44
            r = 0.44 + 0.05 * math.sin(5 * a)
            if math.cos(a) > -0.45:
                ray = [(side * (0.46 + q * math.cos(a)), -0.12 + q * math.sin(a)) for q in (0.35, r, r + 0.32)]
                ink.stroke(ray, 0.014, start=1)
        eyespot(sheet, (side * 0.46, -0.12), 0.33)
        for k in (0.20, 0.125, 0.09):
            ink.ring(side * 0.46, -0.12, k, 0.006, 0 if k < 0.1 else 255)
    for plate in (third, accent, second, ink):
        for edge in (g.box(-1, -1, 1, -0.86), g.box(-1, 0.60, 1, 1), g.box(-1, -1, -0.94, 1), g.box(0.94, -1, 1, 1)):
            plate.fill(edge, 0)
        plate.fill(g.both(g.outline((0, -0.62), [(0.05, -0.5), (0.06, 0.1), (0, 0.56)])), 0)
    body(sheet, lambda points, side: g.move(points, 0, -0.12, scale=1.25))
    ink.text("NACHTFALTER", faces.SERIF, 0, 0.80, width=1.88, height=0.24)
    dusted(sheet, rng)


def rose(t: float) -> g.Point:
    r = 0.62 + 0.38 * abs(math.cos(3 * t))
    return r * math.cos(t), r * math.sin(t)


ROSE = g.curve(rose, 0, math.tau, 240)


def flower(sheet: Sheet, rng: random.Random) -> None:
    """Evening primrose from rose curves, one moth on it."""
    third, accent, second, ink = plates(sheet)
    for k in range(10):
        size = 0.96 - k * 0.085
        plate = (third, accent, second)[k % 3]
        turn = k * 0.21
        petals = [(size * x, size * y) for x, y in g.move(ROSE, turn=turn)]
        for other in (third, accent, second, ink):
            other.fill(petals, 0)
        for i in range(12):
            plate.fill(toward(petals, (0.0, 0.0), 1 - i / 12), round(255 - 165 * i / 12))
        ink.line(petals, 0.006, closed=True)
    moth(sheet, 0, 0.02, 0.52, turn=rng.uniform(-0.4, 0.4))
    dusted(sheet, rng)


MOTIFS = (luna, eyes, moon, phases, flower, trace)
