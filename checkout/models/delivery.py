from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from checkout.models.tracking import LONGEST, Tracked, tracking_url
from checkout.rules import Estimate
from shop.core.database.audit_triggers import audited

from .carrier import Carrier
from .order import Order


class Delivery(models.Model):
    """Goods that are shipped together by one carrier. Its states follow `checkout.rules.DELIVERY_STEPS`."""

    class State(models.TextChoices):
        OPEN = "open", _("to be packed")
        PACKED = "packed", _("packed")
        SHIPPED = "shipped", _("shipped")
        LOST = "lost", _("lost")
        DELIVERED = "delivered", _("delivered")
        RETURNED = "returned", _("came back")

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="deliveries")
    carrier = models.ForeignKey(Carrier, verbose_name=_("carrier"), on_delete=models.PROTECT, related_name="+")
    name = models.CharField(_("name"), max_length=80)
    description = models.CharField(_("description"), max_length=200, blank=True)
    price = models.DecimalField(_("price"), max_digits=8, decimal_places=2)
    checks_age = models.BooleanField(_("checks the recipient's age"), default=False)
    shippable_from = models.DateField(_("shippable from"), null=True, blank=True)
    # The estimate told at the order (checkout.rules.Estimate). Older deliveries have none.
    arrives_from = models.DateField(_("arrives from"), null=True, blank=True)
    arrives_until = models.DateField(_("arrives until"), null=True, blank=True)
    working_days_from = models.PositiveSmallIntegerField(_("working days from"), null=True, blank=True)
    working_days_until = models.PositiveSmallIntegerField(_("working days until"), null=True, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    tracked_by = models.CharField(_("carried by"), max_length=20, choices=Tracked.choices, blank=True)
    tracking_number = models.CharField(_("tracking number"), max_length=LONGEST, blank=True, db_index=True)
    origin = models.ForeignKey(
        "self", verbose_name=_("taken from"), null=True, blank=True, on_delete=models.SET_NULL,
        related_name="descendants", help_text=_("The parcel whose goods these were: a part goes apart, or again."),
    )  # fmt: skip
    packed_at = models.DateTimeField(_("packed"), null=True, blank=True)
    shipped_at = models.DateTimeField(_("shipped"), null=True, blank=True)
    delivered_at = models.DateTimeField(_("delivered"), null=True, blank=True)
    returned_at = models.DateTimeField(_("came back"), null=True, blank=True)
    lost_at = models.DateTimeField(_("lost"), null=True, blank=True)

    # Set if read by `checkout.shipping.deliveries.with_readiness`.
    readiness: str

    class Meta:
        verbose_name = _("parcel")
        verbose_name_plural = _("parcels")
        permissions = [("export_delivery", _("Can export addresses for labels"))]
        constraints = [
            models.CheckConstraint(
                condition=~Q(state__in=["shipped", "delivered", "returned", "lost"]) | Q(shipped_at__isnull=False),
                name="shipped_delivery_knows_when",
            ),
            models.CheckConstraint(
                condition=~Q(state="delivered") | Q(delivered_at__isnull=False), name="delivered_delivery_knows_when"
            ),
            models.CheckConstraint(
                condition=~Q(state="returned") | Q(returned_at__isnull=False), name="returned_delivery_knows_when"
            ),
            models.CheckConstraint(
                condition=~Q(state="lost") | Q(lost_at__isnull=False), name="lost_delivery_knows_when"
            ),
        ]
        indexes = [models.Index(fields=["state"], name="deliveries_by_state")]
        triggers = audited(part_of=["order"], shoppers_write=True)

    def __str__(self) -> str:
        return self.name

    @property
    def number(self) -> str:
        """The number on papers, labels and lists of tracking numbers."""
        return f"P{self.pk}"

    @property
    def tracking_url(self) -> str:
        return tracking_url(self.tracked_by, self.tracking_number)

    @property
    def estimate(self) -> Estimate | None:
        if self.arrives_from is None or self.arrives_until is None:
            return None
        return Estimate(self.arrives_from, self.arrives_until, self.working_days_from, self.working_days_until)
