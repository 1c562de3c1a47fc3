"""Categories made from a product's type and tags."""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from django.conf import settings
from django.db.models import Q

from catalogue.models import Category, ImportedCategory, ImportedProduct, ProductInCategory
from shop.core.values.languages import in_all_languages
from shop.models import Shop

from .plan import ProductPlan
from .slugs import free_slug


def assign_categories(
    shop: Shop, language: str, imported: ImportedProduct, plan: ProductPlan, listed_in: Sequence[Shop]
) -> None:
    """Add the product to categories that are new in the file, and remove it from those that the file no longer names.
    Categories that staff chose stay.
    """
    for label in plan.categories_added:
        category = ensure_category(shop, label, language, listed_in)
        ProductInCategory.objects.get_or_create(product=imported.product, category=category)
    left = [label.lower() for label in plan.categories_left]
    gone = ImportedCategory.objects.filter(owner=shop, label__in=left).values("category")
    ProductInCategory.objects.filter(product=imported.product, category__in=gone).delete()
    if plan.parsed.categories is not None:
        imported.categories = list(plan.parsed.categories)


def ensure_category(shop: Shop, label: str, language: str, listed_in: Sequence[Shop]) -> Category:
    """Return the category of a label: the one that an import made for it, otherwise the shop's category of that name,
    otherwise a new one.
    """
    existing = ImportedCategory.objects.filter(owner=shop, label=label.lower()).select_related("category").first()
    if existing:
        return existing.category
    named = reduce(or_, (Q(**{f"{column}__iexact": label}) for column in in_all_languages("name")))
    category = Category.objects.filter(named, owner=shop, type=Category.Type.CATEGORY).order_by("pk").first()
    if category is None:
        category = Category(owner=shop, slug=free_slug(Category, label, shop))
        for column in {language, settings.MODELTRANSLATION_DEFAULT_LANGUAGE}:
            setattr(category, f"name_{column}", label)
        category.save()
        category.listed_in.set(listed_in)
    ImportedCategory.objects.create(owner=shop, label=label.lower(), category=category)
    return category
