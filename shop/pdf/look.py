"""How a shop's paper looks: its theme on white, as plain words that can be kept beside a document's text."""

from pathlib import Path

from shop.models import Shop, ShopDesign
from shop.theme.assets import design_of, display_face

TEXT_FAMILY = "Merchstand text"


def paper_look(shop: Shop) -> dict[str, str]:
    """`name` of the shop; `band` and `on_band`, a pair of colours that keeps its contrast in grey; `display`, a family
    of shop/pdf/fonts; `case`: none or uppercase.
    """
    design = design_of(shop)
    return {
        "name": shop.name, "band": design.accent, "on_band": design.on_accent, "display": display_family(design),
        "case": design.display_case,
    }  # fmt: skip


def display_family(design: ShopDesign) -> str:
    if design.font_display == ShopDesign.Display.TEXT:
        return TEXT_FAMILY
    if design.font_display == ShopDesign.Display.PHOTOCOPY:
        return "Merchstand syne-mono"  # there is one weight of it
    return f"Merchstand {Path(display_face(design).file).stem}"
