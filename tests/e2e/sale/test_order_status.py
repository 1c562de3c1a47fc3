"""Days later a buyer comes back from a mail: how the order stands, and what can be done now."""

from datetime import timedelta
from decimal import Decimal

from django.db.models import F
from playwright.sync_api import Page, ViewportSize, expect

from catalogue.models import Product
from checkout.actions import move_delivery
from checkout.actions.payments.expiring import expire_overdue
from checkout.models import Delivery, Order, Placement
from checkout.payments.ledger import record_capture
from shop.models import Shop
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.measuring import looked_at
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import Shopper
from tests.proofs import proves
from tests.stage import placed_order

GOODS = "nachtfalter-schwarm-plakat"


def ordered(site: Site, email: str, *, days: int) -> Order:
    """By transfer, so many days ago."""
    with site.rows():
        order = placed_order(Shop.objects.get(slug="nachtfalter"), Product.objects.get(slug=GOODS), email)
        earlier = timedelta(days=days)
        Placement.objects.filter(order=order).update(
            placed_at=F("placed_at") - earlier, pay_by=F("pay_by") - earlier, ends_on=F("ends_on") - earlier
        )
        Order.objects.filter(pk=order.pk).update(placed_at=F("placed_at") - earlier)
        return Order.objects.get(pk=order.pk)


def opened(open_page: OpenPage, order: Order, width: ViewportSize, language: str) -> Shopper:
    path = f"/nachtfalter/checkout/done/{order.secret}/{order.reference}"
    page = open_page(path, viewport=width, locale=BROWSER_LANGUAGES[language])
    shopper = Shopper(page, language, look=lambda: looked_at(page))
    shopper.come_to("LANG_ORDER_TITLE")
    return shopper


def steps(shopper: Shopper) -> list[str]:
    """What can be done now."""
    links = shopper.page.get_by_role("region", name=shopper.text("LANG_ORDER_NOW")).get_by_role("link")
    return [link.inner_text() for link in links.all()]


def standing(page: Page) -> str:
    return page.locator("section[aria-labelledby=standing] [role=status] p").first.inner_text()


@proves(
    "purchase §4, docs/decisions/0056",
    "an order's page tells days later how the order stands, in one line: waits for money until a day, "
    "part paid, being packed, packed, on its way, delivered; what came in and what is missing; and only "
    "what can really be done now",
)
def test_from_waiting_to_delivered_the_page_says_how_it_stands(open_page: OpenPage, site: Site) -> None:
    order = ordered(site, "stand@example.org", days=3)
    shopper = opened(open_page, order, PHONE, "de")
    page, text = shopper.page, shopper.text
    assert standing(page) == text("LANG_ORDER_UNPAID")
    bank = page.get_by_role("region", name=text("LANG_CHECKOUT_BANK_TITLE"))
    for key in ("LANG_CHECKOUT_BANK_TEXT", "LANG_ORDER_ENDS"):
        expect(bank.get_by_text(text(key, date="…").partition("…")[0])).to_be_visible()
    assert steps(shopper) == [
        text("LANG_ORDER_NOW_PAYOTHERWISE"), text("LANG_ORDER_NOW_JOIN"), text("LANG_ORDER_NOW_ASK"),
        text("LANG_CHECKOUT_WITHDRAW"),
    ]  # fmt: skip
    looked_at(page)
    with site.rows():
        payment = order.payments.get()
        record_capture(payment=payment, amount=payment.amount - 1, event_id="part")
    page.reload()
    shopper.come_to("LANG_ORDER_TITLE")
    expect(page.get_by_text(text("LANG_ORDER_MONEY_RECEIVED"))).to_be_visible()
    assert "1,00" in standing(page)
    looked_at(page)
    with site.rows():
        record_capture(payment=payment, amount=Decimal(1), event_id="rest")
        delivery = order.deliveries.get()
    for state, key in (
        ("", "LANG_ORDER_PACKING"),
        ("packed", "LANG_ORDER_PACKED"),
        ("shipped", "LANG_ORDER_SHIPPED"),
        ("delivered", "LANG_ORDER_DELIVERED"),
    ):
        if state:
            with site.rows():
                move_delivery(delivery=delivery, to=Delivery.State(state))
        page.reload()
        shopper.come_to("LANG_ORDER_TITLE")
        assert standing(page) == text(key)
    assert steps(shopper) == [text("LANG_ORDER_NOW_ASK"), text("LANG_CHECKOUT_WITHDRAW")]
    looked_at(page)
    site.check_invariants()


@proves("docs/decisions/0056", "what ended unpaid is not thanked for, and asks for no money")
def test_what_ended_unpaid_is_not_thanked_for(open_page: OpenPage, site: Site) -> None:
    order = ordered(site, "ended@example.org", days=25)
    with site.rows():
        expire_overdue()
    shopper = opened(open_page, order, DESKTOP, "en")
    page, text = shopper.page, shopper.text
    assert standing(page) == text("LANG_ORDER_CANCELLED")
    expect(page.get_by_text(text("LANG_ORDER_CANCELLED_TEXT"))).to_be_visible()
    expect(page.get_by_text(text("LANG_CHECKOUT_TITLE_DONE"), exact=True)).to_have_count(0)
    expect(page.get_by_role("heading", name=text("LANG_CHECKOUT_BANK_TITLE"))).to_have_count(0)
    assert steps(shopper) == [text("LANG_ORDER_NOW_ASK")]
    looked_at(page)
    site.check_invariants()


def test_by_keyboard_to_the_way_of_paying(open_page: OpenPage, site: Site) -> None:
    order = ordered(site, "keys@example.org", days=3)
    shopper = opened(open_page, order, PHONE, "de")
    link = shopper.page.get_by_role("link", name=shopper.text("LANG_ORDER_NOW_PAYOTHERWISE"))
    link.focus()
    shopper.page.keyboard.press("Enter")
    shopper.come_to("LANG_CHECKOUT_TITLE_ORDER")
    ends = shopper.text("LANG_ORDER_ENDS", date="…").partition("…")[0]
    expect(shopper.page.get_by_text(ends)).to_be_visible()
