"""Staff book money of an order, give it back, and cancel."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action
from unfold.enums import ActionVariant

from checkout.actions.refunds.giving_back import StepOutcome, cancel_order, refund_order
from checkout.actions.refunds.refunding import overpayment_of, refund_overpayment
from checkout.errors import RefundTooLarge
from checkout.models import LedgerEntry, Order, OrderLine, Placement
from checkout.payments.ledger import balance
from shop.core.values.formats import euros
from shop.core.values.money import NOTHING
from shop.web.redirects import Redirect

from .order_steps import OrderSteps
from .refund_forms import CancelForm, RefundForm
from .transfer import ReverseForm, TransferForm, open_payments, tell_booked

REFUNDERS = "checkout.add_refund"


class MoneySteps(OrderSteps):
    def has_book_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """For staff who may book, while a transfer is awaited."""
        if not request.user.has_perm("checkout.add_ledgerentry"):
            return False
        order = Order.objects.filter(pk=object_id).first() if object_id else None
        return order is None or open_payments(order).exists()

    @action(
        description=_("Book bank transfer"), url_path="book-transfer", icon="account_balance", permissions=["book"],
        variant=ActionVariant.PRIMARY,
    )  # fmt: skip
    def book_transfer(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = get_object_or_404(Order, pk=object_id)
        form = TransferForm(order, request.POST or None)
        if form.is_valid():
            tell_booked(request, balance(form.book(staff=request.user)))  # type: ignore[arg-type]
            return Redirect(self.page_of(order))
        shown = {"open": euros(balance(order)), "form": form, "media": self.media + form.media}
        return self.step(request, order, "book_transfer", _("Book bank transfer"), **shown)

    def has_reverse_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """For staff who may book, if a transfer was booked."""
        if not request.user.has_perm("checkout.add_ledgerentry") or not self.has_view_permission(request):
            return False
        return object_id is None or LedgerEntry.objects.to_reverse().filter(payment__order=object_id).exists()

    @action(description=_("Take booking back"), url_path="reverse", icon="swap_horiz", permissions=["reverse"])
    def reverse_booking(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = get_object_or_404(Order, pk=object_id)
        form = ReverseForm(order, request.POST or None)
        if form.is_valid() and form.reverse(staff=request.user):  # type: ignore[arg-type]
            owed = balance(order)
            message = gettext("Taken back. The order owes %(owed)s.") % {"owed": euros(max(owed, NOTHING))}
            messages.success(request, message)
            return Redirect(self.page_of(order))
        shown = {"form": form, "media": self.media + form.media, "left": has_left(order)}
        return self.step(request, order, "reverse", _("Take booking back"), **shown)

    def has_give_back_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """For staff who may refund, if there is a surplus."""
        if not request.user.has_perm(REFUNDERS):
            return False
        order = Order.objects.filter(pk=object_id).first() if object_id else None
        return order is None or overpayment_of(order) > 0

    @action(description=_("Give back what is too much"), url_path="give-back", icon="undo", permissions=["give_back"])
    def give_back(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = get_object_or_404(Order, pk=object_id)
        if request.method != "POST":
            shown = {"excess": euros(overpayment_of(order))}
            return self.step(request, order, "give_back", _("Give back what is too much"), **shown)
        try:
            refunds = refund_overpayment(order=order, staff=request.user)  # type: ignore[arg-type]
        except RefundTooLarge:
            messages.error(request, _("Somebody has handled it meanwhile. Nothing was changed."))
            return Redirect(self.page_of(order))
        messages.success(
            request, _("Noted: %(much)s go back.") % {"much": euros(sum((one.amount for one in refunds), NOTHING))}
        )
        return Redirect(self.page_of(order))

    def has_refund_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """A right of its own, and only while something is paid."""
        if not request.user.has_perm(REFUNDERS) or not self.has_view_permission(request):
            return False
        paid = OrderLine.objects.counting().filter(placement__order=object_id, placement__paid_at__isnull=False)
        return object_id is None or paid.exists()

    @action(description=_("Refund"), url_path="refund", icon="currency_exchange", permissions=["refund"])
    def refund(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = get_object_or_404(Order, pk=object_id)
        form = RefundForm(order, request.POST or None)
        return self.preview_first(
            request, order, "refund", _("Refund"), form,
            lambda staff_action: refund_order(order=order, command=form.command, action=staff_action), refund_message,
        )  # fmt: skip

    def has_cancel_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Staff who may book cancel unpaid orders; staff who may refund cancel paid ones."""
        if not request.user.has_perm("checkout.add_ledgerentry") or not self.has_view_permission(request):
            return False
        if object_id is None:
            return True
        live = Placement.objects.live().filter(order=object_id)
        if not live.exclude(paid_at=None).exists():
            return live.exists()
        left = OrderLine.objects.counting().filter(placement__order=object_id)
        return bool(request.user.has_perm(REFUNDERS)) and left.exists()

    @action(
        description=_("Cancel order"), url_path="cancel-order", icon="cancel", permissions=["cancel"],
        variant=ActionVariant.DANGER,
    )  # fmt: skip
    def cancel_order(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = get_object_or_404(Order, pk=object_id)
        form = CancelForm(order, request.POST or None)
        return self.preview_first(
            request, order, "cancel_order", _("Cancel order"), form,
            lambda staff_action: cancel_order(
                order=order, dispositions=form.dispositions, shipping=bool(form.cleaned_data.get("shipping")),
                action=staff_action, payment=form.payment,
            ),
            cancellation_message,
        )  # fmt: skip


def has_left(order: Order) -> bool:
    """Return whether a parcel of the order has left."""
    return order.deliveries.exclude(shipped_at=None).exists()


def refund_message(outcome: StepOutcome) -> str:
    if not outcome.total:
        return gettext("Done. No money goes back.")
    return gettext("Noted: %(much)s go back.") % {"much": euros(outcome.total)}


def cancellation_message(outcome: StepOutcome) -> str:
    if not outcome.total:
        return gettext("Cancelled. No money goes back.")
    return gettext("Cancelled. %(much)s go back.") % {"much": euros(outcome.total)}
