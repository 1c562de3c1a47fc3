"""SEPA files of refunds that staff give their bank: downloaded, then marked as executed or discarded."""

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from checkout.actions.refunds.transfer_files import discard, executed
from checkout.errors import TransferFileHandled
from checkout.models import Transfer, TransferFile
from checkout.refunds.sepa.file import file_of
from checkout.refunds.sepa.pain001 import pain001
from checkout.refunds.sepa.signs import is_cut
from shop.admin.base import BaseAdmin, ReadOnly, badge
from shop.admin.scope import HOUSE
from shop.core.values.formats import euros
from shop.web.downloads import download
from shop.web.redirects import Redirect

from .refunds import PAYERS, TransferredForm

State = TransferFile.State
COLOURS = {State.WRITTEN: "warning", State.BOOKING: "info", State.DONE: "success", State.DISCARDED: "default"}
HANDLED = _("Somebody has booked or discarded it meanwhile. Nothing was changed.")


class RefusedChoice(forms.ModelMultipleChoiceField):
    def label_from_instance(self, obj: Transfer) -> str:
        return f"{obj.refund.payment.order.reference} · {obj.name} · {euros(obj.refund.amount)}"


class ExecutedForm(TransferredForm):
    refused = RefusedChoice(
        label=_("not executed"), queryset=Transfer.objects.none(), required=False,
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
        help_text=_("Tick what the bank has refused, such as a closed account. It waits for a transfer again."),
    )  # fmt: skip

    def __init__(self, file: TransferFile, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        transfers = file.transfers.select_related("refund__payment__order")
        self.fields["refused"].queryset = transfers  # type: ignore[attr-defined]


@admin.register(TransferFile)
class TransferFileAdmin(ReadOnly, BaseAdmin):
    shop_path = HOUSE
    list_display = ["reference", "status", "number", "sum", "written_at", "staff"]
    list_filter = ["state"]
    list_select_related = ["staff"]
    actions_detail = ["download", "executed", "discard"]
    readonly_fields = ["state_text", "number", "sum", "transfers"]
    fields = [("state_text", "number", "sum"), ("written_at", "staff"), ("executed_on", "decided_by"), "transfers"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[TransferFile]:
        files: QuerySet[TransferFile] = super().get_queryset(request)
        return files.annotate(count=Count("transfers"), total=Sum("transfers__refund__amount"))

    @display(description=_("file"), ordering="pk")
    def reference(self, file: TransferFile) -> str:
        return file.reference

    @display(description=_("state"), label=COLOURS, ordering="state")
    def status(self, file: TransferFile) -> tuple[str, str]:
        return file.state, file.get_state_display()

    @display(description=_("state"))
    def state_text(self, file: TransferFile) -> str:
        return badge(file.get_state_display(), COLOURS[file.state])  # type: ignore[index]

    @display(description=_("transfers"))
    def number(self, file: Any) -> str:
        return str(file.count)

    @display(description=_("total"))
    def sum(self, file: Any) -> str:
        return euros(file.total or Decimal(0))

    @display(description=_("transfers"))
    def transfers(self, file: TransferFile) -> str:
        """Shows no accounts: these are in the file alone."""
        rows: list[Any] = list(file.transfers.select_related("refund__payment__order__billing_address"))
        for one in rows:
            one.is_cut = is_cut(one.name)
        return render_to_string("admin/checkout/transfer_file/transfers.html", {"transfers": rows})

    def has_file_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """For staff who may write a file."""
        return self.may_see_accounts(request) and self.is_in(object_id, State.WRITTEN)

    def may_see_accounts(self, request: HttpRequest) -> bool:
        needed = ["checkout.add_transferfile", PAYERS]
        return request.user.has_perms(needed) and self.has_view_permission(request)

    def has_download_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """As long as its accounts are known."""
        if not self.may_see_accounts(request) or not self.is_in(object_id, State.WRITTEN, State.BOOKING, State.DONE):
            return False
        return object_id is None or not Transfer.objects.filter(file=object_id, iban="").exists()

    def has_book_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """For staff who may book single refunds as sent."""
        may = request.user.has_perm("checkout.add_ledgerentry") and self.has_view_permission(request)
        return may and self.is_in(object_id, State.WRITTEN)

    def is_in(self, object_id: Any, *states: State) -> bool:
        return object_id is None or TransferFile.objects.filter(pk=object_id, state__in=states).exists()

    @action(description=_("Download for the bank"), url_path="file", icon="download", permissions=["download"])
    def download(self, request: HttpRequest, object_id: str) -> HttpResponse:
        file = self.opened(request, object_id)
        return download(pain001(file_of(file)), "application/xml", f"{file.reference}.xml")

    @action(
        description=_("The bank has executed it"), url_path="executed", icon="done_all", permissions=["book"],
        variant=ActionVariant.PRIMARY,
    )  # fmt: skip
    def executed(self, request: HttpRequest, object_id: str) -> HttpResponse:
        file = self.opened(request, object_id)
        form = ExecutedForm(file, request.POST or None, initial={"day": timezone.localdate()})
        if request.method == "POST" and form.is_valid():
            refused = [one.pk for one in form.cleaned_data["refused"]]
            try:
                executed(file=file, day=form.cleaned_data["day"], staff=request.user, refused=refused)  # type: ignore[arg-type]
                messages.success(request, _("Its refunds are being booked now. This page shows how far it is."))
            except TransferFileHandled:
                messages.error(request, HANDLED)
            return Redirect(self.page_of(file))
        return self.step(
            request, "executed", file, _("The bank has executed it"), form=form, media=self.media + form.media
        )

    @action(description=_("Discard"), url_path="discard", icon="delete", permissions=["file"])
    def discard(self, request: HttpRequest, object_id: str) -> HttpResponse:
        file = self.opened(request, object_id)
        if request.method == "POST":
            try:
                discard(file=file, staff=request.user)  # type: ignore[arg-type]
                messages.success(request, _("Discarded. Its refunds wait for a transfer again."))
            except TransferFileHandled:
                messages.error(request, HANDLED)
            return Redirect(self.page_of(file))
        return self.step(request, "discard", file, _("Discard"))

    def opened(self, request: HttpRequest, object_id: str) -> TransferFile:
        return get_object_or_404(self.get_queryset(request), pk=object_id)

    def page_of(self, file: TransferFile) -> str:
        return reverse("admin:checkout_transferfile_change", args=[file.pk])

    def step(self, request: HttpRequest, template: str, file: TransferFile, title: Any, **shown: Any) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "title": title, "file": file,
            "back": self.page_of(file), **shown,
        }  # fmt: skip
        return TemplateResponse(request, f"admin/checkout/transfer_file/{template}.html", context)
