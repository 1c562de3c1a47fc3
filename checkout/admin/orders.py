from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display
from unfold.enums import ActionVariant

from cart.models import Address
from checkout.actions import cancel_unpaid
from checkout.actions.refunding import excess_of, return_excess
from checkout.errors import OrderNotCancellable, RefundTooLarge
from checkout.mails import mails_of
from checkout.models import Delivery, Invoice, LedgerEntry, Order, OrderLine, Payment, Placement, Refund
from checkout.payments.ledger import balance
from checkout.standing import Fulfilment, PaymentState, standing_text, with_standing
from checkout.texts import method_name
from shop.admin.base import CountryFilter, HouseAdmin, HouseTabular, ReadOnly, badge
from shop.countries import country_name
from shop.formats import euros, moment_text
from shop.money import NOTHING
from shop.web.redirects import Redirect

from .email import EmailForm, MailFilter, mail_line
from .transfer import TransferForm, open_payments, tell_booked

STATE_COLOURS = {
    PaymentState.OPEN: "warning",
    PaymentState.PAID: "success",
    PaymentState.CANCELLED: "default",
}
DELIVERY_COLOURS = {
    Delivery.State.OPEN: "warning",
    Delivery.State.PACKED: "info",
    Delivery.State.SHIPPED: "info",
    Delivery.State.DELIVERED: "success",
    Delivery.State.RETURNED: "danger",
}
PAYMENT_COLOURS = {
    Payment.State.PENDING: "warning",
    Payment.State.CAPTURED: "success",
    Payment.State.FAILED: "danger",
    Payment.State.CANCELLED: "default",
}


def lines_of(address: Address) -> str:
    rows = [
        address.company,
        f"{address.first_name} {address.last_name}",
        address.address,
        address.address2,
        f"{address.post_code} {address.city}",
        country_name(address.country_code),
    ]
    return format_html_join("", "{}<br>", ((row,) for row in rows if row))


class Shown(ReadOnly, HouseTabular):
    tab = False


class DeliveryInline(Shown):
    model = Delivery
    fields = [
        "name", "carrier", "checks_age", "cost", "status", "shippable_from", "arrives_until", "shipped_at",
        "delivered_at", "returned_at",
    ]  # fmt: skip
    readonly_fields = ["cost", "status"]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        counting = OrderLine.objects.counting().filter(delivery=models.OuterRef("pk"))
        deliveries: models.QuerySet[Delivery] = super().get_queryset(request).select_related("carrier")
        return deliveries.annotate(
            counts=models.Exists(counting), waits=models.Exists(counting.filter(placement__paid_at=None))
        )

    @display(description=_("price"))
    def cost(self, delivery: Delivery) -> str:
        return euros(delivery.price)

    @display(description=_("state"))
    def status(self, delivery: Any) -> str:
        """Nothing is packed that is not paid, or was cancelled."""
        if delivery.state == Delivery.State.OPEN and not delivery.counts:
            return badge(_("cancelled"), "default")
        if delivery.state == Delivery.State.OPEN and delivery.waits:
            return badge(_("waits for payment"), "default")
        return badge(delivery.get_state_display(), DELIVERY_COLOURS[delivery.state])


class PaymentInline(Shown):
    model = Payment
    fields = ["reference", "how", "status", "due", "booked", "created_at"]
    readonly_fields = ["how", "status", "due", "booked", "created_at"]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        return super().get_queryset(request).prefetch_related("entries__staff", "refunds")

    @display(description=_("state"))
    def status(self, payment: Payment) -> str:
        return badge(payment.get_state_display(), PAYMENT_COLOURS[payment.state])  # type: ignore[index]

    @display(description=_("payment method"))
    def how(self, payment: Payment) -> str:
        return method_name(payment.method)

    @display(description=_("Amount"))
    def due(self, payment: Payment) -> str:
        return euros(payment.amount)

    @display(description=_("ledger"))
    def booked(self, payment: Payment) -> str:
        """What moved, and what is still to go back."""
        return self.moved(payment) + format_html_join(
            "",
            '<span class="staff-entry"><a href="{}">{} <b>−{}</b> · {}</a></span>',
            (
                (
                    reverse("admin:checkout_refund_change", args=[refund.pk]),
                    gettext("to go back"),
                    euros(refund.amount),
                    refund.get_state_display(),
                )
                for refund in payment.refunds.all()
                if refund.state != Refund.State.DONE
            ),
        )

    def moved(self, payment: Payment) -> SafeString:
        return format_html_join(
            "",
            '<span class="staff-entry">{} <b>{}{}</b> · {}{}{}</span>',
            (
                (
                    entry.get_kind_display(),
                    "−" if entry.kind == LedgerEntry.Kind.REFUND else "",
                    euros(entry.amount),
                    moment_text(entry.created_at),
                    f" · {entry.staff}" if entry.staff else "",
                    f" · {entry.note}" if entry.note else "",
                )
                for entry in payment.entries.all()
            ),
        )


class PaymentStateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return list(PaymentState.choices)

    def queryset(self, request: HttpRequest, queryset: models.QuerySet) -> models.QuerySet:
        return queryset.filter(payment_state=self.value()) if self.value() in PaymentState.values else queryset


class FulfilmentFilter(admin.SimpleListFilter):
    title = _("delivery")
    parameter_name = "delivery"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return list(Fulfilment.choices)

    def queryset(self, request: HttpRequest, queryset: models.QuerySet) -> models.QuerySet:
        if self.value() not in Fulfilment.values:
            return queryset
        return queryset.filter(payment_state=PaymentState.PAID, fulfilment=self.value())


class MoneyFilter(admin.SimpleListFilter):
    title = _("money")
    parameter_name = "money"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("awaited", str(_("transfer awaited"))), ("over", str(_("too much money")))]

    def queryset(self, request: HttpRequest, queryset: models.QuerySet) -> models.QuerySet:
        match self.value():
            case "awaited":
                awaited = Payment.objects.awaited_transfers().of_unpaid().filter(order=models.OuterRef("pk"))
                return queryset.filter(models.Exists(awaited))
            case "over":
                return queryset.filter(balance__lt=0)
        return queryset


@admin.register(Order)
class OrderAdmin(ReadOnly, HouseAdmin):
    """Everything of an order, to read. Money is booked by the action, which writes the ledger."""

    list_display = ["reference", "status", "progress", "shop", "buyer", "sum", "placed_at"]
    list_filter = [
        PaymentStateFilter, FulfilmentFilter, MoneyFilter, MailFilter, ("shop", admin.RelatedOnlyFieldListFilter),
        "placements__payment_method", ("country_code", CountryFilter),
    ]  # fmt: skip
    list_select_related = ["shop", "billing_address"]
    search_fields = [
        "reference", "email", "billing_address__last_name", "billing_address__first_name",
        "shipping_address__last_name", "payments__reference", "placements__reference",
    ]  # fmt: skip
    search_help_text = _("Reference, e-mail, name or payment reference")
    date_hierarchy = "placed_at"
    show_full_result_count = False
    inlines = [PaymentInline, DeliveryInline]
    actions_detail = ["book_transfer", "give_back", "correct_email", "cancel_order"]
    readonly_fields = ["standing", "billing", "shipping", "sum", "open_sum", "mails", "invoices", "contents"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("reference", "standing", "shop"),
                    ("placed_at", "sum", "open_sum"),
                    ("email", "language"),
                    ("mails", "invoices"),
                    ("billing", "shipping"),
                    ("contents",),
                ]
            },
        )
    ]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        return with_standing(
            super().get_queryset(request).select_related("shop", "billing_address", "shipping_address")
        )

    @display(description=_("state"), ordering="payment_state", label=STATE_COLOURS)
    def status(self, order: Order) -> tuple[str, Any]:
        return order.payment_state, PaymentState(order.payment_state).label

    @display(description=_("delivery"), ordering="fulfilment")
    def progress(self, order: Order) -> Any:
        return Fulfilment(order.fulfilment).label if order.payment_state == PaymentState.PAID else "–"

    @display(description=_("state"))
    def standing(self, order: Order) -> str:
        return badge(standing_text(order), STATE_COLOURS[order.payment_state])  # type: ignore[index]

    @display(description=_("buyer"), header=True)
    def buyer(self, order: Order) -> list:
        address = order.billing_address
        return [f"{address.first_name} {address.last_name}", order.email]

    @display(description=_("total"), ordering="total")
    def sum(self, order: Order) -> str:
        return euros(order.total)

    @display(description=_("still open"))
    def open_sum(self, order: Order) -> str:
        if order.balance < 0:
            return gettext("%(much)s too much came in") % {"much": euros(-order.balance)}
        return euros(order.balance)

    @display(description=_("billing address"))
    def billing(self, order: Order) -> str:
        return lines_of(order.billing_address)

    @display(description=_("shipping address"))
    def shipping(self, order: Order) -> str:
        return lines_of(order.shipping_address)

    @display(description=_("mails"))
    def mails(self, order: Order) -> str:
        """Each with its address and what became of it."""
        return format_html_join("", "{}<br>", ((mail_line(mail),) for mail in mails_of(order))) or "–"

    @display(description=_("invoices"))
    def invoices(self, order: Order) -> str:
        found = Invoice.objects.filter(placement__order=order).in_order()
        rows = (
            (
                reverse("admin:checkout_invoice_change", args=[one.pk]),
                one.number,
                one.get_kind_display(),
                euros(one.total),
            )
            for one in found
        )
        return format_html_join("", '<a href="{}">{}</a> · {} · {}<br>', rows) or "–"

    @display(description=_("placements"))
    def contents(self, order: Order) -> str:
        placements = order.placements.select_related("discount_code").prefetch_related(
            "lines__delivery", "lines__seller", "lines__ticket_holder", "vat_shares"
        )
        return render_to_string("admin/checkout/order/placements.html", {"placements": placements})

    def has_correct_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return request.user.has_perm("checkout.change_order")

    @action(description=_("Correct e-mail"), url_path="correct-email", icon="forward_to_inbox", permissions=["correct"])
    def correct_email(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = get_object_or_404(Order, pk=object_id)
        form = EmailForm(order, request.POST or None)
        if form.is_valid():
            number = form.send()
            messages.success(request, _("Corrected. Mails sent again: %(number)s") % {"number": number})
            return Redirect(self.page_of(order))
        return self.step(request, order, "correct_email", _("Correct e-mail"), form=form, media=self.media + form.media)

    def has_book_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Who may book, and only while a transfer is awaited."""
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

    def has_give_back_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Who may book, and only what is too much."""
        if not request.user.has_perm("checkout.add_ledgerentry"):
            return False
        order = Order.objects.filter(pk=object_id).first() if object_id else None
        return order is None or excess_of(order) > 0

    @action(description=_("Give back what is too much"), url_path="give-back", icon="undo", permissions=["give_back"])
    def give_back(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = get_object_or_404(Order, pk=object_id)
        if request.method != "POST":
            shown = {"excess": euros(excess_of(order))}
            return self.step(request, order, "give_back", _("Give back what is too much"), **shown)
        try:
            refunds = return_excess(order=order, staff=request.user)  # type: ignore[arg-type]
        except RefundTooLarge:
            messages.error(request, _("Somebody has handled it meanwhile. Nothing was changed."))
            return Redirect(self.page_of(order))
        messages.success(
            request, _("Noted: %(much)s go back.") % {"much": euros(sum((one.amount for one in refunds), NOTHING))}
        )
        return Redirect(self.page_of(order))

    def has_cancel_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Who may book, and only while something of the order is not paid."""
        if not request.user.has_perm("checkout.add_ledgerentry"):
            return False
        unpaid = Placement.objects.live().filter(order=object_id, paid_at=None)
        return object_id is None or unpaid.exists()

    @action(
        description=_("Cancel unpaid order"), url_path="cancel-order", icon="cancel", permissions=["cancel"],
        variant=ActionVariant.DANGER,
    )  # fmt: skip
    def cancel_order(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = get_object_or_404(Order, pk=object_id)
        if request.method == "POST":
            try:
                cancel_unpaid(order=order)
                messages.success(
                    request, _("What was not paid is cancelled. Its pieces and its payment code are free again.")
                )
            except OrderNotCancellable:
                messages.error(request, _("Money has come in for it: it cannot be cancelled here."))
            return Redirect(self.page_of(order))
        return self.step(request, order, "cancel_order", _("Cancel unpaid order"))

    def page_of(self, order: Order) -> str:
        return reverse("admin:checkout_order_change", args=[quote(order.pk)])

    def step(self, request: HttpRequest, order: Order, template: str, title: Any, **shown: Any) -> TemplateResponse:
        """A page that asks before something is done with the order, with the way back to it."""
        frame = {**self.admin_site.each_context(request), "opts": self.opts, "back": self.page_of(order)}
        context = {**frame, "title": title, "order": order, **shown}
        return TemplateResponse(request, f"admin/checkout/order/{template}.html", context)
