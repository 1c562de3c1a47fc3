"""Merchstand: gig posters from wood type; one black, one signal orange, never quite in register."""

import math
import random

from demo.artwork import geometry as g
from demo.artwork import lettering as faces
from demo.artwork.sheet import Plate, Sheet


def rays(plate: Plate, x: float, y: float, inner: float, outer: float, count: int, share: float = 0.5) -> None:
    step = math.tau / count
    for i in range(count):
        a, b = i * step, (i + share) * step
        plate.fill(
            [
                (x + inner * math.cos(a), y + inner * math.sin(a)),
                (x + outer * math.cos(a), y + outer * math.sin(a)),
                (x + outer * math.cos(b), y + outer * math.sin(b)),
                (x + inner * math.cos(b), y + inner * math.sin(b)),
            ]
        )


def finish(sheet: Sheet, rng: random.Random) -> None:
    sheet.shifted("accent", rng.uniform(0.006, 0.012), rng.uniform(-0.010, -0.005))
    sheet.worn(rng.randrange(1000), 0.22)


def wordmark(sheet: Sheet, rng: random.Random) -> None:
    accent, ink = sheet.plate("accent"), sheet.plate("ink")
    accent.disc(0.16, -0.04, 0.74)
    bottom = ink.stack(["MERCH", "STAND"], faces.CONDENSED, 0, -0.74, width=1.84, gap=0.055)
    ink.fill(g.box(-0.92, bottom + 0.05, 0.92, bottom + 0.085))
    line = rng.choice(["LAUT & NAH & ECHT", "ALLE BANDS, EIN TISCH", "DIREKT VON DER BAND"])
    height = ink.text(line, faces.CONDENSED, 0, bottom + 0.20, width=1.84, height=0.14, tracking=0.03)
    ink.fill(g.box(-0.92, bottom + 0.24 + height / 2, 0.92, bottom + 0.275 + height / 2))
    finish(sheet, rng)


def stall(sheet: Sheet, rng: random.Random) -> None:
    accent, ink = sheet.plate("accent"), sheet.plate("ink")
    stripes, left, right = 9, -0.86, 0.86
    top, lip = -0.84, -0.34
    for i in range(stripes):
        plate = accent if i % 2 else ink
        a, b = i / stripes, (i + 1) / stripes
        upper_a, upper_b = -0.70 + 1.40 * a, -0.70 + 1.40 * b
        lower_a, lower_b = left + (right - left) * a, left + (right - left) * b
        plate.fill([(upper_a, top), (upper_b, top), (lower_b, lip), (lower_a, lip)])
        plate.disc((lower_a + lower_b) / 2, lip, (lower_b - lower_a) / 2)
    for x in (-0.80, 0.765):
        ink.fill(g.box(x, lip + 0.05, x + 0.035, 0.42))
    half = [(0.09, -0.10), (0.22, -0.05), (0.36, 0.09), (0.27, 0.17), (0.21, 0.11), (0.21, 0.42)]
    ink.fill([(x - 0.36, y) for x, y in g.both([(0.0, -0.05), *half, (0.0, 0.42)])])
    accent.fill(g.star(-0.36, 0.16, 0.12, 0.05, 5))
    ink.fill(g.star(-0.36, 0.16, 0.12, 0.05, 5), 0)
    ink.disc(0.34, 0.13, 0.29)
    for r in (0.25, 0.215, 0.18, 0.145):
        ink.ring(0.34, 0.13, r, 0.007, 0)
    accent.disc(0.34, 0.13, 0.10)
    ink.disc(0.34, 0.13, 0.10, 0)
    ink.disc(0.34, 0.13, 0.018)
    ink.fill(g.box(-0.92, 0.42, 0.92, 0.92))
    ink.text("MERCHSTAND", faces.CONDENSED, 0, 0.67, width=1.70, tone=0)
    finish(sheet, rng)


def ticket(sheet: Sheet, rng: random.Random) -> None:
    accent, ink = sheet.plate("accent"), sheet.plate("ink")
    turn = math.radians(-9)

    def put(plate: Plate, points: g.Points, tone: int = 255) -> None:
        plate.fill(g.move(points, turn=turn), tone)

    put(accent, g.box(-0.94, -0.50, 0.94, 0.50))
    for i in range(13):
        y = -0.50 + i / 12
        for x in (-0.94, 0.94):
            put(accent, g.circle(x, y, 0.028, 20), 0)
    put(ink, g.box(-0.84, -0.43, 0.50, -0.40))
    put(ink, g.box(-0.84, 0.40, 0.50, 0.43))
    for i in range(16):
        put(accent, g.box(0.565, -0.49 + i * 0.0625, 0.577, -0.455 + i * 0.0625), 0)

    def word(text: str, x: float, y: float, height: float, extra: float = 0, width: float = 1.30) -> None:
        px, py = g.move([(x, y)], turn=turn)[0]
        ink.text(text, faces.CONDENSED, px, py, width=width, height=height, turn=-9 + extra, tracking=0.02)

    word(rng.choice(["EINLASS", "ZUGABE", "STEHPLATZ"]), -0.19, -0.06, 0.36, width=1.22)
    word("MERCHSTAND ZEIGT", -0.19, -0.325, 0.075)
    word(rng.choice(["19:30", "20:00", "21:15"]), -0.50, 0.265, 0.17)
    word("REIHE 1", 0.13, 0.265, 0.17)
    word(f"NR. {rng.randrange(100, 999)}", 0.655, 0.0, 0.085, 90)
    rand = random.Random(rng.random())
    y = -0.40
    while y < 0.38:
        bar = rand.choice([0.008, 0.014, 0.024])
        put(ink, g.box(0.74, y, 0.88, y + bar))
        y += bar + rand.choice([0.010, 0.016])
    finish(sheet, rng)


def speakers(sheet: Sheet, rng: random.Random) -> None:
    accent, ink = sheet.plate("accent"), sheet.plate("ink")
    rays(accent, 0, -0.12, 0.20, 1.3, 22)
    accent.fill(g.box(-1, 0.62, 1, 1), 0)
    ink.fill(g.rounded(-0.46, -0.94, 0.46, 0.56, 0.05))
    for y, r in ((-0.58, 0.27), (0.11, 0.38)):
        ink.ring(0, y, r, 0.022, 0)
        ink.ring(0, y, r * 0.84, r * 0.07, 0)
        ink.ring(0, y, r * 0.62, 0.010, 0)
        accent.disc(0, y, r * 0.40)
        ink.disc(0, y, r * 0.40, 0)
        ink.disc(0, y, r * 0.15)
        for i in range(8):
            a = math.tau * i / 8 + 0.39
            ink.disc(r * 0.93 * math.cos(a), y + r * 0.93 * math.sin(a), 0.012, 0)
    word = rng.choice(["LAUTER", "LAUT!", "BASS"])
    ink.text(word, faces.CONDENSED, 0, 0.79, width=1.9, height=0.32)
    accent.fill(g.box(-1, 0.60, 1, 0.625), 0)
    finish(sheet, rng)


def microphone(sheet: Sheet, rng: random.Random) -> None:
    accent, ink = sheet.plate("accent"), sheet.plate("ink")
    accent.fill(g.star(0, -0.22, 0.76, 0.60, 26))
    accent.fill(g.box(-0.97, 0.36, 0.97, 0.92))
    capsule = g.rounded(-0.30, -0.80, 0.30, 0.16, 0.29)
    ink.fill(g.rounded(-0.345, -0.845, 0.345, 0.205, 0.335))
    ink.line(capsule, 0.018, 0, closed=True)
    for i in range(4):
        y = -0.58 + i * 0.085
        ink.fill(g.rounded(-0.22, y, -0.03, y + 0.045, 0.02), 0)
        ink.fill(g.rounded(0.03, y, 0.22, y + 0.045, 0.02), 0)
    ink.fill(g.box(-0.30, -0.225, 0.30, -0.125), 0)
    ink.text("MS", faces.CONDENSED, 0, -0.175, height=0.07)
    for i in range(5):
        x = -0.20 + i * 0.10
        ink.fill(g.rounded(x - 0.022, -0.08, x + 0.022, 0.08 - abs(i - 2) * 0.025, 0.02), 0)
    ink.fill(g.box(-0.06, 0.19, 0.06, 0.30))
    ink.fill(g.box(-0.14, 0.28, 0.14, 0.36))
    word = rng.choice(["ZUGABE!", "EINS ZWEI", "TEST TEST"])
    ink.text(word, faces.CONDENSED, 0, 0.64, width=1.76, height=0.44)
    finish(sheet, rng)


def record(sheet: Sheet, rng: random.Random) -> None:
    accent, ink = sheet.plate("accent"), sheet.plate("ink")
    ink.disc(0, 0, 0.94)
    for i in range(9):
        ink.ring(0, 0, 0.565 - i * 0.020, 0.005, 0)
    ink.ring(0, 0, 0.895, 0.009, 0)
    ink.ring(0, 0, 0.605, 0.009, 0)
    text = rng.choice(["NUR HEUTE ABEND · ONE NIGHT ONLY · ", "VON HAND GEDRUCKT · FROM THE STALL · "])
    ink.ring_text(text, faces.CONDENSED, 0, 0, 0.75, 0.15, tone=0, around=True)
    accent.disc(0, 0, 0.37)
    ink.disc(0, 0, 0.37, 0)
    ink.text("MERCH", faces.CONDENSED, 0, -0.135, width=0.52)
    ink.text("STAND", faces.CONDENSED, 0, 0.135, width=0.52)
    ink.disc(0, 0, 0.022)
    finish(sheet, rng)


def arrows(sheet: Sheet, rng: random.Random) -> None:
    """Wood type that shows the way: to the stall."""
    accent, ink = sheet.plate("accent"), sheet.plate("ink")
    point = [(-0.92, -0.30), (0.18, -0.30), (0.18, -0.62), (0.94, 0.0), (0.18, 0.62), (0.18, 0.30), (-0.92, 0.30)]
    accent.fill(point)
    ink.text(rng.choice(["ZUM MERCH", "ZUR KASSE", "ZUR BÜHNE"]), faces.CONDENSED, -0.12, 0.0, width=1.40)
    ink.stack(["GLEICH NEBEN DER"], faces.CONDENSED, -0.37, -0.90, width=1.1)
    ink.fill(g.box(-0.92, -0.70, 0.18, -0.665))
    ink.fill(g.box(-0.92, 0.665, 0.18, 0.70))
    ink.stack(["BAR · HINTEN LINKS"], faces.CONDENSED, -0.37, 0.74, width=1.1)
    finish(sheet, rng)


MOTIFS = (wordmark, stall, record, ticket, speakers, microphone, arrows)
