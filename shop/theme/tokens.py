"""A shop's theme: its tokens as CSS custom properties, and the contrast of its colours (look: "One system")."""

from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shop.models import ShopDesign
from shop.core.values.colours import luminance, oklch
from shop.models.theme_colours import COLOURS

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
