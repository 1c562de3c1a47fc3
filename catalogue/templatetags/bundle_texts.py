"""How staff read what is left of a bundle's parts."""

from django import template
from django.utils.translation import gettext as _

from catalogue.queries.bundle_overview import OverviewItem
from shop.core.values import formats

register = template.Library()
register.filter("money", formats.money)


@register.filter
def left_of(piece: OverviewItem) -> str:
    """`M: 3 left · sold out: S, XL`, or that nothing limits it."""
    if not piece.options:
        return "–"
    if all(one.offer.free == 0 for one in piece.options):
        return _("sold out")
    found = []
    if piece.scarcest_option is not None:
        text = _("%(free)s left") % {"free": piece.scarcest_option.offer.free}
        found.append(
            f"{piece.scarcest_option.name}: {text}" if piece.scarcest_option.name and len(piece.options) > 1 else text
        )
    elif piece.is_unlimited:
        found.append(_("unlimited"))
    if piece.sold_out:
        found.append(_("sold out: %(options)s") % {"options": ", ".join(piece.sold_out)})
    return " · ".join(found)


@register.filter
def bundles_left(number: int | None) -> str:
    return _("unlimited") if number is None else _("%(number)s still to be sold") % {"number": number}
