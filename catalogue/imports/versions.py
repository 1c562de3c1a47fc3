from django.db.models import F

from catalogue.models import Product
from shop.models import Shop

from .locks import lock_shops


def raise_version(product: Product) -> None:
    """Tell the caches of all shops that list the product that something has changed (design §5)."""
    shops = lock_shops(product.listed_in.values("pk"))
    Shop.objects.filter(pk__in=[shop.pk for shop in shops]).update(catalogue_version=F("catalogue_version") + 1)
