"""What tests of pages after the sale share."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser
from pytest_django import DjangoDbBlocker

from tests import servers
from tests.browsers import chromium
from tests.factories import make_shop
from tests.stage import check_invariants, on

from .visits import Visit


@dataclass(frozen=True)
class Site:
    """A running shop with the main shop alone: each test makes one of its own."""

    url: str
    database: str


@pytest.fixture(scope="session")
def running_site(template_database: str, django_db_blocker: DjangoDbBlocker) -> Iterator[Site]:
    with servers.database(template_database) as database:
        with django_db_blocker.unblock(), on(database):
            make_shop("merchstand")
        with servers.web_server(database, workers=1) as web:
            yield Site(web.url, database)


@pytest.fixture
def site(running_site: Site, django_db_blocker: DjangoDbBlocker) -> Iterator[Site]:
    """What staff and others do, the test does itself, on its database. Afterwards all invariants hold."""
    with django_db_blocker.unblock():
        with on(running_site.database):
            yield running_site
        check_invariants(running_site.database)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Of one file: while it is open, nothing else here could run an event loop of its own."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Visit]:
    language, viewport = request.param
    context = browser.new_context(viewport=viewport, locale=language)
    yield Visit(context.new_page(), language, site.url)
    context.close()
