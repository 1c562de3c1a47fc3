from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from PIL import Image as Pillow

from catalogue.models import (
    Artist,
    Category,
    Event,
    Manufacturer,
    Price,
    PricingCategory,
    Product,
    ProductPicture,
    ProductVariant,
    Stock,
    Tour,
)
from catalogue.stock.actions import create_stock, limit_variant
from shop.models import AccessCode, Image, Shop
from tests.factories import (
    fill_cart,
    first_variant,
    make_artist,
    make_category,
    make_event,
    make_product,
    make_shop,
    make_variant,
    make_venue,
)
from tests.proofs import proves
from tests.staff import errors_of, fields_of, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("staff_in_english")]


@pytest.fixture
def shop() -> Shop:
    return make_shop()


def picture_file(name: str) -> SimpleUploadedFile:
    written = BytesIO()
    Pillow.new("RGB", (60, 75), (200, 80, 40)).save(written, "PNG")
    return SimpleUploadedFile(name, written.getvalue(), "image/png")


def counts(variant: ProductVariant) -> tuple[int, int, int] | None:
    stock = Stock.objects.filter(variants=variant).first()
    return (stock.capacity, stock.held, stock.sold) if stock else None


@proves("catalogue §3", "a product with sizes, prices, pictures and shelves in one form")
def test_a_product_with_sizes_prices_pictures_and_shelves_in_one_form(client: Client, shop: Shop) -> None:
    artist, shelf = make_artist(shop), make_category(shop)
    maker = Manufacturer.objects.create(name="Weberei", address="Weg 1", contact="a@b.de")
    fields = fields_of(client.get("/admin/catalogue/product/add/"))
    fields |= {
        "name_de": "Mondhemd", "name_en": "Moon shirt", "slug": "mondhemd", "owner": shop.pk, "artist": artist.pk,
        "manufacturer": maker.pk, "description_de": "Weich", "description_en": "Soft", "color_de": "Nacht",
        "over_18": "on",
        "personalised": "on", "public_shippable_from": "2027-01-31", "list_price_prefix_de": "ab",
        "external_url": "https://else.example/", "container_format": "LP", "scroll_offset": "7",
        "variants-TOTAL_FORMS": "2",
        "variants-0-description_de": "S", "variants-0-capacity": "12", "variants-0-additional_price": "0",
        "variants-0-active": "on", "variants-0-sku": "M-S", "variants-0-order": "1",
        "variants-1-description_de": "XXL", "variants-1-description_en": "2XL", "variants-1-additional_price": "3.50",
        "variants-1-price": "33.00", "variants-1-original_price": "36.00",
        "variants-1-active": "on", "variants-1-order": "2",
        "prices-TOTAL_FORMS": "2",
        "prices-0-country_code": "DE", "prices-0-price": "25.00", "prices-0-original_price": "29.90",
        "prices-1-country_code": "ch", "prices-1-price": "31.00",
        "placements-TOTAL_FORMS": "1", "placements-0-category": shelf.pk, "placements-0-product_order": "5",
        "panels-TOTAL_FORMS": "1", "panels-0-kind": "detail", "panels-0-title_de": "Größen", "panels-0-order": "0",
        "panels-0-description_de": "Tabelle", "new_pictures": [picture_file("front.png"), picture_file("back.png")],
    }  # fmt: skip
    answer = client.post("/admin/catalogue/product/add/", fields)
    assert answer.status_code == 302, errors_of(answer)
    product = Product.objects.get(slug="mondhemd")
    assert (product.name_de, product.name_en, product.color_de) == ("Mondhemd", "Moon shirt", "Nacht")  # type: ignore[attr-defined]
    assert (product.over_18, product.personalised, str(product.public_shippable_from)) == (True, True, "2027-01-31")
    assert (product.external_url, product.container_format, product.scroll_offset) == ("https://else.example/", "LP", 7)
    assert list(product.listed_in.all()) == [shop]
    small, large = product.variants.all()
    assert counts(small) == (12, 0, 0)
    assert small.stocks.get().owner == shop
    assert counts(large) is None
    assert (small.sku, str(large.additional_price)) == ("M-S", "3.50")
    assert not small.prices.exists()
    assert [str(value) for value in large.prices.values_list("price", "original_price").get()] == ["33.00", "36.00"]
    assert [(one.country_code, str(one.price)) for one in product.prices.all()] == [("ch", "31.00"), ("de", "25.00")]
    assert product.placements.get().product_order == 5
    assert product.panels.get().title_de == "Größen"  # type: ignore[attr-defined]
    assert [picture.image.alt for picture in product.pictures.all()] == ["Mondhemd", "Mondhemd"]
    assert Image.objects.count() == Image.objects.filter(owner=shop).count() == 2


def test_a_new_variant_comes_last(client: Client, shop: Shop) -> None:
    product = make_product(shop, variants=("S", "M"))
    path = f"/admin/catalogue/product/{product.pk}/change/"
    new = {"variants__2__description_de": "L", "variants__2__additional_price": "0", "variants__2__order": "0"}
    assert send(client, path, variants__TOTAL_FORMS="3", **new).status_code == 302
    assert [variant.description for variant in product.variants.all()] == ["S", "M", "L"]


@proves("design §4", "capacities: set, raised, lifted, shared")
def test_capacity_is_set_raised_and_lifted(client: Client, shop: Shop) -> None:
    product = make_product(shop, capacity=10)
    variant = first_variant(product)
    path = f"/admin/catalogue/product/{product.pk}/change/"
    page = client.get(path)
    assert fields_of(page)["variants-0-capacity"] == "10"
    assert b"10 free" in page.content
    assert send(client, path, variants__0__capacity="25").status_code == 302
    assert counts(variant) == (25, 0, 0)
    assert send(client, path).status_code == 302
    assert counts(variant) == (25, 0, 0)
    assert send(client, path, variants__0__capacity="").status_code == 302
    assert counts(variant) is None
    assert b"unlimited" in client.get(path).content
    assert send(client, path, variants__0__capacity="0").status_code == 302
    assert counts(variant) == (0, 0, 0)


def test_capacity_below_what_is_taken_is_refused_and_nothing_typed_is_lost(client: Client, shop: Shop) -> None:
    product = make_product(shop, capacity=10)
    fill_cart(shop, (first_variant(product), 4))
    path = f"/admin/catalogue/product/{product.pk}/change/"
    answer = send(client, path, variants__0__capacity="3", name_de="Anders", variants__0__sku="NEW")
    assert "4 are held or sold already." in answer.content.decode()
    kept = fields_of(answer)
    assert (kept["variants-0-capacity"], kept["name_de"], kept["variants-0-sku"]) == ("3", "Anders", "NEW")
    assert counts(first_variant(product)) == (10, 4, 0)
    assert Product.objects.get(pk=product.pk).name_de != "Anders"  # type: ignore[attr-defined]
    assert send(client, path, variants__0__capacity="4").status_code == 302
    assert counts(first_variant(product)) == (4, 4, 0)


def test_a_shared_stock_is_changed_where_it_is_shared(client: Client, shop: Shop) -> None:
    event = make_event(shop)
    reduced = make_variant(event=event, description="Reduced", price="20.00", physical=False)
    stock = create_stock(owner=shop, name="Floor", capacity=100)
    for variant in event.variants.all():
        limit_variant(variant=variant, stock=stock)
    path = f"/admin/catalogue/event/{event.pk}/change/"
    fields = fields_of(client.get(path))
    assert "variants-0-capacity" not in fields
    assert client.post(path, fields | {"variants-0-capacity": "5"}).status_code == 302
    assert counts(reduced) == (100, 0, 0)
    path = f"/admin/catalogue/stock/{stock.pk}/change/"
    assert send(client, path, capacity="80").status_code == 302
    assert counts(reduced) == (80, 0, 0)
    fill_cart(shop, (reduced, 3))
    assert "3 are held or sold already." in errors_of(send(client, path, capacity="2"))


def test_a_new_stock_has_a_slot_and_its_variants(client: Client, shop: Shop) -> None:
    variant = first_variant(make_product(shop))
    answer = send(
        client, "/admin/catalogue/stock/add/", name="All shirts", owner=shop.pk, capacity="40", uses__TOTAL_FORMS="1",
        uses__0__variant=variant.pk,
    )  # fmt: skip
    assert answer.status_code == 302, errors_of(answer)
    assert counts(variant) == (40, 0, 0)


@proves("catalogue §3", "an event with tickets; artists, categories and tours")
def test_an_event_with_tickets(client: Client, shop: Shop) -> None:
    venue, tour = make_venue(), Tour.objects.create(owner=shop, slug="tour", name="Tour")
    base = {
        "name_de": "Konzert", "slug": "konzert", "owner": shop.pk, "venue": venue.pk, "happening_from_0": "2027-03-01",
        "happening_from_1": "20:00", "door_time_0": "2027-03-01", "door_time_1": "19:00", "external_link": "",
        "custom_tag_de": "Abendkasse", "force_ticket_amount": "2", "checkin": "on", "owning_country_code": "AT",
    }  # fmt: skip
    tickets = {
        "variants__TOTAL_FORMS": "1", "variants__0__description_de": "Normal", "variants__0__capacity": "300",
        "variants__0__active": "on", "variants__0__order": "0",
        "pricing_categories__TOTAL_FORMS": "1", "pricing_categories__0__name_de": "Parkett",
        "pricing_categories__0__map_color": "#aa3344", "pricing_categories__0__section": "many",
        "pricing_categories__0__order": "0",
        "tour_dates__TOTAL_FORMS": "1", "tour_dates__0__tour": tour.pk,
    }  # fmt: skip
    answer = send(client, "/admin/catalogue/event/add/", **base, **tickets)
    assert "This field is required" in answer.content.decode()  # a ticket has no other price
    answer = send(client, "/admin/catalogue/event/add/", **base, **tickets, variants__0__price="32.50")
    assert answer.status_code == 302, errors_of(answer)
    event = Event.objects.get(slug="konzert")
    ticket = event.variants.get()
    assert (event.force_ticket_amount, event.checkin, event.owning_country_code) == (2, True, "at")
    assert event.happening_from.isoformat() == "2027-03-01T19:00:00+00:00"
    assert str(ticket.prices.get().price) == "32.50"
    assert counts(ticket) == (300, 0, 0)
    assert list(event.tours.all()) == [tour]
    category = PricingCategory.objects.get(event=event)
    path = f"/admin/catalogue/event/{event.pk}/change/"
    assert send(client, path, variants__0__pricing_category=category.pk).status_code == 302
    ticket.refresh_from_db()
    assert ticket.pricing_category == category
    other = PricingCategory.objects.create(event=make_event(shop), name="Elsewhere")
    assert "Select a valid choice" in send(client, path, variants__0__pricing_category=other.pk).content.decode()


@proves("catalogue §4", "an event that sells online or printed tickets only offers and sells no others")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"happening_until_0": "2020-01-01", "happening_until_1": "10:00"}, "The event ends before it begins."),
        ({"only_online_tickets": "on", "only_hard_tickets": "on"}, "Tickets cannot be online only and printed only."),
        ({"cart_limit": "0"}, "Ensure this value is greater than or equal to 1."),
        (
            {"variants__0__price": "30.00", "variants__0__original_price": "20.00"},
            "The struck price is below the price.",
        ),
        ({"variants__0__price": "-1"}, "Ensure this value is greater than or equal to 0."),
        ({"variants__0__capacity": "-1"}, "Ensure this value is greater than or equal to 0."),
        ({"variants__0__physical": "on"}, "The event does not sell this kind of tickets (“Selling”)."),
    ],
)
def test_bad_values_get_a_message_and_stay(client: Client, shop: Shop, changes: dict[str, str], message: str) -> None:
    event = make_event(shop, capacity=5)
    answer = send(client, f"/admin/catalogue/event/{event.pk}/change/", name_de="Typed", **changes)
    page = answer.content.decode().replace("&#x27;", "'")
    assert answer.status_code == 200
    assert message in page
    # On the tab of a field of the event's own; those of its tickets have one tab.
    assert ('data-testid="error-count"' in page) == all("variants" not in name for name in changes)
    kept = fields_of(answer)
    assert kept["name_de"] == "Typed"
    for name, value in changes.items():
        assert kept[name.replace("__", "-")] == value


@proves("design §4", "what a gated shop owns is listed nowhere else")
def test_what_a_gated_shop_owns_is_listed_nowhere_else(client: Client, shop: Shop) -> None:
    AccessCode.objects.create(shop=shop, code="ROTLICHT")
    product = make_product(shop)
    main = Shop.objects.get(slug="merchstand")
    path = f"/admin/catalogue/product/{product.pk}/change/"
    answer = send(client, path, listed_in=[str(shop.pk), str(main.pk)])
    assert "needs an access code" in answer.content.decode()
    assert list(product.listed_in.all()) == [shop]
    assert send(client, path, listed_in=[]).status_code == 302
    assert list(product.listed_in.all()) == [shop]


@pytest.mark.parametrize("kind", ["artist", "category", "tour"])
def test_artists_categories_and_tours_are_saved(client: Client, shop: Shop, kind: str) -> None:
    name: dict[str, Any] = {"name": "Neu"} if kind == "artist" else {"name_de": "Neu", "name_en": "New"}
    texts = {"description_de": "Lang", "description_en": "Long"}
    lists: dict[str, dict[str, Any]] = {
        "artist": {"alternative_names": "Eins\n\n Zwei "},
        "category": {"featured_at": ["Homepage", "MerchBottom"]},
    }
    answer = send(
        client, f"/admin/catalogue/{kind}/add/", slug="neu", owner=shop.pk, **(name | texts | lists.get(kind, {}))
    )
    assert answer.status_code == 302, errors_of(answer)
    models: dict[str, Any] = {"artist": Artist, "category": Category, "tour": Tour}
    thing = models[kind].objects.get()
    assert thing.description_en == "Long"
    assert list(thing.listed_in.all()) == [shop]
    if kind == "artist":
        assert thing.alternative_names == ["Eins", "Zwei"]
    if kind == "category":
        assert thing.featured_at == ["Homepage", "MerchBottom"]


def test_what_is_in_a_cart_or_order_cannot_be_deleted(client: Client, shop: Shop) -> None:
    product = make_product(shop, capacity=5)
    fill_cart(shop, (first_variant(product), 1))
    path = f"/admin/catalogue/product/{product.pk}/delete/"
    page = client.get(path).content.decode()
    assert "1 × line of a cart" in page
    assert "Clear “active” instead" in page
    assert client.post(path, {"post": "yes"}).status_code == 200
    assert Product.objects.filter(pk=product.pk).exists()
    path = f"/admin/catalogue/product/{product.pk}/change/"
    answer = send(client, path, variants__0__DELETE="on")
    assert "would require deleting the following protected" in answer.content.decode()
    assert client.post(f"/admin/catalogue/stock/{Stock.objects.get().pk}/delete/", {"post": "yes"}).status_code == 200
    client.post(
        "/admin/catalogue/product/", {"action": "delete_selected", "_selected_action": [product.pk], "post": "yes"}
    )
    assert ProductVariant.objects.filter(product=product).exists()


def test_unused_things_can_be_deleted(client: Client, shop: Shop) -> None:
    product = make_product(shop, capacity=5)
    assert client.post(f"/admin/catalogue/product/{product.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not Product.objects.exists()


def test_what_cannot_be_bought_or_offered_is_said(client: Client, shop: Shop) -> None:
    product = make_product(shop, price=None, variants=())
    answer = client.post(
        f"/admin/catalogue/product/{product.pk}/change/",
        fields_of(client.get(f"/admin/catalogue/product/{product.pk}/change/")),
        follow=True,
    )
    page = answer.content.decode()
    for message in ("has no manufacturer", "has no price and cannot be bought", "has no variant and cannot be bought"):
        assert message in page


def test_a_copy_gets_its_own_variants(client: Client, shop: Shop) -> None:
    product = make_product(shop, name_de="Original")
    send(client, f"/admin/catalogue/product/{product.pk}/change/", _saveasnew="1", slug="copy", name_de="Copy")
    assert Product.objects.get(slug="copy").variants.count() == 1
    assert product.variants.count() == 1


@proves("design §6", "search and filters; bad values get a message and stay")
def test_lists_are_searched_and_filtered(client: Client, shop: Shop) -> None:
    done = make_product(shop, name_de="Hemd", name_en="Shirt")
    make_product(shop, name_de="Mütze")
    assert "Shirt" in client.get("/admin/catalogue/product/?q=hemd").content.decode()
    page = client.get("/admin/catalogue/product/?translation=en")
    assert [one.name_de for one in page.context["cl"].result_list] == ["Mütze"]
    shelves = [make_category(shop, "Shirts"), make_category(make_shop(), "Shirts")]
    for shelf in shelves:
        done.placements.create(category=shelf)
    listed = client.get("/admin/catalogue/product/").content.decode()
    assert all(f"Shirts · {shelf.owner}" in listed for shelf in shelves)
    done.active = False
    done.save()
    page = client.get("/admin/catalogue/product/?active__exact=0")
    assert [one.pk for one in page.context["cl"].result_list] == [done.pk]
    page = client.get("/admin/autocomplete/?app_label=catalogue&model_name=productpicture&field_name=image&term=")
    assert page.status_code == 200


@proves(
    "GPSR Art. 19",
    "goods for which neither their own nor their artist's manufacturer stands are counted on the start "
    "page and filtered for",
)
def test_goods_without_a_manufacturer_are_those_whose_artist_has_none_either(client: Client, shop: Shop) -> None:
    maker = Manufacturer.objects.create(name="Band GbR", address="Weg 2")
    bare = [make_product(shop), make_product(shop, artist=make_artist(shop, "Nobody"))]
    named = [
        make_product(shop, manufacturer=maker),
        make_product(shop, artist=make_artist(shop, "Somebody", manufacturer=maker)),
    ]
    for asked, expected in (("none", bare), ("named", named)):
        page = client.get(f"/admin/catalogue/product/?manufacturer={asked}")
        assert {one.pk for one in page.context["cl"].result_list} == {one.pk for one in expected}
    [task] = [one for one in client.get("/admin/").context["tasks"] if "manufacturer" in one.link]
    assert (task.number, len(client.get(task.link).context["cl"].result_list)) == (2, 2)


def test_prices_of_two_rows_for_one_country_are_refused(client: Client, shop: Shop) -> None:
    product = make_product(shop)
    answer = send(
        client, f"/admin/catalogue/product/{product.pk}/change/", prices__TOTAL_FORMS="2", prices__1__country_code="DE",
        prices__1__price="3",
    )  # fmt: skip
    assert answer.status_code == 200
    assert Price.objects.filter(product=product).count() == 1


def test_pictures_are_shown_and_sorted(client: Client, shop: Shop) -> None:
    product = make_product(shop)
    for number in range(2):
        image = Image.objects.create(file=picture_file(f"{number}.png"), alt=f"Picture {number}")
        ProductPicture.objects.create(product=product, image=image, order=number)
    first, _second = product.pictures.all()
    assert first.image.file.url in client.get("/admin/catalogue/product/").content.decode()
    send(client, f"/admin/catalogue/product/{product.pk}/change/", pictures__0__order="5")
    assert [picture.image.alt for picture in product.pictures.all()] == ["Picture 1", "Picture 0"]


@proves("catalogue §9", "staff who open the category with the special number are told what it does")
def test_the_special_category_is_named(client: Client, shop: Shop) -> None:
    special, other = make_category(shop), make_category(shop)
    with override_settings(SPECIAL_CATEGORY_ID=special.pk):
        texts = [client.get(f"/admin/catalogue/category/{one.pk}/change/").content.decode() for one in (special, other)]
    assert ["SPECIAL_CATEGORY_ID" in text for text in texts] == [True, False]
