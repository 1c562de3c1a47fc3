"""Refunds: those that a payment service sends, and those that staff send from the bank."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin import helpers
from django.contrib.admin.utils import quote
from django.db.models import Prefetch, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminSingleDateWidget

from checkout import hooks
from checkout.actions.refunds.refunding import book_transfer
from checkout.actions.refunds.transfer_files import write_file
from checkout.bank.transfer_details import transfer_code
from checkout.errors import NothingToTransfer, RefundFiled, RefundHandled, RefundTooLarge
from checkout.models import LedgerEntry, Refund, Transfer, TransferFile
from checkout.orders.texts import method_name
from checkout.payments.notes import note_text
from checkout.refunds.sepa.accounts import account_of, purpose_of, waiting_for_a_file, with_accounts
from shop.admin.base import BaseAdmin, ReadOnly, badge
from shop.core.values.bank_accounts import grouped_iban
from shop.core.values.formats import euros
from shop.web.redirects import Redirect

State = Refund.State
COLOURS = {State.REQUESTED: "warning", State.SENT: "info", State.DONE: "success", State.FAILED: "danger"}
# Payers are known from bank transactions: staff need the right to view these.
PAYERS = "checkout.view_bankline"
NO_ACCOUNTS = _(
    "None of these can go into a file: the buyer's account is not known or outside SEPA, or the shop has none."
)


class ToTransferFilter(admin.SimpleListFilter):
    title = _("to do")
    parameter_name = "to_do"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [
            ("transfer", str(_("you send it from the bank"))),
            ("file", str(_("stands in no SEPA file yet"))),
        ]

    def queryset(self, request: HttpRequest, queryset: Any) -> QuerySet[Refund]:
        match self.value():
            case "transfer":
                return queryset.to_transfer()
            case "file":
                return queryset.filter(pk__in=waiting_for_a_file())
        return queryset


class TransferredForm(forms.Form):
    day = forms.DateField(label=_("value date"), widget=UnfoldAdminSingleDateWidget)

    def clean_day(self) -> Any:
        day = self.cleaned_data["day"]
        if day > timezone.localdate():
            raise forms.ValidationError(_("Say so once the money has gone; this day is still to come."))
        return day


@admin.register(Refund)
class RefundAdmin(ReadOnly, BaseAdmin):
    """All refunds, read-only. An action books that one was sent, which writes the ledger."""

    shop_path = "payment__order__shop"
    list_display = ["created_at", "sum", "status", "of_order", "buyer", "account", "in_file", "how", "why"]
    list_filter = [
        ToTransferFilter,
        "state",
        "payment__method",
        ("payment__order__shop", admin.RelatedOnlyFieldListFilter),
    ]
    search_fields = [
        "payment__order__reference", "payment__order__email", "payment__order__billing_address__last_name",
        "payment__reference",
    ]  # fmt: skip
    search_help_text = _("Reference, e-mail, name or payment reference")
    date_hierarchy = "created_at"
    show_full_result_count = False
    actions = ["sent", "to_file"]
    actions_detail = ["sent_one"]
    readonly_fields = [
        "of_order", "buyer_text", "sum", "state_text", "how", "account", "purpose", "code", "in_file", "why",
        "asked_by", "booked", "of_lines",
    ]  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Refund]:
        refunds: QuerySet[Refund] = super().get_queryset(request)
        filed = Prefetch("transfers", Transfer.objects.live().select_related("file"), to_attr="filed")
        return with_accounts(refunds).prefetch_related(filed)

    def get_list_display(self, request: HttpRequest) -> Sequence[str]:
        shown = super().get_list_display(request)
        return shown if request.user.has_perm(PAYERS) else [name for name in shown if name != "account"]

    def get_fieldsets(self, request: HttpRequest, obj: Refund | None = None) -> Any:
        where = ["account", "purpose", "code"] if request.user.has_perm(PAYERS) else ["purpose"]
        if obj is None or not self.waits(obj):
            where = []
        elif obj.filed:  # type: ignore[attr-defined]
            where = [name for name in where if name != "code"]
        asked = (
            obj is not None
            and request.user.has_perm(hooks.above.refund_request_right())
            and bool(hooks.above.refund_request_page(obj))
        )
        rows = [
            ("of_order", "sum", "state_text"),
            ("buyer_text", "how"),
            *where,
            *(["in_file"] if obj is not None and obj.filed else []),  # type: ignore[attr-defined]
            ("why", "asked_by") if asked else "why",
            "of_lines",
            ("booked", "created_at"),
        ]
        return [(None, {"fields": rows})]

    def waits(self, refund: Refund) -> bool:
        return Refund.objects.to_transfer().filter(pk=refund.pk).exists()

    @display(description=pgettext_lazy("purchase", "order"), ordering="payment__order__reference")
    def of_order(self, refund: Refund) -> str:
        order = refund.payment.order
        address = reverse("admin:checkout_order_change", args=[quote(order.pk)])
        return format_html('<a href="{}">{}</a>', address, order.reference)

    @display(description=_("buyer"), header=True)
    def buyer(self, refund: Refund) -> list[str]:
        order = refund.payment.order
        return [order.billing_address.full_name, order.email]

    @display(description=_("buyer"))
    def buyer_text(self, refund: Refund) -> str:
        return format_html_join("", "{}<br>", ((text,) for text in self.buyer(refund)))

    @display(description=_("Amount"), ordering="amount")
    def sum(self, refund: Refund) -> str:
        return euros(refund.amount)

    @display(description=_("paid by"), ordering="payment__method")
    def how(self, refund: Refund) -> str:
        method = method_name(refund.payment.method)
        if refund.by_transfer:
            return gettext("%(method)s; goes to an account that was named") % {"method": method}
        return method

    @display(description=_("state"), label=COLOURS, ordering="state")
    def status(self, refund: Refund) -> tuple[str, str]:
        return refund.state, refund.get_state_display()

    @display(description=_("state"))
    def state_text(self, refund: Refund) -> str:
        return badge(refund.get_state_display(), COLOURS[refund.state])  # type: ignore[index]

    @display(description=_("to this account"))
    def account(self, refund: Refund) -> str:
        if refund.state not in (State.REQUESTED, State.FAILED):
            return "–"
        known = account_of(refund)
        if known is None:
            return gettext("not known: ask the buyer")
        holder, iban = known
        return format_html('<span class="staff-told">{}<small>{}</small></span>', holder, grouped_iban(iban))

    @display(description=_("purpose"))
    def purpose(self, refund: Refund) -> str:
        return purpose_of(refund)

    @display(description=_("code for your bank's app"))
    def code(self, refund: Refund) -> str:
        known = account_of(refund)
        drawn = known and transfer_code(*known, "", refund.amount, purpose_of(refund))
        return render_to_string("admin/checkout/refund/code.html", {"code": drawn}) if drawn else "–"

    @display(description=_("SEPA file"))
    def in_file(self, refund: Any) -> str:
        pages = [(reverse("admin:checkout_transferfile_change", args=[one.file_id]), one.file) for one in refund.filed]
        return format_html_join("", '<a href="{}">{}</a>', pages) or "–"

    @display(description=_("reason"))
    def why(self, refund: Refund) -> str:
        """The reason of the refund, and why a payment service did not send it."""
        reasons = [gettext(refund.reason) if refund.reason else "", refund.problem]
        return " · ".join(filter(None, reasons)) or "–"

    @display(description=_("refund request"))
    def asked_by(self, refund: Refund) -> str:
        page = hooks.above.refund_request_page(refund)
        return format_html('<a href="{}">{}</a>', page, gettext("See the request")) if page else "–"

    @display(description=_("ledger"))
    def booked(self, refund: Refund) -> str:
        entry = LedgerEntry.objects.select_related("staff").filter(refund=refund).first()
        return " · ".join(filter(None, [str(entry), str(entry.staff or ""), note_text(entry.note)])) if entry else "–"

    @display(description=_("for"))
    def of_lines(self, refund: Refund) -> str:
        parts = refund.lines.select_related("line")
        return format_html_join("", "{} · {}<br>", ((part.line.name, euros(part.amount)) for part in parts)) or "–"

    def has_send_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """For staff who may book, if the refund waits for a transfer."""
        if not request.user.has_perm("checkout.add_ledgerentry") or not self.has_view_permission(request):
            return False
        if object_id is None:
            return True
        in_file = Transfer.objects.live().filter(file__state=TransferFile.State.WRITTEN, refund=object_id)
        return Refund.objects.to_transfer().filter(pk=object_id).exists() and not in_file.exists()

    def has_file_permission(self, request: HttpRequest) -> bool:
        """A SEPA file shows the buyers' bank accounts, so it needs the right to see payers, too."""
        needed = ["checkout.add_transferfile", "checkout.view_transferfile", PAYERS]
        return request.user.has_perms(needed) and self.has_view_permission(request)

    @admin.action(description=_("Write a SEPA file"), permissions=["file"])
    def to_file(self, request: HttpRequest, queryset: Any) -> HttpResponse | None:
        try:
            written = write_file(refunds=[one.pk for one in queryset], staff=request.user)  # type: ignore[arg-type]
        except NothingToTransfer as refused:
            some_wait = refused.extensions["unknown"]
            messages.warning(request, NO_ACCOUNTS if some_wait else _("None of these waits for a file."))
            return None
        if written.left_out:
            names = ", ".join(sorted(one.payment.order.reference for one in written.left_out))
            messages.warning(
                request, _("Left out, as no account in the SEPA area is known: %(orders)s") % {"orders": names}
            )
        if names := ", ".join(sorted(written.cut)):
            message = _("Banks take 70 signs of a name; the account's holder is cut in the file: %(orders)s")
            messages.warning(request, message % {"orders": names})
        return Redirect(reverse("admin:checkout_transferfile_change", args=[written.file.pk]))

    @action(
        description=_("It is sent"),
        url_path="sent",
        icon="done_all",
        permissions=["send"],
        variant=ActionVariant.PRIMARY,
    )
    def sent_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        refund = get_object_or_404(self.get_queryset(request), pk=object_id)
        here = reverse("admin:checkout_refund_change", args=[quote(refund.pk)])
        return self.asked(request, [refund], here) or Redirect(here)

    @admin.action(description=_("It is sent"), permissions=["send"])
    def sent(self, request: HttpRequest, queryset: Any) -> HttpResponse | None:
        refunds = list(queryset.to_transfer().order_by("created_at"))
        if not refunds:
            messages.warning(request, _("None of these waits for a transfer."))
            return None
        return self.asked(request, refunds, request.get_full_path())

    def asked(self, request: HttpRequest, refunds: Sequence[Refund], back: str) -> HttpResponse | None:
        """Return the page that asks on which day they were sent. None once that is booked."""
        confirmed = "day" in request.POST
        form = TransferredForm(request.POST if confirmed else None, initial={"day": timezone.localdate()})
        if confirmed and form.is_valid():
            self.book(request, refunds, form)
            return None
        total = Refund.objects.filter(pk__in=[one.pk for one in refunds]).aggregate(sum=Sum("amount"))["sum"]
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "title": _("It is sent"), "back": back,
            "refunds": refunds, "total": total, "form": form, "media": self.media + form.media,
            "chosen": helpers.ACTION_CHECKBOX_NAME,
        }  # fmt: skip
        return TemplateResponse(request, "admin/checkout/refund/sent.html", context)

    def book(self, request: HttpRequest, refunds: Sequence[Refund], form: TransferredForm) -> None:
        """Book each in its own transaction: one that cannot be booked does not stop the others."""
        booked = 0
        for refund in refunds:
            reference = {"reference": refund.payment.order.reference}
            try:
                book_transfer(refund=refund, day=form.cleaned_data["day"], staff=request.user)  # type: ignore[arg-type]
                booked += 1
            except RefundHandled:
                messages.error(
                    request, _("%(reference)s: somebody has handled it meanwhile. Nothing was changed.") % reference
                )
            except RefundFiled:
                messages.error(
                    request, _("%(reference)s: it stands in a SEPA file. Say there what became of it.") % reference
                )
            except RefundTooLarge:
                messages.error(
                    request,
                    _("%(reference)s: this money goes back by another refund. Nothing was changed.") % reference,
                )
        if booked:
            message = ngettext("Booked: one refund was sent.", "Booked: %(number)s refunds were sent.", booked)
            messages.success(request, message % {"number": booked})
