"""Consent: asked once, yes and no weigh the same, nothing moves, and nothing that has the focus is hidden."""

import time

import pytest
from playwright.sync_api import Locator, Page, expect

from shop.core.limits.passes import COOKIE
from shop.texts import lang_text
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.hands import Keyboard
from tests.e2e.measuring import axe_violations, layout_shift, time_to_come_up, wait_for_react, wait_until
from tests.e2e.places import BROWSER_LANGUAGES
from tests.proofs import proves

DAY = 86_400
LOOK = """element => {
  const {width, height} = element.getBoundingClientRect();
  const {color, backgroundColor, fontSize, borderColor} = getComputedStyle(element);
  return [Math.round(width), Math.round(height), color, backgroundColor, fontSize, borderColor];
}"""


def banner(page: Page, language: str = "de") -> Locator:
    return page.get_by_role("region", name=lang_text("LANG_CONSENT_TITLE", language))


def kept(page: Page, shop: str) -> tuple[str, int] | None:
    """The decision in a shop, and for how many days it is kept."""
    for one in page.context.cookies():
        if one.get("name") == f"{shop}_TrackingAllowed":
            assert one.get("sameSite") == "Lax"
            return one.get("value", ""), round((one.get("expires", 0) - time.time()) / DAY)
    return None


@proves(
    "purchase §2, §4, §9",
    "consent: asked where something is measured, yes and no weigh the same, kept 356 and 10 days, nothing moves",
)
def test_yes_and_no_weigh_the_same(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter", viewport=PHONE, locale=BROWSER_LANGUAGES["en"], new=True)
    asked = banner(page, "en")
    expect(asked).to_be_visible()
    refuse = asked.get_by_role("button", name=lang_text("LANG_CONSENT_DENY", "en"))
    agree = asked.get_by_role("button", name=lang_text("LANG_CONSENT_ALLOW", "en"))
    assert layout_shift(page) == 0
    for screen in (DESKTOP, PHONE):
        page.set_viewport_size(screen)
        assert refuse.evaluate(LOOK) == agree.evaluate(LOOK)
    assert axe_violations(page) == []
    refuse.click()
    expect(asked).to_have_count(0)
    assert kept(page, "nachtfalter") == ("no", 10)
    page.reload()
    wait_for_react(page)
    page.wait_for_timeout(1500)
    expect(asked).to_have_count(0)


@proves("GDPR Art. 7 (1), 15", "staff find a proof of consent by the number that the visitor's settings show")
@proves("purchase §4", "consent is changed from the footer, by category")
@pytest.mark.journey
def test_settings_are_changed_from_the_footer_at_any_time(open_page: OpenPage) -> None:
    page = open_page("/", new=True)
    with page.expect_response("**/api/v2/shops/merchstand/consent?*"):
        banner(page).get_by_role("button", name=lang_text("LANG_CONSENT_ALLOW", "de")).click()
    assert kept(page, "merchstand") == ("yes", 356)
    page.get_by_role("link", name=lang_text("LANG_NAV_CONSENT", "de")).click()
    settings = page.get_by_role("dialog", name=lang_text("LANG_CONSENT_SETTINGS_TITLE", "de"))
    counting = settings.get_by_role("checkbox", name=lang_text("LANG_CONSENT_ANALYTICS", "de"))
    expect(counting).to_be_checked()
    assert axe_violations(page) == []
    # The number of the visitor's yes stands there, and the end of the yes is kept under it.
    number = next(one["value"] for one in page.context.cookies() if one["name"] == "merchstand_ConsentNumber")
    expect(settings.get_by_text(lang_text("LANG_CONSENT_NUMBER", "de", number=number))).to_be_visible()
    counting.uncheck()
    with page.expect_response("**/api/v2/shops/merchstand/consent?*") as told:
        settings.get_by_role("button", name=lang_text("LANG_CONSENT_SAVE", "de")).click()
    assert told.value.json() == {"visitor": number}
    assert told.value.request.post_data_json == {"allowed": False, "visitor": number}
    expect(settings).to_have_count(0)
    assert kept(page, "merchstand") == ("no", 10)


@proves("GDPR Art. 7", "a yes, its number and what was hidden count in one shop, also where shops share a host")
def test_a_yes_counts_in_the_shop_that_asked_alone(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter", new=True)
    banner(page).get_by_role("button", name=lang_text("LANG_CONSENT_ALLOW", "de")).click()
    wait_until(page, "document.cookie.includes('ConsentNumber')")
    told: list[str] = []
    page.on("request", lambda request: told.append(request.url) if "/shops/merchstand/events" in request.url else None)
    page.goto("/")
    expect(banner(page)).to_be_visible()
    page.wait_for_timeout(1500)
    assert told == []
    kept_cookies = {one["name"] for one in page.context.cookies()}
    assert kept_cookies == {COOKIE, "nachtfalter_TrackingAllowed", "nachtfalter_ConsentNumber"}


@proves("GDPR Art. 7 (1)", "a decision is recorded wherever it is made, as early as it can be")
def test_a_yes_on_the_page_about_it_is_recorded_before_the_overlays_are_here(open_page: OpenPage) -> None:
    page = open_page(new=True)
    page.route("**/late-overlays-*.js", lambda _route: None)
    page.goto("/datapolicy")
    wait_for_react(page)
    with page.expect_response("**/api/v2/shops/merchstand/consent?*") as told:
        page.get_by_role("button", name=lang_text("LANG_TRACKER_TURN_ON", "de")).first.click()
    assert told.value.ok and kept(page, "merchstand") == ("yes", 356)


@proves("design §6", "by keyboard the banner comes first and hides no focus")
def test_by_keyboard_the_banner_comes_first_and_hides_no_focus(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter/products/nachtfalter-mondphasen-shirt", viewport=PHONE, new=True)
    asked = banner(page)
    expect(asked).to_be_visible()
    keyboard = Keyboard(page)
    for _ in range(2):
        page.keyboard.press("Tab")
    expect(asked.get_by_role("button").first).to_be_focused()
    keyboard.press(page.get_by_role("contentinfo").get_by_role("link", name=lang_text("LANG_NAV_CONSENT", "de")))
    assert keyboard.covered == []


def test_where_nothing_is_measured_nobody_is_asked(open_page: OpenPage) -> None:
    page = open_page(new=True)
    with time_to_come_up(page):
        page.goto("/goldkante")
    expect(page.get_by_role("button", name=lang_text("LANG_CONSENT_DENY", "de"))).to_have_count(0)
    plain = open_page("/", new=True, java_script_enabled=False)
    expect(banner(plain)).to_have_count(0)
