"""Periods that sales figures are shown for: whole days in the shop's time zone, both ends included."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from dateutil.relativedelta import relativedelta
from django.db.models import TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

DAY = timedelta(days=1)


@dataclass(frozen=True)
class SalesPeriod:
    first: date
    last: date

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1

    @property
    def starts_at(self) -> datetime:
        return timezone.make_aware(datetime.combine(self.first, time.min))

    @property
    def ends_before(self) -> datetime:
        return timezone.make_aware(datetime.combine(self.last + DAY, time.min))

    @property
    def before(self) -> "SalesPeriod":
        """The period to compare with: whole months have as many whole months before them, other periods as many
        days.
        """
        if self.first.day == (self.last + DAY).day == 1:
            months = relativedelta(self.last + DAY, self.first)
            first = self.first - months
        else:
            first = self.first - self.days * DAY
        return SalesPeriod(first, self.first - DAY)


class Preset(TextChoices):
    THIS_MONTH = "this_month", _("This month")
    LAST_MONTH = "last_month", _("Last month")
    LAST_QUARTER = "last_quarter", _("Last quarter")
    LAST_30_DAYS = "last_30_days", _("Last 30 days")
    THIS_YEAR = "this_year", _("This year")


def period_of(preset: Preset, today: date) -> SalesPeriod:
    """Return the preset's period; it ends today unless it is over."""
    month = today.replace(day=1)
    if preset == Preset.LAST_MONTH:
        return SalesPeriod((month - DAY).replace(day=1), month - DAY)
    if preset == Preset.LAST_QUARTER:
        quarter = month - relativedelta(months=(month.month - 1) % 3)
        return SalesPeriod(quarter - relativedelta(months=3), quarter - DAY)
    first = {
        Preset.THIS_MONTH: month,
        Preset.LAST_30_DAYS: today - 29 * DAY,
        Preset.THIS_YEAR: today.replace(month=1, day=1),
    }
    return SalesPeriod(first[preset], today)
