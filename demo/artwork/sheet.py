"""A sheet of printing films: one grey plate for each ink, inked in any colours later."""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageDraw

from demo.artwork import geometry, lettering, texture
from demo.artwork.geometry import Point, Points

RGB = tuple[int, int, int]
SUPERSAMPLING = 2
LARGEST = 1400


def finer(pixels: float) -> int:
    """How wide to draw what is printed that wide on something: some finer, in steps, so that films are met again."""
    return min(LARGEST, math.ceil(pixels * 1.5 / 100) * 100)


class Plate:
    """One ink. Coordinates: x from -1 to 1 over the sheet's width, y in the same unit, origin in the middle."""

    def __init__(self, size: tuple[int, int], role: str) -> None:
        self.role = role
        self.image = Image.new("L", size, 0)
        self.unit = size[0] / 2
        self.centre = (size[0] / 2, size[1] / 2)
        self.draw = ImageDraw.Draw(self.image)

    def px(self, point: Point) -> Point:
        return (self.centre[0] + point[0] * self.unit, self.centre[1] + point[1] * self.unit)

    def fill(self, points: Sequence[Point], tone: int = 255) -> None:
        self.draw.polygon([self.px(p) for p in points], fill=tone)

    def line(self, points: Sequence[Point], width: float, tone: int = 255, *, closed: bool = False) -> None:
        path = [self.px(p) for p in points]
        if closed:
            path += path[:2]
        self.draw.line(path, fill=tone, width=max(1, round(width * self.unit)), joint="curve")

    def stroke(
        self, points: Sequence[Point], width: float, tone: int = 255, *, start: float = 0, end: float = 0
    ) -> None:
        """A line that swells in its middle."""
        self.fill(geometry.taper(points, width, start=start, end=end), tone)

    def disc(self, x: float, y: float, r: float, tone: int = 255) -> None:
        cx, cy = self.px((x, y))
        r *= self.unit
        self.draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill=tone)

    def ring(self, x: float, y: float, r: float, width: float, tone: int = 255) -> None:
        cx, cy = self.px((x, y))
        outer = (r + width / 2) * self.unit
        self.draw.ellipse(
            (cx - outer, cy - outer, cx + outer, cy + outer), outline=tone, width=max(1, round(width * self.unit))
        )

    def text(
        self,
        text: str,
        face: str,
        x: float,
        y: float,
        *,
        width: float | None = None,
        height: float | None = None,
        tone: int = 255,
        turn: float = 0.0,
        tracking: float = 0.0,
        stretch: float = 1.0,
        anchor: str = "middle",
    ) -> float:
        """Set a line centred on (x, y) to a width or a cap height; turn in degrees. Returns the drawn height."""
        mask = lettering.line(
            text,
            face,
            width=width * self.unit if width else None,
            height=height * self.unit if height else None,
            tracking=tracking,
        )
        if stretch != 1.0:
            mask = mask.resize((mask.width, max(1, round(mask.height * stretch))), Image.Resampling.BICUBIC)
        drawn = mask.height / self.unit
        if turn:
            mask = mask.rotate(-turn, Image.Resampling.BICUBIC, expand=True)
        cx, cy = self.px((x, y))
        left = {"left": cx, "middle": cx - mask.width / 2, "right": cx - mask.width}[anchor]
        self.image.paste(tone, (round(left), round(cy - mask.height / 2)), mask)
        return drawn

    def stack(
        self, lines: Sequence[str], face: str, x: float, top: float, *, width: float, gap: float = 0.05, tone: int = 255
    ) -> float:
        """Lines below each other, each as wide as the block; returns the lower edge."""
        for text in lines:
            mask = lettering.line(text, face, width=width * self.unit)
            cx, cy = self.px((x, top))
            self.image.paste(tone, (round(cx - mask.width / 2), round(cy)), mask)
            top += mask.height / self.unit + gap
        return top - gap

    def ring_text(
        self,
        text: str,
        face: str,
        x: float,
        y: float,
        r: float,
        height: float,
        *,
        middle: float = -90.0,
        tracking: float = 0.0,
        inward: bool = False,
        around: bool = False,
        tone: int = 255,
    ) -> None:
        """Letters standing on a circle of radius r, centred on the angle `middle` (degrees, -90 = top).

        `around` spreads them evenly over the whole circle."""
        letters = lettering.letters(text, face, height * self.unit, tracking)
        total = sum(advance for _, advance in letters) / self.unit
        if around:
            extra = (math.tau * r - total) * self.unit / len(letters)
            letters = [(mask, advance + extra) for mask, advance in letters]
            total = math.tau * r
        side = -1 if inward else 1
        angle = math.radians(middle) - side * total / r / 2
        for mask, advance in letters:
            half = advance / self.unit / r / 2
            angle += side * half
            turn = math.degrees(angle) + (90 if not inward else -90)
            turned = mask.rotate(-turn, Image.Resampling.BICUBIC, expand=True)
            cx, cy = self.px((x + r * math.cos(angle), y + r * math.sin(angle)))
            self.image.paste(tone, (round(cx - turned.width / 2), round(cy - turned.height / 2)), turned)
            angle += side * half


@dataclass(frozen=True)
class Film:
    """Finished plates in print order: (role, grey mask), all of one size."""

    plates: tuple[tuple[str, Image.Image], ...]
    size: tuple[int, int]

    def inked(self, colours: Mapping[str, RGB]) -> Image.Image:
        """RGBA with nothing behind the ink."""
        rgb: Image.Image | None = None
        alpha = Image.new("L", self.size, 0)
        for role, mask in self.plates:
            if rgb is None:
                rgb = Image.new("RGB", self.size, colours[role])
            rgb.paste(colours[role], (0, 0), mask)
            alpha = ImageChops.lighter(alpha, mask)
        out = rgb if rgb is not None else Image.new("RGB", self.size)
        out.putalpha(alpha)
        return out

    def on(self, ground: RGB, colours: Mapping[str, RGB]) -> Image.Image:
        out = Image.new("RGB", self.size, ground)
        for role, mask in self.plates:
            out.paste(colours[role], (0, 0), mask)
        return out


class Sheet:
    """`width` in pixels of the finished film; `ratio` = height / width."""

    def __init__(self, width: int, ratio: float = 1.0) -> None:
        self.width = width
        self.ratio = ratio
        self.size = (width * SUPERSAMPLING, round(width * ratio) * SUPERSAMPLING)
        self.plates: dict[str, Plate] = {}

    def plate(self, role: str) -> Plate:
        """Plates print in the order in which they are first asked for; `role` may carry a suffix: ink.2"""
        if role not in self.plates:
            self.plates[role] = Plate(self.size, role)
        return self.plates[role]

    def knock_out(self, points: Points) -> None:
        for plate in self.plates.values():
            plate.fill(points, 0)

    def worn(self, seed: int, amount: float) -> None:
        """Ink that did not take everywhere, each plate in its own places."""
        for i, plate in enumerate(self.plates.values()):
            mask = texture.wear((self.size[0] // 2, self.size[1] // 2), seed * 31 + i, amount).resize(self.size)
            plate.image.paste(ImageChops.multiply(plate.image, mask))

    def stippled(self, role: str, seed: int) -> None:
        """Turn the plate's grey tones into a spray of fine dots."""
        plate = self.plates[role]
        side = 640
        rng = random.Random(f"{seed}/{role}/stipple")
        tile = Image.frombytes("L", (side, side), rng.randbytes(side * side)).resize((side * 2, side * 2), 0)
        dots = ImageChops.subtract(plate.image, texture.repeated(tile, self.size))
        plate.image.paste(dots.point([0] + [255] * 255))

    def shifted(self, role: str, dx: float, dy: float) -> None:
        """Out of register by (dx, dy) units."""
        plate = self.plates[role]
        moved = Image.new("L", self.size, 0)
        moved.paste(plate.image, (round(dx * plate.unit), round(dy * plate.unit)))
        plate.image.paste(moved)

    def film(self) -> Film:
        plates = tuple((p.role.partition(".")[0], p.image.reduce(SUPERSAMPLING)) for p in self.plates.values())
        return Film(plates, (self.width, self.size[1] // SUPERSAMPLING))
