"""GraphQL types of the fields of a shop (`shop.web.shop_fields`)."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import strawberry
import strawberry_django

from shop.models import Shop
from shop.web.shop_fields import FieldForm, ShopField

from .fields import picture, written
from .images import Image

AnyType = TypeVar("AnyType")


def with_fields(fields: Iterable[ShopField], **own: Callable[[Shop], Any]) -> Callable[[type[AnyType]], type[AnyType]]:
    """Give a class these fields in their order. `own`: the resolvers of the fields of form OWN."""

    def add(graphql_type: type[AnyType]) -> type[AnyType]:
        found = {field.name: _field_of(field, own) for field in fields}
        graphql_type.__annotations__ = {name: annotation for name, (annotation, _resolved) in found.items()}
        for name, (_annotation, resolved) in found.items():
            if resolved is not None:
                setattr(graphql_type, name, resolved)
        return graphql_type

    return add


def _field_of(field: ShopField, own: dict[str, Callable[[Shop], Any]]) -> tuple[Any, Any]:
    """Its annotation, and what resolves it; None for what the model has under this name."""
    match field.form:
        case FieldForm.COLUMN:
            return strawberry.auto, None
        case FieldForm.TEXT:
            return str, written(field.name)
        case FieldForm.PICTURE:
            return Image | None, picture(field.name)
        case FieldForm.VALUE:
            return field.kind, _computed(field)
        case FieldForm.OWN:
            resolver = own[field.name]
            return resolver.__annotations__["return"], strawberry_django.field(resolver=resolver)


def _computed(field: ShopField) -> Any:
    def value(root: Shop) -> Any:
        return field.value(root)

    value.__annotations__["return"] = field.kind
    return strawberry_django.field(resolver=value, description=field.description)
