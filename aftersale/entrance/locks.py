"""The only place that locks devices, before the tickets that they scanned (`tickets.locks`). No transaction locks both
an order and a device.
"""

from uuid import UUID

from aftersale.models import EntranceDevice
from shop.core.database.locks import locked


def lock_device(device_id: UUID) -> EntranceDevice:
    """Lock and reread the device until the transaction ends, so that parallel requests of one phone run in turn."""
    return locked(EntranceDevice.objects.filter(pk=device_id)).get()
