"""Statements are compiled once for a language and what is asked, for all things of all shops (design §5)."""

import re
from itertools import product
from typing import Any

import pytest
from django.db import connection

from catalogue.models import Artist, Category, Product, ProductInCategory
from catalogue.queries import statements, visible
from shop.core.database.compiled_statements import SqlStatement
from shop.core.wire.paging import PageRequest
from shop.core.wire.selection import Selection
from shop.models import Shop
from tests.catalogue.wire import CARD, ask, names
from tests.factories import make_category, make_product, make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db

SHELF = f"""query ($slug: ID!, $first: Int) {{
  category(id: $slug) {{ name merchProducts(first: $first) {{ nodes {{ {CARD} }} }} }}
}}"""


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What has been compiled since; the shelves' statements are not known from before."""
    statements.named_category.cache_clear()
    statements.products_of_categories.cache_clear()
    found: list[Any] = []
    of = SqlStatement.of.__func__  # type: ignore[attr-defined]

    def counted(kind: type[SqlStatement], rows: Any) -> SqlStatement:
        found.append(rows)
        return of(kind, rows)

    monkeypatch.setattr(SqlStatement, "of", classmethod(counted))
    return found


@proves("design §5", "a list's statement is compiled once for all shops, and shows each of them its own")
def test_a_statement_is_compiled_once_for_all_things_of_all_shops(made: list[Any]) -> None:
    shops = make_shop("nachtfalter"), make_shop("kellerkind")
    wares = list(product(shops, ("hemden", "hosen")))
    for shop, slug in wares:
        name = f"{shop.slug}-{slug}"
        make_product(shop, slug=f"{name}-1", name=name, category=make_category(shop, slug=name, name=name))
    for shop, slug in wares:
        name = f"{shop.slug}-{slug}"
        assert names(ask(shop, SHELF, slug=name)["category"]["merchProducts"]) == [name]
        assert len(made) == 2
    ask(shops[0], SHELF, slug="nachtfalter-hosen", first=3)
    assert len(made) == 3


def test_no_statement_serves_another_shop_or_language() -> None:
    one, other = make_shop("nachtfalter"), make_shop("kellerkind")
    shelf = make_category(one, slug="hemden", name_de="Hemden", name_en="Shirts")
    shelf.listed_in.add(other)
    make_product(one, slug="hemd", name_de="Hemd", name_en="Shirt", category=shelf)
    make_product(other, slug="rock", name_de="Rock", name_en="Skirt", category=shelf)
    for _visit in range(2):
        for shop, german, english in ((one, "Hemd", "Shirt"), (other, "Rock", "Skirt")):
            assert names(ask(shop, SHELF, slug="hemden")["category"]["merchProducts"]) == [german]
            assert names(ask(shop, SHELF, "en", slug="hemden")["category"]["merchProducts"]) == [english]


@pytest.mark.parametrize("slug", ["hemd' OR 1=1 --", "%s", "%(id)s", "%(shop)s", "{}", "9" * 30])
def test_names_of_visitors_are_values(slug: str) -> None:
    shop = make_shop("nachtfalter")
    make_category(shop, slug="hemden")
    assert ask(shop, SHELF, slug=slug)["category"] is None


def placed(shop: Shop, shelves: int, each: int) -> list[Category]:
    """Shelves with so many products on each."""
    names = [f"ding-{number}" for number in range(shelves * each)]
    goods = Product.objects.bulk_create(Product(owner=shop, slug=name, name=name) for name in names)
    found = Category.objects.bulk_create(Category(owner=shop, slug=f"s{number}", name="s") for number in range(shelves))
    listed: tuple[tuple[Any, list[Any]], ...] = ((Product, goods), (Category, found))
    for kind, things in listed:
        column = f"{kind._meta.model_name}_id"
        kind.listed_in.through.objects.bulk_create(
            kind.listed_in.through(**{column: one.pk, "shop_id": shop.pk}) for one in things
        )
    ProductInCategory.objects.bulk_create(
        ProductInCategory(product=one, category=found[number % shelves]) for number, one in enumerate(goods)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return found


def test_which_shelves_are_filled_is_looked_up_shelf_by_shelf() -> None:
    shop = make_shop("nachtfalter")
    placed(shop, shelves=200, each=15)
    plan = visible.main_categories(shop).order_by().explain()
    assert "Seq Scan on catalogue_productincategory" not in plan, plan


def test_neighbours_are_found_by_their_artist() -> None:
    shop = make_shop("nachtfalter")
    shelves = placed(shop, shelves=1000, each=1)
    artists = Artist.objects.bulk_create(
        Artist(owner=shop, slug=f"a{number}", name="a") for number in range(len(shelves))
    )
    for shelf, artist in zip(shelves, artists, strict=True):
        shelf.artist = artist
    Category.objects.bulk_update(shelves, ["artist"], batch_size=500)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    statement = statements.neighbours_of_categories("de")
    read = SqlStatement(f"EXPLAIN {statement.sql}", statement.parameters)
    plan = "\n".join(line for (line,) in read.run(ids=[shelves[0].pk], shop=shop.pk))
    assert "catalogue_category_artist_id" in plan, plan
    assert "Seq Scan on catalogue_category " not in plan, plan


@proves(
    "design §5",
    "a page of a long shelf, and which shelves are filled, are read by index whatever the catalogue's size",
)
@pytest.mark.whole
def test_a_page_of_a_long_shelf_is_read_by_its_index() -> None:
    """A plan that sorts the shelf or reads all products grows with the catalogue."""
    shop = make_shop("nachtfalter")
    (shelf,) = placed(shop, shelves=1, each=3000)
    statement = statements.products_of_categories("de", Selection.of("slug", "price"), PageRequest(18))
    read = SqlStatement(f"EXPLAIN (ANALYZE, TIMING OFF) {statement.sql}", statement.parameters)
    plan = "\n".join(line for (line,) in read.run(ids=[shelf.pk], shop=shop.pk))
    assert "category_shelf" in plan, plan
    assert "Seq Scan on catalogue_product " not in plan, plan
    rows = [float(found) for found in re.findall(r"Scan.*actual rows=([\d.]+)", plan)]
    assert max(rows) < 200, plan
