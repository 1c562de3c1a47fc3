"""Kellerkind's opening picture: the stairs down to the cellar door, copied until only dots and toner are left."""

import random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from demo.artwork import geometry as g
from demo.artwork import light, texture
from demo.artwork.geometry import Point
from demo.artwork.sheet import RGB

Size = tuple[int, int]
PAPER: RGB = (224, 218, 203)
TONER: RGB = (22, 21, 21)
YELLOW: RGB = (255, 221, 0)
STEPS = 12
Room = tuple[float, float, float, float]


class Shaft:
    """A grey picture of the stairwell and its outlines; places in shares of the width around the vanishing point."""

    def __init__(self, size: Size, eye: Point, unit: float) -> None:
        self.size = size
        self.eye = eye
        self.unit = unit
        self.tones = Image.new("L", size, 18)
        self.edges = light.Silhouettes(size)

    def at(self, x: float, y: float, depth: float) -> Point:
        """A place in the room: right, down, away (1 = at the eye's own picture plane)."""
        return self.eye[0] + x / depth * self.unit, self.eye[1] + y / depth * self.unit

    def face(self, corners: list[tuple[float, float, float]], tone: int) -> list[Point]:
        points = [self.at(*corner) for corner in corners]
        ImageDraw.Draw(self.tones).polygon(points, fill=tone)
        return points

    def outline(self, corners: list[tuple[float, float, float]], width: float, tone: int = 255) -> None:
        self.edges.line([self.at(*corner) for corner in corners], width, tone)


def opening(size: Size) -> Image.Image:
    wide = size[0] > size[1]
    eye = (size[0] * (0.54 if wide else 0.5), size[1] * (0.24 if wide else 0.28))
    shaft = Shaft(size, eye, size[1] * (0.92 if wide else 0.80))
    rng = random.Random("stairwell")
    door = walls(shaft, rng)
    stairs(shaft)
    opened(shaft, door)
    bulb = lamp(shaft)
    return copied(shaft, door, bulb, rng)


NEAR = 0.62
FAR = 3.4
HALF = 0.62
TOP = -0.86


def walls(shaft: Shaft, rng: random.Random) -> Room:
    """Bricks left and right, a low ceiling, the wall with the door at the end."""
    near = 0.42
    for side in (-1, 1):
        x = side * HALF
        bands = 26
        for i in range(bands):
            a = near * (FAR / near) ** (i / bands)
            b = near * (FAR / near) ** ((i + 1) / bands)
            tone = round((54 if side < 0 else 34) + 120 * (i / bands) ** 1.6)
            shaft.face([(x, TOP, a), (x, TOP, b), (x, 1.9, b), (x, 1.9, a)], tone)
        rows = 22
        for row in range(rows):
            y = TOP + (1.9 - TOP) * row / rows
            shaft.outline([(x, y, near), (x, y, FAR)], 1.2, 96)
            depth = near + (0.13 if row % 2 else 0.26)
            while depth < FAR:
                shaft.outline([(x, y, depth), (x, y + (1.9 - TOP) / rows, depth)], 1.0, 96)
                if depth > 0.9 and rng.random() < 0.16:
                    end = min(FAR, depth + 0.26)
                    corners = [(x, y, depth), (x, y, end), (x, y + 0.125, end), (x, y + 0.125, depth)]
                    shaft.face(corners, rng.randrange(30, 150))
                depth += 0.26
    shaft.face([(-HALF, TOP, near), (HALF, TOP, near), (HALF, TOP, FAR), (-HALF, TOP, FAR)], 26)
    shaft.face([(-HALF, TOP, FAR), (HALF, TOP, FAR), (HALF, 1.9, FAR), (-HALF, 1.9, FAR)], 150)
    for x, thick in ((0.50, 7.0), (0.42, 4.0)):
        pipe = [(x, TOP + 0.07, near), (x, TOP + 0.07, FAR)]
        shaft.outline(pipe, thick, 255)
        shaft.outline([(x - 0.006, TOP + 0.06, near), (x - 0.006, TOP + 0.06, FAR)], thick / 4, 0)
    return (-0.40, 0.14, 0.40, step_height(FAR))


def stairs(shaft: Shaft) -> None:
    """Seen from above, going down: of each step its tread, dark where the one before shades it, and its bright edge."""
    deep = (FAR - NEAR) / STEPS
    for i in range(STEPS, -1, -1):
        a, b = max(0.3, NEAR + deep * (i - 1)), NEAR + deep * i
        shade = a + (b - a) * 0.8
        low = step_height(b)
        nearness = (i / STEPS) ** 1.4
        shaft.face([(-HALF, low, a), (HALF, low, a), (HALF, low, b), (-HALF, low, b)], round(12 + 60 * nearness))
        shaft.face(
            [(-HALF, low, shade), (HALF, low, shade), (HALF, low, b), (-HALF, low, b)], round(58 + 170 * nearness)
        )
        # worn in the middle
        worn = [(-0.26, low, shade), (0.22, low, shade), (0.18, low, b), (-0.22, low, b)]
        shaft.face(worn, round(92 + 160 * nearness))
        shaft.outline([(-HALF, low, b), (HALF, low, b)], 5.5 - 3.6 * i / STEPS)
    for side in (-1, 1):
        x = side * (HALF - 0.04)
        shaft.outline([(x, step_height(d) - 0.52, d) for d in (0.40, FAR - 0.2)], 10)
        for i in range(7):
            d = 0.62 * 1.27**i
            y = step_height(d) - 0.52
            shaft.outline([(x, y, d), (x, y + 0.05, d), (side * HALF, y + 0.09, d)], 9 / d**0.6)


def step_height(depth: float) -> float:
    return 0.40 + 0.36 * depth


def opened(shaft: Shaft, door: Room) -> None:
    """The door, ajar: light falls out of it and onto the last steps."""
    left, top, right, bottom = door
    shaft.face([(left, top, FAR), (right, top, FAR), (right, bottom, FAR), (left, bottom, FAR)], 255)
    leaf = [
        (left, top, FAR),
        (left + 0.46, top + 0.05, FAR - 0.36),
        (left + 0.46, bottom - 0.05, FAR - 0.36),
        (left, bottom, FAR),
    ]
    shaft.face(leaf, 34)
    shaft.outline([*leaf, leaf[0]], 3)
    frame = [(left, bottom, FAR), (left, top, FAR), (right, top, FAR), (right, bottom, FAR)]
    shaft.outline(frame, 6)
    for y in (0.24, 0.46, 0.68):
        shaft.face(
            [
                (left + 0.08, top + y, FAR - 0.05),
                (left + 0.34, top + y + 0.02, FAR - 0.24),
                (left + 0.34, top + y + 0.14, FAR - 0.24),
                (left + 0.08, top + y + 0.12, FAR - 0.05),
            ],
            120 if y < 0.6 else 84,
        )
    x, y = shaft.at(left + 0.42, 0.9, FAR - 0.34)
    shaft.edges.fill(g.circle(x, y, shaft.unit * 0.007), 0)
    somebody(shaft, door)


def somebody(shaft: Shaft, door: Room) -> None:
    """In the light: one of the four, with a guitar on the back."""
    x, foot = shaft.at(door[2] - 0.20, door[3] - 0.02, FAR)
    high = shaft.unit / FAR * 1.18
    shaft.edges.standing(x, foot, high, lean=-0.2)
    u = high / 8
    shaft.edges.fill(g.ellipse(x + u * 0.5, foot - u * 3.6, u * 0.8, u * 1.15, turn=0.5))
    shaft.edges.line([(x + u * 0.2, foot - u * 4.4), (x - u * 1.0, foot - u * 8.0)], u * 0.3)


def lamp(shaft: Shaft) -> Point:
    """A bare bulb on its cable, half way down."""
    x, y = shaft.at(-0.34, -0.14, 1.35)
    reach = shaft.unit * 0.62
    spot = light.glow(shaft.size, (x, y), (reach, reach), 1.5, 0.75)
    shaft.tones = ImageChops.screen(shaft.tones, spot)
    cx, cy = shaft.at(-0.34, TOP, 1.35)
    shaft.edges.line([(cx, cy), (x, y - shaft.unit * 0.045)], 3)
    r = shaft.unit * 0.03
    shaft.edges.fill(g.box(x - r * 0.42, y - r * 2.1, x + r * 0.42, y - r * 0.8))
    return x, y


def copied(shaft: Shaft, door: Room, bulb: Point, rng: random.Random) -> Image.Image:
    """One yellow marker first, the toner over it; streaks of the drum and the black edge of the lid."""
    size = shaft.size
    out = Image.new("RGB", size, PAPER)
    marks = light.Silhouettes(size)
    left, top, right, bottom = door
    spill = [
        (left + 0.42, top, FAR - 0.2),
        (right, top, FAR),
        (right, bottom, FAR),
        (0.42, step_height(2.5), 2.5),
        (-0.18, step_height(2.2), 2.2),
        (left + 0.42, bottom, FAR - 0.3),
    ]
    marks.fill([shaft.at(*one) for one in spill])
    r = shaft.unit * 0.034
    marks.fill(g.circle(*bulb, r * 1.7))
    shift = ImageChops.offset(marks.mask(), 7, -5)
    out.paste(YELLOW, (0, 0), shift)
    tones = texture.contrast(shaft.tones.filter(ImageFilter.GaussianBlur(1.2)), 3.4, 116, 128)
    rough = texture.noise(size, 3.0, 21)
    tones = ImageChops.add(tones, texture.contrast(rough, 0.04), 1, -128)
    # Coarse dots and solid black: a phone loads a fifth less than with fine ones and worn toner.
    dots = texture.halftone(tones, size[1] / 58 if size[0] > size[1] else size[0] / 46, 32, size=size)
    bare = light.Silhouettes(size)
    bare.fill(g.circle(*bulb, r))
    toner = ImageChops.lighter(dots, shaft.edges.mask())
    toner = ImageChops.subtract(toner, bare.mask())
    ring = light.Silhouettes(size)
    ring.line([*g.circle(*bulb, r), g.circle(*bulb, r)[0]], 3)
    ring.line(
        [
            (bulb[0] - r * 0.4, bulb[1] - r * 0.9),
            (bulb[0] - r * 0.2, bulb[1] + r * 0.2),
            (bulb[0], bulb[1] - r * 0.1),
            (bulb[0] + r * 0.2, bulb[1] + r * 0.2),
            (bulb[0] + r * 0.4, bulb[1] - r * 0.9),
        ],
        2,
    )
    toner = ImageChops.lighter(toner, ring.mask())
    toner = ImageChops.lighter(toner, dirt(size, rng))
    out.paste(TONER, (0, 0), toner)
    return out


def dirt(size: Size, rng: random.Random) -> Image.Image:
    """What a copier adds: the lid's shadow along the edges, streaks, specks, a hair."""
    shape = light.Silhouettes(size)
    for _ in range(120):
        x, y = rng.uniform(0, size[0]), rng.uniform(0, size[1])
        shape.fill(g.circle(x, y, rng.choice([0.6, 0.9, 1.3, 2.2]), 10), rng.randrange(120, 255))
    for _ in range(5):
        x = rng.uniform(0.05, 0.95) * size[0]
        shape.line([(x, 0), (x + rng.uniform(-3, 3), size[1])], rng.uniform(0.5, 1.4), rng.randrange(70, 150))
    hair = g.spline(
        [
            (size[0] * 0.14, size[1] * 0.2),
            (size[0] * 0.17, size[1] * 0.26),
            (size[0] * 0.15, size[1] * 0.31),
            (size[0] * 0.19, size[1] * 0.34),
        ]
    )
    shape.line(hair, 1.2)
    deep = size[1] * 0.016
    upper = [(0, 0), (size[0], 0), (size[0], deep * 0.5)]
    ragged = [(size[0] * (1 - i / 60), deep * rng.uniform(0.5, 1.0)) for i in range(61)]
    shape.fill(upper + ragged)
    side = (
        [(0, 0), (deep * 0.4, 0)]
        + [(deep * rng.uniform(0.3, 0.9), size[1] * i / 40) for i in range(41)]
        + [(0, size[1])]
    )
    shape.fill(side)
    return shape.mask()
