import secrets
import uuid
from datetime import datetime

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from shop.models import Shop


def new_token() -> str:
    return secrets.token_urlsafe(24)


class VisitorSessionQuerySet(models.QuerySet["VisitorSession"]):
    def alive(self) -> "VisitorSessionQuerySet":
        """Sessions that neither ended nor ran out; the database's clock decides."""
        return self.filter(ended_at=None, expires_at__gt=Now())

    def overdue(self) -> "VisitorSessionQuerySet":
        return self.filter(ended_at=None, expires_at__lte=Now())


class VisitorSession(models.Model):
    """A guest in one shop. Holds and the cart live exactly as long as it does (purchase §4 "Session")."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    shop = models.ForeignKey(Shop, on_delete=models.CASCADE, related_name="visitor_sessions")
    language = models.CharField(_("language"), max_length=2, default="de")
    address_digest = models.CharField(
        max_length=32,
        blank=True,
        db_default="",
        editable=False,
        help_text="Of the address that it began at; what all sessions of one address hold is limited.",
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField(_("expires"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    # A moment of the database's clock at which the session lived; only locked ones know it (sessions_queue.locks).
    alive_at: datetime

    objects = VisitorSessionQuerySet.as_manager()

    class Meta:
        verbose_name = _("visitor session")
        verbose_name_plural = _("visitor sessions")
        indexes = [
            models.Index(fields=["expires_at"], condition=Q(ended_at=None), name="session_open_expiry"),
            models.Index(fields=["address_digest"], condition=Q(ended_at=None), name="session_open_address"),
        ]

    def __str__(self) -> str:
        return str(self.id)
