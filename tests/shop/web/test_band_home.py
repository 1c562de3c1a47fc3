"""A band's home page as one without JavaScript gets it (catalogue §2 "/{slug}")."""

import pytest

from catalogue.models import Event
from shop.models import Shop
from tests.factories import make_event, make_shop
from tests.proofs import proves
from tests.shop.web.visit import Visit
from tests.words import worded

pytestmark = pytest.mark.django_db

MOST_DATES = 100


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    return make_shop("nachtfalter", name="Nachtfalter")


def leads_to_all(visit: Visit) -> bool:
    return visit.html.count(worded("LANG_HOME_ALLDATES")) == 1


@proves("catalogue §2", "a band's home has its next hundred dates, and a way to all where there are more")
def test_more_dates_than_the_page_has_are_a_link_away(shop: Shop) -> None:
    event = make_event(shop)
    copies = [
        Event(
            slug=f"date-{n}", name=f"Date {n}", owner=shop, venue=event.venue, happening_from=event.happening_from,
        ) for n in range(1, MOST_DATES)
    ]  # fmt: skip
    listed = Event.listed_in.through
    listed._default_manager.bulk_create(listed(event=one, shop=shop) for one in Event.objects.bulk_create(copies))
    assert not leads_to_all(Visit("/nachtfalter/"))
    make_event(shop)
    assert leads_to_all(Visit("/nachtfalter/"))
