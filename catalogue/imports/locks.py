"""Where the import waits for others: two imports of one shop take turns product by product."""

from django.db import connection

from catalogue.models import PictureFetch
from shop.models import Shop

IMPORT = 0x494D50  # any number that no other advisory lock of the database uses


def lock_import(shop: Shop) -> None:
    """Keep other imports of this shop out until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [IMPORT, shop.pk])


def lock_picture(fetch_id: int) -> PictureFetch | None:
    """The row, locked until the transaction ends; None if the import took it back."""
    return PictureFetch.objects.select_for_update(no_key=True, of=("self",)).filter(pk=fetch_id).first()
