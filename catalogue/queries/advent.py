"""The advent calendar (catalogue §4, §9)."""

from django.utils import timezone

from shop.models import Shop

SUMMER = 7


def contest_year(shop: Shop) -> int:
    """The year of the contest that is on or comes next; until summer it is the last one's."""
    today = timezone.localdate()
    return today.year if today.month >= SUMMER else today.year - 1
