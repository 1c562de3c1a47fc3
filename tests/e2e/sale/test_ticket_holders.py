"""Events that ask whose their tickets are: names given in the cart and at checkout, asked for until all are there."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.conftest import PHONE, OpenPage, Site
from tests.e2e.hands import Finger, Keyboard
from tests.e2e.measuring import looked_at
from tests.e2e.shopper import ADDRESS, Shopper, body
from tests.proofs import proves

NAMES, CONTACTS = "/events/kellerkind-wuppertal", "/events/kellerkind-leipzig"
POSTER = "/nachtfalter/products/nachtfalter-signiertes-plakat"
MAIL_SECONDS = 60
AGREEMENT = "input[id$=-agreement]"


def dialog(shopper: Shopper, title: str = "LANG_HOLDER_TITLE") -> Locator:
    return shopper.page.get_by_role("dialog", name=shopper.text(title), exact=True)


def part(ticket: Locator, name: str) -> Locator:
    return ticket.locator(f'input[id$="-{name}"]')


def marked(within: Locator) -> int:
    return within.locator("[aria-invalid=true]").count()


def assert_names_change_above_the_form(shopper: Shopper) -> None:
    """The dialog above the page of the same tickets is a form of its own."""
    page = shopper.page
    page.get_by_role("banner").get_by_role("button", name=re.compile(shopper.text("LANG_CART"))).click()
    shopper.cart.get_by_role("button", name=re.compile("^Enter name")).last.click()
    asked = dialog(shopper)
    asked.get_by_role("button", name=shopper.text("LANG_HOLDER_SAVE"), exact=True).click()
    expect(part(asked, "firstName")).to_be_focused()
    assert page.evaluate("document.querySelectorAll('[id]').length") == page.evaluate(
        "new Set([...document.querySelectorAll('[id]')].map((one) => one.id)).size"
    )
    asked.get_by_role("button", name=shopper.text("LANG_ALLG_CANCEL"), exact=True).click()
    shopper.close_cart()


@proves(
    "purchase §2, §4, §5",
    "whose a ticket is, is entered and changed in a dialog from its line in drawer and cart, and for all "
    "tickets at once beside the address: all fields and one agreement, errors at each field, nothing "
    "typed is lost; the way to the order button leads through it, and the last step and the order show it",
)
def test_two_names_on_a_phone_in_german(open_page: OpenPage, site: Site) -> None:
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    shopper = Shopper(page, hand=Finger(page), look=lambda: looked_at(page))
    shopper.open(NAMES)
    shopper.add_tickets("Normalpreis", 2)
    enter = shopper.cart.get_by_role("button", name=re.compile("^Name eintragen"))
    expect(enter).to_have_count(2)

    enter.first.tap()
    asked = dialog(shopper)
    save = asked.get_by_role("button", name="Speichern", exact=True)
    save.tap()
    expect(part(asked, "firstName")).to_be_focused()
    assert marked(asked) == 3
    expect(part(asked, "phone")).to_have_count(0)
    looked_at(page)
    page.keyboard.type("Mira")  # one name is enough
    save.tap()
    expect(asked.locator(AGREEMENT)).to_be_focused()
    part(asked, "lastName").fill("Falk")
    page.touchscreen.tap(5, 5)  # beside it
    expect(part(asked, "lastName")).to_have_value("Falk")
    asked.locator(AGREEMENT).tap()
    save.tap()
    expect(asked).to_be_hidden()
    expect(shopper.cart_lines.first).to_contain_text("Mira Falk")
    expect(shopper.cart_lines.first.get_by_role("button", name=re.compile("^Name ändern"))).to_be_focused()
    expect(enter).to_have_count(1)

    shopper.go_to_checkout()
    shopper.to_details()
    tickets = page.locator("main fieldset")
    expect(tickets).to_have_count(2)
    expect(part(tickets.first, "lastName")).to_have_value("Falk")
    shopper.enter_details("begleitung@example.org")
    shopper.button("LANG_CHECKOUT_NEXT_PAYMENT").tap()
    summary = page.get_by_role("alert").filter(has_text="3 Angaben fehlen noch")
    expect(summary).to_be_focused()
    links = summary.get_by_role("link")
    either = [f"Ticket 2: {name}: bitte ausfüllen" for name in ("Vorname", "Nachname")]
    expect(links).to_have_text([*either, shopper.text("LANG_HOLDER_AGREE_MISSING")])
    assert (marked(tickets.first), marked(tickets.last)) == (0, 2)
    looked_at(page)
    links.nth(1).tap()
    expect(part(tickets.last, "lastName")).to_be_focused()
    described = part(tickets.last, "lastName").get_attribute("aria-describedby") or ""
    expect(page.locator(f"[id='{described}']")).to_have_text("Bitte ausfüllen")
    page.keyboard.type("Brandt")
    expect(tickets.last.locator("[aria-invalid=true]")).to_have_count(0)
    expect(page.get_by_role("alert").filter(has_text="Eine Angabe fehlt noch").get_by_role("link")).to_have_count(1)

    page.goto("/checkout/payment")  # no way round it, and nothing that was typed is lost
    expect(shopper.heading("LANG_CHECKOUT_TITLE_DETAILS")).to_be_visible()
    expect(part(tickets.last, "lastName")).to_have_value("Brandt")
    page.locator(AGREEMENT).tap()
    shopper.to_payment()
    shopper.choose_logistics()
    shopper.to_confirm()
    main = page.get_by_role("main")
    for name in ("Für Mira Falk", "Für Brandt"):
        expect(main).to_contain_text(name)
    shopper.accept_terms()
    shopper.place()
    for name in ("Für Mira Falk", "Für Brandt"):
        expect(main).to_contain_text(name)
    assert page.evaluate("Object.keys(sessionStorage).filter((key) => key.endsWith(':holders'))") == []
    (mail,) = site.mails.wait_for(1, MAIL_SECONDS, to="begleitung@example.org")
    assert "Für: Brandt" in body(mail, "plain") and "Mira Falk" in body(mail, "html")


def test_two_contacts_with_the_keyboard_in_english(open_page: OpenPage) -> None:
    page = open_page(locale="en-GB")
    hand = Keyboard(page)
    shopper = Shopper(page, "en", hand, look=lambda: looked_at(page))
    shopper.open(CONTACTS)
    shopper.add_tickets("Full price", 2)
    shopper.go_to_checkout()
    hand.covered.clear()  # those pages have their own test

    line = page.get_by_role("main").get_by_role("button", name=re.compile("^Enter name")).first
    hand.press(line)
    asked = dialog(shopper)
    expect(asked.locator("input")).to_have_count(5)
    looked_at(page)
    page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    expect(line).to_be_focused()

    shopper.to_details()
    shopper.enter_details("guests@example.org", ADDRESS)
    hand.press(shopper.button("LANG_CHECKOUT_NEXT_PAYMENT"))
    tickets = page.locator("main fieldset")
    summary = page.get_by_role("alert").filter(has_text="9 entries are missing")
    expect(summary).to_be_focused()
    assert [marked(ticket) for ticket in tickets.all()] == [4, 4]
    looked_at(page)
    hand.press(tickets.first.get_by_role("button", name="It's me: Mira Falk"))
    expect(part(tickets.first, "address")).to_have_value("Hafenstraße 12, 20359 Hamburg")
    expect(tickets.first.locator("input[aria-invalid=true]")).to_have_count(1)
    hand.write(part(tickets.first, "phone"), "+49 40 123")
    for name, text in (("firstName", "Jo+1"), ("lastName", "Brandt"), ("address", "Deich 1, Hamburg"), ("phone", "1")):
        hand.write(part(tickets.last, name), text)
    hand.press(page.locator(AGREEMENT))
    assert_names_change_above_the_form(shopper)
    left = page.get_by_role("alert").filter(has_text="One entry is missing")
    expect(left.get_by_role("link")).to_have_text(["Ticket 2: First name: please without the sign +"])
    part(tickets.last, "firstName").fill("Jo")
    expect(left).to_have_count(0)
    assert hand.covered == []
    shopper.to_payment()
    shopper.choose_logistics()
    shopper.to_confirm()
    shopper.accept_terms()
    shopper.place()
    main = page.get_by_role("main")
    for text in ("For Mira Falk, Hafenstraße 12, 20359 Hamburg, +49 40 123", "For Jo Brandt, Deich 1, Hamburg, 1"):
        expect(main).to_contain_text(text)


@pytest.mark.console_may_say("409")
def test_an_event_that_begins_to_ask_stops_the_order_and_leads_to_the_names(open_page: OpenPage, site: Site) -> None:
    from catalogue.models import Event

    page = open_page()
    shopper = Shopper(page)
    shopper.open("/events/kellerkind-zuerich")
    shopper.add_tickets("Normalpreis", 1)
    shopper.go_to_checkout()
    shopper.go_to_confirm("spaeter@example.org")
    with site.rows():
        event = Event.objects.get(slug="kellerkind-zuerich")
        event.personalization_requirement = Event.Personalization.CHECK_IN
        event.save()
    try:
        shopper.accept_terms()
        shopper.button("LANG_CHECKOUT_BUTTON").click()
        expect(shopper.heading("LANG_CHECKOUT_TITLE_DETAILS")).to_be_visible()
        notice = page.get_by_role("main").get_by_role("status")
        expect(notice.filter(has_text=shopper.text("LANG_CHECKOUT_TROUBLE_HOLDERS"))).to_be_visible()
        expect(page.locator("main fieldset")).to_have_count(1)
        expect(shopper.field("email")).to_have_value("spaeter@example.org")
    finally:
        with site.rows():
            Event.objects.filter(slug="kellerkind-zuerich").update(
                personalization_requirement=Event.Personalization.NONE
            )


@proves("purchase §5", "what is printed on a piece is changed in the cart")
def test_what_is_printed_on_a_piece_is_changed_in_the_cart(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE)
    shopper = Shopper(page)
    shopper.open(POSTER)
    page.get_by_label(shopper.text("LANG_ITEM_PERSONALISATION")).fill("MIRA")
    shopper.add_product()
    shopper.cart.get_by_role("button", name=re.compile("^Text ändern")).click()
    asked = dialog(shopper, "LANG_CART_TEXT_CHANGE")
    text = asked.get_by_role("textbox")
    expect(text).to_have_value("MIRA")
    text.fill("")
    save = asked.get_by_role("button", name="Speichern", exact=True)
    save.click()
    expect(text).to_be_focused()
    expect(text).to_have_attribute("aria-invalid", "true")
    looked_at(page)
    text.fill("MIRA FALK")
    save.click()
    expect(shopper.cart_lines.first).to_contain_text("MIRA FALK")
