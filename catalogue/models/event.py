from datetime import date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from catalogue.rules import event_ends
from catalogue.seat_plans import limits
from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import version_triggers
from shop.core.values.formats import moment_text
from shop.core.values.zones import zone_note
from shop.models import Image
from shop.models.entered import CountryField, HtmlField, ZoneField

from .artist import Artist
from .listing import Listed
from .search_text import EVENT_TEXT, search_index
from .stock import Stock
from .triggers import listing, through, touch_changed, union


class Venue(models.Model):
    name = models.CharField(_("name"), max_length=160)
    address = models.CharField(_("street"), max_length=160, blank=True)
    city = models.CharField(_("city"), max_length=80)
    post_code = models.CharField(_("postal code"), max_length=10, blank=True)
    country_code = CountryField(_("country"), max_length=2, default="de")
    time_zone = ZoneField(
        _("time zone"), max_length=64, default=settings.TIME_ZONE, db_default=settings.TIME_ZONE,
        help_text=_(
            "All times of events at this venue are in this time zone, where you enter them and where they are shown. "
            "If you choose another zone, events keep the time of day that you entered."
        ),
    )  # fmt: skip
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("venue")
        verbose_name_plural = _("venues")
        ordering = ["city", "name"]
        triggers = [
            *version_triggers(through("catalogue_event", "venue_id", "event", "id")),
            touch_changed(),
            *audited(ignored=["changed_at"]),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.city}"

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    @property
    def time_zone_note(self) -> str:
        """What stands behind its times, in the active language."""
        return zone_note(self.time_zone)


class Tour(Listed):
    """A tour (catalogue §3). Null: no start or end date."""

    class FeaturedIn(models.TextChoices):
        HOMEPAGE = "Homepage", _("home page")

    subtitle = models.CharField(_("subtitle"), max_length=200, blank=True)
    description = HtmlField(_("description"), blank=True)
    artists = models.ManyToManyField(Artist, verbose_name=_("artists"), related_name="tours", blank=True)
    ticket_image = models.ForeignKey(
        Image, verbose_name=_("ticket picture"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    start_date = models.DateField(_("first day"), null=True, blank=True)
    end_date = models.DateField(_("last day"), null=True, blank=True)
    sort_order_homepage = models.PositiveSmallIntegerField(_("place on the home page"), null=True, blank=True)
    featured_in = ArrayField(
        models.CharField(max_length=20, choices=FeaturedIn.choices),
        verbose_name=_("featured in"),
        default=list,
        blank=True,
    )
    sort_order_ticket_top_left = models.PositiveSmallIntegerField(_("place in the left slider"), null=True, blank=True)
    sort_order_ticket_top_right = models.PositiveSmallIntegerField(
        _("place in the right slider"), null=True, blank=True
    )
    sort_order_ticket_bottom = models.PositiveSmallIntegerField(_("place in the grid"), null=True, blank=True)

    class Meta:
        verbose_name = _("tour")
        verbose_name_plural = _("tours")
        ordering = [F("start_date").asc(nulls_last=True), "name"]
        constraints = [
            models.CheckConstraint(
                condition=Q(start_date=None) | Q(end_date=None) | Q(end_date__gte=F("start_date")),
                name="tour_ends_after_start",
                violation_error_message=_("The last day is before the first."),
            )
        ]
        triggers = [*version_triggers(listing("tour", "id")), *audited()]


class Event(Listed):
    """An event with tickets (catalogue §3). The fields from `external_link` on are the wire's event `meta` keys.

    An event that staff called off, postponed or moved keeps its page; its `state` says so.
    """

    class State(models.TextChoices):
        """`aftersale.refunds.actions` sets the last three, with all that follows for the buyers."""

        ON_SALE = "on_sale", _("on sale")
        STOPPED = "stopped", _("sale stopped")
        CANCELLED = "cancelled", pgettext_lazy("event", "cancelled")
        POSTPONED = "postponed", pgettext_lazy("event", "postponed")
        MOVED = "moved", _("moved")

    SOLD_IN = frozenset({State.ON_SALE, State.MOVED})
    DECIDED = frozenset({State.CANCELLED, State.POSTPONED, State.MOVED})

    class Personalization(models.TextChoices):
        NONE = "no_personalization_required", _("no names")
        CHECK_IN = "check_in_required", _("names for the check-in")
        CONTACT_TRACING = "contact_tracing_required", _("names, addresses and phone numbers")

    descriptive_name = models.CharField(_("full name"), max_length=240, blank=True)
    description = HtmlField(_("description"), blank=True)
    html_details = HtmlField(_("details"), blank=True)
    artists = models.ManyToManyField(Artist, verbose_name=_("artists"), related_name="events", blank=True)
    categories = models.ManyToManyField(
        "catalogue.Category", verbose_name=_("categories"), related_name="events", blank=True
    )
    tours = models.ManyToManyField(Tour, verbose_name=_("tours"), related_name="events", blank=True, through="TourDate")
    venue = models.ForeignKey(Venue, verbose_name=_("venue"), on_delete=models.PROTECT, related_name="events")
    image = models.ForeignKey(
        Image, verbose_name=_("picture"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    active = models.BooleanField(_("active"), default=True)
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.ON_SALE, db_default=State.ON_SALE.value,
        help_text=_(
            "While the sale is stopped, the page stays and sells nothing. You cancel, postpone or move the event by "
            "its refund offer."
        ),
    )  # fmt: skip
    moved_from = models.DateTimeField(
        _("was to begin"), null=True, blank=True, editable=False, help_text=_("Empty: its date was never moved.")
    )
    happening_from = models.DateTimeField(_("begins"), db_index=True)
    happening_until = models.DateTimeField(_("ends"), null=True, blank=True)
    door_time = models.DateTimeField(_("doors"), null=True, blank=True)
    stage_time = models.DateTimeField(_("on stage"), null=True, blank=True)
    presale_at = models.DateTimeField(_("presale begins"), null=True, blank=True)
    display_map = models.BooleanField(_("show the seat map"), default=False)
    cart_limit = models.PositiveSmallIntegerField(
        _("tickets per cart"),
        default=settings.MAX_ITEM_LIMIT,
        validators=[MinValueValidator(1), MaxValueValidator(100)],
    )
    sold_out_message = models.CharField(_("sold-out message"), max_length=200, blank=True)
    kulturpass_url = models.URLField(_("KulturPass link"), blank=True)
    local_organizer = models.CharField(_("local organiser"), max_length=160, blank=True)
    owning_company = models.CharField(_("organising company"), max_length=160, blank=True)
    owning_first_name = models.CharField(_("organiser: first name"), max_length=40, blank=True)
    owning_last_name = models.CharField(_("organiser: last name"), max_length=40, blank=True)
    owning_address = models.CharField(_("organiser: street"), max_length=60, blank=True)
    owning_address2 = models.CharField(_("organiser: address line 2"), max_length=60, blank=True)
    owning_city = models.CharField(_("organiser: city"), max_length=60, blank=True)
    owning_post_code = models.CharField(_("organiser: postal code"), max_length=10, blank=True)
    owning_country_code = CountryField(_("organiser: country"), max_length=2, blank=True, default="de")
    check_in_start_at = models.DateTimeField(_("check-in opens"), null=True, blank=True)
    check_in_end_at = models.DateTimeField(_("check-in closes"), null=True, blank=True)
    personalization_requirement = models.CharField(
        _("names on tickets"), max_length=30, choices=Personalization.choices, default=Personalization.NONE
    )
    vat_rate = models.DecimalField(
        _("VAT in percent"),
        max_digits=4,
        decimal_places=2,
        default=Decimal("7"),
        validators=[MinValueValidator(0), MaxValueValidator(50)],
    )
    seo_title = models.CharField(_("title for search engines"), max_length=120, blank=True)
    seo_description = models.CharField(_("description for search engines"), max_length=320, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    transfer_when_scarce = models.BooleanField(
        _("bank transfer for the last tickets, too"), default=False, db_default=False,
        help_text=_("Otherwise it is not offered while few are left, or a waiting room stands in front of the event."),
    )  # fmt: skip
    needs_postal_address = models.BooleanField(
        _("needs the buyer's postal address"), default=False, db_default=False,
        help_text=_("Otherwise buyers of online tickets give name, e-mail and country up to 250 euros."),
    )  # fmt: skip
    external_link = models.URLField(_("tickets are sold at"), blank=True)
    external_link_text = models.CharField(_("text of that link"), max_length=120, blank=True)
    custom_tag = models.CharField(_("tag instead of “tickets”"), max_length=60, blank=True)
    hide_date = models.BooleanField(_("hide the date"), default=False)
    hide_map = models.BooleanField(_("hide the seat map"), default=False)
    default_amount = models.PositiveSmallIntegerField(
        _("chosen at first"), null=True, blank=True, help_text=_("Empty: visitors choose, nothing is chosen for them.")
    )
    force_section = models.CharField(
        _("only this section"), max_length=60, blank=True, help_text=_("By its German name on the seat map.")
    )
    force_ticket_amount = models.PositiveSmallIntegerField(
        _("tickets only in multiples of"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    disclaimer_text = models.TextField(_("disclaimer"), blank=True)
    policy_link = models.URLField(_("link to the house rules"), blank=True)
    custom_terms_anchor = models.SlugField(_("anchor in the terms"), max_length=60, blank=True)
    distancing_amount = models.PositiveSmallIntegerField(_("seats kept free beside a party"), null=True, blank=True)
    leads = models.BooleanField(_("heads its tour"), default=False)
    only_online_tickets = models.BooleanField(_("only online tickets"), default=True)
    only_hard_tickets = models.BooleanField(_("only printed tickets"), default=False)
    checkin = models.BooleanField(_("with online check-in"), default=False)
    related_products = models.ManyToManyField("catalogue.Product", verbose_name=_("related products"), blank=True)
    related_events = models.ManyToManyField("self", verbose_name=_("related events"), symmetrical=False, blank=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["happening_from", "door_time"]
        indexes = [search_index("catalogue_event_search", EVENT_TEXT)]
        constraints = [
            models.CheckConstraint(
                condition=Q(happening_until=None) | Q(happening_until__gte=F("happening_from")),
                name="event_ends_after_start",
                violation_error_message=_("The event ends before it begins."),
            ),
            models.CheckConstraint(
                condition=~Q(only_online_tickets=True, only_hard_tickets=True),
                name="event_ticket_kind_possible",
                violation_error_message=_("Tickets cannot be online only and printed only."),
            ),
            models.CheckConstraint(
                condition=~Q(state="moved") | Q(moved_from__isnull=False), name="moved_event_has_its_former_date"
            ),
        ]
        triggers = [*version_triggers(listing("event", "id")), touch_changed(), *audited(ignored=["changed_at"])]

    def __str__(self) -> str:
        """A tour's dates have the same name."""
        return self.descriptive_name or self.name

    def clean(self) -> None:
        """What the database refuses, too, here at the field: a form marks that field's tab."""
        begins: datetime | None = self.happening_from  # a form may have refused it
        if begins and self.happening_until and self.happening_until < begins:
            raise ValidationError({"happening_until": _("The event ends before it begins.")})
        if self.only_online_tickets and self.only_hard_tickets:
            raise ValidationError({"only_hard_tickets": _("Tickets cannot be online only and printed only.")})

    @property
    def is_sold(self) -> bool:
        """Whether its state allows a sale; its dates and stocks may still forbid it."""
        return self.active and self.state in self.SOLD_IN

    @property
    def is_cancelled(self) -> bool:
        return self.state == self.State.CANCELLED

    def at_venue(self, moment: datetime) -> datetime:
        """A moment on the clock of its venue: load it."""
        return moment.astimezone(self.venue.zone)

    @property
    def begins(self) -> str:
        """Day and time there, in figures."""
        return moment_text(self.happening_from, self.venue.zone)

    @property
    def formerly_began(self) -> str:
        """Day and time there before it was moved, in figures. Empty if it was never moved."""
        return moment_text(self.moved_from, self.venue.zone) if self.moved_from else ""

    @property
    def begins_on(self) -> date:
        return self.at_venue(self.happening_from).date()

    @property
    def ends_on(self) -> date:
        return self.at_venue(event_ends(self.happening_from, self.happening_until)).date()


class TourDate(models.Model):
    tour = models.ForeignKey(Tour, verbose_name=_("tour"), on_delete=models.CASCADE, related_name="dates")
    event = models.ForeignKey(Event, verbose_name=_("event"), on_delete=models.CASCADE, related_name="tour_dates")

    class Meta:
        verbose_name = _("tour date")
        verbose_name_plural = _("tour dates")
        constraints = [models.UniqueConstraint(fields=["tour", "event"], name="event_once_per_tour")]
        triggers = [
            *version_triggers(union(listing("tour", "tour_id"), listing("event", "event_id"))),
            *audited(part_of=["tour", "event"]),
        ]

    def __str__(self) -> str:
        return f"{self.tour}: {self.event}"


UNNAMED_CATEGORY = "Default"


class PricingCategory(models.Model):
    """A block of an event's tickets with its prices (catalogue §3). The name `Default` hides its header."""

    class Section(models.TextChoices):
        ONE = "one", _("buyers choose an amount")
        MANY = "many", _("no buttons beside the amount")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="pricing_categories")
    name = models.CharField(_("name"), max_length=limits.CATEGORY, default=UNNAMED_CATEGORY)
    map_color = models.CharField(_("colour on the map"), max_length=7, default="#3a6ea5")
    expanded = models.BooleanField(_("open at first"), default=True)
    section = models.CharField(_("section"), max_length=10, choices=Section.choices, default=Section.ONE)
    hide_buttons = models.BooleanField(_("hide the buttons"), default=False)
    order = models.IntegerField(_("order"), default=0)
    seat_stock = models.OneToOneField(
        Stock,
        verbose_name=_("stock of its seats"),
        null=True,
        blank=True,
        editable=False,
        on_delete=models.PROTECT,
        related_name="seated_category",
        help_text="Counts the category's seats on sale; its tickets draw on it and need a seat each.",
    )

    class Meta:
        verbose_name = _("pricing category")
        verbose_name_plural = _("pricing categories")
        ordering = ["order", "id"]
        triggers = [*version_triggers(listing("event", "event_id")), *audited(part_of=["event"])]

    def __str__(self) -> str:
        return f"{self.event}: {self.name}"
