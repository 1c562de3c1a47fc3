"""Record what staff do with an order: who, when, why. Each form acts once, however often it is sent."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction

from checkout.errors import OrderChanged
from checkout.locks import lock_order
from checkout.mails.kinds import MailKind
from checkout.mails.order_mails import queue_order_mail
from checkout.mails.together import send_held
from checkout.models import Order, OrderStep

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True)
class StaffAction:
    """What a member of staff does, and why. `key`: the form's own, so that it acts once; `preview_digest`: digest of
    the preview that was confirmed, None if there was none.
    """

    key: UUID
    staff: "User"
    reason: str = ""
    preview_digest: str | None = None


def begin_step(order: Order, kind: OrderStep.Kind, action: StaffAction, changes: Iterable[str] = ()) -> OrderStep:
    """Store the step. Caller must hold the order's lock and have checked that no step has this key. `changes`:
    descriptions of what is changed.
    """
    text = "\n".join(filter(None, [action.reason, *changes]))
    return OrderStep.objects.create(pk=action.key, order=order, kind=kind, text=text, staff=action.staff)


def refuse_if_changed(digest: str, action: StaffAction) -> None:
    """Raises OrderChanged if the result differs from the preview that staff confirmed."""
    if action.preview_digest is not None and action.preview_digest != digest:
        raise OrderChanged


def queue_step_mail(step: OrderStep, mail: MailKind) -> None:
    """The buyer, once, by the order's first contract."""
    placement = step.order.placements.select_related("order__shop").order_by("number").first()
    assert placement is not None
    send_held(step.order_id)
    queue_order_mail(mail, placement, about=step.pk.hex)


@transaction.atomic
def write_note(*, order: Order, text: str, important: bool, action: StaffAction) -> OrderStep:
    """Store a note for colleagues. Does nothing the second time for the same key. Locks the order."""
    locked = lock_order(order.pk)
    there = OrderStep.objects.filter(pk=action.key).first()
    return there or OrderStep.objects.create(
        pk=action.key, order=locked, kind=OrderStep.Kind.NOTE, text=text, important=important, staff=action.staff
    )


def mark_notes(*, notes: Iterable[OrderStep], important: bool) -> None:
    """Put notes on top of the order's page, or back to their place by date."""
    keys = [note.pk for note in notes]
    OrderStep.objects.filter(pk__in=keys, kind=OrderStep.Kind.NOTE).update(important=important)
