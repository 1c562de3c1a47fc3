"""A photographed thing without its colours: masks, shading and where the prints go."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from demo.artwork import geometry as g
from demo.artwork import texture
from demo.artwork.geometry import Point, Points
from demo.artwork.sheet import RGB

FRAME = (1500, 1875)
NEUTRAL = 128
Warp = Callable[[float, float], Point]


@dataclass(frozen=True)
class Lens:
    """From garment units (a 1500 x 1875 frame) to pixels; `zoom` around the unit point `centre`."""

    width: int = FRAME[0]
    zoom: float = 1.0
    centre: Point = (FRAME[0] / 2, FRAME[1] / 2)

    @property
    def k(self) -> float:
        """Pixels per unit."""
        return self.width / FRAME[0] * self.zoom

    @property
    def size(self) -> tuple[int, int]:
        return self.width, round(self.width * FRAME[1] / FRAME[0])

    def px(self, points: Sequence[Point], scale: float = 1.0) -> Points:
        w, h = self.size
        k = self.k
        cx, cy = self.centre
        return [((w / 2 + (x - cx) * k) * scale, (h / 2 + (y - cy) * k) * scale) for x, y in points]


@dataclass(frozen=True)
class Fill:
    colour: str | RGB
    mask: Image.Image
    """Only of its part of the frame."""
    at: tuple[int, int]


@dataclass(frozen=True)
class Print:
    """Where a slot's picture goes: a box in units, turned by degrees, optionally bent and clipped."""

    slot: str
    x: float
    y: float
    width: float
    height: float
    turn: float = 0.0
    warp: Warp | None = None
    clip: Image.Image | None = None
    ink: bool = True


@dataclass
class Template:
    lens: Lens
    layers: list[Fill | Print] = field(default_factory=list)
    shade: Image.Image = field(default_factory=lambda: Image.new("L", (1, 1)))
    mask: Image.Image = field(default_factory=lambda: Image.new("L", (1, 1)))
    shadow: Image.Image = field(default_factory=lambda: Image.new("L", (1, 1)))
    bite: Image.Image | None = None
    """How much ink each thread takes (255 = all): a tile."""


def emboss(height: Image.Image, reach: float, gain: float) -> Image.Image:
    """Light from the upper left on a height field, neutral 128."""
    if gain <= 0:
        return Image.new("L", height.size, NEUTRAL)
    d = max(1, round(reach))
    moved = height.copy()
    moved.paste(height, (d, d))
    # Beyond the frame the material goes on as at its edge.
    moved.paste(moved.crop((d, 0, d + 1, height.height)).resize((d, height.height)), (0, 0))
    moved.paste(moved.crop((0, d, height.width, d + 1)).resize((height.width, d)), (0, 0))
    return ImageChops.subtract(height, moved, 1 / gain, NEUTRAL)


def plus(*shades: Image.Image) -> Image.Image:
    out = shades[0]
    for shade in shades[1:]:
        out = ImageChops.add(out, shade, 1, -NEUTRAL)
    return out


class Builder:
    """Lays panels of a thing over each other, the lowest first."""

    def __init__(self, lens: Lens, *, lift: float = 1.0) -> None:
        self.lens = lens
        self.lift = lift
        self.k = lens.k
        self.size = lens.size
        self.small = (max(1, self.size[0] // 2), max(1, self.size[1] // 2))
        self.shade = Image.new("L", self.size, NEUTRAL)
        self.mask = Image.new("L", self.size, 0)
        self.layers: list[Fill | Print] = []

    def blur(self, image: Image.Image, units: float) -> Image.Image:
        """Gaussian over `units`; wide ones are computed on a reduced picture."""
        radius = units * self.k
        factor = max(1, int(radius / 4))
        if factor == 1:
            return image.filter(ImageFilter.GaussianBlur(radius))
        small = image.resize((max(2, image.width // factor), max(2, image.height // factor)), Image.Resampling.BOX)
        return small.filter(ImageFilter.GaussianBlur(radius / factor)).resize(image.size, Image.Resampling.BICUBIC)

    def area(self, points: Sequence[Point], *holes: Sequence[Point]) -> Image.Image:
        """An anti-aliased mask of the shape."""
        return self._drawn([points, *holes], 0, lambda draw, i, path: draw.polygon(path, fill=0 if i else 255))

    def _drawn(
        self,
        shapes: Sequence[Sequence[Point]],
        margin: float,
        stroke: Callable[[ImageDraw.ImageDraw, int, Points], None],
    ) -> Image.Image:
        """Draw twice as large, only where the shapes are; `margin` in pixels around them."""
        out = Image.new("L", self.size, 0)
        paths = [self.lens.px(shape, 2) for shape in shapes]
        xs, ys = [x for path in paths for x, _ in path], [y for path in paths for _, y in path]
        left, top = max(0, int((min(xs) - margin) // 2)), max(0, int((min(ys) - margin) // 2))
        right = min(self.size[0], int((max(xs) + margin) // 2) + 2)
        bottom = min(self.size[1], int((max(ys) + margin) // 2) + 2)
        if right <= left or bottom <= top:
            return out
        big = Image.new("L", ((right - left) * 2, (bottom - top) * 2), 0)
        draw = ImageDraw.Draw(big)
        for i, path in enumerate(paths):
            stroke(draw, i, [(x - 2 * left, y - 2 * top) for x, y in path])
        out.paste(big.reduce(2), (left, top))
        return out

    def around(self, mask: Image.Image, units: float) -> tuple[int, int, int, int]:
        """The mask's box with some room, within the frame; an even size."""
        box = mask.getbbox() or (0, 0, 2, 2)
        room = round(units * self.k) + 2
        left, top = max(0, box[0] - room) & ~1, max(0, box[1] - room) & ~1
        return left, top, min(self.size[0], box[2] + room), min(self.size[1], box[3] + room)

    def edges(self, mask: Image.Image, thick: float, puff: float) -> Image.Image:
        """The cloth's own thickness at its edge, and how the whole panel bulges."""
        half = (max(1, mask.width // 2), max(1, mask.height // 2))
        small = mask.resize(half, Image.Resampling.BOX)
        parts = [Image.new("L", half, NEUTRAL)]
        if thick:
            parts.append(emboss(self.blur(small, 2.0), 3.0 * self.k, 0.16 * thick))
        if puff:
            parts.append(emboss(self.blur(small, 23.0), 15.0 * self.k, 0.42 * puff))
        return plus(*parts).resize(mask.size, Image.Resampling.BILINEAR)

    def panel(
        self,
        points: Sequence[Point],
        colour: str | RGB,
        *holes: Sequence[Point],
        relief: Image.Image | None = None,
        thick: float = 1.0,
        puff: float = 1.0,
        tone: int = 0,
        cast: float = 1.0,
        mask: Image.Image | None = None,
    ) -> Image.Image:
        """One piece of material; `relief` = shading, `tone` = lighter or darker as a whole, `cast` = shadow on what
        lies below. Returns its mask."""
        mask = self.area(points, *holes) if mask is None else mask
        if cast and self.layers:
            self.cast(mask, cast)
        box = self.around(mask, 60 if puff else 8)
        near = mask.crop(box)
        parts = [Image.new("L", near.size, NEUTRAL + tone)]
        if thick or puff:
            parts.append(self.edges(near, thick, puff))
        if relief is not None:
            parts.append(relief.crop(box))
        self.shade.paste(plus(*parts), box[:2], near)
        self.mask = ImageChops.lighter(self.mask, mask)
        self.layers.append(Fill(colour, near, box[:2]))
        return mask

    def cast(self, mask: Image.Image, strength: float, reach: float = 9.0) -> None:
        """Shadow of something lying on what is there."""
        d = round(reach * 0.7 * self.k)
        box = self.around(mask, reach * 4)
        near = mask.crop(box)
        moved = Image.new("L", near.size, 0)
        moved.paste(near, (d // 2, d))
        dark = self.blur(moved, reach).point([round(v * 0.22 * strength) for v in range(256)])
        self.shade.paste(ImageChops.subtract(self.shade.crop(box), dark), box[:2])

    def line(
        self, points: Sequence[Point], width: float, amount: int, *, soft: float = 0.0, clip: Image.Image | None = None
    ) -> None:
        """Darken (amount < 0) or lighten along a line."""
        self.lines([points], width, amount, soft=soft, clip=clip)

    def lines(
        self,
        many: Sequence[Sequence[Point]],
        width: float,
        amount: int,
        *,
        soft: float = 0.0,
        clip: Image.Image | None = None,
    ) -> None:
        wide = max(1, round(width * self.k * 2))
        layer = self._drawn(
            many, wide, lambda draw, i, path: draw.line(path, fill=abs(amount), width=wide, joint="curve")
        )
        box = self.around(layer, soft * 3.5)
        layer = layer.crop(box)
        if soft:
            layer = self.blur(layer, soft)
        if clip is not None:
            layer = ImageChops.multiply(layer, clip.crop(box))
        under = self.shade.crop(box)
        self.shade.paste(ImageChops.add(under, layer) if amount > 0 else ImageChops.subtract(under, layer), box[:2])

    def seam(self, points: Sequence[Point], *, clip: Image.Image | None = None, depth: int = 34) -> None:
        """Two pieces sewn together: a furrow with a lit lower lip."""
        self.line(points, 9, -depth // 2, soft=5, clip=clip)
        self.line(points, 2.4, -depth, soft=0.6, clip=clip)
        self.line([(x + 2.4, y + 2.8) for x, y in points], 2.0, depth // 2, soft=0.8, clip=clip)

    def stitches(
        self, points: Sequence[Point], *, length: float = 7.0, gap: float = 4.5, depth: int = 40, width: float = 2.2
    ) -> None:
        dense = g.resample(points, length + gap)
        dashes = []
        for (x0, y0), (x1, y1) in itertools.pairwise(dense):
            t = length / (length + gap)
            dashes.append([(x0, y0), (x0 + (x1 - x0) * t, y0 + (y1 - y0) * t)])
        self.line(points, 7, -depth // 4, soft=2.5)
        self.lines([[(x + 1.2, y + 1.6) for x, y in dash] for dash in dashes], width + 0.6, -depth, soft=0.5)
        self.lines(dashes, width, depth // 2, soft=0.3)

    def print(self, area: Print) -> None:
        self.layers.append(area)

    def finish(
        self, *, weave: Image.Image | None = None, amount: float = 1.0, grain: float = 0.05, bite: int = 200
    ) -> Template:
        """`weave` is a tile around neutral grey, laid over all; `bite` = least share of ink on it (0..255)."""
        shade = self.shade
        inked = None
        if weave is not None:
            shade = plus(shade, texture.contrast(texture.repeated(weave, self.size), amount))
            inked = weave.point([min(255, bite + round((255 - bite) * v / 110)) for v in range(256)])
        shade = plus(shade, texture.contrast(texture.grain(self.size, 3), grain))
        return Template(self.lens, self.layers, shade, self.mask, self._shadow(), inked)

    def _shadow(self) -> Image.Image:
        out = Image.new("L", self.size, 0)
        for reach, dx, dy, share in ((7, 3, 5, 0.55), (26, 14, 22, 0.40), (70, 34, 52, 0.34)):
            moved = Image.new("L", self.size, 0)
            lift = self.lift * self.k
            moved.paste(self.mask, (round(dx * lift), round(dy * lift)))
            soft = self.blur(moved, reach * self.lift).point([round(v * share) for v in range(256)])
            out = ImageChops.screen(out, soft)
        return out


def _mesh(
    size: tuple[int, int], warp: Warp, cells: int = 14
) -> list[tuple[tuple[int, int, int, int], tuple[float, ...]]]:
    w, h = size
    xs = [round(w * i / cells) for i in range(cells + 1)]
    ys = [round(h * i / cells) for i in range(cells + 1)]

    def at(i: int, j: int) -> Point:
        u, v = warp(i / cells, j / cells)
        return u * w, v * h

    out: list[tuple[tuple[int, int, int, int], tuple[float, ...]]] = []
    for i in range(cells):
        for j in range(cells):
            quad = (*at(i, j), *at(i, j + 1), *at(i + 1, j + 1), *at(i + 1, j))
            out.append(((xs[i], ys[j], xs[i + 1], ys[j + 1]), quad))
    return out


def _lay(base: Image.Image, area: Print, picture: Image.Image, template: Template) -> None:
    lens = template.lens
    size = max(1, round(area.width * lens.k)), max(1, round(area.height * lens.k))
    laid = picture.convert("RGBA").resize(size, Image.Resampling.BICUBIC, reducing_gap=2.0)
    if area.warp is not None:
        laid = laid.transform(size, Image.Transform.MESH, _mesh(size, area.warp), Image.Resampling.BICUBIC)
    if area.turn:
        laid = laid.rotate(-area.turn, Image.Resampling.BICUBIC, expand=True)
    (cx, cy), *_ = lens.px([(area.x, area.y)])
    left, top = round(cx - laid.width / 2), round(cy - laid.height / 2)
    box = (max(0, left), max(0, top), min(base.width, left + laid.width), min(base.height, top + laid.height))
    if box[0] >= box[2] or box[1] >= box[3]:
        return
    laid = laid.crop((box[0] - left, box[1] - top, box[2] - left, box[3] - top))
    alpha = laid.getchannel("A")
    if area.clip is not None:
        alpha = ImageChops.multiply(alpha, area.clip.crop(box))
    if area.ink and template.bite is not None:
        alpha = ImageChops.multiply(alpha, texture.repeated(template.bite, base.size).crop(box))
    base.paste(laid.convert("RGB"), box[:2], alpha)


def lit(flat: Image.Image, shade: Image.Image, *, sheen: float = 0.62) -> Image.Image:
    """Flat colours under the shading: below 128 darkens, above adds light."""
    dark = shade.point([min(255, v * 2) for v in range(256)])
    light = shade.point([min(255, max(0, round((v - NEUTRAL) * sheen))) for v in range(256)])
    out = ImageChops.multiply(flat, Image.merge("RGB", (dark,) * 3))
    return ImageChops.add(out, Image.merge("RGB", (light,) * 3))


def shadow_colour(backdrop: Image.Image) -> RGB:
    pixel = backdrop.getpixel((4, 4))
    assert isinstance(pixel, tuple)
    return round(pixel[0] * 0.16), round(pixel[1] * 0.16), round(pixel[2] * 0.16)


def cut_out(template: Template, colours: Mapping[str, RGB], prints: Mapping[str, Image.Image]) -> Image.Image:
    """The lit thing alone; outside `template.mask` there is nothing of meaning."""
    flat = Image.new("RGB", template.lens.size)
    for layer in template.layers:
        if isinstance(layer, Fill):
            tint = colours[layer.colour] if isinstance(layer.colour, str) else layer.colour
            right, bottom = layer.at[0] + layer.mask.width, layer.at[1] + layer.mask.height
            flat.paste(tint, (*layer.at, right, bottom), layer.mask)
        elif layer.slot in prints:
            _lay(flat, layer, prints[layer.slot], template)
    return lit(flat, template.shade)
