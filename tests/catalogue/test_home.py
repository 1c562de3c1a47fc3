"""The main shop's home page: its slider, its hot news, its tours (catalogue §2, §9)."""

from typing import Any

import pytest
from django.test import Client

from shop.models import News, Shop
from tests.factories import make_event, make_shop, make_tour

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Shop:
    return make_shop("merchstand")


def home(language: str = "de") -> str:
    return Client(SERVER_NAME="localhost").get("/", {"lang": language}).content.decode().partition('id="shop-data"')[0]


def tell(shop: Shop, title: str, **fields: Any) -> News:
    return News.objects.create(shop=shop, title_de=title, title_en=f"{title} (en)", **fields)


def test_four_hot_news_and_a_block_of_two_are_shown(shop: Shop) -> None:
    for number in range(6):
        tell(shop, f"Hot-{number}", category="hot", order=number)
        tell(shop, f"More-{number}", category="regular", order=number)
    page = home()
    assert [number for number in range(6) if f"Hot-{number}" in page] == [0, 1, 2, 3]
    assert [number for number in range(6) if f"More-{number}" in page] == [0, 1]


def test_the_slider_has_a_stop_button_as_soon_as_there_are_two_slides(shop: Shop) -> None:
    tell(shop, "Eins", category="feature", url="/tours/eins")
    assert "Eins" in home()
    assert 'aria-label="Anhalten"' not in home()
    tell(shop, "Zwei", category="feature", embed_youtube="dQw4w9WgXcQ")
    page = home("en")
    assert 'aria-label="Stop moving"' in page
    assert 'href="/tours/eins"' in page
    assert "Zwei (en)" in page
    assert "<iframe" not in page
    assert 'href="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"' in page


def test_tours_are_highlighted_where_they_are_featured_by_their_places(shop: Shop) -> None:
    for name, place, featured in (("Later", 2, ["Homepage"]), ("First", 1, ["Homepage"]), ("Elsewhere", 0, [])):
        event = make_event(shop)
        make_tour(shop, name=name, events=[event], sort_order_homepage=place, featured_in=featured)
    page = home()
    assert page.index("First") < page.index("Later")
    assert "Elsewhere" not in page
    assert 'href="/events"' in page
