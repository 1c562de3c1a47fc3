"""Staff change an order of which nothing has left."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from cart.models import ADDRESS_FIELDS, Address
from checkout.actions.changes.exchanging import exchange_line
from checkout.actions.changes.readdressing import change_addresses
from checkout.actions.refunds.giving_back import StepOutcome
from checkout.errors import NothingToPay
from checkout.models import Order, OrderLine
from checkout.orders.deadlines import unpaid
from checkout.pricing.postal_address import addresses_to_keep
from checkout.rules import MAX_LENGTHS, POSTAL
from checkout.shipping.reach import active_countries
from shop.core.values.countries import country_name
from shop.core.values.formats import euros
from shop.web.redirects import Redirect

from .exchange_forms import ExchangeForm
from .more_time import MoreTimeForm
from .order_steps import OrderSteps, StaffActionForm, reason_field

# A single name is the last name.
ASKED = frozenset({"last_name", "country_code"})


class AddressForm(StaffActionForm):
    def __init__(self, order: Order, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kept = addresses_to_keep(order)
        self.countries = [(one.code, country_name(one.code)) for one in active_countries()]
        for part, heading, address in (
            ("shipping_address", _("shipping address"), order.shipping_address),
            ("billing_address", _("billing address"), order.billing_address),
        ):
            asked = ASKED.union(POSTAL if address in kept else ())
            for name in ADDRESS_FIELDS:
                self.fields[f"{part}.{name}"] = self.field_of(name, heading, address, required=name in asked)
        self.fields["reason"] = reason_field()

    def field_of(self, name: str, heading: Any, address: Address, *, required: bool) -> forms.Field:
        field: Any = Address._meta.get_field(name)
        label = f"{heading}: {field.verbose_name}"
        options: dict[str, Any] = {"label": label, "initial": getattr(address, name), "required": required}
        if name == "country_code":
            there = {code for code, _name in self.countries}
            own = [] if address.country_code in there else [(address.country_code, country_name(address.country_code))]
            return forms.ChoiceField(choices=[*own, *self.countries], widget=UnfoldAdminSelectWidget, **options)
        return forms.CharField(max_length=MAX_LENGTHS[name], widget=UnfoldAdminTextInputWidget, **options)

    def address(self, part: str) -> dict[str, str]:
        return {name: self.cleaned_data[f"{part}.{name}"] for name in ADDRESS_FIELDS}


class ChangeSteps(OrderSteps):
    def has_readdress_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Only while no parcel has left and not all of it was cancelled."""
        if not request.user.has_perm("checkout.change_order") or not self.has_view_permission(request):
            return False
        if object_id is None:
            return True
        order = Order.objects.filter(pk=object_id, placements__cancelled_at=None)
        return order.exclude(deliveries__shipped_at__isnull=False).exists()

    @action(description=_("Change addresses"), url_path="addresses", icon="home_pin", permissions=["readdress"])
    def change_addresses(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = get_object_or_404(Order.objects.select_related("shipping_address", "billing_address"), pk=object_id)
        form = AddressForm(order, request.POST or None)
        return self.preview_first(
            request, order, "addresses", _("Change addresses"), form,
            lambda staff_action: change_addresses(
                order=order, shipping=form.address("shipping_address"), billing=form.address("billing_address"),
                action=staff_action, may_refund=request.user.has_perm("checkout.add_refund"),
            ),
            change_message,
        )  # fmt: skip

    def has_exchange_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """A right of its own, and only while something is paid."""
        if not request.user.has_perm("checkout.exchange_order") or not self.has_view_permission(request):
            return False
        paid = OrderLine.objects.counting().filter(placement__order=object_id, placement__paid_at__isnull=False)
        return object_id is None or paid.exists()

    @action(description=_("Exchange"), url_path="exchange", icon="swap_calls", permissions=["exchange"])
    def exchange(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = get_object_or_404(Order.objects.select_related("shop"), pk=object_id)
        form = ExchangeForm(order, request.POST or None)
        return self.preview_first(
            request, order, "exchange", _("Exchange"), form,
            lambda staff_action: exchange_line(
                order=order, command=form.command, action=staff_action,
                may_refund=request.user.has_perm("checkout.add_refund"),
            ),
            exchange_message,
        )  # fmt: skip

    def has_more_time_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """For staff who may change orders, while something of the order expires by itself."""
        if not request.user.has_perm("checkout.change_order"):
            return False
        ends = unpaid().filter(order=object_id, shop__payment_expiry=True)
        return object_id is None or ends.exists()

    @action(description=_("Give more time"), url_path="more-time", icon="more_time", permissions=["more_time"])
    def more_time(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = get_object_or_404(Order, pk=object_id)
        form = MoreTimeForm(order, request.POST or None)
        if form.is_valid():
            try:
                form.give()
                messages.success(request, _("Given. The buyer is reminded once more before that day."))
            except NothingToPay:
                messages.error(request, _("Nothing of it is open any more. Nothing was changed."))
            return Redirect(self.page_of(order))
        shown = {"form": form, "media": self.media + form.media}
        return self.step(request, order, "more_time", _("Give more time"), **shown)


def change_message(outcome: StepOutcome) -> str:
    return gettext("Changed. The buyer is told by mail.")


def exchange_message(outcome: StepOutcome) -> str:
    if outcome.to_pay:
        return gettext("Exchanged. The buyer is asked for %(much)s.") % {"much": euros(outcome.to_pay)}
    if outcome.total:
        return gettext("Exchanged. %(much)s go back.") % {"much": euros(outcome.total)}
    return gettext("Exchanged. The buyer is told by mail.")
