"""The warehouse's papers: pick list and packing slips."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone, translation
from django.utils.translation import gettext, ngettext, pgettext

from aftersale.models import PrintedNumber
from checkout.models import OrderLine
from checkout.orders.texts import artist_beside_name, seat_text
from shop.core.values.countries import country_name
from shop.core.values.formats import long_date
from shop.core.values.languages import active_language, region_of
from shop.pdf.look import paper_look
from shop.pdf.typesetting import typeset_long

from .parcels import Parcel

PDF = "application/pdf"


def packing_slips(parcels: Sequence[Parcel]) -> bytes:
    """Return a PDF with a sheet for each parcel, in its order's language. Raises OverBudget."""
    data = {"title": gettext("Packing slips"), "slips": [slip_of(one) for one in parcels]}
    return typeset_long("packing_slips", data, dated=timezone.localdate())


def slip_of(parcel: Parcel) -> dict[str, Any]:
    """Return all texts of a sheet for `templates/pdf/packing_slips.typ`. No prices: it may be a present."""
    with translation.override(parcel.order.language):
        return _slip_of(parcel)


def _slip_of(parcel: Parcel) -> dict[str, Any]:
    shop, order, delivery = parcel.shop, parcel.order, parcel.delivery
    title = gettext("Packing slip")
    return {
        "language": order.language,
        "region": region_of(order.language),
        "look": paper_look(shop),
        "title": title,
        "running": f"{title} {delivery.number} · {order.reference}",
        "sender": " · ".join([shop.seller_name or shop.name, *written_lines(shop.seller_address)]),
        "address": address_lines(parcel),
        "facts": [
            [gettext("Your order"), order.reference],
            [gettext("Ordered on"), long_date(timezone.localdate(order.placed_at))],
            [gettext("Parcel"), delivery.number],
            [gettext("Shipping"), delivery.name],
        ],
        "heads": [gettext("Quantity"), gettext("Item"), gettext("Article number")],
        "rows": [row_of(line, parcel) for line in parcel.lines],
        "notes": notes_of(parcel),
        "feet": [
            [shop.seller_name or shop.name, *written_lines(shop.seller_address)],
            [text for text in (shop.seller_email or shop.sender_email, shop.seller_phone) if text],
        ],
    }


def written_lines(address: str) -> list[str]:
    return [line.strip() for line in address.splitlines() if line.strip()]


def address_lines(parcel: Parcel) -> list[str]:
    to = parcel.address
    name, city = to.full_name, to.town
    written = [to.company, name, to.address, to.address2, city, country_name(to.country_code)]
    return [line for line in written if line]


def row_of(line: OrderLine, parcel: Parcel) -> dict[str, Any]:
    details = [
        artist_beside_name(line), line.variant_description, line.pricing_category_name, seat_text(line),
        line.event_details, line.personal_identifier,
    ]  # fmt: skip
    return {
        "amount": f"{line.amount} ×",
        "name": line.name,
        "details": [text for text in details if text],
        "article": line.variant.sku,
        "part": line.parent_id is not None,
        "numbers": numbered(one.number for one in parcel.printed.get(line.pk, [])),
    }


def numbered(numbers: Iterable[str]) -> str:
    """Return the numbers of printed tickets in printing order. Empty for other goods."""
    text = " · ".join(numbers)
    return f"{gettext('Printed tickets')}: {text}" if text else ""


def notes_of(parcel: Parcel) -> list[str]:
    notes = []
    if parcel.delivery.checks_age:
        notes.append(gettext("The courier hands it over to adults only and asks for an ID."))
    if parcel.delivery.origin_id:
        notes.append(gettext("A part of your order goes in a parcel of its own."))
    return [*notes, gettext("Something is missing or broken? Write to us and name your order, we will put it right.")]


@dataclass
class PickedArticle:
    """One article, with the number of pieces for each parcel."""

    name: str
    details: str
    article: str
    amount: int = 0
    parcels: dict[str, int] = field(default_factory=dict)
    printed: list[tuple[PrintedNumber, str]] = field(default_factory=list)
    """Its printed tickets, each with the parcel's number."""

    @property
    def numbers(self) -> str:
        """The numbers of printed tickets; with their parcels if there are several."""
        lying = sorted(self.printed, key=lambda one: (one[0].list_id, one[0].place))
        several = len(self.parcels) > 1
        return numbered(f"{one.number} ({parcel})" if several else one.number for one, parcel in lying)


def pick_list(parcels: Sequence[Parcel]) -> bytes:
    """Return the pick list as PDF, by article, in the active language. Raises OverBudget."""
    return typeset_long("pick_list", pick_data(parcels), dated=timezone.localdate())


def pick_data(parcels: Sequence[Parcel]) -> dict[str, Any]:
    """Return all texts for `templates/pdf/pick_list.typ`."""
    shelves = picked_articles(parcels)
    number = ngettext("for one parcel", "for %(number)s parcels", len(parcels)) % {"number": len(parcels)}
    return {
        "language": active_language(),
        "title": gettext("Pick list"),
        "under": f"{long_date(timezone.localdate())} · {number}",
        "heads": [gettext("Quantity"), gettext("Item"), gettext("Article number"), gettext("Parcels")],
        "rows": [
            {
                "amount": f"{one.amount} ×",
                "name": one.name,
                "details": one.details,
                "numbers": one.numbers,
                "article": one.article,
                "parcels": parcels_text(one.parcels),
            }
            for one in shelves
        ],
        "page": gettext("Page"),
        "of": pgettext("page 1 of 3", "of"),
    }


def picked_articles(parcels: Sequence[Parcel]) -> list[PickedArticle]:
    """Sum the pieces by article; personalised pieces stay apart. Sorted by article number, otherwise by name."""
    found: dict[tuple[int, str], PickedArticle] = {}
    for parcel in parcels:
        for line in parcel.articles:
            shelf = found.setdefault((line.variant_id, line.personal_identifier), picked_article(line))
            shelf.amount += line.amount
            shelf.parcels[parcel.delivery.number] = shelf.parcels.get(parcel.delivery.number, 0) + line.amount
            shelf.printed += [(one, parcel.delivery.number) for one in parcel.printed.get(line.pk, [])]
    return sorted(found.values(), key=lambda one: (not one.article, one.article, one.name, one.details))


def picked_article(line: OrderLine) -> PickedArticle:
    """Return the article with its present names, because orders may have different languages."""
    sellable = line.variant.product
    details = [line.variant.description, line.pricing_category_name, line.personal_identifier]
    name = sellable.name if sellable else line.name
    return PickedArticle(name or line.name, " · ".join(text for text in details if text), line.variant.sku)


def parcels_text(parcels: dict[str, int]) -> str:
    """Return the parcels' numbers, with the amount if it is more than one."""
    return ", ".join(number if amount == 1 else f"{number} ({amount})" for number, amount in parcels.items())
