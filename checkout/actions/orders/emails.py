"""Correct an order's e-mail address, and send its mails again."""

from django.db import transaction

from checkout.locks import lock_order
from checkout.mails.order_mails import queue_repeated_mail, resend_mails
from checkout.models import Order, OrderStep
from checkout.rules import email_errors
from shop.core.errors import FieldErrors
from shop.models import Mail

from .steps import StaffAction, begin_step


@transaction.atomic
def correct_email(*, order: Order, email: str) -> int:
    """Set the order's e-mail address, and send there the mails that failed or went to another address. Returns how
    many mails.

    The address may be the same as before. Raises FieldErrors.
    """
    email = email.strip()
    if errors := email_errors(email):
        raise FieldErrors(errors)
    locked = lock_order(order.pk)
    locked.email = email
    locked.save(update_fields=["email"])
    return resend_mails(locked)


@transaction.atomic
def resend_mail(*, order: Order, mail: Mail, action: StaffAction) -> OrderStep:
    """Send a mail of the order again to its present address, with its present contents. Does nothing the second time
    for the same key. Locks the order.
    """
    locked = lock_order(order.pk)
    if there := OrderStep.objects.filter(pk=action.key).first():
        return there
    step = begin_step(locked, OrderStep.Kind.MAIL, action)
    queue_repeated_mail(mail, locked)
    return step
