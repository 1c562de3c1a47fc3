"""Erases guests' names, addresses, comments and pictures some days after the decision."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from aftersale.models import ProofUpload, TicketServiceItem, TicketServiceRequest
from checkout.models import not_held
from shop.core.retention import TICKET_SERVICE, UNCLAIMED_PICTURES

from .uploads import delete_raw_files, delete_uploads

# Within this time a bucket's permit may have been used again after its picture was claimed.
LOOKED_AT = timedelta(days=3)


def forget_requests(now: datetime | None = None) -> int:
    """Blank personal data some days after the decision, and delete the proofs. Returns the number of requests."""
    return blank_requests(TicketServiceRequest.objects.filter(decided_at__lt=TICKET_SERVICE.end(now)))


def blank_requests(over: QuerySet[TicketServiceRequest]) -> int:
    ended = over.filter(not_held("order"))
    delete_uploads(ProofUpload.objects.filter(item__request__in=ended))
    blank = Q(name="") & Q(email="") & Q(reference="") & Q(comment="") & Q(note="")
    TicketServiceItem.objects.filter(request__in=ended).exclude(name="", name_new="").update(name="", name_new="")
    return ended.exclude(blank).update(name="", email="", reference="", comment="", note="")


def forget_uploads(now: datetime | None = None) -> int:
    """Delete pictures that no form claimed within a day, and repeated uploads of claimed ones."""
    now = now or timezone.now()
    old = ProofUpload.objects.filter(created_at__lt=UNCLAIMED_PICTURES.end(now))
    delete_raw_files(old.filter(claimed_at__isnull=False, created_at__gt=now - LOOKED_AT))
    return delete_uploads(old.filter(claimed_at=None))
