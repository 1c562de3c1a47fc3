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


class Activity(models.TextChoices):
    """What went wrong while somebody paid, by the names that the activity log has (purchase §8)."""

    SOFORT_NOT_BEGUN = "Stripe Sofort Create Source Error", _("Stripe: a payment by what followed sofort did not begin")
    PAYPAL_CAPTURE = "PayPal Capture Error", _("PayPal: what a buyer agreed to was not given")
    PAYPAL_ORDER = "PayPal Get Order Error", _("PayPal: how a payment stands was not told")
    PAYPAL_CANCELLED = "PayPal Cancelled", _("PayPal: a buyer came back without having paid")
    PAYPAL_OTHER = "PayPal Generic Error", _("PayPal: a payment did not begin, or something else failed")


class ActivityCount(models.Model):
    """How often something went wrong in a shop within an hour, and nothing about anybody: however often it does, its
    rows stay few.
    """

    shop = models.ForeignKey(Shop, verbose_name=_("shop"), on_delete=models.CASCADE, related_name="activity_counts")
    hour = models.DateTimeField(_("hour from"))
    action = models.CharField(_("what happened"), max_length=60, choices=Activity.choices)
    detail = models.CharField(_("reason"), max_length=120, blank=True, help_text=_("As the payment service names it."))
    count = models.PositiveIntegerField(_("number"), default=0)

    class Meta:
        verbose_name = _("trouble while paying")
        verbose_name_plural = _("trouble while paying")
        ordering = ["-hour", "shop", "action", "detail"]
        constraints = [
            models.UniqueConstraint(fields=["hour", "shop", "action", "detail"], name="one_count_per_hour_and_activity")
        ]

    def __str__(self) -> str:
        return f"{self.get_action_display()}: {self.count}"
