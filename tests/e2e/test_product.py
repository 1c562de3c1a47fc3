"""The first view of products and events on phones, and what is pressed before the scripts are here."""

import pytest
from playwright.sync_api import Route, expect

from shop.texts import lang_text
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.measuring import IN_SIGHT, wait_for, wait_for_react
from tests.e2e.places import BROWSER_LANGUAGES
from tests.proofs import proves

SHIRT = "/nachtfalter/products/nachtfalter-mondphasen-shirt"


@proves("design §5", "what is chosen and pressed before the scripts are here is done then")
def test_what_is_pressed_before_the_scripts_are_here_is_done_then(open_page: OpenPage) -> None:
    held: list[Route] = []
    page = open_page()
    page.route("**/assets/entry-*.js", lambda route: held.append(route))  # Playwright wants a function
    page.goto(SHIRT, wait_until="commit")
    page.get_by_role("radio", name="M").check(force=True)
    page.get_by_role("button", name="In den Korb", exact=True).click()
    wait_for(page, lambda: held)
    held.pop().continue_()
    cart = page.get_by_role("dialog")
    expect(cart).to_contain_text("Mondphasen")
    expect(cart).to_contain_text("M")


# The longest names and what is sold before it is there, in every theme.
FIRST_VIEWS = (
    "/products/halbmond-testpressung",
    "/products/halbmond-abo",
    "/nachtfalter/products/nachtfalter-puppenruhe-lp",
    "/nachtfalter/products/nachtfalter-nachtpressung",
    "/goldkante/products/goldkante-medaille-aufnaeher",
    "/goldkante/products/goldkante-weihnachtsplatte",
    "/kellerkind/products/kellerkind-geschenktuete",
    "/geheimbund/products/geheimbund-rotlicht-lp?code=ROTLICHT",
)


@proves(
    'look "Every screen"',
    "on phones the first view has price, pre-order and button of a product, and price and the way to the "
    "tickets of an event",
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_phones_have_price_preorder_and_button_in_the_first_view(open_page: OpenPage, language: str) -> None:
    page = open_page(viewport=PHONE, locale=BROWSER_LANGUAGES[language])
    for address in FIRST_VIEWS:
        page.goto(address)
        wait_for_react(page)
        bar = page.locator("main .sticky.bottom-0").filter(visible=True)
        wanted = [bar.locator("button[type=submit], a").last, bar.locator(".price-tag")]
        if page.locator("main p strong").filter(has_text=lang_text("LANG_ITEM_PREORDER", language)).count():
            wanted.append(bar.get_by_text(lang_text("LANG_ITEM_PREORDER_FROM", language, date="").strip()))
        for one in wanted:
            assert one.evaluate(IN_SIGHT), address
        assert page.get_by_role("heading", level=1).evaluate(IN_SIGHT), address


EVENTS_ON_SALE = (
    "/events/merchstand-abend",
    "/nachtfalter/events/nachtfalter-grosses-licht",
    "/kellerkind/events/kellerkind-wuppertal",
    "/goldkante/events/goldkante-theaterabend",
    "/geheimbund/events/geheimbund-nacht-1?code=ROTLICHT",
)


@pytest.mark.parametrize("language", ["de", "en"])
def test_phones_have_price_and_the_way_to_the_tickets_in_an_events_first_view(
    open_page: OpenPage, language: str
) -> None:
    page = open_page(viewport=PHONE, locale=BROWSER_LANGUAGES[language])
    for address in EVENTS_ON_SALE:
        page.goto(address)
        wait_for_react(page)
        way = page.locator("main header").get_by_role("link", name=lang_text("LANG_TICKET_CHOOSE", language))
        assert page.locator("main header .price-tag").filter(visible=True).evaluate(IN_SIGHT), address
        assert way.evaluate(IN_SIGHT), address
        way.click()
        expect(page.locator("#tickets-title")).to_be_in_viewport()
