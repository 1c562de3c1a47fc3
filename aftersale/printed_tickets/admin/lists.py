"""Staff upload a list of printed numbers, review it, and import it."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display
from unfold.widgets import UnfoldAdminFileFieldWidget, UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget

from aftersale.models import PrintedList
from aftersale.printed_tickets.actions.lists import checked_list, import_numbers, store_printed_list
from aftersale.printed_tickets.errors import PrintedListRefused
from aftersale.printed_tickets.queries import events_with_numbers
from aftersale.printed_tickets.upload import LARGEST
from cart.codes.lists import shown_problems
from catalogue.admin.filters import EventFilter
from catalogue.models import Event
from shop.admin.sent_files import UploadedFileAdmin

MB = 1024 * 1024
LIST_COLOURS = {PrintedList.State.LOOKED_AT: "warning", PrintedList.State.DONE: "success"}
# Lines shown of those left out.
MOST_SHOWN = 50


class EventChoice(forms.ModelChoiceField):
    def label_from_instance(self, obj: Event) -> str:
        return f"{obj} · {obj.begins_on:%d.%m.%Y}"


class PrintedListForm(forms.Form):
    event = EventChoice(
        label=_("event"), queryset=Event.objects.none(), widget=UnfoldAdminSelectWidget,
        help_text=_("Those that sell printed tickets."),
    )  # fmt: skip
    numbers = forms.CharField(
        label=_("numbers"), required=False, widget=UnfoldAdminTextareaWidget,
        help_text=_(
            "Enter one number per line, as printed, in the order of the tickets in their box. A line may also "
            "name the kind of ticket: NUMBER;Category."
        ),
    )  # fmt: skip
    file = forms.FileField(
        label=_("or a file"), required=False,
        widget=UnfoldAdminFileFieldWidget(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
        help_text=_("CSV or text with the same lines, such as a ticket system or a spreadsheet saves it."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        there: Any = events_with_numbers().filter(active=True)
        events = Event.objects.select_related("venue").filter(pk__in=there.values("pk"))
        self.fields["event"].queryset = events.order_by("-happening_from")  # type: ignore[attr-defined]

    def clean_file(self) -> UploadedFile | None:
        file: UploadedFile | None = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > LARGEST:
            raise forms.ValidationError(_("At most %(most)s MB."), params={"most": LARGEST // MB})
        return file

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if "file" not in self.errors and bool(given.get("numbers", "").strip()) == bool(given.get("file")):
            self.add_error("numbers", _("Enter numbers or choose a file, one of both."))
        return given

    @property
    def sent(self) -> tuple[bytes, str]:
        """The content, and the file's name."""
        file = self.cleaned_data["file"]
        if file:
            return file.read(), file.name
        return self.cleaned_data["numbers"].encode(), gettext("typed in")


@admin.register(PrintedList)
class PrintedListAdmin(UploadedFileAdmin):
    shop_path = "event__owner"
    list_display = ["name", "event", "status", "found", "received_at", "staff"]
    list_filter = ["state", ("event", EventFilter)]
    list_select_related = ["event", "staff"]
    search_fields = ["name"]
    fields = ["name", "event", "state", "staff", "received_at", "left_out"]
    folder, file_page = "aftersale/printed", "list"
    upload_title, form_class = _("Read in numbers of printed tickets"), PrintedListForm

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.has_perm("aftersale.add_printedlist")) and self.has_view_permission(request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[PrintedList]:
        lists: QuerySet[PrintedList] = super().get_queryset(request)
        return lists.annotate(number=Count("numbers"))

    @display(description=_("state"), label=LIST_COLOURS, ordering="state")
    def status(self, listed: PrintedList) -> tuple[str, str]:
        return listed.state, listed.get_state_display()

    @display(description=_("numbers"))
    def found(self, listed: Any) -> str:
        return str(listed.number or len(listed.rows))

    def take(self, form: PrintedListForm, request: HttpRequest) -> tuple[PrintedList, bool] | None:
        content, name = form.sent
        event = form.cleaned_data["event"]
        try:
            return store_printed_list(event=event, content=content, name=name, staff=request.user)  # type: ignore[arg-type]
        except PrintedListRefused as refused:
            form.add_error("file" if form.cleaned_data["file"] else "numbers", shown_problems(refused.reasons))
            return None

    def apply_file(self, request: HttpRequest, file: PrintedList) -> None:
        number = import_numbers(listed=file)
        if number is None:
            messages.info(request, _("A colleague has imported this list already. Nothing was changed."))
            return
        text = ngettext("One number is there now.", "%(number)s numbers are there now.", number) % {"number": number}
        messages.success(request, text + " " + gettext("Buyers who wait for a number get it within moments."))

    def shown(self, request: HttpRequest, file: PrintedList) -> dict[str, Any]:
        found = checked_list(file.rows, file.event)
        there = events_with_numbers().filter(pk=file.event_id).first()
        return {
            "listed": file,
            "status": (file.get_state_display(), LIST_COLOURS[file.state]),  # type: ignore[index]
            "counts": found.counts,
            "total": len(found.numbers),
            "known": found.known[:MOST_SHOWN],
            "known_number": len(found.known),
            "unknown": found.unknown[:MOST_SHOWN],
            "stored": file.numbers.count(),
            "event": there,
            "numbers": reverse("admin:aftersale_printednumber_changelist") + f"?list__id__exact={file.pk}",
            "may_take": file.state == "looked_at" and bool(found.numbers) and self.has_add_permission(request),
        }
