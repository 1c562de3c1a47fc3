"""Staff book a bank transfer: the form, the one call it makes, and what they are told of it."""

from decimal import Decimal
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminDecimalFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminSingleDateWidget,
    UnfoldAdminTextInputWidget,
)

from checkout.models import Order, Payment
from checkout.models.payment import BY_HAND
from checkout.payments.ledger import balance, captured
from shop.formats import euros


class TransferForm(forms.Form):
    # Made when the form is shown: sent twice, it books once.
    event = forms.UUIDField(widget=forms.HiddenInput)
    payment = forms.ModelChoiceField(
        label=_("payment"), queryset=Payment.objects.none(), widget=UnfoldAdminSelectWidget, empty_label=None
    )
    amount = forms.DecimalField(
        label=_("amount in euros"), min_value=Decimal("0.01"), max_digits=10, decimal_places=2,
        widget=UnfoldAdminDecimalFieldWidget,
    )  # fmt: skip
    value_date = forms.DateField(label=_("value date"), widget=UnfoldAdminSingleDateWidget)
    note = forms.CharField(
        label=_("note"), required=False, max_length=150, widget=UnfoldAdminTextInputWidget,
        help_text=_("For example the payer's name, if it is another."),
    )  # fmt: skip

    def __init__(self, order: Order, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order = order
        self.fields["payment"].queryset = open_payments(order)  # type: ignore[attr-defined]
        self.initial = {
            "event": uuid4(),
            "payment": open_payments(order).last(),
            "amount": max(balance(order), Decimal(0)) or "",
            "value_date": timezone.localdate(),
            **self.initial,
        }

    def clean_value_date(self) -> Any:
        day = self.cleaned_data["value_date"]
        if day > timezone.localdate():
            raise forms.ValidationError(_("Book the money when it has arrived; this day is still to come."))
        return day

    def book(self, staff: User) -> Order:
        fields = self.cleaned_data
        day = date_format(fields["value_date"], "SHORT_DATE_FORMAT")
        note = gettext("Value date %(day)s") % {"day": day} + (f" · {fields['note']}" if fields["note"] else "")
        return captured(
            payment=fields["payment"], amount=fields["amount"], event_id=f"{BY_HAND}{fields['event']}",
            staff=staff, note=note,
        )  # fmt: skip


def tell_booked(request: HttpRequest, left: Decimal) -> None:
    """`left`: the order's balance since then."""
    if left > 0:
        messages.warning(request, _("Booked. %(left)s are still to come.") % {"left": euros(left)})
    elif left < 0:
        messages.warning(request, _("Booked. %(much)s too much came in.") % {"much": euros(-left)})
    else:
        messages.success(request, _("Booked. The order is paid."))


def open_payments(order: Order) -> Any:
    return order.payments.awaited_transfers()
