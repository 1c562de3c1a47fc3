"""A bank statement in a browser: sent, looked at, booked; what is left is settled."""

import re

from playwright.sync_api import Page, expect

from checkout.orders.order_state import PaymentState, with_order_state
from tests.checkout.bank.statements import camt, entry
from tests.e2e.conftest import DESKTOP, NARROW, PHONE, OpenPage, Site
from tests.e2e.measuring import too_wide
from tests.e2e.shopper import Shopper, log_in_as_staff
from tests.proofs import proves
from tests.races.waiting import until


def sold(open_page: OpenPage, email: str) -> str:
    shopper = Shopper(open_page())
    shopper.fill_cart("/nachtfalter/products/nachtfalter-mondphasen-shirt", "M")
    shopper.go_to_checkout()
    return shopper.buy(email)


def send_file(page: Page, content: bytes) -> None:
    page.goto("/admin/checkout/bankline/")
    page.get_by_role("link", name="Kontoauszug einlesen").click()
    statement = {"name": "auszug-2026-11.xml", "mimeType": "application/xml", "buffer": content}
    page.locator("input[type=file]").set_input_files(statement)  # type: ignore[arg-type]
    page.get_by_role("button", name="Ansehen").click()


@proves(
    "design §7",
    "staff send a file, look at it, have it booked and settle what is left: name the order (suggested by "
    "its sum), say that it was booked by hand, or not ours, and open that again",
)
def test_from_the_banks_file_to_paid_orders(open_page: OpenPage, site: Site) -> None:
    from checkout.models import Order

    named, forgotten = (sold(open_page, f"{name}@example.org") for name in ("mira", "jonas"))
    with site.rows():
        due = with_order_state(Order.objects.all()).get(reference=named).balance
    page = open_page()
    log_in_as_staff(page)
    content = camt(
        entry(f"{due:.2f}", f"bax {named.lower().replace('-', ' - ')} Danke!", payer="Mira Falk"),
        entry(f"{due:.2f}", "Shirt für Jonas", payer="Jonas Weber"),
        entry("12.345", "kaputt"),
        entry("80.00", "Miete", direction="DBIT"),
    )
    send_file(page, content)
    found = page.get_by_role("region", name="Was dieser Auszug buchen würde")
    expect(found.get_by_role("row", name=re.compile("^passt"))).to_contain_text("Die Bestellung ist bezahlt.")
    expect(found.get_by_role("row", name=re.compile("^nicht zugeordnet"))).to_be_visible()
    expect(found).to_contain_text("12.345 hat mehr als zwei Nachkommastellen")
    for screen in (DESKTOP, PHONE, NARROW):
        page.set_viewport_size(screen)
        assert too_wide(page) == [], screen
    page.set_viewport_size(DESKTOP)
    page.get_by_role("button", name="Einen Umsatz buchen").click()
    expect(page.get_by_role("region", name="Was in diesem Auszug stand")).to_be_visible()

    def is_paid(reference: str) -> bool:
        with site.rows():
            order = with_order_state(Order.objects.all()).get(reference=reference)
            return order.payment_state == PaymentState.PAID

    until(lambda: is_paid(named))
    assert not is_paid(forgotten)
    page.reload()

    page.get_by_role("link", name="nicht zugeordnet").first.click()
    page.locator("#result_list a[href*='/change/']").first.click()
    page.get_by_role("link", name="Einer Bestellung zuordnen").first.click()
    page.get_by_role("link", name=forgotten).click()
    expect(page.locator("input[name=reference]")).to_have_value(forgotten)
    assert too_wide(page) == []
    page.get_by_role("button", name="Buchen").click()
    expect(page.get_by_text("Gebucht. Die Bestellung ist bezahlt.")).to_be_visible()
    assert is_paid(forgotten)

    send_file(page, content)
    expect(page.get_by_text("Diese Datei war schon da. Nichts hat sich geändert.")).to_be_visible()
    site.check_invariants()


@proves(
    "design §7",
    "lists count, filter and search; the start page names what waits; orders with too much money are a list",
)
def test_lists_fit_a_phone(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE)
    log_in_as_staff(page)
    for path in ("bankline/", "bankfile/", "bankfile/add/"):
        page.goto(f"/admin/checkout/{path}")
        assert too_wide(page) == [], path
