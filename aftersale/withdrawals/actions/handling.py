"""Staff handle a declaration. Each change is stored as a step with its author."""

from typing import TYPE_CHECKING

from django.db import transaction

from aftersale.models import Withdrawal, WithdrawalStep
from aftersale.withdrawals.errors import WithdrawalHandled
from aftersale.withdrawals.locks import lock_withdrawal
from aftersale.withdrawals.mails import queue_withdrawal_mail
from checkout.models import Order

if TYPE_CHECKING:
    from django.contrib.auth.models import User

State = Withdrawal.State
# States that an open declaration can take, with or without an order.
FROM_OPEN = frozenset({State.AWAITED, State.REFUNDED, State.EXEMPT, State.CLOSED})


@transaction.atomic
def match_order(*, withdrawal: Withdrawal, order: Order, staff: "User") -> Withdrawal:
    """Set or change the order of a declaration. Locks the declaration. Raises WithdrawalHandled if it is closed."""
    there = lock_withdrawal(withdrawal.pk)
    if not there.is_open or order.shop_id != there.shop_id:
        raise WithdrawalHandled
    there.order = order
    if there.state == State.RECEIVED:
        there.state = State.MATCHED
    return store_step(there, staff, note=order.reference)


@transaction.atomic
def advance(*, withdrawal: Withdrawal, state: str, staff: "User | None", note: str = "") -> Withdrawal:
    """Set the next or final state. For EXEMPT, mails `note` to the customer. Locks the declaration.

    Raises WithdrawalHandled if the state was set meanwhile, or the declaration is closed.
    """
    there = lock_withdrawal(withdrawal.pk)
    if not there.is_open or state not in FROM_OPEN or state == there.state:
        raise WithdrawalHandled
    there.state = state
    found = store_step(there, staff, note)
    if state == State.EXEMPT:
        queue_withdrawal_mail(Withdrawal.ANSWER_MAIL, found, to=found.email)
    return found


@transaction.atomic
def reopen(*, withdrawal: Withdrawal, staff: "User", note: str = "") -> Withdrawal:
    """Reopen a closed declaration. Locks the declaration. Raises WithdrawalHandled if it is open."""
    there = lock_withdrawal(withdrawal.pk)
    if there.is_open:
        raise WithdrawalHandled
    there.state = State.MATCHED if there.order_id else State.RECEIVED
    return store_step(there, staff, note)


def store_step(withdrawal: Withdrawal, staff: "User | None", note: str) -> Withdrawal:
    withdrawal.save(update_fields=["state", "order"])
    WithdrawalStep.objects.create(withdrawal=withdrawal, staff=staff, state=withdrawal.state, note=note)
    return withdrawal
