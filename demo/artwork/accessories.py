"""Tote bag, cap and patch."""

import math
import random

from demo.artwork import geometry as g
from demo.artwork import texture
from demo.artwork.cloth import Crease, drape, fan, relief
from demo.artwork.garments import AXIS, left, lens_for, right, whole
from demo.artwork.template import Builder, Print, Template


def woven(build: Builder, thread: float, bite: int = 226) -> Template:
    near = build.k > 1.6
    tile = texture.canvas_weave(max(2, round(thread * build.k)))
    return build.finish(weave=tile, amount=0.42 if near else 0.16, grain=0.06, bite=bite - 40 if near else bite)


def strap(build: Builder, dx: float, dy: float, tone: int) -> None:
    outer = g.outline((520 + dx, 720), [(500 + dx, 300 + dy), (600, 130 + dy), (AXIS, 130 + dy)])
    outer += g.outline((AXIS, 130 + dy), [(900, 130 + dy), (1000 + dx, 300 + dy), (980 + dx, 720)])
    band = g.taper(outer, 58, start=1, end=1)
    build.panel(band, "body", thick=1.2, puff=0.5, tone=tone, cast=1.0)
    for offset in (-21, 21):
        line = g.taper(outer, 58 + 2 * offset, start=1, end=1)
        build.stitches(line[: len(line) // 2], depth=24)


def tote(view: str, width: int) -> Template:
    build = Builder(lens_for(view, width, (2.4, (660.0, 860.0))))
    seed = 101 + (view == "back")
    rng = random.Random(f"{seed}/tote")
    west, east, top, foot = 342.0, 1158.0, 640.0, 1640.0
    strap(build, 14, 34, -14)
    creases = fan(rng, (west + 30, foot - 20), -50, 70, 3, 330) + fan(rng, (east - 30, foot - 20), 230, 70, 3, 330)
    creases += fan(rng, (520, 740), 80, 50, 3, 380) + fan(rng, (980, 740), 100, 50, 3, 380)
    creases += [Crease([(AXIS + 20, top), (AXIS + 14, 1100), (AXIS + 22, foot)], 26, 150)]
    creases += [Crease([(west, 1150), (AXIS, 1142), (east, 1152)], 26, 150)]
    shade = relief(build, seed, creases, lumps=1.0, crumple=1.3)
    outline = [
        (west, top),
        (AXIS, top + 6),
        (east, top),
        *g.outline((east, top), [(east + 8, 1000), (east - 4, 1300), (east - 2, foot)]),
    ]
    outline += g.outline(
        (east - 2, foot), [(AXIS, foot + 16), (west + 2, foot)], [(west - 6, 1300), (west + 6, 1000), (west, top)]
    )
    body = build.panel(g.wobble(outline, 1.8, 130, seed), "body", relief=shade, puff=0.9, cast=1.3)
    build.stitches([(west + 6, top + 62), (east - 6, top + 64)], depth=30)
    strap(build, 0, 0, 0)
    for x in (520.0, 980.0):
        corner = g.box(x - 24, 700, x + 24, 762)
        build.panel(g.box(x - 29, 690, x + 29, 772), "body", thick=1.1, puff=0.2, cast=1.0)
        build.stitches([*corner, corner[0]], depth=32)
        build.stitches([corner[0], corner[2]], depth=32)
        build.stitches([corner[1], corner[3]], depth=32)
    slot = "back" if view == "back" else "front"
    build.print(Print(slot, AXIS, 1176, 660, 660, warp=drape(seed, 0.004), clip=body))
    return woven(build, 3.2)


def cap(view: str, width: int) -> Template:
    build = Builder(lens_for(view, width, (2.3, (AXIS - 60, 840.0)), 1.28, (AXIS, 860)), lift=1.5)
    seed = 131 + (view == "back")
    rng = random.Random(f"{seed}/cap")
    half = g.outline((0, 450), [(250, 450), (430, 660), (452, 1010)], [(452, 1070), (430, 1110), (400, 1140)])
    base = g.outline((400, 1140), [(260, 1090), (120, 1078), (0, 1078)])
    creases = fan(rng, (AXIS - 330, 1040), -40, 80, 3, 240) + fan(rng, (AXIS + 330, 1040), 220, 80, 3, 240)
    shade = relief(build, seed, creases, lumps=0.8, crumple=0.7)
    dome = build.panel(whole(half + base), "body", relief=shade, puff=2.4)
    build.line(left(half) + right(half), 60, -46, soft=44, clip=dome)
    build.line(g.spline([(560, 880), (600, 690), (700, 560)]), 80, 34, soft=40, clip=dome)
    for side in (-1, 1):
        seam = g.outline(
            (AXIS + side * 14, 456), [(AXIS + side * 210, 600), (AXIS + side * 268, 860), (AXIS + side * 262, 1092)]
        )
        build.seam(seam, clip=dome, depth=40)
        for offset in (-9, 9):
            build.stitches([(x + offset, y) for x, y in seam[2:]], depth=22)
        build.panel(g.circle(AXIS + side * 128, 610, 11), "body", thick=1.8, cast=0.4)
        build.panel(g.circle(AXIS + side * 128, 610, 3.6), (18, 18, 18), thick=0, puff=0, cast=0)
    build.seam([(AXIS, 456), (AXIS, 1078)], clip=dome, depth=16 if view != "back" else 40)
    build.panel(g.ellipse(AXIS, 446, 34, 17), "brim", thick=1.8, cast=0.8)
    if view == "back":
        opening(build)
    else:
        build.print(Print("front", AXIS, 846, 356, 356, clip=dome))
        visor(build, seed)
    return woven(build, 2.4, 245)


def opening(build: Builder) -> None:
    hole = g.outline((-165, 1100), [(-165, 900), (165, 900), (165, 1100)])
    build.panel(right(hole), "inside", tone=-64, thick=0, puff=0, cast=0)
    build.stitches(right([(x * 1.12, 1100 + (y - 1100) * 1.10) for x, y in hole]), depth=30)
    build.panel(
        right(
            g.outline((-380, 1060), [(-150, 1030), (150, 1030), (380, 1060)])
            + g.outline((380, 1132), [(150, 1098), (-150, 1098), (-380, 1132)])
        ),
        "body",
        thick=1.3,
        cast=1.2,
    )
    build.panel(right(g.rounded(40, 1026, 118, 1108, 8)), (184, 178, 166), thick=2.0, cast=1.4)
    build.panel(right(g.rounded(56, 1042, 102, 1092, 4)), "body", thick=0, cast=0)


def visor(build: Builder, seed: int) -> None:
    upper = g.outline((-446, 1128), [(-330, 1066), (-160, 1046), (0, 1046)], [(160, 1046), (330, 1066), (446, 1128)])
    lower = g.outline((446, 1128), [(492, 1210), (330, 1318), (0, 1322)], [(-330, 1318), (-492, 1210), (-446, 1128)])
    shade = relief(build, seed + 4, [], lumps=0.5, crumple=0.3)
    mask = build.panel(right(upper + lower), "brim", relief=shade, thick=1.5, puff=0.9, cast=1.8)
    build.line(right(g.outline((-400, 1130), [(-200, 1056), (200, 1056), (400, 1130)])), 40, -40, soft=26, clip=mask)
    build.line(right(g.outline((-340, 1170), [(-160, 1130), (40, 1130), (220, 1146)])), 44, 26, soft=34, clip=mask)
    for i in range(5):
        t = 0.93 - i * 0.13
        row = [(ux + (lx - ux) * t, uy + (ly - uy) * t) for (ux, uy), (lx, ly) in zip(upper, lower[::-1], strict=True)]
        build.stitches(right(row[3:-3]), depth=22)


def patch(view: str, width: int) -> Template:
    """Embroidered, round, with a merrowed edge."""
    build = Builder(lens_for(view, width, (2.2, (930.0, 720.0))), lift=0.5)
    cy, r = 937.0, 560.0
    base = build.panel(g.circle(AXIS, cy, r + 16, 160), "trim", thick=1.4, puff=0.5)
    ticks = []
    for i in range(300):
        a = math.tau * i / 300
        ticks.append(
            [
                (AXIS + (r - 26) * math.cos(a), cy + (r - 26) * math.sin(a)),
                (AXIS + (r + 16) * math.cos(a + 0.035), cy + (r + 16) * math.sin(a + 0.035)),
            ]
        )
    build.lines(ticks, 4.2, -40, soft=0.8, clip=base)
    build.line([*g.circle(AXIS, cy, r - 4, 160), (AXIS + r - 4, cy)], 10, 40, soft=6, clip=base)
    field = build.panel(
        g.circle(AXIS, cy, r - 30, 160), "body" if view != "back" else (222, 220, 214), thick=-1.2, puff=0.3, cast=0
    )
    if view != "back":
        build.print(Print("front", AXIS, cy, 780, 780, clip=field))
    else:
        build.print(Print("word", AXIS, cy, 520, 520, clip=field))
    rows = []
    y = cy - r
    while y < cy + r:
        rows.append([(AXIS - r, y), (AXIS + r, y - 26)])
        y += 7.0
    build.lines(rows, 2.2, -24, soft=0.7, clip=field)
    return woven(build, 2.6, 250)
