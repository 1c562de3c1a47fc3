"""The catalogue's pages (catalogue §2): each asks its own persisted query and says what its head shows."""

from datetime import MAXYEAR
from typing import Any
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.views import View

from catalogue.pages import linked_data
from catalogue.queries.search import words_of
from shop.core.values.html import plain_text
from shop.core.values.languages import active_language
from shop.core.wire.paging import PageRefused
from shop.models import Shop
from shop.queries import shop_url
from shop.texts import lang_text
from shop.web.pages import (
    DESCRIPTION_LENGTH,
    Page,
    QueryAnswer,
    absolute,
    canonical_address,
    current_shop,
    head_pictures,
    not_found_page,
    render_page,
    run_page_query,
    shop_picture,
    unknown_page,
    wire_shop,
)
from shop.web.redirects import OLD_PATHS, Redirect, is_switched_off, own_address, path_map

Data = dict[str, Any]


def text(key: str) -> str:
    return lang_text(key, active_language())


def summary(*texts: str | None) -> str:
    """The first text that says anything, short enough for a search engine."""
    return next((short for one in texts if one and (short := plain_text(one, DESCRIPTION_LENGTH))), "")


def answer_about(request: HttpRequest, route: str, operation: str, variables: Data) -> QueryAnswer:
    """The answer to what a page's address asks; a place in a list that no list has named is of nothing."""
    try:
        return run_page_query(request, operation, variables)
    except PageRefused:
        return QueryAnswer(operation, variables, {route: None})


def home(request: HttpRequest) -> HttpResponse:
    shop = current_shop(request)
    description = summary(shop.site_description, shop.description)
    route, operation = ("band-home", "BAND_HOME") if shop.is_band else ("main-home", "MAIN_HOME")
    answer = run_page_query(request, operation)
    return render_page(request, Page(route, "", description, answer, linked_data=[organization(request, shop)]))


def organization(request: HttpRequest, shop: Shop) -> Data:
    meta = wire_shop(shop)["meta"]
    profiles = [
        address for social in meta["socials"] for name, address in social.items() if name != "title" and address
    ]
    picture = absolute(shop, (head_pictures(shop)["favicon"] or shop_picture(shop)).get("url"))
    return linked_data.organization(shop.name, canonical_address(request, shop), picture, profiles)


def overview(route: str, operation: str, title_key: str) -> Any:
    def view(request: HttpRequest) -> HttpResponse:
        page = Page(route, text(title_key), answer=run_page_query(request, operation))
        return render_page(request, page)

    return view


SEARCH_CURSORS = {"artists_after": "artistsAfter", "merch_after": "merchAfter", "events_after": "eventsAfter"}


def search(request: HttpRequest, query: str = "") -> HttpResponse:
    """What the words of the address find. Without script, the form leads here by `?q=`."""
    if "q" in request.GET:
        base_path = request.base_path  # type: ignore[attr-defined]
        wanted = quote(" ".join(request.GET["q"].split()), safe="")
        return Redirect(own_address("/search", base=base_path) + (f"/{wanted}" if wanted else ""))
    cursors = {name: after for key, name in SEARCH_CURSORS.items() if (after := request.GET.get(key))}
    words = words_of([query])
    answer = answer_about(request, "search", "SEARCH", {"query": words, **cursors})
    if answer.data["search"] is None:
        return not_found_page(request, "search", answer)
    typed = " ".join(word for word in query.split() if word.lower() in words)
    title = lang_text("LANG_SEARCH_TITLE_FOR", active_language(), query=typed) if words else text("LANG_SEARCH_TITLE")
    return render_page(request, Page("search", title, answer=answer, indexed=False))


class DetailPage(View):
    """The page of one thing that its address names. Subclasses say how a found thing's page looks."""

    route = ""
    operation = ""
    # of the answer, where it is not the route's name
    field = ""
    # the page above, for the breadcrumbs
    above = ("", "")
    # whether `?after=` leads to more of its products
    goes_on = False

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        answer = answer_about(request, self.route, self.operation, self.variables(request, slug))
        node = answer.data[self.field or self.route]
        if node is None:
            return not_found_page(request, self.route, answer)
        base_path = request.base_path  # type: ignore[attr-defined]
        if path := self.redirect_path(node):
            return Redirect(own_address(path, base=base_path))
        if (path := self.own_path(request, node)) != request.path_info:
            return Redirect(own_address(path, base=base_path), 301)
        return render_page(request, self.page(request, node, answer))

    def redirect_path(self, node: Data) -> str:
        """Redirect to the address that staff entered. Staff may change it, so no browser may keep the redirect."""
        return ""

    def own_path(self, request: HttpRequest, node: Data) -> str:
        """Where the thing's page is: one that was asked for by its id has one address, too."""
        return request.path_info.rpartition("/")[0] + "/" + node["slug"]

    def variables(self, request: HttpRequest, slug: str) -> Data:
        after = request.GET.get("after") if self.goes_on else None
        return {"slug": slug, "after": after} if after else {"slug": slug}

    def page(self, request: HttpRequest, node: Data, answer: QueryAnswer) -> Page:
        raise NotImplementedError

    def breadcrumbs(self, request: HttpRequest, name: str, *between: tuple[str, str]) -> Data:
        shop = current_shop(request)
        home_address = shop_url(shop)
        key, path_above = self.above
        steps = [(shop.name, home_address), (text(key), home_address + path_above)]
        steps += [(step, home_address + address) for step, address in between]
        return linked_data.breadcrumbs([*steps, (name, canonical_address(request, shop))])

    def picture_addresses(self, request: HttpRequest, images: list[Data | None]) -> list[str]:
        shop = current_shop(request)
        addresses = [absolute(shop, one.get("thumbnailAt1500") or one["url"]) for one in images if one]
        return [address for address in addresses if address]


class ArtistPage(DetailPage):
    route, operation, above = "artist", "ARTIST", ("LANG_ARTISTS_TITLE", "/artists")
    goes_on = True

    def page(self, request: HttpRequest, node: Data, answer: QueryAnswer) -> Page:
        return Page(
            self.route, node["name"], summary(node["abstract"], node["description"]), answer,
            image=node["landscapeImage"], kind="profile", linked_data=[self.breadcrumbs(request, node["name"])],
        )  # fmt: skip


class CategoryPage(DetailPage):
    route, operation, above = "category", "CATEGORY", ("LANG_CATEGORIES_TITLE", "/categories")
    goes_on = True

    def page(self, request: HttpRequest, node: Data, answer: QueryAnswer) -> Page:
        name = node["displayName"] or node["name"]
        products = node["merchProducts"]["nodes"]
        return Page(
            self.route, name, summary(node["description"], node["subtitle"]), answer,
            image=products[0]["squareImage"] if products else None, linked_data=[self.breadcrumbs(request, name)],
        )  # fmt: skip


class GoodsPage(DetailPage):
    above = ("LANG_CATEGORIES_TITLE", "/categories")

    def page(self, request: HttpRequest, node: Data, answer: QueryAnswer) -> Page:
        shop = current_shop(request)
        address = canonical_address(request, shop)
        pictures, seller = node["images"]["nodes"], shop.seller_name or shop.name
        shelf = next((one for one in node["categories"] if one["mainCategory"]), None)
        between = [(shelf["name"], f"/categories/{shelf['slug']}")] if shelf else []
        return Page(
            self.route, node["seoTitle"] or node["descriptiveName"],
            summary(node["seoDescription"], node["description"], node["descriptiveName"]), answer,
            image=pictures[0] if pictures else None, kind="product",
            linked_data=[
                linked_data.product(node, address, self.picture_addresses(request, pictures), seller),
                self.breadcrumbs(request, node["name"], *between),
            ],
        )  # fmt: skip


class ProductPage(GoodsPage):
    route, operation = "product", "PRODUCT"

    def redirect_path(self, node: Data) -> str:
        """A bundle has a page of its own, to which a product leads that is sold in just one (catalogue §2)."""
        bundles = [node] if node["meta"]["root"] else node["combinedProducts"]
        return f"/bundle/{bundles[0]['slug']}" if len(bundles) == 1 else ""


class BundlePage(GoodsPage):
    """With the pictures and texts of its root product."""

    route, operation, field = "bundle", "BUNDLE", "combinedProduct"

    def page(self, request: HttpRequest, node: Data, answer: QueryAnswer) -> Page:
        offer = {name: node[name] for name in ("price", "originalPrice", "available")}
        return super().page(request, {**node["root"]["product"], **offer}, answer)


class EventPage(DetailPage):
    route, operation, above = "event", "EVENT", ("LANG_EVENTS_TITLE", "/events")

    def page(self, request: HttpRequest, node: Data, answer: QueryAnswer) -> Page:
        address = canonical_address(request, current_shop(request))
        name, city = node["descriptiveName"], node["venue"]["address"]["city"]
        title = node["seoTitle"] or (name if city.casefold() in name.casefold() else f"{name}, {city}")
        images = self.picture_addresses(request, [node["image"]])
        return Page(
            self.route, title, summary(node["seoDescription"], node["description"], title), answer,
            image=node["image"],
            linked_data=[linked_data.event(node, address, images), self.breadcrumbs(request, node["name"])],
        )  # fmt: skip


class TourPage(DetailPage):
    route, operation, above = "tour", "TOUR", ("LANG_EVENTS_TITLE", "/events")

    def page(self, request: HttpRequest, node: Data, answer: QueryAnswer) -> Page:
        return Page(
            self.route, node["name"], summary(node["description"], node["subtitle"], node["artistNames"]), answer,
            image=node["ticketImage"], linked_data=[self.breadcrumbs(request, node["name"])],
        )  # fmt: skip


def advent(request: HttpRequest, year: int | None = None) -> HttpResponse:
    if year is not None and year > MAXYEAR:
        return not_found_page(request)
    answer = run_page_query(request, "ADVENT", {"year": year} if year is not None else {})
    calendar = answer.data["advent"]
    if calendar is None:
        return not_found_page(request, "advent", answer)
    newest = next(iter(calendar["years"]), calendar["year"])
    canonical = "/advent" if year == newest else ""
    title = calendar["title"] or f"{text('LANG_ADVENT_TITLE')} {calendar['year']}"
    return render_page(request, Page("advent", title, summary(calendar["text"], title), answer, canonical=canonical))


urlpatterns: list[URLPattern] = [
    path("", home, name="home"),
    path("artists", overview("artists", "ARTISTS", "LANG_ARTISTS_TITLE"), name="artists"),
    path("artists/<slug:slug>", ArtistPage.as_view(), name="artist"),
    path("categories", overview("categories", "CATEGORIES", "LANG_CATEGORIES_TITLE"), name="categories"),
    path("categories/<slug:slug>", CategoryPage.as_view(), name="category"),
    path("products/<slug:slug>", ProductPage.as_view(), name="product"),
    path("bundle/<slug:slug>", BundlePage.as_view(), name="bundle"),
    path("events", overview("events", "EVENTS", "LANG_EVENTS_TITLE"), name="events"),
    path("events/<slug:slug>", EventPage.as_view(), name="event"),
    path("news", overview("news", "NEWS_PAGE", "LANG_NEWS_TITLE"), name="news"),
    path("search", search, name="search"),
    path("search/<path:query>", search, name="search"),
    path("tours/<slug:slug>", TourPage.as_view(), name="tour"),
    path("advent", advent),
    path("advent/<int:year>", advent, name="advent"),
]


def moved(target: str) -> Any:
    def view(request: HttpRequest, slug: str = "") -> HttpResponse:
        if is_switched_off(path_map(current_shop(request)), request.path_info):
            return unknown_page(request)
        path, query = target.replace(":slug", slug), request.META.get("QUERY_STRING", "")
        return Redirect(own_address(path, query, request.base_path), 301)  # type: ignore[attr-defined]

    return view


urlpatterns += [path(old[1:].replace(":slug", "<slug:slug>"), moved(new)) for old, new in OLD_PATHS]
