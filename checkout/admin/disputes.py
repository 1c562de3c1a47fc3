"""Disputes, read-only: staff answer them at the payment service, which says there what it needs."""

from django.contrib import admin
from django.contrib.admin.utils import quote
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from checkout.models import Dispute
from checkout.orders.texts import dispute_reason, method_name
from shop.admin.base import BaseAdmin, ReadOnly
from shop.core.values.formats import euros

State = Dispute.State
COLOURS = {
    State.TO_ANSWER: "danger", State.IN_REVIEW: "warning", State.WON: "success", State.LOST: "info",
    State.CLOSED: "info",
}  # fmt: skip


@admin.register(Dispute)
class DisputeAdmin(ReadOnly, BaseAdmin):
    shop_path = "payment__order__shop"
    list_display = ["opened_at", "sum", "status", "answer_by", "of_order", "how", "why"]
    list_filter = ["state", "payment__method", ("payment__order__shop", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["payment__order__shop"]
    search_fields = ["payment__order__reference", "payment__reference", "external_id"]
    search_help_text = _("Reference, payment reference or the provider's number")
    date_hierarchy = "opened_at"
    show_full_result_count = False
    ordering = ["answer_by", "-opened_at"]
    readonly_fields = ["sum", "of_order", "how", "why", "booked", "what_to_do"]
    fields = [
        "what_to_do", "of_order", "sum", "state", "answer_by", "why", "how", "external_id", "booked", "opened_at",
        "closed_at",
    ]  # fmt: skip

    @display(description=_("what to do"))
    def what_to_do(self, dispute: Dispute) -> str:
        if dispute.state == State.TO_ANSWER:
            return gettext("Answer it at the payment service. Tickets stay valid and invoices stay as they are.")
        if dispute.state == State.LOST and dispute.payment.order.shop.lost_disputes_end_tickets:
            return gettext("The money is gone. Where it was a whole payment, its tickets have ended.")
        if dispute.state == State.LOST:
            return gettext("The money is gone. Tickets stay valid until you end them; the order owes the money again.")
        return "–"

    @display(description=_("Amount"), ordering="amount")
    def sum(self, dispute: Dispute) -> str:
        return euros(dispute.amount)

    @display(description=_("state"), label=COLOURS, ordering="state")
    def status(self, dispute: Dispute) -> tuple[str, str]:
        return dispute.state, dispute.get_state_display()

    @display(description=pgettext_lazy("purchase", "order"), ordering="payment__order__reference")
    def of_order(self, dispute: Dispute) -> str:
        order = dispute.payment.order
        address = reverse("admin:checkout_order_change", args=[quote(order.pk)])
        return format_html('<a href="{}">{}</a>', address, order.reference)

    @display(description=_("paid by"), ordering="payment__method")
    def how(self, dispute: Dispute) -> str:
        return method_name(dispute.payment.method)

    @display(description=_("reason"), ordering="reason", empty_value="–")
    def why(self, dispute: Dispute) -> str:
        return dispute_reason(dispute.reason)

    @display(description=_("ledger"))
    def booked(self, dispute: Dispute) -> str:
        rows = ((one.get_kind_display(), one.sign, euros(one.amount)) for one in dispute.entries.all())
        return format_html_join("", "{} {}{}<br>", rows) or "–"
