"""Bundles: chosen, with a seat and a size, left empty, undone, sold out; in the cart as one (catalogue §2, §4, §5)."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import PHONE, OpenPage, Site
from tests.e2e.hands import Finger, Keyboard
from tests.e2e.measuring import axe_violations, too_wide
from tests.e2e.places import OWN
from tests.e2e.shopper import Shopper
from tests.proofs import proves

from .stocks import sold_out

SEATED, TOUR = "/nachtfalter/bundle/nachtfalter-lichtpaket", "/nachtfalter/bundle/nachtfalter-tourpaket"
BOX = "/bundle/kellerkind-kiste"
SHIRT = re.compile("(Mondphasen|Moon phases)", re.IGNORECASE)


def looked_at(page: Page) -> None:
    place = page.evaluate("scrollY")
    page.evaluate("scrollTo(0, 0)")  # else the bar below may lie over half of something
    assert axe_violations(page) == [], page.url
    assert too_wide(page) == [], page.url
    page.evaluate("place => scrollTo(0, place)", place)


def add(shopper: Shopper) -> None:
    shopper.hand.press(shopper.button("LANG_ITEM_ADD"))


def size(page: Page) -> Locator:
    return page.get_by_role("radio", name="M", exact=True)


def total(page: Page) -> Locator:
    return page.get_by_role("main").locator(".price-tag").first


def choose_full_price(page: Page) -> None:
    page.get_by_role("radio", name=re.compile("^(Normalpreis|Full price)")).check(force=True)


def choose_a_seat(shopper: Shopper) -> str:
    """One of the list, another in each language; what it is called."""
    page = shopper.page
    shopper.hand.press(shopper.button("LANG_BUNDLE_SEAT_CHOOSE"))
    asked = page.get_by_role("dialog")
    expect(asked.get_by_role("grid")).to_be_attached()
    shopper.hand.press(asked.get_by_role("button", name=shopper.text("LANG_SEATS_VIEW_LIST"), exact=True))
    seats = asked.get_by_role("gridcell").filter(visible=True)
    seat = (
        seats if isinstance(shopper.hand, Keyboard) else seats.and_(asked.get_by_role("gridcell", disabled=False))
    ).first
    expect(seat).to_be_visible()
    looked_at(page)
    shopper.hand.press(seat)
    if isinstance(shopper.hand, Keyboard):
        for _step in range(4):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    take = asked.get_by_role("button", name=shopper.text("LANG_SEATS_TAKE"), exact=True)
    expect(take).to_be_enabled()
    name = asked.locator("[data-picked]").inner_text()
    shopper.hand.press(take)
    expect(asked).to_be_hidden()
    return name


@proves(
    "catalogue §2, purchase §4",
    "a seat is chosen inside the bundle, a size, an extra left empty; taken out and brought back as one; "
    "by finger in German, by keyboard in English",
)
@pytest.mark.parametrize("way", ["phone-de", "keyboard-en"])
@pytest.mark.journey("keyboard-en")
def test_a_seated_ticket_a_sized_shirt_and_a_left_empty_extra(open_page: OpenPage, way: str) -> None:
    language = way[-2:]
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True) if way == "phone-de" else open_page(locale="en-GB")
    hand = Finger(page) if way == "phone-de" else Keyboard(page)
    shopper = Shopper(page, language, hand, look=lambda: looked_at(page))
    shopper.open("/nachtfalter/products/nachtfalter-lichtpaket")
    expect(page).to_have_url(re.compile(f"{SEATED}$"))
    looked_at(page)
    add(shopper)
    expect(page.get_by_text(shopper.text("LANG_BUNDLE_ERROR_SEAT"))).to_be_visible()
    expect(shopper.button("LANG_BUNDLE_SEAT_CHOOSE")).to_be_focused()
    seat = choose_a_seat(shopper)
    expect(page.get_by_role("main").get_by_text(seat, exact=True)).to_be_visible()
    expect(total(page)).to_contain_text("85,00")

    hand.press(page.get_by_role("checkbox", name=SHIRT))
    expect(total(page)).to_contain_text("107,00")
    add(shopper)
    expect(page.get_by_text(shopper.text("LANG_ITEM_ERROR_NOOPTION")).filter(visible=True)).to_be_visible()
    expect(page.locator(":focus")).to_be_in_viewport()  # once the page has come there
    hand.press(size(page))
    looked_at(page)
    add(shopper)
    expect(shopper.cart).to_be_visible()
    expect(shopper.cart_lines).to_have_count(4)  # the root, its ticket, its print, the shirt; neither CD nor book
    expect(shopper.cart).to_contain_text(seat)
    expect(shopper.cart).to_contain_text("107,00")
    expect(shopper.cart.get_by_role("button", name=re.compile(f"^{shopper.text('LANG_CART_REMOVE')}"))).to_have_count(1)
    looked_at(page)

    shopper.close_cart()
    shopper.fill_cart("/nachtfalter/products/nachtfalter-schwarm-plakat")
    shopper.go_to_checkout()
    main = page.get_by_role("main")
    hand.press(main.get_by_role("button", name=re.compile(f"^{shopper.text('LANG_CART_REMOVE')}")).first)
    hand.press(shopper.button("LANG_CART_UNDO"))
    expect(main.get_by_text(seat)).to_be_visible()
    expect(main).to_contain_text("107,00")
    shopper.buy("mira@example.org")
    expect(main).to_contain_text(seat)
    expect(main).to_contain_text("107,00")
    if isinstance(hand, Keyboard):
        assert hand.covered == []


@proves(
    "purchase §4",
    "what is taken out, the last thing too, leaves a row that holds it again if it is free, in drawer and cart",
)
def test_the_last_thing_that_is_taken_out_can_come_back_too(open_page: OpenPage) -> None:
    page = open_page()
    shopper = Shopper(page, hand=Keyboard(page))
    shopper.open("/nachtfalter/products/nachtfalter-schwarm-plakat")
    shopper.add_product()
    out_and_back(shopper, shopper.cart)
    shopper.go_to_checkout()
    out_and_back(shopper, page.get_by_role("main"))


def out_and_back(shopper: Shopper, place: Locator) -> None:
    """The only thing in the cart."""
    remove = place.get_by_role("button", name=re.compile(f"^{shopper.text('LANG_CART_REMOVE')}"))
    shopper.hand.press(remove)
    expect(place).to_contain_text(shopper.text("LANG_CART_EMPTY"))
    looked_at(shopper.page)
    shopper.hand.press(place.get_by_role("button", name=shopper.text("LANG_CART_UNDO")))
    expect(remove).to_be_visible()


@pytest.mark.parametrize("language", ["de", "en"])
def test_of_several_evenings_one_is_chosen_and_the_sold_out_one_cannot(open_page: OpenPage, language: str) -> None:
    page = open_page(TOUR, locale={"de": "de-DE", "en": "en-GB"}[language])
    shopper = Shopper(page, language)
    full = page.get_by_role("radio", name=re.compile("^Leipzig"))
    expect(full).to_be_disabled()
    expect(page.get_by_text({"de": "Leipzig ist voll.", "en": "Leipzig is full."}[language])).to_be_visible()
    expect(total(page)).to_contain_text("47,00")
    shopper.hand.press(size(page))
    add(shopper)
    expect(page.get_by_text(shopper.text("LANG_BUNDLE_ERROR_COMBINATION"))).to_be_visible()
    page.get_by_role("radio", name=re.compile("^Zürich")).check(force=True)
    expect(total(page)).to_contain_text("53,00")
    undo = page.get_by_role("button", name=shopper.text("LANG_BUNDLE_UNDO"), exact=True)
    shopper.hand.press(undo.last)
    expect(total(page)).to_contain_text("47,00")
    page.get_by_role("radio", name=re.compile("^München")).check(force=True)
    choose_full_price(page)
    add(shopper)
    expect(shopper.cart).to_contain_text("47,00")
    looked_at(page)


@proves(
    "catalogue §4",
    "what is chosen of a bundle outlives a reload and the way back from a part's page, as far as the "
    "bundle still has it",
)
def test_what_is_chosen_outlives_a_reload_and_a_look_at_a_part(open_page: OpenPage) -> None:
    page = open_page(SEATED)
    shopper = Shopper(page)
    seat = choose_a_seat(shopper)
    shopper.hand.press(page.get_by_role("checkbox", name=SHIRT))
    shopper.hand.press(size(page))
    page.reload()
    is_still_chosen(page, seat)
    shopper.hand.press(page.get_by_role("main").get_by_role("link", name="Nachtfalter", exact=True).first)
    expect(page).to_have_url(re.compile("/events/"))
    page.go_back()
    is_still_chosen(page, seat)
    add(shopper)
    expect(shopper.cart).to_contain_text(seat)
    page.reload()
    expect(total(page)).to_contain_text("85,00")  # what is in the cart is chosen no longer
    expect(page.get_by_role("main").get_by_text(seat, exact=True)).to_be_hidden()


def is_still_chosen(page: Page, seat: str) -> None:
    expect(page.get_by_role("main").get_by_text(seat, exact=True)).to_be_visible()
    expect(size(page)).to_be_checked()
    expect(total(page)).to_contain_text("107,00")


@proves("purchase §4", "a change of the cart in one tab shows in another")
def test_a_change_in_one_tab_shows_in_another(open_page: OpenPage) -> None:
    page = open_page(TOUR)
    other = open_page("/nachtfalter/checkout", beside=page)
    second = Shopper(other)
    expect(other.get_by_role("main")).to_contain_text(second.text("LANG_CART_EMPTY"))
    first = Shopper(page)
    page.bring_to_front()
    first.hand.press(size(page))
    page.get_by_role("radio", name=re.compile("^München")).check(force=True)
    choose_full_price(page)
    add(first)
    expect(first.cart_lines).to_have_count(3)
    expect(other.get_by_role("main")).to_contain_text("47,00")


@proves("catalogue §4", "its product's card has the bundle's price and says when it is sold out; no further statement")
def test_a_bundle_with_a_sold_out_part_says_so_on_its_card_too(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter/search/Schwarmpaket")
    expect(page.get_by_role("main").get_by_role("article").first).to_contain_text("Der Schwarm ist weitergezogen")


@proves("catalogue §4", "a part that is sold out, not on sale yet or not listed disables what it is in")
def test_a_bundle_with_a_sold_out_part_says_so(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter/bundle/nachtfalter-schwarmpaket")
    button = page.get_by_role("button", name=re.compile("^Der Schwarm ist weitergezogen")).filter(visible=True)
    expect(button).to_be_disabled()
    expect(page.get_by_role("main").get_by_text("Ausverkauft", exact=True).first).to_be_visible()
    looked_at(page)


@proves(
    "catalogue §4, §5",
    "exactly one combination, one of a group at most, bound additions together; server and page say the same",
)
def test_a_group_and_what_is_bound_are_left_empty_together(open_page: OpenPage, site: Site) -> None:
    page = open_page(BOX, base=OWN.url(site.port), locale="en-GB")
    shopper = Shopper(page, "en")
    expect(total(page)).to_contain_text("33 €")
    page.get_by_role("radio", name=re.compile("^With the LP")).check(force=True)
    expect(total(page)).to_contain_text("42 €")
    leave_empty = shopper.text("LANG_BUNDLE_LEAVEEMPTY")
    additions = page.get_by_role("region", name=shopper.text("LANG_BUNDLE_ADDITIONS")).get_by_role("group")
    tote, patch = (additions.nth(number).get_by_role("checkbox") for number in (1, 2))
    tote.check()
    expect(patch).to_be_checked()
    expect(total(page)).to_contain_text("52 €")
    patch.uncheck()
    expect(tote).not_to_be_checked()
    group = page.get_by_role("group", name=shopper.text("LANG_BUNDLE_GROUP"), exact=True)
    group.get_by_role("radio").nth(1).check()
    expect(total(page)).to_contain_text("51 €")
    group.get_by_role("radio").nth(2).check()
    expect(total(page)).to_contain_text("48 €")
    group.get_by_role("radio", name=leave_empty).check()
    expect(total(page)).to_contain_text("42 €")
    looked_at(page)


@proves(
    "purchase §4",
    "identical bundles of goods are one line with an amount that can be changed; one with a ticket, a "
    "text or something else in it is another line; limits, stocks, prices, discounts, VAT and orders "
    "count all that is in them; undo brings all back; no further statement",
)
@pytest.mark.parametrize("way", ["phone-de", "keyboard-en"])
def test_identical_bundles_of_goods_are_counted_in_the_cart(open_page: OpenPage, site: Site, way: str) -> None:
    phone = way == "phone-de"
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True) if phone else open_page(locale="en-GB")
    shopper = Shopper(page, way[-2:], Finger(page) if phone else Keyboard(page), look=lambda: looked_at(page))
    page.goto(OWN.url(site.port) + BOX)
    for _time in range(2):
        page.get_by_role("radio", name=re.compile("^(Mit LP|With the LP|Mit der LP)")).check(force=True)
        for sizes in page.get_by_role("radio", name="M", exact=True).all():
            shopper.hand.press(sizes)
        add(shopper)
        expect(shopper.cart).to_be_visible()
        shopper.close_cart()
    add_one = shopper.text("LANG_AMOUNT_MORE")
    shopper.hand.press(page.get_by_role("banner").get_by_role("button", name=re.compile("2")))
    expect(shopper.cart).to_contain_text("84 €")
    shopper.hand.press(shopper.cart.get_by_role("button", name=add_one))
    expect(shopper.cart).to_contain_text("126 €")
    expect(shopper.cart.get_by_role("button", name=re.compile(f"^{shopper.text('LANG_CART_REMOVE')}"))).to_have_count(1)
    looked_at(page)


@proves(
    "purchase §8",
    "of what may be added, and of a product, the amount ends at what is left as soon as the server has "
    "said so, until something else is chosen",
)
def test_the_amount_of_an_addition_ends_at_what_is_left(open_page: OpenPage, site: Site) -> None:
    page = open_page(base=OWN.url(site.port), locale="en-GB")
    shopper = Shopper(page, "en")
    shopper.open(OWN.url(site.port) + BOX)
    shopper.hand.press(size(page))
    page.get_by_role("radio", name=re.compile("^With the CD")).check(force=True)
    page.get_by_role("checkbox", name=re.compile("^Cap")).check()
    more = page.get_by_role("button", name=shopper.text("LANG_AMOUNT_MORE"))
    for _piece in range(3):
        shopper.hand.press(more)
    with sold_out(site, "kellerkind-zulaut-cap", but=2):
        add(shopper)
        expect(shopper.alert("LANG_CART_ERROR_NOTENOUGH")).to_be_visible()
        expect(page.get_by_role("textbox", name=re.compile("Cap"))).to_have_value("2")
        expect(more).to_be_disabled()
        looked_at(page)
        shopper.hand.press(shopper.button("LANG_ITEM_ADD_AGAIN"))
        expect(shopper.cart).to_be_visible()
        shopper.hand.press(shopper.cart.get_by_role("button", name=re.compile(f"^{shopper.text('LANG_CART_REMOVE')}")))
        expect(shopper.cart).to_contain_text(shopper.text("LANG_CART_EMPTY"))


@proves("design §1", "the page is whole before any script, in both languages")
def test_a_bundle_is_readable_without_script(open_page: OpenPage) -> None:
    page = open_page(TOUR, java_script_enabled=False)
    main = page.get_by_role("main")
    for text in ("Tourpaket", "Das ist drin", "Leipzig ist voll.", "Dazu, wenn du magst", "47,00"):
        expect(main).to_contain_text(text)
