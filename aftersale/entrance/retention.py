"""Erases scans after the event. Of people who are inside, only the fact that the ticket was used stays, because refunds
depend on it (`Admission.in_force`).
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
# The start of the event replaces the time of entry.
BEGAN = Subquery(Event.objects.filter(pk=OuterRef("event")).values("happening_from"))
# Triggers to skip, as `pgtrigger.ignore` names them. That function sends two statements in one, which a prepared
# statement cannot. The audit would keep the data that is erased here.
KEPT = [
    trigger.get_pgid(model)
    for model, trigger in pgtrigger.registered(
        "aftersale.Scan:stays", "aftersale.Scan:told", "aftersale.Admission:audited",
        "aftersale.Admission:audited_update",
    )
]  # fmt: skip


def forget_entries(now: datetime | None = None) -> int:
    """Erase scans of events that are long over. Returns the number of tickets, plus scans without a ticket. Erases all
    scans of a ticket together, because they refer to each other.
    """
    over = Scan.objects.exclude(event__in=events_within_retention(timezone.localdate(now), ENTRIES.span)).order_by()
    over = over.filter(not_held("ticket__line__placement__order"))
    to_end = over.filter(~INSIDE | ~Q(scanned_at=F("event__happening_from")))
    tickets = Ticket.objects.filter(Exists(to_end.filter(ticket=OuterRef("pk"))))
    number = end_all(tickets, lambda keys: _end(keys, over.filter(ticket__in=keys)))
    return number + end_all(over.filter(ticket=None), lambda keys: _end(keys, Scan.objects.filter(pk__in=keys)))


def _end(keys: list, scans: QuerySet[Scan]) -> int:
    """Erase the scans of these tickets. The only code that bypasses the triggers which protect scans."""
    idle, inside = ([one.pk for one in scans.filter(which).only("pk")] for which in (~INSIDE, INSIDE))
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('pgtrigger.ignore', %s, true)", [f"{{{','.join(KEPT)}}}"])
        Admission.objects.filter(scan__in=idle).delete()
        # In SQL: Django refuses to delete rows that others refer to, although those are deleted, too.
        cursor.execute(f'DELETE FROM "{Scan._meta.db_table}" WHERE id = ANY(%s)', [idle])  # noqa: S608
        Scan.objects.filter(pk__in=inside).update(scanned_at=BEGAN, received_at=BEGAN, number="", offline=False)
        moment = Scan.objects.filter(pk=OuterRef("scan")).values("scanned_at")
        Admission.objects.filter(scan__in=inside).update(at=Subquery(moment))
        cursor.execute("SELECT set_config('pgtrigger.ignore', '{}', true)")
    return len(keys)
