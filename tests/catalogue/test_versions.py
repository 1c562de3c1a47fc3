"""Whatever changes a table that a shop's pages are made of raises that shop's catalogue version, and no other's."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any

import pgtrigger
import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from catalogue.events.waiting_rooms import room_for
from catalogue.models import (
    AdventCalendar,
    AdventDoor,
    InfoPanel,
    Manufacturer,
    PricePoint,
    PricingCategory,
    Product,
    SeatMap,
    Stock,
)
from catalogue.models.links import ShownImage
from catalogue.stock import actions
from shop.answer_cache import expiry as expiry
from shop.directory.shops import READ, fold_changes
from shop.models import (
    AccessCode,
    FaqEntry,
    GuaranteeNotice,
    Image,
    LegalText,
    LegalTextVersion,
    News,
    PathRedirect,
    Shop,
    ShopDesign,
    ShopSocial,
)
from tests.factories import (
    fill_cart,
    first_variant,
    make_artist,
    make_bundle,
    make_category,
    make_combination,
    make_event,
    make_picture,
    make_product,
    make_shop,
    make_tour,
)
from tests.proofs import proves

pytestmark = pytest.mark.django_db

# Tables of the two apps that no page shows. A new one belongs here or gets its triggers (shop.core.database.triggers).
UNSEEN = {
    "shop_mail", "shop_newslettersubscription", "shop_trackingcount", "shop_consentdecision", "shop_consenttext",
    "shop_cataloguechange", "shop_auditentry", "shop_legalwording", "catalogue_stock",
    "catalogue_stockclaim", "catalogue_importedproduct", "catalogue_importedvariant", "catalogue_importedcategory",
    "catalogue_picturefetch", "shop_discountcode", "shop_membership", "shop_recoverycodes", "shop_secondfactorrule",
    "shop_staffsession",
    # A page shows of its seats no more than the seat map's version and a section's name, on which the version follows.
    "catalogue_seatmapfile", "catalogue_seatsection", "catalogue_seatrow", "catalogue_seat", "catalogue_seatclaim",
}  # fmt: skip
# What every shop shows.
EVERYWHERE = {"shop_guaranteenotice", "shop_accesscode"}
# Moments of which no page makes anything: it shows them all the same before and after.
MERE_TEXT = {
    "moved_from",
    "at",
    "created_at",
    "door_time",
    "stage_time",
    "check_in_start_at",
    "check_in_end_at",
    "since",
    "imported_at",
    "changed_at",
}
MODELS = [
    model
    for app in ("shop", "catalogue")
    for model in apps.get_app_config(app).get_models(include_auto_created=True)
    if model._meta.db_table not in UNSEEN and not model._meta.proxy
]
TABLES = sorted(model._meta.db_table for model in MODELS)


@pytest.fixture
def shops() -> dict[str, Shop]:
    """A shop that has a row in every table, one that lists the same things, and one that has nothing of it."""
    own, main, other = make_shop("nachtfalter"), make_shop("merchstand"), make_shop("kellerkind")
    artist, category = make_artist(own), make_category(own)
    product = make_product(own, capacity=20, category=category, artist=artist)
    event = make_event(own, capacity=20, presale_at=timezone.now() + timedelta(days=1))
    tour = make_tour(own, events=[event])
    make_picture(product)
    for thing in (artist, category, product, event, tour):
        thing.listed_in.add(main)
    tour.artists.add(artist)
    event.artists.add(artist)
    event.categories.add(category)
    follower = make_product(own, follows=product)
    product.related_products.add(follower)
    product.related_events.add(event)
    event.related_products.add(product)
    event.related_events.add(make_event(own))
    PricingCategory.objects.create(event=event)
    make_bundle(product, event)
    make_combination(product, follower)
    SeatMap.objects.create(event=event, name="Saal")
    InfoPanel.objects.create(product=product, title="Größen", description="S bis XXL")
    Product.objects.filter(pk=product.pk).update(manufacturer=Manufacturer.objects.create(name="Weber", address="Hof"))
    calendar = AdventCalendar.objects.create(shop=own, year=2026)
    AdventDoor.objects.create(calendar=calendar, day=1).items.add(product)
    PricePoint.objects.create(
        variant=first_variant(product), country_code="at", price=20, since=timezone.now() - timedelta(days=3)
    )
    room_for(event=event)
    notice = GuaranteeNotice(language="de", file="pictures/eu/original.png", width=8, height=8)
    GuaranteeNotice.objects.bulk_create([notice])
    for shop in (own, other):
        ShopSocial.objects.create(shop=shop, title="Band")
        ShopDesign.objects.create(shop=shop)
        PathRedirect.objects.create(shop=shop, source="/alt", target="/artists")
        AccessCode.objects.create(shop=shop, code="ROT")
        FaqEntry.objects.create(shop=shop, key="wann", question="Wann?", answer="Bald.")
        News.objects.create(shop=shop, title="Neu")
        text = LegalText.objects.create(shop=shop, kind="imprint")
        LegalTextVersion.objects.create(text=text, body="Wir", valid_from=timezone.now() - timedelta(days=1))
    return {"own": own, "main": main, "other": other}


def raised_by(change: Callable[[], object]) -> set[str]:
    """The slugs of the shops whose version the change raises."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM shop_cataloguechange")
        change()
        cursor.execute("SELECT s.slug FROM shop_cataloguechange c JOIN shop_shop s ON s.id = c.shop_id")
        return {slug for (slug,) in cursor.fetchall()}


def run(statement: str) -> Callable[[], int]:
    def change() -> int:
        with connection.cursor() as cursor:
            cursor.execute(statement)
            return cursor.rowcount

    return change


@pytest.fixture
def undone() -> Iterator[None]:
    """Statements may leave the tables in disorder: nothing of it is kept."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@proves(
    "design §5",
    "whatever changes a table that pages show raises the version of the shops that show it, and of no other",
)
@pytest.mark.parametrize("table", TABLES)
def test_every_table_that_pages_show_has_its_triggers(table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND tgname LIKE 'pgtrigger_version_on_%%'",
            [table],
        )
        found = {name.split("_")[3] for (name,) in cursor.fetchall()}
    # Nothing draws on a stock that was just made, and what is drawn on cannot go.
    stock, other = {"step", "truncate"}, {"insert", "update", "delete", "truncate"}
    assert found == (stock if table == "catalogue_stock" else other)


@pytest.mark.parametrize("table", sorted(set(TABLES) - {"shop_legaltextversion", "shop_shop", "catalogue_stock"}))
def test_a_row_that_goes_is_told_to_the_shops_that_show_it(shops: dict[str, Shop], undone: None, table: str) -> None:
    by_shop = table.startswith("shop_") and table not in {"shop_image", *EVERYWHERE}
    where = f"shop_id = {shops['own'].pk}" if by_shop else f"id = (SELECT min(id) FROM {table})"
    told = raised_by(run(f"DELETE FROM {table} WHERE {where}"))
    assert "nachtfalter" in told
    assert ("kellerkind" in told) == (table in EVERYWHERE)


CHANGED = {
    "boolean": "NOT {0}", "character varying": "'x'", "text": "{0} || '!'", "integer": "{0} + 1",
    "smallint": "{0} + 1", "numeric": "{0} + 1",
}  # fmt: skip
COLUMNS = {
    "catalogue_productvariant": "active", "catalogue_price": "price", "shop_shopdesign": "radius_card",
    "catalogue_stock": "capacity", "catalogue_pricepoint": "country_code",
    "catalogue_bundlepart": "order",
}  # fmt: skip


@proves("catalogue §4", "a shop's first or last code changes what every other shop shows of it, at once")
@pytest.mark.parametrize("table", TABLES)
def test_a_row_that_changes_is_told_and_one_that_stays_is_not(shops: dict[str, Shop], undone: None, table: str) -> None:
    if table in ("shop_legaltextversion", "catalogue_pricepoint", "catalogue_stock"):
        pytest.skip("never changed, or told by steps only")
    model = next(one for one in MODELS if one._meta.db_table == table)
    assert raised_by(run(f"UPDATE {table} SET id = id")) == set()
    plain = [one for one in model._meta.concrete_fields if not one.is_relation and not one.unique and not one.choices]
    with connection.cursor() as cursor:
        cursor.execute("SELECT column_name, data_type FROM information_schema.columns WHERE table_name = %s", [table])
        types = dict(cursor.fetchall())
    names = [one.column for one in plain if types[one.column] in CHANGED]
    if not names:
        assert len(model._meta.concrete_fields) <= 4  # a link between two things
        return
    name = COLUMNS.get(table) or names[0]
    by_shop = table.startswith("shop_") and table not in {"shop_image", "shop_shop", *EVERYWHERE}
    where = f"shop_id = {shops['own'].pk}" if by_shop else f"id = (SELECT min(id) FROM {table})"
    value = CHANGED[types[name]].format(f'"{name}"')
    told = raised_by(run(f'UPDATE {table} SET "{name}" = {value} WHERE {where}'))
    assert "nachtfalter" in told
    assert ("kellerkind" in told) == (table in EVERYWHERE)


@proves("docs/decisions/0079", "how a seller's things are taxed changes in every shop at once")
@pytest.mark.parametrize("values", [{"oss_from": date(2026, 1, 1)}, {"seller_country": "at"}])
def test_how_a_sellers_things_are_taxed_is_told_to_every_shop(shops: dict[str, Shop], values: dict[str, Any]) -> None:
    own = Shop.objects.filter(pk=shops["own"].pk)
    assert raised_by(lambda: own.update(**values)) == {shop.slug for shop in Shop.objects.all()}
    assert raised_by(lambda: own.update(name="Nachtfalter")) <= {"nachtfalter"}


def test_an_artists_name_is_told_to_every_shop_that_lists_one_of_its_things(shops: dict[str, Shop]) -> None:
    artist = make_artist(shops["own"])
    make_product(shops["other"], artist=artist)
    assert raised_by(lambda: type(artist).objects.filter(pk=artist.pk).update(name="Neu")) == {
        "nachtfalter",
        "kellerkind",
    }


def test_what_is_taken_off_a_shop_is_told_to_that_shop(shops: dict[str, Shop]) -> None:
    product = Product.objects.earliest("pk")
    assert raised_by(lambda: product.listed_in.remove(shops["main"])) == {"merchstand"}


def test_every_picture_of_a_page_is_known_by_its_reference() -> None:
    for trigger in ShownImage._meta.triggers[:3]:  # type: ignore[attr-defined]
        for model in MODELS:
            for one in model._meta.concrete_fields:
                if one.related_model is Image:
                    assert f"JOIN {model._meta.db_table} x ON x.{one.column} = changed.id" in trigger.func


def test_every_trigger_is_in_the_database_as_its_model_declares_it() -> None:
    found = {
        f"{model._meta.label}.{trigger.name}": trigger.get_installation_status(model)[0]
        for model, trigger in pgtrigger.registered()
    }
    assert len(found) > 150
    assert {name: status for name, status in found.items() if status != pgtrigger.core.INSTALLED} == {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")
        others = {
            name for (name,) in cursor.fetchall() if not name.startswith(("pgtrigger_", "procrastinate_", "tests_"))
        }
    assert others == set()


@proves("design §5", "sold out and back again raises the version, other movements of stock do not; nobody waits")
def test_only_steps_of_a_stock_are_told(shops: dict[str, Shop]) -> None:
    variant = first_variant(make_product(shops["own"], capacity=10))
    sessions = []

    def wish(pieces: int) -> set[str]:
        def change() -> None:
            session, _cart = fill_cart(shops["own"], (variant, pieces))
            sessions.append(session)

        return raised_by(change)

    assert wish(4) == set()  # 6 are left: as before
    assert wish(1) == {"nachtfalter"}  # 5: a few
    assert wish(1) == set()
    assert wish(4) == {"nachtfalter"}  # nothing
    stock = Stock.objects.get(uses__variant=variant)
    assert raised_by(lambda: Stock.objects.filter(pk=stock.pk).update(held=9)) == {"nachtfalter"}  # one is back
    assert raised_by(lambda: Stock.objects.filter(pk=stock.pk).update(held=8)) == set()
    assert raised_by(lambda: Stock.objects.filter(pk=stock.pk).update(held=8)) == set()
    assert raised_by(lambda: actions.set_capacity(stock=stock, capacity=30)) == {"nachtfalter"}


@proves("catalogue §9", "how full a stock must be to leave kept answers alone: `CACHE_THRESHOLD`")
def test_the_database_keeps_to_the_cache_threshold() -> None:
    with connection.cursor() as cursor:
        most = settings.CACHE_THRESHOLD
        cursor.execute("SELECT stock_step(0), stock_step(%s), stock_step(%s)", [most, most + 1])
        assert cursor.fetchone() == (0, 1, 2)


def versions() -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(READ)
        return {row[1]: row[5] for row in cursor.fetchall()}


@pytest.mark.django_db(transaction=True)
def test_a_version_rises_with_each_transaction_and_folding_changes_none() -> None:
    shop, other = make_shop("nachtfalter"), make_shop("kellerkind")
    before = versions()
    for number in range(5):
        Shop.objects.filter(pk=shop.pk).update(name=f"Name {number}")
    assert versions() == {**before, "nachtfalter": before["nachtfalter"] + 5}
    after = versions()
    assert fold_changes() >= 5
    assert (fold_changes(), versions()) == (0, after)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        Shop.objects.filter(pk=other.pk).update(name="Nie")
        raise ZeroDivisionError
    assert versions() == after


@pytest.mark.django_db(transaction=True)
def test_two_who_change_the_same_shops_do_not_wait_for_each_other() -> None:
    shop = make_shop("nachtfalter")
    first, second = make_product(shop), make_product(shop)
    elsewhere = connection.copy()
    try:
        before = versions()["nachtfalter"]
        with transaction.atomic():
            Product.objects.filter(pk=first.pk).update(name="Eins")
            with elsewhere.cursor() as cursor:
                cursor.execute("SET lock_timeout = '500ms'")
                cursor.execute("UPDATE catalogue_product SET name = 'Zwei' WHERE id = %s", [second.pk])
        assert versions()["nachtfalter"] == before + 2
    finally:
        elsewhere.close()


@proves("design §5", "answers end at the next date that changes them")
def test_every_moment_of_a_page_is_a_turning_point() -> None:
    for model in MODELS:
        moments = {one.column for one in model._meta.concrete_fields if one.get_internal_type() == "DateTimeField"}
        watched, _where = expiry.turning_points().get(model._meta.db_table, ((), ""))
        assert set(watched) == moments - MERE_TEXT, model._meta.db_table


def test_a_shops_next_turning_point_is_its_own(shops: dict[str, Shop]) -> None:
    moment = expiry.next_dated(shops["main"].pk)
    assert moment is not None
    assert timedelta(hours=23) < moment - timezone.now() < timedelta(hours=25)
    assert expiry.next_dated(shops["other"].pk) is None
