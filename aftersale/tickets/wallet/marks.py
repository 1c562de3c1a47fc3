"""What a pass shows of its shop: its colours, an icon, and its name in its own face, drawn from its design."""

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
    """`ground` and `ink`: colours `#rrggbb` that can be read on each other; the rest is what papers look like."""

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
    """What stands in for a colour that was chosen too faint for this ground."""
    if contrast(ink, ground) >= TEXT_CONTRAST:
        return ink
    return max(DARK, BRIGHT, key=lambda colour: contrast(colour, ground))


@lru_cache(maxsize=64)
def pass_marks(look: PassLook) -> dict[str, bytes]:
    """PNG by file name; drawn once a process for each look."""
    mark = {"name": look.name, "band": look.ground, "on_band": look.ink, "display": look.display, "case": look.case}
    return dict(zip(FILES, drawn("pass_marks", {"look": mark}), strict=True))
