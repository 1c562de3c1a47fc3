"""A guest keeps an order's tickets on the phone, and shows them at a door without a network."""

import re

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page, expect

from aftersale.models import Ticket
from aftersale.numbers.tickets import grouped_number
from checkout.models import Order
from checkout.payments.ledger import record_capture
from tests.browsers import shot
from tests.e2e.conftest import NARROW, PHONE, OpenPage, Site
from tests.e2e.measuring import looked_at, too_wide
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import Shopper
from tests.proofs import proves

from .ordering import ordered


def paid_order(site: Site, shopper: Shopper, email: str) -> Order:
    ordered(shopper, email)
    with site.rows():
        order = Order.objects.get(email=email)
        payment = order.payments.get()
        record_capture(payment=payment, amount=payment.amount, event_id=f"statement {payment.pk}")
        return order


def number_of(site: Site, order: Order) -> str:
    with site.rows():
        return grouped_number(Ticket.objects.filter(line__placement__order=order).in_order()[0].number)


def code(shopper: Shopper, number: str) -> Locator:
    return shopper.page.get_by_role("img", name=shopper.text("LANG_ORDER_CODE_OF", number=number))


def opens(page: Page, path: str) -> bool:
    try:
        page.goto(path)
    except PlaywrightError as error:
        assert "ERR_INTERNET_DISCONNECTED" in error.message
        return False
    return True


@proves(
    "purchase §4",
    "kept on the device, an order's tickets are shown without a network at the order's own address, and at no other, "
    "until they are removed",
)
@pytest.mark.console_may_say("ERR_INTERNET_DISCONNECTED")
@pytest.mark.parametrize("language", ["de", "en"])
def test_kept_tickets_are_shown_without_a_network(open_page: OpenPage, site: Site, language: str) -> None:
    shopper = Shopper(open_page(viewport=PHONE, locale=BROWSER_LANGUAGES[language]), language)
    page = shopper.page
    order = paid_order(site, shopper, f"kept-{language}@example.org")
    address = f"/checkout/done/{order.secret}/{order.reference}"
    shopper.open(address)
    shopper.button("LANG_KEPT_KEEP").press("Enter")
    expect(shopper.button("LANG_KEPT_REMOVE")).to_be_focused()
    expect(page.get_by_text(shopper.text("LANG_KEPT_UNTIL", date="…").partition("…")[0])).to_be_visible()
    looked_at(page)
    shot(page, f"kept-{language}-online")

    number = number_of(site, order)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1, name=shopper.text("LANG_KEPT_TITLE"))).to_be_visible()
    expect(code(shopper, number)).to_be_visible()
    expect(page.get_by_text(re.compile(r"Ticket 1 (von|of) 2"))).to_be_visible()
    shot(page, f"kept-{language}-offline")
    looked_at(page)
    page.set_viewport_size(NARROW)
    assert too_wide(page) == []
    page.set_viewport_size(PHONE)
    page.get_by_role("listitem").nth(1).scroll_into_view_if_needed()
    expect(page.get_by_text(re.compile(r"Ticket 2 (von|of) 2"))).to_be_in_viewport()
    assert opens(page, f"/checkout/done/{order.secret}")
    assert not opens(page, f"/checkout/done/{'x' * len(order.secret)}/{order.reference}")
    assert not opens(page, "/events")

    page.context.set_offline(False)
    shopper.open(address)
    shopper.button("LANG_KEPT_REMOVE").click()
    expect(shopper.button("LANG_KEPT_KEEP")).to_be_focused()
    page.goto("/events")
    page.context.set_offline(True)
    assert not opens(page, address)
    page.context.set_offline(False)
    page.goto("/events")
