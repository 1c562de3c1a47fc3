"""Staff exchange what was bought, and the buyer pays what the other costs more."""

import re

from playwright.sync_api import Page, expect

from cart.actions import AddRequest
from catalogue.models import ProductVariant
from checkout.models import Placement
from shop.models import Shop
from tests.aftersale.fulfilment.goods import bought, pay
from tests.browsers import shot
from tests.e2e.conftest import DESKTOP, NARROW, PHONE, OpenPage, Site
from tests.e2e.measuring import too_wide
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import body, log_in_as_staff
from tests.proofs import proves
from tests.races.waiting import until


def one_tape() -> Placement:
    """A paid one, of Berlin."""
    shop = Shop.objects.get(slug="nachtfalter")
    berlin = ProductVariant.objects.get(product__slug="nachtfalter-mitschnitt", description_de="Berlin")
    wish = AddRequest(berlin.pk, 1)
    return pay(bought(shop, wish, email="umtausch@example.org", language="en"))


def fits(page: Page, name: str) -> None:
    for screen in (DESKTOP, PHONE, NARROW):
        page.set_viewport_size(screen)
        assert too_wide(page) == [], screen
        shot(page, f"exchange-{name}-{screen['width']}")
    page.set_viewport_size(DESKTOP)


@proves(
    "docs/decisions/0055",
    "staff exchange a size, a kind of ticket or a seat of a paid order, all pieces or some: the same "
    "price settles by itself, what is dearer is owed with a link to pay and goes once it is paid, what "
    "is cheaper goes back, or staff ask for no difference; discounts and invoices follow to the cent",
)
@proves(
    "design §7",
    "a page's actions stand in a row; on narrow screens, and those in groups, in menus that the keyboard "
    "opens, walks through and ends",
)
def test_a_dearer_tape_is_asked_for_and_the_rest_is_paid(open_page: OpenPage, site: Site) -> None:
    wanted = "Dresden, home game"
    with site.rows():
        order = one_tape().order
    locale = BROWSER_LANGUAGES["en"]
    page = open_page(locale=locale)
    log_in_as_staff(page)
    page.goto(f"/admin/checkout/order/{order.pk}/change/")
    fits(page, "before")
    page.set_viewport_size(PHONE)
    page.get_by_role("button", name="Actions").press("Enter")
    page.get_by_role("button", name="Change", exact=True).press("Enter")
    expect(page.get_by_role("link", name="Exchange", exact=True)).to_be_visible()
    assert too_wide(page) == []
    shot(page, "exchange-menu-390")
    page.set_viewport_size(DESKTOP)
    page.reload()
    page.get_by_role("button", name="Change", exact=True).press("Enter")
    shot(page, "exchange-menu-1440")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Exchange", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    option = page.locator("select[name=what] option").filter(has_text=wanted)
    page.locator("select[name=what]").select_option(option.get_attribute("value"))
    page.locator("[name=reason]").fill("Toni meinte das Heimspiel")
    fits(page, "form")
    page.get_by_role("button", name="See what will happen").click()
    expect(page.get_by_text("2,00\xa0€ more").first).to_be_visible()
    fits(page, "preview")
    page.get_by_role("button", name="Do it").click()
    expect(page.get_by_text("is asked for").first).to_be_visible()
    expect(page.get_by_text("Toni meinte das Heimspiel")).to_be_visible()
    fits(page, "order")

    def letter() -> str:
        """What the buyer reads of it."""
        mine = [body(one, "plain") for one in list(site.mails.messages) if "umtausch@" in one["to"]]
        return next((text for text in mine if wanted in text), "")

    until(letter)
    link = re.search(rf"https?://\S+{order.secret}\S*", letter())
    assert link is not None
    buyer = open_page(link[0], viewport=PHONE, locale=locale)
    expect(buyer.get_by_role("main").get_by_text(re.compile(r"(^|\D)2[,.]00")).first).to_be_visible()
    shot(buyer, "exchange-buyer-390")
