"""A visitor who comes while the waiting room is open: waits, is let in, and goes on where they came from."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from sessions_queue.models import Admission, WaitingRoom
from sessions_queue.waiting_room.actions import close_room, open_room, pause_room
from shop.models import Shop
from tests.browsers import shot
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.measuring import axe_violations, let_pass, too_wide, wait_for, wait_for_react
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import Shopper, log_in_as_staff
from tests.proofs import proves

POSTER = "/nachtfalter/products/nachtfalter-schwarm-plakat"
WORDS = {
    "de": ("Gerade wollen viele hinein", "Dein Platz in der Reihe: 1", "Du bist dran", "Weiter"),
    "en": ("Many want in right now", "Your place in line: 1", "It is your turn", "Go on"),
}


@pytest.fixture
def room(site: Site) -> Iterator[WaitingRoom]:
    """Nobody is let in yet."""
    with site.rows():
        made, _new = WaitingRoom.objects.get_or_create(
            shop=Shop.objects.get(slug="nachtfalter"), defaults={"capacity": 500, "rate": 6000}
        )
        open_room(room=made)
        pause_room(room=made)
    yield made
    with site.rows():
        close_room(room=made)


@proves(
    "purchase §4, §8",
    "a waiting room in front of a shop: who comes later waits until there is room; 503 with Retry-After, "
    "waitingIndex, catalogWaitingIndex, waiting_percentage, trying_again_in",
)
@pytest.mark.console_may_say("status of 503", "in queue")
@pytest.mark.journey
def test_it_waits_and_goes_on_where_it_came_from(open_page: OpenPage, site: Site, room: WaitingRoom) -> None:
    heading, place, turn, on = WORDS["en"]
    page = open_page(viewport=PHONE, locale=BROWSER_LANGUAGES["en"])
    shopper = Shopper(page, "en")
    shopper.open(POSTER)
    shopper.hand.press(shopper.button("LANG_ITEM_ADD"))
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    expect(page.get_by_text(place)).to_be_visible()
    assert f"/nachtfalter/queue?room={room.pk}&next=" in page.url
    assert axe_violations(page) == [] and not too_wide(page)
    shot(page, "queue-en")
    page.reload()
    expect(page.get_by_text(place)).to_be_visible()
    with site.rows():
        open_room(room=room)

    def is_admitted() -> bool:
        page.reload()
        return page.get_by_role("heading", level=1).inner_text().casefold() == turn.casefold()

    wait_for(page, is_admitted, 20)
    assert axe_violations(page) == []
    shot(page, "queue-turn-en")
    page.get_by_role("link", name=on).click()
    page.wait_for_url(f"**{POSTER}")
    wait_for_react(page)
    shopper.add_product()
    with site.rows():
        room.refresh_from_db()
        assert Admission.objects.filter(opening=room.opening).count() == 1


@proves(
    "purchase §4",
    "the waiting room's page works without a script, asks by itself with one (4 s for an answer, 30 s "
    "until the next try), stays below 15 KB, keeps the place on reload and leads back within the shop "
    "only",
)
@pytest.mark.console_may_say("Failed to load resource")
def test_it_asks_by_itself_and_stays_while_nobody_answers(open_page: OpenPage, site: Site, room: WaitingRoom) -> None:
    with site.rows():
        open_room(room=room)
        WaitingRoom.objects.filter(pk=room.pk).update(capacity=1, rate=1)
        pause_room(room=room)
    page = open_page("/nachtfalter/queue?next=/nachtfalter/events", clock=True)
    page.goto("/nachtfalter/queue?next=/nachtfalter/events")
    expect(page.get_by_text(WORDS["de"][1])).to_be_visible()
    page.route("**/session/queue", lambda route: route.abort())
    let_pass(page, 31)
    expect(page.locator("#queue-clock")).to_have_text("Nächster Blick in 30 Sekunden")
    expect(page.get_by_text(WORDS["de"][1])).to_be_visible()
    page.unroute("**/session/queue")
    with site.rows():
        WaitingRoom.objects.filter(pk=room.pk).update(capacity=500, rate=6000)
        open_room(room=room)

    def is_admitted() -> bool:
        let_pass(page, 31)
        return page.get_by_role("heading", level=1).inner_text().casefold() == WORDS["de"][2].casefold()

    wait_for(page, is_admitted, 30)


@proves(
    "docs/decisions/0064",
    "who comes before a sale begins takes part in a draw, published before as a hash and after it as its "
    "secret; who comes later stands behind",
)
def test_before_a_sale_it_shows_when_it_begins_and_how_it_is_drawn(open_page: OpenPage, site: Site) -> None:
    with site.rows():
        shop = Shop.objects.get(slug="nachtfalter")
        WaitingRoom.objects.filter(shop=shop).delete()
        made = WaitingRoom.objects.create(shop=shop, starts_at=timezone.now() + timedelta(days=1))
        open_room(room=made)
        made.refresh_from_db()
    page = open_page("/nachtfalter/queue", viewport=PHONE)
    expect(page.get_by_role("heading", level=1)).to_have_text("Der Verkauf hat noch nicht begonnen")
    page.get_by_text("Wie die Verlosung fair bleibt").click()
    expect(page.get_by_text(made.commitment)).to_be_visible()
    assert axe_violations(page) == [] and not too_wide(page)
    shot(page, "queue-before-de")
    with site.rows():
        close_room(room=made)
        made.delete()


@proves(
    "docs/decisions/0064",
    "staff rehearse a room with simulated visitors while nobody real waits, and see its last hour in a chart",
)
def test_staff_rehearse_and_see_the_line_grow(open_page: OpenPage, site: Site) -> None:
    with site.rows():
        made = WaitingRoom.objects.create(shop=Shop.objects.get(slug="kellerkind"), capacity=20, rate=300)
    page = open_page()
    page.goto("/admin/")
    log_in_as_staff(page)
    page.goto(f"/admin/sessions_queue/waitingroom/{made.pk}/rehearse/")
    page.locator("#id_visitors").fill("400")
    page.get_by_role("button", name="Proben").click()
    # The page asks anew by itself.
    expect(page.locator("[data-live] rect").first).to_be_visible()
    expect(page.locator("[data-live]")).to_contain_text(re.compile(r"Es warten: [1-9]"))
    for screen in (DESKTOP, PHONE):
        page.set_viewport_size(screen)
        assert not too_wide(page)
        shot(page, f"rehearsal-{screen['width']}")
    with site.rows():
        close_room(room=made)
        made.delete()
