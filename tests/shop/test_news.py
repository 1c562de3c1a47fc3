"""A shop's news: what is told when, where, and in which order (catalogue §3 "News entry", §7)."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from shop.models import News, Shop
from tests.catalogue.wire import ask, statements
from tests.factories import make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db

TITLES = "query($only: [NewsCategory!]) { news(categories: $only) { nodes { title } } }"


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


def tell(shop: Shop, title: str, **fields: Any) -> News:
    return News.objects.create(shop=shop, title_de=title, **fields)


def titles(shop: Shop, *only: str, language: str = "de") -> list[str]:
    found = ask(shop, TITLES, language, **({"only": list(only)} if only else {}))
    return [one["title"] for one in found["news"]["nodes"]]


@proves("catalogue §3, §7", "news by category, in their order, the newest first")
def test_news_are_told_by_category_in_their_order_the_newest_first(shop: Shop) -> None:
    tell(shop, "older", category="hot")
    tell(shop, "newer", category="hot")
    tell(shop, "last", category="hot", order=5)
    tell(shop, "slide", category="feature")
    tell(shop, "more")
    assert titles(shop, "hot") == ["newer", "older", "last"]
    assert titles(shop, "feature", "regular") == ["more", "slide"]
    assert len(titles(shop)) == 5


@proves("catalogue §3", "published from and until; told by their own shop alone")
def test_news_are_told_while_they_are_published_and_by_their_shop_alone(shop: Shop) -> None:
    now, hour = timezone.now(), timedelta(hours=1)
    tell(shop, "later", published_from=now + hour)
    tell(shop, "over", published_until=now - hour)
    tell(shop, "now", published_from=now - hour, published_until=now + hour)
    tell(make_shop("kellerkind"), "theirs")
    assert titles(shop) == ["now"]


@proves("catalogue §3", "both languages, clean HTML, links and videos that can be none")
def test_news_speak_both_languages_and_their_html_is_clean(shop: Shop) -> None:
    tell(shop, "Neu", title_en="New", text_de="<p>Da</p><script>x</script>", url="/tours/a")
    assert titles(shop, language="en") == ["New"]
    found = ask(shop, "{ news { nodes { text url inverse image { url } embedYoutube } } }")["news"]["nodes"]
    assert found == [{"text": "<p>Da</p>", "url": "/tours/a", "inverse": False, "image": None, "embedYoutube": ""}]


def test_news_take_one_statement_however_many_there_are(shop: Shop) -> None:
    asked = "{ news { nodes { title image { url } } } }"
    tell(shop, "one")
    one = statements(shop, asked)
    for number in range(9):
        tell(shop, f"more {number}")
    assert (one, statements(shop, asked)) == (1, 1)


@pytest.mark.parametrize(
    "fields",
    [
        {"url": "javascript:alert(1)"},
        {"url": "//elsewhere.example"},
        {"embed_youtube": "https://vimeo.com/12345678"},
        {"category": "feature"},
    ],
)
def test_what_staff_cannot_enter(shop: Shop, fields: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        News(shop=shop, title_de="Neu", **fields).full_clean()


def test_news_cannot_end_before_they_begin(shop: Shop) -> None:
    now = timezone.now()
    with pytest.raises(IntegrityError):
        tell(shop, "never", published_from=now, published_until=now)


@proves("catalogue §2", "titles of a band shop's news are on its home page, all of them at /news")
def test_a_band_shops_news_are_on_its_home_page_and_all_at_their_own(shop: Shop) -> None:
    for number in range(5):
        tell(shop, f"Neues {number}", order=number)
    client = Client(HTTP_HOST="localhost")
    home, news = (client.get(f"/nachtfalter{path}").content.decode() for path in ("/", "/news"))
    assert all(f"Neues {number}<" in home for number in range(3)) and "Neues 3<" not in home
    assert all(f"Neues {number}<" in news for number in range(5)) and "/nachtfalter/news" in home
    assert "/nachtfalter/news" in client.get("/nachtfalter/sitemap.xml").content.decode()
    News.objects.all().delete()
    assert "/nachtfalter/news" not in client.get("/nachtfalter/sitemap.xml").content.decode()
