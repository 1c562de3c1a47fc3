"""Stores a list of tracking numbers for review, then ships its parcels, each once (docs/decisions/0052)."""

from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from django.db import transaction
from procrastinate.contrib.django import app

from aftersale.fulfilment.locks import lock_tracking_file
from aftersale.fulfilment.tracking_lists import matched_rows, read_tracking_list
from aftersale.models import TrackingFile
from checkout.actions.shipping.delivering import Tracking, move_delivery
from checkout.errors import DeliveryStepWrong
from checkout.models import Delivery
from shop.mails.links import one_line

if TYPE_CHECKING:
    from django.contrib.auth.models import User

SHIPPING_JOB = "aftersale.ship_tracked"
Found, Became, State = TrackingFile.Found, TrackingFile.Became, TrackingFile.State


def store_tracking_list(*, content: bytes, name: str, tracked_by: str, staff: "User") -> tuple[TrackingFile, bool]:
    """Read a list and store its lines for review, without shipping. Returns the file and whether it is new. Raises
    TrackingListRefused.
    """
    rows = matched_rows(read_tracking_list(content))
    there = any(row["found"] == Found.MATCHED for row in rows)
    return TrackingFile.objects.get_or_create(
        checksum=sha256(content).hexdigest(),
        defaults={
            "name": one_line(name)[:120] or "–",
            "tracked_by": tracked_by,
            "state": State.LOOKED_AT if there else State.DONE,
            "staff": staff,
            "rows": rows,
        },
    )


@transaction.atomic
def ship_later(*, file: TrackingFile) -> bool:
    """Queue a job that ships the matched parcels. False if it was queued already. Locks the file."""
    locked = lock_tracking_file(file.pk)
    if locked.state != State.LOOKED_AT:
        return False
    locked.state = State.SHIPPING
    locked.save(update_fields=["state"])
    app.configure_task(SHIPPING_JOB).defer(file_id=file.pk)
    return True


def ship_listed(file_id: int) -> None:
    """Ship each matched parcel in its own transaction. Parcels that an earlier run shipped stay as they are."""
    file = TrackingFile.objects.get(pk=file_id)
    if file.state != State.SHIPPING:
        return
    for row in file.rows:
        if row["found"] == Found.MATCHED:
            row["became"] = str(ship_row(row, file.tracked_by))
    file.state = State.DONE
    file.save(update_fields=["rows", "state"])


def ship_row(row: Mapping[str, Any], tracked_by: str) -> TrackingFile.Became:
    delivery = Delivery.objects.filter(pk=row["delivery"]).first()
    if delivery is None:
        return Became.LEFT_ALONE
    try:
        move_delivery(delivery=delivery, to=Delivery.State.SHIPPED, tracking=Tracking(tracked_by, row["number"]))
    except DeliveryStepWrong:
        delivery.refresh_from_db()
        return Became.SHIPPED if delivery.tracking_number == row["number"] else Became.LEFT_ALONE
    return Became.SHIPPED
