"""The end of what carts and orders know of those who come."""

from django.db.models import Q
from django.utils import timezone

from cart.models import TicketHolder
from cart.ticket_holders import not_long_over


def erase_old_holders() -> int:
    """Erase those whose events, which may have been postponed, are long over; how many."""
    covered = not_long_over()
    spared = Q(cart_line__variant__event__in=covered) | Q(order_line__variant__event__in=covered)
    over = TicketHolder.objects.filter(erase_after__lt=timezone.localdate())
    return over.exclude(spared).delete()[1].get("cart.TicketHolder", 0)
