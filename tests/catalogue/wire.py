"""Asks the wire as the frontend does."""

from typing import Any

from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from catalogue.models import (
    Product,
)
from config.graphql import schema
from shop.models import Shop
from shop.web.graphql.context import GraphQLContext
from tests.factories import (
    make_picture,
    make_product,
)

CARD = """id slug name artist price originalPrice available lowStock squareImage { id url srcsetAvif thumbnailAt500 }
  listImages { id } images { nodes { id alt thumbnailAt370 } }
  productVariants { nodes { id description price available lowStock } } meta { hide listPrice { hide prefix value } }"""
ROW = """id slug name artist priceLow priceHigh happeningFrom ticketState lowStock venue { id name address { city } }
  meta { externalLink customTag } productVariants { nodes { id price available pricingCategory { id name } } }
  pricingCategories { id name available productVariants { nodes { id } } }"""


def ask(shop: Shop, text: str, language: str = "de", **variables: Any) -> dict[str, Any]:
    document = schema.documents.of_visitor(text)
    with translation.override(language):
        data, errors = schema.run(document, None, variables, GraphQLContext(shop, language, RequestFactory().get("/")))
    assert not errors, errors
    assert data is not None
    return data


def statements(shop: Shop, text: str, **variables: Any) -> int:
    with CaptureQueriesContext(connection) as queries:
        ask(shop, text, **variables)
    return len(queries)


def names(connection: dict[str, Any]) -> list[str]:
    return [node["name"] for node in connection["nodes"]]


def full_product(shop: Shop, **fields: Any) -> Product:
    product = make_product(shop, variants=("XS", "S", "M", "L", "XL", "XXL"), capacity=10, **fields)
    for order in range(4):
        make_picture(product, order=order)
    return product
