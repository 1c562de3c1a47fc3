"""What staff enter to give money back, or to cancel."""

import json
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminDecimalFieldWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminRadioSelectWidget,
    UnfoldAdminSelectWidget,
    UnfoldBooleanWidget,
)

from checkout.actions.refunds.refunding import left_of
from checkout.models import Order, OrderLine, Payment
from checkout.orders.standing import of_placements
from checkout.orders.texts import method_name, seat_text
from checkout.refunds.refundable import Fate, Row, Wanted, What, Wish, what_is_left
from shop.core.values.formats import euros
from shop.core.values.money import NOTHING

from .order_steps import AskedForm, reason_field

# So many pieces have their prices told to the browser.
MOST_PIECES = 200


class PaymentField(forms.ModelChoiceField):
    def label_from_instance(self, obj: Any) -> str:
        return f"{method_name(obj.method)} · {obj.reference} · {euros(left_of(obj))}"


def payment_field(order: Order) -> PaymentField:
    """Those that money is left of."""
    payments = of_placements(order.payments.order_by("-created_at"), None)
    keys = [one.pk for one in payments if left_of(one) > 0]
    return PaymentField(
        Payment.objects.filter(pk__in=keys).order_by("-created_at"), label=_("goes back through"), required=False,
        empty_label=_("all payments, the last one first"), widget=UnfoldAdminSelectWidget,
    )  # fmt: skip


def money_field(label: Any, most: Decimal, **more: Any) -> forms.DecimalField:
    return forms.DecimalField(
        label=label, required=False, min_value=NOTHING, max_value=most, max_digits=10, decimal_places=2,
        widget=UnfoldAdminDecimalFieldWidget(attrs={"inputmode": "decimal"}), **more,
    )  # fmt: skip


def fate_field(row: Row, initial: Fate) -> forms.ChoiceField:
    fates = list(Fate) if row.line.physical else [Fate.KEPT, Fate.AGAIN]
    return forms.ChoiceField(
        label=_("the pieces"), choices=[(one.value, one.label) for one in fates], initial=initial, required=False,
        widget=UnfoldAdminSelectWidget,
    )  # fmt: skip


class Shown(NamedTuple):
    """A line of the form with its fields."""

    line: OrderLine
    seat: str
    has_left: bool
    fields: dict[str, forms.BoundField]


class RefundForm(AskedForm):
    what = forms.ChoiceField(
        label=_("what goes back"), choices=What.choices, initial=What.LINES, widget=UnfoldAdminRadioSelectWidget
    )

    def __init__(self, order: Order, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows, self.costs = what_is_left(order)
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

    def add_row(self, row: Row) -> None:
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
        self.fields[f"fate-{key}"] = fate_field(row, row.usual_fate)

    @property
    def lines(self) -> list[Shown]:
        names = ("on", "pieces", "euros", "fate")
        return [
            Shown(row.line, seat_text(row.line), row.has_left, {name: self[f"{name}-{row.line.pk}"] for name in names})
            for row in self.rows
        ]

    @property
    def shipping(self) -> list[forms.BoundField]:
        return [self[f"shipping-{one.placement.pk}"] for one in self.costs]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("what") == What.AMOUNT and not data.get("amount"):
            self.add_error("amount", _("How much?"))
        return data

    @property
    def wish(self) -> Wish:
        data = self.cleaned_data
        payment = data["payment"]
        return Wish(
            What(data["what"]),
            lines={row.line.pk: self.wanted(row) for row in self.rows if data[f"on-{row.line.pk}"]},
            shipping={one.placement.pk: data[f"shipping-{one.placement.pk}"] or NOTHING for one in self.costs},
            amount=data["amount"] or NOTHING,
            fates={row.line.pk: self.fate(row) for row in self.rows},
            payment=payment.pk if payment else None,
        )

    def fate(self, row: Row) -> Fate:
        return Fate(self.cleaned_data[f"fate-{row.line.pk}"] or row.usual_fate)

    def wanted(self, row: Row) -> Wanted:
        """An amount that is left empty stands for what the pieces cost."""
        pieces = self.cleaned_data[f"pieces-{row.line.pk}"] or row.line.amount
        return Wanted(pieces, self.cleaned_data[f"euros-{row.line.pk}"], self.fate(row))


class CancelForm(AskedForm):
    """Only of what has left it is asked what becomes of it: else all ends."""

    def __init__(self, order: Order, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows, costs = what_is_left(order)
        self.rows = [row for row in rows if row.has_left]
        for row in self.rows:
            self.fields[f"fate-{row.line.pk}"] = fate_field(row, Fate.KEPT)
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
    def lines(self) -> list[Shown]:
        return [Shown(row.line, seat_text(row.line), True, {"fate": self[f"fate-{row.line.pk}"]}) for row in self.rows]

    @property
    def others(self) -> Iterable[forms.BoundField]:
        return [self[name] for name in self.fields if not name.startswith("fate-")]

    @property
    def fates(self) -> dict[UUID, Fate]:
        return {row.line.pk: Fate(self.cleaned_data[f"fate-{row.line.pk}"] or Fate.KEPT) for row in self.rows}

    @property
    def payment(self) -> UUID | None:
        chosen = self.cleaned_data.get("payment")
        return chosen.pk if chosen else None
