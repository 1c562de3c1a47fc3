"""What staff do with an order is kept: who, when, why; and done once for each form, however often that is sent."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction

from checkout.errors import OrderChanged
from checkout.locks import lock_order
from checkout.mails.kinds import MailKind
from checkout.mails.order_mails import queue_order_mail
from checkout.models import Order, OrderStep

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True)
class Asked:
    """Who asks for something, and why. `key`: the form's own; `shown`: what its preview said that would be done, as a
    digest, None where nothing was shown.
    """

    key: UUID
    staff: "User"
    reason: str = ""
    shown: str | None = None


def begin_step(order: Order, kind: OrderStep.Kind, asked: Asked, told: Iterable[str] = ()) -> OrderStep:
    """The caller holds the order's lock, and has found no step with this key. `told`: what became of what."""
    text = "\n".join(filter(None, [asked.reason, *told]))
    return OrderStep.objects.create(pk=asked.key, order=order, kind=kind, text=text, staff=asked.staff)


def refuse_other(digest: str, asked: Asked) -> None:
    """Raises OrderChanged where something else would be done than was shown."""
    if asked.shown is not None and asked.shown != digest:
        raise OrderChanged


def tell_step(step: OrderStep, mail: MailKind) -> None:
    """The buyer, once, by the order's first contract."""
    placement = step.order.placements.select_related("order__shop").order_by("number").first()
    assert placement is not None
    queue_order_mail(mail, placement, about=step.pk.hex)


@transaction.atomic
def write_note(*, order: Order, text: str, important: bool, asked: Asked) -> OrderStep:
    """For colleagues. Once for each key. Locks the order."""
    locked = lock_order(order.pk)
    there = OrderStep.objects.filter(pk=asked.key).first()
    return there or OrderStep.objects.create(
        pk=asked.key, order=locked, kind=OrderStep.Kind.NOTE, text=text, important=important, staff=asked.staff
    )


def mark_notes(*, notes: Iterable[OrderStep], important: bool) -> None:
    """Put notes on top, or where they belong by their date."""
    keys = [note.pk for note in notes]
    OrderStep.objects.filter(pk__in=keys, kind=OrderStep.Kind.NOTE).update(important=important)
