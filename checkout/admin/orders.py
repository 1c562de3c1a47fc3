from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display

from checkout.mails.kinds import kind_name
from checkout.mails.order_mails import mails_of
from checkout.mails.timeline import TimelineEntry, timeline_of
from checkout.models import Invoice, Order
from checkout.orders.order_state import Fulfilment, MoneyState, PaymentState, order_state_text, with_money_state
from shop.admin.base import CountryFilter, badge
from shop.core.values.formats import euros
from shop.core.values.money import NOTHING
from shop.models import Mail
from shop.web.redirects import Redirect

from .email import EmailForm, MailFilter, mail_line
from .holds import HoldSteps
from .order_changes import ChangeSteps
from .order_files import OrderFiles
from .order_money import MoneySteps
from .order_notes import NoteSteps, important_notes
from .order_parts import (
    STATE_COLOURS,
    DeliveryInline,
    FulfilmentFilter,
    MoneyFilter,
    MoneyStateFilter,
    PaymentInline,
    PaymentMethodFilter,
    lines_of,
)  # fmt: skip
from .order_search import Orders, found_orders, numbers_found


@admin.register(Order)
class OrderAdmin(MoneySteps, NoteSteps, ChangeSteps, HoldSteps, OrderFiles):
    """All of an order, read-only. Staff change it by its steps."""

    shop_path = "shop"
    list_display = ["reference", "status", "progress", "shop", "buyer", "sum", "placed_at"]
    list_filter = [
        MoneyStateFilter, FulfilmentFilter, MoneyFilter, MailFilter, ("shop", admin.RelatedOnlyFieldListFilter),
        ("placements__payment_method", PaymentMethodFilter), ("country_code", CountryFilter),
    ]  # fmt: skip
    list_select_related = ["shop", "billing_address"]
    # Opens the search; `get_search_results` says what it finds.
    search_fields = ["reference"]
    date_hierarchy = "placed_at"
    show_full_result_count = False
    inlines = [PaymentInline, DeliveryInline]
    # The last groups' actions are one click further: all in a row have no room on a laptop.
    actions_detail: Any = [
        "book_transfer",
        "add_note",
        "refund",
        "cancel_order",
        {"title": _("Money"), "icon": "payments", "items": ["give_back", "reverse_booking"]},
        {
            "title": _("Change"),
            "icon": "edit",
            "items": ["exchange", "change_addresses", "correct_email", "more_time", "hold_back"],
        },
        {"title": _("Send"), "icon": "send", "items": ["resend_mail"]},
    ]
    readonly_fields = [
        "state_text",
        "billing",
        "shipping",
        "sum",
        "open_sum",
        "mails",
        "invoices",
        "contents",
        "important",
        "timeline",
    ]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("important",),
                    ("reference", "state_text", "shop"),
                    ("placed_at", "sum", "open_sum"),
                    ("email", "language"),
                    ("mails", "invoices"),
                    ("billing", "shipping"),
                    ("contents",),
                ]
            },
        ),
        (_("Timeline"), {"fields": [("timeline",)]}),
    ]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        return with_money_state(
            super().get_queryset(request).select_related("shop", "billing_address", "shipping_address")
        )

    def get_search_results(
        self, request: HttpRequest, queryset: models.QuerySet, search_term: str
    ) -> tuple[models.QuerySet, bool]:
        found = found_orders(search_term, partial(self.by_number, request))
        return (queryset if found is None else queryset.filter(pk__in=found)), False

    def by_number(self, request: HttpRequest, text: str) -> list[Orders]:
        """Look for the text as a number, as far as the member of staff may see what has the number."""
        return numbers_found(text, request.user)

    # Sorting by the money state would sum up each order.
    @display(description=_("state"), ordering="payment_state", label=STATE_COLOURS)
    def status(self, order: Order) -> tuple[str, Any]:
        return order.money_state, MoneyState(order.money_state).label

    @display(description=_("delivery"), ordering="fulfilment")
    def progress(self, order: Order) -> Any:
        return Fulfilment(order.fulfilment).label if order.payment_state == PaymentState.PAID else "–"

    @display(description=_("state"))
    def state_text(self, order: Order) -> str:
        return badge(order_state_text(order), STATE_COLOURS[order.money_state])  # type: ignore[index]

    @display(description=_("buyer"), header=True)
    def buyer(self, order: Order) -> list:
        address = order.billing_address
        return [address.full_name, order.email]

    @display(description=_("total"), ordering="total")
    def sum(self, order: Order) -> str:
        return euros(order.total)

    @display(description=_("still open"))
    def open_sum(self, order: Order) -> str:
        """What is still to be paid, or what came in beyond that, and what of it is about to go back."""
        if order.balance > 0:
            if order.on_its_way > 0:
                sums = {"much": euros(order.balance), "coming": euros(order.on_its_way)}
                return gettext("%(much)s; %(coming)s is on its way") % sums
            return euros(order.balance)
        parts = [gettext("%(much)s too much came in") % {"much": euros(order.surplus)}] if order.surplus > 0 else []
        if order.returning > 0:
            parts.append(gettext("%(much)s is about to go back") % {"much": euros(order.returning)})
        return "; ".join(parts) or euros(NOTHING)

    @display(description=_("billing address"))
    def billing(self, order: Order) -> str:
        return lines_of(order.billing_address)

    @display(description=_("shipping address"))
    def shipping(self, order: Order) -> str:
        return lines_of(order.shipping_address)

    @display(description=_("mails"))
    def mails(self, order: Order) -> str:
        """Each mail with its address and state."""
        lines = ((mail_line(mail, name),) for mail, name in self.all_mails(order))
        return format_html_join("", "{}<br>", lines) or "–"

    def all_mails(self, order: Order) -> list[tuple[Mail, str]]:
        """The order's mails with the names of their kinds, oldest first."""
        found = list(mails_of(order))
        return [(mail, kind_name(mail, found)) for mail in found]

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
        placements = order.placements.select_related("discount_code", "rides_with").prefetch_related(
            "lines__delivery", "lines__seller", "lines__ticket_holder", "vat_shares"
        )
        return render_to_string("admin/checkout/order/placements.html", {"placements": placements})

    @display(description=_("important"))
    def important(self, order: Order) -> str:
        """The important notes of colleagues."""
        return important_notes(order)

    @display(description=_("what was done"))
    def timeline(self, order: Order) -> str:
        return render_to_string("admin/checkout/order/timeline.html", {"happened": self.happened(order)})

    def happened(self, order: Order) -> list[TimelineEntry]:
        """The newest first."""
        return timeline_of(order)

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
