"""The shop's theme for mails: the part that mail programs understand, as CSS for `style` attributes."""

from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from shop.access_codes.codes import is_gated
from shop.models import Shop, ShopDesign
from shop.pictures.addresses import PictureAddresses
from shop.queries import absolute_url
from shop.theme.assets import design_of, display_face, file_address

PICTURE_WIDTH = 740
Display = ShopDesign.Display
# What stands in where a mail program loads no faces: the nearest that most machines have.
STAND_INS = {
    Display.TEXT: "Helvetica,Arial,sans-serif",
    Display.ARCHIVO: "'Arial Narrow',Helvetica,Arial,sans-serif",
    Display.PLAYFAIR: "Didot,Georgia,'Times New Roman',serif",
    Display.TYPEWRITER: "'Courier New',Courier,monospace",
    Display.PHOTOCOPY: "'Courier New',Courier,monospace",
    Display.UNBOUNDED: "Verdana,Helvetica,sans-serif",
    Display.FRAUNCES: "Georgia,'Times New Roman',serif",
}


@dataclass(frozen=True)
class Picture:
    address: str
    alt: str
    width: int
    height: int


@dataclass(frozen=True)
class MailLook:
    """The design's colours, the headings' face as a rule and as a style, and the picture that the shop opens with."""

    design: ShopDesign
    face: SafeString
    display: str
    picture: Picture | None


def mail_look(shop: Shop) -> MailLook:
    design = design_of(shop)
    address = absolute_url(shop, file_address(display_face(design).file))
    own = f"font-family:'shop-display';src:url('{address}') format('woff2');font-weight:100 900"
    is_upper = design.display_case == "uppercase"
    display = (
        f"font-family:'shop-display',{STAND_INS[Display(design.font_display)]};"
        f"font-weight:{design.font_display_weight};line-height:1.1;{'text-transform:uppercase;' if is_upper else ''}"
    )
    return MailLook(design, mark_safe(f"@font-face{{{own}}}"), display, _picture(shop))  # noqa: S308 - of our own words


def _picture(shop: Shop) -> Picture | None:
    """Return the shop's picture. None for a gated shop, whose pictures a mail program cannot load."""
    hero = shop.hero
    if hero is None or not hero.width or is_gated(shop):
        return None
    address = absolute_url(shop, PictureAddresses.of(hero).thumbnail(PICTURE_WIDTH))
    return Picture(address, hero.alt, 600, round(600 * hero.height / hero.width))
