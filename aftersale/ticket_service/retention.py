"""The end of what guests told: names, addresses, comments and pictures go some days after the decision."""

from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Now

from aftersale.models import ProofUpload, TicketServiceItem, TicketServiceRequest
from aftersale.refunds.retention import FORGOTTEN_AFTER

from .uploads import TO_CLAIM, drop, drop_raw

# A permit of the bucket may be used again once its picture has been taken.
LOOKED_AT = timedelta(days=3)


def forget_requests() -> int:
    """Blank what was told, FORGOTTEN_AFTER staff decided, and delete the proofs; of how many requests."""
    ended = TicketServiceRequest.objects.filter(decided_at__lt=Now() - FORGOTTEN_AFTER)
    drop(ProofUpload.objects.filter(item__request__in=ended))
    told = Q(name="") & Q(email="") & Q(reference="") & Q(comment="")
    TicketServiceItem.objects.filter(request__in=ended).exclude(name="", name_new="").update(name="", name_new="")
    return ended.exclude(told).update(name="", email="", reference="", comment="")


def forget_uploads() -> int:
    """Delete pictures that no form has named within a day, and what came once more of those that one has."""
    old = ProofUpload.objects.filter(created_at__lt=Now() - TO_CLAIM)
    drop_raw(old.filter(claimed_at__isnull=False, created_at__gt=Now() - LOOKED_AT))
    return drop(old.filter(claimed_at=None))
