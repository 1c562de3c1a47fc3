"""How cloth lies: creases and soft lumps as shading."""

import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from demo.artwork import geometry as g
from demo.artwork import texture
from demo.artwork.geometry import Point, Points
from demo.artwork.template import Builder, Warp, emboss, plus


@dataclass(frozen=True)
class Crease:
    points: Points
    width: float
    """In units."""
    height: int = 200


def fan(
    rng: random.Random, at: Point, direction: float, spread: float, count: int, length: float, width: float = 26
) -> list[Crease]:
    """Creases running out from where the cloth is held, angles in degrees."""
    out = []
    for i in range(count):
        share = (i + 0.5) / count - 0.5
        a = math.radians(direction + spread * share + rng.uniform(-5, 5))
        bend = a + rng.uniform(-0.5, 0.5)
        far = length * rng.uniform(0.55, 1.1)
        start = (at[0] + rng.uniform(-14, 14), at[1] + rng.uniform(-14, 14))
        middle = (start[0] + far * 0.5 * math.cos(a), start[1] + far * 0.5 * math.sin(a))
        end = (middle[0] + far * 0.5 * math.cos(bend), middle[1] + far * 0.5 * math.sin(bend))
        out.append(Crease(g.spline([start, middle, end]), width * rng.uniform(0.6, 1.3), rng.randrange(110, 235)))
    return out


def scattered(
    rng: random.Random,
    area: tuple[float, float, float, float],
    direction: float,
    spread: float,
    count: int,
    length: float,
) -> list[Crease]:
    out: list[Crease] = []
    for _ in range(count):
        at = rng.uniform(area[0], area[2]), rng.uniform(area[1], area[3])
        out.extend(fan(rng, at, direction + rng.uniform(-spread, spread), 0, 1, length, 34))
    return out


def relief(
    build: Builder,
    seed: int,
    creases: Sequence[Crease],
    *,
    lumps: float = 1.0,
    strength: float = 1.0,
    crumple: float = 1.0,
) -> Image.Image:
    """Shading around 128 for the whole frame."""
    small, k = build.small, build.k / 2
    sharp, soft = Image.new("L", small, 0), Image.new("L", small, 0)
    for crease in creases:
        for layer, share in ((sharp, 0.40), (soft, 1.5)):
            points = g.taper(crease.points, crease.width * share)
            ImageDraw.Draw(layer).polygon(build.lens.px(points, 0.5), fill=crease.height)
    parts = [
        emboss(build.blur(sharp, 2.6), 5 * k, 0.20 * strength),
        emboss(build.blur(soft, 11), 14 * k, 0.34 * strength),
    ]
    cell = 300 * k
    broad = texture.noise(small, cell, seed, 1.3)
    folded = texture.ridges(texture.noise(small, cell * 0.72, seed + 7, 1.5))
    fine = texture.noise(small, cell * 0.20, seed + 9, 1.2)
    parts += [
        emboss(broad, 34 * k, 0.50 * lumps),
        emboss(build.blur(folded, 8), 10 * k, 0.16 * crumple),
        emboss(fine, 9 * k, 0.10 * crumple),
    ]
    return plus(*parts).resize(build.size, Image.Resampling.BICUBIC)


def drape(seed: int, amount: float = 0.006) -> Warp:
    """A print that follows the cloth a little."""
    a, b = (seed * 1.7) % 6.0, (seed * 2.9) % 6.0

    def warp(u: float, v: float) -> Point:
        return (
            u + amount * (math.sin(7 * v + a) + 0.5 * math.sin(13 * u + 9 * v + b)),
            v + amount * (math.sin(6 * u + b) + 0.5 * math.sin(11 * u - 8 * v + a)),
        )

    return warp


def ribs(
    build: Builder,
    inner: Sequence[Point],
    outer: Sequence[Point],
    spacing: float,
    *,
    clip: Image.Image,
    depth: int = 20,
) -> None:
    """Knitted ribs running from one edge to the other of a band."""
    n = max(2, round(sum(math.dist(a, b) for a, b in itertools.pairwise(outer)) / spacing))
    pairs = [[_along(inner, i / n), _along(outer, i / n)] for i in range(n + 1)]
    build.lines(pairs, spacing * 0.42, -depth, soft=0.9, clip=clip)


def _along(points: Sequence[Point], share: float) -> Point:
    at = share * (len(points) - 1)
    i = min(int(at), len(points) - 2)
    t = at - i
    (x0, y0), (x1, y1) = points[i], points[i + 1]
    return x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
