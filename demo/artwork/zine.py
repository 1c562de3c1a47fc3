"""Kellerkind: cut, glued and photocopied; halftone, tape and one yellow marker."""

import math
import random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from demo.artwork import geometry as g
from demo.artwork import lettering as faces
from demo.artwork import texture
from demo.artwork.sheet import Plate, Sheet

CUTTINGS = (faces.CONDENSED, faces.TYPEWRITER, faces.SERIF, faces.WIDE, faces.GROTESQUE, faces.SOFT)
TONES = 500


def plates(sheet: Sheet) -> tuple[Plate, Plate, Plate, Plate]:
    return sheet.plate("paper"), sheet.plate("accent"), sheet.plate("ink"), sheet.plate("second")


def torn(points: g.Points, rng: random.Random, rough: float = 0.012) -> g.Points:
    """The outline as torn by hand."""
    return [
        (x + rng.gauss(0, rough) * 0.6, y + rng.gauss(0, rough) * 0.6)
        for x, y in g.resample([*points, points[0]], rough * 1.6)
    ]


def snippet(rng: random.Random, x: float, y: float, w: float, h: float, turn: float) -> g.Points:
    """A scissor cut: four edges, none parallel."""
    corners = [
        (px * w / 2 + rng.uniform(-0.06, 0.06) * h, py * h / 2 + rng.uniform(-0.06, 0.06) * h)
        for px, py in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return g.move(corners, x, y, turn=math.radians(turn))


def ransom(sheet: Sheet, rng: random.Random, text: str, y: float, width: float) -> None:
    """Letters cut from as many newspapers."""
    paper, accent, ink, _ = plates(sheet)
    step = width / len(text)
    for i, letter in enumerate(text):
        if letter == " ":
            continue
        x = -width / 2 + step * (i + 0.5)
        dy, turn = rng.uniform(-0.03, 0.03), rng.uniform(-9, 9)
        style = rng.choice(["plain", "plain", "black", "black", "yellow"])
        high = step * rng.uniform(1.35, 1.6)
        cut = snippet(rng, x, y + dy, step * 1.02, high, turn)
        for plate in (accent, ink):
            plate.fill(cut, 0)
        paper.fill(cut)
        if style == "black":
            ink.fill(cut)
        elif style == "yellow":
            accent.fill(cut)
        else:
            ink.line(cut, 0.006, closed=True)
        ink.text(
            letter,
            rng.choice(CUTTINGS),
            x,
            y + dy,
            width=step * 0.80,
            height=high * rng.uniform(0.60, 0.72),
            tone=0 if style == "black" else 255,
            turn=turn,
        )


def tape(sheet: Sheet, rng: random.Random, x: float, y: float, length: float, turn: float) -> None:
    second = sheet.plate("second")
    half, wide = length / 2, 0.055
    edge = [(half + (0.012 if i % 2 else 0), -wide + 2 * wide * i / 8) for i in range(9)]
    second.fill(g.move(edge + [(-px, py) for px, py in reversed(edge)], x, y, turn=math.radians(turn)), 165)


def screen(sheet: Sheet, tones: Image.Image, area: g.Points, pitch: float, angle: float = 32) -> None:
    """Halftone the tones (a TONES² picture of the whole sheet, white = bare) into the area."""
    ink = sheet.plate("ink")
    dots = texture.halftone(tones, pitch * ink.unit, angle, size=sheet.size)
    stencil = Plate(sheet.size, "ink")
    stencil.fill(area)
    ink.image.paste(ImageChops.lighter(ink.image, ImageChops.multiply(dots, stencil.image)))


class Tones:
    """A grey picture to be halftoned; the sheet's own coordinates."""

    def __init__(self, ground: int) -> None:
        self.image = Image.new("L", (TONES, TONES), ground)

    def fill(self, points: g.Points, tone: int, blur: float = 0.0) -> None:
        mask = Image.new("L", self.image.size, 0)
        ImageDraw.Draw(mask).polygon([((x + 1) * TONES / 2, (y + 1) * TONES / 2) for x, y in points], fill=255)
        if blur:
            mask = mask.filter(ImageFilter.GaussianBlur(blur * TONES / 2))
        self.image.paste(tone, (0, 0), mask)


def finish(sheet: Sheet, rng: random.Random) -> None:
    sheet.shifted("accent", rng.uniform(-0.012, 0.012), rng.uniform(-0.01, 0.01))
    mask = texture.wear((sheet.size[0] // 2, sheet.size[1] // 2), rng.randrange(999), 0.05).resize(sheet.size)
    ink = sheet.plates["ink"].image
    ink.paste(ImageChops.multiply(ink, mask))


def scream(sheet: Sheet, rng: random.Random) -> None:
    paper, accent, ink, _ = plates(sheet)
    sheetlet = torn(g.move(g.box(-0.80, -0.94, 0.80, 0.72), turn=0.03), rng)
    paper.fill(sheetlet)
    tones = Tones(215)
    tones.fill(g.circle(-0.35, -0.35, 0.9), 245, 0.3)
    for i in range(9):
        a = math.radians(-150 + 120 * i / 8)
        tip = (0.02 + 0.86 * math.cos(a) * 0.72, -0.20 + 0.78 * math.sin(a))
        tones.fill(
            [
                (-0.06 + 0.38 * math.cos(a - 0.2), -0.15 + 0.42 * math.sin(a - 0.2)),
                tip,
                (0.06 + 0.38 * math.cos(a + 0.2), -0.15 + 0.42 * math.sin(a + 0.2)),
            ],
            10,
        )
    tones.fill(g.ellipse(0, -0.02, 0.42, 0.56), 235)
    tones.fill(g.ellipse(0.18, 0.06, 0.26, 0.50), 120, 0.10)
    tones.fill(g.ellipse(-0.16, -0.06, 0.20, 0.38), 250, 0.10)
    tones.fill(g.box(-0.20, 0.46, 0.20, 0.80), 110, 0.03)
    for side in (-1, 1):
        tones.fill(g.ellipse(side * 0.17, -0.12, 0.12, 0.09), 20, 0.03)
        tones.fill(g.ellipse(side * 0.44, 0.0, 0.06, 0.12), 170, 0.01)
    tones.fill([(-0.02, -0.05), (0.08, 0.10), (-0.04, 0.11)], 90, 0.02)
    tones.fill(g.ellipse(0.0, 0.32, 0.19, 0.20), 40, 0.015)
    tones.fill(g.ellipse(0.0, 0.34, 0.155, 0.16), 0)
    tones.fill(g.box(-0.12, 0.185, 0.12, 0.23), 250)
    tones.fill(g.ellipse(0.01, 0.45, 0.09, 0.05), 120, 0.01)
    screen(sheet, tones.image, sheetlet, 0.036)
    bar = g.move(g.box(-0.50, -0.085, 0.50, 0.085), 0, -0.13, turn=-0.06)
    ink.fill(bar)
    ink.text("KELLERKIND", faces.TYPEWRITER, 0, -0.13, width=0.80, turn=-3.4, tone=0)
    accent.fill(g.move(g.box(-0.66, -0.06, 0.66, 0.06), 0.05, 0.64, turn=-0.03))
    ransom(sheet, rng, rng.choice(["KEINE RUHE", "ZU LAUT", "KEIN LICHT"]), 0.80, 1.7)
    tape(sheet, rng, -0.72, -0.86, 0.42, -40)
    tape(sheet, rng, 0.74, -0.84, 0.42, 42)
    finish(sheet, rng)


def bulb(sheet: Sheet, rng: random.Random) -> None:
    """One bare bulb, the stairs going down."""
    paper, accent, ink, _ = plates(sheet)
    page = torn(g.box(-0.78, -0.94, 0.78, 0.60), rng)
    paper.fill(page)
    tones = Tones(30)
    for i in range(14):
        tones.fill(g.circle(0, -0.34, 0.98 - i * 0.065), 40 + i * 16, 0.03)
    for i in range(6):
        y = 0.06 + i * 0.10
        w = 0.26 + i * 0.09
        tones.fill(g.box(-w, y, w, y + 0.05), 235 - i * 22)
        tones.fill(g.box(-w, y + 0.05, w, y + 0.10), 70 - i * 8)
    screen(sheet, tones.image, page, 0.028)
    ink.line([(0, -0.96), (0, -0.62)], 0.016)
    glass = g.circle(0, -0.34, 0.17)
    accent.fill(glass)
    ink.fill(glass, 0)
    ink.line(glass, 0.016, closed=True)
    ink.fill(g.rounded(-0.07, -0.64, 0.07, -0.48, 0.02))
    ink.line(
        [(-0.06, -0.48), (-0.04, -0.33), (-0.02, -0.38), (0, -0.32), (0.02, -0.38), (0.04, -0.33), (0.06, -0.48)], 0.010
    )
    ransom(sheet, rng, "KELLERKIND", 0.74, 1.9)
    tape(sheet, rng, 0.0, -0.94, 0.36, 3)
    finish(sheet, rng)


def potato(sheet: Sheet, rng: random.Random) -> None:
    """It has been down there for a while."""
    paper, _accent, ink, _ = plates(sheet)
    blob = g.spline(
        [
            (-0.62, -0.12),
            (-0.40, -0.52),
            (0.05, -0.60),
            (0.46, -0.44),
            (0.66, -0.02),
            (0.50, 0.36),
            (0.05, 0.50),
            (-0.44, 0.36),
        ],
        closed=True,
    )
    for x, y, bend, high in ((-0.34, -0.46, -0.2, 0.36), (-0.06, -0.56, 0.1, 0.40), (0.30, -0.50, 0.24, 0.34)):
        sprout = g.spline([(x, y), (x + bend * 0.2, y - high * 0.5), (x + bend, y - high)])
        paper.stroke(sprout, 0.12, start=1, end=0.5)
        ink.stroke(sprout, 0.085, start=1, end=0.3)
        for s in (-1, 1):
            ink.fill(g.ellipse(x + bend + s * 0.05, y - high - 0.01, 0.075, 0.032, turn=s * 0.6 - 0.4 * s))
    paper.fill(g.move(blob, scale=1.05))
    tones = Tones(170)
    tones.fill(g.ellipse(-0.20, -0.20, 0.50, 0.34), 250, 0.16)
    tones.fill(g.ellipse(0.40, 0.30, 0.50, 0.22, turn=-0.7), 50, 0.12)
    for _ in range(16):
        x, y = rng.uniform(-0.5, 0.5), rng.uniform(-0.45, 0.4)
        tones.fill(g.ellipse(x, y, 0.05, 0.022, turn=rng.uniform(-0.6, 0.6)), 60, 0.008)
    screen(sheet, tones.image, blob, 0.026)
    ink.line(g.wobble(blob, 0.006, 0.15), 0.020, closed=True)
    for side in (-1, 1):
        cx, cy = side * 0.20 - 0.04, -0.12
        paper.disc(cx, cy, 0.13)
        ink.disc(cx, cy, 0.125, 0)
        ink.ring(cx, cy, 0.125, 0.018)
        ink.line([(cx - 0.06, cy - 0.06), (cx + 0.06, cy + 0.06)], 0.026)
        ink.line([(cx - 0.06, cy + 0.06), (cx + 0.06, cy - 0.06)], 0.026)
    mouth = g.outline((-0.30, 0.14), [(-0.05, 0.34), (0.24, 0.10)])
    ink.line(mouth, 0.022)
    for i in range(3, len(mouth) - 2, 4):
        x, y = mouth[i]
        ink.line([(x - 0.01, y - 0.05), (x + 0.01, y + 0.05)], 0.014)
    ransom(sheet, rng, "KELLERKIND", 0.74, 1.9)
    finish(sheet, rng)


def rat(sheet: Sheet, rng: random.Random) -> None:
    paper, accent, ink, _ = plates(sheet)
    accent.fill(torn(g.circle(0.02, -0.20, 0.70), rng, 0.01))
    back = [(0.86, 0.06), (0.74, -0.06), (0.60, -0.16), (0.52, -0.30), (0.42, -0.20), (0.20, -0.34), (-0.16, -0.46)]
    rest = [
        (-0.50, -0.32),
        (-0.62, 0.0),
        (-0.52, 0.26),
        (-0.30, 0.32),
        (0.10, 0.28),
        (0.36, 0.26),
        (0.60, 0.18),
        (0.80, 0.13),
    ]
    body = g.spline([*back, *rest], closed=True)
    paper.fill(g.move(body, -0.005, -0.01, scale=1.04))
    tail = g.spline([(-0.52, 0.22), (-0.84, 0.28), (-0.92, 0.02), (-0.74, -0.20), (-0.86, -0.44)])
    ink.stroke(tail, 0.07, start=1.0, end=0.1)
    tones = Tones(110)
    tones.fill(g.ellipse(-0.1, -0.30, 0.5, 0.16), 220, 0.10)
    tones.fill(g.ellipse(0.0, 0.24, 0.7, 0.14), 15, 0.08)
    screen(sheet, tones.image, body, 0.024)
    ink.line(body, 0.018, closed=True)
    for x in (-0.40, -0.24, 0.16, 0.30):
        ink.stroke([(x, 0.24), (x + 0.02, 0.34), (x + 0.13, 0.36)], 0.06, start=1, end=0.3)
    for x, y, r in ((0.50, -0.26, 0.13), (0.40, -0.24, 0.10)):
        paper.disc(x, y, r)
        ink.disc(x, y, r * 0.9, 0)
        ink.ring(x, y, r, 0.022)
    ink.disc(0.66, -0.03, 0.034)
    paper.disc(0.67, -0.04, 0.01)
    ink.disc(0.67, -0.04, 0.01, 0)
    ink.disc(0.86, 0.07, 0.032)
    for dy in (-0.10, 0.0, 0.10):
        ink.line([(0.76, 0.07), (0.97, 0.04 + dy)], 0.006)
    ransom(sheet, rng, "KELLERKIND", 0.66, 1.9)
    ink_line = rng.choice(["die ratten wissen bescheid", "unten ist es warm"])
    strip = g.move(g.box(-0.62, -0.06, 0.62, 0.06), 0, 0.91, turn=0.015)
    paper.fill(strip)
    ink.fill(strip, 0)
    ink.text(ink_line, faces.TYPEWRITER, 0, 0.91, width=1.12, turn=0.9)
    finish(sheet, rng)


def manifesto(sheet: Sheet, rng: random.Random) -> None:
    paper, accent, ink, _ = plates(sheet)
    page = torn(g.move(g.box(-0.82, -0.92, 0.82, 0.92), turn=-0.035), rng)
    paper.fill(page)
    tones = Tones(250)
    tones.fill(g.circle(0.9, 0.9, 0.9), 60, 0.35)
    screen(sheet, tones.image, page, 0.03, 12)
    ransom(sheet, rng, "KELLER", -0.66, 1.5)
    ransom(sheet, rng, "KIND", -0.28, 1.2)
    rows = [
        ("wir haben keine", False),
        ("heizung aber", False),
        ("vier verstärker", True),
        ("und eine sicherung", False),
    ]
    for i, (row, marked) in enumerate(rows):
        y = 0.06 + i * 0.185
        if marked:
            accent.fill(g.wobble(g.box(-0.70, y - 0.085, 0.62, y + 0.085), 0.008, 0.2))
        strip = snippet(rng, -0.02, y, 1.36, 0.15, rng.uniform(-1.5, 1.5))
        if not marked:
            paper.fill(strip)
            ink.fill(strip, 0)
        ink.text(row, faces.TYPEWRITER, -0.03, y, width=1.24, height=0.095, turn=rng.uniform(-1, 1))
    tape(sheet, rng, 0.0, -0.92, 0.5, -4)
    finish(sheet, rng)


MOTIFS = (scream, potato, rat, bulb, manifesto)
