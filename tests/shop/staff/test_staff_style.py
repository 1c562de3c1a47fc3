"""Dates, money, help and messages of the staff area: one style in each language, in words that staff know."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, models
from django.test import Client
from django.utils import translation
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob

from catalogue.models import Event, PictureFetch, Price
from shop.core.values.html import TAGS
from shop.models import News
from shop.models.entered import HtmlField
from shop.models.image import THUMBNAIL_JOB
from tests.factories import make_event, make_product, make_shop
from tests.fields.editable import ENTITIES
from tests.proofs import proves
from tests.sources import APPS, ROOT
from tests.staff import errors_of, log_in, send
from tests.words import worded

pytestmark = pytest.mark.django_db
MOMENT = datetime(2027, 2, 20, 19, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def prepared(settings: Any, tmp_path: Path, client: Client) -> None:
    settings.MEDIA_ROOT = tmp_path
    make_shop("merchstand")
    log_in(client)


def seen(client: Client, path: str, language: str) -> str:
    client.cookies["locale"] = language
    return client.get(path).content.decode()


@proves("design §7", "staff read dates and money in one style per language and write dates as they are used to")
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("written", ["20.02.2027", "20.2.27", "2027-02-20"])
def test_a_date_is_taken_as_germans_and_programs_write_it(client: Client, language: str, written: str) -> None:
    event = make_event(make_shop())
    client.cookies["locale"] = language
    path = f"/admin/catalogue/event/{event.pk}/change/"
    answer = send(client, path, happening_from_0=written, happening_from_1="20:30")
    assert answer.status_code == 302, errors_of(answer)
    assert Event.objects.get().happening_from == MOMENT


@pytest.mark.parametrize("written", ["20/02/2027", "20 Feb 2027"])
def test_english_dates_begin_with_the_day(client: Client, written: str) -> None:
    event = make_event(make_shop())
    client.cookies["locale"] = "en"
    send(client, f"/admin/catalogue/event/{event.pk}/change/", happening_from_0=written, happening_from_1="20:30")
    assert Event.objects.get().happening_from == MOMENT


@pytest.mark.parametrize(("language", "written"), [("de", "20.02.2027, 20:30"), ("en", "20 Feb 2027, 20:30")])
def test_lists_write_a_moment_in_one_way(client: Client, language: str, written: str) -> None:
    """One column is Django's own, the other a text of the list's."""
    shop = make_shop()
    make_event(shop, happening_from=MOMENT)
    PictureFetch.objects.create(product=make_product(shop), url="https://pictures.example/1.png", position=1)
    PictureFetch.objects.update(created_at=MOMENT)
    assert written in seen(client, "/admin/catalogue/event/", language)
    fetch = PictureFetch.objects.get()
    assert written in seen(client, f"/admin/catalogue/picturefetch/{fetch.pk}/change/", language)


@pytest.mark.parametrize("language", ["de", "en"])
def test_lists_write_money_as_the_shop_does(client: Client, language: str) -> None:
    product = make_product(make_shop(), price="1234.50")
    assert "1.234,50\u00a0€" in seen(client, "/admin/catalogue/product/", language)
    variant = product.variants.get()
    history = seen(client, f"/admin/catalogue/productvariant/{variant.pk}/change/", language)
    assert "1.234,50\u00a0€" in history
    assert str(Price(price=Decimal("1234.5"), country_code="at")).startswith("1.234,50\u00a0€ (")


def html_fields() -> Iterator[tuple[type[models.Model], str]]:
    for model in ENTITIES.values():
        yield from ((model, one.name) for one in model._meta.fields if isinstance(one, HtmlField))


@proves("catalogue §1", "boxes for HTML say what they take")
def test_boxes_for_html_say_what_they_take(client: Client) -> None:
    names = {f"{model.__name__}.{name}" for model, name in html_fields() if not name.endswith(("_de", "_en"))}
    assert names == {
        "AdventCalendar.text", "AdventDoor.text", "Artist.description", "Category.description", "Category.disclaimer",
        "Event.description", "Event.html_details", "FaqEntry.answer", "InfoPanel.description", "News.text",
        "Product.description", "Product.disclaimer", "Shop.mailchimp_customtext", "Tour.description",
    }  # fmt: skip
    for model, name in html_fields():
        told = str(model._meta.get_field(name).help_text)
        assert "HTML" in told, (model, name)
    with translation.override("en"):
        told = str(News._meta.get_field("text").help_text)
    named = told.partition("With it: ")[2].partition(";")[0].split(", ")
    assert set(named) <= TAGS and len(named) > 5
    assert "Ohne HTML bleiben Zeilen und Absätze" in seen(client, "/admin/shop/news/add/", "de")


@proves("design §4", "a failed job leads to where it is mended; failed pictures are counted there alone")
def test_a_failed_job_leads_to_where_it_is_mended(client: Client) -> None:
    product = make_product(make_shop())
    fetch = PictureFetch.objects.create(product=product, url="https://pictures.example/1.png", position=1)
    app.configure_task("catalogue.fetch_picture").defer(fetch_id=fetch.pk)
    app.configure_task(THUMBNAIL_JOB).defer(image_id=7)
    app.configure_task("shop.forget_old_consent").defer(timestamp=1)
    page = seen(client, "/admin/procrastinate/procrastinatejob/", "de")
    assert worded("Background jobs") in page and "rocrastinate jobs" not in page
    for link in (f"/admin/catalogue/picturefetch/?id__exact={fetch.pk}", "/admin/shop/image/?id__exact=7"):
        assert f'href="{link}"' in page
        assert client.get(link).status_code == 200
    job = ProcrastinateJob.objects.order_by("id")[0]
    form = seen(client, f"/admin/procrastinate/procrastinatejob/{job.pk}/change/", "de")
    assert f"/admin/catalogue/picturefetch/?id__exact={fetch.pk}" in form


def test_pictures_that_failed_are_counted_once_where_they_are_mended(client: Client) -> None:
    app.configure_task(THUMBNAIL_JOB).defer(image_id=7)
    app.configure_task("catalogue.fetch_picture").defer(fetch_id=7)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE procrastinate_jobs SET status = 'failed'")
    page = seen(client, "/admin/", "de")
    assert worded("Failed background jobs") in page and "Aufträge" not in page
    (task,) = [one for one in client.get("/admin/").context["tasks"] if "procrastinate" in one.link]
    assert task.number == 1


@proves("catalogue §1", "everything has its German")
def test_what_the_forms_package_says_is_german_too(client: Client) -> None:
    page = seen(client, "/admin/shop/discountcode/add/", "de")
    assert 'placeholder="Datum"' in page and worded("Select value") in page
    assert "Select value" not in page


def test_every_class_of_the_staffs_own_is_in_a_style_sheet() -> None:
    sheets = "".join(file.read_text() for file in (ROOT / "shop/static/staff").glob("*.css"))
    used = {
        name
        for folder in (*APPS, "templates")
        for kind in ("*.py", "*.html")
        for file in (ROOT / folder).rglob(kind)
        for names in re.findall(r'class="([^"]*)"', file.read_text())
        for name in re.findall(r"\bstaff-[\w-]*\w\b", names)
    }
    assert len(used) > 10
    assert [name for name in sorted(used) if not re.search(rf"\.{name}\b", sheets)] == []
