import pgtrigger
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from aftersale.numbers.printed import LONGEST
from catalogue.models import Event, PricingCategory, ProductVariant
from checkout.models import OrderLine
from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import refusing_trigger

from .printed_list import PrintedList

FREE, USED = Q(line=None, voided_at=None), Q(line__isnull=False, voided_at=None)
ANOTHER_PIECE = "OLD.line_id IS NOT NULL AND (NEW.line_id <> OLD.line_id OR NEW.position <> OLD.position)"


class PrintedNumberQuerySet(models.QuerySet["PrintedNumber"]):
    def free(self) -> "PrintedNumberQuerySet":
        return self.filter(FREE)

    def used(self) -> "PrintedNumberQuerySet":
        return self.filter(USED)

    def void(self) -> "PrintedNumberQuerySet":
        return self.filter(voided_at__isnull=False)

    def in_order(self) -> "PrintedNumberQuerySet":
        """Sort in printing order: the order in the box."""
        return self.order_by("list_id", "place")


class PrintedNumber(models.Model):
    """The number on a printed ticket: free, given to one piece of a paid line, or void (docs/decisions/0053).

    `variant` or `pricing_category`: only for that kind of ticket. A void number keeps its piece.
    """

    class Ended(models.TextChoices):
        LINE = "line", _("no longer part of the order")
        REFUND = "refund", _("its money goes back")
        LOST = "lost", _("lost with its parcel")
        REPLACED = "replaced", _("replaced")
        STAFF = "staff", _("by staff")

    list = models.ForeignKey(PrintedList, verbose_name=_("list"), on_delete=models.PROTECT, related_name="numbers")
    place = models.PositiveIntegerField(_("line of the list"))
    event = models.ForeignKey(Event, verbose_name=_("event"), on_delete=models.PROTECT, related_name="printed_numbers")
    variant = models.ForeignKey(
        ProductVariant, verbose_name=_("variant"), null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    pricing_category = models.ForeignKey(
        PricingCategory, verbose_name=_("pricing category"), null=True, blank=True, on_delete=models.PROTECT,
        related_name="+",
    )  # fmt: skip
    number = models.CharField(_("number"), max_length=LONGEST)
    key = models.CharField(max_length=LONGEST, editable=False, help_text="The number however it is typed.")
    line = models.ForeignKey(
        OrderLine, verbose_name=_("given to"), null=True, blank=True, on_delete=models.PROTECT,
        related_name="printed_numbers",
    )  # fmt: skip
    position = models.PositiveSmallIntegerField(_("which of the line's"), null=True, blank=True)
    given_at = models.DateTimeField(_("given"), null=True, blank=True)
    voided_at = models.DateTimeField(_("void since"), null=True, blank=True)
    ended = models.CharField(_("why it is void"), max_length=8, choices=Ended.choices, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True, help_text=_("What staff wrote, last."))

    objects = PrintedNumberQuerySet.as_manager()

    class Meta:
        verbose_name = _("printed ticket")
        verbose_name_plural = _("printed tickets")
        ordering = ["-list_id", "place"]
        permissions = [("export_printednumber", _("Can export printed numbers"))]
        constraints = [
            models.UniqueConstraint(fields=["event", "key"], name="printed_number_once_per_event"),
            models.UniqueConstraint(
                fields=["line", "position"], condition=Q(voided_at=None), name="one_printed_number_per_piece"
            ),
            models.CheckConstraint(
                condition=Q(line=None, position=None, given_at=None)
                | Q(line__isnull=False, position__gt=0, given_at__isnull=False),
                name="given_number_has_its_piece",
            ),
            models.CheckConstraint(
                condition=Q(voided_at=None, ended="") | Q(voided_at__isnull=False) & ~Q(ended=""),
                name="void_number_knows_why",
            ),
            models.CheckConstraint(
                condition=Q(variant=None) | Q(pricing_category=None), name="printed_number_of_one_kind"
            ),
        ]
        indexes = [
            models.Index(
                fields=["event", "variant", "pricing_category", "list", "place"], condition=FREE,
                name="free_printed_numbers",
            ),
            models.Index(fields=["key"], name="printed_numbers_by_key"),
        ]  # fmt: skip
        triggers = [
            refusing_trigger("given_once", pgtrigger.Update, "A printed number is given once", ANOTHER_PIECE),
            *audited(part_of=["line__placement__order", "event"], ignored=["key"], shoppers_write=True),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def is_void(self) -> bool:
        return self.voided_at is not None

    @property
    def is_used(self) -> bool:
        return self.line_id is not None and not self.is_void

    @property
    def is_in_house(self) -> bool:
        """True if the number has a piece whose parcel is not shipped; also for a void number, which keeps its piece."""
        return self.line is not None and (self.line.delivery is None or self.line.delivery.shipped_at is None)
