"""The demo shops: complete, in both languages, and the same however often they are seeded."""

import math
import shutil
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import Count, Model
from django.test import Client
from django.utils import timezone
from modeltranslation.translator import translator
from PIL import ImageColor
from procrastinate.contrib.django.models import ProcrastinateJob

from aftersale.check_in.queries import check_in_named, check_in_of_ticket
from aftersale.entrance.queries import counted, guests_of, trouble_at
from aftersale.models import Admission, PrintedNumber, RefundRequest, TicketServiceRequest, Withdrawal
from aftersale.ticket_service.queries import open_events
from aftersale.withdrawals.rules import refund_deadline
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
from catalogue.pricing import is_struck_in_vain
from catalogue.queries.bundle_overview import read_overview
from catalogue.rules import TicketState, ticket_state
from checkout.models import Placement, Refund
from demo.check_in_rows import NUMBERS, write_check_in_order
from demo.data.dates import TOURS, seasons
from demo.delivery import draw_pictures, give_pictures
from demo.drawing import DRAWN
from demo.gate_rows import write_gate
from demo.order_rows import write_orders
from demo.outlines import name_of, outline_of, read_outlines
from demo.pictures import Wanted, all_pictures, fewer, wanted_pictures
from demo.refund_rows import write_refund_requests
from demo.seed import seed
from demo.tasks import draw_handful
from demo.ticket_service_rows import write_ticket_requests
from shop.invariants import broken_invariants
from shop.models import Image, Mail, News, Shop, ShopDesign
from shop.pictures.addresses import PictureAddresses
from shop.pictures.thumbnails import average_colour, widths_up_to
from tests.catalogue.wire import ask
from tests.factories import fill_cart

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

MODELS = [
    model
    for label in ("shop", "catalogue")
    for model in apps.get_app_config(label).get_models(include_auto_created=True)
    if not model._meta.proxy
]
LISTED: tuple[type[Model], ...] = (Artist, Category, Product, Event, Tour)


@pytest.fixture(scope="module", autouse=True)
def seeded(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The demo without its pictures, in a transaction around all tests of this module."""
    with django_db_blocker.unblock(), transaction.atomic():
        seed(timezone.localdate(), pictures="none", quiet=True)
        yield
        transaction.set_rollback(True)


def everything() -> dict[str, list[tuple[Any, ...]]]:
    return {model._meta.label: sorted(model._base_manager.values_list(), key=str) for model in MODELS}


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
        )
        for event in Event.objects.prefetch_related("variants__stocks")
    }


def test_dates_show_every_state_of_a_ticket() -> None:
    found = states()
    assert set(found.values()) == set(TicketState)
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
    assert [product.slug for product in reduced if is_struck_in_vain(product)] == []


def told(bundle: Product) -> dict[str, Any]:
    text = """query ($slug: ID!) { combinedProduct(id: $slug) {
        available commonItems { disable event { displayMap } options { pricingCategory { name } } }
        combinations { available tourName } additionalProducts { bound oldPrice } additionalProductGroup { id } } }"""
    found: dict[str, Any] = ask(bundle.owner, text, slug=bundle.slug)["combinedProduct"]
    return found


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
            assert one.price is not None and one.price < sum(parts), f"{root.slug}: {one.combination}"
        for added in (*bundle.additions, *bundle.group):
            assert added.price is not None and added.price_alone is not None, added.thing
            assert added.price <= added.price_alone, added.thing


def test_pictures_come_with_thumbnails_and_without_jobs(settings: Any, tmp_path: Path) -> None:
    settings.LOCAL_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    quick = [one for one in wanted_pictures() if one.drawing[0] in ("favicon", "sticker")]
    drawn: list[None] = []
    give_pictures(quick, at_once=True, step=lambda: drawn.append(None))
    assert len(drawn) == Image.objects.count() == len({one.drawing for one in quick}) == 7
    for image in Image.objects.all():
        addresses = PictureAddresses.of(image)
        for form in ("avif", "webp", "png" if image.transparent else "jpg"):
            for width in widths_up_to(image.width):
                assert (tmp_path / "media" / "pictures" / image.key / f"{width}.{form}").stat().st_size > 0
        assert addresses.thumbnail(75).endswith(".png" if image.transparent else ".jpg")
        assert image.file.storage.exists(str(image.file.name))
    assert not ProcrastinateJob.objects.exists()
    assert {shop.favicon_id is None for shop in Shop.objects.all()} == {False}
    assert not [one for one in wanted_pictures() if one.drawing[0] in ("favicon", "sticker")]

    Image.objects.all().delete()
    give_pictures(quick, at_once=True)  # drawn already: from the cache
    assert Image.objects.filter(thumbnails_ready=True).count() == 7


def jobs_in_order() -> list[list[Any]]:
    """What the jobs have drawn, as they are taken."""
    jobs = ProcrastinateJob.objects.filter(task_name=draw_handful.name).order_by("-priority", "id")
    return [job.args["orders"] for job in jobs]


def quick_pictures() -> list[Wanted]:
    return [one for one in wanted_pictures() if one.drawing[0] == "favicon"]


def test_every_picture_has_its_place_before_it_is_drawn() -> None:
    wanted = wanted_pictures()
    give_pictures(wanted)
    assert wanted_pictures() == []
    places = Image.objects.all()
    assert len(places) == len({one.drawing for one in wanted})
    assert {(one.file.name, one.thumbnails_ready, one.problem) for one in places} == {("", False, "")}
    assert {name_of(one.drawing) for one in wanted} == set(read_outlines())
    hero = Shop.objects.get(slug="nachtfalter").hero
    assert hero is not None and (hero.width, hero.height) == (1920, 1080)
    asked = [number for orders in jobs_in_order() for _, images in orders for number in images]
    assert sorted(asked) == sorted(places.values_list("pk", flat=True))
    give_pictures(wanted_pictures())
    assert len(asked) == sum(len(images) for orders in jobs_in_order() for _, images in orders)


def test_what_is_seen_first_is_drawn_first() -> None:
    give_pictures(wanted_pictures())
    drawn = [number for orders in jobs_in_order() for _, images in orders for number in images]
    place = {number: index for index, number in enumerate(drawn)}

    def places(*querysets: Any) -> list[int]:
        return [place[number] for queryset in querysets for number in queryset if number is not None]

    openings = places(
        Shop.objects.values_list("hero", flat=True),
        News.objects.filter(category="feature").values_list("image", flat=True),
    )
    first_views = places(
        News.objects.filter(category="hot").values_list("image", flat=True),
        *(Artist.objects.values_list(column, flat=True) for column in ("landscape_image", "square_image")),
        Category.objects.values_list("square_image", flat=True),
        Tour.objects.values_list("ticket_image", flat=True),
        Product.objects.filter(order=100, pictures__order=0).values_list("pictures__image", flat=True),
    )
    fronts = places(Product.objects.filter(order=0, pictures__order=0).values_list("pictures__image", flat=True))
    rest = places(
        Product.objects.filter(pictures__order__gt=0).values_list("pictures__image", flat=True),
        Shop.objects.values_list("share_image", flat=True),
    )
    assert max(openings) == len(set(openings)) - 1
    assert max(openings) < min(first_views) and max(first_views) < min(fronts) and max(fronts) < min(rest)
    assert {one.priority for one in ProcrastinateJob.objects.all()} == {-30}  # mails and uploads go before


def test_a_jobs_picture_takes_its_place(settings: Any, tmp_path: Path) -> None:
    settings.LOCAL_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    give_pictures(quick_pictures())
    before = {image.pk: (image.key, image.width, image.height, image.alt) for image in Image.objects.all()}
    for orders in jobs_in_order():
        draw_handful(orders)
    for image in Image.objects.all():
        assert before.pop(image.pk) == (image.key, image.width, image.height, image.alt)
        assert image.thumbnails_ready and image.file.storage.exists(str(image.file.name))
    assert before == {}


def test_drawing_goes_on_where_it_stopped(settings: Any, tmp_path: Path) -> None:
    settings.LOCAL_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    give_pictures(quick_pictures())
    orders = [order for orders in jobs_in_order() for order in orders]
    draw_pictures(orders[:2])
    done = set(Image.objects.filter(thumbnails_ready=True).values_list("pk", flat=True))
    assert len(done) == 2
    shutil.rmtree(tmp_path / "artwork")
    draw_pictures(orders)
    assert Image.objects.filter(thumbnails_ready=True).count() == len(orders) == 5
    assert len(list((tmp_path / "artwork").glob("*/*"))) == 3  # the two that were there are not drawn again


def test_a_picture_that_fails_is_told_and_keeps_no_other(settings: Any, tmp_path: Path, admin_client: Client) -> None:
    settings.LOCAL_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    give_pictures(quick_pictures())
    (good, fine), (_, hurt) = [order for orders in jobs_in_order() for order in orders][:2]
    with pytest.raises(KeyError):
        draw_pictures([(("nothing", "of", "ours"), hurt), (good, fine)])
    assert Image.objects.get(pk=fine[0]).thumbnails_ready
    assert Image.objects.get(pk=hurt[0]).problem == "undrawn"
    listed = admin_client.get("/admin/shop/image/?ready=failed", HTTP_HOST="localhost")
    assert "konnte nicht gezeichnet werden" in listed.content.decode()
    draw_pictures([(good, hurt)])
    assert (Image.objects.get(pk=hurt[0]).problem, Image.objects.filter(file="").count()) == ("", 3)


@pytest.mark.slow
@pytest.mark.parametrize("kind", DRAWN)
def test_a_picture_is_as_large_and_of_the_colour_that_was_known_before(kind: str) -> None:
    """If this fails after a change of a drawing: seed a new database, and then `manage.py note_outlines`."""
    drawing = next(one.drawing for one in all_pictures() if one.drawing[0] == kind)
    known, picture = outline_of(drawing), DRAWN[kind](*drawing[1:])
    assert (known.width, known.height, known.transparent) == (*picture.size, picture.mode == "RGBA")
    difference = math.dist(ImageColor.getrgb(known.colour), ImageColor.getrgb(average_colour(picture)))
    assert difference < 60


def test_drawing_here_and_now_leaves_no_place_without_a_picture(settings: Any, tmp_path: Path) -> None:
    settings.LOCAL_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"

    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        give_pictures(quick_pictures(), at_once=True, step=interrupted)
    assert not Image.objects.exists() and len(quick_pictures()) == 5
    give_pictures(quick_pictures(), at_once=True)
    assert Image.objects.filter(thumbnails_ready=True).count() == 5


def test_what_is_drawn_in_haste_is_taken_for_nothing_else(settings: Any, tmp_path: Path) -> None:
    settings.LOCAL_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    give_pictures(quick_pictures(), at_once=True, hasty=True)
    assert len(list((tmp_path / "artwork").glob("*/hasty/*/facts.json"))) == 5
    Image.objects.all().delete()
    give_pictures(quick_pictures(), at_once=True)
    assert len(list((tmp_path / "artwork").glob("*/*/facts.json"))) == 5


def test_few_pictures_are_enough_for_everything() -> None:
    wanted = wanted_pictures()
    few = fewer(wanted)
    assert [(one.row, one.field, one.order, one.alt) for one in few] == [
        (one.row, one.field, one.order, one.alt) for one in wanted
    ]
    assert len({one.drawing for one in few}) < len({one.drawing for one in wanted}) / 4
    for one, kept in zip(few, wanted, strict=True):
        assert one.drawing[:2] == kept.drawing[:2]  # what it is, and whose
    assert len({one.key for one in few}) == len({one.drawing for one in wanted})


def test_the_command_refuses_where_debug_is_off(settings: Any) -> None:
    settings.DEBUG = False
    with pytest.raises(CommandError, match="--force"):
        call_command("seed", "--pictures=none")
    call_command("seed", "--pictures=none", "--force", verbosity=0)
    assert not User.objects.exists()


def test_staff_find_two_withdrawals(settings: Any) -> None:
    for _time in range(2):
        seed(timezone.localdate(), pictures="none", quiet=True)
    found = Withdrawal.objects.order_by("declared_at").values_list("shop__slug", "state", "deadline")
    # The last one came the day before the shops were made, which may have been before midnight.
    today = timezone.localdate(Withdrawal.objects.latest("declared_at").declared_at) + timedelta(days=1)
    assert list(found) == [
        ("kellerkind", "awaited", refund_deadline(today - timedelta(days=12))),
        ("nachtfalter", "received", refund_deadline(today - timedelta(days=1))),
    ]


def test_printed_tickets_have_a_list_and_an_order() -> None:
    """Its mails count as sent, and its invoice is written."""
    for _time in range(2):
        seed(timezone.localdate(), pictures="none", quiet=True)
    numbers = PrintedNumber.objects.filter(event__slug="nachtfalter-wien").in_order()
    assert (numbers.free().count(), numbers.used().count()) == (58, 2)
    placement = Placement.objects.get()
    assert [one.number for one in numbers.used()] == ["NF-WIEN-0001", "NF-WIEN-0002"]
    assert placement.order.deliveries.get().state == "shipped" and placement.invoices.exists()
    assert not Mail.objects.waiting().exists()
    assert broken_invariants() == {}


def test_one_check_in_is_open_with_a_form_and_two_tickets_and_others_are_not_open_yet() -> None:
    """Its mails count as sent."""
    seed(timezone.localdate(), pictures="none", quiet=True)
    for _time in range(2):
        write_check_in_order()
    shop = Shop.objects.get(slug="nachtfalter")
    standing = [check_in_of_ticket(shop, number) for number in NUMBERS]
    assert [one.window.is_open(one.now) for one in standing] == [True, True]
    assert [one.check_in is not None for one in standing] == [True, False]
    assert {(field.kind, field.required) for field in standing[0].fields} == {
        ("text", True), ("text", False), ("checkbox", True),
    }  # fmt: skip
    waiting = check_in_named(Shop.objects.get(slug="kellerkind"), "kellerkind-wuppertal")
    assert (waiting.items, timezone.now() < waiting.window.opens) == ([], True)
    assert not Mail.objects.waiting().exists()
    assert broken_invariants() == {}


def test_a_night_opens_both_forms_of_the_ticket_service_and_two_requests_wait() -> None:
    """Nobody is told of them by mail."""
    seed(timezone.localdate(), pictures="none", quiet=True)
    for _time in range(2):
        write_ticket_requests()
    shop = Shop.objects.get(slug="kellerkind")
    for kind in ("change", "cancel"):
        assert [str(one.event) for one in open_events(shop, kind)] == ["Kellerkind: Köln"]
    assert sorted(TicketServiceRequest.objects.values_list("kind", "state")) == [
        ("cancel", "received"), ("change", "received"),
    ]  # fmt: skip
    assert not Mail.objects.waiting().exists()
    assert broken_invariants() == {}


def test_a_night_was_moved_and_three_buyers_ask_their_money_back() -> None:
    """One of them gets it from the bank, of one somebody has to decide. Nobody is told of it by mail."""
    staff = User.objects.create_superuser("demo")
    for _time in range(2):
        write_refund_requests(staff)
    requests = RefundRequest.objects.order_by("created_at")
    assert [(one.state, one.problem) for one in requests] == [
        ("approved", ""), ("received", "parts"), ("declined", ""),
    ]  # fmt: skip
    assert [one.payment.order.email for one in Refund.objects.all()] == ["jule@mail.example"]
    assert not Mail.objects.waiting().exists()
    assert broken_invariants() == {}


def test_a_gate_has_a_guest_list_door_sales_entries_and_one_who_came_in_twice() -> None:
    staff = User.objects.create_superuser("demo")
    for _time in range(2):
        write_gate(staff)
    event = Event.objects.get(slug="goldkante-fruehschoppen")
    assert [(one.name, one.inside, one.tickets) for one in guests_of(event)] == [
        ("Xaver Ettl", 0, 1), ("Resi Reindl", 2, 2), ("Vroni Vogl", 2, 3),
    ]  # fmt: skip
    assert sum(one.inside for one in counted(event)) == 11 and sum(one.expected for one in counted(event)) == 13
    assert len(trouble_at(event)) == 1
    assert event.happening_until is not None and event.happening_until < timezone.now()
    assert not Admission.objects.exclude(at__range=(event.happening_from, event.happening_until)).exists()
    assert not Mail.objects.waiting().exists()
    assert broken_invariants() == {}


def test_developers_get_a_staff_user_once(settings: Any) -> None:
    settings.DEBUG = True
    said = StringIO()
    call_command("seed", "--pictures=none", verbosity=0, stdout=said)
    call_command("seed", "--pictures=none", verbosity=0, stdout=said)
    assert said.getvalue().count("merchstand") == 1
    assert User.objects.get().check_password("merchstand")


def test_an_unpaid_order_is_overdue_and_another_has_ended_without_a_mail() -> None:
    for _time in range(2):
        write_orders()
    today = timezone.localdate()
    overdue_one, ended = Placement.objects.filter(shop__slug="kellerkind").order_by("-placed_at")
    assert (overdue_one.cancelled_at, overdue_one.pay_by < today) == (None, True)
    assert ended.cancelled_at is not None
    assert not Mail.objects.filter(sent_at=None).exists()
    assert broken_invariants() == {}
