"""What a category's and an artist's fields on the wire need from the database."""

from shop.core.wire.selection import Selection

from .json_columns import image, is_listed, row_json, subset, translated

CATEGORY_SOURCE = "catalogue_category c"
ARTIST_SOURCE = "catalogue_artist a"


def category_columns(language: str, asked: Selection) -> dict[str, str]:
    texts = {
        "name": "name", "subtitle": "subtitle", "displayName": "display_name", "description": "description",
        "disclaimer": "disclaimer",
    }  # fmt: skip
    known = {
        "slug": ("slug", "c.slug"),
        "type": ("type", "c.type"),
        "order": ("order", 'c."order"'),
        "mainCategory": ("main_category", "c.main_category"),
        "sortOrderHomepage": ("sort_order_homepage", "c.sort_order_homepage"),
        "featuredAt": ("featured_at", "c.featured_at"),
        "squareImage": ("square_image", image("c.square_image_id")),
        **{wire: (column, translated("c", column, language)) for wire, column in texts.items()},
    }
    columns = {"id": "c.id", **subset(known, asked)}
    if "displayName" in asked:
        columns["name"] = translated("c", "name", language)
    return columns


def artist_columns(language: str, asked: Selection) -> dict[str, str]:
    same = {
        "slug": "slug", "name": "name", "type": "type", "alternativeNames": "alternative_names",
        "sortOrderTicketTopLeft": "sort_order_ticket_top_left",
        "sortOrderTicketTopRight": "sort_order_ticket_top_right", "sortOrderTicketBottom": "sort_order_ticket_bottom",
    }  # fmt: skip
    known = {
        **{wire: (column, f"a.{column}") for wire, column in same.items()},
        "description": ("description", translated("a", "description", language)),
        "abstract": ("abstract", translated("a", "abstract", language)),
        "landscapeImage": ("landscape_image", image("a.landscape_image_id")),
        "squareImage": ("square_image", image("a.square_image_id")),
    }
    columns = {"id": "a.id", **subset(known, asked)}
    if "mainCategory" in asked:
        where = f"c.id = a.main_category_id AND {is_listed('category', 'c.id')}"
        columns["main_category"] = row_json(CATEGORY_SOURCE, where, category_columns(language, asked["mainCategory"]))
    return columns


def suggested_artist() -> dict[str, str]:
    """What the quick search shows of an artist."""
    return {
        "slug": "a.slug",
        "name": "a.name",
        "picture": image("coalesce(a.square_image_id, a.landscape_image_id)"),
        "texts": "array_to_string(a.alternative_names, ' ')",
    }
