"""Mug and poster."""

import math

from PIL import Image

from demo.artwork import geometry as g
from demo.artwork.cloth import Crease, relief
from demo.artwork.garments import lens_for
from demo.artwork.geometry import Point, Points
from demo.artwork.template import Builder, Print, Template


def around(u: float, v: float) -> Point:
    """A flat print bent around the mug's front; its rows sag like the rim."""
    x = max(-1.0, min(1.0, 2 * u - 1))
    flat = math.asin(x * 0.80) / math.asin(0.80)
    return (flat + 1) / 2, v - 0.060 * math.sqrt(1 - 0.64 * x * x) + 0.036


def handle(build: Builder, side: int, cx: float) -> None:
    x = cx + side * 322
    outer = g.outline((x, 640), [(x + side * 300, 600), (x + side * 330, 1090), (x - side * 8, 1160)])
    grip = g.taper(outer, 74, start=1, end=1)
    mask = build.panel(grip, "body", thick=2.0, puff=1.6)
    build.line([(px - 14, py - 6) for px, py in outer], 12, 40, soft=7, clip=mask)
    build.line([(px + side * 4 + 14, py + 12) for px, py in outer], 20, -36, soft=10, clip=mask)


def mug(view: str, width: int) -> Template:
    side = -1 if view == "back" else 1
    cx = 700.0 if side > 0 else 800.0
    build = Builder(lens_for(view, width, (1.9, (720.0, 860.0)), 1.14, (750.0, 900.0)), lift=1.1)
    west, r, top, foot, tilt = cx - 340, cx + 340, 560.0, 1270.0, 64.0
    handle(build, side, cx)
    low = g.outline((west + 12, foot - 60), [(west + 14, foot + 96), (r - 14, foot + 96), (r - 12, foot - 60)])
    sides: Points = [(west, top), *low, (r, top)]
    body = build.panel(sides + rim_front(cx, top, 340, tilt), "body", thick=0.8, puff=0, cast=0.6)
    for x, w, amount, soft in (
        (west, 130, -84, 62),
        (r, 190, -104, 84),
        (west + 150, 46, 46, 26),
        (west + 128, 12, 70, 6),
        (r - 96, 20, 26, 12),
    ):
        build.line([(x, top - 80), (x, foot + 110)], w, amount, soft=soft, clip=body)
    build.line(low[2:-2], 40, -46, soft=24, clip=body)
    slot = "back" if view == "back" else "front"
    build.print(Print(slot, cx - side * 10, 944, 560, 560, warp=around, clip=body, ink=False))
    lip = build.panel(g.ellipse(cx, top, 340, tilt, steps=160), "body", thick=1.2, puff=0, cast=0)
    inner = build.panel(
        g.ellipse(cx, top + 3, 322, tilt - 11, steps=160), "inside", thick=-1.0, puff=0, cast=0, tone=-26
    )
    build.line(g.arc(cx - 60, top - 30, 300, math.radians(180), math.radians(360)), 120, -40, soft=60, clip=inner)
    build.line(g.ellipse(cx, top + 60, 300, 60), 30, 30, soft=18, clip=inner)
    build.line([*g.ellipse(cx, top, 334, tilt - 4, steps=120)][20:60], 4, 70, soft=1.5, clip=lip)
    return build.finish(grain=0.03)


def rim_front(cx: float, y: float, rx: float, ry: float) -> Points:
    return [(cx + rx * math.cos(a * math.pi / 60), y + ry * math.sin(a * math.pi / 60)) for a in range(61)]


def sheet_of_paper(build: Builder, box: tuple[float, float, float, float]) -> Image.Image:
    west, t, r, b = box
    folds = [
        Crease([(west, b - 130), (west + 320, b - 60), (west + 420, b)], 120, 160),
        Crease([(r - 260, t), (r - 90, t + 120), (r, t + 380)], 120, 130),
    ]
    shade = relief(build, 31, folds, lumps=0.50, crumple=0.16, strength=0.7)
    outline: Points = [(west, t), ((west + r) / 2, t - 3), (r, t + 2)]
    outline += g.outline(
        (r, t + 2),
        [(r + 5, (t + b) / 2), (r - 4, b - 3)],
        [((west + r) / 2, b + 8), (west + 3, b)],
        [(west - 5, (t + b) / 2), (west, t)],
    )
    return build.panel(outline, "label", relief=shade, thick=0.5, puff=0.35)


def strip(build: Builder, x: float, y: float, turn: float) -> None:
    length, wide = 92.0, 33.0
    teeth = [(length + (5 if i % 2 else 0), -wide + i * wide / 5) for i in range(11)]
    shape = g.move(teeth + [(-px, py) for px, py in reversed(teeth)], x, y, turn=math.radians(turn))
    mask = build.panel(shape, "tape", thick=0.5, puff=0.1, cast=0.7)
    grainy = [g.move([(-length, dy), (length, dy + 2)], x, y, turn=math.radians(turn)) for dy in (-20, -6, 9, 22)]
    build.lines(grainy, 2, -9, soft=1.5, clip=mask)


def poster(view: str, width: int) -> Template:
    build = Builder(lens_for(view, width, (2.2, (560.0, 560.0))), lift=0.55)
    west, t, r, b = 198.0, 150.0, 1302.0, 1711.0
    box = (west, t, r, b)
    mask = sheet_of_paper(build, box)
    build.print(Print("poster", 750, (t + b) / 2, r - west + 6, b - t + 8, clip=mask, ink=False))
    if view == "back":
        roll(build, west - 26, r + 26, 1060.0, b + 20)
    for x, y, turn in ((west + 16, t + 14, -42), (r - 16, t + 14, 40)):
        strip(build, x, y, turn)
    if view != "back":
        strip(build, west + 18, b - 12, 40)
        strip(build, r - 18, b - 14, -44)
    return build.finish(grain=0.05)


def roll(build: Builder, west: float, r: float, top: float, foot: float) -> None:
    """The poster's lower part, rolled up from below; what lay under it is gone."""
    gone = build.area(g.box(west - 40, top + 60, r + 40, foot + 80))
    build.mask.paste(0, (0, 0), gone)
    tube = build.panel(g.rounded(west + 20, top, r - 20, top + 150, 26), (238, 235, 228), thick=0.8, puff=0.2, cast=2.4)
    for y, w, amount in ((top + 132, 70, -74), (top + 12, 30, -26), (top + 44, 34, 16)):
        build.line([(west, y), (r, y)], w, amount, soft=22, clip=tube)
    build.line([(r - 60, top + 30), (r - 60, top + 120)], 60, -20, soft=24, clip=tube)
    build.line([(west + 20, top + 104), (r - 20, top + 101)], 2.5, -50, soft=1, clip=tube)
