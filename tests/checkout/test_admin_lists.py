"""Every list of the staff area needs as many queries for 9 rows as for 3, and its forms open."""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import count
from pathlib import Path

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.core.files.base import ContentFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation
from PIL import Image as Pillow

from catalogue.models import AdventCalendar, Manufacturer, PictureFetch, PricingCategory, ProductPicture, Tour
from checkout.actions import place_order
from checkout.models import Carrier, CarrierRate, Country
from shop.models import (
    AccessCode,
    ConsentDecision,
    ConsentText,
    DiscountCode,
    FaqEntry,
    GuaranteeNotice,
    Image,
    LegalText,
    News,
    NewsletterSubscription,
    Shop,
    StaticKind,
    TrackingCount,
    TrackingKind,
)  # fmt: skip
from tests.checkout.test_placing import ready_cart
from tests.factories import (
    first_variant,
    make_artist,
    make_category,
    make_event,
    make_payment_code,
    make_product,
    make_seat_map,
    make_shop,
)
from tests.staff import log_in

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
_numbers = count(1)


@pytest.fixture(autouse=True)
def prepared(settings: object, tmp_path: Path, client: Client) -> Iterator[None]:
    settings.MEDIA_ROOT = tmp_path  # type: ignore[attr-defined]
    make_shop("merchstand")
    log_in(client)
    with translation.override("de"):
        yield


def grow() -> None:
    """One more row of everything, each with things of its own around it."""
    number = next(_numbers)
    shop = make_shop()
    AccessCode.objects.create(shop=shop, code=f"code {number}")
    DiscountCode.objects.create(shop=shop, code=f"code {number}", percent=10)
    written = BytesIO()
    Pillow.new("RGB", (40, 50)).save(written, "PNG")
    image = Image.objects.create(file=ContentFile(written.getvalue(), name="x.png"), alt=f"Picture {number}")
    GuaranteeNotice.objects.get_or_create(language="de", defaults={"file": image.file.name})
    artist = make_artist(shop, square_image=image, landscape_image=image)
    category = make_category(shop, artist=artist, square_image=image)
    maker = Manufacturer.objects.create(name=f"Maker {number}", address="Weg 1", contact="a@b.de")
    product = make_product(
        shop, category=category, artist=artist, manufacturer=maker, capacity=5, variants=("S", "M"),
        overlay_listing_image=image,
    )  # fmt: skip
    ProductPicture.objects.create(product=product, image=image)
    PictureFetch.objects.create(product=product, url=f"https://pictures.example/{number}.png", position=number)
    event = make_event(shop, image=image, capacity=50)
    PricingCategory.objects.create(event=event, name=f"Block {number}")
    make_payment_code(event)
    make_seat_map(make_event(shop), rows=1, seats=2)
    tour = Tour.objects.create(owner=shop, slug=f"tour-{number}", name="Tour", ticket_image=image)
    tour.dates.create(event=event)
    LegalText.objects.create(shop=shop, kind=StaticKind.TERMS).versions.create(body="<p>Terms</p>")
    FaqEntry.objects.create(shop=shop, key=f"question-{number}", question="Why?", answer="Because.")
    News.objects.create(shop=shop, title=f"News {number}", image=image)
    NewsletterSubscription.objects.create(
        shop=shop, email=f"fan{number}@mail.example", language="de", form_text="Yes", requested_at=timezone.now(),
        mailed_at=timezone.now(),
    )  # fmt: skip
    TrackingCount.objects.create(shop=shop, day=timezone.localdate(), kind=TrackingKind.values[0], count=number)
    asked = ConsentText.objects.create(digest=str(number), language="de", text="?")
    ConsentDecision.objects.create(shop=shop, allowed=True, asked=asked)
    AdventCalendar.objects.create(shop=shop, year=2026)
    session, request = ready_cart((first_variant(product), 1), (first_variant(event), 1))
    place_order(session=session, request=replace(request, idempotency_key=f"key {number}"))
    carrier = Carrier.objects.create(name=f"Carrier {number}", only_single_disc=True)
    country = Country.objects.create(code="x" + "abcdefghijklm"[number % 13])
    CarrierRate.objects.create(carrier=carrier, country=country, price=3)
    User.objects.create_user(f"user {number}")
    Group.objects.create(name=f"group {number}")


def lists() -> dict[str, str]:
    return {
        model._meta.label_lower: reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for model in admin.site._registry
    }


def queries_of(client: Client, path: str) -> list[str]:
    with CaptureQueriesContext(
        connection,
    ) as seen:
        answer = client.get(path)
        assert answer.status_code == 200, path
    return [query["sql"] for query in seen.captured_queries]


def test_no_list_asks_more_for_more_rows(client: Client) -> None:
    for _row in range(3):
        grow()
    before = {name: queries_of(client, path) for name, path in lists().items()}
    for _row in range(6):
        grow()
    for name, path in lists().items():
        after = queries_of(client, path)
        assert len(after) == len(before[name]), (name, "\n".join(sorted(set(after) - set(before[name]))))
        assert len(after) <= 16, (name, "\n".join(after))


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_form_opens_with_and_without_a_row(client: Client, language: str) -> None:
    grow()
    client.cookies["locale"] = language
    for model, its_admin in admin.site._registry.items():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        row = model._default_manager.first()
        assert row is not None, model
        assert client.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200, model
        assert client.get(reverse(f"{name}_history", args=[row.pk])).status_code == 200, model
        if its_admin.has_add_permission(client.get("/admin/").wsgi_request):
            assert client.get(reverse(f"{name}_add")).status_code == 200, model


def test_every_search_and_filter_answers(client: Client) -> None:
    grow()
    for model, its_admin in admin.site._registry.items():
        path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        if its_admin.search_fields:
            assert client.get(path, {"q": "falk"}).status_code == 200, model
        page = client.get(path)
        for one in page.context["cl"].filter_specs:
            for choice in one.choices(page.context["cl"]):
                asked = choice.get("query_string") if isinstance(choice, dict) else None
                if asked:
                    assert client.get(path + asked).status_code == 200, (model, asked)


def test_the_start_page_asks_little(client: Client) -> None:
    for _row in range(4):
        grow()
    assert len(queries_of(client, "/admin/")) <= 15
    assert Shop.objects.count() == 5
