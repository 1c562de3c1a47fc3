"""The demo shops: complete, in both languages, and the same however often they are seeded."""

from datetime import date, timedelta
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db.models import Count, Model
from django.utils import timezone
from modeltranslation.translator import translator

from catalogue.models import (
    AdventCalendar,
    Artist,
    Category,
    Event,
    Product,
    ProductVariant,
    SeatClaim,
    StockClaim,
    Tour,
)  # fmt: skip
from catalogue.pricing.variants import has_unlawful_struck_price
from catalogue.queries.bundle_overview import read_overview
from catalogue.rules import UNSOLD_STATES, TicketState, ticket_state
from demo.data.dates import TOURS, seasons
from demo.seed import seed
from shop.invariants import broken_invariants
from shop.models import Mail, News, Shop, ShopDesign
from tests.catalogue.wire import ask
from tests.factories import fill_cart
from tests.proofs import proves

pytestmark = [pytest.mark.whole, pytest.mark.django_db, pytest.mark.usefixtures("seeded")]

MODELS = [
    model
    for label in ("shop", "catalogue")
    for model in apps.get_app_config(label).get_models(include_auto_created=True)
    if not model._meta.proxy
]
LISTED: tuple[type[Model], ...] = (Artist, Category, Product, Event, Tour)


def everything() -> dict[str, list[tuple[Any, ...]]]:
    return {model._meta.label: sorted(model._base_manager.values_list(), key=str) for model in MODELS}


@proves("design §7", "a second seeding changes nothing; sales and edits stay")
def test_a_second_seeding_changes_nothing() -> None:
    today = timezone.localdate()
    before = everything()
    seed(min(today + timedelta(days=40), date(today.year, 12, 31)), pictures="none", quiet=True)
    assert everything() == before
    assert broken_invariants() == {}


def test_a_new_year_brings_its_advent_calendars_and_nothing_else() -> None:
    year = timezone.localdate().year
    before = everything()
    seed(date(year + 1, 1, 1), pictures="none", quiet=True)
    after = everything()
    assert {label for label in before if before[label] != after[label]} == {
        "shop.AuditEntry", "shop.CatalogueChange", "catalogue.AdventCalendar", "catalogue.AdventDoor",
        "catalogue.AdventDoor_items",
    }  # fmt: skip
    assert set(AdventCalendar.objects.values_list("year", flat=True)) == {year - 1, year, year + 1}


def test_seeding_respects_sales_and_edits_and_adds_what_is_missing() -> None:
    shop = Shop.objects.get(slug="kellerkind")
    variant = ProductVariant.objects.filter(product__slug="kellerkind-zu-laut-shirt").order_by("order")[0]
    fill_cart(shop, (variant, 2))
    Product.objects.filter(slug="kellerkind-zu-laut-shirt").update(name_de="Neuer Name")
    ShopDesign.objects.filter(shop=shop).update(paper="#ffffff")
    Product.objects.get(slug="kellerkind-fanzine").delete()
    before = everything()

    seed(timezone.localdate(), pictures="none", quiet=True)

    again = Product.objects.get(slug="kellerkind-fanzine")
    assert again.variants.count() == 4
    after = everything()
    for label in ("shop.ShopDesign", "catalogue.StockClaim", "catalogue.Event", "catalogue.Category"):
        assert after[label] == before[label], label
    assert set(before["catalogue.Product"]) < set(after["catalogue.Product"])
    assert set(before["catalogue.Stock"]) < set(after["catalogue.Stock"])
    assert broken_invariants() == {}


def test_everything_passes_the_forms_own_checks() -> None:
    for model in MODELS:
        if not model._meta.auto_created and model not in (StockClaim, SeatClaim, Mail):  # nobody enters them
            for row in model._base_manager.all():
                if isinstance(row, News):
                    row.embed_youtube = row.embed_youtube or "dQw4w9WgXcQ"  # in place of the picture that is not drawn
                row.full_clean()
    assert ShopDesign.objects.count() == 5


@proves("design §7", "every text in both languages, every state of a ticket, forms' own checks")
def test_every_text_is_there_in_both_languages() -> None:
    lacking = []
    for model in translator.get_registered_models(abstract=False):
        if model in MODELS:
            for field in translator.get_options_for_model(model).all_fields:
                for pk, german, english in model._base_manager.values_list("pk", f"{field}_de", f"{field}_en"):
                    if bool(german) != bool(english):
                        lacking.append((model.__name__, field, pk, german, english))
    assert lacking == []


@pytest.mark.parametrize("model", [Product, Event, Artist, Tour])
@pytest.mark.parametrize("language", ["de", "en"])
def test_no_description_is_said_twice(model: type[Model], language: str) -> None:
    texts = list(model._base_manager.values_list(f"description_{language}", flat=True))
    assert all(texts)
    assert len(set(texts)) == len(texts)


def test_nobody_else_lists_what_is_secret() -> None:
    secret = Shop.objects.get(slug="geheimbund")
    assert [code.code for code in secret.access_codes.all()] == ["ROTLICHT"]
    for model in LISTED:
        own = model._base_manager.filter(owner=secret)
        assert own.exists() or model is Tour
        assert not own.exclude(listed_in=secret).exists()
        assert not own.filter(listed_in__in=Shop.objects.exclude(pk=secret.pk)).exists()
        assert not model._base_manager.filter(listed_in=secret).exclude(owner=secret).exists()


def test_the_main_shop_lists_the_other_bands() -> None:
    main = Shop.objects.get(slug="merchstand")
    for slug in ("nachtfalter", "kellerkind", "goldkante"):
        assert Product.objects.listed_in(main).filter(owner__slug=slug).count() > 10
    placed = Category.objects.annotate(n=Count("products"))
    assert placed.filter(n__gt=60, listed_in=main).exists()
    assert not placed.filter(n=0).exclude(slug__in=["konzerte", *TOURS]).exists()


def states() -> dict[str, TicketState]:
    return {
        event.slug: ticket_state(
            now=timezone.now(),
            happening_from=event.happening_from,
            happening_until=event.happening_until,
            external_link=event.external_link,
            presale_at=event.presale_at,
            available=any(
                all(stock.capacity > 0 for stock in variant.stocks.all()) for variant in event.variants.all()
            ),
            has_tickets=bool(event.variants.all()),
        )
        for event in Event.objects.prefetch_related("variants__stocks")
    }


def test_dates_show_every_state_of_a_ticket() -> None:
    found = states()
    assert set(found.values()) == set(TicketState) - set(UNSOLD_STATES.values())
    assert found["nachtfalter-leipzig"] is TicketState.SOLD_OUT
    assert found["nachtfalter-hamburg-zusatz"] is TicketState.BEFORE_PRESALE
    assert found["goldkante-fruehschoppen"] is TicketState.OVER
    assert found["nachtfalter-koeln"] is TicketState.EXTERNAL
    for tour in Tour.objects.annotate(n=Count("events")):
        assert tour.n >= 8
        assert tour.start_date is not None and tour.start_date > timezone.localdate()


@pytest.mark.parametrize("today", [date(2024, 2, 29), date(2026, 7, 22), date(2026, 9, 20), date(2026, 11, 21)])
def test_seasons_lie_ahead_of_every_day(today: date) -> None:
    found = seasons(today)
    assert found["past"] + timedelta(days=6) < today
    assert today + timedelta(days=21) < found["soon"] < today + timedelta(days=43)
    assert today + timedelta(days=50) < found["autumn"]
    assert all(monday.weekday() == 0 for monday in found.values())


def test_tickets_of_a_block_share_its_stock_and_the_halls() -> None:
    event = Event.objects.get(slug="nachtfalter-berlin")
    drawn = {variant.pk: set(variant.stocks.values_list("name", flat=True)) for variant in event.variants.all()}
    assert len(drawn) == 4
    assert set.intersection(*drawn.values()) == {"nachtfalter-berlin"}
    assert {frozenset(names) for names in drawn.values()} == {
        frozenset({"nachtfalter-berlin", "nachtfalter-berlin Stehplatz"}),
        frozenset({"nachtfalter-berlin", "nachtfalter-berlin Balkon"}),
    }


@proves(
    "purchase §5, §6, §7",
    "an event may ask for its tickets' holders: names, or names, address and phone; half of that is "
    "refused with what is missing, several tickets are named in one call or none; without a requirement "
    "it stays optional",
)
def test_some_events_ask_whose_tickets_they_are() -> None:
    sold = Event.objects.filter(owner__slug="kellerkind", external_link="")
    asking = set(sold.values_list("personalization_requirement", flat=True))
    assert asking == set(Event.Personalization.values)


def test_goods_cover_what_shops_need() -> None:
    goods = Product.objects.all()
    for values in (
        {"over_18": True}, {"personalised": True}, {"select": True}, {"hide": True}, {"parcel_kind": "disc"},
        {"vat_rate": 7}, {"public_shippable_from__gt": timezone.localdate()}, {"list_price_prefix_en": "from"},
        {"prices__original_price__isnull": False}, {"prices__country_code": "ch"}, {"variants__stocks__isnull": True},
        {"content_unit": "m"}, {"ticket_required": True}, {"follows__isnull": False},
    ):  # fmt: skip
        assert goods.filter(**values).exists(), values
    assert goods.exclude(external_url="").exists()
    assert goods.filter(manufacturer=None).count() == 0
    reduced = goods.filter(prices__original_price__isnull=False, prices__country_code="de")
    assert [product.slug for product in reduced if has_unlawful_struck_price(product)] == []


def told(bundle: Product) -> dict[str, Any]:
    text = """query ($slug: ID!) { combinedProduct(id: $slug) {
        available commonItems { disable event { displayMap } options { pricingCategory { name } } }
        combinations { available tourName } additionalProducts { bound oldPrice } additionalProductGroup { id } } }"""
    found: dict[str, Any] = ask(bundle.owner, text, slug=bundle.slug)["combinedProduct"]
    return found


@proves(
    "design §7",
    "bundles in three shops: a tour's cities, one sold out; records to choose from, additions bound "
    "together, a group; two evenings; a seat; one sold out; a product that leads to its only one; each "
    "cheaper than the cheapest of its parts alone",
)
def test_bundles_show_what_a_bundle_may_be() -> None:
    roots = Product.objects.filter(root=True).select_related("owner")
    assert len({root.owner_id for root in roots}) >= 2
    found = {root.slug: told(root) for root in roots}
    gone = {slug for slug, bundle in found.items() if not bundle["available"]}
    assert gone == {"nachtfalter-schwarmpaket"}
    tour = found["nachtfalter-tourpaket"]["combinations"]
    assert {one["tourName"] for one in tour} == {"Bis das Licht angeht"}
    assert [one["available"] for one in tour] == [False, True, True, True, True]
    box = found["kellerkind-kiste"]
    assert len(box["combinations"]) == len(box["additionalProductGroup"]) == 2
    assert [(one["bound"], one["oldPrice"]) for one in box["additionalProducts"]] == [
        (False, "20.00"), (True, "10.00"), (True, "4.00"),
    ]  # fmt: skip
    assert [one["event"] is not None for one in found["kellerkind-wochenende"]["commonItems"]] == [True, True]
    seat = found["nachtfalter-lichtpaket"]["commonItems"][0]
    assert seat["event"]["displayMap"]
    assert {one["pricingCategory"]["name"] for one in seat["options"]} == {"Kategorie 1"}
    (badge,) = Product.objects.filter(in_bundles__leads_here=True)
    assert badge.in_bundles.get().bundle.slug == "goldkante-sonntagspaket"


def test_no_bundle_is_as_dear_as_its_cheapest_parts_alone() -> None:
    for root in Product.objects.filter(root=True):
        bundle = read_overview(root)
        for one in bundle.variations:
            parts = [part.price_alone or Decimal(0) for part in (*bundle.common, *one.pieces)]
            assert one.included is not None and one.included < sum(parts), f"{root.slug}: {one.combination}"
        for added in (*bundle.additions, *bundle.group):
            assert added.price is not None and added.price_alone is not None, added.item
            assert added.price <= added.price_alone, added.item


def test_the_command_refuses_where_debug_is_off(settings: Any) -> None:
    settings.DEBUG = False
    with pytest.raises(CommandError, match="--force"):
        call_command("seed", "--pictures=none")
    call_command("seed", "--pictures=none", "--force", verbosity=0)
    assert not User.objects.exists()


def test_developers_get_a_staff_user_once(settings: Any) -> None:
    settings.DEBUG = True
    said = StringIO()
    call_command("seed", "--pictures=none", verbosity=0, stdout=said)
    call_command("seed", "--pictures=none", verbosity=0, stdout=said)
    assert said.getvalue().count("merchstand") == 1
    chief, member = User.objects.order_by("pk")
    assert chief.is_superuser and not member.is_superuser
    assert chief.check_password("merchstand") and member.check_password("merchstand")
    assert [(one.shop.slug, one.role) for one in member.memberships.all()] == [("nachtfalter", "owner")]
