"""What belongs to a gated shop is named by no other shop, even where staff had listed it there before it was gated."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from graphql import GraphQLField, get_named_type, is_leaf_type, is_required_argument

from catalogue.models import Product, ProductInCategory
from config.graphql.schema import schema
from shop.core.wire.graphql.persisted import persisted_queries
from shop.models import AccessCode, Shop
from tests.addresses import filled, patterns
from tests.factories import make_artist, make_category, make_event, make_product, make_tour
from tests.proofs import proves
from tests.sampling import how_many, how_to_repeat, sampled
from tests.walk.ground import THING, Ground, made_before
from tests.walk.places import SHARED
from tests.walk.questions import fields_below, sample

SECRET = "zwielicht"
SLUG = "verschlossen"
NUMBER = 987650000
"""All ids of the gated shop's things begin with its first five digits."""
KINDS = ("artists", "categories", "products", "events", "tours")
GRAPHQL = "/api/v2/shops/merchstand/graphql"


@pytest.fixture(scope="module")
def made_ground(made_ground: Ground) -> Ground:
    """The main shop's own things refer to the gated shop's, which it also lists."""
    ground = made_ground
    gated = Shop.objects.get(slug="geheim")
    category = make_category(gated, SECRET, slug=f"{SLUG}-categories", id=NUMBER + 1, main_category=True, order=99)
    artist = make_artist(gated, SECRET, slug=f"{SLUG}-artists", id=NUMBER + 2, main_category=category)
    artist.alternative_names = [SECRET]
    artist.save()
    product = make_product(gated, name=SECRET, slug=f"{SLUG}-products", id=NUMBER + 3, artist=artist, category=category)
    event = make_event(gated, name=SECRET, slug=f"{SLUG}-events", id=NUMBER + 4)
    event.artists.add(artist)
    event.categories.add(category)
    tour = make_tour(gated, name=SECRET, slug=f"{SLUG}-tours", id=NUMBER + 5, events=[event])
    tour.artists.add(artist)
    for thing in (category, artist, product, event, tour):
        thing.listed_in.add(ground.shop, Shop.objects.get(slug="band"))
    own = Product.objects.get(slug=THING)
    Product.objects.filter(pk=own.pk).update(artist=artist, follows=product)
    own.related_products.add(product)
    own.related_events.add(event)
    ProductInCategory.objects.create(product=own, category=category)
    own_event, own_tour = make_event(ground.shop, slug="abend"), make_tour(ground.shop, slug="reise")
    own_event.artists.add(artist)
    own_event.categories.add(category)
    own_event.related_products.add(product)
    own_event.related_events.add(event)
    own_tour.artists.add(artist)
    own_tour.events.add(own_event, event)
    make_category(ground.shop, slug="nachbar", main_category=True)
    return ground


@pytest.fixture
def shared(ground: Ground) -> Ground:
    made_before()
    return ground


def marks(content: str, *asked: str) -> list[str]:
    """Which marks of the gated shop are in an answer, apart from what was asked."""
    for one in asked:
        content = content.replace(one, "")
    return [mark for mark in (SECRET, SLUG, str(NUMBER)[:5]) if mark in content.lower()]


def client_of(ground: Ground) -> Client:
    client = Client(HTTP_HOST="localhost")
    client.cookies.load(ground.cookies)
    return client


def names() -> Iterator[tuple[str, str]]:
    """(kind, slug or id): of the main shop's things and of the gated shop's."""
    for number, kind in enumerate(("categories", "artists", "products", "events", "tours"), 1):
        yield kind, THING
        yield kind, f"{SLUG}-{kind}"
        yield kind, str(NUMBER + number)
    yield from (("events", "abend"), ("tours", "reise"), ("categories", "nachbar"))


@proves(
    "design §1",
    "its things are named by no other shop that lists them or refers to them: pages, files, search, "
    "every field and listed document, carts",
)
def test_no_address_names_them(shared: Ground) -> None:
    client, seen = client_of(shared), set[str]()
    for kind, name in names():
        words = dict.fromkeys(KINDS, THING) | {kind: name, "orders": shared.known["secret"], "shops": "merchstand"}
        for pattern in patterns():
            bases = ("/",) if pattern.startswith(SHARED) else ("/", "/band/")
            for base in sampled(bases, "gated", pattern, name):
                path = base + filled(pattern, words)
                if path in seen or (name != THING and name not in path):
                    continue
                seen.add(path)
                response = client.get(path, follow=True)
                content = b"".join(response) if response.streaming else response.content
                assert not marks(content.decode(errors="replace"), name), (path, how_to_repeat())
    assert len(seen) > how_many(150, 100)


def test_no_listed_document_names_them(shared: Ground) -> None:
    client = client_of(shared)
    hidden = [name for _kind, name in names() if name != THING]
    for document, key in persisted_queries().newest.items():
        takes_something = persisted_queries().variables(key)
        for name in (THING, *(sampled(hidden, "gated", document, count=4) if takes_something else ())):
            variables = dict.fromkeys(persisted_queries().variables(key), name) | {"query": [name], "ids": [name]}
            body = {"extensions": {"persistedQuery": {"version": 1, "sha256Hash": key}}, "variables": variables}
            answer = client.post(GRAPHQL, json.dumps(body), content_type="application/json").content.decode()
            assert not marks(answer, name), (document, name, answer[:2000], how_to_repeat())


def documents() -> Iterator[tuple[str, GraphQLField, str]]:
    """Each root field with all that it has, and with all that each of its fields has."""
    root = schema._schema.query_type
    assert root is not None
    for name, one in root.fields.items():
        kind = get_named_type(one.type)
        if is_leaf_type(kind):
            continue
        yield name, one, fields_below(kind, 1)
        below = kind
        if "nodes" in getattr(kind, "fields", {}):
            below = get_named_type(kind.fields["nodes"].type)
        for inner, field in getattr(below, "fields", {}).items():
            inner_kind = get_named_type(field.type)
            if is_leaf_type(inner_kind) or any(is_required_argument(arg) for arg in field.args.values()):
                continue
            few = "(first: 3)" if "first" in field.args else ""
            text = f"{{ {inner}{few} {fields_below(inner_kind, 1)} }}"
            yield name, one, f"{{ nodes {text} }}" if below is not kind else text


def test_no_field_of_the_schema_names_them(shared: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shop.core.wire.graphql.documents.MAX_ROWS", 10**9)
    client, answered = client_of(shared), 0
    for name, field, below in documents():
        types = {one: arg.type for one, arg in field.args.items() if is_required_argument(arg)}
        declared = ", ".join(f"${one}: {kind}" for one, kind in types.items())
        given = ", ".join(f"{one}: ${one}" for one in types)
        text = f"query({declared}) {{ {name}({given}) {below} }}" if types else f"{{ {name} {below} }}"
        for wanted in sampled(wanted_of(name, shared), "gated", name, below) if types else [THING]:
            known = {**shared.known, "id": wanted, "ids": wanted, "query": wanted}
            variables = {one: sample(kind, one, known) for one, kind in types.items()}
            asked = json.dumps({"query": text, "variables": variables})
            answer = client.post(GRAPHQL, asked, content_type="application/json")
            assert answer.status_code == 200, (text, answer.content)
            assert not marks(answer.content.decode(), wanted), (
                text,
                wanted,
                answer.content.decode()[:2000],
                how_to_repeat(),
            )
            answered += 1
    assert answered > how_many(100, 40)


def wanted_of(field: str, ground: Ground) -> list[str]:
    """What to ask a root field for: things of its kind, else those of all."""
    if field == "order":
        return [ground.known["secret"]]
    return [one for kind, one in names() if kind[:4] == field[:4]] or [THING, SECRET]


LISTS = "artists { nodes { id } } merchProducts { nodes { id } } events { nodes { id } }"


def answer_to(client: Client, text: str) -> Any:
    return client.post(GRAPHQL, json.dumps({"query": text}), content_type="application/json").json()["data"]


def test_nobody_finds_things_by_their_names(shared: Ground) -> None:
    client = client_of(shared)
    for word in (SECRET, SECRET[:5]):
        found = answer_to(client, f'{{ search(query: ["{word}"]) {{ {LISTS} }} }}')["search"]
        assert [one["nodes"] for one in found.values()] == [[], [], []]


def test_with_the_gate_gone_they_are_named(shared: Ground) -> None:
    """The walk above looks where they would be."""
    AccessCode.objects.all().delete()
    client = client_of(shared)
    for path in ("/", "/artists", "/categories", "/events", f"/products/{THING}", "/events/abend", "/sitemap.xml"):
        assert marks(client.get(path).content.decode()), path
    assert marks(
        client.post(GRAPHQL, '{"query": "{ cart { items { artistName } } }"}', "application/json").content.decode()
    )
