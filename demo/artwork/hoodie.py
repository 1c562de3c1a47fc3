"""Hooded sweater, laid flat."""

import random

from demo.artwork import geometry as g
from demo.artwork.cloth import drape, fan, relief, ribs
from demo.artwork.garments import (
    AXIS,
    body_creases,
    knit_finish,
    left,
    lens_for,
    right,
    sleeve_creases,
    whole,
)
from demo.artwork.geometry import Points
from demo.artwork.template import Builder, Print, Template

DETAIL = (2.3, (860.0, 720.0))
BAND_TOP, BAND_END = 1512.0, 1618.0


def sleeve_outline() -> Points:
    return [
        *g.outline((420, 500), [(560, 560), (640, 1060), (676, 1460)], [(610, 1486), (536, 1490)]),
        *g.outline((536, 1490), [(508, 1240), (480, 980), (408, 830)]),
        (340, 700),
        (340, 530),
    ]


def body_outline() -> Points:
    return [
        *g.outline((0, 470), [(90, 470), (140, 452), (150, 440)]),
        *g.outline((150, 440), [(260, 470), (370, 490), (436, 516)]),
        *g.outline((436, 516), [(392, 600), (386, 720), (424, 830)]),
        *g.outline(
            (424, 830),
            [(424, 1060), (420, 1300), (436, BAND_TOP)],
            [(300, BAND_TOP + 8), (150, BAND_TOP + 10), (0, BAND_TOP + 8)],
        ),
    ]


def sleeves(build: Builder, seed: int) -> None:
    for side, place in ((-1, left), (1, right)):
        rng = random.Random(f"{seed}/hood sleeve/{side}")
        shade = relief(build, seed + side, sleeve_creases(rng, side, True), lumps=1.5, strength=1.35)
        mask = build.panel(g.wobble(place(sleeve_outline()), 2.0, 100, seed), "body", relief=shade, puff=1.5, cast=0.5)
        upper = g.outline((524, 1392), [(594, 1388), (668, 1362)])
        lower = g.outline((538, 1496), [(610, 1490), (680, 1466)])
        area = build.area(place(upper + lower[::-1]))
        ribs(build, place(upper), place(lower), 9, clip=area, depth=30)
        build.seam(place(upper), clip=mask, depth=48)


def waistband(build: Builder) -> None:
    upper = g.outline((-434, BAND_TOP - 4), [(-150, BAND_TOP + 12), (150, BAND_TOP + 12), (434, BAND_TOP - 4)])
    lower = g.outline((-426, BAND_END - 10), [(-150, BAND_END + 6), (150, BAND_END + 6), (426, BAND_END - 10)])
    upper, lower = right(upper), right(lower)
    mask = build.panel(upper + lower[::-1], "body", puff=1.2, cast=0.0)
    ribs(build, upper, lower, 9, clip=mask, depth=28)
    build.seam(upper, depth=44)


def pocket(build: Builder, seed: int) -> None:
    half = [(0.0, 1142.0), *g.outline((186, 1142), [(240, 1190), (318, 1280), (324, 1344)]), (326, 1532), (0, 1538)]
    rng = random.Random(f"{seed}/pocket")
    shade = relief(build, seed + 3, fan(rng, (AXIS, 1330), 90, 320, 5, 180), lumps=1.2)
    build.panel(whole(half), "body", relief=shade, puff=0.7, cast=1.2)
    for inset in (12, 20):
        edge = g.outline(
            (186 - inset * 0.7, 1142 + inset),
            [(236 - inset, 1194 + inset * 0.6), (318 - inset, 1290), (324 - inset, 1350)],
        )
        build.stitches(right(edge), depth=26)
        build.stitches(left(edge), depth=26)
    build.stitches([(AXIS - 178, 1154), (AXIS + 178, 1154)], depth=26)


def hood_up(build: Builder, seed: int) -> None:
    """The hood laid open, as seen from the front."""
    rng = random.Random(f"{seed}/hood")
    outer = g.outline((0, 150), [(170, 150), (286, 250), (264, 410)], [(252, 500), (140, 580), (0, 664)])
    opening = g.outline((0, 232), [(120, 232), (186, 310), (168, 420)], [(148, 500), (62, 556), (0, 606)])
    inside = [(x * 1.06, y) for x, y in opening]
    build.panel(whole(inside), "inside", tone=-46, thick=0, puff=-1.6, cast=0)
    build.seam([(AXIS, 232), (AXIS + 3, 470)], depth=26)
    creases = fan(rng, (AXIS - 190, 330), 250, 90, 3, 170) + fan(rng, (AXIS + 200, 340), -60, 90, 3, 170)
    shade = relief(build, seed + 5, creases, lumps=1.7, strength=1.4)
    ring = build.panel(g.wobble(whole(outer), 2, 100, seed), "body", whole(opening), relief=shade, puff=1.8, cast=1.3)
    rim = [(x * 1.16 + 2, 232 + (y - 232) * 1.035 - 14) for x, y in opening[:-1]]
    build.stitches(right(rim), depth=28)
    build.stitches(left(rim), depth=28)
    build.seam([(AXIS + 2, 604), (AXIS - 16, 634), (AXIS - 30, 650)], clip=ring, depth=60)
    for side, length in ((-1, 250), (1, 282)):
        string(build, side, length)


def string(build: Builder, side: int, length: float) -> None:
    x, y = AXIS + side * 74, 582.0
    eye = build.panel(g.circle(x, y, 13), (150, 148, 142), thick=1.4, cast=0.8)
    build.panel(g.circle(x, y, 6.5), (24, 24, 24), thick=0, puff=0, cast=0)
    del eye
    path = g.spline(
        [(x, y), (x + side * 8, y + length * 0.35), (x - side * 5, y + length * 0.7), (x + side * 6, y + length)]
    )
    build.panel(g.taper(path, 14, start=1, end=1), "trim", thick=1.6, puff=0, cast=1.1)
    build.lines([[(px - 5, py + 3), (px + 5, py - 3)] for px, py in g.resample(path, 8)], 1.6, -34, soft=0.4)
    end = path[-1]
    build.panel(g.move(g.rounded(-8, -2, 8, 44, 4), *end), (176, 172, 164), thick=1.6, puff=0, cast=1)


def hood_down(build: Builder, seed: int) -> None:
    """The hood hanging over the back."""
    rng = random.Random(f"{seed}/hood back")
    shape = g.outline((0, 392), [(120, 392), (196, 420), (232, 470)], [(290, 560), (210, 770), (0, 812)])
    creases = fan(rng, (AXIS, 470), 90, 150, 6, 260) + fan(rng, (AXIS, 800), -90, 120, 3, 150)
    shade = relief(build, seed + 5, creases, lumps=2.0, strength=1.5)
    mask = build.panel(g.wobble(whole(shape), 2.4, 110, seed), "body", relief=shade, puff=2.0, cast=1.5)
    build.seam([(AXIS, 430), (AXIS + 4, 600), (AXIS, 812)], clip=mask, depth=40)
    rim = g.outline((0, 404), [(110, 404), (176, 430), (206, 474)])
    build.stitches(right(rim), depth=24)
    build.stitches(left(rim), depth=24)


def hoodie(view: str, width: int) -> Template:
    back = view == "back"
    build = Builder(lens_for(view, width, DETAIL), lift=1.2)
    seed = 73 + (5 if back else 0)
    rng = random.Random(f"{seed}/hoodie")
    sleeves(build, seed)
    shade = relief(build, seed, body_creases(rng), lumps=1.5, strength=1.35)
    body = build.panel(g.wobble(whole(body_outline()[1:-1]), 2, 120, seed), "body", relief=shade, puff=1.3)
    hole = g.outline((436, 516), [(392, 600), (386, 720), (424, 830)])
    for side in (right(hole), left(hole)):
        build.seam(side, clip=build.mask, depth=50)
    if back:
        waistband(build)
        build.print(Print("back", AXIS, 1130, 560, 560, warp=drape(seed), clip=body))
        hood_down(build, seed)
    else:
        build.print(Print("front", AXIS, 892, 452, 452, warp=drape(seed), clip=body))
        pocket(build, seed)
        waistband(build)
        hood_up(build, seed)
    return knit_finish(build, coarse=1.25)
