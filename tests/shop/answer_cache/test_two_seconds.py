"""A change is on the site within two seconds, even if nobody lived to tell of it (design §5)."""

import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass

import psycopg
import pytest
from pytest_django import DjangoDbBlocker

from tests import servers
from tests.factories import make_product, make_shop
from tests.proofs import proves
from tests.stage import on

pytestmark = pytest.mark.whole


@dataclass(frozen=True)
class Site:
    """Two bands, of which the main shop lists a shirt each."""

    database: str
    url: str

    def page(self, path: str) -> str:
        with urllib.request.urlopen(f"{self.url}/{path}", timeout=10) as answer:
            return str(answer.read().decode())

    def change(self, statement: str, *values: str) -> None:
        """As a process would that is killed between its commit and telling Valkey."""
        with psycopg.connect(self.database) as connection:
            connection.execute(statement.encode(), values)


@pytest.fixture(scope="module")
def site(template_database: str, django_db_blocker: DjangoDbBlocker) -> Iterator[Site]:
    env = {"ANSWER_CACHE_SECONDS": "300", "REDIS_URL": servers.redis_url(7)}
    with servers.database(template_database) as database:
        with django_db_blocker.unblock(), on(database):
            main = make_shop("merchstand")
            for slug in ("nachtfalter", "kellerkind"):
                make_product(make_shop(slug), slug=f"hemd-{slug}", name="Altes Hemd").listed_in.add(main)
        with servers.web_server(database, env=env) as web:
            yield Site(database, web.url)


# The band's own shop and the main one list both.
CHANGED = ("nachtfalter/products/hemd-nachtfalter", "products/hemd-nachtfalter")
UNCHANGED = ("kellerkind/products/hemd-kellerkind", "products/hemd-kellerkind")
NOTICE = "pictures/eu/original.png"


@proves("design §5", "a change is on the site within two seconds, even if the process that made it died at once")
def test_what_was_committed_but_never_told_is_read_within_two_seconds(site: Site) -> None:
    for _visit in range(8):  # both processes
        assert all("Altes Hemd" in site.page(path) for path in CHANGED + UNCHANGED)
    site.change("UPDATE catalogue_product SET name = 'Neu', name_de = 'Neu' WHERE slug = 'hemd-nachtfalter'")
    time.sleep(2)
    for _visit in range(8):
        assert not any("Altes Hemd" in site.page(path) for path in CHANGED)
        assert all("Altes Hemd" in site.page(path) for path in UNCHANGED)


@proves(
    "(EU) 2025/1960, design §5",
    "the notice goes with goods that the shop itself sells, in the page's language, without another "
    "statement; a change of it is on every shop's pages within two seconds",
)
def test_a_new_guarantee_notice_is_on_every_shops_goods_within_two_seconds(site: Site) -> None:
    for _visit in range(8):  # both processes
        assert not any(NOTICE in site.page(path) for path in CHANGED + UNCHANGED)
    site.change("INSERT INTO shop_guaranteenotice (language, file, width, height) VALUES ('de', %s, 8, 8)", NOTICE)
    time.sleep(2)
    for _visit in range(8):
        assert all(f'href="/media/{NOTICE}"' in site.page(path) for path in CHANGED + UNCHANGED)
