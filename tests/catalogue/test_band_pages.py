"""A band's home page and artists' pages as one without JavaScript gets them (catalogue §2)."""

import re

import pytest

from shop.models import Shop, ShopSocial
from tests.factories import make_artist, make_category, make_event, make_image, make_product, make_shop, make_tour
from tests.proofs import proves
from tests.shop.web.visit import Visit
from tests.words import worded

pytestmark = pytest.mark.django_db
NOTHING = worded("LANG_ARTIST_EMPTY")


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand", name="Merchstand")
    return make_shop("nachtfalter", name="Nachtfalter")


class TestHome:
    @proves(
        "catalogue §2",
        "a band's home page: its shelves with their first products, all other categories named below; "
        "`?scroll=` starts at a shelf or leads to the page of a category without one; the filter where the "
        "shop shows it, sold-out dates to be hidden; empty states",
    )
    @proves(
        "catalogue §2",
        "a band's home page: its shelves with their first products, the featured ones first, `?scroll=` "
        "starts at one of them or at a product; the filter where the shop shows it, sold-out dates to be "
        "hidden; empty states",
    )
    def test_shelves_show_their_first_products_and_can_be_jumped_to(self, shop: Shop) -> None:
        shirts = make_category(shop, "Shirts", slug="shirts", order=1)
        for number in range(8):
            make_product(shop, name=f"Hemd {number}", slug=f"hemd-{number}", category=shirts)
        music = make_category(shop, "Musik", slug="musik", order=2)
        everything = make_category(shop, "Alles", slug="alles", type="ARTIST", order=3)
        for category in (music, everything):
            make_product(shop, category=category)
        make_category(shop, "Leer", slug="leer")
        visit = Visit("/nachtfalter")
        shelves = [attrs["id"] for tag, attrs in visit.markup.tags if attrs.get("id", "").startswith("shelf-")]
        assert shelves == ["shelf-musik", "shelf-shirts"]
        assert visit.html.count('href="/nachtfalter/products/hemd-7"') == 2  # among the newest and on its shelf
        for slug in ("shirts", "musik", "alles"):
            assert visit.markup.has("a", href=f"/nachtfalter/categories/{slug}")

    def test_every_category_is_named_however_many_there_are(self, shop: Shop) -> None:
        for number in range(30):
            make_product(shop, category=make_category(shop, f"Regal {number}", slug=f"regal-{number}", order=number))
        visit = Visit("/nachtfalter")
        markup, categories = visit.markup, visit.block("page-data")["data"]["categories"]["nodes"]
        assert [bool(one["merchProducts"]["nodes"]) for one in categories] == 12 * [True] + 18 * [False]
        for number in range(30):
            assert markup.has("a", href=f"/nachtfalter/categories/regal-{number}"), number
        assert len([one for _tag, one in markup.tags if one.get("id", "").startswith("shelf-")]) == 6

    def test_featured_shelves_come_first_by_their_places(self, shop: Shop) -> None:
        for name, place in (("shirts", None), ("musik", 2), ("warm", 1)):
            featured = [] if place is None else ["Homepage"]
            category = make_category(shop, name, slug=name, order=9, sort_order_homepage=place, featured_at=featured)
            make_product(shop, category=category)
        visit = Visit("/nachtfalter")
        shelves = [attrs["id"] for tag, attrs in visit.markup.tags if attrs.get("id", "").startswith("shelf-")]
        assert shelves == ["shelf-warm", "shelf-musik", "shelf-shirts"]

    def test_the_filter_comes_where_the_shop_shows_it(self, shop: Shop) -> None:
        make_event(shop)
        assert not Visit("/nachtfalter").markup.has("input", type="date")
        shop.show_event_filter = True
        shop.save()
        assert Visit("/nachtfalter").markup.has("input", type="date")

    def test_what_is_sold_out_can_be_hidden_as_soon_as_something_is(self, shop: Shop) -> None:
        make_event(shop)
        assert not Visit("/nachtfalter").markup.has("input", type="checkbox")
        make_event(shop, capacity=0)
        markup = Visit("/nachtfalter").markup
        assert markup.has("input", type="checkbox")
        assert not markup.has("input", type="date")

    @proves("catalogue §2", "tickets and merch are tabs on phones, links within the page elsewhere, without script too")
    def test_phones_begin_with_tickets_or_without_any_with_merch(self, shop: Shop) -> None:
        make_product(shop, category=make_category(shop))
        assert current_tab(Visit("/nachtfalter")) == "#merch"
        make_event(shop)
        visit = Visit("/nachtfalter")
        assert current_tab(visit) == "#tickets"
        assert visit.markup.one("section", id="merch")["class"] == "part part-away"

    @proves(
        "catalogue §3",
        "the shop's video is a link, played over the page once one has agreed; its own site stands in the footer",
    )
    def test_the_shops_video_is_a_link_and_its_own_site_stands_in_the_footer(self, shop: Shop) -> None:
        assert "youtube" not in Visit("/nachtfalter").html
        shop.embed_youtube, shop.home_link = "dQw4w9WgXcQ", "https://band.example/"
        shop.save()
        visit = Visit("/nachtfalter")
        assert visit.markup.has("a", href="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ")
        assert not visit.markup.has("iframe")
        assert visit.markup.has("a", href="https://band.example/")
        ShopSocial.objects.create(shop=shop, title="Wir", website="https://band.example/")
        assert Visit("/nachtfalter").html.count('href="https://band.example/"') == 1

    def test_profiles_in_the_same_network_are_told_apart_by_their_titles(self, shop: Shop) -> None:
        shop.home_link = "https://band.example/"
        shop.save()
        for title, links in (
            ("Band", {"instagram": "https://i.example/band", "tiktok": "https://t.example/band"}),
            ("Ida", {"instagram": "https://i.example/ida", "website": "https://ida.example/"}),
            ("", {"link": "https://other.example/"}),
        ):
            ShopSocial.objects.create(shop=shop, title=title, **links)
        assert profiles_of(Visit("/nachtfalter")) == {
            "https://band.example/": "Website", "https://i.example/band": "Band · Instagram",
            "https://t.example/band": "TikTok", "https://ida.example/": "Ida",
            "https://i.example/ida": "Ida · Instagram", "https://other.example/": "Link",
        }  # fmt: skip
        ShopSocial.objects.create(shop=shop, website="https://second.example/")
        assert profiles_of(Visit("/nachtfalter"))["https://band.example/"] == "Nachtfalter · Website"

    @proves(
        "catalogue §3",
        "the footer's picture and profiles elsewhere; those in the same network are told apart by their titles",
    )
    def test_the_picture_beside_the_social_links_stands_in_the_footer(self, shop: Shop) -> None:
        def footer() -> str:
            return Visit("/nachtfalter").html.partition("<footer")[2].partition("</footer>")[0]

        assert "<img" not in footer()
        shop.social_img = make_image(alt_de="Die Band am Fenster")
        shop.save()
        assert 'alt="Die Band am Fenster"' in footer()

    def test_an_empty_shop_says_so_twice(self, shop: Shop) -> None:
        html = Visit("/nachtfalter?lang=en").html
        assert worded("LANG_EVENTS_EMPTY", "en") in html
        assert worded("LANG_MERCH_EMPTY", "en") in html


class TestArtist:
    @proves(
        "catalogue §2",
        "an artist's page leads to all its goods, its shelves and its tours; tabs only where there are both",
    )
    def test_all_goods_can_be_reached(self, shop: Shop) -> None:
        artist = make_artist(shop, "Nachtfalter", slug="nachtfalter")
        for number in range(20):
            make_product(shop, name=f"Hemd {number}", slug=f"hemd-{number}", artist=artist)
        first = Visit("/nachtfalter/artists/nachtfalter")
        assert first.markup.has("a", href="/nachtfalter/products/hemd-19")
        assert not first.markup.has("a", href="/nachtfalter/products/hemd-0")
        onward = [attrs["href"] for tag, attrs in first.markup.tags if "?after=" in attrs.get("href", "")]
        second = Visit(next(one for one in onward if one.startswith("/")))
        assert second.markup.has("a", href="/nachtfalter/products/hemd-0")
        assert second.markup.one("link", rel="canonical")["href"].endswith(onward[-1])

    def test_names_its_shelves_and_the_tours_without_a_page(self, shop: Shop) -> None:
        artist = make_artist(shop, "Nachtfalter", slug="nachtfalter")
        event = make_event(shop)
        make_tour(shop, slug="spring", events=[event]).artists.add(artist)
        shelf = make_category(shop, "Hemden", slug="hemden", artist=artist, main_category=False)
        make_product(shop, category=shelf, artist=artist)
        make_category(shop, "Leer", slug="leer", artist=artist)
        for slug in ("spring", "autumn"):
            event.categories.add(make_category(shop, slug=slug, artist=artist, type="TOUR"))
        markup = Visit("/nachtfalter/artists/nachtfalter").markup
        assert markup.has("a", href="/nachtfalter/categories/hemden")
        assert markup.has("a", href="/nachtfalter/tours/spring")
        assert markup.has("a", href="/nachtfalter/categories/autumn")
        assert not markup.has("a", href="/nachtfalter/categories/spring")
        assert not markup.has("a", href="/nachtfalter/categories/leer")

    def test_a_tour_alone_is_something(self, shop: Shop) -> None:
        artist = make_artist(shop, "Nachtfalter", slug="nachtfalter")
        assert NOTHING in Visit("/nachtfalter/artists/nachtfalter").html
        make_tour(shop, slug="spring", events=[make_event(shop)]).artists.add(artist)
        visit = Visit("/nachtfalter/artists/nachtfalter")
        assert visit.markup.has("a", href="/nachtfalter/tours/spring")
        assert NOTHING not in visit.html

    def test_tabs_only_where_there_are_both(self, shop: Shop) -> None:
        artist = make_artist(shop, "Nachtfalter", slug="nachtfalter")
        make_product(shop, artist=artist)
        assert not Visit("/nachtfalter/artists/nachtfalter").markup.has("a", href="#merch")
        make_event(shop).artists.add(artist)
        visit = Visit("/nachtfalter/artists/nachtfalter")
        assert current_tab(visit) == "#dates"
        assert visit.markup.has("a", href="#merch")

    def test_without_anything_says_so(self, shop: Shop) -> None:
        make_artist(shop, "Nachtfalter", slug="nachtfalter")
        assert worded("LANG_ARTIST_EMPTY", "en") in Visit("/nachtfalter/artists/nachtfalter?lang=en").html


@proves("catalogue §7", "a category's page leads to its neighbours")
def test_a_category_names_its_neighbours(shop: Shop) -> None:
    for name in ("Shirts", "Musik"):
        make_product(shop, category=make_category(shop, name, slug=name.lower()))
    markup = Visit("/nachtfalter/categories/shirts").markup
    assert markup.has("a", href="/nachtfalter/categories/musik")
    assert not markup.has("a", href="/nachtfalter/categories/shirts")


def profiles_of(visit: Visit) -> dict[str, str]:
    """Address → name of the footer's links elsewhere."""
    footer = visit.html.partition("<footer")[2]
    return dict(re.findall(r'<a href="(https://[^"]+\.example/[^"]*)"[^>]*>([^<]+)</a>', footer))


def current_tab(visit: Visit) -> str:
    tabs = [attrs for tag, attrs in visit.markup.tags if tag == "a" and "part-tab" in attrs.get("class", "")]
    return next((one["href"] for one in tabs if one["aria-current"] == "true"), "")
