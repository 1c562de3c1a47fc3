from catalogue.models import Category, Product
from shop.latin import latin_slug
from shop.models import Shop

MAX_SLUG = 160


def free_slug(model: type[Product] | type[Category], text: str, shop: Shop) -> str:
    """`text` as a slug that nothing of this kind has yet, in no shop; the shop's name, then a number make it so."""
    plain = latin_slug(text) or model.__name__.lower()
    own = f"{plain[: MAX_SLUG - 70]}-{shop.slug}"
    if not model.objects.filter(slug=plain[:MAX_SLUG]).exists():
        return plain[:MAX_SLUG]
    taken = set(model.objects.filter(slug__startswith=own).values_list("slug", flat=True))
    if own not in taken:
        return own
    return next(f"{own}-{number}" for number in range(2, len(taken) + 3) if f"{own}-{number}" not in taken)
