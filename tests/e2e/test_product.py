"""The product page under a mouse, a keyboard and fingers (catalogue §2 to §5)."""

import re

import pytest
from playwright.sync_api import Locator, Route, ViewportSize, expect

from shop.texts import lang_text
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.measuring import IN_SIGHT, wait_for, wait_for_react
from tests.e2e.places import BROWSER_LANGUAGES, OWN
from tests.proofs import proves

SHIRT = "/nachtfalter/products/nachtfalter-mondphasen-shirt"
SCALE = "() => new DOMMatrix(getComputedStyle(document.querySelector('dialog[open] img')).transform).a"


def cellar(site: Site, slug: str) -> str:
    return f"{OWN.url(site.port)}/products/{slug}"


def width(button: Locator) -> float:
    box = button.bounding_box()
    assert box is not None
    return box["width"]


@proves(
    "catalogue §4",
    "add to cart: idle, adding, added, error on a button of one width; the missing option is named by "
    "hovering and tapping; why nothing came into the cart is said in sight, on phones above the button",
)
def test_the_button_says_what_it_does_and_keeps_its_width(open_page: OpenPage) -> None:
    page = open_page(SHIRT)
    page.get_by_role("radio", name="M").check(force=True)
    held: list[Route] = []
    page.route(
        "**/graphql*",
        lambda route: held.append(route) if "ADDTOCART" in (route.request.post_data or "") else route.continue_(),
    )
    button = page.locator("form button[type=submit]:visible").first
    expect(button).to_have_accessible_name("In den Korb")
    before = width(button)
    button.click()
    expect(button).to_have_accessible_name("Moment …")
    assert width(button) == before
    wait_for(page, lambda: held)
    held.pop().continue_()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(button).to_have_accessible_name("Liegt im Korb")
    assert width(button) == before


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


@proves(
    "catalogue §3, §9",
    "gallery: every picture over the whole screen by mouse, keys and fingers; magnifier; sharp on fine "
    "screens, at most 1500 wide",
)
def test_all_pictures_open_by_keyboard_and_give_the_focus_back(open_page: OpenPage) -> None:
    page = open_page(SHIRT)
    opener = page.get_by_role("button", name="Bild vergrößern: Bild 1 von 3")
    opener.focus()
    page.keyboard.press("Enter")
    box = page.get_by_role("dialog", name="Bilder")
    expect(box.get_by_text("Bild 1 von 3")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(box.get_by_text("Bild 3 von 3")).to_be_visible()
    for _ in range(6):
        page.keyboard.press("Tab")
        # Behind the last button is the browser's own bar, never the page below.
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)
    expect(page.get_by_role("button", name="Bild vergrößern: Bild 3 von 3")).to_be_focused()


def test_two_fingers_look_closer(open_page: OpenPage) -> None:
    page = open_page(SHIRT, viewport=PHONE, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Bild vergrößern: Bild 1 von 3").tap()
    expect(page.get_by_role("dialog", name="Bilder")).to_be_visible()
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[int, int]) -> None:
        touched = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    touch("touchStart", (175, 400), (215, 400))
    touch("touchMove", (155, 400), (235, 400))
    touch("touchMove", (145, 400), (245, 400))
    touch("touchEnd")
    assert page.evaluate(SCALE) == pytest.approx(2.5, abs=0.2)


def test_pictures_are_sharp_on_fine_screens_and_no_wider_than_they_come(open_page: OpenPage) -> None:
    widths = {}
    for fineness in (1, 2, 3):
        page = open_page(SHIRT, viewport={"width": 1440, "height": 900}, device_scale_factor=fineness)
        picture = page.locator("article img").first
        expect(picture).to_have_js_property("complete", True)
        found = re.search(r"/(\d+)\.\w+$", picture.evaluate("one => one.currentSrc"))
        assert found is not None
        widths[fineness] = int(found[1])
    # The shop wants 1000: as it is, and where that is doubled, no more than 1500.
    assert widths == {1: 1000, 2: 1500, 3: 1500}


def test_who_is_too_young_goes_back(open_page: OpenPage, site: Site) -> None:
    page = open_page(cellar(site, "kellerkind-fanzine"))
    page.goto(cellar(site, "kellerkind-kellergeist"))
    page.get_by_role("button", name="Nein, zurück").click()
    expect(page).to_have_url(re.compile("kellerkind-fanzine$"))
    page.goto(cellar(site, "kellerkind-kellergeist"))
    page.get_by_role("button", name="Ja, bin ich").click()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("dialog", name="Ab 18 Jahren")).to_have_count(0)


def test_a_text_to_print_is_asked_for_and_ends_at_80_signs(open_page: OpenPage, site: Site) -> None:
    page = open_page(cellar(site, "kellerkind-aufnaeher-wunsch"))
    page.get_by_role("button", name="In den Korb", exact=True).click()
    expect(page.get_by_text("Schreib zuerst deinen Text.")).to_be_visible()
    field = page.get_by_role("textbox", name="Dein Text")
    expect(field).to_be_focused()
    page.keyboard.type("x" * 90)
    expect(field).to_have_value("x" * 80)
    expect(page.get_by_role("textbox", name="Anzahl")).to_have_count(0)


@proves("PAngV, GPSR", "reduced price, VAT, shipping, guarantee and manufacturer, without JavaScript too")
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_what_the_law_wants_stands_beside_a_reduced_product(open_page: OpenPage, site: Site, scripts: bool) -> None:
    page = open_page(cellar(site, "kellerkind-manifest-shirt"), java_script_enabled=scripts)
    for text in ("Niedrigster Preis der letzten 30 Tage: 23 €", "inkl. MwSt., zzgl. Versand"):
        expect(page.get_by_text(text)).to_be_visible()
    expect(page.locator("article s")).to_have_text("25 €")
    for title, text in (
        ("Gesetzliche Gewährleistung", "mindestens zwei Jahre"),
        ("Hersteller & Sicherheit", "Nordgarn Textildruck GmbH"),
    ):
        page.locator("summary", has_text=title).click()
        expect(page.get_by_text(text)).to_be_visible()


def test_what_another_shop_sells_has_a_link_and_no_button(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter/products/nachtfalter-nachtpressung")
    link = page.get_by_role("link", name="Beim Label kaufen")
    expect(link).to_have_attribute("href", "https://halbmond.example/nachtpressung")
    expect(page.get_by_role("button", name="In den Korb")).to_have_count(0)


@proves(
    "catalogue §4, §5",
    "radio list or dropdown, surcharges, what is gone disabled; external goods; text to print; from 18",
)
def test_a_dropdown_where_the_product_wants_one_with_what_is_gone_disabled(open_page: OpenPage, site: Site) -> None:
    page = open_page(cellar(site, "kellerkind-fanzine"))
    choice = page.get_by_role("combobox", name="Variante")
    expect(choice.locator("option", has_text="Nr. 2")).to_be_disabled()
    expect(choice.locator("option", has_text="Nr. 2")).to_contain_text("vergriffen")
    expect(choice.locator("option", has_text="Nr. 1")).to_contain_text("+ 4")
    choice.select_option(label=choice.locator("option", has_text="Nr. 1").inner_text())
    expect(page.get_by_text("Mit Kaffeerand")).to_be_visible()


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_what_follows_another_product_is_refused_alone(open_page: OpenPage, site: Site, viewport: ViewportSize) -> None:
    page = open_page(cellar(site, "kellerkind-geschenktuete"), viewport=viewport)
    expect(page.get_by_role("link", name="T-Shirt „Sieglinde“").first).to_be_visible()
    page.get_by_role("button", name="In den Korb", exact=True).click()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("nur so viele")
    assert refusal.evaluate(IN_SIGHT)


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
