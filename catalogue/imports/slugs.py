from catalogue.models import Category, Product
from shop.core.values.latin import latin_slug
from shop.models import Shop
from shop.slugs import slug_of_its_own

MAX_SLUG = 160


def free_slug(model: type[Product] | type[Category], text: str, shop: Shop) -> str:
    """`text` as a slug that nothing of this kind has yet, in no shop; the shop's name, then a number make it so."""
    plain = latin_slug(text) or model.__name__.lower()
    if not model.objects.filter(slug=plain[:MAX_SLUG]).exists():
        return plain[:MAX_SLUG]
    return slug_of_its_own(f"{plain[: MAX_SLUG - 70]}-{shop.slug}", model.objects.all())
