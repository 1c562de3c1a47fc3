from django.conf import settings

from catalogue.models import ImportedProduct, PictureFetch
from shop.models import Shop

from .plan import StoredProduct


def load(shop: Shop, handle: str) -> StoredProduct:
    """The product that was imported under this handle, with all that a plan looks at. 4 queries."""
    imported = (
        ImportedProduct.objects.filter(product__owner=shop, product__import_key=handle)
        .select_related("product")
        .prefetch_related("product__variants__imported", "product__picture_fetches")
        .first()
    )
    if imported is None:
        return StoredProduct()
    product = imported.product
    variants = [variant.imported for variant in product.variants.all() if hasattr(variant, "imported")]
    return StoredProduct(imported, variants, list(product.picture_fetches.all()))


def shops_to_list_in(shop: Shop) -> list[Shop]:
    """The shop and the main shop; a gated shop's things are listed nowhere else (design §1)."""
    if shop.access_codes.exists():
        return [shop]
    return [shop, *Shop.objects.filter(slug=settings.MAIN_SHOP).exclude(pk=shop.pk)]


def failed_pictures(shop: Shop | None = None) -> list[PictureFetch]:
    failed = PictureFetch.objects.filter(state=PictureFetch.State.FAILED).select_related("product__owner")
    return list(failed.filter(product__owner=shop) if shop else failed)


def waiting_pictures(shop: Shop | None = None) -> list[PictureFetch]:
    waiting = PictureFetch.objects.filter(state=PictureFetch.State.WAITING)
    return list(waiting.filter(product__owner=shop) if shop else waiting)
