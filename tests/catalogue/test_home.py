"""The main shop's home page: its slider, its hot news, its tours (catalogue §2, §9)."""

from typing import Any

import pytest
from django.test import Client

from catalogue.models import Category
from shop.models import News, Shop
from tests.factories import make_category, make_event, make_product, make_shop, make_tour
from tests.proofs import proves
from tests.shop.web.visit import Visit
from tests.words import worded

pytestmark = pytest.mark.django_db

VIDEO = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"


@pytest.fixture
def shop() -> Shop:
    return make_shop("merchstand")


def home(language: str = "de") -> str:
    return Client(SERVER_NAME="localhost").get("/", {"lang": language}).content.decode().partition('id="shop-data"')[0]


def around(title: str, tag: str) -> str:
    """The opening of the box in which the entry stands."""
    before, _title, _after = home().partition(title)
    return before[before.rindex(f"<{tag} ") :].partition(">")[0]


def tell(shop: Shop, title: str, **fields: Any) -> News:
    return News.objects.create(shop=shop, title_de=title, title_en=f"{title} (en)", **fields)


@proves(
    "catalogue §2, §9",
    "the main home page: slider with a stop button, standing 7.5 s and only where nobody looks closer; "
    "four hot news, further ones in blocks of two, featured tours with the way to all dates, featured "
    "categories",
)
def test_four_hot_news_and_all_further_ones_are_shown(shop: Shop) -> None:
    for number in range(6):
        tell(shop, f"Hot-{number}", category="hot", order=number)
        tell(shop, f"More-{number}", category="regular", order=number)
    page = home()
    assert [number for number in range(6) if f"Hot-{number}" in page] == [0, 1, 2, 3]
    assert [number for number in range(6) if f"More-{number}" in page] == [0, 1, 2, 3, 4, 5]


@proves(
    "catalogue §3",
    "a news entry shows its video beside the address it leads to; light text on dark in the slider and on cards",
)
@pytest.mark.parametrize("category", ["feature", "hot", "regular"])
def test_an_entry_with_an_address_keeps_its_video(shop: Shop, category: str) -> None:
    tell(shop, "Beides", category=category, url="/tours/eins", embed_youtube="dQw4w9WgXcQ")
    markup = Visit("/").markup
    assert markup.has("a", href="/tours/eins")
    assert markup.has("a", href=VIDEO, target="_blank")
    assert ("span", ": Beides") in markup.texts
    News.objects.update(url="")
    page = home()
    assert page.count(f'href="{VIDEO}"') == 1
    assert worded("LANG_VIDEO_WATCH") not in page


@pytest.mark.parametrize("category", ["feature", "hot", "regular"])
def test_light_text_on_dark_wherever_the_entry_stands(shop: Shop, category: str) -> None:
    tell(shop, "Nachts", category=category, inverse=True)
    tag = "li" if category == "feature" else "article"
    assert "bg-ink text-paper" in around("Nachts", tag)
    News.objects.update(inverse=False)
    assert "bg-ink" not in around("Nachts", tag)


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
    assert f'href="{VIDEO}"' in page


def test_tours_are_highlighted_where_they_are_featured_by_their_places(shop: Shop) -> None:
    for name, place, featured in (("Later", 2, ["Homepage"]), ("First", 1, ["Homepage"]), ("Elsewhere", 0, [])):
        event = make_event(shop)
        make_tour(shop, name=name, events=[event], sort_order_homepage=place, featured_in=featured)
    page = home()
    assert page.index("First") < page.index("Later")
    assert "Elsewhere" not in page
    assert 'href="/events"' in page


def test_categories_are_shown_where_they_are_featured_by_their_places(shop: Shop) -> None:
    for name, place, featured in (
        ("Später", 2, ["Homepage"]),
        ("Zuerst", 1, ["Homepage"]),
        ("Woanders", 0, ["MerchBottom"]),
    ):
        category = make_category(shop, name, slug=name[:3].lower(), sort_order_homepage=place, featured_at=featured)
        make_product(shop, category=category)
    make_category(shop, "Leer", slug="leer", featured_at=["Homepage"])
    page = home()
    assert page.index('href="/categories/zue"') < page.index('href="/categories/sp%C3%A4"')
    assert "Woanders" not in page
    assert "Leer" not in page
    Category.objects.update(featured_at=[])
    assert worded("LANG_HOME_SHELVES") not in home()
