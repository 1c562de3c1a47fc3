"""What keeps lines from being exchanged (`checkout.hooks`)."""

from django.db.models import Exists, OuterRef, QuerySet

from aftersale.models import Admission, PrintedNumber, RequestedTicket
from checkout.models import OrderLine


def used(lines: QuerySet[OrderLine]) -> QuerySet[OrderLine]:
    """Those of tickets that let somebody in, of printed tickets that have their numbers, and those whose money was
    asked back.
    """
    admitted = Admission.objects.in_force().filter(ticket__line=OuterRef("pk"))
    printed = PrintedNumber.objects.used().filter(line=OuterRef("pk"))
    asked_back = RequestedTicket.objects.filter(line=OuterRef("pk"), stands=True)
    return lines.filter(Exists(admitted) | Exists(printed) | Exists(asked_back))
