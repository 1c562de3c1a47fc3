"""T-shirt and longsleeve, laid flat."""

import random

from PIL import Image

from demo.artwork import geometry as g
from demo.artwork import texture
from demo.artwork.cloth import Crease, drape, fan, relief, ribs, scattered
from demo.artwork.geometry import Point, Points
from demo.artwork.template import Builder, Lens, Print, Template

AXIS = 750.0
NECK, TIP, ARMPIT = (134.0, 366.0), (424.0, 446.0), (410.0, 742.0)
HEM = 1560.0
DETAIL = (2.5, (890.0, 700.0))


def right(points: Points) -> Points:
    """Offsets from the axis to frame units."""
    return [(AXIS + x, y) for x, y in points]


def left(points: Points) -> Points:
    return [(AXIS - x, y) for x, y in reversed(points)]


def whole(half: Points) -> Points:
    return right(half) + left(half)


def lens_for(
    view: str, width: int, detail: tuple[float, Point], zoom: float = 1.0, centre: Point = (AXIS, 937.5)
) -> Lens:
    return Lens(width, *detail) if view == "detail" else Lens(width, zoom, centre)


def knit_finish(build: Builder, *, coarse: float = 1.0) -> Template:
    """Jersey: stitches when near, a fine grain when not."""
    stitch = max(2, round(3.1 * build.k * coarse))
    if build.k > 1.6:
        return build.finish(weave=texture.knit(stitch), amount=0.36, grain=0.06, bite=170)
    return build.finish(weave=texture.knit(max(2, stitch)), amount=0.10, grain=0.065, bite=232)


def armhole() -> Points:
    return g.outline(TIP, [(376, 520), (372, 640), ARMPIT])


def body_outline(back: bool) -> Points:
    dip = 396 if back else 402
    return [
        *g.outline((0, dip), [(66, dip), (112, 388), NECK]),
        *g.outline(NECK, [(250, 400), (350, 420), TIP]),
        *armhole(),
        *g.outline(ARMPIT, [(404, 980), (398, 1180), (414, HEM - 18)], [(300, HEM), (150, HEM + 8), (0, HEM + 6)]),
    ]


def short_sleeve() -> Points:
    return [
        *g.outline((418, 440), [(510, 500), (610, 660), (662, 786)], [(596, 852), (508, 884)]),
        *g.outline((508, 884), [(470, 830), (440, 790), (395, 752)]),
        (330, 640),
        (330, 470),
    ]


def long_sleeve() -> Points:
    return [
        *g.outline((418, 440), [(520, 520), (610, 1000), (652, 1400)], [(590, 1420), (526, 1424)]),
        *g.outline((526, 1424), [(500, 1180), (470, 920), (395, 752)]),
        (330, 640),
        (330, 470),
    ]


def body_creases(rng: random.Random) -> list[Crease]:
    out: list[Crease] = []
    for side in (-1, 1):
        at = (AXIS + side * 392, 760)
        toward = 180 if side > 0 else 0
        out += fan(rng, at, toward + side * 28, 70, 4, 330)
        out += fan(rng, (AXIS + side * 380, 1040), toward - side * 24, 70, 3, 300)
        out += fan(rng, (AXIS + side * 300, HEM), -90 - side * 22, 60, 3, 320)
        out += fan(rng, (AXIS + side * 150, 430), 90 - side * 14, 40, 2, 260, 20)
    return out + scattered(rng, (480, 900, 1020, 1420), 60, 60, 5, 280)


def sleeve_creases(rng: random.Random, side: int, long: bool) -> list[Crease]:
    at = (AXIS + side * 416, 752)
    outward = -38 if side > 0 else 218
    out = fan(rng, at, outward, 84, 4, 230, 24)
    if long:
        for y in (900, 1010, 1120, 1250, 1330):
            x = 520 + (y - 900) * 0.13
            out += fan(
                rng, (AXIS + side * (x - 40), y), (-18 if side > 0 else 198) + rng.uniform(-30, 30), 20, 2, 150, 24
            )
    return out


def cuff(build: Builder, side: int, mask: Image.Image) -> None:
    """The ribbed end of a long sleeve."""
    upper = g.outline((AXIS + side * 520, 1352), [(AXIS + side * 585, 1350), (AXIS + side * 645, 1330)])
    lower = g.outline((AXIS + side * 526, 1430), [(AXIS + side * 590, 1428), (AXIS + side * 656, 1408)])
    area = build.area(upper + lower[::-1])
    ribs(build, upper, lower, 7, clip=area, depth=24)
    build.seam(upper, clip=mask, depth=40)


def sleeves(build: Builder, seed: int, long: bool) -> None:
    shape = long_sleeve() if long else short_sleeve()
    for side, place in ((-1, left), (1, right)):
        rng = random.Random(f"{seed}/sleeve/{side}")
        shade = relief(build, seed + side, sleeve_creases(rng, side, long), lumps=1.1)
        mask = build.panel(g.wobble(place(shape), 1.4, 90, seed), "body", relief=shade, cast=0.5)
        if long:
            cuff(build, side, mask)
            continue
        for inset in (24, 31):
            line = g.outline(
                (656 - inset * 0.45, 788 - inset * 0.95),
                [(594 - inset * 0.45, 846 - inset), (506 - inset * 0.45, 878 - inset)],
            )
            build.stitches(place(line), depth=26)


def neck(build: Builder, body: Image.Image, back: bool) -> None:
    if back:
        upper = g.outline((0, 396), [(66, 396), (112, 388), NECK])
        lower = g.outline((0, 430), [(76, 430), (132, 420), (163, 376)])
        band = build.panel(whole(upper[::-1])[::-1] + whole(lower[::-1]), "body", tone=2, puff=0.4, cast=0.6)
        ribs(build, left(upper) + right(upper), left(lower) + right(lower), 6, clip=band, depth=18)
        build.seam(left(lower) + right(lower), depth=30)
        return
    inner = g.outline((0, 482), [(80, 482), (124, 430), NECK])
    outer = g.outline((0, 520), [(104, 520), (160, 450), (167, 377)])
    top = g.outline((0, 402), [(66, 402), (112, 388), NECK])
    inside = build.panel(
        left(top) + right(top) + (left(inner) + right(inner))[::-1], "inside", tone=-40, thick=0, puff=0, cast=0
    )
    build.line(left(inner) + right(inner), 30, -50, soft=16, clip=inside)
    rim = [(x, y + 24) for x, y in top]
    build.seam(left(rim) + right(rim), clip=inside, depth=26)
    label = g.rounded(AXIS - 34, 428, AXIS + 34, 468, 3)
    build.panel(label, "label", thick=0.6, puff=0, tone=-16, cast=0.7)
    build.print(Print("label", AXIS, 448, 56, 28, ink=False))
    ring = left(inner) + right(inner) + (left(outer) + right(outer))[::-1]
    band = build.panel(ring, "body", tone=3, puff=0.35, cast=0.8)
    ribs(build, left(inner) + right(inner), left(outer) + right(outer), 6, clip=band, depth=18)
    build.seam(left(outer) + right(outer), depth=34)
    below = [(x * 1.06, 366 + (y - 366) * 1.07) for x, y in outer]
    build.stitches(left(below) + right(below), depth=20)


def shirt(view: str, width: int, *, long: bool) -> Template:
    """Views: front, back, detail."""
    back = view == "back"
    lens = lens_for(view, width, DETAIL, 1.06 if not long else 1.08, (AXIS, 960))
    build = Builder(lens)
    seed = 11 + (40 if long else 0) + (5 if back else 0)
    rng = random.Random(f"{seed}/body")
    sleeves(build, seed, long)
    if long:
        for side, turn in ((-1, -84.0), (1, 84.0)):
            build.print(Print("sleeve", AXIS + side * 548, 1080, 420, 60, turn=turn))
    outline = g.wobble(whole(body_outline(back)[1:-1]), 1.6, 110, seed)
    shade = relief(build, seed, body_creases(rng), strength=1.2)
    body = build.panel(outline, "body", relief=shade)
    for hole in (right(armhole()), left(armhole())):
        build.seam(hole, clip=build.mask, depth=44)
    for inset in (30, 38):
        hem = g.outline((412, HEM - 18 - inset), [(300, HEM - inset), (150, HEM + 8 - inset), (0, HEM + 6 - inset)])
        build.stitches(right(hem), depth=26)
        build.stitches(left(hem), depth=26)
    neck(build, body, back)
    slot = "back" if back else "front"
    build.print(Print(slot, AXIS, 866 if not back else 850, 620, 620, warp=drape(seed), clip=body))
    return knit_finish(build)


def t_shirt(view: str, width: int) -> Template:
    return shirt(view, width, long=False)


def longsleeve(view: str, width: int) -> Template:
    return shirt(view, width, long=True)
