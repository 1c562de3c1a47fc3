"""Incoming transfers of bank statements. Staff decide about those that could not be booked automatically."""

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.db.models import Count, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from unfold.decorators import action, display
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminTextInputWidget

from checkout.actions.bank.bank_lines import assign, hand_booking_of, mark_booked_by_hand, mark_not_ours, reopen
from checkout.errors import BankLineHandled, NoHandBooking, OrderNotPayable
from checkout.models import BankLine, Order, Payment
from checkout.payments.ledger import balance
from checkout.payments.notes import note_text
from checkout.payments.references import order_reference
from shop.admin.base import BaseAdmin, ReadOnly, badge
from shop.admin.scope import HOUSE
from shop.core.values.bank_accounts import grouped_iban
from shop.core.values.formats import euros
from shop.web.redirects import Redirect

from .transfer import tell_booked

Kind, State = BankLine.Kind, BankLine.State
KIND_COLOURS = {
    Kind.MATCHED: "success",
    Kind.UNDER: "warning",
    Kind.OVER: "warning",
    Kind.LATE: "warning",
    Kind.DUPLICATE: "danger",
    Kind.UNKNOWN: "danger",
}
STATE_COLOURS = {State.OPEN: "warning", State.BOOKED: "success", State.BY_HAND: "success", State.NOT_OURS: "default"}
MOST_SUGGESTED = 10


class ToSettleFilter(admin.SimpleListFilter):
    title = _("to do")
    parameter_name = "to_do"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("settle", str(_("somebody has to decide"))), ("book", str(_("found, not booked yet")))]

    def queryset(self, request: HttpRequest, queryset: Any) -> QuerySet[BankLine]:
        match self.value():
            case "settle":
                return queryset.to_settle()
            case "book":
                return queryset.to_book()
        return queryset


class AssignForm(forms.Form):
    reference = forms.CharField(
        label=_("order's reference"), max_length=40, widget=UnfoldAdminTextInputWidget,
        help_text=_("B-XXXXXXXX, however it is written."),
    )  # fmt: skip

    def clean_reference(self) -> str:
        reference = order_reference(self.cleaned_data["reference"])
        if not reference:
            raise forms.ValidationError(_("This is no order's reference: it has eight signs behind “B-”."))
        return reference


@admin.register(BankLine)
class BankLineAdmin(ReadOnly, BaseAdmin):
    shop_path = HOUSE
    list_display = ["booked_on", "sum", "found", "status", "of_order", "booked_text"]
    list_filter = [ToSettleFilter, "kind", "state", ("file", admin.RelatedOnlyFieldListFilter), "account"]
    list_select_related = ["order"]
    search_fields = ["order__reference", "payer", "purpose", "payer_iban"]
    search_help_text = _("Order's reference, payer, purpose")
    date_hierarchy = "booked_on"
    show_full_result_count = False
    list_before_template = "admin/checkout/bank/counts.html"
    actions_detail = ["assign_line", "by_hand", "not_ours", "reopen"]
    readonly_fields = ["sum", "state_text", "of_order", "booked", "on_account", "from_account"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("booked_on", "sum", "state_text"),
                    ("of_order", "booked"),
                    ("payer", "from_account"),
                    "purpose",
                    ("on_account", "file"),
                    ("handled_at", "handled_by"),
                ]
            },
        )
    ]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        here = reverse("admin:checkout_bankline_changelist")
        counts = BankLine.objects.filter(state=State.OPEN).aggregate(
            settle=Count("pk", filter=BankLine.TO_SETTLE),
            book=Count("pk", filter=~BankLine.TO_SETTLE),
            sum=Sum("amount", default=Decimal(0)),
        )
        shown = {
            "counts": [
                (_("somebody has to decide"), counts["settle"], f"{here}?to_do=settle"),
                (_("found, not booked yet"), counts["book"], f"{here}?to_do=book"),
            ],
            "open_sum": counts["sum"],
            "files": reverse("admin:checkout_bankfile_changelist"),
            "upload": reverse("admin:checkout_bankfile_add") if self.may_book(request) else "",
            "too_much": reverse("admin:checkout_order_changelist") + "?money=over",
        }
        return super().changelist_view(request, {**(extra_context or {}), **shown})

    @display(description=_("Amount"), ordering="amount")
    def sum(self, line: BankLine) -> str:
        return euros(line.amount)

    @display(description=_("found"), ordering="kind", label=KIND_COLOURS)
    def found(self, line: BankLine) -> tuple[str, str]:
        return line.kind, line.get_kind_display()

    @display(description=_("state"), ordering="state", label=STATE_COLOURS)
    def status(self, line: BankLine) -> tuple[str, str]:
        return line.state, line.get_state_display()

    @display(description=_("state"))
    def state_text(self, line: BankLine) -> str:
        state = badge(line.get_state_display(), STATE_COLOURS[line.state])  # type: ignore[index]
        kind = badge(line.get_kind_display(), KIND_COLOURS[line.kind])  # type: ignore[index]
        return format_html("{} {} {}", state, kind, line.get_remark_display())

    @display(description=pgettext_lazy("purchase", "order"))
    def of_order(self, line: BankLine) -> str:
        if line.order is None:
            return "–"
        address = reverse("admin:checkout_order_change", args=[quote(line.order.pk)])
        guess = "?" if line.kind == Kind.UNKNOWN else ""
        return format_html('<a href="{}">{}</a>{}', address, line.order.reference, guess)

    @display(description=_("payer and purpose"))
    def booked_text(self, line: BankLine) -> str:
        purpose = line.purpose[:100] or line.get_remark_display()
        return format_html('<span class="staff-told">{}<small>{}</small></span>', line.payer or "–", purpose)

    @display(description=_("ledger"))
    def booked(self, line: BankLine) -> str:
        return "–" if line.entry is None else f"{line.entry} · {note_text(line.entry.note)}"

    @display(description=_("account"))
    def on_account(self, line: BankLine) -> str:
        return grouped_iban(line.account)

    @display(description=_("payer's IBAN"))
    def from_account(self, line: BankLine) -> str:
        return grouped_iban(line.payer_iban) or "–"

    def may_book(self, request: HttpRequest) -> bool:
        return request.user.has_perm("checkout.add_ledgerentry") and self.has_view_permission(request)

    def in_state(self, request: HttpRequest, object_id: Any, state: str) -> BankLine | None:
        """Return the line for staff who may book, while it is in that state."""
        if not self.may_book(request):
            return None
        return BankLine.objects.select_related("order").filter(pk=object_id, state=state).first()

    def line_of(self, object_id: str) -> BankLine:
        """Raises Http404."""
        return get_object_or_404(BankLine.objects.select_related("order"), pk=object_id)

    def has_settle_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self.may_book(request) if object_id is None else bool(self.in_state(request, object_id, State.OPEN))

    def has_hand_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        line = self.in_state(request, object_id, State.OPEN) if object_id else None
        return self.may_book(request) if object_id is None else line is not None and hand_booking_of(line) is not None

    def has_reopen_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self.may_book(request) if object_id is None else bool(self.in_state(request, object_id, State.NOT_OURS))

    @action(
        description=_("Assign to an order"), url_path="assign", icon="account_balance", permissions=["settle"],
        variant=ActionVariant.PRIMARY,
    )  # fmt: skip
    def assign_line(self, request: HttpRequest, object_id: str) -> HttpResponse:
        line = self.line_of(object_id)
        known = request.GET.get("reference") or (line.order.reference if line.order else "")
        form = AssignForm(request.POST or None, initial={"reference": known})
        if form.is_valid():
            try:
                return self.assigned(request, line, form.cleaned_data["reference"])
            except OrderNotPayable as refused:
                remark = refused.extensions["remark"]
                form.add_error("reference", str(BankLine.Remark(remark).label).capitalize() + ".")
            except BankLineHandled:
                return self.handled_meanwhile(request, line)
        return self.step(request, line, "assign", _("Assign to an order"), form=form, suggestions=suggestions(line))

    def assigned(self, request: HttpRequest, line: BankLine, reference: str) -> HttpResponse:
        line = assign(line=line, reference=reference, staff=request.user)  # type: ignore[arg-type]
        assert line.order is not None
        if line.kind == Kind.DUPLICATE:
            messages.warning(
                request,
                _(
                    "As much was booked by hand for %(order)s. If this is a second payment, assign it again; if not, "
                    "mark it as booked by hand."
                )
                % {"order": line.order},
            )
            return Redirect(self.page_of(line))
        tell_booked(request, balance(line.order))
        return Redirect(self.page_of(line))

    @action(description=_("It had been booked by hand"), url_path="by-hand", icon="back_hand", permissions=["hand"])
    def by_hand(self, request: HttpRequest, object_id: str) -> HttpResponse:
        line = self.line_of(object_id)
        if request.method != "POST":
            return self.step(request, line, "by_hand", _("It had been booked by hand"), entry=hand_booking_of(line))
        try:
            mark_booked_by_hand(line=line, staff=request.user)  # type: ignore[arg-type]
            messages.success(request, _("Noted. Nothing was booked once more."))
        except (BankLineHandled, NoHandBooking):
            return self.handled_meanwhile(request, line)
        return Redirect(self.page_of(line))

    @action(description=_("Not ours"), url_path="not-ours", icon="do_not_disturb_on", permissions=["settle"])
    def not_ours(self, request: HttpRequest, object_id: str) -> HttpResponse:
        line = self.line_of(object_id)
        if request.method != "POST":
            return self.step(request, line, "not_ours", _("Not ours"))
        try:
            mark_not_ours(line=line, staff=request.user)  # type: ignore[arg-type]
            messages.success(request, _("Noted: it pays for no order."))
        except BankLineHandled:
            return self.handled_meanwhile(request, line)
        return Redirect(self.page_of(line))

    @action(description=_("Open again"), url_path="reopen", icon="undo", permissions=["reopen"])
    def reopen(self, request: HttpRequest, object_id: str) -> HttpResponse:
        line = self.line_of(object_id)
        if request.method != "POST":
            return self.step(request, line, "reopen", _("Open again"))
        try:
            reopen(line=line)
            messages.success(request, _("It is open again."))
        except BankLineHandled:
            return self.handled_meanwhile(request, line)
        return Redirect(self.page_of(line))

    def handled_meanwhile(self, request: HttpRequest, line: BankLine) -> HttpResponse:
        messages.error(request, _("Somebody has handled it meanwhile. Nothing was changed."))
        return Redirect(self.page_of(line))

    def page_of(self, line: BankLine) -> str:
        return reverse("admin:checkout_bankline_change", args=[quote(line.pk)])

    def step(self, request: HttpRequest, line: BankLine, template: str, title: Any, **shown: Any) -> TemplateResponse:
        """A page that asks before something is done, with the way back."""
        frame = {**self.admin_site.each_context(request), "opts": self.opts, "back": self.page_of(line)}
        context = {**frame, "title": title, "line": line, "media": self.media, **shown}
        return TemplateResponse(request, f"admin/checkout/bank/{template}.html", context)


def suggestions(line: BankLine) -> list[Order]:
    """Return orders of the line's account that await a transfer of exactly this sum."""
    waiting = (
        Payment.objects.awaited_transfers().of_unpaid().filter(amount=line.amount, order__shop__bank_iban=line.account)
    )
    found = waiting.select_related("order__billing_address").order_by("-created_at")[:MOST_SUGGESTED]
    return list(dict.fromkeys(payment.order for payment in found))
