"""How long data about people is kept. This is the one list: jobs, dry run, staff page and the texts read it
(docs/decisions/0077).
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, OperationalError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from .values.deadlines import DEADLINES

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Period:
    """A `span` from an event on; or `years` from the end of the calendar year of that event, in some countries of the
    seller's more.
    """

    span: timedelta = timedelta()
    years: int = 0
    abroad: dict[str, int] = field(default_factory=dict)

    @property
    def days(self) -> int:
        return self.span.days

    @property
    def minutes(self) -> int:
        return int(self.span.total_seconds()) // 60

    @property
    def whole_years(self) -> int:
        """Of a span that is counted in years."""
        return self.days // 365

    def years_in(self, country: str) -> int:
        return self.abroad.get(country, self.years)

    def end(self, now: datetime | None = None, country: str = "") -> datetime:
        """What happened before this moment is kept no longer."""
        now = now or timezone.now()
        if not self.years:
            return now - self.span
        first = timezone.localtime(now).replace(month=1, day=1, hour=0, minute=0, second=0, microsecond=0, fold=0)
        local = first.replace(year=first.year - self.years_in(country), tzinfo=None)
        return timezone.make_aware(local)

    def last_day(self, happened: datetime, country: str = "") -> datetime:
        """The first moment at which what happened then is kept no longer."""
        if not self.years:
            return happened + self.span
        year = timezone.localtime(happened).year + self.years_in(country) + 1
        return timezone.make_aware(datetime(year, 1, 1))  # noqa: DTZ001


# Behind the session's end: carts are blanked by an hourly job.
SESSION = Period(timedelta(seconds=settings.SESSION_SECONDS))
CARTS = Period(timedelta(hours=1))
LOGS = Period(timedelta(days=7))
TICKET_HOLDERS = Period(timedelta(days=DEADLINES["holderDays"]))
CHECK_INS = TICKET_HOLDERS
# So long a buyer may have the money of a ticket taken back: that it was used is the answer.
ENTRIES = Period(timedelta(days=180))
TICKET_SERVICE = Period(timedelta(days=30))
UNCLAIMED_PICTURES = Period(timedelta(days=1))
# So long a bank may send money back (docs/decisions/0042).
PAYERS = Period(timedelta(days=30))
REFUND_ACCOUNTS = Period(timedelta(days=30))
UNCONFIRMED_REFUNDS = Period(timedelta(days=7))
UNPROVEN_EVENTS = Period(timedelta(days=1))
# So long a buyer may ask why, and money may come late.
UNPAID_ORDERS = Period(timedelta(days=180))
ENQUIRIES = Period(timedelta(days=28))
# § 257 HGB, § 147 AO; Art. 958f OR.
LETTERS = Period(years=6, abroad={"ch": 10})
VOUCHERS = Period(years=8, abroad={"ch": 10})
BOOKS = Period(years=10)
# §§ 195, 199 BGB.
WITHDRAWALS = Period(years=3)
NEWSLETTER_UNCONFIRMED = Period(timedelta(days=14))
NEWSLETTER_ENDED = Period(timedelta(days=3 * 365))
# A yes counts for 356 days (purchase §9), and its proof is kept for three years after that.
CONSENT = Period(timedelta(days=356 + 3 * 365))
REQUESTS = Period(years=3)
CHANGES = Period(timedelta(days=settings.AUDIT_DAYS))
TRACKED_ATTEMPTS = Period(timedelta(days=1))

# What a server's set-up or the operator's mailbox ends, and no job of the shop.
ELSEWHERE = {"LOGS": LOGS, "ENQUIRIES": ENQUIRIES, "BOOKS": BOOKS, "TRACKED_ATTEMPTS": TRACKED_ATTEMPTS}
PERIODS = {name.lower(): one for name, one in list(globals().items()) if isinstance(one, Period)}
BATCH = 500


def batches(rows: QuerySet) -> list[list]:
    """The rows' keys, some hundred at a time."""
    keys = list(rows.values_list("pk", flat=True))
    return [keys[first : first + BATCH] for first in range(0, len(keys), BATCH)]


def end_all(rows: QuerySet, end: Callable[[list], int]) -> int:
    """Some hundred in a transaction, so that a run that is stopped has done what it did; of how many. One row that
    cannot be ended is logged as an error, and keeps no other.
    """
    return sum(_end(keys, end) for keys in batches(rows))


def _end(keys: list, end: Callable[[list], int]) -> int:
    try:
        with transaction.atomic():
            return end(keys)
    except OperationalError:
        raise
    except DatabaseError:
        if len(keys) == 1:
            logger.exception("Cannot end what is kept of people: %s", keys[0])
            return 0
        return sum(_end([key], end) for key in keys)
