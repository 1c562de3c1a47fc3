"""Staff export the list of stocks as a file."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalogue.models import Event, ProductVariant, Stock
from catalogue.stock.actions import create_stock, limit_variant
from shop.models import Shop
from tests.factories import fill_cart, first_variant, make_event, make_product, make_shop, make_variant
from tests.proofs import proves
from tests.staff import clerk_with, text_at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("staff_in_english")]
LIST = "/admin/catalogue/stock/"
EXPORT = f"{LIST}export/"


@pytest.fixture
def shop() -> Shop:
    return make_shop()


def rows_at(client: Client, **asked: Any) -> list[dict[str, str]]:
    answer = client.get(EXPORT, asked)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    heads, *rows = [line.split(";") for line in answer.content.decode("utf-8-sig").splitlines()]
    return [dict(zip(heads, row, strict=True)) for row in rows]


@proves("law AD-10", "the list of stocks is exported with a row for each variant: capacity, sold, held, free")
def test_a_row_for_each_variant(client: Client, shop: Shop) -> None:
    shirt = make_product(shop, name="=1+1", slug="shirt", variants=("M",), capacity=9)
    size = first_variant(shirt)
    ProductVariant.objects.filter(pk=size.pk).update(sku="SHIRT-M")
    fill_cart(shop, (size, 2))
    event = make_event(shop, name="Konzert", slug="konzert")
    event.venue.time_zone = "America/New_York"
    event.venue.save()
    Event.objects.filter(pk=event.pk).update(happening_from=datetime(2027, 1, 9, 1, 30, tzinfo=UTC))
    hall = create_stock(owner=shop, name="Hall", capacity=50)
    for variant in (first_variant(event), make_variant(event=event, description="reduced", price="20.00")):
        limit_variant(variant=variant, stock=hall)
    create_stock(owner=shop, name="Unused", capacity=1)
    Stock.objects.filter(pk=hall.pk).update(sold=7)

    rows = {(row["stock_name"], row["variant"]): row for row in rows_at(client)}
    assert rows.keys() == {("'=1+1 M", "M"), ("Hall", "Normal"), ("Hall", "reduced"), ("Unused", "")}
    row = rows["'=1+1 M", "M"]
    known = {
        "shop": shop.slug, "kind": "product", "slug": "shirt", "name": "'=1+1", "variant_id": str(size.pk),
        "sku": "SHIRT-M", "capacity": "9", "sold": "0", "held": "2", "free": "7", "variants": "1", "begins": "",
    }  # fmt: skip
    assert row.items() >= known.items()
    for kind in ("Normal", "reduced"):
        row = rows["Hall", kind]
        assert [row[one] for one in ("stock", "capacity", "sold", "held", "free", "variants")] == [
            str(hall.pk), "50", "7", "0", "43", "2"
        ]  # fmt: skip
        assert (row["kind"], row["slug"], row["begins"]) == ("event", "konzert", "2027-01-08T20:30:00-05:00")
    assert (rows["Unused", ""]["variants"], rows["Unused", ""]["kind"]) == ("0", "")


@proves("law AD-10", "an export of stocks has all pages of the list as it is filtered and searched")
def test_the_list_as_it_is_filtered_and_searched(client: Client, shop: Shop) -> None:
    for number in range(52):
        create_stock(owner=shop, name=f"Stock {number:02}", capacity=100)
    gone = make_product(shop, name="Gone", variants=("S", "M"), capacity=0)
    assert f'href="{EXPORT}?"' in text_at(client, LIST)
    assert len(rows_at(client)) == 54
    assert f'href="{EXPORT}?left=none&amp;q=gone"' in text_at(client, LIST, left="none", q="gone", p=1)
    assert {row["name"] for row in rows_at(client, left="none")} == {"Gone"}
    assert [row["stock_name"] for row in rows_at(client, q="Stock 07")] == ["Stock 07"]
    # Both sizes' stocks are found, each once, though a search joins all variants.
    assert len(rows_at(client, q="gone")) == 2
    assert {row["slug"] for row in rows_at(client, q="gone")} == {gone.slug}


@proves("law AD-2, AD-10", "stocks are exported with a right of their own, besides the right to view them")
def test_the_right() -> None:
    for rights, status in [(("view_stock",), 403), (("export_stock",), 403), (("view_stock", "export_stock"), 200)]:
        clerk = clerk_with(*rights)
        assert clerk.get(EXPORT).status_code == status, rights
        if "view_stock" in rights:
            assert (EXPORT in text_at(clerk, LIST)) is (status == 200)
    assert clerk.post(EXPORT).status_code == 405


def test_statements(client: Client, shop: Shop) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as seen:
            rows_at(client)
        return len(seen.captured_queries)

    make_product(shop, capacity=1)
    make_event(shop, capacity=1)
    rows_at(client)
    one = asked()
    for _number in range(4):
        make_product(shop, variants=("S", "M"), capacity=1)
        make_event(shop, capacity=1)
    assert asked() == one <= 12
