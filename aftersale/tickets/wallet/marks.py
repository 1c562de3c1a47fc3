"""Colours, icon and logo of a pass, drawn from the shop's theme."""

from dataclasses import dataclass
from functools import lru_cache

from shop.core.values.colours import contrast
from shop.models import Shop
from shop.models.theme_colours import TEXT_CONTRAST
from shop.pdf.look import paper_look
from shop.pdf.typesetting import drawn

# One, two and three pixels a point, as `pass_marks.typ` draws them one after another.
FILES = ("icon.png", "icon@2x.png", "icon@3x.png", "logo.png", "logo@2x.png", "logo@3x.png")
DARK, BRIGHT = "#000000", "#ffffff"


@dataclass(frozen=True)
class PassLook:
    """`ground` and `ink`: colours `#rrggbb` with enough contrast. Other fields as for papers."""

    name: str
    ground: str
    ink: str
    display: str
    case: str


def pass_look(shop: Shop) -> PassLook:
    paper = paper_look(shop)
    ground, ink = paper["band"], paper["on_band"]
    return PassLook(paper["name"], ground, readable(ink, ground), paper["display"], paper["case"])


def readable(ink: str, ground: str) -> str:
    """Return the colour, or one with enough contrast on this ground."""
    if contrast(ink, ground) >= TEXT_CONTRAST:
        return ink
    return max(DARK, BRIGHT, key=lambda colour: contrast(colour, ground))


@lru_cache(maxsize=64)
def pass_marks(look: PassLook) -> dict[str, bytes]:
    """Return PNG files by name. Drawn once per process and look."""
    mark = {"name": look.name, "band": look.ground, "on_band": look.ink, "display": look.display, "case": look.case}
    return dict(zip(FILES, drawn("pass_marks", {"look": mark}), strict=True))
