"""The shape of a shop over REST, for the API's description. Made of the same lists as the answer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, make_dataclass
from typing import Any, get_type_hints

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import FieldDoesNotExist
from django.db import models

from shop.core.pictures.thumbnails import WIDTHS as THUMBNAIL_WIDTHS
from shop.models import Shop
from shop.models.shop import SOCIAL_FIELDS
from shop.web.shop_fields import META_FIELDS, SHOP_FIELDS, FieldForm, ShopField

COLUMN_TYPES: tuple[tuple[type[Any], Any], ...] = (
    (models.BooleanField, bool), (models.IntegerField, int), (ArrayField, list[str]), (models.CharField, str),
    (models.TextField, str),
)  # fmt: skip


@dataclass(frozen=True)
class PictureFacts:
    """`focus_x`, `focus_y` in percent."""

    id: str
    url: str
    alt: str
    width: int
    height: int
    colour: str
    focus_x: int
    focus_y: int
    srcset_avif: str
    srcset_webp: str


ShopPicture = make_dataclass(
    "ShopPicture", [(f"thumbnail_at_{width}", str) for width in THUMBNAIL_WIDTHS], bases=(PictureFacts,), frozen=True
)
ShopProfile = make_dataclass("ShopProfile", [(name, str) for name in SOCIAL_FIELDS])


@dataclass(frozen=True)
class ShopDesignAnswer:
    """`style_sheet`: the address of the sheet that has the theme; `tokens`: its custom properties."""

    style_sheet: str
    tokens: dict[str, str]


@dataclass(frozen=True)
class ShopRedirect:
    """`target`: a path of the shop, another site's address, or empty for no redirect."""

    source: str
    target: str


def column_type(name: str) -> Any:
    try:
        column = Shop._meta.get_field(name)
    except FieldDoesNotExist:
        return get_type_hints(getattr(Shop, name).fget)["return"]
    return next(kind for model_field, kind in COLUMN_TYPES if isinstance(column, model_field))


def types_of(fields: Iterable[ShopField], own: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """`own`: the types of the fields of form OWN."""
    found: dict[FieldForm, Any] = {FieldForm.TEXT: str, FieldForm.PICTURE: ShopPicture | None}

    def type_of(field: ShopField) -> Any:
        match field.form:
            case FieldForm.COLUMN:
                return column_type(field.name)
            case FieldForm.VALUE:
                return field.kind
            case FieldForm.OWN:
                return own[field.name]
            case _:
                return found[field.form]

    return [(field.name, type_of(field)) for field in fields]


META_TYPES = {"socials": list[ShopProfile], "design": ShopDesignAnswer}  # type: ignore[valid-type]
ShopMetaAnswer = make_dataclass("ShopMeta", types_of(META_FIELDS, META_TYPES))
SHOP_TYPES = {"id": str, "meta": ShopMetaAnswer, "redirects": list[ShopRedirect]}
ShopAnswer = make_dataclass("Shop", types_of(SHOP_FIELDS, SHOP_TYPES))
