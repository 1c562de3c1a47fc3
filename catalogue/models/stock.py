from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from sessions_queue.models import VisitorSession
from shop.core.database.audit_triggers import audited
from shop.models import Shop

from .triggers import STOCK_TRIGGERS


class Stock(models.Model):
    """A capacity that one or several variants draw on (design §4). Change it only through `catalogue.stock.actions`."""

    owner = models.ForeignKey(Shop, verbose_name=_("owner"), on_delete=models.PROTECT, related_name="+")
    name = models.CharField(_("name"), max_length=240)
    capacity = models.PositiveIntegerField(_("capacity"), default=0)
    held = models.PositiveIntegerField(_("held"), default=0, editable=False)
    sold = models.PositiveIntegerField(_("sold"), default=0, editable=False)
    waiting = models.PositiveIntegerField(
        _("waiting for transfers"), default=0, db_default=0, editable=False, help_text=_("Of what is sold.")
    )
    transfer_share = models.PositiveSmallIntegerField(
        _("may wait for transfers, in percent"), null=True, blank=True, validators=[MaxValueValidator(100)],
        help_text=_("Empty: as its owner has it for all stocks."),
    )  # fmt: skip
    free = models.GeneratedField(
        expression=F("capacity") - F("held") - F("sold"),
        output_field=models.IntegerField(),
        db_persist=True,
        verbose_name=_("free"),
    )

    class Meta:
        verbose_name = _("stock")
        verbose_name_plural = _("stocks")
        ordering = ["name"]
        permissions = [("export_stock", _("Can export stocks"))]
        constraints = [
            models.CheckConstraint(condition=Q(capacity__gte=F("held") + F("sold")), name="stock_never_oversold"),
            models.CheckConstraint(condition=Q(waiting__lte=F("sold")), name="stock_waits_for_what_is_sold"),
        ]
        triggers = [*STOCK_TRIGGERS, *audited(ignored=["held", "sold", "waiting", "free"])]

    def __str__(self) -> str:
        return self.name

    @property
    def taken(self) -> int:
        """Pieces that are held or sold."""
        return self.held + self.sold


class StockClaim(models.Model):
    """Pieces of a stock that a holder has: held while the visitor session lives, or sold.

    The holder is an opaque id (a cart's while held, an order's once sold): the catalogue knows neither.
    """

    holder = models.UUIDField()
    stock = models.ForeignKey(Stock, on_delete=models.PROTECT, related_name="claims")
    session = models.ForeignKey(
        VisitorSession,
        null=True,
        on_delete=models.PROTECT,
        related_name="stock_claims",
        help_text="Its expires_at ends the hold; none once sold.",
    )
    quantity = models.PositiveIntegerField()
    waits = models.BooleanField(
        default=False, db_default=False, help_text="Sold, and its money may come by transfer, days later."
    )
    pass_digest = models.CharField(
        max_length=16, blank=True, db_default="", editable=False,
        help_text="Of the pass of the browser that ordered it, until it is paid.",
    )  # fmt: skip
    address_digest = models.CharField(
        max_length=32, blank=True, db_default="", editable=False,
        help_text="Of the address that it was ordered from, until it is paid.",
    )  # fmt: skip
    network_digest = models.CharField(
        max_length=32, blank=True, db_default="", editable=False, help_text="Of the wider network, until it is paid."
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(fields=["pass_digest"], condition=~Q(pass_digest=""), name="unpaid_claims_of_pass"),
            models.Index(fields=["address_digest"], condition=~Q(address_digest=""), name="unpaid_claims_of_address"),
            models.Index(fields=["network_digest"], condition=~Q(network_digest=""), name="unpaid_claims_of_network"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["holder", "stock"], name="one_claim_per_holder_and_stock"),
            models.CheckConstraint(condition=Q(quantity__gt=0), name="claim_not_empty"),
            models.CheckConstraint(condition=Q(waits=False) | Q(session=None), name="claim_that_waits_is_sold"),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} × {self.stock}"

    @property
    def is_sold(self) -> bool:
        return self.session_id is None
