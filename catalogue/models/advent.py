from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from catalogue.rules import DOORS
from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import OF_ITS_SHOP, version_triggers
from shop.models import Shop
from shop.models.entered import HtmlField

from .product import Product


class AdventCalendar(models.Model):
    """A shop's advent calendar of one year (catalogue §2, §4)."""

    shop = models.ForeignKey(Shop, verbose_name=_("shop"), on_delete=models.CASCADE, related_name="advent_calendars")
    year = models.PositiveSmallIntegerField(_("year"), validators=[MinValueValidator(2000), MaxValueValidator(2100)])
    title = models.CharField(_("title"), max_length=120, blank=True)
    text = HtmlField(_("text"), blank=True)

    class Meta:
        verbose_name = _("advent calendar")
        verbose_name_plural = _("advent calendars")
        ordering = ["-year", "shop"]
        constraints = [models.UniqueConstraint(fields=["shop", "year"], name="one_advent_calendar_a_year")]
        triggers = [*version_triggers(OF_ITS_SHOP), *audited()]

    def __str__(self) -> str:
        return f"{self.shop} {self.year}"


class AdventDoor(models.Model):
    """What is behind a door; nobody reads it before the day's evening (`catalogue.rules.door_opens`)."""

    calendar = models.ForeignKey(AdventCalendar, on_delete=models.CASCADE, related_name="doors")
    day = models.PositiveSmallIntegerField(_("day"), validators=[MinValueValidator(1), MaxValueValidator(DOORS)])
    name = models.CharField(_("name"), max_length=120, blank=True)
    text = HtmlField(_("text"), blank=True)
    band = models.CharField(_("band"), max_length=120, blank=True)
    solution = models.CharField(_("solution"), max_length=200, blank=True)
    items = models.ManyToManyField(Product, verbose_name=_("items"), related_name="advent_doors", blank=True)

    class Meta:
        verbose_name = _("door")
        verbose_name_plural = _("doors of the calendar")
        ordering = ["calendar", "day"]
        constraints = [
            models.UniqueConstraint(fields=["calendar", "day"], name="one_advent_door_a_day"),
            models.CheckConstraint(condition=models.Q(day__range=(1, DOORS)), name="advent_door_of_24"),
        ]
        triggers = [
            *version_triggers(
                "SELECT x.shop_id FROM changed JOIN catalogue_adventcalendar x ON x.id = changed.calendar_id"
            ),
            *audited(part_of=["calendar"]),
        ]

    def __str__(self) -> str:
        return f"{self.day}"
