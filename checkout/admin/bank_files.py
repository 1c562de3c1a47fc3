"""Staff upload a bank statement, see what it would book, and have it booked."""

from collections.abc import Mapping
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Count, Q, QuerySet, Sum
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display
from unfold.widgets import UnfoldAdminFileFieldWidget

from checkout.actions.bank.bank_statements import import_statements, queue_booking
from checkout.bank.formats import FORMATS
from checkout.bank.problems import StatementRefused
from checkout.bank.unpacking import LARGEST, MB
from checkout.models import BankFile, BankLine
from shop.admin.scope import HOUSE
from shop.admin.sent_files import UploadedFileAdmin
from shop.core.values.bank_accounts import grouped_iban

Kind = BankLine.Kind
FILE_COLOURS = {
    BankFile.State.LOOKED_AT: "warning",
    BankFile.State.BOOKING: "info",
    BankFile.State.DONE: "success",
}
# Texts on a file's page, in this order.
MEANT = {
    Kind.MATCHED: _("The order is paid."),
    Kind.UNDER: _("Booked; the rest stays open."),
    Kind.OVER: _("Booked; the order is listed under “too much money”."),
    Kind.LATE: _("Booked, and noted as money that is to go back."),
    Kind.DUPLICATE: _("Not booked: you decide."),
    Kind.UNKNOWN: _("Not booked: you assign it."),
}
# A file's page shows at most so many and links to the list.
MOST_SHOWN = 200


ACCEPTED = ",".join([*(kind for one in FORMATS for kind in one.ACCEPTED), ".zip", "application/zip"])


def formats_to_send() -> str:
    """In the language that is spoken."""
    formats = "; ".join(gettext(one.LABEL) for one in FORMATS)
    return gettext("%(formats)s or ZIP. You see first what would be booked.") % {"formats": formats}


class StatementForm(forms.Form):
    file = forms.FileField(
        label=_("bank statement"),
        widget=UnfoldAdminFileFieldWidget(attrs={"accept": ACCEPTED}),
        help_text=lazy(formats_to_send, str)(),
    )

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST:
            raise forms.ValidationError(_("At most %(most)s MB."), params={"most": LARGEST // MB})
        return file


def note_text(note: Mapping[str, Any]) -> str:
    """Return the text of a Note, or of a stored one, in the active language."""
    where = ""
    if note["line"]:
        where = gettext("Line %(line)s") % {"line": note["line"]} + ": "
    if note["file"]:
        where = f"{note['file']}: {where}"
    return where + gettext(note["text"]) % note["values"]


@admin.register(BankFile)
class BankFileAdmin(UploadedFileAdmin):
    """Files of bank statements. Their transactions are a list of their own."""

    shop_path = HOUSE
    list_display = ["name", "status", "found", "received_at", "staff"]
    list_filter = ["state"]
    search_fields = ["name"]
    fields = ["name", "state", "staff", "received_at"]
    folder, file_page = "checkout/bank", "bank_file"
    upload_title, form_class = _("Read in a bank statement"), StatementForm

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """For staff who may book."""
        return request.user.has_perm("checkout.add_ledgerentry") and self.has_view_permission(request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[BankFile]:
        files: QuerySet[BankFile] = super().get_queryset(request)
        return files.annotate(number=Count("lines"), still=Count("lines", filter=Q(lines__state="open")))

    @display(description=_("state"), label=FILE_COLOURS, ordering="state")
    def status(self, file: BankFile) -> tuple[str, str]:
        return file.state, file.get_state_display()

    @display(description=_("transactions"))
    def found(self, file: Any) -> str:
        if not file.still:
            return str(file.number)
        return gettext("%(number)s, %(open)s of them open") % {"number": file.number, "open": file.still}

    def take(self, form: StatementForm, request: HttpRequest) -> tuple[BankFile, bool] | None:
        sent = form.cleaned_data["file"]
        try:
            return import_statements(content=sent.read(), name=sent.name, staff=request.user)  # type: ignore[arg-type]
        except StatementRefused as refused:
            form.add_error("file", note_text(asdict(refused.note)))
            return None

    def apply_file(self, request: HttpRequest, file: BankFile) -> None:
        if queue_booking(file=file, staff=request.user):  # type: ignore[arg-type]
            messages.success(request, _("It is being booked now. This page shows how far it is."))
        else:
            messages.info(request, _("Somebody had it booked already. Nothing has changed."))

    def shown(self, request: HttpRequest, file: BankFile) -> dict[str, Any]:
        lines = file.lines.select_related("order__billing_address").order_by("number")
        counted = {
            one["kind"]: one
            for one in file.lines.order_by()
            .values("kind")
            .annotate(number=Count("pk"), sum=Sum("amount"), still=Count("pk", filter=Q(state="open")))
        }
        to_book = file.lines.to_book().count()
        transactions = reverse("admin:checkout_bankline_changelist") + f"?file__id__exact={file.pk}"
        return {
            "file": file,
            "status": (file.get_state_display(), FILE_COLOURS[file.state]),  # type: ignore[index]
            "kinds": [
                {**counted[kind], "label": kind.label, "meant": meant, "list": f"{transactions}&kind__exact={kind}"}
                for kind, meant in MEANT.items()
                if kind in counted
            ],
            "total": sum((one["sum"] for one in counted.values()), Decimal(0)),
            "accounts": [
                grouped_iban(iban) for iban in file.lines.order_by().values_list("account", flat=True).distinct()
            ],
            "lines": lines[:MOST_SHOWN],
            "number": sum(one["number"] for one in counted.values()),
            "most": MOST_SHOWN,
            "transactions": transactions,
            "notes": [note_text(note) for note in file.notes],
            "to_book": to_book,
            "may_book": bool(to_book) and file.state == "looked_at" and self.has_add_permission(request),
        }
