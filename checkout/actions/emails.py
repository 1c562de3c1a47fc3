"""The address that an order's mails go to, corrected by staff."""

from django.db import transaction

from checkout.locks import lock_order
from checkout.mails import send_again
from checkout.models import Order
from checkout.rules import email_errors
from shop.errors import FieldErrors


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
    return send_again(locked)
