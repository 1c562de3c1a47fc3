"""Hostile documents do not run, whatever they are wrapped in."""

import time

import pytest
from graphql import get_named_type
from pytest_django.fixtures import Settings

from config.graphql import schema
from shop.core.wire.graphql.documents import KEPT_DOCUMENTS, DocumentRefused, checked_operations
from shop.core.wire.graphql.persisted import persisted_queries
from tests.documents import everything
from tests.proofs import proves

RELATED = "relatedItems { ... on MerchProduct { "
DEEP = "product(id: 1) { " + RELATED * 10 + "id" + " } }" * 10 + " }"
CHAIN = "".join(f"fragment F{n} on Query {{ ...F{n + 1} ...F{n + 1} }} " for n in range(30))
NAMES = " ".join(f"b{n}: id" for n in range(9))
BEAT = "heartbeat(input: {}) { clientMutationId }"
THREE = "fragment A on Query { shop { id } categories { nodes { id } } artists { nodes { id } } }"

ROOTS = schema.schema._schema.query_type.fields
NESTED = "bundles { commonItems { product { "

HOSTILE = {
    "deep": f"{{ {DEEP} }}",
    "deep in a fragment": f"{{ ...A }} fragment A on Query {{ {DEEP} }}",
    "deep under a name of introspection": f"query __schema {{ __schema: {DEEP} }}",
    "aliases": f"{{ a: shop {{ {NAMES} }} b: shop {{ {NAMES} }} }}",
    "aliases in a fragment": f"{{ a: shop {{ ...A }} b: shop {{ ...A }} }} fragment A on Shop {{ {NAMES} }}",
    "root fields": "{ " + "shop { id } " * 11 + "}",
    "root fields in a fragment": "{ ...A ...A ...A ...A } " + THREE,
    "many operations": "".join(f"query Q{n} {{ shop {{ ...F }} }} " for n in range(60))
    + "fragment F on Shop { "
    + "id name slug " * 20
    + "}",
    "one field over and over": "{ shop { " + ('id(x: "' + "y" * 30 + '") ') * 330 + "} }",
    "a field in a field over and over": "{ " + ("shop { " + "id " * 9 + "} ") * 10 + "}",
    "one field in many fragments": "{ shop { " + "... { id } " * 300 + "} }",
    "many fragments": "{ shop { "
    + " ".join(f"...F{n}" for n in range(180))
    + " } } "
    + " ".join(f"fragment F{n} on Shop {{ id }}" for n in range(180)),
    "a fragment that nobody asks for": "{ shop { id } } fragment F on Shop { "
    + ('id(x: "' + "y" * 30 + '") ') * 330
    + "}",
    "many fields in fragments": "{ ...F0 } " + CHAIN + "fragment F30 on Query { shop { id } }",
    "a fragment of itself": "{ ...A } fragment A on Query { ...A }",
    "fragments of each other": "{ ...A } fragment A on Query { ...B } fragment B on Query { shop { id } ...A }",
    "rows": "{ artists(first: 100) { nodes { merchProducts(first: 100) { nodes { id } } } } }",
    "rows by default": "{ artists { nodes { ...A } } } fragment A on Artist { events { nodes { id } } }",
    "rows of lists in lists": f"{{ product(id: 1) {{ {NESTED * 2} name {'} } } ' * 2} }} }}",
    "rows of lists in a page": f"{{ merchProducts(first: 100) {{ nodes {{ {NESTED} bundles {{ id }} }} }} }} }} }} }}",
    "rows of lists in fragments": "{ product(id: 1) { ...A } }"
    f" fragment A on MerchProduct {{ {NESTED} ...B }} }} }} }}"
    f" fragment B on MerchProduct {{ {NESTED} name }} }} }} }}",
    "rows of related things": "{ product(id: 1) { " + RELATED * 4 + "name" + " } }" * 4 + " } }",
    "tokens": "{ shop { " + "id " * 3000 + "} }",
    "length": "{ shop { id } } #" + "x" * 20_000,
    "brackets": "{" * 5000,
    "lists": "{ merchProducts(ids: " + "[" * 900 + "]" * 900 + ") { nodes { id } } }",
    "two mutations": f"mutation {{ a: {BEAT} b: {BEAT} }}",
    "two mutations, one in a fragment": f"mutation {{ ...A {BEAT} }} fragment A on Mutation {{ b: {BEAT} }}",
    "a subscription": "subscription { shop { id } }",
    "introspection": "{ __schema { types { name } } }",
    "introspection of a type": '{ __type(name: "Shop") { name } }',
    "an unknown field": "{ shop { nam } }",
    "no operation": "fragment A on Query { shop { id } }",
    "no selection": "{ shop }",
    "unknown fragment": "{ ...Nothing }",
    "broken": "{ shop { id }",
    "empty": " ",
}


@proves("design §3", "limits of documents; hostile ones are refused quickly")
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_documents_are_refused_quickly(name: str, settings: Settings) -> None:
    settings.DEBUG = False
    schema.documents.of_visitor.cache_clear()
    start = time.process_time()
    with pytest.raises(DocumentRefused):
        schema.documents.of_visitor(HOSTILE[name])
    assert time.process_time() - start < 0.2


def test_two_fragments_of_one_name_are_refused_before_either_is_validated() -> None:
    with pytest.raises(DocumentRefused, match="two fragments have the same name"):
        schema.documents.of_visitor("{ shop { ...F } } fragment F on Shop { nam } fragment F on Shop { id }")


def test_a_refusal_suggests_no_names(settings: Settings) -> None:
    settings.DEBUG = False
    schema.documents.of_visitor.cache_clear()
    with pytest.raises(DocumentRefused, match=r"Cannot query field 'nam' on type 'Shop'\.$"):
        schema.documents.of_visitor(HOSTILE["an unknown field"])


def test_ordinary_documents_are_not() -> None:
    document = schema.documents.of_visitor(
        "query A { ...Shop } query B($id: ID!) { event(id: $id) { id } cart { id } } "
        "fragment Shop on Query { shop { id } }"
    )
    first, second = document.operation("A"), document.operation("B")
    assert (set(first.root_fields), set(first.variables)) == ({"shop"}, set())
    assert (set(second.root_fields), set(second.variables)) == ({"event", "cart"}, {"id"})
    assert schema.is_public(first) and not schema.is_public(second)
    with pytest.raises(DocumentRefused):
        document.operation(None)
    with pytest.raises(DocumentRefused):
        document.operation("C")


@pytest.mark.parametrize("key", persisted_queries().texts)
def test_the_frontends_own_keep_to_the_limits(key: str) -> None:
    assert schema.documents.listed(persisted_queries().text(key)).operations


@pytest.mark.parametrize(
    "name", ["Cart", "Order", "Shop", "CombinedProduct", "MerchProduct", "Event", "Artist", "Tour"]
)
def test_so_does_who_asks_for_all_of_one_thing(name: str) -> None:
    field = next(one for one, kind in ROOTS.items() if get_named_type(kind.type).name == name)
    argument = "(id: 1)" if ROOTS[field].args else ""
    assert schema.documents.of_visitor(f"{{ {field}{argument} {everything(name)} }}").operations


@proves(
    "design §3",
    "lists count with the rows that they may have, those without pages with ten, which count from the "
    "third in each other; what the front end asks keeps to that",
)
@pytest.mark.parametrize("name", [name for name in HOSTILE if name.startswith("rows")])
def test_lists_are_counted_whether_or_not_they_have_pages(name: str) -> None:
    with pytest.raises(DocumentRefused, match="rows"):
        schema.documents.of_visitor(HOSTILE[name])


def test_documents_of_visitors_are_kept_up_to_a_number() -> None:
    schema.documents.of_visitor.cache_clear()
    for number in range(KEPT_DOCUMENTS + 20):
        schema.documents.of_visitor(f"query Q{number} {{ shop {{ id }} }}")
    assert schema.documents.of_visitor.cache_info().currsize == KEPT_DOCUMENTS


def test_limits_count_before_validation() -> None:
    from graphql import parse

    with pytest.raises(DocumentRefused):
        checked_operations(parse(HOSTILE["many fields in fragments"]), schema.schema._schema)
