from django.db import models
from django.utils.translation import gettext_lazy as _

from catalogue.seat_plans import limits
from catalogue.seat_plans.plan import OTHER_LANGUAGES, all_names
from sessions_queue.models import VisitorSession
from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import version_triggers
from shop.core.values.languages import localized

from .event import Event, PricingCategory
from .triggers import listing


class SeatMap(models.Model):
    """The seats of one event (catalogue §3 "Seat map"). Change it only through `catalogue.seating`."""

    event = models.OneToOneField(Event, verbose_name=_("event"), on_delete=models.CASCADE, related_name="seat_map")
    name = models.CharField(_("name"), max_length=limits.MAP, blank=True)
    graphics = models.JSONField(_("drawings"), default=list, blank=True)
    bounding_box = models.JSONField(_("bounding box"), default=dict)
    version = models.CharField(_("version"), max_length=16, blank=True, editable=False)
    size = models.PositiveIntegerField(_("seats"), default=0, editable=False)
    imported_at = models.DateTimeField(_("read in"), auto_now=True)

    class Meta:
        verbose_name = _("seat map")
        verbose_name_plural = _("seat maps")
        triggers = [
            *version_triggers(listing("event", "event_id")),
            *audited(part_of=["event"], ignored=["graphics", "bounding_box"]),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.name}"


class SeatMapFile(models.Model):
    """A version of a seat map as clients read it; never changed, so that it may be cached for ever."""

    class Kind(models.TextChoices):
        FULL = "full", _("for every client")
        COMPACT = "compact", _("for the shop's own pages")

    seat_map = models.ForeignKey(SeatMap, on_delete=models.CASCADE, related_name="files")
    version = models.CharField(max_length=16)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    content = models.BinaryField(help_text="JSON, compressed by Brotli.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seat_map", "version", "kind"], name="one_file_per_version_and_kind")
        ]

    def __str__(self) -> str:
        return f"{self.seat_map} {self.version} {self.kind}"


class SeatSection(models.Model):
    """A block of a seat map with its outline. `hull_points`: [[x, y], …]. Its German name names it for good."""

    seat_map = models.ForeignKey(SeatMap, on_delete=models.CASCADE, related_name="sections")
    name = models.CharField(_("name"), max_length=limits.SECTION)
    name_de: str
    order = models.PositiveIntegerField(_("order"), default=0)
    hull_points = models.JSONField(_("outline"), default=list, blank=True)
    pricing_category = models.ForeignKey(
        PricingCategory, null=True, blank=True, on_delete=models.RESTRICT, related_name="+"
    )

    class Meta:
        verbose_name = _("section")
        verbose_name_plural = _("sections")
        ordering = ["order", "id"]
        constraints = [models.UniqueConstraint(fields=["seat_map", "name_de"], name="section_once_per_seat_map")]

    def __str__(self) -> str:
        return all_names(self.name_de, self.translations)

    @property
    def translations(self) -> dict[str, str]:
        """Return the names in the other languages, by their codes."""
        return {one: getattr(self, localized("name", one)) or self.name_de for one in OTHER_LANGUAGES}


class SeatRow(models.Model):
    """A row of seats: what buyers of neighbouring seats wait for one after the other."""

    section = models.ForeignKey(SeatSection, on_delete=models.CASCADE, related_name="rows")
    name = models.CharField(_("row"), max_length=limits.ROW)
    order = models.PositiveIntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("row")
        verbose_name_plural = _("rows")
        ordering = ["section", "order", "id"]
        constraints = [models.UniqueConstraint(fields=["section", "name"], name="row_once_per_section")]

    def __str__(self) -> str:
        return f"{self.section} {self.name}"


class Seat(models.Model):
    """A seat of one event. Section, row and number name it for good; its id outlives a new plan."""

    class Reserved(models.TextChoices):
        NOBODY = "", _("everybody")
        PROMOTER = limits.PROMOTER, _("the promoter")
        PRESS = limits.PRESS, _("the press")
        WHEELCHAIR = limits.WHEELCHAIR, _("wheelchair users")
        COMPANION = limits.COMPANION, _("companions of wheelchair users")

    ACCESSIBLE = (Reserved.WHEELCHAIR, Reserved.COMPANION)
    NOT_FOR_SALE = (Reserved.PROMOTER, Reserved.PRESS)

    row = models.ForeignKey(SeatRow, on_delete=models.CASCADE, related_name="seats")
    number = models.CharField(_("number"), max_length=limits.NUMBER)
    x = models.FloatField()
    y = models.FloatField()
    pricing_category = models.ForeignKey(PricingCategory, on_delete=models.RESTRICT, related_name="seats")
    reserved_for = models.CharField(
        _("reserved for"), max_length=10, choices=Reserved.choices, default=Reserved.NOBODY, blank=True
    )
    place = models.PositiveIntegerField(help_text="Its number in the whole map, from 0: its bit in the availability.")
    run = models.PositiveSmallIntegerField(
        default=0, help_text="Seats of a row with the same run stand side by side; an aisle begins a new one."
    )

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["row", "number"], name="seat_once_per_row")]
        triggers = audited(
            part_of=["row__section__seat_map__event", "row__section", "row"],
            ignored=["x", "y", "place", "run"],
            only_updates=True,
        )

    def __str__(self) -> str:
        return f"{self.row} {self.number}"


class SeatClaim(models.Model):
    """Who has a seat: held while the visitor session lives, or sold. One claim a seat is all there can be.

    The holder is an opaque id, as of a StockClaim.
    """

    seat = models.OneToOneField(Seat, primary_key=True, on_delete=models.PROTECT, related_name="claim")
    holder = models.UUIDField(db_index=True)
    session = models.ForeignKey(
        VisitorSession,
        null=True,
        on_delete=models.PROTECT,
        related_name="seat_claims",
        help_text="Its expires_at ends the hold; none once sold.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.seat)

    @property
    def is_sold(self) -> bool:
        return self.session_id is None
