"""Staff pages that sell tickets at the door and put guests on the list."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action
from unfold.widgets import (
    UnfoldAdminEmailInputWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminRadioSelectWidget,
    UnfoldAdminTextInputWidget,
)

from aftersale.entrance.queries import guests_of, kind_of_variant
from aftersale.entrance.rules import HOSTS, SELLERS
from aftersale.models import EntranceEvent
from catalogue.errors import SeatsNotAvailable, SoldOut
from checkout.actions.orders.box_office import (
    MOST_PIECES,
    TicketBuyer,
    TicketSale,
    hand_out_tickets,
    walk_in_name,
)
from checkout.admin.order_steps import StaffActionForm
from checkout.errors import TotalChanged
from checkout.models import BoxOfficeMethod, Placement
from checkout.pricing.box_office import on_sale
from checkout.pricing.exchanges import OfferedVariant
from shop.core.errors import ShopError
from shop.core.values.formats import euros
from shop.core.values.money import NOTHING
from shop.web.redirects import Redirect


class TicketsForm(StaffActionForm):
    """Number of tickets of each kind, and their buyer. `total`: the amount that was shown, empty on the first step."""

    total = forms.DecimalField(required=False, widget=forms.HiddenInput)
    first_name = forms.CharField(
        label=_("first name"), max_length=40, required=False, widget=UnfoldAdminTextInputWidget
    )
    last_name = forms.CharField(label=_("last name"), max_length=40, widget=UnfoldAdminTextInputWidget)
    email = forms.EmailField(
        label=_("e-mail"), required=False, widget=UnfoldAdminEmailInputWidget,
        help_text=_("Tickets are mailed there. Without one the name or the number lets in."),
    )  # fmt: skip

    def __init__(self, data: Any, offers: Sequence[OfferedVariant]) -> None:
        super().__init__(data)
        self.offers = offers
        for one in offers:
            self.fields[field_of(one)] = forms.IntegerField(
                label=kind_of_variant(one.variant) or _("Tickets"), min_value=0, max_value=MOST_PIECES, required=False,
                widget=UnfoldAdminIntegerFieldWidget, help_text=self.offer_text(one),
            )  # fmt: skip
        self.order_fields([*(field_of(one) for one in offers), *self.fields])

    def offer_text(self, offer: OfferedVariant) -> str:
        return euros(offer.price) if offer.free is None else f"{euros(offer.price)} · {left_text(offer.free)}"

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors and not self.pieces():
            raise forms.ValidationError(gettext("How many tickets?"))
        return found

    def pieces(self) -> dict[int, int]:
        counts = {one.variant.pk: self.cleaned_data.get(field_of(one)) for one in self.offers}
        return {variant: count for variant, count in counts.items() if count}

    def buyer(self, event: EntranceEvent) -> TicketBuyer:
        """Return the buyer, whose language is the shop's and not that of the staff."""
        fields = self.cleaned_data
        return TicketBuyer(fields["first_name"], fields["last_name"], fields["email"], event.owner.default_locale)


class SaleForm(TicketsForm):
    paid_by = forms.ChoiceField(
        label=_("paid by"), choices=BoxOfficeMethod.choices, initial=BoxOfficeMethod.CASH.value,
        widget=UnfoldAdminRadioSelectWidget,
    )  # fmt: skip

    def __init__(self, data: Any, offers: Sequence[OfferedVariant]) -> None:
        super().__init__(data, offers)
        self.fields["last_name"].required = False

    def buyer(self, event: EntranceEvent) -> TicketBuyer:
        named = super().buyer(event)
        return named if named.last_name else replace(named, last_name=walk_in_name(named.language))

    def to_pay(self) -> Decimal:
        pieces = self.pieces()
        return sum((one.price * pieces.get(one.variant.pk, 0) for one in self.offers), NOTHING)


class GuestForm(TicketsForm):
    reason = forms.CharField(
        label=_("for whom"), max_length=200, required=False, widget=UnfoldAdminTextInputWidget,
        help_text=_("As “press” or “the band's”. Stays with the order, for your colleagues."),
    )  # fmt: skip

    def offer_text(self, offer: OfferedVariant) -> str:
        return left_text(offer.free) if offer.free is not None else ""


class BoxOfficePages:
    """Box office and guest list, mixed into the entrance's admin."""

    def has_sell_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm(SELLERS))

    def has_guests_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm(HOSTS))

    @action(description=_("Box office"), url_path="sell", icon="point_of_sale", permissions=["sell"])
    def sell(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for the numbers, show the total, then sell."""
        event = self.event_of(object_id)
        form = SaleForm(request.POST or None, on_sale(event))
        to_pay = form.to_pay() if form.is_valid() else None
        if to_pay is not None and form.cleaned_data["total"] == to_pay:
            if placement := self.handed_out(request, event, form, to_pay, form.cleaned_data["paid_by"]):
                messages.success(request, sold_text(placement))
                return Redirect(reverse("admin:aftersale_entranceevent_sell", args=[event.pk]))
        elif to_pay is not None:
            form = shown_with(form, total=to_pay)
        return self.page(request, "sell", _("Box office"), event, form=form, to_pay=to_pay)

    @action(description=_("Guest list"), url_path="guests", icon="list_alt", permissions=["guests"])
    def guests(self, request: HttpRequest, object_id: str) -> HttpResponse:
        event = self.event_of(object_id)
        form = GuestForm(request.POST or None, on_sale(event))
        if form.is_valid() and (placement := self.handed_out(request, event, form, NOTHING, "")):
            name = placement.order.billing_address.full_name
            messages.success(request, gettext("%(name)s is on the list.") % {"name": name})
            return Redirect(reverse("admin:aftersale_entranceevent_guests", args=[event.pk]))
        return self.page(request, "guests", _("Guest list"), event, form=form, guests=guests_of(event))

    def handed_out(
        self, request: HttpRequest, event: EntranceEvent, form: TicketsForm, total: Decimal, paid_by: str
    ) -> Placement | None:
        """Hand out the tickets. None if refused; the form then shows why."""
        sale = TicketSale(event, form.buyer(event), form.pieces(), total, paid_by)
        try:
            return hand_out_tickets(sale=sale, action=form.staff_action(request.user))
        except ShopError as error:
            form.add_error(None, refusal_text(error))
            return None

    def event_of(self, object_id: str) -> EntranceEvent:
        return get_object_or_404(EntranceEvent.objects.select_related("venue", "owner"), pk=object_id)

    def page(self, request: HttpRequest, template: str, title: Any, event: EntranceEvent, **shown: Any) -> HttpResponse:
        back = reverse("admin:aftersale_entranceevent_change", args=[event.pk])
        shown["media"] = self.media + shown["form"].media  # type: ignore[attr-defined]
        return self.step(request, template, title, back, event=event, **shown)  # type: ignore[attr-defined]


def field_of(offer: OfferedVariant) -> str:
    return f"pieces_{offer.variant.pk}"


def left_text(free: int) -> str:
    return gettext("%(number)s left") % {"number": free}


def shown_with(form: SaleForm, total: Decimal) -> SaleForm:
    """Return the form with the total. Submitting it again sells."""
    again = SaleForm({**form.data.dict(), "total": str(total)}, form.offers)  # type: ignore[attr-defined]
    again.is_valid()
    return again


def sold_text(placement: Placement) -> str:
    numbers = sum(line.amount for line in placement.lines.all())
    sale_words = {"number": numbers, "total": euros(placement.total), "order": placement.reference}
    return gettext("Sold: %(number)s tickets for %(total)s, order %(order)s.") % sale_words


def refusal_text(error: ShopError) -> str:
    match error:
        case SoldOut():
            return gettext("Only %(number)s are left.") % {"number": error.extensions.get("available", 0)}
        case SeatsNotAvailable():
            return gettext("There are not so many seats left.")
        case TotalChanged():
            return gettext("The price has changed just now. Look at it once more.")
    return gettext("Nothing was sold: %(why)s") % {"why": gettext(error.message)}
