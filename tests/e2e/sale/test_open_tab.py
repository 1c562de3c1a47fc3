"""A tab that stood open shows what is true now: on entering a page, and after a refusal (catalogue §4, design §5)."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, OpenPage, Site
from tests.e2e.seats.hall import AVAILABILITY, Seats, first_of_row, take_quickly
from tests.e2e.shopper import Shopper
from tests.proofs import proves

from .stocks import sold_out

MUG = "nachtfalter-teebecher"
SHIRT = "nachtfalter-luna-shirt"
SHELF = "/nachtfalter/categories/nachtfalter-shirts"
EVENT = "nachtfalter-dresden"
OLD_SECONDS = 31
REACT_DELAY_MS = 400  # React shows a part that came late by a timer, which stands still with the clock
PRICES = "UPDATE catalogue_price SET price = %s WHERE product_id = (SELECT id FROM catalogue_product WHERE slug = %s)"
SIZES = """UPDATE catalogue_productvariant SET active = %s WHERE description = %s
    AND product_id = (SELECT id FROM catalogue_product WHERE slug = %s)"""


@contextmanager
def at_price(site: Site, slug: str, price: str, usual: str) -> Iterator[None]:
    with psycopg.connect(site.database, autocommit=True) as connection:
        assert connection.execute(PRICES, (price, slug)).rowcount == 1
        try:
            yield
        finally:
            connection.execute(PRICES, (usual, slug))


def questions_about(page: Page, slug: str) -> list[str]:
    """What the page asks about a product or event from now on."""
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "/graphql" in one.url and slug in one.url else None)
    return asked


@proves(
    "design §5",
    "a tab that stood open: an answer older than half a minute is asked for again on entering its page, "
    "a younger one stands",
)
def test_what_is_older_than_half_a_minute_is_asked_again_on_entering(open_page: OpenPage, site: Site) -> None:
    page = open_page(SHELF, clock=True)
    asked = questions_about(page, SHIRT)
    card = page.locator(f"[data-product={SHIRT}], article").filter(has_text="Luna").first
    price = page.get_by_role("main").locator(".price-tag").first
    heading = page.get_by_role("heading", level=1)

    def enter() -> None:
        card.get_by_role("link").first.click()
        expect(heading).to_have_text("T-Shirt „Luna“")

    def leave() -> None:
        page.go_back()
        expect(heading).to_have_text("Shirts")

    enter()
    leave()
    assert len(asked) == 1
    with at_price(site, SHIRT, "29.50", usual="28.00"):
        enter()
        expect(price).to_contain_text("28,00")
        leave()
        assert len(asked) == 1, "what came within the last half minute stands"
        page.clock.fast_forward(OLD_SECONDS * 1000)
        enter()
        expect(price).to_contain_text("29,50")
        assert len(asked) == 2
    page.clock.fast_forward(OLD_SECONDS * 1000)
    leave()
    expect(card).to_contain_text("28,00")


def test_the_page_that_a_tab_began_with_is_asked_again_too(open_page: OpenPage, site: Site) -> None:
    page = open_page(f"/nachtfalter/products/{SHIRT}", clock=True)
    asked = questions_about(page, SHIRT)
    tickets = page.get_by_role("banner").get_by_role("link", name="Tickets")
    price = page.get_by_role("main").locator(".price-tag").first
    with at_price(site, SHIRT, "29.50", usual="28.00"):
        tickets.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Tickets")
        page.go_back()
        expect(price).to_contain_text("28,00")
        assert asked == []
        page.go_forward()
        page.clock.fast_forward(OLD_SECONDS * 1000)
        page.go_back()
        expect(price).to_contain_text("29,50")
        assert len(asked) == 1


@proves(
    "catalogue §4",
    "a product or size that went while its page was open is refused with a word, is not for sale any "
    "more there, and is chosen no longer",
)
@pytest.mark.console_may_say("status of 409")
def test_a_product_that_went_meanwhile_is_not_for_sale_any_more(open_page: OpenPage, site: Site) -> None:
    page = open_page(f"/nachtfalter/products/{MUG}", viewport=PHONE)
    shopper = Shopper(page)
    asked = questions_about(page, MUG)
    with sold_out(site, MUG):
        shopper.button("LANG_ITEM_ADD").click()
        expect(shopper.alert("LANG_CART_ERROR_NOTENOUGH")).to_be_visible()
        gone = shopper.button("LANG_ITEM_SOLDOUT")
        expect(gone).to_be_visible()
        expect(gone).to_be_disabled()
        expect(shopper.cart).to_be_hidden()
        assert len(asked) == 1


@pytest.mark.console_may_say("status of 409")
def test_a_size_that_is_not_sold_any_more_goes_from_the_page(open_page: OpenPage, site: Site) -> None:
    page = open_page(f"/nachtfalter/products/{SHIRT}")
    shopper = Shopper(page)
    shopper.option("M").check(force=True)
    with psycopg.connect(site.database, autocommit=True) as connection:
        assert connection.execute(SIZES, (False, "M", SHIRT)).rowcount == 1
        try:
            shopper.button("LANG_ITEM_ADD").click()
            expect(shopper.alert("LANG_ITEM_NOT_AVAILABLE")).to_be_visible()
            expect(shopper.option("M")).to_have_count(0)
            shopper.button("LANG_ITEM_ADD_AGAIN").click()
            expect(page.get_by_text(shopper.text("LANG_ITEM_ERROR_NOOPTION"))).to_be_visible()
        finally:
            connection.execute(SIZES, (True, "M", SHIRT))


@proves("catalogue §4", "tickets that went while the page was open give way to the word sold out")
@pytest.mark.console_may_say("status of 409")
def test_tickets_that_went_meanwhile_give_way_to_the_word_sold_out(open_page: OpenPage, site: Site) -> None:
    page = open_page(f"/nachtfalter/events/{EVENT}", locale="en-GB")
    shopper = Shopper(page, "en")
    asked = questions_about(page, EVENT)
    with sold_out(site, EVENT):
        shopper.button("LANG_AMOUNT_MORE").first.click()
        shopper.button("LANG_ITEM_ADD").click()
        tickets = page.locator("#tickets")
        expect(tickets.get_by_role("textbox")).to_have_count(0)
        expect(tickets).to_contain_text(shopper.text("LANG_TICKET_SOLDOUT_TITLE"))
        assert len(asked) == 1


@proves("purchase §8", "a refused seat is taken on the plan at once, not at its next look")
@pytest.mark.console_may_say("status of 409")
def test_a_refused_seat_is_taken_on_the_plan_at_once(open_page: OpenPage) -> None:
    page = open_page(clock=True)
    shopper = Shopper(page)
    hall = Seats(shopper)
    hall.open()
    hall.turn_to_list()
    (seat,) = first_of_row(page, "Parkett C", "7", 1)
    hall.take_from_list(seat)
    page.clock.pause_at(time.time() + 60)  # the plan is not looked at again by itself
    take_quickly(open_page(), "de", seat)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if AVAILABILITY.search(one.url) else None)
    shopper.hand.press(shopper.button("LANG_ITEM_ADD"))
    expect(hall.chosen).to_have_count(0)
    for _ in range(4):
        page.wait_for_timeout(REACT_DELAY_MS)
        page.clock.run_for(REACT_DELAY_MS)
    expect(shopper.alert("LANG_SEATS_TAKEN", seats=seat.name(shopper))).to_be_visible()
    expect(hall.cell(seat)).to_have_attribute("aria-disabled", "true")
    assert len(asked) == 1
