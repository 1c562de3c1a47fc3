"""A seeded shop on real servers and a real browser. The demo shops are the ground of every browser test."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    ViewportSize,
)
from pytest_django import DjangoDbBlocker

from cart.models import Cart
from launch.ports import HOST, free_port
from sessions_queue.models import VisitorSession
from tests import servers
from tests.browsers import DESKTOP as DESKTOP
from tests.browsers import NARROW as NARROW
from tests.browsers import PHONE as PHONE
from tests.browsers import TIMEOUT_MS, chromium
from tests.demo_site import Demo
from tests.e2e.measuring import wait_for_react
from tests.e2e.visitors import Visitors
from tests.peers.paypal import PayPal, paypal
from tests.peers.smtp import MailServer, mail_server
from tests.peers.stripe import StripePeer, stripe_peer
from tests.stage import check_invariants, on

# What a visitor is asked once, answered, so that no question stands in a test's way.
ANSWERED = {
    "merchstand_TrackingAllowed": "no",
    "nachtfalter_TrackingAllowed": "no",
    "merchstand_newsletter_hidden": "1",
    "nachtfalter_newsletter_hidden": "1",
    "goldkante_discount_gate": "without",
}

OpenPage = Callable[..., Page]


@dataclass(frozen=True)
class Site:
    """The running demo: its address, its database and what its mail server accepted."""

    url: str
    port: int
    database: str
    mails: MailServer
    paypal: PayPal
    stripe: StripePeer
    env: dict[str, str]
    blocker: DjangoDbBlocker

    @contextmanager
    def rows(self) -> Iterator[None]:
        """Models work on the shop's database."""
        with self.blocker.unblock(), on(self.database):
            yield

    def end_reservations(self, seconds: int = 0) -> None:
        """Of all who have ordered nothing yet: their session ends now, or in so many seconds."""
        with self.rows():
            ordered = Cart.objects.filter(state=Cart.State.ORDERED)
            waiting = VisitorSession.objects.exclude(pk__in=ordered.values("session"))
            waiting.update(expires_at=Now() + timedelta(seconds=seconds))

    def check_invariants(self) -> None:
        with self.blocker.unblock():
            check_invariants(self.database)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "console_may_say(*texts): errors with one of these texts are meant to happen")


@pytest.fixture(scope="session")
def site(demo: Demo, django_db_blocker: DjangoDbBlocker) -> Iterator[Site]:
    with mail_server() as mails, paypal() as wallet, stripe_peer() as cards:
        port = free_port()
        env = {"EMAIL_URL": mails.url, "MEDIA_ROOT": str(demo.media), "PUBLIC_URL": f"http://localhost:{port}"}
        env |= wallet.environment | cards.environment
        env["BEHIND_PROXY"] = "1"  # each visitor says where it comes from
        with (
            servers.copy_of(demo.seeded) as database,
            servers.web_server(database, workers=2, env=env, port=port) as web,
            servers.worker(database, env=env),
        ):
            wallet.webhook_url = f"http://{HOST}:{port}/api/v2/payments/paypal/events"
            cards.webhook_url = f"http://{HOST}:{port}/api/v2/payments/stripe/events"
            yield Site(web.url, web.port, database, mails, wallet, cards, env, django_db_blocker)


@pytest.fixture(scope="module", autouse=True)
def invariants_hold(site: Site) -> Iterator[None]:
    """After each file's tests, whose names then stand beside what they broke."""
    yield
    site.check_invariants()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def visitors(browser: Browser) -> Visitors:
    return Visitors(browser)


@pytest.fixture
def open_page(visitors: Visitors, site: Site, request: pytest.FixtureRequest) -> Iterator[OpenPage]:
    """`open_page(path, viewport=…, locale=…, beside=page)`: a page of a visitor of its own, or a tab beside another.

    Its visitor has been here before and wants neither counting nor letters, unless `new=True`. Without a path it stays
    blank. `clock`: its time can be led (see `measuring.let_pass`).
    The consoles must stay clean, but for what the marker `console_may_say` names.
    """
    marker = request.node.get_closest_marker("console_may_say")
    expected: tuple[str, ...] = marker.args if marker else ()
    contexts: dict[BrowserContext, bool] = {}
    problems: list[str] = []

    def note(text: str, url: str = "") -> None:
        if not any(one in text for one in expected):
            problems.append(f"{text} ({url})")

    def listen(message: ConsoleMessage) -> None:
        if message.type == "error":
            note(message.text, message.location.get("url", ""))

    def tell(request: Request) -> None:
        # Shown with a failed test.
        if "/api/" in request.url:
            print(f"{request.method} {request.url[-100:]} {round(request.timing['responseEnd'])} ms")

    def opened(
        path: str = "",
        viewport: ViewportSize = DESKTOP,
        locale: str = "de-DE",
        beside: Page | None = None,
        base: str = "",
        new: bool = False,
        clock: bool = False,
        **options: Any,
    ) -> Page:
        if beside:
            context = beside.context
        else:
            context = visitors.arrive(viewport=viewport, locale=locale, base_url=base or site.url, **options)
            context.set_default_timeout(TIMEOUT_MS)
            contexts[context] = bool(base) or clock
            if clock:
                context.clock.install()
            if not new:
                context.add_cookies([{"name": k, "value": v, "url": base or site.url} for k, v in ANSWERED.items()])
        page = context.new_page()
        page.on("pageerror", lambda error: note(str(error)))
        page.on("console", listen)
        page.on("requestfinished", tell)
        if path:
            page.goto(path)
            if options.get("java_script_enabled", True) and page.locator("#shop-data").count():
                wait_for_react(page)
        return page

    yield opened
    for context, for_good in contexts.items():
        visitors.leave(context, for_good=for_good)
    assert problems == [], "\n".join(problems)
