"""All wires have the same fields of a shop."""

import pytest
from django.test import Client
from graphql import GraphQLObjectType

from config.graphql.schema import schema
from shop.web.pages import camel_case
from shop.web.shop_fields import META_FIELDS
from tests.factories import make_shop
from tests.shop.web.visit import Visit

pytestmark = pytest.mark.django_db


def fields_of(kind: str) -> set[str]:
    found = schema._schema.type_map[kind]
    assert isinstance(found, GraphQLObjectType)
    return set(found.fields)


def test_rest_has_every_field_of_graphql_and_no_other() -> None:
    make_shop("merchstand")
    found = camel_case(Client(HTTP_HOST="localhost").get("/api/v2/shops/merchstand/").json())
    assert found.keys() == fields_of("Shop")
    assert found["meta"].keys() == fields_of("ShopMeta")


def test_pages_have_all_but_what_only_rest_has() -> None:
    make_shop("merchstand")
    found = Visit("/").block("shop-data")["shop"]
    assert found.keys() == fields_of("Shop")
    assert fields_of("ShopMeta") - found["meta"].keys() == {"design", "hasAccessCode", "shareImage", "favicon"}


def test_a_field_stands_once_in_the_list() -> None:
    names = [field.name for field in META_FIELDS]
    assert len(names) == len(set(names)) > 25
