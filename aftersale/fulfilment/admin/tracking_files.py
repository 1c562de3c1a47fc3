"""Staff upload a list of tracking numbers, review which parcels it would ship, and ship them."""

from collections import Counter
from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from aftersale.fulfilment.actions import ship_later, store_tracking_list
from aftersale.fulfilment.errors import TrackingListRefused
from aftersale.models import TrackingFile
from checkout.models import Delivery
from shop.admin.scope import HOUSE
from shop.admin.sent_files import UploadedFileAdmin

from .parcel_forms import TrackingListForm

FILE_COLOURS = {
    TrackingFile.State.LOOKED_AT: "warning",
    TrackingFile.State.SHIPPING: "info",
    TrackingFile.State.DONE: "success",
}


@admin.register(TrackingFile)
class TrackingFileAdmin(UploadedFileAdmin):
    shop_path = HOUSE
    list_display = ["name", "status", "found", "tracked_by", "received_at", "staff"]
    list_filter = ["state", "tracked_by"]
    search_fields = ["name"]
    fields = ["name", "state", "tracked_by", "staff", "received_at"]
    folder, file_page = "aftersale/tracking", "file"
    upload_title, form_class = _("Read in tracking numbers"), TrackingListForm

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Who works in the warehouse."""
        return bool(request.user.has_perm("checkout.change_delivery")) and self.has_view_permission(request)

    @display(description=_("state"), label=FILE_COLOURS, ordering="state")
    def status(self, file: TrackingFile) -> tuple[str, str]:
        return file.state, file.get_state_display()

    @display(description=_("lines"))
    def found(self, file: TrackingFile) -> str:
        return gettext("%(fits)s of %(all)s fit") % {"fits": fitting(file), "all": len(file.rows)}

    def take(self, form: TrackingListForm, request: HttpRequest) -> tuple[TrackingFile, bool] | None:
        sent, tracked_by = form.cleaned_data["file"], form.cleaned_data["tracked_by"]
        try:
            return store_tracking_list(content=sent.read(), name=sent.name, tracked_by=tracked_by, staff=request.user)  # type: ignore[arg-type]
        except TrackingListRefused as refused:
            form.add_error("file", gettext(refused.reason) % refused.values)
            return None

    def apply_file(self, request: HttpRequest, file: TrackingFile) -> None:
        if ship_later(file=file):
            messages.success(request, _("The parcels are being shipped now. This page shows how far it is."))
        else:
            messages.info(request, _("A colleague has shipped these parcels already. Nothing was changed."))

    def shown(self, request: HttpRequest, file: TrackingFile) -> dict[str, Any]:
        counted = Counter(row["found"] for row in file.rows)
        known = set(
            Delivery.objects.filter(pk__in=filter(None, (row["delivery"] for row in file.rows))).values_list(
                "pk", flat=True
            )
        )
        return {
            "file": file,
            "status": (file.get_state_display(), FILE_COLOURS[file.state]),  # type: ignore[index]
            "counts": [(one.label, counted[one.value]) for one in TrackingFile.Found if counted[one.value]],
            "rows": [row_texts(row, known) for row in file.rows],
            "may_ship": file.state == "looked_at" and bool(file.to_ship) and self.has_add_permission(request),
        }


def fitting(file: TrackingFile) -> int:
    return sum(row["found"] == TrackingFile.Found.MATCHED for row in file.rows)


def row_texts(row: dict[str, Any], known: set[int]) -> dict[str, Any]:
    """Return a row with labels. A parcel that was merged with another meanwhile has no page."""
    became = row.get("became")
    return row | {
        "found": TrackingFile.Found(row["found"]).label,
        "became": TrackingFile.Became(became).label if became else "",
        "delivery": row["delivery"] if row["delivery"] in known else None,
    }
