"""Statements are put together once for a shop, a language and what is asked (design §5)."""

from typing import Any

import pytest

from catalogue.queries.statements import Statement
from tests.catalogue.wire import CARD, ask, names
from tests.factories import make_category, make_product, make_shop

pytestmark = pytest.mark.django_db

SHELF = f"""query ($slug: ID!, $first: Int) {{
  category(id: $slug) {{ name merchProducts(first: $first) {{ nodes {{ {CARD} }} }} }}
}}"""


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What has been put together since."""
    found: list[Any] = []
    of = Statement.of.__func__  # type: ignore[attr-defined]

    def counted(kind: type[Statement], rows: Any) -> Statement:
        found.append(rows)
        return of(kind, rows)

    monkeypatch.setattr(Statement, "of", classmethod(counted))
    return found


def test_a_statement_is_put_together_once_for_all_things_of_a_shop(made: list[Any]) -> None:
    shop = make_shop("nachtfalter")
    for slug in ("hemden", "hosen"):
        make_product(shop, slug=slug[:-1], name=slug, category=make_category(shop, slug=slug, name=slug))
    assert names(ask(shop, SHELF, slug="hemden")["category"]["merchProducts"]) == ["hemden"]
    assert len(made) == 2
    assert names(ask(shop, SHELF, slug="hosen")["category"]["merchProducts"]) == ["hosen"]
    assert len(made) == 2
    ask(shop, SHELF, slug="hosen", first=3)
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


@pytest.mark.parametrize("slug", ["hemd' OR 1=1 --", "%s", "%(id)s", "{}", "9" * 30])
def test_names_of_visitors_are_values(slug: str) -> None:
    shop = make_shop("nachtfalter")
    make_category(shop, slug="hemden")
    assert ask(shop, SHELF, slug=slug)["category"] is None
