from django.db import models
from django.db.models import F, Q, Sum
from django.utils.translation import gettext_lazy as _

from sessions_queue.models import VisitorSession
from shop.models import Shop

from .triggers import STOCK_TRIGGERS


class StockQuerySet(models.QuerySet["Stock"]):
    def with_counts(self) -> "StockQuerySet":
        """Adds `capacity`, `held`, `sold` and `free`, summed over the slots."""
        return self.annotate(
            capacity=Sum("slots__capacity", default=0),
            held=Sum("slots__held", default=0),
            sold=Sum("slots__sold", default=0),
        ).annotate(free=F("capacity") - F("held") - F("sold"))


class Stock(models.Model):
    """A capacity that one or several variants draw on (design §4). Change it only through `catalogue.actions`."""

    owner = models.ForeignKey(Shop, verbose_name=_("owner"), on_delete=models.PROTECT, related_name="+")
    name = models.CharField(_("name"), max_length=240)

    objects = StockQuerySet.as_manager()

    class Meta:
        verbose_name = _("stock")
        verbose_name_plural = _("stocks")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class StockSlot(models.Model):
    """A share of a stock's capacity. One is enough; a hot stock has more, so that buyers do not wait in one line."""

    stock = models.ForeignKey(Stock, on_delete=models.CASCADE, related_name="slots")
    capacity = models.PositiveIntegerField(_("capacity"))
    held = models.PositiveIntegerField(_("held"), default=0)
    sold = models.PositiveIntegerField(_("sold"), default=0)

    class Meta:
        verbose_name = _("slot")
        verbose_name_plural = _("slots")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(capacity__gte=F("held") + F("sold")), name="slot_never_oversold"),
            models.CheckConstraint(condition=Q(held__gte=0) & Q(sold__gte=0), name="slot_counts_not_negative"),
        ]
        triggers = STOCK_TRIGGERS

    def __str__(self) -> str:
        return f"{self.stock} #{self.pk}"


class StockClaim(models.Model):
    """Pieces of one slot that a holder has: held while the visitor session lives, or sold.

    The holder is an opaque id (a cart's while held, an order's once sold): the catalogue knows neither.
    """

    holder = models.UUIDField()
    slot = models.ForeignKey(StockSlot, on_delete=models.PROTECT, related_name="claims")
    session = models.ForeignKey(
        VisitorSession,
        null=True,
        on_delete=models.PROTECT,
        related_name="stock_claims",
        help_text="Its expires_at ends the hold; none once sold.",
    )
    quantity = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["holder", "slot"], name="one_claim_per_holder_and_slot"),
            models.CheckConstraint(condition=Q(quantity__gt=0), name="claim_not_empty"),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} × {self.slot}"

    @property
    def is_sold(self) -> bool:
        return self.session_id is None
