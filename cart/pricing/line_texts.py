"""Texts and pictures of a line, for carts and orders (purchase §3)."""

from catalogue.models import Event, Product, ProductVariant
from catalogue.models.event import UNNAMED_CATEGORY
from shop.models import Image
from shop.pictures.jobs import thumbnail_url

from .priced import PricedLine

CART_PICTURE_WIDTH = 180
PREVIEW_TAG = "preview"


def preview_picture(product: Product) -> Image | None:
    """The picture tagged for the cart, else the first one (purchase §9)."""
    images = [picture.image for picture in product.pictures.all()]
    return next((image for image in images if PREVIEW_TAG in image.tags), images[0] if images else None)


def line_picture_url(sellable: Product | Event) -> str:
    image = sellable.image if isinstance(sellable, Event) else preview_picture(sellable)
    return thumbnail_url(image, CART_PICTURE_WIDTH) if image else ""


def product_or_event(line: PricedLine) -> Product | Event:
    sellable = line.variant.event or line.variant.product
    assert sellable is not None
    return sellable


def artist_of(variant: ProductVariant) -> str:
    """Return the artists' names. The variant must be read by `with_line_data`."""
    if variant.event is not None:
        return ", ".join(artist.name for artist in variant.event.artists.all())
    name: str = variant.artist_name  # type: ignore[attr-defined]
    return name


def line_name(sellable: Product | Event) -> str:
    """Return the name in cart, order and mails: the descriptive name if there is one."""
    return sellable.descriptive_name or sellable.name


def category_name(variant: ProductVariant) -> str:
    """Return the name of the pricing category. Empty for the unnamed category, which shops do not show."""
    category = variant.pricing_category
    return "" if category is None or category.name == UNNAMED_CATEGORY else category.name or ""
