"""Pictures on the wire (catalogue §9)."""

from collections.abc import Callable, Mapping
from operator import methodcaller
from typing import Any

import strawberry

from shop.core.pictures.thumbnails import WIDTHS as THUMBNAIL_WIDTHS
from shop.core.values.languages import active_language, in_all_languages, text_of
from shop.core.wire.selection import Selection
from shop.models import Image as ImageModel
from shop.pictures.addresses import PictureAddresses
from shop.web.graphql.context import filled


@strawberry.type
class Image:
    """thumbnailAtN is the fallback's address, srcset* hold all widths up to the original's; focus in percent.

    While a picture is still to come, `url` and srcset* are empty and thumbnailAtN is a placeholder in its colour.
    """

    id: strawberry.ID
    alt: str
    order: int
    tags: list[str]
    width: int
    height: int
    url: str
    srcset_avif: str
    srcset_webp: str
    colour: str
    focus_x: int
    focus_y: int
    thumbnail_at_30: str
    thumbnail_at_75: str
    thumbnail_at_100: str
    thumbnail_at_180: str
    thumbnail_at_360: str
    thumbnail_at_370: str
    thumbnail_at_500: str
    thumbnail_at_740: str
    thumbnail_at_1000: str
    thumbnail_at_1500: str


IMAGE_COLUMNS = ("id", "tags", "width", "height", "colour", "focus_x", "focus_y")
IMAGE_ADDRESSES: dict[str, tuple[str, Callable[[PictureAddresses], str]]] = {
    "url": ("url", lambda files: files.original),
    "srcsetAvif": ("srcset_avif", lambda files: files.srcset("avif")),
    "srcsetWebp": ("srcset_webp", lambda files: files.srcset("webp")),
    **{
        f"thumbnailAt{width}": (f"thumbnail_at_{width}", methodcaller("thumbnail", width))
        for width in THUMBNAIL_WIDTHS
    },
}  # fmt: skip


def image_node(row: Mapping[str, Any] | None, wanted: Selection) -> Image | None:
    """An image from its row: `id key file alt_de alt_en tags width height colour focus_x focus_y transparent ready`.

    A product's has an `order` as well.
    """
    if row is None:
        return None
    values = {name: row[name] for name in IMAGE_COLUMNS}
    values["order"] = row.get("order", 0)
    values["alt"] = text_of(row, "alt", active_language())
    if row["transparent"]:
        values["colour"] = ""  # it would be seen, and hide what lies below
    files = PictureAddresses(
        row["key"], row["file"], row["width"], row["height"], row["colour"], row["transparent"], row["ready"]
    )
    for name in wanted.keys() & IMAGE_ADDRESSES.keys():
        attribute, address = IMAGE_ADDRESSES[name]
        values[attribute] = address(files)
    return filled(Image, values)


def model_image_node(image: ImageModel | None, wanted: Selection) -> Image | None:
    if image is None:
        return None
    row = {name: getattr(image, name) for name in (*IMAGE_COLUMNS, *in_all_languages("alt"), "key", "transparent")}
    return image_node({**row, "file": image.file.name or "", "ready": image.thumbnails_ready}, wanted)
