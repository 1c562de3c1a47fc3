"""Free tickets in a browser: the order's page waits for the mail, whose link and button issue them."""

import re
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from aftersale.models import Ticket
from checkout.actions.orders.confirming import PAUSE, end_unconfirmed
from checkout.models import Placement
from checkout.orders.links import confirmation_page
from shop.models import Mail
from tests.aftersale.visits import GERMAN_FIRST, Visit
from tests.checkout.placing import place
from tests.factories import first_variant, make_event, make_shop
from tests.proofs import proves


@proves(
    "docs/decisions/0074",
    "in both languages, on phone and desktop: the order's page says until when the link is to be followed and sends the"
    " mail again; its button issues the tickets; what was not confirmed in time says why it ended",
)
@pytest.mark.whole
@pytest.mark.parametrize("visit", GERMAN_FIRST, indirect=True)
def test_from_the_order_to_the_tickets(visit: Visit) -> None:
    page, event = visit.page, make_event(make_shop(), price="0.00", capacity=9)
    placement, late = (place((first_variant(event), 2), key=key) for key in ("soon", "late"))
    order, shop = placement.order, placement.shop
    visit.open(shop, f"checkout/done/{order.secret}/{order.reference}")
    assert placement.confirm_by is not None
    visit.sees("LANG_ORDER_CONFIRM", time=f"{timezone.localtime(placement.confirm_by):%H:%M}")
    visit.sees("LANG_ORDER_CONFIRM_TEXT", email=order.email)
    visit.look("free-waits")
    visit.button("LANG_ORDER_CONFIRM_AGAIN").click()
    visit.sees("LANG_ORDER_CONFIRM_JUSTSENT")
    visit.look("free-just-sent")
    mail = Mail.objects.get(subject_key=str(placement.pk))
    mail.created_at -= PAUSE
    mail.save()
    visit.button("LANG_ORDER_CONFIRM_AGAIN").click()
    visit.sees("LANG_ORDER_CONFIRM_SENT")
    assert Mail.objects.filter(subject_key=str(placement.pk)).count() == 2
    page.goto(visit.site + urlsplit(confirmation_page(placement)).path)
    expect(page.locator("main")).to_contain_text("2 × ")
    visit.look("free-confirm")
    assert not Ticket.objects.filter(line__placement=placement).exists()
    page.locator("main form button").click()
    expect(page.locator("main [role=status]")).to_contain_text(order.reference)
    visit.look("free-confirmed")
    assert Ticket.objects.filter(line__placement=placement).count() == 2
    visit.open(shop, f"checkout/done/{order.secret}/{order.reference}")
    visit.sees("LANG_ORDER_FREE")
    expect(page.get_by_role("link", name=re.compile("PDF")).first).to_be_visible()
    visit.look("free-done")
    Placement.objects.filter(pk=late.pk).update(confirm_by=late.placed_at)
    end_unconfirmed()
    visit.open(shop, f"checkout/done/{late.order.secret}/{late.order.reference}")
    visit.sees("LANG_ORDER_UNCONFIRMED_TEXT")
    visit.look("free-ended")
    page.goto(visit.site + urlsplit(confirmation_page(late)).path)
    visit.look("free-too-late")
