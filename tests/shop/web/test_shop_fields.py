"""Both wires tell the same fields of a shop."""

from graphql import GraphQLObjectType

from config.graphql.schema import schema
from shop.web.rest import META_COLUMNS, SHOP_COLUMNS


def fields_of(kind: str) -> set[str]:
    found = schema._schema.type_map[kind]
    assert isinstance(found, GraphQLObjectType)
    return {field.extensions["strawberry-definition"].python_name for field in found.fields.values()}


def test_rest_lists_every_column_that_graphql_has_and_no_other() -> None:
    made = {"id", "domain", "meta", "redirects", "hero", "hero_portrait"}
    assert fields_of("Shop") - made == set(SHOP_COLUMNS)
    made = {"mailchimp_customtext", "socials", "social_img", "share_image", "favicon", "design", "opening"}
    assert fields_of("ShopMeta") - made - {"heading_style", "has_access_code"} == set(META_COLUMNS)
