"""The form for an exchange."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanWidget,
)

from cart.pricing.line_texts import category_name
from catalogue.models import SeatMap, SeatSection
from catalogue.seating.reservations import NoSuchSeats, SeatSelection, seats_named
from checkout import hooks
from checkout.models import Order
from checkout.orders.texts import seat_text
from checkout.pricing.exchanges import ExchangeableLine, ExchangeCommand, OfferedVariant, exchangeable_lines
from shop.core.values.formats import euros

from .order_steps import StaffActionForm, reason_field

SEAT = ("section", "row", "seat")


def line_text(one: ExchangeableLine, tickets: Sequence[str]) -> str:
    """What staff read of a line; `tickets`: the numbers of its tickets."""
    line = one.line
    parts = (
        line.name,
        line.pricing_category_name,
        line.variant_description,
        seat_text(line),
        str(line.ticket_holder or ""),
        *tickets,
    )
    return f"{line.amount} × " + ", ".join(filter(None, parts)) + f" · {euros(line.reduced_total)}"


def target_text(target: OfferedVariant) -> str:
    kind = ", ".join(filter(None, [category_name(target.variant), target.variant.description]))
    parts = [
        kind,
        gettext("another seat") if target.is_seated else "",
        gettext("%(price)s now") % {"price": euros(target.price)},
    ]
    if target.free is not None:
        parts.append(gettext("%(number)s free") % {"number": target.free} if target.free > 0 else gettext("sold out"))
    return " · ".join(filter(None, parts))


class ExchangeForm(StaffActionForm):
    what = forms.ChoiceField(label=_("what is exchanged, and for what"), widget=UnfoldAdminSelectWidget)
    pieces = forms.IntegerField(
        label=_("pieces"), required=False, min_value=1, widget=UnfoldAdminIntegerFieldWidget(attrs={"min": 1}),
        help_text=_("Empty: all of the line."),
    )  # fmt: skip

    def __init__(self, order: Order, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines = exchangeable_lines(order)
        self.tickets = hooks.above.ticket_numbers(one.line for one in self.lines)
        self.targets = {
            f"{one.line.pk}:{target.variant.pk}": (one, target) for one in self.lines for target in one.targets
        }
        what: Any = self.fields["what"]
        what.choices = [("", "–")] + [
            (self.text_of(one), [(f"{one.line.pk}:{to.variant.pk}", target_text(to)) for to in one.targets])
            for one in self.lines
            if one.targets
        ]
        seated = {target.variant.event_id for _one, target in self.targets.values() if target.is_seated}
        if seated:
            self.add_seat(seated)
        self.fields["as_before"] = forms.BooleanField(
            label=_("the price stays as it was, whatever it costs now"), required=False, widget=UnfoldBooleanWidget
        )
        self.fields["reason"] = reason_field()

    def add_seat(self, events: set[int | None]) -> None:
        sections = SeatSection.objects.filter(seat_map__event__in=events).order_by("seat_map", "pk")
        self.fields["section"] = forms.ModelChoiceField(
            sections, label=_("section"), required=False, widget=UnfoldAdminSelectWidget,
            help_text=_("Only for a ticket with a seat: which one it is to be."),
        )  # fmt: skip
        for name, label in (("row", _("row")), ("seat", _("seat"))):
            self.fields[name] = forms.CharField(
                label=label, required=False, max_length=20, widget=UnfoldAdminTextInputWidget
            )

    def text_of(self, one: ExchangeableLine) -> str:
        return line_text(one, self.tickets.get(one.line.pk, ()))

    @property
    def fixed(self) -> list[tuple[str, str]]:
        """Lines that cannot be exchanged, each with the reason."""
        found = []
        for one in self.lines:
            if not one.targets:
                found.append(
                    (self.text_of(one), str(one.obstacle.label) if one.obstacle else gettext("nothing to choose"))
                )
        return found

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        chosen = self.targets.get(data.get("what", ""))
        if chosen is None:
            return data
        one, target = chosen
        data["pieces"] = data.get("pieces") or one.line.amount
        if data["pieces"] > one.line.amount:
            self.add_error("pieces", _("The line has %(number)s.") % {"number": one.line.amount})
        data["seat_id"] = self.seat_of(target, data) if target.is_seated else None
        return data

    def seat_of(self, target: OfferedVariant, data: dict[str, Any]) -> int | None:
        section, row, number = (data.get(name) for name in SEAT)
        seat_map = SeatMap.objects.filter(event=target.variant.event_id).first()
        if not section or not row or not number:
            self.add_error("section", _("Which seat is it to be?"))
            return None
        if seat_map is None or section.seat_map_id != seat_map.pk:
            self.add_error("section", _("This section is another event's."))
            return None
        try:
            seats = seats_named(seat_map, SeatSelection(section.name_de, row.strip(), number))
        except NoSuchSeats as unknown:
            self.add_error("seat", str(unknown))
            return None
        if len(seats) != 1 or seats[0].pricing_category_id != target.variant.pricing_category_id:
            self.add_error("seat", _("That is no single seat of this category."))
            return None
        return int(seats[0].pk)

    @property
    def command(self) -> ExchangeCommand:
        data = self.cleaned_data
        one, target = self.targets[data["what"]]
        return ExchangeCommand(one.line.pk, data["pieces"], target.variant.pk, data["seat_id"], data["as_before"])
