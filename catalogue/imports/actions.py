"""Writing a plan into the catalogue, one product in one transaction."""

from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Model, Q

from catalogue.models import (
    Artist,
    ImportedProduct,
    ImportedVariant,
    Price,
    Product,
    ProductVariant,
)
from shop.models import Shop

from .category_actions import assign_categories
from .locks import lock_import
from .parsed import ParsedProduct
from .picture_actions import write_pictures
from .plan import ProductPlan, VariantPlan, fingerprint, plan_product
from .queries import load, shops_to_list_in
from .slugs import free_slug
from .stock_actions import write_stock
from .target import ImportTarget

# Keys of a plan that are no columns of the row itself.
NOT_COLUMNS = frozenset({"price", "own_price", "vendor", "tracked"})


@transaction.atomic
def import_product(*, target: ImportTarget, parsed: ParsedProduct) -> ProductPlan:
    """Take over what the file has changed since the last import. The answer tells what was done."""
    lock_import(target.shop)
    plan = plan_product(parsed, load(target.shop, parsed.handle), target.language)
    if not plan.changes():
        return plan
    imported = write_product(target, plan)
    shops = shops_to_list_in(target.shop)
    assign_categories(target.shop, target.language, imported, plan, shops)
    written = [(variant, write_variant(target, imported.product, variant)) for variant in plan.variants]
    # Stocks are locked in id order, as everywhere; new ones have no id yet and nobody waits for them.
    for variant, existing in sorted(written, key=lambda pair: pair[1].stock_id or 0):
        write_stock(target, variant, existing)
        existing.save()
    for gone in plan.vanished:
        ProductVariant.objects.filter(pk=gone.variant_id).update(active=False)
        gone.seen["active"] = fingerprint(False)
        gone.save(update_fields=["seen"])
    write_pictures(imported.product, plan)
    imported.save()
    return plan


def write_product(target: ImportTarget, plan: ProductPlan) -> ImportedProduct:
    imported = plan.loaded.imported
    if imported is None:
        slug = free_slug(Product, plan.parsed.handle, target.shop)
        product = Product(owner=target.shop, import_key=plan.parsed.handle, slug=slug)
        imported = ImportedProduct(product=product)
    product = imported.product
    write_columns(product, plan.changed, target.language)
    if plan.changed.get("vendor"):
        product.artist = artist_by_name(plan.changed["vendor"], target.shop) or product.artist
    if plan.changed or plan.is_new:
        product.save()
    if plan.is_new:
        product.listed_in.set(shops_to_list_in(target.shop))
        imported.product = product
        imported.save()
    if "price" in plan.changed:
        write_price(plan.changed["price"], product=product)
    imported.seen = plan.seen
    return imported


def write_columns(row: Model, changed: dict[str, Any], language: str) -> None:
    """Set what has changed. A name is needed in German too, to sort and search by; other texts fall back."""
    german = f"name_{settings.MODELTRANSLATION_DEFAULT_LANGUAGE}"
    for name, value in changed.items():
        if name in NOT_COLUMNS:
            continue
        if name == f"name_{language}" and getattr(row, german) in (None, "", getattr(row, name)):
            setattr(row, german, value)  # nobody has translated it
        setattr(row, name, value)


def write_price(cost: tuple[Any, Any] | None, **of: Any) -> None:
    prices = Price.objects.filter(country_code=settings.PRICE_COUNTRY, **of)
    if cost is None:
        prices.delete()
        return
    Price.objects.update_or_create(
        country_code=settings.PRICE_COUNTRY, **of, defaults={"price": cost[0], "original_price": cost[1]}
    )


def artist_by_name(vendor: str, shop: Shop) -> Artist | None:
    """The artist of that name which the shop owns or lists; the vendor is often only the shop's own name."""
    named = Q(name__iexact=vendor) | Q(alternative_names__contains=[vendor])
    return Artist.objects.filter(named).filter(Q(owner=shop) | Q(listed_in=shop)).order_by("pk").first()


def write_variant(target: ImportTarget, product: Product, plan: VariantPlan) -> ImportedVariant:
    existing = plan.existing or ImportedVariant(variant=ProductVariant(product=product))
    variant = existing.variant
    write_columns(variant, plan.changed, target.language)
    if plan.changed:
        variant.save()
        existing.variant = variant
    if "own_price" in plan.changed:
        write_price(plan.changed["own_price"], variant=variant)
    existing.seen = plan.seen
    existing.options = list(plan.parsed.options)
    existing.sku = str(plan.parsed.fields.get("sku", existing.sku))
    if plan.parsed.cost:
        existing.price, existing.original_price = plan.parsed.cost.price, plan.parsed.cost.original
    return existing
