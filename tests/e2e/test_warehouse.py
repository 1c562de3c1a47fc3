"""A day at the warehouse: thirty paid orders leave in one go, and every buyer is told of the right parcel."""

import re
from email.message import EmailMessage
from functools import partial
from pathlib import Path

import pypdfium2
from playwright.sync_api import Locator, Page, expect

from cart.actions import AddRequest
from checkout.models import Delivery, Placement
from shop.models import Shop
from tests.aftersale.fulfilment.goods import bought, parcel, pay, thing
from tests.e2e.conftest import PHONE, OpenPage, Site
from tests.e2e.measuring import too_wide
from tests.e2e.shopper import body, log_in_as_staff
from tests.factories import bundle_request, make_bundle, make_product
from tests.proofs import proves
from tests.races.waiting import until

ORDERS = 30
SENT = {"de": "ist unterwegs", "en": "is on its way"}


class Hand:
    """A hand that counts what it clicks."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0

    def click(self, place: Locator) -> None:
        place.click()
        self.clicks += 1

    def choose(self, action: str) -> None:
        """Two: the action, and the button beside it."""
        self.page.locator("select[name=action]").select_option(action)
        self.clicks += 1
        self.click(self.page.locator("button[name=index]"))

    def take(self, action: str) -> bytes:
        with self.page.expect_download() as download:
            self.choose(action)
        return Path(download.value.path()).read_bytes()


def pages(pdf: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]


def sell_thirty() -> tuple[Shop, list[tuple[Placement, str, str]]]:
    """Goods and bundles, in both languages; a few go to the same address. With each one's e-mail and language."""
    shop = Shop.objects.get(slug="nachtfalter")
    mug = thing(shop, name_de="Lagertasse", name_en="Warehouse mug", capacity=99)
    shirt = make_product(shop, name_de="Lagerhemd", name_en="Warehouse shirt", capacity=99)
    box = make_bundle(make_product(shop, name_de="Lagerkiste", name_en="Warehouse box"), shirt)
    sold = []
    for number in range(ORDERS):
        language, email = ("de", "en")[number % 2], f"lager-{number}@example.org"
        wish = bundle_request(box, *box.parts.all()) if number % 3 == 0 else AddRequest(mug.pk, 1 + number % 2)
        city = "Mainz" if number < 4 else f"Ort {number:02}"
        placement = bought(shop, wish, email=email, language=language, last_name=f"Nr{min(number, 3)}", city=city)
        sold.append((pay(placement), email, language))
    return shop, sold


def told(site: Site, email: str, language: str) -> list[EmailMessage]:
    """The mails about parcels that went there."""
    return [one for one in list(site.mails.messages) if email in one["to"] and SENT[language] in one["subject"]]


@proves(
    "law J22",
    "a day at the warehouse: thirty paid orders leave with ten clicks, the papers are right, every buyer "
    "has the right mail",
)
def test_thirty_orders_leave_in_one_go(open_page: OpenPage, site: Site) -> None:
    with site.rows():
        shop, sold = sell_thirty()
        parcels = {placement.order.reference: parcel(placement).number for placement, _email, _language in sold}
        bundles = {p.order.reference for p, _email, _language in sold if p.lines.count() > 1}
    page = open_page()
    log_in_as_staff(page)
    expect(page.get_by_role("link", name=re.compile("Pakete, die heute hinausgehen können"))).to_be_visible()
    page.goto(f"/admin/checkout/delivery/?order__shop__id__exact={shop.pk}&q=lager-")
    hand = Hand(page)
    hand.click(page.locator("#action-toggle"))

    (picked, *_more) = pages(hand.take("pick"))
    assert f"für {ORDERS} Pakete" in picked and re.search(r"10 ×\s+Lagerhemd", picked)
    slips = pages(hand.take("slips"))
    assert len(slips) == ORDERS
    for placement, _email, language in sold:
        (slip,) = [one for one in slips if placement.order.reference in one]
        name = {"de": ("Lagerhemd", "Lagertasse"), "en": ("Warehouse shirt", "Warehouse mug")}[language]
        assert parcels[placement.order.reference] in slip and name[placement.order.reference not in bundles] in slip
        assert "€" not in slip
    labels = hand.take("labels_dhl").decode("cp1252").splitlines()
    assert len(labels) == 1 + ORDERS

    hand.choose("ship")
    fields = page.locator("input[data-scan]")
    expect(fields).to_have_count(ORDERS)
    page.wait_for_load_state()
    fields.first.focus()
    for number in range(ORDERS):
        # As a scanner does: the number, then Enter.
        page.keyboard.type(f"0034 {number:04}")
        page.keyboard.press("Enter")
    button = page.get_by_role("button", name=f"{ORDERS} Pakete versenden")
    expect(button).to_be_focused()
    scanned = dict(fields.evaluate_all("all => all.map(one => [one.name, one.value])"))
    hand.click(button)
    expect(page.get_by_text(f"{ORDERS} Pakete sind unterwegs")).to_be_visible()
    print("clicks:", hand.clicks)
    assert hand.clicks <= 10

    with site.rows():
        theirs = Delivery.objects.filter(order__in=[placement.order for placement, _email, _language in sold])
        numbers = dict(theirs.values_list("order__reference", "tracking_number"))
        assert not theirs.exclude(state="shipped").exists()
    for placement, email, language in sold:
        reference = placement.order.reference
        until(partial(told, site, email, language))
        (mail,) = told(site, email, language)
        tracked = "".join(scanned[f"number-{parcels[reference][1:]}"].split())
        assert numbers[reference] == tracked
        for kind in ("plain", "html"):
            assert reference in body(mail, kind) and f"piececode={tracked}" in body(mail, kind)
    site.check_invariants()


@proves("purchase §4", "the order's page shows its parcels, how far they are and where they are followed")
def test_the_buyer_sees_the_parcel_with_the_order_and_staff_on_a_phone(open_page: OpenPage, site: Site) -> None:
    with site.rows():
        shop = Shop.objects.get(slug="nachtfalter")
        placement = pay(bought(shop, AddRequest(thing(shop, name="Fernglas").pk, 1), email="fern@example.org"))
        order, delivery = placement.order, parcel(placement)
    staff = open_page(viewport=PHONE)
    log_in_as_staff(staff)
    for path in ("", f"{delivery.pk}/change/", f"{delivery.pk}/ship/", f"{delivery.pk}/split/"):
        staff.goto(f"/admin/checkout/delivery/{path}")
        assert too_wide(staff) == [], path
    staff.goto("/admin/aftersale/trackingfile/add/")
    assert too_wide(staff) == []
    staff.goto(f"/admin/checkout/delivery/{delivery.pk}/ship/")
    staff.locator("input[name=number]").fill("00340 77")
    staff.get_by_role("button", name="Versenden").last.click()
    expect(staff.get_by_text("Es ist unterwegs, eine Mail darüber geht hinaus.")).to_be_visible()
    page = open_page(f"/nachtfalter/checkout/done/{order.secret}/{order.reference}", viewport=PHONE)
    section = page.get_by_role("region", name="Deine Pakete")
    expect(section).to_contain_text("Unterwegs")
    expect(section.get_by_role("link", name="Paket verfolgen")).to_have_attribute(
        "href", re.compile("piececode=0034077$")
    )
    assert too_wide(page) == []
