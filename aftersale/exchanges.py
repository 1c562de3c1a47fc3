"""What keeps lines from being exchanged (`checkout.hooks`)."""

from django.db.models import Exists, OuterRef, QuerySet

from aftersale.models import Admission, PrintedNumber, RequestedTicket
from checkout.models import OrderLine


def used(lines: QuerySet[OrderLine]) -> QuerySet[OrderLine]:
    """Return lines whose tickets are used, printed tickets with numbers, and lines with an active refund request."""
    admitted = Admission.objects.in_force().filter(ticket__line=OuterRef("pk"))
    printed = PrintedNumber.objects.used().filter(line=OuterRef("pk"))
    asked_back = RequestedTicket.objects.filter(line=OuterRef("pk"), stands=True)
    return lines.filter(Exists(admitted) | Exists(printed) | Exists(asked_back))
