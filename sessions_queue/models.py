import hashlib
import secrets
import uuid
from datetime import datetime

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from shop.core.database.audit_triggers import audited
from shop.models import Shop

ONE_SESSION_PER_PLACE = "one_session_per_place"
QUEUE_COLUMNS = ["opening", "seed", "lots", "leased", "served", "counted_at", "is_by_load", "rehearsed"]


def new_token() -> str:
    return secrets.token_urlsafe(24)


class VisitorSessionQuerySet(models.QuerySet["VisitorSession"]):
    def alive(self) -> "VisitorSessionQuerySet":
        """Return sessions that neither ended nor ran out, by the database's clock."""
        return self.filter(ended_at=None, expires_at__gt=Now())

    def overdue(self) -> "VisitorSessionQuerySet":
        return self.filter(ended_at=None, expires_at__lte=Now())


class VisitorSession(models.Model):
    """A guest in one shop. Holds and the cart live exactly as long as the session (purchase §4 "Session")."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    shop = models.ForeignKey(Shop, on_delete=models.CASCADE, related_name="visitor_sessions")
    language = models.CharField(_("language"), max_length=2, default=settings.LANGUAGE_CODE)
    pass_digest = models.CharField(
        max_length=16, blank=True, db_default="", editable=False,
        help_text="Of the browser's pass; what its sessions hold is limited.",
    )  # fmt: skip
    address_digest = models.CharField(
        max_length=32,
        blank=True,
        db_default="",
        editable=False,
        help_text="Of the address that it began at; beyond a share, what all sessions of one address hold costs work.",
    )
    network_digest = models.CharField(
        max_length=32, blank=True, db_default="", editable=False,
        help_text="Of the wider network of an IPv6 address, which has a wider share.",
    )  # fmt: skip
    work = models.PositiveSmallIntegerField(
        db_default=0, editable=False,
        help_text="The level of what it computed to hold more than its address's share; the highest by a turn.",
    )  # fmt: skip
    is_hurried = models.BooleanField(
        db_default=False, editable=False,
        help_text="Many want what it holds: a heartbeat does not renew it, and what the guest does by five minutes.",
    )  # fmt: skip
    resume_nonce = models.CharField(
        max_length=22, blank=True, db_default="", editable=False,
        help_text="Of the id by which it may go on in another browser: once.",
    )  # fmt: skip
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField(_("expires"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    # A moment of the database's clock at which the session lived. Set by its lock only (sessions_queue.locks).
    alive_at: datetime
    # When it would have ended before this request renewed it. Set by `renew` only.
    promised_until: datetime | None = None

    objects = VisitorSessionQuerySet.as_manager()

    class Meta:
        verbose_name = _("visitor session")
        verbose_name_plural = _("visitor sessions")
        indexes = [
            models.Index(fields=["expires_at"], condition=Q(ended_at=None), name="session_open_expiry"),
            models.Index(fields=["address_digest"], condition=Q(ended_at=None), name="session_open_address"),
            models.Index(
                fields=["network_digest"],
                condition=Q(ended_at=None) & ~Q(network_digest=""),
                name="session_open_network",
            ),
            models.Index(fields=["pass_digest"], condition=Q(ended_at=None), name="session_open_pass"),
        ]

    def __str__(self) -> str:
        return str(self.id)


def new_opening() -> str:
    return secrets.token_hex(4)


def new_seed() -> str:
    return secrets.token_hex(32)


class WaitingRoom(models.Model):
    """A waiting room in front of a shop's sale, or of an event's. While a shop's room is open, visitors without
    anything reserved wait for their turn; at an event's room, visitors who want its tickets. The catalogue knows which
    event.

    `opening`: the id of this opening, which its numbers belong to; `leased`: the last number that may have been given
    out; `served`: the last number that had its turn. Both only rise, so that no number is given twice, whatever Valkey
    loses. `lots`: how many took part in the draw; None before it, 0 if there is no draw.
    """

    class Scope(models.TextChoices):
        SHOP = "shop", _("the shop")
        EVENT = "event", _("an event")

    class State(models.TextChoices):
        CLOSED = "closed", _("closed: nobody waits")
        OPEN = "open", _("open")
        PAUSED = "paused", _("paused: nobody is let in")
        REHEARSAL = "rehearsal", _("rehearsal: nobody real waits")

    shop = models.ForeignKey(Shop, verbose_name=_("shop"), on_delete=models.CASCADE, related_name="waiting_rooms")
    scope = models.CharField(_("in front of"), max_length=5, choices=Scope.choices, default=Scope.SHOP, editable=False)
    name = models.CharField(_("event"), max_length=240, blank=True, editable=False)
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.CLOSED, editable=False)
    capacity = models.PositiveIntegerField(
        _("visitors inside at most"), default=200, validators=[MinValueValidator(1)],
        help_text=_("So many may have something reserved at once, and those whose turn it is."),
    )  # fmt: skip
    rate = models.PositiveIntegerField(
        _("let in per minute"), default=120, validators=[MinValueValidator(1), MaxValueValidator(60_000)],
        help_text=_("At most, as slots get free."),
    )  # fmt: skip
    starts_at = models.DateTimeField(
        _("sale begins"), null=True, blank=True,
        help_text=_("Whoever is there by then takes part in a draw for the places; whoever comes later stands behind."),
    )  # fmt: skip
    opens_by_load = models.BooleanField(
        _("opens by itself"), default=False,
        help_text=_("Once as many are inside as fit; it closes again when nobody has waited for five minutes."),
    )  # fmt: skip
    is_by_load = models.BooleanField(default=False, editable=False, help_text="It was opened by the load.")
    rehearsed = models.PositiveIntegerField(default=0, editable=False, help_text="So many visitors are simulated.")
    opening = models.CharField(max_length=8, default=new_opening, editable=False)
    seed = models.CharField(max_length=64, default=new_seed, editable=False)
    lots = models.PositiveBigIntegerField(null=True, default=0, editable=False)
    leased = models.PositiveBigIntegerField(default=0, editable=False)
    served = models.PositiveBigIntegerField(default=0, editable=False)
    counted_at = models.FloatField(default=0, editable=False, help_text="Up to when the rate was used.")
    opened_at = models.DateTimeField(_("opened"), null=True, editable=False)

    class Meta:
        verbose_name = _("waiting room")
        verbose_name_plural = _("waiting rooms")
        ordering = ["shop", "scope", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["shop"],
                condition=Q(scope="shop"),
                name="one_waiting_room_per_shop",
                violation_error_message=_("This shop has a waiting room."),
            ),
            models.CheckConstraint(condition=Q(served__lte=F("leased")), name="nobody_served_without_a_number"),
            models.CheckConstraint(condition=Q(capacity__gt=0, rate__gt=0), name="a_waiting_room_lets_somebody_in"),
        ]
        triggers = audited(part_of=["shop"], ignored=QUEUE_COLUMNS, shoppers_write=True)

    def __str__(self) -> str:
        return self.name or str(self.shop)

    @property
    def is_open(self) -> bool:
        """True if visitors may have to wait. A rehearsal blocks nobody."""
        return self.state in (self.State.OPEN, self.State.PAUSED)

    @property
    def commitment(self) -> str:
        """Return the hash of the seed. It is published before the draw; the seed, shown afterwards, proves that the
        draw was not chosen.
        """
        return hashlib.sha256(self.seed.encode()).hexdigest()


class RoomMinute(models.Model):
    """A room in one minute: the most visitors waiting and inside, and how many were admitted."""

    room = models.ForeignKey(WaitingRoom, on_delete=models.CASCADE, related_name="minutes")
    minute = models.DateTimeField()
    waiting = models.PositiveIntegerField(default=0)
    inside = models.PositiveIntegerField(default=0)
    admitted = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["minute"]
        constraints = [models.UniqueConstraint(fields=["room", "minute"], name="one_row_per_room_and_minute")]

    def __str__(self) -> str:
        return f"{self.minute:%H:%M}: {self.waiting}"


class Admission(models.Model):
    """A session came in by this place in a room's queue. Over once the session has ordered."""

    session = models.ForeignKey(VisitorSession, on_delete=models.CASCADE, related_name="admissions")
    opening = models.CharField(max_length=8)
    number = models.PositiveBigIntegerField()
    is_over = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["opening", "number"], name=ONE_SESSION_PER_PLACE)]

    def __str__(self) -> str:
        return f"{self.opening}.{self.number}"


class Activity(models.TextChoices):
    """What went wrong during a payment, by the activity log's names (purchase §8)."""

    SOFORT_NOT_BEGUN = "Stripe Sofort Create Source Error", _("Stripe: a payment by what followed sofort did not begin")
    PAYPAL_CAPTURE = "PayPal Capture Error", _("PayPal: what a buyer agreed to was not given")
    PAYPAL_ORDER = "PayPal Get Order Error", _("PayPal: how a payment stands was not told")
    PAYPAL_CANCELLED = "PayPal Cancelled", _("PayPal: a buyer came back without having paid")
    PAYPAL_OTHER = "PayPal Generic Error", _("PayPal: a payment did not begin, or something else failed")


class ActivityCount(models.Model):
    """How often something went wrong in a shop within an hour. Holds nothing about visitors, and few rows however often
    it happens.
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
