"""Vinyl, CD and cassette."""

import math
import random

from PIL import Image, ImageChops, ImageDraw

from demo.artwork import geometry as g
from demo.artwork import texture
from demo.artwork.cloth import relief
from demo.artwork.garments import lens_for
from demo.artwork.geometry import Points
from demo.artwork.template import Builder, Print, Template

SLEEVE = (96.0, 420.0, 1136.0, 1460.0)
PLASTIC = (28, 28, 30)


def sheen(
    build: Builder,
    mask: Image.Image,
    x: float,
    y: float,
    r: float,
    angles: tuple[float, ...],
    amount: int,
    spread: float,
) -> None:
    """Light fanning over a disc's grooves."""
    layer = Image.new("L", build.size, 0)
    draw = ImageDraw.Draw(layer)
    for angle in angles:
        for i in range(8):
            half = math.radians(spread * (1 - i / 8))
            a = math.radians(angle)
            fan = [(x, y), *g.arc(x, y, r * 1.1, a - half, a + half, 10)]
            draw.polygon(build.lens.px(fan), fill=round(amount * (i + 1) / 8))
    layer = ImageChops.multiply(build.blur(layer, 7), mask)
    build.shade = ImageChops.add(build.shade, layer)


def disc(build: Builder, x: float, y: float, r: float, label: float) -> None:
    mask = build.panel(g.circle(x, y, r, 200), "disc", thick=1.6, puff=0, cast=0.8)
    rng = random.Random("grooves")
    rings = []
    at = r * 0.97
    while at > label * 1.12:
        rings.append([*g.circle(x, y, at, 160), (x + at, y)])
        at -= rng.choice([4.5, 4.5, 5.5, 9.0])
    build.lines(rings, 1.5, -26, soft=0.5, clip=mask)
    build.lines(rings[::4], 1.2, 16, soft=0.4, clip=mask)
    sheen(build, mask, x, y, r, (-52, 128), 92, 24)
    sheen(build, mask, x, y, r, (-20, 160), 30, 9)
    paper = build.panel(g.circle(x, y, label, 120), "label", thick=0.6, puff=0, cast=0.2)
    build.print(Print("disc", x, y, label * 2, label * 2, clip=paper, ink=False))
    build.line([*g.circle(x, y, label * 0.62, 80), (x + label * 0.62, y)], 2, -20, soft=0.6)
    build.panel(g.circle(x, y, 9), (236, 234, 230), thick=-1.5, puff=0, cast=0)


def cardboard(build: Builder, box: tuple[float, float, float, float], slot: str, *, worn: bool = True) -> Image.Image:
    """A printed square of card with its lit edges."""
    west, t, r, b = box
    shade = relief(build, 7, [], lumps=0.22, crumple=0.10)
    mask = build.panel(g.rounded(west, t, r, b, 4), "label", relief=shade, thick=1.0, puff=0.10, cast=2.2)
    build.print(Print(slot, (west + r) / 2, (t + b) / 2, r - west, b - t, clip=mask, ink=False))
    build.line([(west + 9, t), (west + 9, b)], 5, -26, soft=2.5, clip=mask)
    build.line([(west + 3, t), (west + 3, b)], 3, 46, soft=1.2, clip=mask)
    build.line([(west, t + 2), (r, t + 2)], 2.6, 36, soft=0.9, clip=mask)
    build.line([(west, b - 2), (r, b - 2), (r - 1, t)], 3, -40, soft=1.2, clip=mask)
    if worn:
        cx, cy, ring = (west + r) / 2, (t + b) / 2, (r - west) * 0.465
        build.line([*g.circle(cx, cy, ring, 140), (cx + ring, cy)], 8, 9, soft=4, clip=mask)
        patches = texture.noise(build.size, 16 * build.k, 5).point(
            [0] * 212 + [min(60, (v - 212) * 3) for v in range(212, 256)]
        )
        rim = ImageChops.subtract(mask, build.area(g.rounded(west + 7, t + 7, r - 7, b - 7, 10)))
        build.shade = ImageChops.add(build.shade, ImageChops.multiply(patches, rim))
    return mask


def gloss(build: Builder, points: Points, amount: int, soft: float, clip: Image.Image) -> None:
    light = build.blur(build.area(points), soft).point([round(v * amount / 255) for v in range(256)])
    build.shade = ImageChops.add(build.shade, ImageChops.multiply(light, clip))


def vinyl(view: str, width: int) -> Template:
    build = Builder(lens_for(view, width, (2.3, (1100.0, 880.0))), lift=0.8)
    west, t, _r, b = SLEEVE
    cy = (t + b) / 2
    if view == "back":
        disc(build, 620, cy - 4, 494, 168)
        mask = cardboard(build, (364.0, t, 1404.0, b), "rear")
    else:
        disc(build, 930, cy - 4, 494, 168)
        mask = cardboard(build, SLEEVE, "cover")
    gloss(build, [(west, t), (west + 620, t), (west + 180, b), (west, b)], 16, 60, mask)
    return build.finish(grain=0.04)


def jewel(build: Builder, box: tuple[float, float, float, float], slot: str) -> None:
    """A clear case: hinge bar at the left, booklet, glare."""
    west, t, r, b = box
    case = build.panel(g.rounded(west, t, r, b, 9), PLASTIC, thick=1.3, puff=0.1, cast=2.0)
    for i in range(26):
        y = t + 24 + i * (b - t - 48) / 25
        build.line([(west + 16, y), (west + 62, y)], 3.0, 22, soft=0.8, clip=case)
    paper = build.panel(g.box(west + 84, t + 12, r - 14, b - 12), "label", thick=0.5, puff=0, cast=0)
    build.print(Print(slot, (west + 84 + r - 14) / 2, (t + b) / 2, r - west - 98, r - west - 98, clip=paper, ink=False))
    build.line([(west + 80, t + 4), (west + 80, b - 4)], 4, 62, soft=1, clip=case)
    build.line([(west + 88, t + 12), (west + 88, b - 12)], 6, -36, soft=3, clip=case)
    for y in (t + 20, b - 20):
        for x in (west + 330, r - 250):
            half = 40
            build.line(
                g.arc(x, y, half, math.pi if y > t + 100 else 0, math.tau if y > t + 100 else math.pi),
                3,
                44,
                soft=1,
                clip=case,
            )
    gloss(build, [(west + 330, t), (west + 640, t), (west + 150, b), (west - 160, b)], 34, 5, case)
    gloss(build, [(west + 690, t), (west + 740, t), (west + 250, b), (west + 200, b)], 26, 4, case)
    edge = [*g.rounded(west + 3, t + 3, r - 3, b - 3, 8), (r - 12, t + 3)]
    build.line(edge, 3.4, 70, soft=0.8, clip=case)


def silver(build: Builder, x: float, y: float, r: float, *, printed: bool) -> None:
    mask = build.panel(g.circle(x, y, r, 180), "disc" if printed else (196, 198, 204), thick=1.2, puff=0, cast=1.4)
    if printed:
        build.print(Print("disc", x, y, r * 2, r * 2, clip=mask, ink=False))
    else:
        for i, tint in enumerate(((214, 190, 224), (186, 210, 236), (190, 232, 206), (240, 232, 188), (240, 200, 190))):
            a = math.radians(-70 + i * 15)
            for turn in (0.0, math.pi):
                wedge = [(x, y), *g.arc(x, y, r, a + turn, a + turn + math.radians(15), 8)]
                build.panel(wedge, tint, thick=0, puff=0, cast=0, tone=10)
    sheen(build, mask, x, y, r, (-58, 122), 70 if not printed else 44, 20)
    build.line([*g.circle(x, y, r * 0.30, 80), (x + r * 0.30, y)], 3, -30, soft=1)
    build.panel(g.circle(x, y, r * 0.155, 60), (222, 224, 226), thick=0.6, puff=0, cast=0, tone=-6)
    build.panel(g.circle(x, y, r * 0.13, 60), (70, 70, 74), thick=-1.5, puff=0, cast=0)


def cd(view: str, width: int) -> Template:
    build = Builder(lens_for(view, width, (2.2, (700.0, 1180.0))), lift=0.8)
    if view == "back":
        silver(build, 1010, 1270, 388, printed=False)
        jewel(build, (150.0, 300.0, 1190.0, 1226.0), "rear")
    else:
        jewel(build, (150.0, 300.0, 1190.0, 1226.0), "cover")
        silver(build, 1010, 1270, 388, printed=True)
    return build.finish(grain=0.035)


def shell(build: Builder, cx: float, cy: float, turn: float, slot: str) -> None:
    """A compact cassette, 900 x 570, its printed sticker around the window."""

    def put(points: Points) -> Points:
        return g.move(points, cx, cy, turn=math.radians(turn))

    base = build.panel(put(g.rounded(-450, -285, 450, 285, 26)), "trim", thick=1.8, puff=0.35, cast=2.0)
    sticker = build.panel(put(g.rounded(-404, -246, 404, 150, 14)), "label", thick=0.5, puff=0, cast=0.2)
    build.print(Print(slot, *put([(0, -48)])[0], 808, 396, turn=turn, clip=sticker, ink=False))
    build.panel(put(g.rounded(-250, -84, 250, 60, 68)), "trim", thick=-1.4, puff=0, cast=0)
    window = build.panel(put(g.rounded(-104, -56, 104, 32, 8)), (52, 44, 40), thick=-1.6, puff=0, cast=0)
    spool = build.area(put(g.circle(-190, -12, 168)))
    build.shade = ImageChops.subtract(
        build.shade, ImageChops.multiply(window, spool).point([v // 5 for v in range(256)])
    )
    for x in (-172, 172):
        build.panel(put(g.circle(x, -12, 55)), (238, 236, 230), thick=1.0, puff=0, cast=0.4)
        build.panel(put(g.circle(x, -12, 38)), (34, 32, 32), thick=-1.4, puff=0, cast=0)
        for i in range(6):
            a = math.tau * i / 6 + 0.3
            tooth = g.move(g.box(22, -6, 42, 6), x, -12, turn=a)
            build.panel(put(tooth), (238, 236, 230), thick=0.8, puff=0, cast=0)
    foot = put([(-300, 286), (-262, 176), (262, 176), (300, 286)])
    build.panel(foot, "trim", thick=1.6, puff=0.2, cast=0.4, tone=-6)
    for x, y in ((-424, -260), (424, -260), (-424, 260), (424, 260), (0, 226)):
        build.panel(put(g.circle(x, y, 13)), (150, 148, 146), thick=1.2, puff=0, cast=0)
        build.lines([put([(x - 8, y), (x + 8, y)]), put([(x, y - 8), (x, y + 8)])], 3, -60, soft=0.5)
    for x in (-196, -110, 110, 196):
        build.panel(put(g.circle(x, 240, 15)), (20, 20, 20), thick=-1.2, puff=0, cast=0)
    gloss(build, put([(-360, -285), (-120, -285), (-300, 285), (-450, 285)]), 22, 16, base)


def cassette(view: str, width: int) -> Template:
    build = Builder(lens_for(view, width, (2.0, (800.0, 1290.0)), 1.04), lift=0.9)
    slot = "rear" if view == "back" else "cover"
    west, t, r, b = 390.0, 190.0, 1010.0, 1110.0
    case = build.panel(
        g.move(g.rounded(-330, -480, 330, 480, 12), 700, 650, turn=-0.06), (64, 64, 68), thick=1.4, puff=0.1
    )
    card = build.panel(g.move(g.box(-296, -464, 316, 464), 700, 650, turn=-0.06), "label", thick=0.5, puff=0, cast=0)
    build.print(Print(slot, *g.move([(10, 0)], 700, 650, turn=-0.06)[0], 616, 932, turn=-3.4, clip=card, ink=False))
    gloss(build, [(west - 40, t), (west + 260, t - 20), (west + 60, b + 60), (west - 200, b)], 40, 6, case)
    edge = g.move(g.rounded(-326, -476, 326, 476, 12), 700, 650, turn=-0.06)
    build.line([*edge, edge[0]], 3.4, 70, soft=0.9, clip=case)
    build.line(g.move([(-300, -470), (-300, 470)], 700, 650, turn=-0.06), 4, 54, soft=1, clip=case)
    shell(build, 800, 1310, 5.0, "tape")
    del r
    return build.finish(grain=0.04)
