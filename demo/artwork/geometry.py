"""Points, curves and strokes; y grows downwards."""

import itertools
import math
from collections.abc import Callable, Iterable, Sequence

Point = tuple[float, float]
Points = list[Point]


def bezier(start: Point, *rest: Point, steps: int = 20) -> Points:
    """A straight, quadratic or cubic segment (1, 2 or 3 further points), without its start."""
    if len(rest) == 1:
        return [rest[0]]
    out: Points = []
    for i in range(1, steps + 1):
        t = i / steps
        u = 1 - t
        if len(rest) == 2:
            weights = (u * u, 2 * u * t, t * t)
        else:
            weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)  # type: ignore[assignment]
        points = (start, *rest)
        out.append(
            (
                sum(w * p[0] for w, p in zip(weights, points, strict=True)),
                sum(w * p[1] for w, p in zip(weights, points, strict=True)),
            )
        )
    return out


def outline(start: Point, *segments: Sequence[Point]) -> Points:
    """A path of `bezier` segments; each segment lists its control points and its end."""
    out: Points = [start]
    for segment in segments:
        out.extend(bezier(out[-1], *segment))
    return out


def spline(points: Sequence[Point], *, closed: bool = False, steps: int = 12) -> Points:
    """Catmull-Rom through all points."""
    n = len(points)
    spans = n if closed else n - 1
    out: Points = [] if closed else [points[0]]

    def at(i: int) -> Point:
        return points[i % n] if closed else points[min(max(i, 0), n - 1)]

    for i in range(spans):
        p0, p1, p2, p3 = at(i - 1), at(i), at(i + 1), at(i + 2)
        for k in range(1, steps + 1):
            t = k / steps
            t2, t3 = t * t, t * t * t
            a, b, c, d = -t3 + 2 * t2 - t, 3 * t3 - 5 * t2 + 2, -3 * t3 + 4 * t2 + t, t3 - t2
            out.append(
                (
                    (a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0]) / 2,
                    (a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1]) / 2,
                )
            )
    return out


def curve(f: Callable[[float], Point], start: float, end: float, steps: int = 200) -> Points:
    return [f(start + (end - start) * i / steps) for i in range(steps + 1)]


def circle(x: float, y: float, r: float, steps: int = 96) -> Points:
    return ellipse(x, y, r, r, steps=steps)


def ellipse(x: float, y: float, rx: float, ry: float, *, turn: float = 0.0, steps: int = 96) -> Points:
    c, s = math.cos(turn), math.sin(turn)
    out: Points = []
    for i in range(steps):
        a = math.tau * i / steps
        px, py = rx * math.cos(a), ry * math.sin(a)
        out.append((x + px * c - py * s, y + px * s + py * c))
    return out


def arc(x: float, y: float, r: float, start: float, end: float, steps: int = 64) -> Points:
    """Angles in radians, 0 to the right, growing clockwise on the page."""
    return curve(lambda a: (x + r * math.cos(a), y + r * math.sin(a)), start, end, steps)


def star(x: float, y: float, outer: float, inner: float, tips: int, turn: float = -math.pi / 2) -> Points:
    return [
        (
            x + (outer if i % 2 == 0 else inner) * math.cos(turn + math.pi * i / tips),
            y + (outer if i % 2 == 0 else inner) * math.sin(turn + math.pi * i / tips),
        )
        for i in range(2 * tips)
    ]


def box(left: float, top: float, right: float, bottom: float) -> Points:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def rounded(left: float, top: float, right: float, bottom: float, r: float) -> Points:
    corners = (
        (right - r, top + r, -90),
        (right - r, bottom - r, 0),
        (left + r, bottom - r, 90),
        (left + r, top + r, 180),
    )
    out: Points = []
    for cx, cy, start in corners:
        out.extend(arc(cx, cy, r, math.radians(start), math.radians(start + 90), 10))
    return out


def move(points: Iterable[Point], dx: float = 0.0, dy: float = 0.0, *, turn: float = 0.0, scale: float = 1.0) -> Points:
    """Scaled and turned around the origin, then shifted."""
    c, s = math.cos(turn) * scale, math.sin(turn) * scale
    return [(x * c - y * s + dx, x * s + y * c + dy) for x, y in points]


def mirror(points: Sequence[Point], axis: float = 0.0) -> Points:
    """Reflected left to right; reversed, so that half + mirror(half) is a closed outline."""
    return [(2 * axis - x, y) for x, y in reversed(points)]


def both(half: Points, axis: float = 0.0) -> Points:
    return half + mirror(half, axis)


def resample(points: Sequence[Point], spacing: float) -> Points:
    out: Points = [points[0]]
    carry = 0.0
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        if length == 0:
            continue
        at = spacing - carry
        while at <= length:
            out.append((x0 + (x1 - x0) * at / length, y0 + (y1 - y0) * at / length))
            at += spacing
        carry = length - (at - spacing)
    return out


def wobble(points: Sequence[Point], amount: float, wave: float, phase: float = 0.0) -> Points:
    """A closed outline that is not quite straight: shifted by slow waves of its own length."""
    out: Points = []
    for x, y in resample([*points, points[0]], wave / 12):
        a, b = x / wave + phase, y / wave - phase
        out.append(
            (
                x + amount * (math.sin(2.1 * b + 1.3 * a) + 0.5 * math.sin(5.3 * b + phase)),
                y + amount * (math.sin(1.9 * a - 1.1 * b) + 0.5 * math.sin(4.7 * a + phase)),
            )
        )
    return out


def taper(points: Sequence[Point], width: float, *, start: float = 0.0, end: float = 0.0) -> Points:
    """The outline of a stroke, widest in the middle; `start` and `end` are the shares of width left at its tips."""
    n = len(points)
    left: Points = []
    right: Points = []
    for i, (x, y) in enumerate(points):
        before, after = points[max(i - 1, 0)], points[min(i + 1, n - 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = math.hypot(dx, dy) or 1.0
        t = i / (n - 1)
        edge = start * (1 - t) + end * t
        w = width / 2 * (edge + (1 - edge) * math.sin(math.pi * t))
        left.append((x - dy / length * w, y + dx / length * w))
        right.append((x + dy / length * w, y - dx / length * w))
    return left + right[::-1]
