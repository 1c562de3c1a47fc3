import hashlib
from decimal import Decimal

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from catalogue.models import Event
from shop.core.database.audit_triggers import audited
from shop.core.values.languages import in_all_languages


class RefundOfferQuerySet(models.QuerySet["RefundOffer"]):
    def open(self) -> "RefundOfferQuerySet":
        """Return offers that accept requests now."""
        return self.filter(Q(closes_at=None) | Q(closes_at__gt=Now()), opened_at__lte=Now())


class RefundOffer(models.Model):
    """Refunds for the tickets of a cancelled, postponed or moved event (purchase §8 "mass-refundable"). When staff open
    it, the event gets the state and date that it names.

    Before it opens and after it closes, guests see `refund_error_message`.
    """

    class Cause(models.TextChoices):
        CANCELLED = "cancelled", pgettext_lazy("event", "cancelled")
        POSTPONED = "postponed", pgettext_lazy("event", "postponed")
        MOVED = "moved", _("moved")

    event = models.OneToOneField(
        Event, verbose_name=_("event"), on_delete=models.PROTECT, related_name="refund_offer"
    )  # fmt: skip
    cause = models.CharField(_("what happened"), max_length=10, choices=Cause.choices)
    new_begin = models.DateTimeField(
        _("new date"), null=True, blank=True,
        help_text=_(
            "When a moved event begins now: its other times move with it. Empty for a postponed event, whose date is "
            "not known yet."
        ),
    )  # fmt: skip
    opened_at = models.DateTimeField(_("open since"), null=True, blank=True, editable=False)
    closes_at = models.DateTimeField(
        _("until"), null=True, blank=True, help_text=_("Empty: as long as nobody closes it.")
    )
    by_itself = models.BooleanField(
        _("without being asked"), default=False,
        help_text=_("What was paid by card or PayPal goes back at once; who paid by transfer is asked for an account."),
    )  # fmt: skip
    kept_fee = models.DecimalField(
        _("kept of each ticket"), max_digits=6, decimal_places=2, default=Decimal(0),
        validators=[MinValueValidator(0)],
        help_text=_("In euros. Of a cancelled event the whole price goes back, fees included."),
    )  # fmt: skip
    message = models.TextField(_("message to ticket holders"), blank=True)
    refund_error_message = models.CharField(
        _("message while it is closed"), max_length=300, blank=True,
        help_text=_("Who asks then reads this instead of “in 2–3 days”."),
    )  # fmt: skip
    announcement = models.PositiveSmallIntegerField(
        default=0, editable=False,
        help_text="The number of the last announcement: opening the offer with another cause or date makes a new one.",
    )  # fmt: skip
    announced_cause = models.CharField(max_length=10, blank=True, default="", editable=False, choices=Cause.choices)
    announced_begin = models.DateTimeField(null=True, blank=True, editable=False)
    told_at = models.DateTimeField(_("holders are told since"), null=True, blank=True, editable=False)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("opened by"), null=True, blank=True, editable=False,
        on_delete=models.PROTECT, related_name="+",
    )  # fmt: skip

    objects = RefundOfferQuerySet.as_manager()

    class Meta:
        verbose_name = _("refund offer")
        verbose_name_plural = _("refund offers")
        ordering = ["-id"]
        permissions = [("open_refundoffer", _("Can open and close refund offers"))]
        constraints = [
            models.CheckConstraint(condition=Q(kept_fee__gte=0), name="kept_fee_not_negative"),
            models.CheckConstraint(
                condition=Q(closes_at=None) | Q(opened_at=None) | Q(closes_at__gte=F("opened_at")),
                name="refund_offer_closes_after_it_opens",
                violation_error_message=_("It would close before it opens."),
            ),
        ]
        triggers = audited(part_of=["event"])

    def __str__(self) -> str:
        return str(self.event)

    def clean(self) -> None:
        """Raises ValidationError if a fee is kept for a cancelled event, because guests have a right to the whole
        price; or if a moved event has no new date, or another event has one.
        """
        if self.cause == self.Cause.MOVED and self.new_begin is None:
            raise ValidationError({"new_begin": _("To when is it moved? Without a date it is postponed.")})
        if self.cause != self.Cause.MOVED and self.new_begin is not None:
            raise ValidationError({"new_begin": _("Only a moved event has a new date.")})
        if self.cause == self.Cause.CANCELLED and self.kept_fee:
            raise ValidationError({"kept_fee": _("Of a cancelled event the whole price goes back: nothing is kept.")})

    @property
    def is_announced(self) -> bool:
        """Whether the event was changed and announced by these terms already."""
        return (self.announced_cause, self.announced_begin) == (self.cause, self.new_begin)

    @property
    def terms(self) -> str:
        """Equal for two states of the offer and its event that say and do the same when the offer is opened."""
        event, texts = self.event, [getattr(self, column) for column in in_all_languages("message")]
        known = (
            self.cause, self.new_begin, self.closes_at, self.kept_fee, self.by_itself, self.opened_at,
            self.announcement, event.state, event.happening_from, *texts,
        )  # fmt: skip
        return hashlib.sha256(repr([str(one) for one in known]).encode()).hexdigest()

    @property
    def is_still_to_close(self) -> bool:
        return self.closes_at is None or timezone.now() < self.closes_at

    @property
    def is_open(self) -> bool:
        return self.opened_at is not None and self.opened_at <= timezone.now() and self.is_still_to_close
