"""Computations with colours: contrast by WCAG, and OKLCH for CSS."""

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass


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
