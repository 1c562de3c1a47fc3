"""The overview of dates as it is written: tours in their slots above and below (catalogue §3 "Tour")."""

import re

import pytest

from shop.models import Shop
from tests.factories import make_event, make_shop, make_tour
from tests.proofs import proves
from tests.shop.web.visit import Visit
from tests.words import worded

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    return make_shop("nachtfalter")


def tours_in(part: str) -> list[str]:
    return re.findall(r'href="/nachtfalter/tours/([^"]+)"', part)


@proves(
    "catalogue §3",
    "the overview of dates: tours in two sliders above and below the dates, in the slots that staff gave them",
)
def test_tours_stand_in_their_slots_by_their_places(shop: Shop) -> None:
    for slug, places in {
        "left-2": {"top_left": 2},
        "left-1": {"top_left": 1},
        "right": {"top_right": 1},
        "below-2": {"bottom": 2},
        "below-0": {"bottom": 0},
        "nowhere": {},
    }.items():
        fields = {f"sort_order_ticket_{place}": number for place, number in places.items()}
        make_tour(shop, slug=slug, events=[make_event(shop, slug=f"show-{slug}")], **fields)
    html = Visit("/nachtfalter/events").html
    above, _, rest = html.partition('href="/nachtfalter/events/show-')
    left, _, right = above.partition('aria-label="Vorgestellt, rechts"')
    below = rest.partition("<footer")[0]
    assert tours_in(left) == ["left-1", "left-2"]
    assert tours_in(right) == ["right"]
    assert tours_in(below) == ["below-0", "below-2"]


def test_without_tours_in_slots_there_are_only_dates(shop: Shop) -> None:
    make_tour(shop, slug="nowhere", events=[make_event(shop)])
    visit = Visit("/nachtfalter/events")
    assert tours_in(visit.html) == []
    assert not visit.markup.has("section", **{"aria-label": worded("LANG_SLIDER_LEFT")})
    assert ("h2", worded("LANG_HOME_DATES")) not in visit.markup.texts
