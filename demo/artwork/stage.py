"""Nachtfalter's opening picture: a stage at night, and above it a moth whose wings are the only light."""

import math
import random

from PIL import Image, ImageChops, ImageFilter, ImageOps

from demo.artwork import covers, light, scenes, texture, wings
from demo.artwork import geometry as g
from demo.artwork.sheet import RGB, Film, Sheet

Size = tuple[int, int]
LIGHTS: dict[str, RGB] = {
    "ink": (255, 240, 236), "accent": (206, 104, 158), "second": (64, 158, 172), "third": (48, 28, 104),
}  # fmt: skip
NIGHT: RGB = (15, 9, 36)
PETROL: RGB = (10, 44, 60)
ROSE: RGB = (236, 156, 190)
VIOLET: RGB = (98, 62, 160)


def opening(size: Size) -> Image.Image:
    wide = size[0] > size[1]
    middle = (size[0] / 2, size[1] * (0.38 if wide else 0.36))
    span = size[0] * 0.57 if wide else size[0] * 0.95
    floor = size[1] * (0.78 if wide else 0.74)
    out = covers.gradient(size, NIGHT, PETROL)
    out = light.lit(out, light.glow(size, middle, (span * 0.72, span * 0.62), 2.0, 0.55), VIOLET)
    out = light.lit(out, light.glow(size, middle, (span * 0.42, span * 0.40), 2.6, 0.5), ROSE)
    out = curtains(out, floor)
    out = beams(out, middle, floor)
    moth, over = wing_of_light(size, middle, span)
    out = ImageChops.screen(out, moth)
    out = light.bloom(out, size[0] * 0.02, 0.5)
    out = reflected(out, floor)
    smoke = light.haze(size, 5, size[0] / 4, 0.42)
    smoke = ImageChops.multiply(smoke, light.falloff(size, [(0.0, 30), (0.5, 130), (0.8, 255), (1.0, 60)]))
    out = light.lit(out, smoke, (120, 96, 170))
    out = band(out, floor, size[1] * (0.2 if wide else 0.145))
    out = light.lit(out, light.dust(size, 3, 260, (0.12, 0.0, 0.88, 0.86), size[0] * 0.004), (255, 226, 236))
    out = crowd(out)
    out = ImageChops.screen(out, over)
    return covers.grained(out, 0.05, 7)


def wing_of_light(size: Size, middle: g.Point, span: float) -> tuple[Image.Image, Image.Image]:
    """The moth on black, and its faint outline alone."""
    sheet = Sheet(1400, 0.86)
    wings.moth(sheet, 0, -0.08, 0.96)
    wings.dusted(sheet, random.Random("stage"))
    film: Film = sheet.film()
    drawn = film.on((0, 0, 0), LIGHTS)
    high = round(span * drawn.height / drawn.width)
    drawn = drawn.resize((round(span), high), Image.Resampling.LANCZOS)
    # Brightest at the body, as if it were lit from within.
    heat = light.glow(drawn.size, (span / 2, high * 0.46), (span * 0.62, high * 0.82), 0.75)
    drawn = light.darkened(drawn, heat)
    at = (round(middle[0] - span / 2), round(middle[1] - high * 0.46))
    out, faint = Image.new("RGB", size), Image.new("RGB", size)
    out.paste(drawn, at)
    faint.paste(drawn.point([v // 9 for v in range(256)] * 3), at)
    return out, faint


def curtains(picture: Image.Image, floor: float) -> Image.Image:
    """Heavy folds at both sides, in front of the back wall."""
    size = picture.size
    folds = Image.new("L", (size[0] // 2, 1))
    rng = random.Random("curtains")
    phases = [rng.uniform(0, math.tau) for _ in range(3)]
    half = size[0] // 2
    folds.putdata(
        [
            round(150 + 62 * math.sin(x / half * 46 + phases[0] + 1.4 * math.sin(x / half * 9 + phases[1])))
            for x in range(half)
        ]
    )
    side = folds.resize((half, size[1]), Image.Resampling.BICUBIC)
    cloth = Image.new("L", size)
    cloth.paste(side, (0, 0))
    cloth.paste(ImageOps.mirror(side), (size[0] - half, 0))
    shape = light.Silhouettes(size)
    reach = size[0] * (0.21 if size[0] > size[1] else 0.15)
    edge = [(0.0, 0.0), (reach * 1.25, 0.0), (reach * 0.95, floor * 0.4), (reach * 0.66, floor * 0.98), (0.0, floor)]
    shape.fill(g.spline(edge))
    shape.fill([(size[0] - x, y) for x, y in g.spline(edge)])
    mask = shape.mask().filter(ImageFilter.GaussianBlur(size[0] / 500))
    velvet = Image.merge("RGB", [cloth.point([round(v * share) for v in range(256)]) for share in (0.26, 0.15, 0.42)])
    shaded = light.darkened(velvet, light.falloff(size, [(0.0, 60), (0.45, 210), (0.8, 120), (1.0, 40)]))
    out = picture.copy()
    out.paste(shaded, (0, 0), mask)
    return out


def beams(picture: Image.Image, middle: g.Point, floor: float) -> Image.Image:
    """From above and from the floor, the same on both sides."""
    size = picture.size
    reach = size[1] * 0.95
    out = picture
    for offset, turn, tint in ((0.30, 14, ROSE), (0.17, 7, VIOLET), (0.40, 24, (66, 168, 184))):
        one = light.beam(size, (middle[0] - offset * size[0], -8), 90 - turn, 9, reach, 120)
        out = light.lit(out, ImageChops.lighter(one, ImageOps.mirror(one)), tint)
    for offset, turn, tint in ((0.26, -62, (72, 170, 190)), (0.34, -74, ROSE)):
        one = light.beam(size, (middle[0] - offset * size[0], floor), turn, 7, reach * 0.8, 105)
        out = light.lit(out, ImageChops.lighter(one, ImageOps.mirror(one)), tint)
    return out


def reflected(picture: Image.Image, floor: float) -> Image.Image:
    """The wet stage floor gives back what is above it."""
    size = picture.size
    at = round(floor)
    deep = size[1] - at
    above = picture.crop((0, max(0, at - round(deep * 2.6)), size[0], at))
    below = ImageOps.flip(above).resize((size[0], deep), Image.Resampling.BICUBIC)
    below = below.filter(ImageFilter.GaussianBlur(size[0] / 300))
    ripples = texture.noise((size[0], deep), size[0] / 40, 11, 0.16)
    below = light.darkened(below, ripples.point([min(255, round(v * 0.62 + 24)) for v in range(256)]))
    out = picture.copy()
    out.paste(below, (0, at))
    edge = light.Silhouettes(size)
    edge.line([(0, floor), (size[0], floor)], 1.4)
    return light.lit(
        out, ImageChops.multiply(edge.mask(), light.glow(size, (size[0] / 2, floor), (size[0] * 0.4, 40))), ROSE
    )


def band(picture: Image.Image, floor: float, high: float) -> Image.Image:
    """Three people against the light."""
    size = picture.size
    shape = light.Silhouettes(size)
    x, u = size[0] / 2, high / 8
    foot = floor + u * 0.35
    shape.standing(x, foot, high)
    shape.line([(x - u * 0.1, foot), (x - u * 0.1, foot - u * 6.6)], u * 0.12)
    shape.fill(g.ellipse(x - u * 0.1, foot - u * 6.75, u * 0.2, u * 0.28))
    shape.line([(x - u * 0.9, foot), (x + u * 0.7, foot)], u * 0.16)
    # with the guitar
    left = x - high * 1.25
    shape.standing(left, foot - u * 0.3, high * 0.96, lean=0.35)
    shape.fill(g.ellipse(left + u * 0.5, foot - u * 4.2, u * 1.15, u * 0.72, turn=-0.4))
    shape.line([(left + u * 0.6, foot - u * 4.3), (left - u * 3.0, foot - u * 5.9)], u * 0.26)
    shape.fill(g.move(g.box(-0.5 * u, -0.22 * u, 0.5 * u, 0.22 * u), left - u * 3.2, foot - u * 6.0, turn=0.42))
    # behind the keys
    right = x + high * 1.25
    shape.standing(right, foot - u * 0.3, high * 0.94, lean=-0.5)
    shape.fill(g.box(right - u * 2.6, foot - u * 4.5, right + u * 2.2, foot - u * 3.95))
    for leg in (-1, 1):
        shape.line(
            [(right - u * 0.2 + leg * u * 1.9, foot), (right - u * 0.2 - leg * u * 1.5, foot - u * 4.0)], u * 0.16
        )
    mask = shape.mask()
    rim = ImageChops.subtract(ImageChops.offset(mask, 0, -max(1, round(u * 0.12))), mask)
    out = picture.copy()
    out.paste((9, 5, 22), (0, 0), mask)
    return light.lit(out, rim.filter(ImageFilter.GaussianBlur(0.8)).point([v * 2 // 3 for v in range(256)]), ROSE)


def crowd(picture: Image.Image) -> Image.Image:
    out = picture.copy()
    for depth, scale, tint in ((0.895, 0.5, (20, 13, 44)), (0.94, 0.66, (13, 8, 31)), (1.0, 0.86, (7, 4, 19))):
        out.paste(tint, (0, 0), scenes.crowd(picture.size, 5, depth, scale))
    return out
