"""The colours of a theme, and which pairs of them must stay legible (WCAG 2.2 AA)."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shop.models import ShopDesign
from shop.core.values.colours import contrast

COLOURS = (
    "paper", "surface", "raised", "ink", "ink_soft", "line", "accent", "on_accent", "accent_hover", "on_accent_hover",
    "highlight", "on_highlight", "positive", "warning", "danger", "focus", "header", "on_header", "hero_colour",
    "on_hero",
)  # fmt: skip

TEXT_CONTRAST = 4.5

SHAPE_CONTRAST = 3.0

# Text of these colours may stand on any of these grounds.
PLAIN_TEXTS = ("ink", "ink_soft", "positive", "warning", "danger")

PLAIN_GROUNDS = ("paper", "surface", "raised")

# (colour of the text, colour behind it): what a theme must keep legible; WCAG 2.2 AA
TEXT_PAIRS = (
    *((text, ground) for text in PLAIN_TEXTS for ground in PLAIN_GROUNDS),
    ("on_accent", "accent"), ("on_accent_hover", "accent_hover"), ("on_highlight", "highlight"),
    ("on_header", "header"), ("on_hero", "hero_colour"),
)  # fmt: skip

SHAPE_PAIRS = (("focus", "paper"),)


def too_faint(design: "ShopDesign") -> list[tuple[str, str, float, float]]:
    """Pairs below their contrast: (text, ground, contrast, needed)."""
    needed = [(*pair, TEXT_CONTRAST) for pair in TEXT_PAIRS] + [(*pair, SHAPE_CONTRAST) for pair in SHAPE_PAIRS]
    measured = [(text, on, contrast(getattr(design, text), getattr(design, on)), least) for text, on, least in needed]
    return [pair for pair in measured if pair[2] < pair[3]]
