"""Staff give an order that is not paid more time."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSingleDateWidget

from checkout.actions.payments.reminding import give_more_time
from checkout.models import Order
from checkout.orders.deadlines import unpaid

LONGEST = timedelta(days=90)


class MoreTimeForm(forms.Form):
    until = forms.DateField(label=_("to be paid by"), widget=UnfoldAdminSingleDateWidget)

    def __init__(self, order: Order, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order = order
        ends = [one for one in unpaid().filter(order=order).values_list("ends_on", flat=True) if one]
        self.initial = {"until": max([timezone.localdate(), *ends]) + timedelta(days=7), **self.initial}

    def clean_until(self) -> date:
        day: date = self.cleaned_data["until"]
        if day <= (today := timezone.localdate()):
            raise forms.ValidationError(_("This day is over, or nearly."))
        if day > today + LONGEST:
            raise forms.ValidationError(_("90 days from today at most."))
        return day

    def give(self) -> None:
        give_more_time(order=self.order, until=self.cleaned_data["until"])
