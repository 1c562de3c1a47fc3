"""The form that asks staff for a period, and the links to usual ones."""

from collections.abc import Mapping
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextInputWidget

from checkout.sales.periods import Preset, SalesPeriod, period_of
from shop.staff.access import Shops

EARLIEST, LATEST = date(2000, 1, 1), date(2099, 12, 31)
MOST_DAYS = 1096  # three years


class PeriodForm(forms.Form):
    first = forms.DateField(
        label=_("from"), widget=UnfoldAdminTextInputWidget(attrs={"type": "date"}),
        validators=[MinValueValidator(EARLIEST), MaxValueValidator(LATEST)],
    )  # fmt: skip
    last = forms.DateField(
        label=_("until"), widget=UnfoldAdminTextInputWidget(attrs={"type": "date"}),
        validators=[MinValueValidator(EARLIEST), MaxValueValidator(LATEST)],
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        first, last = data.get("first"), data.get("last")
        if first and last and first > last:
            self.add_error("last", _("This day is before the first one."))
        elif first and last and SalesPeriod(first, last).days > MOST_DAYS:
            self.add_error("last", _("At most three years can be shown at once."))
        return data

    def limit_choice(self, name: str, shops: Shops) -> None:
        """Let members choose one of these shops; without a choice it is the first by name."""
        if shops is not None:
            field: Any = self.fields[name]
            field.queryset = field.queryset.filter(pk__in=shops)
            field.required, field.empty_label = True, None
            if not self.data.get(name):
                self.data = {**self.data, name: str(field.queryset.values_list("pk", flat=True)[0])}

    @property
    def period(self) -> SalesPeriod:
        return SalesPeriod(self.cleaned_data["first"], self.cleaned_data["last"])


def asked_of(request: HttpRequest, usual: Preset) -> dict[str, str]:
    """Return the form's data: days that were sent, otherwise those of the preset that was, otherwise of the usual."""
    asked = request.GET.dict()
    if "first" not in asked and "last" not in asked:
        name = asked.get("period", "")
        period = period_of(Preset(name) if name in Preset.values else usual, timezone.localdate())
        asked |= {"first": period.first.isoformat(), "last": period.last.isoformat()}
    return asked


def links_of(data: Mapping[str, Any], *kept: str) -> list[tuple[str, str, bool]]:
    """Return the name and address of each preset, and whether it is shown. `kept`: fields that the addresses keep."""
    today, query = timezone.localdate(), {name: data.get(name, "") for name in kept}
    return [
        (
            str(one.label),
            "?" + urlencode({"period": one.value, **query}),
            (data.get("first"), data.get("last")) == (period.first.isoformat(), period.last.isoformat()),
        )
        for one, period in ((one, period_of(one, today)) for one in Preset)
    ]
