"""Forms for parcels."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminFileFieldWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
)

from aftersale.fulfilment.parcels import Parcel
from checkout.actions.shipping.delivering import Tracking
from checkout.models import Delivery, OrderLine
from checkout.models.tracking import LONGEST, Tracked, plain_number

MB = 1024 * 1024
# The longest input, with blanks between groups.
WRITTEN = 2 * LONGEST


class CarriedForm(forms.Form):
    tracked_by = forms.ChoiceField(
        label=_("carried by"),
        choices=Tracked.choices,
        widget=UnfoldAdminSelectWidget,
        help_text=_("Whose tracking page buyers are led to."),
    )


def number_field(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        max_length=WRITTEN,
        widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "off", "spellcheck": "false", "data-scan": "1"}),
    )


class TrackingForm(CarriedForm):
    """Tracking of one parcel."""

    number = number_field(_("tracking number"))

    def clean_number(self) -> str:
        return checked_number(self.cleaned_data["number"])

    @property
    def tracking(self) -> Tracking:
        return Tracking(self.cleaned_data["tracked_by"], self.cleaned_data["number"])


def checked_number(entered: str) -> str:
    number = plain_number(entered)
    if len(number) > LONGEST:
        raise forms.ValidationError(_("A tracking number has at most %(most)s signs."), params={"most": LONGEST})
    return number


class ShipForm(CarriedForm):
    """Tracking numbers of several parcels, typed or scanned. Parcels without a number are shipped untracked."""

    def __init__(self, parcels: Sequence[Parcel], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        usual = next((one.delivery.carrier.tracked_by for one in parcels if one.delivery.carrier.tracked_by), "")
        self.fields["tracked_by"].initial = usual or Tracked.DHL
        self.parcels = parcels
        for one in parcels:
            self.fields[name_of(one.delivery)] = number_field(one.delivery.number)

    @property
    def rows(self) -> list[tuple[Parcel, forms.BoundField]]:
        return [(one, self[name_of(one.delivery)]) for one in self.parcels]

    def clean(self) -> dict[str, Any]:
        """Check the numbers. A number is one label, so two parcels may share it only if they have the same address."""
        data = super().clean() or self.cleaned_data
        first: dict[str, Parcel] = {}
        for one in self.parcels:
            name = name_of(one.delivery)
            try:
                number = data[name] = checked_number(data.get(name, ""))
            except forms.ValidationError as error:
                self.add_error(name, error)
                continue
            other = first.setdefault(number, one) if number else one
            if where(other) != where(one):
                self.add_error(name, _("%(parcel)s has this number, too.") % {"parcel": other.delivery.number})
        return data

    def tracking_of(self, delivery: Delivery) -> Tracking:
        return Tracking(self.cleaned_data["tracked_by"], self.cleaned_data[name_of(delivery)])


def name_of(delivery: Delivery) -> str:
    return f"number-{delivery.pk}"


def where(parcel: Parcel) -> tuple[str, ...]:
    to = parcel.address
    return (to.first_name, to.last_name, to.address, to.post_code, to.city, to.country_code)


class SplitForm(forms.Form):
    """How many pieces of each line go into a parcel of their own."""

    def __init__(self, lines: Sequence[OrderLine], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for line in lines:
            details = f" ({line.variant_description})" if line.variant_description else ""
            self.fields[str(line.pk)] = forms.IntegerField(
                label=f"{line.name}{details}", min_value=0, max_value=line.amount, initial=0,
                widget=UnfoldAdminIntegerFieldWidget(attrs={"min": 0, "max": line.amount}),
                help_text=_("of %(amount)s") % {"amount": line.amount},
            )  # fmt: skip

    @property
    def amounts(self) -> dict[UUID, int]:
        return {UUID(name): amount for name, amount in self.cleaned_data.items() if amount}


class TrackingListForm(CarriedForm):
    file = forms.FileField(
        label=_("list of tracking numbers"),
        widget=UnfoldAdminFileFieldWidget(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
        help_text=_(
            "CSV: parcel (P123) or order (B-XXXXXXXX), and its tracking number. You see first what would be shipped."
        ),
    )

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > MB:
            raise forms.ValidationError(_("At most %(most)s MB."), params={"most": 1})
        return file
