"""The only place that locks declarations. Lock an order after them."""

from uuid import UUID

from aftersale.models import Withdrawal
from shop.core.database.locks import locked


def lock_withdrawal(withdrawal_id: UUID) -> Withdrawal:
    """Lock and reread the declaration until the transaction ends."""
    return locked(Withdrawal.objects.filter(pk=withdrawal_id)).get()
