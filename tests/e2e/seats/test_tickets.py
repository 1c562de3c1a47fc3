"""Choosing tickets on an event's page: the kind that is asked for, the limit over all tabs, before and after a sale."""

import re
import time

import psycopg
import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from shop.texts import lang_text
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.hands import Keyboard
from tests.e2e.measuring import axe_violations, too_wide, wait_for_react
from tests.e2e.shopper import Shopper
from tests.proofs import proves

BOTH_KINDS = "/nachtfalter/events/nachtfalter-wien"
LIMITED = "/events/kellerkind-wuppertal"  # four a person
SOLD_OUT = "/nachtfalter/events/nachtfalter-leipzig"
LATER = "/nachtfalter/events/nachtfalter-hamburg-zusatz"
FREE = "/nachtfalter/events/nachtfalter-vorhoeren"
LANGUAGES = {"de": "de-DE", "en": "en-GB"}


def button(page: Page, key: str, language: str = "de") -> Locator:
    return page.get_by_role("button", name=lang_text(key, language), exact=True)


def amount(page: Page, ticket: str = "Normalpreis") -> Locator:
    return page.get_by_role("textbox", name=f"Anzahl: {ticket}")


def more(page: Page, ticket: str = "Normalpreis") -> Locator:
    return page.get_by_role("button", name=f"Eins mehr: {ticket}")


@proves(
    "catalogue §4, purchase §4",
    "the kind of ticket is settled where only one is possible, else a popup must be answered: by "
    "keyboard, mouse, finger; cancelled, nothing is added",
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_kind_of_ticket_is_asked_for_by_keyboard_and_must_be_answered(open_page: OpenPage, language: str) -> None:
    page = open_page(BOTH_KINDS, locale=LANGUAGES[language])
    page.locator("#tickets").get_by_role("textbox").first.fill("2")
    add = button(page, "LANG_ITEM_ADD", language)
    question = page.get_by_role("alertdialog", name=lang_text("LANG_TICKET_KIND_TITLE", language))
    add.focus()
    page.keyboard.press("Enter")
    expect(question).to_be_visible()
    first = question.get_by_role("button").first
    expect(first).to_be_focused()
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    expect(add).to_be_focused()
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(question).to_contain_text("54,00")
    page.mouse.click(5, 5)  # beside it: no answer
    expect(question).to_be_visible()
    Keyboard(page).press(question.get_by_role("button").nth(1))
    lines = page.get_by_role("dialog").get_by_role("listitem").filter(has_text="28,50")
    expect(lines).to_have_count(2)


@pytest.mark.journey
def test_the_question_by_finger_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(BOTH_KINDS, viewport=PHONE, has_touch=True)
    amount(page).fill("2")
    button(page, "LANG_ITEM_ADD").tap()
    question = page.get_by_role("alertdialog")
    expect(question).to_be_visible()
    assert too_wide(page) == []
    question.get_by_role("button", name=re.compile("^Online-Ticket")).tap()
    expect(page.get_by_role("dialog").get_by_role("listitem").filter(has_text="27,00")).to_have_count(2)


def test_where_only_one_kind_is_possible_nothing_is_asked(open_page: OpenPage) -> None:
    page = open_page(BOTH_KINDS)
    more(page, "Ermäßigt").click()
    button(page, "LANG_ITEM_ADD").click()
    expect(page.get_by_role("dialog").get_by_text("21,00").first).to_be_visible()
    expect(page.get_by_role("alertdialog")).to_be_hidden()


@proves(
    "BGB § 312g (2) no. 9", "a cart with tickets says that they cannot be returned, in the drawer and at the checkout"
)
def test_a_cart_with_tickets_says_that_they_cannot_be_returned(open_page: OpenPage) -> None:
    told = lang_text("LANG_TICKET_NOWITHDRAWAL", "de")
    page = open_page()
    shopper = Shopper(page)
    shopper.fill_cart("/nachtfalter/products/nachtfalter-mondphasen-shirt", "M")
    expect(shopper.cart).not_to_contain_text(told)
    page.goto(BOTH_KINDS)
    wait_for_react(page)
    more(page, "Ermäßigt").click()
    button(page, "LANG_ITEM_ADD").click()
    expect(shopper.cart).to_contain_text(told)
    page.goto("/nachtfalter/checkout")
    expect(page.get_by_role("main").get_by_text(told)).to_be_visible()


@proves(
    "catalogue §5, §8",
    "the limit counts what lies in the cart, in every tab; what a page does not know the server refuses "
    "with LANG_TICKET_TOOMANY_DETAIL",
)
def test_the_limit_counts_what_lies_in_the_cart_in_every_tab(open_page: OpenPage) -> None:
    page = open_page(LIMITED)
    beside = open_page(LIMITED, beside=page)
    expect(amount(page)).to_have_value("0")
    amount(page).fill("2")
    amount(beside).fill("2")
    more(beside).click()
    expect(amount(beside)).to_have_value("3")
    button(page, "LANG_ITEM_ADD").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(beside.get_by_role("main")).to_contain_text("2 liegen schon im Korb")
    expect(amount(beside)).to_have_value("2")
    expect(more(beside)).to_be_disabled()
    button(beside, "LANG_ITEM_ADD").click()
    told = "Alle 4 Tickets pro Person liegen in deinem Korb"
    for tab in (page, beside):
        expect(tab.get_by_role("main")).to_contain_text(told)
        expect(amount(tab)).to_have_value("0")
    fresh = open_page(LIMITED, beside=page)
    expect(fresh.get_by_role("main")).to_contain_text(told)
    button(fresh, "LANG_ITEM_ADD").click()
    expect(fresh.get_by_role("alert").filter(has_text="Mehr als 4")).to_be_visible()


@pytest.mark.console_may_say("409")
def test_what_a_page_does_not_know_the_server_refuses_with_the_limit(open_page: OpenPage) -> None:
    page = open_page(LIMITED)
    beside = open_page(beside=page)
    beside.add_init_script("delete window.BroadcastChannel")
    beside.goto(LIMITED)
    wait_for_react(beside)
    for _ in range(4):
        more(page).click()
        more(beside).click()
    button(page, "LANG_ITEM_ADD").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    button(beside, "LANG_ITEM_ADD").click()
    expect(beside.get_by_role("alert").filter(has_text="Mehr als 4")).to_be_visible()
    expect(amount(beside)).to_have_value("4")  # nothing typed is lost


@proves("–", "nothing chosen: „Bitte wähle zunächst oben deine Tickets!“")
def test_nothing_chosen_is_told(open_page: OpenPage) -> None:
    page = open_page(LIMITED)
    button(page, "LANG_ITEM_ADD").click()
    expect(page.get_by_role("alert").filter(has_text="Bitte wähle zunächst oben deine Tickets!")).to_be_visible()


@proves("catalogue §4", "sold out on every screen, in both languages, axe clean")
@pytest.mark.parametrize(
    ("language", "text", "viewport"),
    [("de", "Wir winken aus Berlin.", DESKTOP), ("en", "We will wave from Berlin.", PHONE)],
    ids=["de-desktop", "en-phone"],
)
def test_sold_out_says_the_bands_message(open_page: OpenPage, language: str, text: str, viewport: ViewportSize) -> None:
    page = open_page(SOLD_OUT, viewport=viewport, locale=LANGUAGES[language])
    expect(page.locator("#tickets")).to_contain_text(text)
    expect(page.locator("#tickets").get_by_role("textbox")).to_have_count(0)
    assert (axe_violations(page), too_wide(page)) == ([], [])


def begin_presale(site: Site, wait: str) -> None:
    with psycopg.connect(site.database, autocommit=True) as connection:
        statement = "UPDATE catalogue_event SET presale_at = now() + %s::interval WHERE slug = %s"
        assert connection.execute(statement, (wait, LATER.rpartition("/")[2])).rowcount == 1


@proves("catalogue §4", "the presale counts its last day down and begins on the open page")
def test_the_presale_begins_on_the_open_page(open_page: OpenPage, site: Site) -> None:
    page = open_page(LATER)
    tickets = page.locator("#tickets")
    expect(tickets).to_contain_text("Bald im Verkauf")
    begin_presale(site, "14 seconds")
    try:
        time.sleep(2.5)  # what is kept of the page is at most two seconds old
        page.reload()
        expect(tickets.get_by_role("timer")).to_contain_text(re.compile(r"Noch 0:00:\d\d"))
        expect(button(page, "LANG_ITEM_ADD")).to_be_visible(timeout=30_000)
    finally:
        begin_presale(site, "14 days")


@proves('look "Every screen"', "the ticket button is quiet and in its place before a ticket is chosen")
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_button_is_quiet_and_in_its_place_before_a_ticket_is_chosen(
    open_page: OpenPage, viewport: ViewportSize
) -> None:
    page = open_page(LIMITED, viewport=viewport)
    bar = page.locator("#tickets form > div").filter(has=page.locator("button[type=submit]"))
    expect(bar).to_have_css("position", "static")
    page.wait_for_timeout(300)
    quiet = bar.locator("button[type=submit]").evaluate("button => getComputedStyle(button).backgroundColor")
    more(page).click()
    expect(bar).to_have_css("position", "sticky")
    expect(bar.locator("button[type=submit]")).not_to_have_css("background-color", quiet)


@proves("–", "a free event shows no price, neither in lists nor beside its tickets")
def test_a_free_event_shows_no_price(open_page: OpenPage) -> None:
    page = open_page(FREE)
    main = page.get_by_role("main")
    more(page, "Kissen").click()
    expect(main.get_by_role("button", name="In den Korb", exact=True)).to_be_visible()
    for part in ("form", "header"):
        expect(main.locator(part).first).not_to_contain_text("€")
    page.goto("/nachtfalter/events")
    stub = page.locator(".ticket", has=page.get_by_role("link", name="Vorhören: „Puppenruhe“", exact=True))
    expect(stub).to_contain_text("Eintritt frei")
    expect(stub).not_to_contain_text("€")
