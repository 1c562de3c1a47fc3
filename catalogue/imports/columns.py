"""Which column means what, in Shopify's old, newer and current product CSV."""

from collections.abc import Sequence

from .problems import FileRefused

# Key → the names that Shopify gave the column over the years, in small letters.
NAMES: dict[str, tuple[str, ...]] = {
    "handle": ("handle", "url handle"),
    "title": ("title",),
    "body": ("body (html)", "body html", "body", "description"),
    "vendor": ("vendor",),
    "product_category": ("product category", "standard product type", "standardized product type"),
    "type": ("type", "custom product type", "product type"),
    "tags": ("tags",),
    "published": ("published", "published on online store"),
    "status": ("status",),
    "option1_name": ("option1 name",),
    "option2_name": ("option2 name",),
    "option3_name": ("option3 name",),
    "option1": ("option1 value",),
    "option2": ("option2 value",),
    "option3": ("option3 value",),
    "sku": ("variant sku", "sku"),
    "grams": ("variant grams", "weight value (grams)"),
    "tracker": ("variant inventory tracker", "inventory tracker"),
    "quantity": ("variant inventory qty", "variant inventory quantity", "inventory quantity"),
    "policy": ("variant inventory policy", "continue selling when out of stock"),
    "price": ("variant price", "price"),
    "compare_at": ("variant compare at price", "variant compare-at price", "compare-at price", "compare at price"),
    "shipping": ("variant requires shipping", "requires shipping"),
    "taxable": ("variant taxable", "charge tax"),
    "barcode": ("variant barcode", "variant barcodes", "barcode", "barcodes"),
    "image": ("image src", "product image url"),
    "image_position": ("image position",),
    "image_alt": ("image alt text",),
    "variant_image": ("variant image", "variant image url"),
    "gift_card": ("gift card",),
    "seo_title": ("seo title",),
    "seo_description": ("seo description",),
}
KEYS = {name: key for key, names in NAMES.items() for name in names}
REQUIRED = ("handle", "title")


def key_of(header: str) -> str:
    return KEYS.get(" ".join(header.lower().split()), "")


def columns_of(header: Sequence[str], line: int = 1) -> dict[str, int]:
    """Key → index of the column. Columns that mean nothing here are left out.

    Raises FileRefused without handle and title.
    """
    columns: dict[str, int] = {}
    for index, name in enumerate(header):
        key = key_of(name)
        if key and key not in columns:
            columns[key] = index
    missing = [NAMES[key][0].capitalize() for key in REQUIRED if key not in columns]
    if missing:
        raise FileRefused(
            f"line {line}: the column {' and '.join(missing)} is missing. "
            "This is not a product CSV as Shopify exports it."
        )
    return columns


def delimiter_of(header_line: str) -> str:
    """Comma, or the semicolon or tab that a spreadsheet has put in its place: whichever yields more known columns."""
    return max(",;\t", key=lambda mark: sum(bool(key_of(name.strip('"'))) for name in header_line.strip().split(mark)))
