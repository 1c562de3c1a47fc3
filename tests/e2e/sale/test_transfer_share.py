"""As many orders as may wait for transfers do: the checkout goes back to the choice of payment, and loses nothing."""

import psycopg
import pytest
from playwright.sync_api import ViewportSize, expect

from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.measuring import looked_at
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import Shopper
from tests.proofs import proves

from .stocks import STOCKS

SLUG = "nachtfalter-teebecher"


def let_wait(site: Site, share: int | None) -> None:
    """So many percent of what is sold under SLUG may wait for transfers; None: as the shop has it."""
    with psycopg.connect(site.database, autocommit=True) as connection:
        changed = f"UPDATE catalogue_stock SET transfer_share = %s WHERE id IN (SELECT stock.id {STOCKS})"
        assert connection.execute(changed, (share, SLUG)).rowcount


@proves(
    "purchase §3, §4, docs/decisions/0074",
    "in both languages: whoever chose to transfer and is too late comes back to the choice of payment, reads why, finds"
    " everything else as it was, and orders in another way",
)
@pytest.mark.console_may_say("status of 409")
@pytest.mark.parametrize(("language", "width"), [("de", PHONE), pytest.param("en", DESKTOP, marks=pytest.mark.whole)])
def test_who_is_too_late_to_transfer_pays_at_once(
    open_page: OpenPage, site: Site, language: str, width: ViewportSize
) -> None:
    page = open_page(viewport=width, locale=BROWSER_LANGUAGES[language])
    shopper = Shopper(page, language, look=lambda: looked_at(page))
    shopper.fill_cart(f"/nachtfalter/products/{SLUG}")
    shopper.go_to_checkout()
    shopper.go_to_confirm("late@example.org")
    shopper.accept_terms()
    let_wait(site, 0)
    try:
        shopper.hand.press(shopper.button("LANG_CHECKOUT_BUTTON"))
        shopper.come_to("LANG_CHECKOUT_TITLE_PAYMENT")
        main = page.get_by_role("main")
        for key in ("LANG_CHECKOUT_TROUBLE_TRANSFER", "LANG_CHECKOUT_PAYMENT_NOTRANSFER"):
            expect(main).to_contain_text(shopper.text(key))
        expect(page.locator("input[name=payment][value=bank_transfer]")).to_have_count(0)
        expect(page.locator("input[name=carrier]:checked")).to_have_count(1)
        looked_at(page)
        shopper.choose_logistics(method="paypal")
        shopper.to_confirm()
        expect(main).to_contain_text("late@example.org")
    finally:
        let_wait(site, None)
    site.check_invariants()
