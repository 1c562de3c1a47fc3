"""A shop's theme: its tokens as CSS custom properties, and the contrast of its colours (look: "One system")."""

import math
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shop.models import ShopDesign

COLOURS = (
    "paper", "surface", "raised", "ink", "ink_soft", "line", "accent", "on_accent", "accent_hover", "on_accent_hover",
    "highlight", "on_highlight", "positive", "warning", "danger", "focus", "header", "on_header", "hero_colour",
    "on_hero",
)  # fmt: skip
NUMBERS = {
    "font_display_width": "%", "font_display_weight": "", "display_tracking": "em", "display_leading": "",
    "text_scale": "", "radius_card": "px", "radius_control": "px", "radius_image": "px", "border_width": "px",
    "texture_opacity": "", "motion_duration": "ms", "density": "", "card_gap": "rem",
}  # fmt: skip
WORDS = (
    "display_case", "border_style", "image_frame", "price_style", "opening", "heading_style", "card_style", "divider",
)  # fmt: skip
# The built style sheet knows what each of these choices looks like: `--shop-shadow-hard` and so on.
CHOICES = ("font_display", "shadow", "texture", "motion_ease")
MOTIONS = {"ease-out": "out", "steps(3)": "snap"}

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


def theme_tokens(design: "ShopDesign") -> dict[str, str]:
    """The theme as CSS custom properties, `--shop-paper` and so on, and their values."""
    tokens = {name: oklch(getattr(design, name)) for name in COLOURS}
    tokens |= {name: plain(getattr(design, name)) + unit for name, unit in NUMBERS.items()}
    tokens |= {name: getattr(design, name) for name in WORDS}
    for name in CHOICES:
        chosen = getattr(design, name)
        tokens[name] = f"var({property_name(name)}-{MOTIONS.get(chosen, chosen)})"
    return {property_name(name): value for name, value in tokens.items()}


def theme_css(design: "ShopDesign") -> str:
    """The theme as one rule, `:root{--shop-paper:oklch(…);…}`."""
    # What the browser draws itself (calendars, scrollbars) goes with the paper.
    scheme = "dark" if luminance(design.paper) < luminance(design.ink) else "light"
    return (
        # What lies behind a dialog, and the footer, is dark, whichever of the two is the dark one.
        f":root{{color-scheme:{scheme};--veil:var(--shop-{'paper' if scheme == 'dark' else 'ink'});"
        f"--on-veil:var(--shop-{'ink' if scheme == 'dark' else 'paper'});"
        + "".join(f"{name}:{value};" for name, value in theme_tokens(design).items())
        + "}\n"
    )


def property_name(token: str) -> str:
    return "--shop-" + token.removesuffix("_colour").replace("_", "-")


def plain(number: Decimal | float) -> str:
    return f"{float(number):g}"


def too_faint(design: "ShopDesign") -> list[tuple[str, str, float, float]]:
    """Pairs below their contrast: (text, ground, contrast, needed)."""
    needed = [(*pair, TEXT_CONTRAST) for pair in TEXT_PAIRS] + [(*pair, SHAPE_CONTRAST) for pair in SHAPE_PAIRS]
    measured = [(text, on, contrast(getattr(design, text), getattr(design, on)), least) for text, on, least in needed]
    return [pair for pair in measured if pair[2] < pair[3]]


def contrast(one: str, other: str) -> float:
    """WCAG contrast of two colours `#rrggbb`, 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(colour: str) -> tuple[float, float, float]:
    """The linear-light RGB of `#rrggbb`, each 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return linear_channel(red), linear_channel(green), linear_channel(blue)


def linear_channel(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def oklch(colour: str) -> str:
    """`#rrggbb` as CSS `oklch(lightness chroma hue)`, with Ottosson's matrices (CSS Color 4, 10)."""
    red, green, blue = linear(colour)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    green_red = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    blue_yellow = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    chroma = math.hypot(green_red, blue_yellow)
    hue = math.degrees(math.atan2(blue_yellow, green_red)) % 360 if chroma >= 0.0005 else 0.0
    return f"oklch({lightness:.4f} {chroma:.4f} {hue:.2f})"
