"""Fields of models that are more than a column."""

from typing import Any

import strawberry_django
from django.db.models import Model

from shop.core.wire.graphql.selection import selection_of
from shop.web.graphql.context import GraphQLInfo

from .images import Image, model_image_node


def written(name: str) -> Any:
    """A translated text; one that nobody wrote goes out empty."""

    def text(root: Model) -> str:
        return getattr(root, name) or ""

    return strawberry_django.field(resolver=text)


def picture(name: str) -> Any:
    """A picture that the row names, as far as it is asked for."""

    def node(root: Model, info: GraphQLInfo) -> Image | None:
        return model_image_node(getattr(root, name), selection_of(info))

    return strawberry_django.field(resolver=node)
