"""From the form of everything that has a page, staff get to that page, at the shop that shows it."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib import admin
from django.test import Client
from django.utils.html import escape

from catalogue.models import AdventCalendar, Artist, Category, Event, PricingCategory, Product, ProductVariant, Tour
from shop.models import FaqEntry, LegalText, News, Shop
from tests.factories import make_artist, make_category, make_event, make_product, make_shop, make_tour
from tests.proofs import proves
from tests.staff import log_in

pytestmark = pytest.mark.django_db
# The place of their page, and nothing else of the staff area has one.
PAGES = {
    Shop: "/",
    Artist: "/artists/wer",
    Category: "/categories/regal",
    Product: "/products/ding",
    ProductVariant: "/products/ding",
    Event: "/events/abend",
    PricingCategory: "/events/abend",
    Tour: "/tours/reise",
    AdventCalendar: "/advent/2026",
    News: "/",
    LegalText: "/jobs?lang=de",
    FaqEntry: "/faq/groesse",
}


@pytest.fixture
def staff(client: Client) -> Client:
    make_shop("merchstand")
    client.cookies["locale"] = "en"
    log_in(client)
    return client


def fill(shop: Shop) -> None:
    make_artist(shop, slug="wer")
    category = make_category(shop, slug="regal")
    make_product(shop, slug="ding", category=category)
    event = make_event(shop, slug="abend")
    PricingCategory.objects.create(event=event, name="Block")
    make_tour(shop, slug="reise", events=[event])
    AdventCalendar.objects.create(shop=shop, year=2026)
    News.objects.create(shop=shop, title="Neu")
    LegalText.objects.create(shop=shop, kind="jobs", language="de").versions.create(body="<p>Bass gesucht</p>")
    FaqEntry.objects.create(shop=shop, key="groesse", question="Welche?", answer="M")


def link_of(staff: Client, thing: Any) -> str | None:
    page = staff.get(f"/admin/{thing._meta.label_lower.replace('.', '/')}/{thing.pk}/change/")
    assert page.status_code == 200
    link: str | None = page.context.get("absolute_url") if page.context["has_absolute_url"] else None
    assert link is None or f'href="{escape(link)}"' in page.content.decode()
    return link


@proves("catalogue §3", "the form of everything that has a page leads to it, at the owner's or the shop that shows it")
@pytest.mark.parametrize(
    ("fields", "base"), [({}, "http://localhost:8000/band"), ({"domain": "band.example"}, "http://band.example:8000")]
)
def test_each_form_leads_to_the_page(staff: Client, fields: dict[str, str], base: str) -> None:
    shop = make_shop("band", **fields)
    fill(shop)
    for model, path in PAGES.items():
        wanted = {"pk": shop.pk} if model is Shop else {"event": None} if model is ProductVariant else {}
        thing = model._default_manager.get(**wanted)
        assert link_of(staff, thing) == base + path, model
        parts = urlsplit(base + path)
        assert staff.get(parts.path, SERVER_NAME=parts.hostname).status_code == 200, model


def test_everything_else_has_none() -> None:
    with_page = {model for model, site in admin.site._registry.items() if callable(site.view_on_site)}
    assert with_page == set(PAGES)


def test_it_is_the_owners_page_where_the_owner_shows_it(staff: Client) -> None:
    shop, main = make_shop("band"), Shop.objects.get(slug="merchstand")
    product = make_product(shop, slug="ding")
    product.listed_in.add(main)
    assert link_of(staff, product) == "http://localhost:8000/band/products/ding"
    product.listed_in.remove(shop)
    assert link_of(staff, product) == "http://localhost:8000/products/ding"
    product.active = False
    product.save()
    assert link_of(staff, product) is None
