"""The parts of an order's page and list: payments, parcels, filters."""

from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from cart.models import Address
from checkout.models import Delivery, Payment, Refund
from checkout.orders.deadlines import overdue, past_expiry
from checkout.orders.order_state import Fulfilment, MoneyState, PaymentState, in_money_state
from checkout.orders.texts import method_name
from checkout.payments.notes import note_text
from checkout.refunds.refundable import overpaid
from checkout.shipping.deliveries import Readiness, with_readiness
from shop.admin.base import BaseTabularInline, ReadOnly, badge
from shop.core.values.countries import country_name
from shop.core.values.formats import euros, moment_text

STATE_COLOURS = {
    MoneyState.OPEN: "warning",
    MoneyState.PART_PAID: "warning",
    MoneyState.PAID: "success",
    MoneyState.MISSING: "danger",
    MoneyState.OVERPAID: "danger",
    MoneyState.RETURNING: "info",
    MoneyState.PART_REFUNDED: "info",
    MoneyState.REFUNDED: "default",
    MoneyState.CANCELLED: "default",
}
DELIVERY_COLOURS = {
    Delivery.State.OPEN: "warning",
    Delivery.State.PACKED: "info",
    Delivery.State.SHIPPED: "info",
    Delivery.State.DELIVERED: "success",
    Delivery.State.LOST: "danger",
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
        address.full_name,
        address.address,
        address.address2,
        address.town,
        country_name(address.country_code),
    ]
    return format_html_join("", "{}<br>", ((row,) for row in rows if row))


def tracking_link(delivery: Delivery) -> str:
    """Return the tracking number, linked to the carrier's page if there is one."""
    if not delivery.tracking_url:
        return delivery.tracking_number or "–"
    return format_html(
        '<a href="{}" target="_blank" rel="noopener noreferrer">{}</a>', delivery.tracking_url, delivery.tracking_number
    )


class ReadOnlyInline(ReadOnly, BaseTabularInline):
    tab = False


WAITS = (Readiness.CANCELLED, Readiness.UNPAID, Readiness.MONEY_MISSING, Readiness.UNNUMBERED)


class DeliveryInline(ReadOnlyInline):
    model = Delivery
    fields = [
        "parcel", "carrier", "checks_age", "cost", "status", "tracking", "shippable_from", "arrives_until", "packed_at",
        "shipped_at", "delivered_at", "returned_at",
    ]  # fmt: skip
    readonly_fields = ["parcel", "cost", "status", "tracking"]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        return with_readiness(super().get_queryset(request).select_related("carrier").order_by("pk"))

    @display(description=_("parcel"))
    def parcel(self, delivery: Delivery) -> str:
        address = reverse("admin:checkout_delivery_change", args=[delivery.pk])
        return format_html('<a href="{}">{}</a>', address, delivery.number)

    @display(description=_("tracking number"))
    def tracking(self, delivery: Delivery) -> str:
        return tracking_link(delivery)

    @display(description=_("price"))
    def cost(self, delivery: Delivery) -> str:
        return euros(delivery.price)

    @display(description=_("state"))
    def status(self, delivery: Any) -> str:
        """Shows why a delivery cannot be packed: unpaid, cancelled, or without numbers of its printed tickets."""
        if delivery.readiness in WAITS:
            return badge(Readiness(delivery.readiness).label, "default")
        return badge(delivery.get_state_display(), DELIVERY_COLOURS[delivery.state])


class PaymentInline(ReadOnlyInline):
    model = Payment
    fields = ["reference", "how", "status", "due", "booked", "created_at"]
    readonly_fields = ["how", "status", "due", "booked", "created_at"]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        return super().get_queryset(request).prefetch_related("entries__staff", "refunds")

    @display(description=_("state"))
    def status(self, payment: Payment) -> str:
        """Also shows why money that the buyer has paid has not arrived yet."""
        state = badge(payment.get_state_display(), PAYMENT_COLOURS[payment.state])  # type: ignore[index]
        if not payment.is_on_its_way:
            return state
        return format_html("{} {}", state, f"{_('on its way')}: {payment.on_its_way}")

    @display(description=_("payment method"))
    def how(self, payment: Payment) -> str:
        return method_name(payment.method)

    @display(description=_("Amount"))
    def due(self, payment: Payment) -> str:
        return euros(payment.amount)

    @display(description=_("ledger"))
    def booked(self, payment: Payment) -> str:
        """The movements, and pending refunds."""
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
                    entry.sign,
                    euros(entry.amount),
                    moment_text(entry.created_at),
                    f" · {entry.staff}" if entry.staff else "",
                    f" · {note_text(entry.note)}" if entry.note else "",
                )
                for entry in payment.entries.all()
            ),
        )


class PaymentMethodFilter(admin.AllValuesFieldListFilter):
    """Payment methods by the names that buyers read."""

    def choices(self, changelist: Any) -> Any:
        for choice in super().choices(changelist):
            yield {**choice, "display": method_name(str(choice["display"]))}


class MoneyStateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return list(MoneyState.choices)

    def queryset(self, request: HttpRequest, queryset: models.QuerySet) -> models.QuerySet:
        state = self.value()
        if state is None or state not in MoneyState.values:
            return queryset
        return overpaid(queryset) if state == MoneyState.OVERPAID else in_money_state(queryset, state)


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
        return [
            ("awaited", str(_("transfer awaited"))),
            ("overdue", str(_("overdue"))),
            ("decide", str(_("unpaid past its end"))),
            ("over", str(_("too much money"))),
        ]

    def queryset(self, request: HttpRequest, queryset: models.QuerySet) -> models.QuerySet:
        match self.value():
            case "awaited":
                awaited = Payment.objects.awaited_transfers().of_unpaid().filter(order=models.OuterRef("pk"))
                return queryset.filter(models.Exists(awaited))
            case "overdue":
                return queryset.filter(pk__in=overdue(timezone.localdate()).values("order"))
            case "decide":
                return queryset.filter(pk__in=past_expiry(timezone.localdate()).values("order"))
            case "over":
                return overpaid(queryset)
        return queryset
