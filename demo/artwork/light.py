"""Light in the dark: glows, beams, bloom, dust in the air; and figures that stand against it."""

import math
import random
from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from demo.artwork import geometry as g
from demo.artwork import texture
from demo.artwork.geometry import Point
from demo.artwork.sheet import RGB

Size = tuple[int, int]
FINER = 2


def glow(size: Size, centre: Point, reach: Point, falloff: float = 1.6, strength: float = 1.0) -> Image.Image:
    """A grey mask, brightest at `centre`, dark at `reach` (both in pixels, `reach` to the side and down)."""
    curve = [min(255, round(255 * strength * (1 - v / 255) ** falloff)) for v in range(256)]
    round_one = distances().point(curve)
    out = Image.new("L", size, 0)
    wide, high = max(2, round(reach[0] * 2)), max(2, round(reach[1] * 2))
    spot = round_one.resize((wide, high), Image.Resampling.BICUBIC)
    out.paste(spot, (round(centre[0] - wide / 2), round(centre[1] - high / 2)))
    return out


def distances() -> Image.Image:
    """A square: how far from its middle, 0 there and 255 from the middles of its edges on."""
    # Pillow's own reaches 255 in the corners only.
    return Image.radial_gradient("L").point([min(255, round(v * math.sqrt(2))) for v in range(256)])


def tinted(mask: Image.Image, colour: RGB) -> Image.Image:
    """Light of a colour, as strong as the mask, on black."""
    out = Image.new("RGB", mask.size)
    out.paste(colour, (0, 0), mask)
    return out


def lit(picture: Image.Image, mask: Image.Image, colour: RGB) -> Image.Image:
    """The picture with that light added."""
    return ImageChops.screen(picture, tinted(mask, colour))


def bloom(picture: Image.Image, radius: float, share: float) -> Image.Image:
    """What is bright bleeds into what is around it; `radius` in pixels."""
    step = 6
    small = picture.resize((max(1, picture.width // step), max(1, picture.height // step)), Image.Resampling.BOX)
    soft = small.filter(ImageFilter.GaussianBlur(radius / step)).resize(picture.size, Image.Resampling.BICUBIC)
    return ImageChops.screen(picture, soft.point([round(v * share) for v in range(256)] * 3))


def beam(size: Size, source: Point, toward: float, spread: float, length: float, strength: int) -> Image.Image:
    """A cone of light as a grey mask: angles in degrees, 90 = downwards; it fades along its way."""
    step = 4
    small = (size[0] // step, size[1] // step)
    x, y = source[0] / step, source[1] / step
    layer = Image.new("L", small, 0)
    draw = ImageDraw.Draw(layer)
    rings = 40
    for i in range(rings, 0, -1):
        share = i / rings
        tone = round(strength * (1 - share) ** 1.15 + strength * 0.05 * (1 - share))
        start, end = math.radians(toward - spread / 2), math.radians(toward + spread / 2)
        draw.polygon([(x, y), *g.arc(x, y, length / step * share, start, end, 8)], fill=tone)
    return layer.filter(ImageFilter.GaussianBlur(5)).resize(size, Image.Resampling.BICUBIC)


def dust(size: Size, seed: int, count: int, area: tuple[float, float, float, float], large: float) -> Image.Image:
    """Motes in a beam, sharp and out of focus, as a grey mask; `area` in shares, `large` in pixels."""
    rng = random.Random(f"{seed}/dust")
    out = Image.new("L", size, 0)
    soft = Image.new("L", size, 0)
    for i in range(count):
        x = rng.triangular(area[0], area[2]) * size[0]
        y = rng.triangular(area[1], area[3]) * size[1]
        near = i % 9 == 0
        r = large * (rng.uniform(0.9, 2.6) if near else rng.uniform(0.12, 0.5))
        tone = rng.randrange(16, 60) if near else rng.randrange(60, 230)
        ImageDraw.Draw(soft if near else out).ellipse((x - r, y - r, x + r, y + r), fill=tone)
    return ImageChops.lighter(out, soft.filter(ImageFilter.GaussianBlur(large * 0.35)))


def haze(size: Size, seed: int, cell: float, share: float) -> Image.Image:
    """Smoke that takes the light unevenly, as a grey mask; `cell` in pixels."""
    step = 4
    small = (size[0] // step, size[1] // step)
    mixed = Image.blend(
        texture.noise(small, cell / step, seed), texture.noise(small, cell / step / 2.7, seed + 1, 0.6), 0.4
    )
    return mixed.point([round(max(0, v - 60) * share) for v in range(256)]).resize(size, Image.Resampling.BICUBIC)


def darkened(picture: Image.Image, mask: Image.Image) -> Image.Image:
    """The picture, seen as much as the mask is bright."""
    return ImageChops.multiply(picture, Image.merge("RGB", (mask,) * 3))


def falloff(size: Size, stops: Sequence[tuple[float, int]]) -> Image.Image:
    """A grey mask that changes from top to bottom: (share of the height, tone) in order."""
    column = Image.new("L", (1, 512))
    tones = []
    for i in range(512):
        at = i / 511
        after = next((k for k, (share, _) in enumerate(stops) if share >= at), len(stops) - 1)
        (low, a), (high, b) = stops[max(0, after - 1)], stops[after]
        t = 0.0 if high == low else min(1.0, max(0.0, (at - low) / (high - low)))
        tones.append(round(a + (b - a) * t * t * (3 - 2 * t)))
    column.putdata(tones)
    return column.resize(size, Image.Resampling.BICUBIC)


class Silhouettes:
    """Dark shapes, drawn finer than they are shown; coordinates in pixels of the picture."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.image = Image.new("L", (size[0] * FINER, size[1] * FINER), 0)
        self.draw = ImageDraw.Draw(self.image)

    def fill(self, points: Sequence[Point], tone: int = 255) -> None:
        self.draw.polygon([(x * FINER, y * FINER) for x, y in points], fill=tone)

    def line(self, points: Sequence[Point], width: float, tone: int = 255) -> None:
        path = [(x * FINER, y * FINER) for x, y in points]
        self.draw.line(path, fill=tone, width=max(1, round(width * FINER)), joint="curve")

    def mask(self) -> Image.Image:
        return self.image.reduce(FINER)

    def standing(self, x: float, foot: float, high: float, *, lean: float = 0.0, wide: float = 1.0) -> None:
        """Somebody from behind or in front, `high` pixels tall."""
        u = high / 8

        def put(points: Sequence[Point]) -> list[Point]:
            return [(x + (px * wide + lean * (8 - py) / 8) * u, foot - high + py * u) for px, py in points]

        self.fill(put(g.ellipse(0, 0.55, 0.42, 0.55)))
        half = [(0.17, 0.9), (0.2, 1.25), (0.85, 1.5), (0.98, 2.2), (0.92, 3.4), (0.62, 3.6), (0.62, 4.2)]
        half += [(0.66, 6.0), (0.56, 8.0), (0.14, 8.0), (0.06, 4.9)]
        self.fill(put(g.both(half)))
