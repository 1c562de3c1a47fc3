"""In which order the demo's pictures are drawn: what people see first comes first."""

from catalogue.models import Artist, Category, Product, Tour
from shop.models import News, Shop

from .pictures import Wanted

# Of each seller's goods: what the first rows of lists and homes show.
FIRST_VIEW = 5
OPENING, IN_FIRST_VIEW, FRONT, REST = range(4)


def importance(one: Wanted) -> int:
    """0 opens a home page; 1 is in the first view of homes and lists; 2 stands for its thing; 3 is everything else."""
    match one.row:
        case Shop() if one.field == "hero":
            return OPENING
        case News() as news if news.category == News.Category.FEATURE:
            return OPENING
        case News() as news if news.category == News.Category.HOT:
            return IN_FIRST_VIEW
        case Artist() | Category() | Tour():
            return IN_FIRST_VIEW
        case Product() as product if is_front(one):
            return IN_FIRST_VIEW if product.order > 100 - FIRST_VIEW else FRONT
        case Shop() | News() | Product():
            return IN_FIRST_VIEW if one.field == "favicon" else REST
    return FRONT


def is_front(one: Wanted) -> bool:
    """A product's first picture, and what lies upon it in lists."""
    return one.field == "overlay_listing_image" or (not one.field and one.order == 0)
