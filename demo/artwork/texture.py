"""Grain, paper, cloth and halftone as grey images; every one a pure function of its arguments."""

import math
import random
from functools import lru_cache

from PIL import Image, ImageChops, ImageFilter

Size = tuple[int, int]
NEUTRAL = 128


@lru_cache(maxsize=8)
def noise(size: Size, cell: float, seed: int, stretch: float = 1.0) -> Image.Image:
    """Smooth value noise, 0..255; `cell` in pixels, `stretch` makes the cells taller than wide."""
    columns = max(3, math.ceil(size[0] / cell) + 2)
    rows = max(3, math.ceil(size[1] / (cell * stretch)) + 2)
    field = Image.frombytes("L", (columns, rows), random.Random(f"{seed}/{cell:.2f}/noise").randbytes(columns * rows))
    return field.resize(
        size, Image.Resampling.BICUBIC, (0.5, 0.5, 0.5 + size[0] / cell, 0.5 + size[1] / cell / stretch)
    )


@lru_cache(maxsize=4)
def grain(size: Size, seed: int = 1, softness: float = 0.6) -> Image.Image:
    """Film grain around neutral grey; a tile, repeated."""
    side = 512
    tile = Image.frombytes("L", (side, side), random.Random(f"{seed}/grain").randbytes(side * side))
    if softness:
        tile = tile.filter(ImageFilter.GaussianBlur(softness))
    return repeated(tile, size)


def repeated(tile: Image.Image, size: Size) -> Image.Image:
    """The tile side by side from the upper left corner; by doubling, for tiles are small."""
    out = Image.new(tile.mode, size)
    out.paste(tile)
    wide, high = min(tile.width, size[0]), min(tile.height, size[1])
    while wide < size[0]:
        out.paste(out.crop((0, 0, wide, high)), (wide, 0))
        wide *= 2
    while high < size[1]:
        out.paste(out.crop((0, 0, size[0], high)), (0, high))
        high *= 2
    return out


def contrast(image: Image.Image, gain: float, middle: float = 128.0, to: float = 128.0) -> Image.Image:
    """A linear tone curve: `middle` becomes `to`, slopes grow by `gain`."""
    return image.point([min(255, max(0, round((v - middle) * gain + to))) for v in range(256)])


def ridges(image: Image.Image) -> Image.Image:
    """Creases where the noise crosses its middle."""
    return image.point([max(0, 255 - round(abs(v - 128) * 3.2)) for v in range(256)])


@lru_cache(maxsize=4)
def wear(size: Size, seed: int, amount: float) -> Image.Image:
    """What is left of a solid ink: 255 = full, specks and thin patches where the ink did not take."""
    fine = noise(size, max(2.0, size[0] / 520), seed + 1)
    patches = noise(size, size[0] / 9, seed + 2)
    mixed = Image.blend(fine, patches, 0.42)
    edge = 40 + 62 * amount
    return mixed.point([min(255, max(0, round((v - edge) * 9 + 128))) for v in range(256)])


def halftone(tones: Image.Image, pitch: float, angle: float, *, size: Size) -> Image.Image:
    """Dots (255 = ink) whose area follows the darkness of `tones`, on a screen turned by `angle` degrees."""
    diagonal = math.hypot(*size)
    cells = math.ceil(diagonal / pitch) + 2
    side = 16
    threshold = Image.new("L", (side, side))
    pixels = threshold.load()
    assert pixels is not None
    for y in range(side):
        for x in range(side):
            u, v = (x + 0.5) / side * math.tau, (y + 0.5) / side * math.tau
            pixels[x, y] = round(127.5 + 62 * (math.cos(u) + math.cos(v)))
    screen = repeated(threshold, (cells * side, cells * side))
    scale = side / pitch
    c, s = math.cos(math.radians(angle)) * scale, math.sin(math.radians(angle)) * scale
    middle = cells * side / 2
    cx, cy = size[0] / 2, size[1] / 2
    turned = screen.transform(
        size,
        Image.Transform.AFFINE,
        (c, s, middle - c * cx - s * cy, -s, c, middle + s * cx - c * cy),
        Image.Resampling.BILINEAR,
    )
    difference = ImageChops.subtract(turned, tones.resize(size, Image.Resampling.BICUBIC), 1, 0)
    # The faintest specks would only be dirt, and weigh much in a file.
    return difference.point([min(255, max(0, v - 10) * 9) for v in range(256)])


@lru_cache(maxsize=8)
def knit(stitch: int) -> Image.Image:
    """A tile of jersey: little V stitches in columns, around neutral grey; `stitch` = its width in pixels."""
    wide, high = stitch * 4, round(stitch * 0.8) * 4
    cell_w, cell_h = stitch * 4, round(stitch * 0.8) * 4
    tile = Image.new("L", (wide, high))
    pixels = tile.load()
    assert pixels is not None
    for y in range(high):
        for x in range(wide):
            u = (x * 4 / cell_w) % 1.0
            slope = abs(u - 0.5)
            v = (y * 4 / cell_h + slope * 1.1) % 1.0
            bump = math.sin(math.pi * v) ** 0.8 * (0.55 + 0.45 * math.sin(math.pi * (u * 2 % 1.0)))
            pixels[x, y] = round(74 + 82 * bump)
    return tile


@lru_cache(maxsize=8)
def canvas_weave(thread: int) -> Image.Image:
    """A tile of plain weave (tote bags), around neutral grey; `thread` = one thread's width in pixels."""
    side = thread * 8
    tile = Image.new("L", (side, side))
    pixels = tile.load()
    assert pixels is not None
    for y in range(side):
        for x in range(side):
            over = (x // thread + y // thread) % 2
            u = (x % thread + 0.5) / thread
            v = (y % thread + 0.5) / thread
            across, along = (v, u) if over else (u, v)
            bump = math.sin(math.pi * across) * (0.45 + 0.55 * math.sin(math.pi * along))
            pixels[x, y] = round(80 + 78 * bump)
    return tile
