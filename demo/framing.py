"""Where the demo's pictures have their lettering, and the focus that keeps it in sight."""

from typing import Any

# Left, top, right and lower edge, as shares of the picture.
Box = tuple[float, float, float, float]

# What demo.artwork leaves as a margin.
WORDMARK: Box = (0.05, 0.18, 0.48, 0.82)
MOTIF: Box = (0.06, 0.06, 0.94, 0.94)
SHEET: Box = (0.05, 0.04, 0.95, 0.97)
SLEEVE: Box = (0.04, 0.04, 0.96, 0.96)
# From the eyes to the name, above the crowd.
GLOW: Box = (0.29, 0.28, 0.71, 0.72)


def lettering(drawing: tuple[Any, ...]) -> Box | None:
    """What no page may cut off of a `drawing.Drawing`; none: nothing in it must be seen whole."""
    match drawing:
        case "banner", _, "landscape":
            return WORDMARK
        case "banner", _, "square":
            return MOTIF
        case "poster", *_:
            return SHEET
        case "cover", *_:
            return SLEEVE
        case "event", *_:
            return GLOW
    return None


def focus(drawing: tuple[Any, ...]) -> tuple[int, int]:
    """In percent. It keeps the lettering in sight in every frame that has room for it."""
    left, top, right, bottom = lettering(drawing) or (0, 0, 1, 1)
    return _beside(left, right), _beside(top, bottom)


def _beside(start: float, end: float) -> int:
    """Which share of what is beside the part is before it."""
    beside = start + 1 - end
    return round(100 * start / beside) if beside else 50
