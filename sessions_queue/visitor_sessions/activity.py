"""Activity log: counts by the hour what goes wrong during payments (purchase §7 LOG_ACTIVITY, §8)."""

from datetime import timedelta

from django.db import connection
from django.db.models.functions import Now

from sessions_queue.models import Activity, ActivityCount
from shop.models import Shop

KEPT = timedelta(days=90)


def log_activity(*, shop: Shop, action: Activity, detail: str = "") -> None:
    """Count an activity. `detail`: the payment service's own word for the reason, never a visitor's text; cut if too
    long.
    """
    table, longest = ActivityCount._meta.db_table, ActivityCount._meta.get_field("detail").max_length
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{table}" AS known (shop_id, hour, action, detail, count) '  # noqa: S608
            "VALUES (%s, date_trunc('hour', now()), %s, %s, 1) "
            "ON CONFLICT (hour, shop_id, action, detail) DO UPDATE SET count = known.count + 1",
            [shop.pk, action.value, detail[:longest]],
        )


def delete_old_activity() -> int:
    """Delete counts older than KEPT. Returns how many rows."""
    return ActivityCount.objects.filter(hour__lt=Now() - KEPT).delete()[0]
