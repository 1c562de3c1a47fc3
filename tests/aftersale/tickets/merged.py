"""Several tickets on one line."""

from aftersale.models import Ticket
from aftersale.tickets.actions import issue_tickets
from checkout.models import OrderLine, Placement
from shop.models import Mail


def merged_line(placement: Placement) -> Placement:
    """The cart gives each ticket a line of its own; what comes from elsewhere need not."""
    lines = list(placement.lines.filter(ticket=True).order_by("number"))
    if len(lines) > 1:
        kept, *rest = lines
        Ticket.objects.filter(line__in=lines).delete()
        Mail.objects.filter(kind="tickets").delete()
        OrderLine.objects.filter(pk__in=[one.pk for one in rest]).delete()
        OrderLine.objects.filter(pk=kept.pk).update(amount=3, total=kept.price * 3)
        issue_tickets(placement=placement)
    return placement
