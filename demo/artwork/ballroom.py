"""Goldkante's opening picture: a ballroom before the first polka; a sun of gold, scallops, the bells of the brass."""

import math
import random

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from demo.artwork import covers, light, texture
from demo.artwork import geometry as g
from demo.artwork.geometry import Point
from demo.artwork.sheet import RGB

Size = tuple[int, int]
WINE: RGB = (84, 10, 34)
DEEP: RGB = (48, 5, 20)
GOLD: RGB = (226, 172, 62)
PALE: RGB = (255, 232, 176)
CORAL: RGB = (214, 92, 74)
FINER = light.FINER


def opening(size: Size) -> Image.Image:
    wide = size[0] > size[1]
    unit = size[1] if wide else size[0]
    foot = size[1] * (0.74 if wide else 0.72)
    sun = (size[0] / 2, foot)
    out = covers.gradient(size, DEEP, WINE)
    out = rays(out, sun, math.hypot(size[0] / 2, foot))
    out = light.lit(out, light.glow(size, sun, (unit * 1.0, unit * 0.85), 1.7, 0.75), (255, 168, 70))
    out = disc(out, sun, unit * 0.33)
    out = parquet(out, foot)
    out = lamps(columns(out, foot, unit), unit)
    bells = [
        (0.0, -0.235, 0.19),
        (-0.34, -0.15, 0.125),
        (0.34, -0.15, 0.125),
        (-0.64, -0.205, 0.155),
        (0.64, -0.205, 0.155),
    ]
    if not wide:
        bells = [(0.0, -0.26, 0.205), (-0.31, -0.15, 0.115), (0.31, -0.15, 0.115)]
    for x, y, r in sorted(bells, key=lambda one: one[1], reverse=True):
        out = bell(out, (size[0] / 2 + x * unit, foot + y * unit), r * unit, foot + 0.02 * unit)
    out = valance(out, unit)
    out = light.bloom(out, unit * 0.02, 0.30)
    return covers.grained(out, 0.03, 5)


def rays(picture: Image.Image, sun: Point, reach: float) -> Image.Image:
    """Two kinds, in turn, each with its own sheen."""
    size = picture.size
    gold, coral = light.Silhouettes(size), light.Silhouettes(size)
    count = 34
    step = math.pi / count
    for i in range(-1, count + 1):
        a = -math.pi + i * step
        shape, share = (gold, 0.5) if i % 2 == 0 else (coral, 0.24)
        shape.fill(
            [sun, *g.arc(*sun, reach * 1.1, a + step * (0.5 - share / 2), a + step * (0.5 + share / 2) + 0.004, 4)]
        )
    shade = light.glow(size, sun, (reach * 1.05, reach * 1.05), 0.8, 1.0)
    out = light.lit(picture, ImageChops.multiply(gold.mask(), shade), (196, 128, 34))
    return light.lit(out, ImageChops.multiply(coral.mask(), shade), (150, 42, 44))


def disc(picture: Image.Image, sun: Point, r: float) -> Image.Image:
    """The sun as a stage set: scalloped rims, one within the other."""
    out = picture.copy()
    for i, (share, colour) in enumerate(
        ((1.16, WINE), (1.10, GOLD), (0.98, WINE), (0.94, PALE), (0.80, GOLD), (0.66, CORAL), (0.50, PALE))
    ):
        shape = light.Silhouettes(out.size)
        radius = r * share
        petals = 30 if i < 2 else 24
        depth = r * (0.05 if i < 5 else 0.035)
        shape.fill(
            [
                (
                    sun[0] + (radius + depth * abs(math.sin(petals * a / 2))) * math.cos(a),
                    sun[1] + (radius + depth * abs(math.sin(petals * a / 2))) * math.sin(a),
                )
                for a in (math.tau * k / 900 for k in range(900))
            ]
        )
        mask = shape.mask()
        shadow = ImageChops.offset(mask, 0, round(r * 0.02)).filter(ImageFilter.GaussianBlur(r * 0.03))
        out.paste(DEEP, (0, 0), shadow.point([v * 2 // 5 for v in range(256)]))
        sheen = covers.gradient(out.size, brighter(colour, 1.12), brighter(colour, 0.72))
        out.paste(sheen, (0, 0), mask)
    return out


def brighter(colour: RGB, share: float) -> RGB:
    red, green, blue = (min(255, round(part * share)) for part in colour)
    return red, green, blue


def parquet(picture: Image.Image, foot: float) -> Image.Image:
    """Herringbone in perspective, waxed: the sun lies on it once more."""
    size = picture.size
    room = size[0], size[1] - round(foot)
    flat = herringbone((3000, 900), (112, 28))
    boards = flat.transform(room, Image.Transform.PERSPECTIVE, lying(flat.size, room), Image.Resampling.BICUBIC)
    wood = ImageOps.colorize(boards, (54, 14, 14), (214, 128, 58), (138, 62, 34))
    wood = light.darkened(wood, light.falloff(room, [(0.0, 235), (0.35, 170), (1.0, 60)]))
    above = ImageOps.flip(picture.crop((0, max(0, round(foot) - room[1]), size[0], round(foot))))
    above = above.resize(room).filter(ImageFilter.GaussianBlur(size[0] / 240))
    above = light.darkened(above, light.falloff(room, [(0.0, 190), (0.6, 80), (1.0, 10)]))
    out = picture.copy()
    out.paste(ImageChops.screen(wood, above), (0, round(foot)))
    return out


def herringbone(size: Size, board: Size) -> Image.Image:
    """A floor from above, each board in its own tone."""
    rng = random.Random("parquet")
    out = Image.new("L", size, 120)
    draw = ImageDraw.Draw(out)
    length, width = board
    for row in range(-4, size[1] // width + 6):
        for column in range(-2, size[0] // length + 3):
            x, y = column * length + (row % 4) * width, row * width
            draw.polygon(g.box(x, y - length + width, x + width, y), rng.randrange(86, 170), 50)
            draw.polygon(g.box(x, y, x + length - width, y + width), rng.randrange(86, 170), 50)
    return out


def lying(flat: Size, room: Size, squeeze: float = 3.4) -> tuple[float, ...]:
    """How a flat floor lies in the room: at the far edge `squeeze` times as small as at the near one.

    Pillow's eight numbers, from a place in the room to one on the floor."""
    h = (squeeze - 1) / room[1]
    k = flat[0] / (squeeze * room[0])
    half = squeeze * room[0] / 2
    return k * squeeze, k * half * h, k * (half - squeeze * room[0] / 2), 0.0, flat[1] * squeeze / room[1], 0.0, 0.0, h


def columns(picture: Image.Image, foot: float, unit: float) -> Image.Image:
    """Fluted pillars with gold at both ends."""
    size = picture.size
    out = picture.copy()
    wide = size[0] > size[1]
    thick = round(unit * 0.085)
    places = (0.055, 0.20) if wide else (0.04,)
    for place in places:
        flutes = Image.new("L", (thick, 1))
        flutes.putdata(
            [
                round(
                    40
                    + 150
                    * math.sin(math.pi * (x + 0.5) / thick) ** 0.7
                    * (0.72 + 0.28 * math.sin(x / thick * 7 * math.tau))
                )
                for x in range(thick)
            ]
        )
        body = flutes.resize((thick, round(foot)), Image.Resampling.BICUBIC)
        body = ImageChops.multiply(body, light.falloff(body.size, [(0.0, 90), (0.5, 190), (1.0, 235)]))
        shaft = ImageOps.colorize(body, (30, 4, 14), (236, 130, 96), (128, 26, 46))
        gold = ImageOps.colorize(body, (60, 24, 8), (255, 240, 190), (206, 146, 48))
        for x in (round(size[0] * place - thick / 2), round(size[0] * (1 - place) - thick / 2)):
            out.paste(shaft, (x, 0))
            for top, high, more in (
                (foot - thick * 0.30, 0.30, 0.34),
                (foot - thick * 0.44, 0.12, 0.2),
                (unit * 0.20, 0.26, 0.30),
                (unit * 0.20 + thick * 0.28, 0.10, 0.16),
            ):
                grown = round(thick * (1 + more))
                ring = gold.crop((0, round(foot) - 40, thick, round(foot) - 8)).resize(
                    (grown, max(2, round(thick * high)))
                )
                out.paste(ring, (x - (grown - thick) // 2, round(top)))
    return out


def between(stops: list[tuple[int, int]]) -> list[int]:
    """A tone for each of 256 values: straight lines through (value, tone)."""
    out = []
    for v in range(256):
        low = max(one for one in stops if one[0] <= v)
        high = min((one for one in stops if one[0] > v), default=low)
        share = 0 if high == low else (v - low[0]) / (high[0] - low[0])
        out.append(round(low[1] + (high[1] - low[1]) * share))
    return out


# From the dark throat over the flare's turn to the rim: how much light, and the lines of the lip.
FLARE = between(
    [(0, 8), (46, 22), (62, 150), (74, 92), (120, 168), (188, 248), (206, 255), (210, 96), (216, 230), (255, 255)]
)
LIP = between(
    [(0, 0), (56, 0), (62, 60), (70, 0), (214, 0), (219, 120), (226, 10), (240, 0), (247, 170), (253, 60), (255, 0)]
)


def bell(picture: Image.Image, at: Point, r: float, foot: float) -> Image.Image:
    """A horn from in front: its rim, the flare that turns the room around, the dark it comes from."""
    side = max(8, round(r * 2 * FINER))
    disk = Image.new("L", (side, side), 0)
    draw = ImageDraw.Draw(disk)
    half = side / 2
    wedges = 360
    for i in range(wedges):
        a, b = math.tau * i / wedges, math.tau * (i + 1.6) / wedges
        tone = 118 + 62 * math.cos(2 * a + 1.9) + 46 * math.cos(3 * a - 0.6) + 22 * math.cos(7 * a)
        draw.polygon(
            [(half, half), *[(half + half * math.cos(t), half + half * math.sin(t)) for t in (a, b)]],
            fill=round(min(255, max(24, tone))),
        )
    radial = light.distances().resize((side, side), Image.Resampling.BICUBIC)
    depth = radial.point(FLARE)
    metal = ImageChops.multiply(disk.filter(ImageFilter.GaussianBlur(side / 200)), depth)
    metal = ImageChops.screen(metal, radial.point(LIP))
    coloured = ImageOps.colorize(metal, (34, 8, 6), (255, 246, 212), (206, 138, 38), midpoint=118)
    mask = Image.new("L", (side, side), 0)
    ImageDraw.Draw(mask).ellipse((1, 1, side - 2, side - 2), fill=255)
    out = picture.copy()
    # what carries it
    stem = light.Silhouettes(out.size)
    stem.fill(
        [(at[0] - r * 0.10, at[1]), (at[0] + r * 0.10, at[1]), (at[0] + r * 0.06, foot), (at[0] - r * 0.06, foot)]
    )
    stem.fill(g.ellipse(at[0], foot, r * 0.55, r * 0.09))
    out.paste((72, 30, 14), (0, 0), stem.mask())
    shadow = light.glow(out.size, (at[0] + r * 0.1, at[1] + r * 0.22), (r * 1.4, r * 1.4), 0.8, 0.7)
    out.paste(DEEP, (0, 0), shadow)
    small = coloured.reduce(FINER), mask.reduce(FINER)
    out.paste(small[0], (round(at[0] - small[0].width / 2), round(at[1] - small[0].height / 2)), small[1])
    return light.lit(
        out, light.glow(out.size, (at[0] - r * 0.42, at[1] - r * 0.55), (r * 0.42, r * 0.34), 1.4, 0.75), PALE
    )


def valance(picture: Image.Image, unit: float) -> Image.Image:
    """A curtain in three rows of scallops along the upper edge, each hemmed with gold."""
    size = picture.size
    out = picture.copy()
    r = unit * 0.075
    count = round(size[0] / (r * 2))
    r = size[0] / count / 2
    for row, y in enumerate((r * 1.35, r * 0.75, r * 0.15)):
        cloth, hem, tassels = (light.Silhouettes(size) for _ in range(3))
        cloth.fill([(0, 0), (size[0], 0), (size[0], y), (0, y)])
        for i in range(-1, count + 2):
            x = (2 * i + 1 + row % 2) * r
            cloth.fill(g.circle(x, y, r))
            hem.line(g.arc(x, y, r * 0.93, 0, math.pi, 40), r * 0.075)
            tassels.fill(g.ellipse(x - r, y + r * 0.22, r * 0.07, r * 0.22))
            tassels.fill(g.circle(x - r, y - r * 0.02, r * 0.09))
        mask = cloth.mask()
        out.paste(
            DEEP,
            (0, 0),
            ImageChops.offset(mask, 0, round(r * 0.14))
            .filter(ImageFilter.GaussianBlur(r * 0.12))
            .point([v * 7 // 10 for v in range(256)]),
        )
        velvet = covers.gradient(size, (122, 16, 44), (122, 16, 44))
        folds = texture.noise(size, r * 0.62, 3 + row, 14.0).point([min(255, 120 + v // 2) for v in range(256)])
        velvet = light.darkened(velvet, folds)
        velvet = light.darkened(
            velvet, light.falloff(size, [(0.0, 120), (y / size[1], 200), ((y + r) / size[1], 255), (1.0, 255)])
        )
        out.paste(velvet, (0, 0), mask)
        sheen = covers.gradient(size, (255, 226, 150), (176, 112, 26))
        out.paste(GOLD, (0, 0), hem.mask())
        out.paste(sheen, (0, 0), tassels.mask())
    return out


def lamps(picture: Image.Image, unit: float) -> Image.Image:
    """A chain of bulbs from side to side."""
    size = picture.size
    wire = light.Silhouettes(size)
    bulbs = light.Silhouettes(size)
    halo = Image.new("L", size, 0)
    for sag, y, count in ((0.13, 0.235, 16), (0.20, 0.265, 13)):
        line = [
            (size[0] * t, unit * y + unit * sag * (4 * t * (1 - t)) ** 1.0 - unit * 0.02)
            for t in (i / 60 for i in range(61))
        ]
        wire.line(line, 1.6)
        for i in range(count):
            x, py = line[min(60, round(60 * (i + 0.5) / count))]
            bulbs.fill(g.ellipse(x, py + unit * 0.012, unit * 0.0075, unit * 0.010))
            halo = ImageChops.lighter(
                halo, light.glow(size, (x, py + unit * 0.012), (unit * 0.05, unit * 0.05), 2.0, 0.75)
            )
    out = picture.copy()
    out.paste((58, 20, 14), (0, 0), wire.mask())
    out = light.lit(out, halo, (255, 178, 84))
    out.paste((255, 246, 214), (0, 0), bulbs.mask())
    return out
