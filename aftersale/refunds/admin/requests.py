"""Refund requests: what guests requested, where the money goes, and the decisions of staff."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminTextareaWidget

from aftersale.models import RefundOffer, RefundRequest
from aftersale.numbers.tickets import grouped_number
from aftersale.refunds.actions import approve_request, decline_request, settle_request
from aftersale.refunds.errors import RefundNeedsStaff, RequestDecided
from checkout.admin.order_money import REFUNDERS
from checkout.admin.refunds import PAYERS
from shop.admin.base import BaseAdmin, ReadOnly, badge
from shop.core.values.bank_accounts import grouped_iban
from shop.core.values.formats import euros
from shop.web.redirects import Redirect

State = RefundRequest.State
COLOURS = {
    State.TO_CONFIRM: "info",
    State.RECEIVED: "warning",
    State.APPROVED: "success",
    State.SETTLED: "default",
    State.DECLINED: "danger",
}
WRITERS = "aftersale.change_refundrequest"


class DecisionNoteForm(forms.Form):
    note = forms.CharField(label=_("note"), max_length=500, widget=UnfoldAdminTextareaWidget)


class OfferFilter(admin.RelatedFieldListFilter):
    """Offers with requests, read in one statement with their events."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        asked = RefundOffer.objects.filter(pk__in=RefundRequest.objects.values("offer"))
        return [(str(one.pk), str(one)) for one in asked.select_related("event__venue")]


@admin.register(RefundRequest)
class RefundRequestAdmin(ReadOnly, BaseAdmin):
    shop_path = "order__shop"
    list_display = ["created_at", "of_order", "of_event", "sum", "status", "way", "problem"]
    list_filter = ["state", "problem", "to_account", "origin", ("offer", OfferFilter)]
    list_select_related = ["order", "offer__event__venue"]
    search_fields = ["order__reference", "order__email", "email", "tickets__ticket__number"]
    search_help_text = _("Order, e-mail or ticket number")
    date_hierarchy = "created_at"
    show_full_result_count = False
    actions_detail = ["approve", "settle", "decline"]
    readonly_fields = ["of_order", "of_event", "sum", "state_text", "way", "account", "of_tickets", "money"]

    def get_fieldsets(self, request: HttpRequest, obj: RefundRequest | None = None) -> Any:
        """The account is shown only to staff who may see payers."""
        account = ["account"] if request.user.has_perm(PAYERS) else []
        rows = [
            ("of_order", "of_event"), ("sum", "state_text", "problem"), ("way", *account), "of_tickets", "money",
            ("origin", "email", "created_at"), ("confirmed_at", "decided_at", "staff"), "note",
        ]  # fmt: skip
        return [(None, {"fields": rows})]

    @display(description=pgettext_lazy("purchase", "order"), ordering="order__reference")
    def of_order(self, request: RefundRequest) -> str:
        address = reverse("admin:checkout_order_change", args=[quote(request.order_id)])
        return format_html('<a href="{}">{}</a>', address, request.order.reference)

    @display(description=_("event"))
    def of_event(self, request: RefundRequest) -> str:
        address = reverse("admin:aftersale_refundoffer_change", args=[request.offer_id])
        return format_html('<a href="{}">{}</a>', address, request.offer)

    @display(description=_("Amount"), ordering="amount")
    def sum(self, request: RefundRequest) -> str:
        return euros(request.amount)

    @display(description=_("state"), ordering="state", label=COLOURS)
    def status(self, request: RefundRequest) -> tuple[str, str]:
        return request.state, request.get_state_display()

    @display(description=_("state"))
    def state_text(self, request: RefundRequest) -> str:
        return badge(request.get_state_display(), COLOURS[request.state])  # type: ignore[index]

    @display(description=_("goes back"))
    def way(self, request: RefundRequest) -> str:
        return gettext("to a bank account") if request.to_account else gettext("the way it was paid")

    @display(description=_("to this account"))
    def account(self, request: RefundRequest) -> str:
        if not request.iban:
            return "–"
        shown = grouped_iban(request.iban)
        return format_html('<span class="staff-told">{}<small>{}</small></span>', request.account_name, shown)

    @display(description=_("tickets"))
    def of_tickets(self, request: RefundRequest) -> str:
        found = request.tickets.select_related("line", "ticket")
        rows = ((one.line.name, grouped_number(one.ticket.number) if one.ticket else one.line.amount) for one in found)
        return format_html_join("", "{} · {}<br>", rows) or "–"

    @display(description=_("refunds"))
    def money(self, request: RefundRequest) -> str:
        rows = (
            (reverse("admin:checkout_refund_change", args=[quote(one.pk)]), one, one.get_state_display())
            for one in request.refunds.select_related("payment")
        )
        return format_html_join("", '<a href="{}">{}</a> · {}<br>', rows) or "–"

    def has_decide_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        if not request.user.has_perm(WRITERS) or not self.has_view_permission(request):
            return False
        return object_id is None or self.row_of(str(object_id)).is_open

    def has_settle_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Staff also settle what an approved request has left open."""
        if not request.user.has_perm(WRITERS) or not self.has_view_permission(request):
            return False
        row = None if object_id is None else self.row_of(str(object_id))
        return row is None or row.is_open or row.lacks_shipping

    def has_approve_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Approval refunds money, so it needs the right to refund orders, too."""
        return request.user.has_perm(REFUNDERS) and self.has_decide_permission(request, object_id)

    def row_of(self, object_id: str) -> RefundRequest:
        """Raises Http404."""
        return get_object_or_404(
            RefundRequest.objects.select_related("order__shop", "offer__event__venue"), pk=object_id
        )

    @action(
        description=_("Approve"), url_path="approve", icon="done_all", permissions=["approve"],
        variant=ActionVariant.PRIMARY,
    )  # fmt: skip
    def approve(self, request: HttpRequest, object_id: str) -> HttpResponse:
        row = self.row_of(object_id)
        if request.method != "POST":
            return self.step(request, row, "approve", _("Approve"), forms.Form())
        return self.done(request, row, lambda: approve_request(request=row, staff=request.user))  # type: ignore[arg-type]

    @action(description=_("Settled by hand"), url_path="settle", icon="edit_note", permissions=["settle"])
    def settle(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.with_note(request, object_id, "settle", _("Settled by hand"), settle_request)

    @action(
        description=_("Decline"), url_path="decline", icon="block", permissions=["decide"], variant=ActionVariant.DANGER
    )
    def decline(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.with_note(request, object_id, "decline", _("Decline"), decline_request)

    def with_note(
        self, request: HttpRequest, object_id: str, template: str, title: Any, act: Callable[..., RefundRequest]
    ) -> HttpResponse:
        row = self.row_of(object_id)
        form = DecisionNoteForm(request.POST if request.method == "POST" else None)
        if not form.is_valid():
            return self.step(request, row, template, title, form)
        return self.done(request, row, lambda: act(request=row, staff=request.user, **form.cleaned_data))

    def done(self, request: HttpRequest, row: RefundRequest, act: Callable[[], RefundRequest]) -> HttpResponse:
        try:
            act()
            messages.success(request, _("Noted."))
        except RequestDecided:
            messages.error(request, _("Somebody has handled it meanwhile. Nothing was changed."))
        except RefundNeedsStaff as refused:
            why = RefundRequest.Problem(refused.extensions["problem"]).label
            messages.error(
                request,
                _("The request still cannot be refunded automatically: %(why)s. Nothing was changed.") % {"why": why},
            )
        return Redirect(self.page_of(row))

    def page_of(self, row: RefundRequest) -> str:
        return reverse("admin:aftersale_refundrequest_change", args=[quote(row.pk)])

    def step(
        self, request: HttpRequest, row: RefundRequest, template: str, title: Any, form: forms.Form
    ) -> TemplateResponse:
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "title": title, "row": row, "form": form,
            "back": self.page_of(row), "media": self.media + form.media, "amount": euros(row.amount),
        }  # fmt: skip
        return TemplateResponse(request, f"admin/aftersale/refund/{template}.html", context)
