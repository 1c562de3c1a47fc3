"""Staff build a bundle in its root product's form, and see what shoppers will (catalogue §3 "Combined product")."""

import re
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from html import unescape
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from catalogue.admin import bundles
from catalogue.admin.bundles import PartInline
from catalogue.models import BundlePart, Combination, Event, Manufacturer, Price, PricingCategory, Product, Stock
from catalogue.queries.bundle_overview import Option, most_bundles, read_overview
from catalogue.queries.bundles import load_bundles
from catalogue.rules import Cost, Offer
from catalogue.stock.actions import set_capacity
from shop.models import Shop
from tests.catalogue.wire import ask
from tests.factories import (
    first_variant,
    make_bundle,
    make_combination,
    make_event,
    make_part,
    make_product,
    make_seat_map,
    make_shop,
    make_variant,
)
from tests.proofs import proves
from tests.staff import errors_of, fields_of, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("staff_in_english")]
ROLE = BundlePart.Role
NO_COST = "The bundle cannot be bought"


@pytest.fixture
def shop() -> Shop:
    return make_shop()


def page_of(bundle: Product) -> str:
    return f"/admin/catalogue/product/{bundle.pk}/change/"


def rows(prefix: str, *wanted: dict[str, Any]) -> dict[str, Any]:
    """A table's rows as the form sends them."""
    found: dict[str, Any] = {f"{prefix}__TOTAL_FORMS": str(len(wanted))}
    for number, row in enumerate(wanted):
        found |= {f"{prefix}__{number}__{name}": value for name, value in {"order": "0", **row}.items()}
    return found


def plain(html: str) -> str:
    """What is read of it, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def text_of(page: Any) -> str:
    return plain(page.content.decode())


def preview_on_page(client: Client, bundle: Product) -> str:
    shown = plain(client.get(page_of(bundle)).content.decode())
    return shown[shown.index("What shoppers will see As it was") :]


def preview(bundle: Product) -> str:
    """The part of the page, without the rest of it."""
    table = PartInline(Product, admin.site)
    table.bundle = Product.objects.get(pk=bundle.pk)
    with translation.override("en"):
        return plain(render_to_string(PartInline.template_after, {"inline_admin_formset": {"opts": table}}))


def available(bundle: Product) -> bool:
    """As shoppers are told."""
    text = "query ($id: ID!) { combinedProduct(id: $id) { available } }"
    found: bool = ask(bundle.owner, text, id=str(bundle.pk))["combinedProduct"]["available"]
    return found


class Box:
    """A box at 40 EUR with a shirt and one of two records; a poster may be added, or one of two pins."""

    def __init__(self, shop: Shop) -> None:
        self.root = make_product(shop, name_de="Kiste", name_en="Box", slug="box", price="40.00", capacity=30)
        self.shirt = make_product(shop, name="Shirt", price="25.00", variants=("S", "M"), capacity=5)
        self.records = [make_product(shop, name=name, price="20.00", capacity=7) for name in ("LP", "CD")]
        self.poster = make_product(shop, name="Poster", price="12.00")
        make_bundle(self.root, self.shirt)
        for number, record in enumerate(self.records):
            make_combination(self.root, record, option_name=f"With {record.name}", additional_price=Decimal(number * 4))
        make_part(self.root, self.poster, ROLE.ADDITIONAL, price=Decimal("9.00"))
        for name in ("Pin", "Badge"):
            make_part(self.root, make_product(shop, name=name, price="6.00"), ROLE.GROUP)


@proves(
    "catalogue §3",
    "a bundle is made in its root product's form: tick “root”, save, then its choices and parts, new "
    "ones of one form together; sorted, changed, taken away, copied with the product",
)
def test_from_a_product_to_a_bundle_that_can_be_bought_in_two_saves(client: Client, shop: Shop) -> None:
    root = make_product(shop, name_de="Kiste", name_en="Box", slug="box", price="40.00")
    shirt, evening = make_product(shop, variants=("S", "M")), make_event(shop)
    record, poster = make_product(shop), make_product(shop)
    page = client.get(page_of(root))
    assert "To make a bundle, tick" in text_of(page)
    assert "parts-TOTAL_FORMS" not in fields_of(page)

    answer = send(client, page_of(root), root="on")
    assert answer.headers["Location"] == f"{page_of(root)}#parts"
    page = client.get(page_of(root))
    assert f"This bundle has no parts yet. {NO_COST}." in text_of(page)

    choices = rows(
        "combinations",
        {"option_name_de": "Mit Konzert", "option_name_en": "With a show", "additional_price": "12.50"},
        {"option_name_de": "Mit Platte", "option_name_en": "With a record", "additional_price": "0"},
    )
    parts = rows(
        "parts",
        {"role": ROLE.COMMON, "product": shirt.pk},
        {"role": ROLE.COMBINATION, "combination": "new-0", "event": evening.pk},
        {"role": ROLE.COMBINATION, "combination": "new-1", "product": record.pk},
        {"role": ROLE.ADDITIONAL, "product": poster.pk, "price": "8.00"},
    )
    answer = send(client, page_of(root), **choices, **parts)
    assert answer.status_code == 302, errors_of(answer)
    assert answer.headers["Location"] == "/admin/catalogue/product/"
    show, other = root.combinations.all()
    assert (show.option_name_en, show.additional_price) == ("With a show", Decimal("12.50"))  # type: ignore[attr-defined]
    assert [(one.role, one.product, one.event, one.combination, one.price) for one in root.parts.all()] == [
        (ROLE.COMMON, shirt, None, None, None), (ROLE.COMBINATION, None, evening, show, None),
        (ROLE.COMBINATION, record, None, other, None), (ROLE.ADDITIONAL, poster, None, None, Decimal("8.00")),
    ]  # fmt: skip
    assert available(root)
    assert len(load_bundles(shop, [root.pk])[root.pk].parts) == 4
    assert NO_COST not in text_of(client.get(page_of(root)))


def test_choices_and_parts_are_changed_sorted_and_taken_away(client: Client, shop: Shop) -> None:
    box = Box(shop)
    changes = {
        "combinations__0__order": "9", "combinations__1__option_name_en": "Renamed", "parts__0__order": "9",
        "parts__3__price": "7.00", "parts__4__DELETE": "on",
    }  # fmt: skip
    answer = send(client, page_of(box.root), **changes)
    assert answer.status_code == 302, errors_of(answer)
    assert next(iter(box.root.combinations.all())).option_name_en == "Renamed"  # type: ignore[attr-defined]
    parts = list(box.root.parts.all())
    assert [len(parts), parts[-1].product, box.root.parts.get(role=ROLE.ADDITIONAL).price] == [
        5, box.shirt, Decimal("7.00"),
    ]  # fmt: skip


def test_a_choice_goes_with_its_parts_but_not_with_changes_to_them(client: Client, shop: Shop) -> None:
    box = Box(shop)
    answer = send(client, page_of(box.root), combinations__0__DELETE="on", parts__1__order="4")
    assert "This choice is being deleted." in errors_of(answer)
    assert send(client, page_of(box.root), combinations__0__DELETE="on").status_code == 302
    assert [one.option_name for one in box.root.combinations.all()] == ["With CD"]
    assert box.root.parts.count() == 5


def bad_rows(box: Box) -> dict[str, tuple[dict[str, Any], str, str]]:
    """What is wrong of one row: the row, the field that says so, and what it says."""
    shop = box.root.owner
    fixed = make_product(shop, name="Songbook", price_bound=True)
    evening, other = make_event(shop), make_event(shop)
    category = PricingCategory.objects.create(event=other, name="Stalls")
    common = {"role": ROLE.COMMON, "product": box.poster.pk}
    return {
        "neither": ({"role": ROLE.GROUP}, "product", "Choose either a product or an event."),
        "both": ({**common, "event": evening.pk}, "event", "Choose either a product or an event."),
        "no choice": ({**common, "role": ROLE.COMBINATION}, "combination", "To which choice does it belong?"),
        "choice in vain": ({**common, "combination": "new-0"}, "role", "A choice belongs to"),
        "price in vain": ({**common, "price": "3.00"}, "price", "Only what may be added has a price of its own."),
        "below nothing": ({**common, "role": ROLE.GROUP, "price": "-1"}, "price", "greater than or equal to 0"),
        "leading event": ({"event": evening.pk, "leads_here": "on"}, "leads_here", "An event keeps its own page."),
        "must, of the group": (
            {**common, "role": ROLE.GROUP, "obligatory": "on"},
            "obligatory",
            "Only what “may be added” can be made to be taken.",
        ),
        "category": (
            {"event": evening.pk, "pricing_category": category.pk},
            "pricing_category",
            "This category is another event's.",
        ),
        "bundle": ({"product": box.root.pk}, "product", "A bundle cannot be part of a bundle."),
        "fixed price": ({"product": fixed.pk}, "product", "A fixed price is not reduced"),
    }


@proves(
    "catalogue §3",
    "what a part may not be is said beside its field, and nothing typed is lost; choices are the bundle's own",
)
def test_an_error_stands_at_its_field_and_nothing_typed_is_lost(client: Client, shop: Shop) -> None:
    wrong = list(bad_rows(Box(shop)).values())
    parts = rows("parts", *({"role": ROLE.COMMON, **row} for row, _field, _message in wrong))
    path = page_of(make_bundle(make_product(shop, slug="other", name="Other")))
    choices = rows("combinations", {"option_name_de": "Neue Wahl", "additional_price": "5"})
    answer = send(client, path, **choices, **parts, name_en="Typed")
    formset = next(one.formset for one in answer.context["inline_admin_formsets"] if one.formset.prefix == "parts")
    shown, kept = errors_of(answer), fields_of(answer)
    assert [list(form.errors) for form in formset.forms] == [[field] for _row, field, _message in wrong]
    for (row, field, message), form in zip(wrong, formset.forms, strict=True):
        with translation.override("en"):
            assert message in form.errors[field][0] and message in shown
        typed = {name: str(kept[f"{form.prefix}-{name}"]) for name in row}
        assert typed == {name: str(value) for name, value in row.items()}
    assert (kept["name_en"], kept["combinations-0-option_name_de"]) == ("Typed", "Neue Wahl")
    assert not Combination.objects.filter(option_name_de="Neue Wahl").exists()


@pytest.mark.parametrize("ticked", ["root", "price_bound"])
def test_a_part_becomes_nothing_that_its_bundle_refuses(client: Client, shop: Shop, ticked: str) -> None:
    box = Box(shop)
    answer = send(client, page_of(box.shirt), **{ticked: "on"})
    assert "It is part of “Box”." in errors_of(answer)
    assert not Product.objects.filter(pk=box.shirt.pk, **{ticked: True}).exists()
    pin = box.root.parts.filter(role=ROLE.GROUP).first()
    assert pin is not None and pin.product is not None
    answer = send(client, page_of(pin.product), price_bound="on")
    assert answer.status_code == 302, errors_of(answer)  # it is added at its own price


def test_a_bundle_of_too_many_parts_is_refused(client: Client, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundles, "MOST_PARTS", 2)
    bundle = make_bundle(make_product(shop), *(make_product(shop) for _number in range(3)))
    fields = fields_of(client.get(page_of(bundle)))
    assert "A bundle has 2 parts at most" in errors_of(client.post(page_of(bundle), fields))
    assert client.post(page_of(bundle), fields | {"parts-0-DELETE": "on"}).status_code == 302


def test_a_bundle_of_too_many_parts_is_read_as_far_as_it_goes(shop: Shop) -> None:
    bundle, poster = make_bundle(make_product(shop)), make_product(shop, name="Poster")
    BundlePart.objects.bulk_create(
        BundlePart(bundle=bundle, product=poster, role=ROLE.ADDITIONAL, order=order)
        for order in range(bundles.MOST_PARTS)
    )
    make_part(bundle, poster)
    things = "additionalProducts { product { name } } commonItems { product { name } }"
    text = f"query ($id: ID!) {{ combinedProduct(id: $id) {{ {things} }} }}"
    told = ask(shop, text, id=str(bundle.pk))["combinedProduct"]
    assert [one["product"] for one in told["additionalProducts"]] == [{"name": "Poster"}] * bundles.MOST_PARTS
    assert told["commonItems"] == [{"product": None}]


def test_parts_belong_to_choices_of_their_own_bundle_only(client: Client, shop: Shop) -> None:
    other = make_combination(make_bundle(make_product(shop)), option_name="Foreign")
    box = Box(shop)
    page = client.get(page_of(box.root)).content.decode()
    assert "With LP" in page and "Foreign" not in page
    assert "Select a valid choice" in errors_of(send(client, page_of(box.root), parts__1__combination=other.pk))


def test_a_copy_has_choices_and_parts_of_its_own(client: Client, shop: Shop) -> None:
    box = Box(shop)
    answer = send(client, page_of(box.root), _saveasnew="1", slug="copy", name_de="Kopie", name_en="Copy")
    assert answer.status_code == 302, errors_of(answer)
    copy = Product.objects.get(slug="copy")
    assert [one.option_name for one in copy.combinations.all()] == ["With LP", "With CD"]
    assert [one.combination.bundle for one in copy.parts.filter(role=ROLE.COMBINATION) if one.combination] == [copy] * 2
    assert copy.parts.count() == box.root.parts.count() == 6


@proves(
    "catalogue §3",
    "below a bundle's parts staff see what shoppers will: parts, choices, what may be added, prices, how "
    "the price is spread, what is left of each part and how many whole bundles that makes; one statement "
    "for many parts; only for whoever may see parts",
)
def test_the_preview_shows_parts_prices_and_what_is_left(client: Client, shop: Shop) -> None:
    box = Box(shop)
    Manufacturer.objects.create(name="x")
    small, large = box.shirt.variants.all()
    set_capacity(stock=small.stocks.get(), capacity=3)
    set_capacity(stock=large.stocks.get(), capacity=0)
    shown = preview_on_page(client, box.root).replace("\u00a0", " ")
    assert "40,00 € – 44,00 €" in shown
    assert "Shirt S: 3 left · sold out: M 25,00 € included" in shown
    assert "With LP · 3 still to be sold 40,00 €" in shown
    assert "With CD · 3 still to be sold +4,00 € 44,00 €" in shown
    assert "Poster unlimited 12,00 € 12,00 € +9,00 €" in shown
    assert "One of these may be added Pin unlimited 6,00 € +6,00 € Badge" in shown
    assert "With LP, 40,00 €: Box 0,00 € · Shirt 22,22 € · LP 17,78 €" in shown
    assert "Please look at this" not in shown
    page = client.get(page_of(box.root)).content.decode()
    assert f'href="http://localhost:8000/{shop.slug}/bundle/box"' in page or f"/{shop.slug}/bundle/box" in page
    for product in (box.shirt, box.poster):
        assert f'href="/admin/catalogue/product/{product.pk}/change/"' in page


def test_a_stock_that_two_parts_share_is_counted_once(shop: Shop) -> None:
    evening = make_event(shop, capacity=9)
    bundle = make_bundle(make_product(shop), evening, evening)
    assert read_overview(bundle).variations[0].left == 4
    assert read_overview(make_bundle(make_product(shop), make_product(shop))).variations[0].left is None
    assert most_bundles([]) is None


def test_what_has_other_options_leaves_a_shared_stock_to_what_has_none() -> None:
    def of_stock(number: int) -> Option:
        return Option("", Offer(True, 5, Cost(Decimal(1))), {number: 5})

    for pieces in ([[of_stock(1), of_stock(2)], [of_stock(1)]], [[of_stock(1)], [of_stock(1), of_stock(2)]]):
        assert most_bundles(pieces) == 5


Spoil = Callable[["Box"], Any]


def before_presale(box: Box) -> None:
    make_part(
        box.root, make_event(box.root.owner, name="Soon", presale_at=timezone.now() + timedelta(days=1)), ROLE.COMMON
    )


def past(box: Box) -> None:
    make_part(box.root, make_event(box.root.owner, name="Gone", happening_from=timezone.now() - timedelta(days=1)))


def elsewhere(box: Box) -> None:
    make_part(box.root, make_event(box.root.owner, name="Away", external_link="https://elsewhere.example/"))


def sold_out(box: Box) -> None:
    for stock in Stock.objects.filter(uses__variant__product=box.shirt):
        set_capacity(stock=stock, capacity=0)


def no_choice_left(box: Box) -> None:
    for record in box.records:
        set_capacity(stock=first_variant(record).stocks.get(), capacity=0)


STOPS: dict[str, tuple[Spoil, str]] = {
    "no parts": (lambda box: box.root.parts.all().delete(), "This bundle has no parts yet."),
    "inactive": (lambda box: Product.objects.filter(pk=box.shirt.pk).update(active=False), "“Shirt” is inactive."),
    "no price": (lambda box: Price.objects.filter(product=box.shirt).delete(), "“Shirt” has no price."),
    "no variant": (lambda box: box.shirt.variants.all().delete(), "“Shirt” has no active variant or ticket."),
    "sold out": (sold_out, "“Shirt” is sold out."),
    "not listed": (lambda box: box.shirt.listed_in.clear(), "“Shirt” is not listed in"),
    "before presale": (before_presale, "The presale of “Soon” has not begun."),
    "past": (past, "“Gone” is over."),
    "elsewhere": (elsewhere, "“Away” is sold elsewhere"),
    "no choice left": (no_choice_left, "None of its choices can be taken."),
    "root sold out": (
        lambda box: set_capacity(stock=first_variant(box.root).stocks.get(), capacity=0), "“Box” is sold out.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", STOPS)
def test_what_keeps_the_bundle_from_being_sold_is_shown(shop: Shop, name: str) -> None:
    box = Box(shop)
    assert available(box.root)
    spoil, message = STOPS[name]
    spoil(box)
    assert not available(box.root)
    shown = preview(box.root)
    assert message in shown and NO_COST in shown


@proves(
    "catalogue §4",
    "what keeps a bundle, a choice or an addition from being sold is shown there; what keeps the bundle, "
    "on saving, too",
)
def test_what_keeps_the_bundle_from_being_sold_is_shown_in_its_form_and_said_on_save(
    client: Client, shop: Shop
) -> None:
    box = Box(shop)
    spoilt = ("inactive", "no choice left", "root sold out")
    for name in spoilt:
        STOPS[name][0](box)
    form = client.get(page_of(box.root))
    page = client.post(page_of(box.root), fields_of(form), follow=True)
    said = " ".join(str(one) for one in page.context["messages"] if NO_COST in str(one))
    for name in spoilt:
        assert STOPS[name][1] in said and STOPS[name][1] in text_of(form)


def test_what_spoils_a_choice_or_an_addition_only_is_shown(client: Client, shop: Shop) -> None:
    box = Box(shop)
    set_capacity(stock=first_variant(box.records[0]).stocks.get(), capacity=0)
    make_combination(box.root, option_name="Bare")
    Product.objects.filter(pk=box.poster.pk).update(active=False)
    shown = preview(box.root)
    assert "“LP” is sold out. The choice “With LP” cannot be taken." in shown
    assert "The choice “Bare” has no parts, so it cannot be taken." in shown
    assert "“Poster” is inactive. It cannot be added." in shown
    assert NO_COST not in shown
    assert available(box.root)


def test_a_part_must_be_listed_wherever_the_bundle_is(client: Client, shop: Shop) -> None:
    box, main = Box(shop), make_shop(name="Main shop")
    box.root.listed_in.add(main)
    box.shirt.listed_in.add(main)
    shown = preview(box.root)
    assert (
        "“LP” is not listed in Main shop, which lists the bundle. The choice “With LP” cannot be taken there." in shown
    )
    assert "“Shirt”" not in shown


def test_seats_without_a_map_are_said(client: Client, shop: Shop) -> None:
    evening = make_event(shop, name="Opera")
    make_seat_map(evening)
    bundle = make_bundle(make_product(shop, name="Night out"), evening)
    assert "“Opera” shows no seat map: each buyer gets the best seat that is free." in preview(bundle)
    Event.objects.filter(pk=evening.pk).update(display_map=True)
    assert "seat map" not in preview(bundle)
    evening.seat_map.delete()
    assert "“Opera” shows no seat map" in preview(bundle)


def test_seats_are_chosen_where_all_tickets_of_a_part_have_one(client: Client, shop: Shop) -> None:
    evening = make_event(shop, name="Opera", display_map=True)
    seated = make_seat_map(evening).sections.get().pricing_category
    standing = PricingCategory.objects.create(event=evening, name="Standing")
    make_variant(event=evening, pricing_category=standing, price="20.00")

    def says_so(category: PricingCategory | None) -> bool:
        bundle = make_bundle(make_product(shop, name="Night out"))
        make_part(bundle, evening, pricing_category=category)
        return "“Opera” shows no seat map" in preview(bundle)

    assert [says_so(seated), says_so(standing), says_so(None)] == [False, False, True]
    Event.objects.filter(pk=evening.pk).update(hide_map=True)
    assert [says_so(seated), says_so(standing), says_so(None)] == [True, False, True]


def test_a_ticket_of_one_category_counts_that_category(client: Client, shop: Shop) -> None:
    evening = make_event(shop, capacity=50)
    seat_map = make_seat_map(evening, rows=1, seats=4)
    bundle = make_bundle(make_product(shop))
    category = seat_map.sections.get().pricing_category
    make_part(bundle, evening, pricing_category=category)
    assert read_overview(bundle).variations[0].left == 4


def test_dates_of_a_tour_are_told_apart(client: Client, shop: Shop) -> None:
    evening = make_event(shop, name="On tour", descriptive_name="On tour: Leipzig", capacity=0)
    bundle = make_bundle(make_product(shop), evening)
    assert "“On tour: Leipzig” is sold out." in preview(bundle)
    asked = "/admin/autocomplete/?app_label=catalogue&model_name=bundlepart&field_name=event&term=on"
    assert client.get(asked).json()["results"][0]["text"] == f"On tour: Leipzig, {evening.begins_on:%d.%m.%Y}"


def found_by(client: Client, field: str, term: str, **asked: Any) -> list[str]:
    wanted = {"app_label": "catalogue", "model_name": "bundlepart", "field_name": field, "term": term, **asked}
    return [one["text"] for one in client.get("/admin/autocomplete/", wanted).json()["results"]]


@proves(
    "catalogue §3",
    "a part is found by what its label says, signs between its words or not; what another shop owns is "
    "offered with that shop's name",
)
def test_what_a_label_says_finds_the_thing(client: Client, shop: Shop) -> None:
    evening = make_event(shop, name="On tour", descriptive_name="On tour: Leipzig, extra night")
    make_event(shop, name="On tour", descriptive_name="On tour: Graz")
    dated = f"{evening}, {evening.begins_on:%d.%m.%Y}"
    assert found_by(client, "event", str(evening)) == found_by(client, "event", "On tour – Leipzig") == [dated]
    category = PricingCategory.objects.create(event=evening, name="Stalls")
    assert found_by(client, "pricing_category", str(category)) == [str(category)]


def test_what_another_shop_owns_is_offered_with_its_name(client: Client, shop: Shop) -> None:
    bundle = make_bundle(make_product(shop), make_product(shop, name="Our shirt"))
    other = make_shop("cellar")
    make_part(bundle, make_product(other, name="Their shirt"), ROLE.ADDITIONAL)
    assert sorted(found_by(client, "product", "shirt", owner=shop.pk)) == ["Our shirt", "Their shirt (Cellar)"]
    page = client.get(page_of(bundle)).content.decode()
    assert f"/admin/autocomplete/?owner={shop.pk}" in page
    assert ">Their shirt (Cellar)</option>" in page
    assert ">Our shirt</option>" in page


def statements_of(client: Client, bundle: Product) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(page_of(bundle)).status_code == 200
    return len(queries)


def test_many_parts_take_as_many_statements_as_few(client: Client, shop: Shop) -> None:
    box = Box(shop)
    make_part(box.root, make_event(shop, capacity=3), ROLE.ADDITIONAL)
    statements_of(client, box.root)
    few = statements_of(client, box.root)
    for number in range(4):
        make_part(box.root, make_product(shop, variants=("S", "M"), capacity=2), ROLE.GROUP)
        make_part(box.root, make_event(shop, capacity=2), ROLE.ADDITIONAL)
        make_combination(box.root, make_event(shop), make_product(shop), option_name=f"More {number}")
    assert statements_of(client, box.root) == few


def test_whoever_may_not_see_parts_sees_none(client: Client, shop: Shop) -> None:
    box = Box(shop)
    User.objects.update(is_superuser=False)
    may = Permission.objects.filter(content_type__app_label="catalogue")
    User.objects.get().user_permissions.set(may.exclude(content_type__model__in=["bundlepart", "combination"]))
    shown = text_of(client.get(page_of(box.root)))
    assert "Shirt" not in shown and "With LP" not in shown
    User.objects.get().user_permissions.set(may.filter(codename__startswith="view_"))
    page = client.get(page_of(box.root))
    assert "What shoppers will see" in page.content.decode()
    assert not {"parts-0-role", "parts-0-product"} & fields_of(page).keys()


@proves(
    "law TK-8, catalogue §3",
    "staff are warned of a bundle that may be package travel, and of a reduced ticket in it that saves "
    "nothing and does not say for whom it is; shoppers see what stands below a ticket's name",
)
@pytest.mark.parametrize("joined", ["a ticket", "another ride", "a shirt"])
def test_staff_are_warned_of_package_travel(client: Client, shop: Shop, joined: str) -> None:
    bus = make_product(shop, name="Night bus", travel_service=True)
    ride = joined == "another ride"
    other = make_event(shop) if joined == "a ticket" else make_product(shop, travel_service=ride)
    bundle = make_bundle(make_product(shop), other)
    make_part(bundle, bus, ROLE.ADDITIONAL)
    assert ("can be package travel (§ 651a BGB)" in preview(bundle)) == (joined != "a shirt")


def test_staff_are_told_of_a_reduced_ticket_that_saves_nothing_and_does_not_say_for_whom_it_is(
    client: Client, shop: Shop
) -> None:
    evening = make_event(shop, name="Evening")
    reduced = make_variant(event=evening, description="Reduced", price="20.00")
    bundle = make_bundle(make_product(shop), evening)
    told = "“Evening” has a reduced ticket that costs the same in the bundle as the full one"
    shown = preview(bundle)
    assert told in shown
    assert NO_COST not in shown
    reduced.description_subline_en = "School, studies, training"  # type: ignore[attr-defined]
    reduced.save()
    assert told not in preview(bundle)
    bundle.parts.update(role=ROLE.ADDITIONAL)  # where it costs less
    reduced.description_subline_en = ""  # type: ignore[attr-defined]
    reduced.save()
    assert told not in preview(bundle)
