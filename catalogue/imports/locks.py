"""Where the import waits for others: two imports of one shop take turns product by product."""

from catalogue.models import PictureFetch
from shop.core.database.locks import lock_name
from shop.models import Shop


def lock_import(shop: Shop) -> None:
    """Keep other imports of this shop out until the transaction ends."""
    lock_name(f"import into shop {shop.pk}")


def lock_picture(fetch_id: int) -> PictureFetch | None:
    """The row, locked until the transaction ends; None if the import took it back."""
    return PictureFetch.objects.select_for_update(no_key=True, of=("self",)).filter(pk=fetch_id).first()
