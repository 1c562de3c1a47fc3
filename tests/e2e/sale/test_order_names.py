"""Whose an order's tickets are, on its own pages (purchase §2, §9)."""

import re
from datetime import timedelta

from django.db.models import Sum
from django.utils import timezone
from playwright.sync_api import Locator, expect

from catalogue.models import Event
from checkout.models import Order
from sessions_queue.models import Activity, ActivityCount
from tests.e2e.conftest import OpenPage, Site
from tests.e2e.measuring import looked_at
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import Shopper
from tests.proofs import proves

from .ordering import ordered


def names(shopper: Shopper) -> Locator:
    return shopper.page.get_by_role("region", name=shopper.text("LANG_CHECKOUT_HOLDERS"))


@proves(
    "purchase §2, §9",
    "whose an order's tickets are is given and changed on its pages by its secret, until 48 hours before "
    "the event; all or none, by GraphQL and REST; limited by address",
)
def test_names_are_given_and_changed_after_the_order(open_page: OpenPage, site: Site) -> None:
    page = open_page(locale=BROWSER_LANGUAGES["en"])
    shopper = Shopper(page, "en")
    email = "namen@example.org"
    ordered(shopper, email)
    expect(names(shopper)).to_have_count(0)
    with site.rows():
        Event.objects.filter(slug="kellerkind-wien").update(personalization_requirement="check_in_required")
    try:
        for kind in ("done", "payment"):
            page.goto(re.sub("/(done|payment)/", f"/{kind}/", page.url))
            enter = names(shopper).get_by_role("button", name=re.compile("^Enter name"))
            expect(enter).to_have_count(2 if kind == "done" else 1)
            looked_at(page)
            enter.first.click()
            asked = page.get_by_role("dialog", name=shopper.text("LANG_HOLDER_TITLE"), exact=True)
            save = asked.get_by_role("button", name=shopper.text("LANG_HOLDER_SAVE"), exact=True)
            save.click()
            expect(asked.locator("[aria-invalid=true]")).to_have_count(3)
            looked_at(page)
            asked.locator('input[id$="-firstName"]').fill("Jo")
            asked.locator('input[id$="-lastName"]').fill("Brandt")
            asked.locator("input[id$=-agreement]").check()
            save.click()
            expect(asked).to_have_count(0)
            expect(names(shopper).get_by_text("Jo Brandt")).to_have_count(1 if kind == "done" else 2)
        page.reload()
        expect(names(shopper).get_by_text("Jo Brandt")).to_have_count(2)
        with site.rows():
            order = Order.objects.get(email=email)
            holders = {str(line.ticket_holder) for one in order.placements.all() for line in one.lines.all()}
            assert holders == {"Jo Brandt"}
            soon = timezone.now() + timedelta(hours=47)
            before = Event.objects.get(slug="kellerkind-wien").happening_from
            Event.objects.filter(slug="kellerkind-wien").update(happening_from=soon)
        # too late
        page.reload()
        expect(names(shopper)).to_be_visible()
        expect(names(shopper).get_by_role("button")).to_have_count(0)
        with site.rows():
            Event.objects.filter(slug="kellerkind-wien").update(happening_from=before)
    finally:
        with site.rows():
            Event.objects.filter(slug="kellerkind-wien").update(
                personalization_requirement="no_personalization_required"
            )


@proves("purchase §4", "how an order would rather be paid is kept when it is chosen; what was added to it is told")
def test_how_it_would_rather_be_paid_is_kept(open_page: OpenPage, site: Site) -> None:
    page = open_page()
    shopper = Shopper(page)
    ordered(shopper, "lieber@example.org")
    page.goto(page.url.replace("/done/", "/payment/") + "?merge")
    shopper.come_to("LANG_CHECKOUT_TITLE_ORDER")
    expect(page.get_by_role("status").filter(has_text=shopper.text("LANG_MERGE_MERGED"))).to_be_visible()
    with page.expect_response(re.compile("/orders/")) as told:
        page.locator("input[name=payment][value=paypal]").check()
    assert told.value.request.method == "PATCH"
    page.reload()
    expect(page.locator("input[name=payment][value=paypal]")).to_be_checked()
    with site.rows():
        assert Order.objects.get(email="lieber@example.org").preferred_payment_method == "paypal"


@proves(
    "purchase §7, §8",
    "LOG_ACTIVITY and the server count trouble while paying by the hour, by the specification's five "
    "names; staff read it, 90 days",
)
def test_who_comes_back_from_paypal_without_paying_is_counted_once(open_page: OpenPage, site: Site) -> None:
    page = open_page()
    shopper = Shopper(page)
    shopper.fill_cart("/nachtfalter/products/nachtfalter-schwarm-plakat")
    shopper.go_to_checkout()
    shopper.go_to_confirm("umkehr@example.org", method="paypal")
    shopper.accept_terms()
    shopper.button("LANG_CHECKOUT_BUTTON").click()
    expect(page).to_have_url(re.compile("/checkoutnow"))

    def counted() -> int:
        with site.rows():
            found = ActivityCount.objects.filter(action=Activity.PAYPAL_CANCELLED).aggregate(sum=Sum("count"))["sum"]
            return int(found or 0)

    before = counted()
    with page.expect_response(lambda answer: "LOG_ACTIVITY" in (answer.request.post_data or "")):
        page.locator("button[value=cancel]").click()
    shopper.come_to("LANG_CHECKOUT_TITLE_ORDER")
    page.reload()
    shopper.come_to("LANG_CHECKOUT_TITLE_ORDER")
    page.wait_for_timeout(1000)
    assert counted() == before + 1
