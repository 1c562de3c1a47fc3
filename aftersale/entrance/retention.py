"""The end of what phones at the entrance read. Of who is inside only that their ticket was used stays: money is given
back by that (`Admission.in_force`).
"""

from datetime import datetime

import pgtrigger
from django.db import connection
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from aftersale.models import Admission, Scan, Ticket
from cart.ticket_holders import events_within_retention
from catalogue.models import Event
from checkout.models import not_held
from shop.core.retention import ENTRIES, end_all

INSIDE = Exists(Admission.objects.in_force().filter(scan=OuterRef("pk")))
# When the event began, instead of when somebody came.
BEGAN = Subquery(Event.objects.filter(pk=OuterRef("event")).values("happening_from"))
# As `pgtrigger.ignore` names them, which sends two statements in one: the server prepares single ones only. The list of
# changes would keep what is ended here.
KEPT = [
    trigger.get_pgid(model)
    for model, trigger in pgtrigger.registered(
        "aftersale.Scan:stays", "aftersale.Scan:told", "aftersale.Admission:audited",
        "aftersale.Admission:audited_update",
    )
]  # fmt: skip


def forget_entries(now: datetime | None = None) -> int:
    """Of events that are long over; of how many tickets, and scans of no ticket of ours. All scans of a ticket at once,
    as they name each other.
    """
    over = Scan.objects.exclude(event__in=events_within_retention(timezone.localdate(now), ENTRIES.span)).order_by()
    over = over.filter(not_held("ticket__line__placement__order"))
    to_end = over.filter(~INSIDE | ~Q(scanned_at=F("event__happening_from")))
    tickets = Ticket.objects.filter(Exists(to_end.filter(ticket=OuterRef("pk"))))
    number = end_all(tickets, lambda keys: _end(keys, over.filter(ticket__in=keys)))
    return number + end_all(over.filter(ticket=None), lambda keys: _end(keys, Scan.objects.filter(pk__in=keys)))


def _end(keys: list, scans: QuerySet[Scan]) -> int:
    """The one way past what keeps scans as they are."""
    idle, inside = ([one.pk for one in scans.filter(which).only("pk")] for which in (~INSIDE, INSIDE))
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('pgtrigger.ignore', %s, true)", [f"{{{','.join(KEPT)}}}"])
        Admission.objects.filter(scan__in=idle).delete()
        # Not by Django, which refuses rows that others name though these go, too.
        cursor.execute(f'DELETE FROM "{Scan._meta.db_table}" WHERE id = ANY(%s)', [idle])  # noqa: S608
        Scan.objects.filter(pk__in=inside).update(scanned_at=BEGAN, received_at=BEGAN, number="", offline=False)
        moment = Scan.objects.filter(pk=OuterRef("scan")).values("scanned_at")
        Admission.objects.filter(scan__in=inside).update(at=Subquery(moment))
        cursor.execute("SELECT set_config('pgtrigger.ignore', '{}', true)")
    return len(keys)
