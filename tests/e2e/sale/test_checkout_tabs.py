"""Two tabs, refresh, back, two clicks and a session that ends: one cart, one order, and a clear word (purchase §4)."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from checkout.models import Order
from launch.ports import free_port
from tests import servers
from tests.e2e.conftest import OpenPage, Site
from tests.e2e.shopper import Shopper
from tests.proofs import proves

BAG = "/products/werkstatt-plattenbeutel"
PATCH = "/products/werkstatt-aufnaeher"
SESSION_SECONDS = 20


def at_confirm(page: Page, email: str) -> Shopper:
    shopper = Shopper(page)
    shopper.fill_cart(BAG)
    shopper.go_to_checkout()
    shopper.go_to_confirm(email)
    shopper.accept_terms()
    return shopper


def orders_of(site: Site, email: str) -> list[str]:
    with site.rows():
        return list(Order.objects.filter(email=email).values_list("reference", flat=True))


@proves(
    "purchase §4",
    "every step leads back to what is missing, says that the cart is empty, and goes to the start when "
    "another tab changes the cart",
)
def test_another_tab_sees_what_changes(open_page: OpenPage) -> None:
    first = open_page()
    shopper = Shopper(first)
    shopper.fill_cart(BAG)
    second = open_page(beside=first)
    other = Shopper(second)
    other.open("/")
    pieces = second.get_by_role("button", name=re.compile("Stück im Korb"))
    expect(pieces).to_contain_text("1")
    shopper.close_cart()
    shopper.open(PATCH)
    shopper.add_product()
    expect(pieces).to_contain_text("2")

    # a step of the checkout goes back to its start and says why; what was typed stays
    other.open("/checkout")
    other.to_details()
    other.field("billing-lastName").fill("Falk")
    shopper.cart.get_by_role("button", name=re.compile("^Entfernen")).first.click()
    other.come_to("LANG_CHECKOUT_TITLE_CART")
    expect(second.get_by_role("status").filter(has_text=other.text("LANG_CHECKOUT_NOTICE_OTHERTAB"))).to_be_visible()
    expect(second.get_by_role("main").get_by_role("button", name=re.compile("^Entfernen"))).to_have_count(1)
    other.to_details()
    expect(other.field("billing-lastName")).to_have_value("Falk")


@pytest.mark.journey
def test_two_clicks_refresh_back_and_a_second_tab_make_one_order(open_page: OpenPage, site: Site) -> None:
    email = "doppelt@example.org"
    page = open_page()
    shopper = at_confirm(page, email)
    second = open_page(beside=page)
    other = Shopper(second)
    other.open("/checkout/confirm")
    other.come_to("LANG_CHECKOUT_TITLE_CONFIRM")
    shopper.button("LANG_CHECKOUT_BUTTON").dblclick()
    shopper.come_to("LANG_CHECKOUT_TITLE_DONE")
    reference, done = shopper.reference(), page.url
    expect(page.get_by_role("main")).to_contain_text(reference)

    # the other tab has learned that its cart is ordered, and leads to the order
    second.get_by_role("link", name=other.text("LANG_CHECKOUT_EMPTY_TOORDER")).click()
    expect(second).to_have_url(done)

    page.reload()
    expect(page.get_by_role("main")).to_contain_text(reference)
    page.go_back()
    expect(page.get_by_role("main")).to_contain_text(reference)
    expect(shopper.button("LANG_CHECKOUT_BUTTON")).to_have_count(0)
    page.go_forward()
    shopper.come_to("LANG_CHECKOUT_TITLE_DONE")
    expect(page).to_have_url(done)
    assert orders_of(site, email) == [reference]


@pytest.mark.console_may_say("net::ERR_CONNECTION_RESET", "net::ERR_FAILED")
def test_a_lost_answer_is_asked_for_again(open_page: OpenPage, site: Site) -> None:
    """The order is placed, its answer never arrives: pressing again and reloading both find that one order."""
    email = "verschollen@example.org"
    page = open_page()
    shopper = at_confirm(page, email)
    lost: list[str] = []

    def lose(route: Route) -> None:
        if "PLACEORDER" in (route.request.post_data or "") or "PLACEORDER" in route.request.url:
            lost.append(route.fetch().text())
            route.abort("connectionreset")
        else:
            route.fallback()

    page.route("**/graphql**", lose)
    shopper.button("LANG_CHECKOUT_BUTTON").click()
    unsure = page.get_by_role("alert").filter(has_text=shopper.text("LANG_CHECKOUT_TROUBLE_UNSURE"))
    expect(unsure.or_(shopper.heading("LANG_CART_EMPTY"))).to_be_visible()
    assert len(lost) >= 1
    page.unroute("**/graphql**")
    page.goto("/checkout")
    shopper.come_to("LANG_CHECKOUT_TITLE_DONE")
    assert orders_of(site, email) == [shopper.reference()]


@pytest.mark.console_may_say("Failed to load resource")
def test_a_session_that_ends_says_so(open_page: OpenPage, site: Site) -> None:
    port = free_port()
    own = {"SESSION_SECONDS": str(SESSION_SECONDS), "PUBLIC_URL": f"http://localhost:{port}"}
    with servers.web_server(site.database, workers=1, env={**site.env, **own}, port=port) as web:
        page = open_page(base=web.url)
        shopper = Shopper(page)
        shopper.fill_cart(BAG)
        shopper.go_to_checkout()
        reserved = page.get_by_role("main").get_by_text(shopper.text("LANG_CART_RESERVED"))
        expect(reserved.filter(visible=True)).to_be_visible()
        notice = shopper.alert("LANG_ALLG_RESERVATION_KILL_MSG")
        expect(notice).to_be_visible(timeout=(SESSION_SECONDS + 10) * 1000)
        expect(shopper.heading("LANG_CART_LOST_TITLE")).to_be_visible()
        notice.get_by_role("button", name=shopper.text("LANG_ALLG_OK")).click()
        expect(notice).to_have_count(0)
        # also after a reload one press brings everything back
        page.reload()
        shopper.button("LANG_CART_LOST_BACK").click()
        expect(page.get_by_role("main").get_by_role("button", name=re.compile("^Entfernen"))).to_have_count(1)
        expect(shopper.heading("LANG_CART_LOST_TITLE")).to_have_count(0)
        shopper.to_details()
