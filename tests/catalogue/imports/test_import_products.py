"""`manage.py import_products` on real PostgreSQL: what it creates, and what it leaves alone."""

import uuid
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone, translation

from catalogue.imports.run import ImportSummary, import_file
from catalogue.models import Category, PictureFetch, Price, Product, ProductPicture, ProductVariant, Stock
from catalogue.stock.actions import hold_stock, sell_holds, set_capacity
from sessions_queue.models import VisitorSession
from shop.models import AccessCode, CatalogueChange, Image, Shop
from tests.factories import fill_cart, make_artist, make_category, make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db

FIXTURES = Path(__file__).parent / "fixtures"
BAND = (FIXTURES / "band.csv").read_text()
COLUMNS = (
    "Handle,Title,Body (HTML),Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,"
    "Variant Inventory Policy,Variant Price,Variant Compare At Price,Tags,Image Src,Image Position"
)


def csv_of(*lines: str) -> str:
    return "\n".join([COLUMNS, *lines])


@pytest.fixture
def main_shop() -> Shop:
    return make_shop("merchstand")


@pytest.fixture
def shop(main_shop: Shop) -> Shop:
    return make_shop("nachtfalter")


def run(shop: Shop, text: str, language: str = "de", *, dry_run: bool = False) -> ImportSummary:
    return import_file(text.encode(), shop=shop, language=language, dry_run=dry_run)


def counts(summary: ImportSummary) -> tuple[int, int, int, int]:
    return summary.created, summary.changed, summary.unchanged, len(summary.refused_lines)


def everything() -> dict[str, list[tuple[object, ...]]]:
    """Every row of the shop's tables with its physical place: a row that was only rewritten differs too."""
    models = apps.get_models(include_auto_created=True)
    tables = {one._meta.db_table for one in models if one._meta.app_label in ("catalogue", "shop", "cart")}
    found = {}
    with connection.cursor() as cursor:
        for table in sorted(tables | {"procrastinate_jobs"}):
            cursor.execute(f'SELECT ctid::text, t.*::text FROM "{table}" t ORDER BY 1')
            found[table] = cursor.fetchall()
    return found


def product(handle: str) -> Product:
    return Product.objects.get(import_key=handle)


def variant(handle: str, description: str = "") -> ProductVariant:
    return ProductVariant.objects.get(product__import_key=handle, description_de=description)


def capacity(handle: str, description: str = "") -> int:
    return sum(Stock.objects.filter(variants=variant(handle, description)).values_list("capacity", flat=True))


def sell(variant: ProductVariant, quantity: int) -> None:
    session = VisitorSession.objects.create(
        shop=variant.product.owner,
        expires_at=timezone.now() + timedelta(minutes=5),
    )
    holder, demand = uuid.uuid4(), {variant.stocks.get().pk: quantity}
    hold_stock(holder=holder, session=session, demand=demand)
    sell_holds(holder=holder, buyer=uuid.uuid4(), session=session, demand=demand)


@proves("importing.md", "Shopify's CSV becomes products, variants, prices, stock and categories")
def test_a_file_becomes_products(shop: Shop, main_shop: Shop) -> None:
    assert counts(run(shop, BAND)) == (3, 0, 0, 0)
    shirt = product("motten-shirt")
    assert (shirt.slug, shirt.name_de, shirt.owner, shirt.active) == ("motten-shirt", "Motten-Shirt", shop, True)  # type: ignore[attr-defined]
    assert set(shirt.listed_in.all()) == {shop, main_shop}
    assert (shirt.seo_title, shirt.seo_description) == ("Das Motten-Shirt", "Ein Shirt mit Motte.")
    assert (shirt.product_type, shirt.weight_grams, shirt.cart_limit) == ("Shirts", 220, 9)
    assert shirt.vat_rate == Decimal(19)
    assert [(one.description, one.sku, one.additional_price) for one in shirt.variants.all()] == [
        ("S / Schwarz", "MOT-S", Decimal(0)),
        ("M / Schwarz", "MOT-M", Decimal(0)),
        ("XXL / Schwarz", "MOT-XXL", Decimal(3)),
    ]
    price = Price.objects.get(product=shirt)
    assert (price.country_code, price.price, price.original_price) == ("de", Decimal(25), None)
    assert (capacity("motten-shirt", "S / Schwarz"), capacity("motten-shirt", "M / Schwarz")) == (10, 8)
    assert not variant("motten-shirt", "XXL / Schwarz").stocks.exists()
    assert {one.name for one in shirt.categories.all()} == {"Shirts", "Tour 2026", "Sale"}
    assert Category.objects.get(slug="sale").products.count() == 2
    assert Price.objects.get(product=product("poster")).original_price == 20
    assert not product("download").active
    assert not variant("download").physical
    assert (product("poster").weight_grams, variant("poster").description) == (300, "")


@proves("importing.md", "run twice it changes nothing, also after a sale; staff's changes stay")
def test_the_second_run_touches_no_row(shop: Shop) -> None:
    run(shop, BAND)
    before = everything()
    assert counts(run(shop, BAND)) == (0, 0, 3, 0)
    assert everything() == before


def test_an_imported_shirt_can_be_bought_and_the_second_run_still_touches_nothing(shop: Shop) -> None:
    run(shop, BAND)
    _session, cart = fill_cart(shop, (variant("motten-shirt", "S / Schwarz"), 2), (variant("poster"), 1))
    assert cart.lines.count() == 2
    sell(variant("motten-shirt", "M / Schwarz"), 3)
    before = everything()
    assert counts(run(shop, BAND)) == (0, 0, 3, 0)
    assert everything() == before
    stock = Stock.objects.get(variants=variant("motten-shirt", "M / Schwarz"))
    assert (stock.capacity, stock.sold) == (8, 3)


def test_a_changed_quantity_moves_the_capacity_by_its_difference(shop: Shop) -> None:
    run(shop, BAND)
    sell(variant("motten-shirt", "S / Schwarz"), 3)
    set_capacity(stock=variant("motten-shirt", "S / Schwarz").stocks.get(), capacity=9)  # one was damaged
    more = BAND.replace("shopify,10,", "shopify,15,")
    assert counts(run(shop, more)) == (0, 1, 2, 0)
    assert capacity("motten-shirt", "S / Schwarz") == 14
    before = everything()
    run(shop, more)
    assert everything() == before


def test_a_quantity_below_what_is_sold_leaves_nothing_free_and_is_made_up_for_later(shop: Shop) -> None:
    run(shop, BAND)
    sell(variant("motten-shirt", "S / Schwarz"), 6)
    few = BAND.replace("shopify,10,", "shopify,4,")
    summary = run(shop, few)
    assert [(one.line, one.column, one.refused) for one in summary.problems] == [(2, "Variant Inventory Qty", False)]
    assert capacity("motten-shirt", "S / Schwarz") == 6
    again = run(shop, few)
    assert (counts(again), capacity("motten-shirt", "S / Schwarz")) == ((0, 0, 3, 0), 6)
    run(shop, BAND.replace("shopify,10,", "shopify,20,"))
    assert capacity("motten-shirt", "S / Schwarz") == 20


def test_stock_begins_and_ends_with_the_tracker(shop: Shop) -> None:
    line = "cap,Kappe,,Title,Default Title,C,{},{},{},12,,,,"
    run(shop, csv_of(line.format("shopify", 5, "deny")))
    assert capacity("cap") == 5
    run(shop, csv_of(line.format("shopify", 5, "continue")))
    assert not variant("cap").stocks.exists()
    run(shop, csv_of(line.format("shopify", 7, "deny")))
    assert capacity("cap") == 7
    assert Stock.objects.count() == 1
    run(shop, csv_of(line.format("", 7, "deny")))
    assert not variant("cap").stocks.exists()


def test_a_tracked_stock_without_quantity_is_empty_and_takes_the_first_one_told(shop: Shop) -> None:
    line = "cap,Kappe,,Title,Default Title,C,shopify,{},deny,12,,,,"
    summary = run(shop, csv_of(line.format("")))
    assert (capacity("cap"), [one.refused for one in summary.problems]) == (0, [False])
    set_capacity(stock=variant("cap").stocks.get(), capacity=3)
    run(shop, csv_of(line.format("")))
    assert capacity("cap") == 3
    run(shop, csv_of(line.format("8")))
    assert capacity("cap") == 8


def test_what_staff_changed_stays_until_the_file_changes_it(shop: Shop) -> None:
    run(shop, BAND)
    shirt = product("motten-shirt")
    shirt.name_de, shirt.seo_title_de, shirt.active = "Mottenhemd", "", False  # type: ignore[attr-defined]
    shirt.save()
    Price.objects.filter(product=shirt).update(price=22)
    shirt.placements.all().delete()
    ProductVariant.objects.filter(sku="MOT-M").update(active=False)
    shirt.listed_in.set([shop])
    before = everything()
    run(shop, BAND)
    assert everything() == before
    changed = BAND.replace("Das Motten-Shirt", "Motten!").replace("deny,manual,25.00", "deny,manual,24.00")
    run(shop, changed.replace('"tour 2026, sale"', '"tour 2026, neu"'))
    shirt = product("motten-shirt")
    assert (shirt.name, shirt.seo_title, shirt.active) == ("Mottenhemd", "Motten!", False)
    assert Price.objects.get(product=shirt).price == 24
    assert [one.name for one in shirt.categories.all()] == ["Neu"]
    assert not ProductVariant.objects.get(sku="MOT-M").active
    assert variant("motten-shirt", "XXL / Schwarz").additional_price == 4
    assert set(shirt.listed_in.all()) == {shop}


def test_vanished_variants_become_inactive_and_come_back(shop: Shop) -> None:
    small, large = "tee,Tee,,Size,S,,,,,10,,,,", "tee,,,,L,,,,,12,,,,"
    run(shop, csv_of(small, large))
    fill_cart(shop, (variant("tee", "L"), 1))
    assert counts(run(shop, csv_of(small))) == (0, 1, 0, 0)
    assert [(one.description, one.active) for one in product("tee").variants.all()] == [("S", True), ("L", False)]
    before = everything()
    run(shop, csv_of(small))
    assert everything() == before
    run(shop, csv_of(small, large))
    assert variant("tee", "L").active


def test_a_refused_row_neither_ends_its_variant_nor_changes_the_prices(shop: Shop) -> None:
    run(shop, csv_of("tee,Tee,,Size,L,,,,,12,,,,", "tee,,,,S,,,,,10,,,,"))
    summary = run(shop, csv_of("tee,Tee,,Size,L,,,,,12,,,,", "tee,,,,S,,,,,oops,,,,"))
    assert counts(summary) == (0, 0, 1, 1)
    assert all(one.active for one in product("tee").variants.all())
    assert Price.objects.get(product=product("tee")).price == 10


def test_a_renamed_option_is_known_by_its_article_number(shop: Shop) -> None:
    run(shop, csv_of("tee,Tee,,Size,Small,T-S,,,,10,,,,", "tee,,,,Large,T-L,,,,10,,,,"))
    known = variant("tee", "Small").pk
    run(shop, csv_of("tee,Tee,,Size,S,T-S,,,,10,,,,", "tee,,,,L,T-L,,,,10,,,,"))
    assert variant("tee", "S").pk == known
    assert product("tee").variants.count() == 2


def test_variants_with_struck_prices_of_their_own(shop: Shop) -> None:
    run(shop, csv_of("tee,Tee,,Size,S,,,,,10,15,,,", "tee,,,,M,,,,,12,17,,,", "tee,,,,L,,,,,12,,,,"))
    price = Price.objects.get(product=product("tee"))
    assert (price.price, price.original_price) == (Decimal(10), Decimal(15))
    assert not variant("tee", "M").prices.exists()
    own = variant("tee", "L").prices.get()
    assert (own.price, own.original_price) == (Decimal(12), None)
    run(shop, csv_of("tee,Tee,,Size,S,,,,,10,,,,", "tee,,,,M,,,,,12,,,,", "tee,,,,L,,,,,12,,,,"))
    assert not variant("tee", "L").prices.exists()
    assert variant("tee", "L").additional_price == 2


def test_a_gated_shop_keeps_its_things_to_itself(shop: Shop, main_shop: Shop) -> None:
    AccessCode.objects.create(shop=shop, code="ROTLICHT")
    run(shop, BAND)
    assert set(product("poster").listed_in.all()) == {shop}
    assert set(Category.objects.get(slug="sale").listed_in.all()) == {shop}


def test_slugs_are_free_across_shops_and_categories_are_the_shops_own(shop: Shop) -> None:
    other = make_shop("kellerkind")
    run(other, BAND)
    own = make_category(shop, "shirts", slug="unsere-shirts")
    run(shop, BAND)
    assert {one.slug for one in Product.objects.filter(import_key="poster")} == {"poster", "poster-nachtfalter"}
    mine = Product.objects.get(import_key="motten-shirt", owner=shop)
    assert own in mine.categories.all()
    assert {one.slug for one in mine.categories.all()} == {"unsere-shirts", "tour-2026-nachtfalter", "sale-nachtfalter"}


def test_an_english_file_shows_in_german_until_it_is_translated(shop: Shop) -> None:
    line = "tee,{},{},Size,S,T,,,,10,,merch,,"
    run(shop, csv_of(line.format("Tee", "Soft.")), "en")
    for language in ("de", "en"):
        with translation.override(language):
            assert (product("tee").name, product("tee").description) == ("Tee", "<p>Soft.</p>")
            assert Product.objects.filter(name="Tee").exists()
            assert product("tee").variants.get().description == "S"
    assert product("tee").description_de is None  # type: ignore[attr-defined]
    run(shop, csv_of(line.format("Nicer tee", "Soft.")), "en")
    assert product("tee").name_de == "Nicer tee"  # type: ignore[attr-defined]
    Product.objects.filter(import_key="tee").update(name_de="Schöneres Shirt")
    run(shop, csv_of(line.format("Best tee", "Soft.")), "en")
    tee = product("tee")
    assert (tee.name_de, tee.name_en) == ("Schöneres Shirt", "Best tee")  # type: ignore[attr-defined]
    run(shop, csv_of(line.format("Shirt", "Weich.")), "de")
    tee = product("tee")
    assert (tee.name_de, tee.name_en, tee.description_en) == ("Shirt", "Best tee", "<p>Soft.</p>")  # type: ignore[attr-defined]


def test_the_vendor_is_the_artist_if_the_shop_has_one_of_that_name(shop: Shop) -> None:
    artist = make_artist(shop, "NACHTFALTER")
    make_artist(make_shop(), "Nachtfalter")
    run(shop, BAND)
    assert product("poster").artist == artist


def test_columns_that_the_file_lacks_are_left_alone(shop: Shop) -> None:
    run(shop, csv_of("tee,Tee,Soft.,Title,Default Title,T,shopify,4,deny,10,12,merch,https://p.example/a.jpg,1"))
    run(shop, csv_of("cap,Cap,,Size,S,C-S,,,,10,,,,", "cap,,,,L,C-L,,,,12,,,,"))
    before = everything()
    assert counts(run(shop, "Handle,Title\ntee,Tee\ncap,Cap\n")) == (0, 0, 2, 0)
    assert everything() == before
    assert counts(run(shop, "Handle,Title\ncap,Kappe\nnew,New\n")) == (0, 1, 0, 1)
    assert [one.active for one in product("cap").variants.all()] == [True, True]


def test_a_dry_run_writes_nothing(shop: Shop) -> None:
    before = everything()
    summary = run(shop, BAND, dry_run=True)
    assert everything() == before
    assert (counts(summary), len(summary.plans[0].pictures_new)) == ((3, 0, 0, 0), 4)


def test_pictures_become_jobs_once_and_follow_the_file(shop: Shop) -> None:
    run(shop, BAND)
    fetches = PictureFetch.objects.filter(product=product("motten-shirt"))
    assert [(one.position, one.state) for one in fetches] == [(n, "waiting") for n in (1, 2, 3, 4)]
    front = fetches[0]
    image = Image.objects.create(alt="Vorderseite")
    front.picture = ProductPicture.objects.create(product=product("motten-shirt"), image=image, order=1)
    front.state = "done"
    front.save()
    run(shop, BAND.replace("shirt-front.jpg,1,Vorderseite", "shirt-front.jpg,5,Von vorn"))
    front.picture.refresh_from_db()
    image.refresh_from_db()
    assert (front.picture.order, image.alt) == (5, "Von vorn")
    run(shop, BAND.replace("shirt-front.jpg,1,Vorderseite", "shirt-new.jpg,1,Vorn"))
    assert not product("motten-shirt").pictures.exists()
    assert not fetches.filter(url__endswith="shirt-front.jpg").exists()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'catalogue.fetch_picture'")
        assert cursor.fetchone() == (5,)


def test_the_version_rises_only_with_a_change(shop: Shop, main_shop: Shop) -> None:
    CatalogueChange.objects.all().delete()
    run(shop, BAND)
    assert set(CatalogueChange.objects.values_list("shop", flat=True)) == {shop.pk, main_shop.pk}
    CatalogueChange.objects.all().delete()
    run(shop, BAND)
    assert not CatalogueChange.objects.exists()


def test_a_handle_of_another_shop_is_another_product(shop: Shop) -> None:
    other = make_shop("kellerkind")
    run(shop, BAND)
    run(other, BAND.replace("Motten-Shirt", "Gestohlen"))
    assert Product.objects.get(import_key="motten-shirt", owner=shop).name == "Motten-Shirt"


@proves("importing.md", "broken rows are told by line and column and stop nothing else")
def test_the_command_reports_and_ends_with_1_if_a_row_was_refused(
    shop: Shop, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("import_products", str(FIXTURES / "broken.csv"), shop="nachtfalter")
    out, err = capsys.readouterr()
    assert ended.value.code == 1
    assert "2 created, 0 changed, 0 unchanged; 13 rows refused." in out
    assert "line 3, Variant Price: “ten” is not a price such as 19.90." in err
    assert product("last").name == 'Last "one"'
    call_command("import_products", str(FIXTURES / "band.csv"), shop="nachtfalter")
    call_command("import_products", str(FIXTURES / "band.csv"), shop="nachtfalter", dry_run=True)
    assert "0 created, 0 changed, 3 unchanged; 0 rows refused." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("file", "slug"), [("band.csv", "nobody"), ("missing.csv", "nachtfalter"), (".", "nachtfalter")]
)
def test_the_command_says_what_it_cannot_find(shop: Shop, file: str, slug: str) -> None:
    with pytest.raises(CommandError):
        call_command("import_products", str(FIXTURES / file), shop=slug)
