"""A seeded shop on real servers and a real browser. The demo shops are the ground of every browser test."""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from launch.paths import ROOT
from tests import servers
from tests.peers.smtp import MailServer, mail_server

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
TIMEOUT_MS = 10_000
AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"


@dataclass(frozen=True)
class Site:
    """The running demo: its address, its database and what its mail server accepted."""

    url: str
    port: int
    database: str
    mails: MailServer


@pytest.fixture(scope="session")
def site(template_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    media = tmp_path_factory.mktemp("media")
    with servers.database(template_database) as database, mail_server() as mails:
        env = {"EMAIL_URL": mails.url, "MEDIA_ROOT": str(media)}
        servers.manage(database, "seed", env=env)
        with servers.web_server(database, workers=2, env=env) as web, servers.worker(database, env=env):
            yield Site(web.url, web.port, database, mails)
    shutil.rmtree(media, ignore_errors=True)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # Django's database calls refuse to run where Playwright keeps an event loop.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"), args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """`open_page(path, viewport=…, locale=…)`: a page in a browser of its own; its console must stay clean."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def opened(path: str = "/", viewport: ViewportSize = DESKTOP, locale: str = "de-DE", **options: object) -> Page:
        context = browser.new_context(viewport=viewport, locale=locale, base_url=site.url, **options)  # type: ignore[arg-type]
        context.set_default_timeout(TIMEOUT_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


def axe_violations(page: Page) -> list[str]:
    """What axe finds on the page, as readable lines."""
    page.evaluate(Path(AXE).read_text())
    found = page.evaluate(
        "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})"
    )
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
