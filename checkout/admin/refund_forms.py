"""The forms for a refund and for a cancellation."""

import json
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminRadioSelectWidget,
    UnfoldAdminSelectWidget,
    UnfoldBooleanWidget,
)

from checkout import hooks
from checkout.actions.refunds.refunding import refundable_amount
from checkout.models import Order, OrderLine, Payment
from checkout.orders.order_state import of_placements
from checkout.orders.texts import method_name, seat_text
from checkout.refunds.refundable import (
    Disposition,
    RefundableLine,
    RefundCommand,
    RefundCommandLine,
    RefundScope,
    refundable_of,
)
from shop.admin.fields import DecimalInput
from shop.core.values.formats import euros
from shop.core.values.money import NOTHING

from .order_steps import StaffActionForm, reason_field

# The browser gets the prices for at most so many pieces.
MOST_PIECES = 200


class PaymentField(forms.ModelChoiceField):
    def label_from_instance(self, obj: Any) -> str:
        return f"{method_name(obj.method)} · {obj.reference} · {euros(refundable_amount(obj))}"


def payment_field(order: Order) -> PaymentField:
    """The choice of payments with money left."""
    payments = of_placements(order.payments.order_by("-created_at"), None)
    keys = [one.pk for one in payments if refundable_amount(one) > 0]
    return PaymentField(
        Payment.objects.filter(pk__in=keys).order_by("-created_at"), label=_("goes back through"), required=False,
        empty_label=_("all payments, the last one first"), widget=UnfoldAdminSelectWidget,
    )  # fmt: skip


def money_field(label: Any, most: Decimal, **more: Any) -> forms.DecimalField:
    return forms.DecimalField(
        label=label, required=False, min_value=NOTHING, max_value=most, max_digits=10, decimal_places=2,
        widget=DecimalInput, **more,
    )  # fmt: skip


def disposition_field(row: RefundableLine, initial: Disposition) -> forms.ChoiceField:
    dispositions = list(Disposition) if row.line.physical else [Disposition.KEPT, Disposition.AGAIN]
    return forms.ChoiceField(
        label=_("the pieces"), choices=[(one.value, one.label) for one in dispositions], initial=initial,
        required=False, widget=UnfoldAdminSelectWidget,
    )  # fmt: skip


class RefundFormLine(NamedTuple):
    """A line of the form with its fields, and with what tells it from equal lines: seat and numbers of tickets."""

    line: OrderLine
    marks: list[str]
    has_left: bool
    fields: dict[str, forms.BoundField]


def marks_of(rows: Iterable[RefundableLine]) -> dict[UUID, list[str]]:
    """Seat and numbers of tickets, by the line."""
    lines = [row.line for row in rows]
    numbers = hooks.above.ticket_numbers(lines)
    return {line.pk: [*filter(None, [seat_text(line)]), *numbers.get(line.pk, ())] for line in lines}


class RefundForm(StaffActionForm):
    what = forms.ChoiceField(
        label=_("what goes back"),
        choices=RefundScope.choices,
        initial=RefundScope.LINES,
        widget=UnfoldAdminRadioSelectWidget,
    )

    def __init__(self, order: Order, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows, self.costs = refundable_of(order)
        for row in self.rows:
            self.add_row(row)
        for one in self.costs:
            self.fields[f"shipping-{one.placement.pk}"] = money_field(
                _("shipping, %(left)s at most") % {"left": euros(one.left)}, one.left
            )
        most = sum((row.cash for row in self.rows), NOTHING) + sum((one.left for one in self.costs), NOTHING)
        self.fields["amount"] = money_field(
            _("amount in euros"), most,
            help_text=_("Only as a reduction: each price falls in proportion, nothing ends. %(most)s at most.")
            % {"most": euros(most)},
        )  # fmt: skip
        self.fields["payment"] = payment_field(order)
        self.fields["reason"] = reason_field()

    def add_row(self, row: RefundableLine) -> None:
        line, key = row.line, row.line.pk
        self.fields[f"on-{key}"] = forms.BooleanField(
            label=line.name, required=False, widget=UnfoldBooleanWidget(attrs={"data-wish": str(key)})
        )
        worths = [str(row.worth(number)) for number in range(1, min(line.amount, MOST_PIECES) + 1)]
        self.fields[f"pieces-{key}"] = forms.IntegerField(
            label=_("pieces"), required=False, min_value=1, max_value=line.amount, initial=line.amount,
            widget=UnfoldAdminIntegerFieldWidget(
                attrs={"min": 1, "max": line.amount, "data-wish-pieces": str(key), "data-worths": json.dumps(worths)}
            ),
        )  # fmt: skip
        self.fields[f"euros-{key}"] = money_field(_("euros"), row.cash, initial=row.cash)
        self.fields[f"fate-{key}"] = disposition_field(row, row.usual_disposition)

    @property
    def lines(self) -> list[RefundFormLine]:
        names, marks = ("on", "pieces", "euros", "fate"), marks_of(self.rows)
        return [
            RefundFormLine(
                row.line, marks[row.line.pk], row.has_left, {name: self[f"{name}-{row.line.pk}"] for name in names}
            )
            for row in self.rows
        ]

    @property
    def shipping(self) -> list[forms.BoundField]:
        return [self[f"shipping-{one.placement.pk}"] for one in self.costs]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("what") == RefundScope.AMOUNT and not data.get("amount"):
            self.add_error("amount", _("How much?"))
        return data

    @property
    def command(self) -> RefundCommand:
        data = self.cleaned_data
        payment = data["payment"]
        return RefundCommand(
            RefundScope(data["what"]),
            lines={row.line.pk: self.wanted(row) for row in self.rows if data[f"on-{row.line.pk}"]},
            shipping={one.placement.pk: data[f"shipping-{one.placement.pk}"] or NOTHING for one in self.costs},
            amount=data["amount"] or NOTHING,
            dispositions={row.line.pk: self.disposition(row) for row in self.rows},
            payment=payment.pk if payment else None,
        )

    def disposition(self, row: RefundableLine) -> Disposition:
        return Disposition(self.cleaned_data[f"fate-{row.line.pk}"] or row.usual_disposition)

    def wanted(self, row: RefundableLine) -> RefundCommandLine:
        """Return the command for a line. An empty amount stands for the pieces' price."""
        pieces = self.cleaned_data[f"pieces-{row.line.pk}"] or row.line.amount
        return RefundCommandLine(pieces, self.cleaned_data[f"euros-{row.line.pk}"], self.disposition(row))


class CancelForm(StaffActionForm):
    """Asks only for lines that have left what becomes of them: all others end."""

    def __init__(self, order: Order, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows, costs = refundable_of(order)
        self.rows = [row for row in rows if row.has_left]
        for row in self.rows:
            self.fields[f"fate-{row.line.pk}"] = disposition_field(row, Disposition.KEPT)
        self.costs = [one for one in costs if one.left]
        if self.costs:
            left = sum((one.left for one in self.costs), NOTHING)
            self.fields["shipping"] = forms.BooleanField(
                label=_("shipping goes back, too: %(left)s") % {"left": euros(left)}, required=False,
                initial=not self.rows, widget=UnfoldBooleanWidget,
            )  # fmt: skip
        if rows:
            self.fields["payment"] = payment_field(order)
        self.fields["reason"] = reason_field()

    @property
    def lines(self) -> list[RefundFormLine]:
        marks = marks_of(self.rows)
        return [
            RefundFormLine(row.line, marks[row.line.pk], True, {"fate": self[f"fate-{row.line.pk}"]})
            for row in self.rows
        ]

    @property
    def others(self) -> Iterable[forms.BoundField]:
        return [self[name] for name in self.fields if not name.startswith("fate-")]

    @property
    def dispositions(self) -> dict[UUID, Disposition]:
        return {
            row.line.pk: Disposition(self.cleaned_data[f"fate-{row.line.pk}"] or Disposition.KEPT) for row in self.rows
        }

    @property
    def payment(self) -> UUID | None:
        chosen = self.cleaned_data.get("payment")
        return chosen.pk if chosen else None
