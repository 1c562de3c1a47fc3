"""The only place that locks rows of this room. Lock an order after them (`checkout.locks`)."""

from aftersale.models import TrackingFile
from shop.core.database.locks import locked


def lock_tracking_file(file_id: int) -> TrackingFile:
    """Lock and reread the file until the transaction ends."""
    return locked(TrackingFile.objects.filter(pk=file_id)).get()
