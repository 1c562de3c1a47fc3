"""Staff book a bank transfer: the form, its one call, and the message after it."""

from decimal import Decimal
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminSelectWidget,
    UnfoldAdminSingleDateWidget,
    UnfoldAdminTextInputWidget,
)

from checkout.actions.refunds.reversing import reverse_entry
from checkout.errors import EntryNotReversible, OrderNotPayable, RefundTooLarge
from checkout.models import BankLine, LedgerEntry, Order, Payment
from checkout.models.payment import BY_HAND
from checkout.orders.order_state import order_with_state
from checkout.payments.ledger import record_capture
from checkout.payments.notes import VALUE_DATE, note_text, stored_note
from checkout.payments.references import order_reference
from shop.admin.fields import DecimalInput
from shop.core.values.formats import euros, moment_text


class TransferForm(forms.Form):
    # Made when the form is shown: sent twice, it books once.
    event = forms.UUIDField(widget=forms.HiddenInput)
    payment = forms.ModelChoiceField(
        label=_("payment"), queryset=Payment.objects.none(), widget=UnfoldAdminSelectWidget, empty_label=None
    )
    amount = forms.DecimalField(
        label=_("amount in euros"), min_value=Decimal("0.01"), max_digits=10, decimal_places=2,
        widget=DecimalInput,
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
            "amount": order_with_state(order).to_pay or "",
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
        note = stored_note(VALUE_DATE, fields["note"], day=fields["value_date"])
        return record_capture(
            payment=fields["payment"], amount=fields["amount"], event_id=f"{BY_HAND}{fields['event']}",
            staff=staff, note=note,
        )  # fmt: skip


class EntryField(forms.ModelChoiceField):
    def label_from_instance(self, obj: Any) -> str:
        facts = (euros(obj.amount), moment_text(obj.created_at), obj.payment.reference, note_text(obj.note))
        return " · ".join(filter(None, facts))


class ReverseForm(forms.Form):
    entry = EntryField(
        label=_("booking"), queryset=LedgerEntry.objects.none(), widget=UnfoldAdminSelectWidget, empty_label=None
    )
    reason = forms.CharField(
        label=_("reason"), max_length=200, widget=UnfoldAdminTextInputWidget,
        help_text=_("Stays in the ledger, for your colleagues."),
    )  # fmt: skip
    to = forms.CharField(
        label=_("the order that it was for"), required=False, max_length=40, widget=UnfoldAdminTextInputWidget,
        help_text=_("B-XXXXXXXX, however it is written: it is booked there. Empty: it is only taken back."),
    )  # fmt: skip

    def __init__(self, order: Order, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = LedgerEntry.objects.to_reverse().filter(payment__order=order).select_related("payment")
        self.fields["entry"].queryset = entries.order_by("-id")  # type: ignore[attr-defined]
        self.initial = {"entry": entries.last(), **self.initial}

    def clean_to(self) -> str:
        entered = self.cleaned_data["to"]
        reference = order_reference(entered)
        if entered.strip() and not reference:
            raise forms.ValidationError(_("No order has this reference."))
        return reference

    def reverse(self, staff: User) -> bool:
        """Reverse the booking. Returns False if it was refused; the form then says why."""
        try:
            reverse_entry(staff=staff, **self.cleaned_data)
        except OrderNotPayable as refused:
            self.add_error("to", str(BankLine.Remark(str(refused.extensions["remark"])).label))
        except EntryNotReversible:
            self.add_error("entry", _("Somebody has taken it back meanwhile."))
        except RefundTooLarge:
            self.add_error("entry", _("Its money went back already, or is about to: it cannot be taken back."))
        return not self.errors


def tell_booked(request: HttpRequest, left: Decimal) -> None:
    """Tell staff the result. `left`: the order's balance now."""
    if left > 0:
        messages.warning(request, _("Booked. %(left)s are still to come.") % {"left": euros(left)})
    elif left < 0:
        messages.warning(request, _("Booked. %(much)s too much came in.") % {"much": euros(-left)})
    else:
        messages.success(request, _("Booked. The order is paid."))


def open_payments(order: Order) -> Any:
    return order.payments.awaited_transfers()
