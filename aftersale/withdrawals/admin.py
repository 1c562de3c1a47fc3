"""Withdrawals: an inbox with deadlines. Declarations never change; staff handle them by steps."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from aftersale.models import Withdrawal
from aftersale.withdrawals.actions.handling import advance, match_order, reopen
from aftersale.withdrawals.errors import WithdrawalHandled
from aftersale.withdrawals.queries import suggested_orders
from checkout.models import Order
from checkout.payments.references import order_reference
from shop.admin.base import BaseAdmin, ReadOnly, badge
from shop.core.values.exports import csv_file
from shop.models import Mail
from shop.web.downloads import download
from shop.web.redirects import Redirect

State = Withdrawal.State
COLOURS = {
    State.RECEIVED: "warning",
    State.MATCHED: "info",
    State.AWAITED: "info",
    State.REFUNDED: "success",
    State.EXEMPT: "default",
    State.CLOSED: "default",
}
HEADS = (
    "id", "shop", "received", "language", "name", "contract", "items", "note", "email", "deadline", "state", "order",
    "receipt_sent", "steps",
)  # fmt: skip


class ToDoFilter(admin.SimpleListFilter):
    title = _("to do")
    parameter_name = "to_do"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [
            ("open", str(_("open"))), ("overdue", str(_("overdue"))), ("soon", str(_("due within three days"))),
            ("receipt", str(_("receipt cannot be delivered"))),
        ]  # fmt: skip

    def queryset(self, request: HttpRequest, queryset: Any) -> QuerySet[Withdrawal]:
        match self.value():
            case "open":
                return queryset.open()
            case "overdue":
                return queryset.overdue()
            case "soon":
                return queryset.due_soon()
            case "receipt":
                return queryset.without_receipt()
        return queryset


class MatchForm(forms.Form):
    reference = forms.CharField(
        label=_("order's reference"), max_length=40, widget=UnfoldAdminTextInputWidget,
        help_text=_("B-XXXXXXXX, however it is written."),
    )  # fmt: skip

    def __init__(self, withdrawal: Withdrawal, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.withdrawal = withdrawal
        self.order: Order | None = None

    def clean_reference(self) -> str:
        reference = order_reference(self.cleaned_data["reference"])
        of_shop = Order.objects.filter(shop=self.withdrawal.shop_id, placements__reference=reference)
        self.order = of_shop.first() if reference else None
        if self.order is None:
            raise forms.ValidationError(_("This shop has no order of this reference."))
        return reference


class GoOnForm(forms.Form):
    state = forms.ChoiceField(label=_("state"), widget=UnfoldAdminSelectWidget)
    note = forms.CharField(
        label=_("note"), required=False, max_length=2000, widget=UnfoldAdminTextareaWidget,
        help_text=_("To a customer without the right it is mailed: say why, in the customer's language."),
    )  # fmt: skip

    def __init__(self, withdrawal: Withdrawal, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ways = [State.AWAITED, State.REFUNDED, State.EXEMPT, State.CLOSED]
        self.fields["state"].choices = [  # type: ignore[attr-defined]
            (one.value, one.label) for one in ways if one != withdrawal.state
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("state") == State.EXEMPT and not data.get("note", "").strip():
            self.add_error("note", _("The customer has to know why: this goes by mail."))
        return data


class WithdrawalNoteForm(forms.Form):
    note = forms.CharField(label=_("note"), required=False, max_length=2000, widget=UnfoldAdminTextareaWidget)


@admin.register(Withdrawal)
class WithdrawalAdmin(ReadOnly, BaseAdmin):
    shop_path = "shop"
    list_display = ["declared_at", "customer", "contract", "shop", "status", "due", "of_order"]
    list_filter = [ToDoFilter, "state", ("shop", admin.RelatedOnlyFieldListFilter), "language"]
    list_select_related = ["shop", "order"]
    search_fields = ["name", "email", "contract", "order__reference"]
    search_help_text = _("Name, e-mail, contract or order")
    date_hierarchy = "declared_at"
    show_full_result_count = False
    actions = ["export"]
    actions_detail = ["match", "further", "take_up_again", "proof"]
    readonly_fields = ["moment", "extent", "state_text", "due", "of_order", "mails", "timeline"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("moment", "due", "state_text"),
                    ("name", "email", "language"),
                    ("contract", "of_order"),
                    ("extent", "text"),
                    ("shop", "mails"),
                    "timeline",
                ]
            },
        )
    ]

    @display(description=_("customer"), header=True)
    def customer(self, withdrawal: Withdrawal) -> list[str]:
        return [withdrawal.name, withdrawal.email]

    @display(description=pgettext_lazy("withdrawal", "received"))
    def moment(self, withdrawal: Withdrawal) -> str:
        return timezone.localtime(withdrawal.declared_at).strftime("%d.%m.%Y, %H:%M:%S.%f %Z")

    @display(description=_("only these"))
    def extent(self, withdrawal: Withdrawal) -> str:
        return "\n".join(withdrawal.items) or gettext("the whole contract")

    @display(description=_("state"), ordering="state", label=COLOURS)
    def status(self, withdrawal: Withdrawal) -> tuple[str, str]:
        return withdrawal.state, withdrawal.get_state_display()

    @display(description=_("state"))
    def state_text(self, withdrawal: Withdrawal) -> str:
        return badge(withdrawal.get_state_display(), COLOURS[withdrawal.state])  # type: ignore[index]

    @display(description=_("money back until"), ordering="deadline")
    def due(self, withdrawal: Withdrawal) -> str:
        day = withdrawal.deadline.strftime("%d.%m.%Y")
        return format_html("{} {}", day, badge(_("overdue"), "danger")) if withdrawal.is_overdue else day

    @display(description=pgettext_lazy("purchase", "order"))
    def of_order(self, withdrawal: Withdrawal) -> str:
        if withdrawal.order is None:
            return "–"
        address = reverse("admin:checkout_order_change", args=[quote(withdrawal.order.pk)])
        return format_html('<a href="{}">{}</a>', address, withdrawal.order.reference)

    @display(description=_("mails"))
    def mails(self, withdrawal: Withdrawal) -> str:
        """Mails with their state: the shop must prove that it sent the receipt."""
        shown = [(mail, reverse("admin:shop_mail_change", args=[mail.pk])) for mail in mails_about(withdrawal)]
        return render_to_string("admin/aftersale/withdrawal/mails.html", {"mails": shown})

    @display(description=_("what was done"))
    def timeline(self, withdrawal: Withdrawal) -> str:
        steps = withdrawal.steps.select_related("staff")
        return render_to_string("admin/aftersale/withdrawal/timeline.html", {"steps": steps, "withdrawal": withdrawal})

    def row_of(self, object_id: str) -> Withdrawal:
        """Return the declaration. Raises Http404."""
        return get_object_or_404(Withdrawal.objects.select_related("shop", "order"), pk=object_id)

    def may_handle(self, request: HttpRequest, object_id: Any, *, ended: bool) -> bool:
        if not request.user.has_perm("aftersale.change_withdrawal") or not self.has_view_permission(request):
            return False
        return object_id is None or self.row_of(str(object_id)).is_open != ended

    def has_handle_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self.may_handle(request, object_id, ended=False)

    def has_match_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Needs the right to view orders, because the form shows some."""
        return request.user.has_perm("checkout.view_order") and self.may_handle(request, object_id, ended=False)

    def has_reopen_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self.may_handle(request, object_id, ended=True)

    @action(
        description=_("Assign to an order"), url_path="match", icon="link", permissions=["match"],
        variant=ActionVariant.PRIMARY,
    )  # fmt: skip
    def match(self, request: HttpRequest, object_id: str) -> HttpResponse:
        withdrawal = self.row_of(object_id)
        form = MatchForm(withdrawal, request.POST or None, initial={"reference": request.GET.get("reference", "")})
        if form.is_valid() and form.order is not None:
            try:
                match_order(withdrawal=withdrawal, order=form.order, staff=request.user)  # type: ignore[arg-type]
                messages.success(request, _("Assigned to %(order)s.") % {"order": form.order})
            except WithdrawalHandled:
                self.handled_meanwhile(request)
            return Redirect(self.page_of(withdrawal))
        suggestions = suggested_orders(withdrawal)
        return self.step(request, withdrawal, "match", _("Assign to an order"), form=form, suggestions=suggestions)

    @action(
        description=_("Go on"), url_path="go-on", icon="arrow_forward", permissions=["handle"],
        variant=ActionVariant.PRIMARY,
    )  # fmt: skip
    def further(self, request: HttpRequest, object_id: str) -> HttpResponse:
        withdrawal = self.row_of(object_id)
        form = GoOnForm(withdrawal, request.POST or None)
        if form.is_valid():
            try:
                advance(withdrawal=withdrawal, staff=request.user, **form.cleaned_data)  # type: ignore[arg-type]
                messages.success(request, _("Noted."))
            except WithdrawalHandled:
                self.handled_meanwhile(request)
            return Redirect(self.page_of(withdrawal))
        return self.step(request, withdrawal, "go_on", _("Go on"), form=form)

    @action(description=_("Open again"), url_path="reopen", icon="undo", permissions=["reopen"])
    def take_up_again(self, request: HttpRequest, object_id: str) -> HttpResponse:
        withdrawal = self.row_of(object_id)
        form = WithdrawalNoteForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            try:
                reopen(withdrawal=withdrawal, staff=request.user, **form.cleaned_data)  # type: ignore[arg-type]
                messages.success(request, _("It is open again."))
            except WithdrawalHandled:
                self.handled_meanwhile(request)
            return Redirect(self.page_of(withdrawal))
        return self.step(request, withdrawal, "reopen", _("Open again"), form=form)

    @action(description=_("Download as proof"), url_path="proof", icon="download", permissions=["export"])
    def proof(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Return all data of the declaration as a text, in the reader's language."""
        if request.method != "GET":
            return HttpResponseNotAllowed(["GET"])
        withdrawal = self.row_of(object_id)
        shown = {"withdrawal": withdrawal, "steps": withdrawal.steps.select_related("staff")}
        shown |= {"mails": mails_about(withdrawal), "received": self.moment(withdrawal)}
        text = render_to_string("admin/aftersale/withdrawal/proof.txt", shown)
        return download(text, "text/plain; charset=utf-8", f"withdrawal-{withdrawal.pk}.txt")

    @admin.action(description=_("Export (CSV)"), permissions=["export"])
    def export(self, request: HttpRequest, queryset: QuerySet[Withdrawal]) -> HttpResponse:
        return csv_file("withdrawals", HEADS, rows_of(queryset))

    def handled_meanwhile(self, request: HttpRequest) -> None:
        messages.error(request, _("Somebody has handled it meanwhile. Nothing was changed."))

    def page_of(self, withdrawal: Withdrawal) -> str:
        return reverse("admin:aftersale_withdrawal_change", args=[quote(withdrawal.pk)])

    def step(
        self, request: HttpRequest, withdrawal: Withdrawal, template: str, title: Any, form: forms.Form, **shown: Any
    ) -> TemplateResponse:
        frame = {**self.admin_site.each_context(request), "opts": self.opts, "back": self.page_of(withdrawal)}
        context = {**frame, "title": title, "withdrawal": withdrawal, "form": form, "media": self.media + form.media}
        return TemplateResponse(request, f"admin/aftersale/withdrawal/{template}.html", context | shown)


def mails_about(withdrawal: Withdrawal) -> QuerySet[Mail]:
    return Mail.objects.filter(subject_key=str(withdrawal.pk), shop=withdrawal.shop_id).order_by("created_at")


def rows_of(withdrawals: QuerySet[Withdrawal]) -> Iterator[list[object]]:
    known = withdrawals.select_related("shop", "order").prefetch_related("steps__staff").order_by("declared_at")
    receipts = Mail.objects.filter(kind=Withdrawal.RECEIPT_MAIL).exclude(sent_at=None)
    for one in known.iterator(chunk_size=500):
        sent = receipts.filter(subject_key=str(one.pk)).values_list("sent_at", flat=True).first()
        steps = (f"{step.at.isoformat()} {step.staff or ''} {step.state} {step.note}" for step in one.steps.all())
        yield [
            one.pk, one.shop.slug, one.declared_at.isoformat(), one.language, one.name, one.contract,
            " | ".join(one.items), one.text, one.email, one.deadline.isoformat(), one.state,
            one.order.reference if one.order else "", sent.isoformat() if sent else "", " | ".join(steps),
        ]  # fmt: skip
