"""The only place that locks declarations; an order's lock, where both are needed, comes after."""

from uuid import UUID

from aftersale.models import Withdrawal
from shop.core.database.locks import locked


def lock_withdrawal(withdrawal_id: UUID) -> Withdrawal:
    """The declaration, locked until the transaction ends."""
    return locked(Withdrawal.objects.filter(pk=withdrawal_id)).get()
