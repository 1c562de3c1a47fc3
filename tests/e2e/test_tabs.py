"""The tabs of one visitor keep one session: one of them renews it, each of them says how it stands (purchase §4).

By which rules: frontend/src/features/session, where a visitor's tabs and devices have clocks of their own.
"""

import re
from datetime import timedelta

from django.db.models.functions import Now
from playwright.sync_api import Locator, Page, Request, Response, expect

from sessions_queue.models import VisitorSession
from tests.browsers import shot
from tests.e2e.conftest import PHONE, OpenPage, Site
from tests.e2e.measuring import axe_violations, too_wide, wait_for_react
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import Shopper
from tests.proofs import proves

BAG = "/products/werkstatt-plattenbeutel"
SHIRT = "/nachtfalter/products/nachtfalter-mondphasen-shirt"
SHELF = "/nachtfalter/categories/nachtfalter-shirts"
ELECTION_MS = 2500
CHECK_SECONDS = 60
COOKIE = "ms_session_"


def is_beat(answer: Response) -> bool:
    return "HEARTBEAT" in (answer.request.post_data or "")


def beats(page: Page) -> list[Request]:
    """The heartbeats that this tab sends from now on."""
    sent: list[Request] = []
    page.on("request", lambda one: sent.append(one) if "HEARTBEAT" in (one.post_data or "") else None)
    return sent


def session_of(page: Page) -> VisitorSession:
    (token,) = [one["value"] for one in page.context.cookies() if str(one.get("name")).startswith(COOKIE)]
    return VisitorSession.objects.get(token=token)


def ends_in(site: Site, page: Page, minutes: float) -> None:
    """As if this visitor had done nothing for so long; their tabs learn it when time has leapt."""
    with site.rows():
        VisitorSession.objects.filter(pk=session_of(page).pk).update(expires_at=Now() + timedelta(minutes=minutes))


def minutes_left(site: Site, page: Page) -> float:
    with site.rows():
        rows = VisitorSession.objects.filter(pk=session_of(page).pk).annotate(now=Now())
        ((expires_at, now),) = rows.values_list("expires_at", "now")
        return (expires_at - now).total_seconds() / 60


def leap(page: Page, seconds: int = CHECK_SECONDS) -> None:
    page.clock.fast_forward(seconds * 1000)


def almost_over(site: Site, page: Page, minutes: float = 4) -> None:
    """What was done last has renewed the session; then nothing was done until so little is left."""
    with page.expect_response(is_beat):
        leap(page)
    ends_in(site, page, minutes)
    leap(page)


def runs_out(site: Site, page: Page) -> None:
    """What was done last has renewed the session; then the visitor's tabs learn that it ends in seconds. It does."""
    leap(page)
    page.wait_for_timeout(1000)
    ends_in(site, page, 0.2)
    leap(page)


def warning(shopper: Shopper) -> Locator:
    return shopper.page.get_by_role("region", name=shopper.text("LANG_CART_RESERVED"))


def seen(page: Page, name: str) -> None:
    assert axe_violations(page) == []
    assert too_wide(page) == []
    shot(page, name)


@proves(
    "purchase §4, §9",
    "of a visitor's tabs one sends heartbeats, at most one a minute: elected by numbers from 0 to 9999, "
    "another one after it has closed; browsers without channels tell each other by the storage",
)
def test_of_five_tabs_one_renews_and_another_when_it_closes(open_page: OpenPage) -> None:
    first = open_page(clock=True)
    shopper = Shopper(first)
    shopper.fill_cart(BAG)
    shopper.close_cart()
    sent = {first: beats(first)}
    for path in ("/", "/events", "/categories", BAG):
        page = open_page(beside=first)
        sent[page] = beats(page)
        page.goto(path)
        wait_for_react(page)
    first.wait_for_timeout(ELECTION_MS)

    def use_all() -> list[Page]:
        """Something is done in each of them, and minutes pass; who has renewed the session meanwhile.

        A browser under load may close a tab that has no time to say so: then the others find out by themselves.
        """
        for requests in sent.values():
            requests.clear()
        for page in sent:
            page.keyboard.press("Shift")
        any_page = next(iter(sent))
        for _ in range(4):
            leap(any_page, 3 * CHECK_SECONDS)  # all tabs have one clock
            any_page.wait_for_timeout(ELECTION_MS)
            if any(sent.values()):
                break
        return [page for page, requests in sent.items() if requests]

    use_all()
    (leader,) = use_all()
    del sent[leader]
    leader.close(run_before_unload=False)
    next(iter(sent)).wait_for_timeout(ELECTION_MS)
    use_all()
    (next_one,) = use_all()
    assert next_one is not leader


@proves("design §5", "without anything in the cart a page asks nothing, whatever one does on it")
def test_who_has_nothing_in_the_cart_asks_nothing(open_page: OpenPage) -> None:
    page = open_page(clock=True)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "/api/" in one.url else None)
    page.goto(SHELF)
    wait_for_react(page)
    # Whoever leaps before the client is loaded makes the page's answer old, and an old answer is asked for again.
    page.wait_for_load_state("networkidle")
    for _ in range(3):
        page.keyboard.press("Shift")
        leap(page)
        page.wait_for_timeout(500)
    assert asked == []


@proves(
    "purchase §4, WCAG 2.2.1",
    "five minutes before the end every page warns, also over the open cart, and one press gives 20 more; "
    "after an hour it says that there is no more",
)
def test_the_warning_makes_it_longer_on_any_page(open_page: OpenPage, site: Site) -> None:
    page = open_page(viewport=PHONE, clock=True)
    shopper = Shopper(page)
    shopper.fill_cart(SHIRT, "M")
    shopper.close_cart()
    shopper.open(SHELF)
    page.wait_for_timeout(ELECTION_MS)
    almost_over(site, page)
    told = warning(shopper)
    expect(told).to_contain_text(shopper.text("LANG_SESSION_WARNING"))
    expect(told.get_by_role("alert")).to_have_text(re.compile(r"\b4\b"))
    expect(told).to_contain_text(re.compile(r"\b[34]:\d\d"))
    seen(page, "warning")
    # inside of the drawer, where one cannot reach the page
    page.get_by_role("banner").get_by_role("button", name=re.compile(shopper.text("LANG_CART_PIECES"))).press("Enter")
    expect(shopper.cart_lines).to_have_count(1)
    almost_over(site, page)
    expect(shopper.cart.get_by_role("region", name=shopper.text("LANG_CART_RESERVED"))).to_be_visible()
    seen(page, "warning-in-drawer")
    told.get_by_role("button", name=shopper.text("LANG_SESSION_EXTEND")).click()
    expect(told).to_have_count(0)
    assert minutes_left(site, page) > 18
    done = page.get_by_role("alert").filter(has_text=re.compile(r"\b(19|20)\b"))
    expect(done).to_be_visible()
    seen(page, "extended")


@proves(
    "purchase §4, §8",
    "the end is told on every page, with a button that loads it anew, and costs nothing that was typed",
)
def test_the_end_is_told_on_a_catalogue_page_and_in_the_other_tab_nothing_typed_is_lost(
    open_page: OpenPage, site: Site
) -> None:
    page = open_page(locale=BROWSER_LANGUAGES["en"], clock=True)
    shopper = Shopper(page, "en")
    shopper.fill_cart(SHIRT, "M")
    shopper.close_cart()
    shopper.open("/nachtfalter/checkout")
    shopper.to_details()
    shopper.field("billing-lastName").fill("Falk")
    shelf = open_page(SHELF, beside=page)
    shelf.wait_for_timeout(ELECTION_MS)
    runs_out(site, page)
    told = Shopper(shelf, "en").alert("LANG_ALLG_RESERVATION_KILL_MSG")
    expect(told).to_be_visible()
    seen(shelf, "ended")
    told.get_by_role("button", name=shopper.text("LANG_ERROR_RELOAD")).click()
    wait_for_react(shelf)
    expect(told).to_have_count(0)

    leap(page)
    expect(shopper.alert("LANG_ALLG_RESERVATION_KILL_MSG")).to_be_visible()
    expect(shopper.heading("LANG_CART_LOST_TITLE")).to_be_visible()
    seen(page, "ended-checkout")
    shopper.fill_cart(SHIRT, "M")
    shopper.go_to_checkout()
    shopper.to_details()
    expect(shopper.field("billing-lastName")).to_have_value("Falk")
