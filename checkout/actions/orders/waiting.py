"""Let unpaid placements keep their pieces within the share that may wait for transfers (docs/decisions/0074)."""

from collections.abc import Collection
from uuid import UUID

from django.db import transaction

from catalogue.stock.actions import allow_transfer
from checkout.models import Placement


@transaction.atomic
def keep_waiting(placements: Collection[UUID], *, within_share: bool) -> None:
    """Let the placements wait for their money as long as a transfer may take. Caller must hold the order's lock.

    Raises TransferNotOffered if `within_share` and the share has no room for them.
    """
    allow_transfer(buyers=placements, within_share=within_share)
    Placement.objects.filter(pk__in=placements).update(kept_until=None)
