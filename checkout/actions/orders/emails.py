"""The address that an order's mails go to, corrected by staff; and mails that go once more."""

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
    """Write to this address from now on, and send there what went elsewhere or nowhere; how many mails that is.

    The address may be the same. Raises FieldErrors.
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
    """Send a mail of the order once more, to its present address, as what it tells is by now. Once for each key. Locks
    the order.
    """
    locked = lock_order(order.pk)
    if there := OrderStep.objects.filter(pk=action.key).first():
        return there
    step = begin_step(locked, OrderStep.Kind.MAIL, action)
    queue_repeated_mail(mail, locked)
    return step
