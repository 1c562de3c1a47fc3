"""Staff read at each object, and over all, who changed what, in their language."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalogue.models import Price, Product, Stock
from shop.admin import history
from shop.core.database.actors import acting_as
from shop.models import AuditEntry, News, Shop
from tests.factories import first_variant, make_artist, make_event, make_product, make_shop
from tests.proofs import proves
from tests.staff import clerk_with, log_in

from .pages import history_of, read_in

pytestmark = pytest.mark.django_db
LIST = "/admin/shop/auditentry/"


@pytest.fixture(autouse=True)
def prepared(settings: Any, tmp_path: Path, client: Client) -> None:
    settings.MEDIA_ROOT = tmp_path
    make_shop("merchstand")
    log_in(client)


@proves(
    "docs/decisions/0034",
    "each object has its history, with that of its parts, in the reader's language, for who may see the "
    "object; one list over all is searched and filtered, with a right of its own",
)
def test_the_history_is_in_the_readers_language(client: Client) -> None:
    shop = make_shop(name="Nachtfalter")
    old, new = make_artist(shop, "Mira"), make_artist(shop, "Falk")
    product = make_product(shop, price="1234.50", artist=old, name_de="Shirt")
    with acting_as("staff", "anna"):
        Product.objects.filter(pk=product.pk).update(
            active=False, artist=new, parcel_kind="disc", public_shippable_from="2027-02-20", vat_rate=7
        )
        Price.objects.filter(product=product).update(price="1500")
    german, english = (read_in(client, history_of(product), language) for language in ("de", "en"))
    for part in ("anna Team", "Preis „Shirt“: geändert Preis 1.234,50 € → 1.500,00 €",
                 "Aktiv Ja → Nein", "Künstler Mira → Falk", "Lieferbar ab – → 20.02.2027"):  # fmt: skip
        assert part in german, (part, german)
    for part in ("anna staff", "Price “Shirt”: changed Price 1.234,50 € → 1.500,00 €", "Active Yes → No",
                 "Artist Mira → Falk", "Shippable from – → 20 Feb 2027",
                 "Ships as parcel → a single disc goes as a letter", "VAT in percent 19 → 7"):  # fmt: skip
        assert part in english, (part, english)
    assert english.index("Price 1.234,50") < english.index("Active Yes"), "the newest comes first"


def test_choices_lists_moments_and_what_is_gone(client: Client) -> None:
    shop = make_shop()
    Shop.objects.filter(pk=shop.pk).update(payment_blacklist=["paypal", "bank_transfer"])
    assert "Payment methods not offered – → PayPal, bank transfer" in read_in(client, history_of(shop))
    artist = make_artist(shop, "Mira")
    product = make_product(shop, artist=artist)
    Product.objects.update(artist=None)
    number, _kinds = artist.pk, artist.delete()
    assert f"Artist #{number} → –" in read_in(client, history_of(product))
    event = make_event(shop)
    type(event).objects.update(presale_at="2027-02-20T19:30+00:00")
    assert "Presale begins – → 20 Feb 2027, 20:30" in read_in(client, history_of(event))


def test_masked_values_are_said_not_to_be_shown(client: Client) -> None:
    shop = make_shop()
    shop.access_codes.create(code="ROTLICHT")
    page = read_in(client, history_of(shop))
    assert "Code not shown" in page and "ROTLICHT" not in page


def test_what_a_browser_would_run_is_text(client: Client) -> None:
    news = News.objects.create(shop=make_shop(), title_de="<script>alert(1)</script>")
    page = client.get(history_of(news)).content.decode()
    assert "<script>alert(1)" not in page and "&lt;script&gt;alert(1)" in page
    assert "<script>alert(1)" not in client.get(LIST).content.decode()


def test_a_history_has_pages(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "PER_PAGE", 2)
    artist = make_artist(make_shop(), "Name 0")
    for number in range(1, 5):
        type(artist).objects.update(name=f"Name {number}")
    first, last = read_in(client, history_of(artist)), read_in(client, history_of(artist) + "?p=3")
    assert "Name 3 → Name 4" in first and "Name 1 → Name 2" not in first
    assert "Name 3 → Name 4" not in last and "added" in last
    assert "6 changes" in first


def queries_of(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as seen:
        assert client.get(path).status_code == 200
    return len(seen)


def test_many_changes_ask_no_more_than_one(client: Client) -> None:
    shop = make_shop()
    artists = [make_artist(shop) for _number in range(6)]
    product = make_product(shop, artist=artists[0])
    Product.objects.update(artist=artists[1])
    before = {path: queries_of(client, path) for path in (history_of(product), LIST)}
    for artist in artists * 4:
        Product.objects.update(artist=artist)
    after = {path: queries_of(client, path) for path in before}
    assert after == before
    assert max(before.values()) <= 16, before


@pytest.mark.parametrize(("language", "words"), [("de", "Änderungen"), ("en", "Changes")])
def test_one_list_over_all_is_searched_and_filtered(client: Client, language: str, words: str) -> None:
    shop = make_shop()
    with acting_as("staff", "anna"):
        product = make_product(shop, name_de="Mondshirt", capacity=3)
    with acting_as("job", "shop.rename"):
        Stock.objects.update(capacity=7)
    client.cookies["locale"] = language
    menu = client.get("/admin/").content.decode()
    assert re.search(rf'href="{LIST}"', menu) and words in menu

    def found(query: str) -> set[tuple[str, str]]:
        page = client.get(LIST + query)
        assert page.status_code == 200
        return {(one.who, one.model) for one in page.context["cl"].result_list}

    everything = found("")
    assert {("anna", "catalogue.product"), ("shop.rename", "catalogue.stock")} <= everything
    assert found("?q=anna") == {one for one in everything if one[0] == "anna"}
    assert ("anna", "catalogue.price") in found("?q=Mondshirt")
    assert found("?actor__exact=job") == {("shop.rename", "catalogue.stock")}
    assert found("?model=catalogue.product") == {("anna", "catalogue.product")}
    year = AuditEntry.objects.latest("at").at.year
    assert found(f"?at__year={year}") == everything and found(f"?at__year={year - 1}") == set()
    assert f'href="/admin/catalogue/product/{product.pk}/change/"' in client.get(LIST).content.decode()


def test_who_may_see_a_thing_sees_its_history_and_nobody_else() -> None:
    product = make_product(make_shop())
    client = clerk_with("view_product")
    assert client.get(history_of(product)).status_code == 200
    assert client.get(history_of(first_variant(product))).status_code == 403
    assert client.get(LIST).status_code == 403
    assert LIST not in client.get("/admin/").content.decode()


def test_the_list_has_a_right_of_its_own_and_changes_nothing() -> None:
    make_product(make_shop())
    entry, client = AuditEntry.objects.latest("id"), clerk_with("view_auditentry")
    assert client.get(LIST).status_code == 200
    assert client.get(f"{LIST}{entry.pk}/change/").status_code == 200


def test_nobody_writes_it_in_the_staff_area(client: Client) -> None:
    entry = AuditEntry.objects.latest("id")
    for way in ("add/", f"{entry.pk}/delete/"):
        assert client.get(LIST + way).status_code == 403
    assert client.post(f"{LIST}{entry.pk}/change/", {"who": "nobody"}).status_code == 403
    assert AuditEntry.objects.get(pk=entry.pk).who == entry.who


def test_every_form_leads_to_its_history(client: Client) -> None:
    product = make_product(make_shop())
    form = client.get(f"/admin/catalogue/product/{product.pk}/change/").content.decode()
    assert f'href="{history_of(product)}"' in form
    for its_admin in admin.site._registry.values():
        assert isinstance(its_admin, history.HistoryMixin), its_admin
