"""Geheimbund's opening picture: line against line around a light far away; nearly nothing is to be seen."""

import math

from PIL import Image, ImageChops, ImageFilter

from demo.artwork import covers, light
from demo.artwork import geometry as g
from demo.artwork.geometry import Point
from demo.artwork.sheet import RGB

Size = tuple[int, int]
BLACK: RGB = (8, 9, 8)
ACID: RGB = (192, 244, 12)
PALE: RGB = (226, 255, 140)


def opening(size: Size) -> Image.Image:
    wide = size[0] > size[1]
    end = (size[0] * (0.66 if wide else 0.56), size[1] * (0.46 if wide else 0.40))
    unit = size[1] if wide else size[0]
    lines = tunnel(size, end, unit)
    reach = (unit * 1.25, unit * 0.95)
    seen = light.glow(size, end, reach, 1.7, 0.46)
    near = light.glow(size, end, (unit * 0.30, unit * 0.28), 1.7, 0.62)
    out = Image.new("RGB", size, BLACK)
    out = light.lit(out, ImageChops.multiply(lines, seen), (112, 150, 10))
    out = light.lit(out, ImageChops.multiply(lines, near), ACID)
    out = doorway(out, end, unit)
    out = floor(out, end, unit)
    smoke = ImageChops.multiply(
        light.haze(size, 8, unit / 3, 0.5), light.glow(size, end, (unit * 0.8, unit * 0.6), 1.3)
    )
    out = light.lit(out, smoke, (86, 116, 10))
    out = light.bloom(out, unit * 0.03, 0.34)
    return covers.grained(out, 0.05, 9)


def tunnel(size: Size, end: Point, unit: float) -> Image.Image:
    """Two sets of frames that come nearer, the second a little off its axis: where they cross, other lines appear."""
    one, other = light.Silhouettes(size), light.Silhouettes(size)
    for shape, shift, turn in ((one, 0.0, 0.0), (other, 0.012, 0.035)):
        for i in range(92, 0, -1):
            r = 0.034 * 1.044**i
            x = end[0] + shift * unit * (i / 10 - 2)
            y = end[1] + shift * unit * 0.5 * (i / 14 - 2)
            ring = superellipse(r * unit * 1.02, r * unit, 3.2 + i / 60)
            shape.fill(g.move(ring, x, y, turn=turn * math.sin(i / 11)), 255 if i % 2 else 0)
    return ImageChops.difference(one.image, other.image).reduce(light.FINER)


def superellipse(rx: float, ry: float, power: float) -> list[Point]:
    out = []
    for i in range(120):
        a = math.tau * i / 120
        c, s = math.cos(a), math.sin(a)
        out.append((rx * math.copysign(abs(c) ** (2 / power), c), ry * math.copysign(abs(s) ** (2 / power), s)))
    return out


def doorway(picture: Image.Image, end: Point, unit: float) -> Image.Image:
    """A gap of light, and one who stands in it."""
    size = picture.size
    u = unit * 0.043
    gap = light.Silhouettes(size)
    gap.fill(
        [
            (end[0] - u * 0.42, end[1] - u * 1.6),
            (end[0] + u * 0.5, end[1] - u * 1.66),
            (end[0] + u * 0.5, end[1] + u * 1.7),
            (end[0] - u * 0.42, end[1] + u * 1.62),
        ]
    )
    dark = light.glow(size, end, (u * 4.2, u * 4.2), 0.7).point([255 - v for v in range(256)])
    out = light.darkened(picture, dark)
    out = light.lit(out, light.glow(size, end, (u * 6.0, u * 6.0), 2.2, 0.6), ACID)
    out.paste(PALE, (0, 0), gap.mask())
    who = light.Silhouettes(size)
    who.standing(end[0] + u * 0.1, end[1] + u * 1.68, u * 2.3)
    out.paste(BLACK, (0, 0), who.mask())
    return out


def floor(picture: Image.Image, end: Point, unit: float) -> Image.Image:
    """The light's way towards us over wet concrete."""
    size = picture.size
    shape = light.Silhouettes(size)
    low = size[1] * 1.02
    shape.fill(
        [
            (end[0] - unit * 0.018, end[1] + unit * 0.074),
            (end[0] + unit * 0.022, end[1] + unit * 0.074),
            (end[0] + unit * 0.20, low),
            (end[0] - unit * 0.34, low),
        ]
    )
    mask = shape.mask().filter(ImageFilter.GaussianBlur(unit * 0.02))
    mask = ImageChops.multiply(
        mask, light.glow(size, (end[0], end[1] + unit * 0.06), (unit * 0.8, unit * 0.55), 1.6, 0.6)
    )
    ripples = light.haze(size, 17, unit / 12, 1.4)
    return light.lit(picture, ImageChops.multiply(mask, ripples), ACID)
