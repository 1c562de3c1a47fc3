"""Counting with consent: a number per shop, day and kind, and nothing about anybody (catalogue §7)."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from shop.core.limits.counters import Limit
from shop.models import Shop, TrackingCount
from tests.factories import make_shop
from tests.proofs import proves
from tests.staff import log_in

pytestmark = pytest.mark.django_db


def tell(shop: Shop, kind: Any, **headers: str) -> Any:
    client = Client(HTTP_HOST="localhost", headers=headers)
    return client.post(f"/api/v2/shops/{shop.slug}/events", {"kind": kind}, content_type="application/json")


def counts() -> dict[tuple[str, str], int]:
    return {(one.shop.slug, one.kind): one.count for one in TrackingCount.objects.select_related("shop")}


@proves("catalogue §7", "kinds are counted per shop and day, where the shop measures; staff read the numbers")
def test_kinds_are_counted_per_shop_and_day() -> None:
    band, other = (make_shop(slug, trackers=["counts"]) for slug in ("nachtfalter", "kellerkind"))
    for shop, kind in ((band, "click"), (band, "click"), (band, "AddToCart"), (other, "click")):
        answer = tell(shop, kind)
        assert (answer.status_code, answer.content, len(answer.cookies)) == (204, b"", 0)
    assert counts() == {("nachtfalter", "click"): 2, ("nachtfalter", "AddToCart"): 1, ("kellerkind", "click"): 1}
    assert {one.day for one in TrackingCount.objects.all()} == {timezone.localdate()}


def test_a_shop_that_measures_nothing_counts_nothing() -> None:
    assert tell(make_shop("nachtfalter"), "click").status_code == 204
    assert counts() == {}


@pytest.mark.parametrize("kind", ["", "Purchase", None, ["click"], "x" * 500])
def test_only_known_kinds(kind: Any) -> None:
    assert tell(make_shop("nachtfalter", trackers=["counts"]), kind).status_code == 400
    assert counts() == {}


def test_not_from_other_sites_and_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shop.tracking.CLICKS", Limit("events", attempts=3, seconds=3600))
    shop = make_shop("nachtfalter", trackers=["counts"])
    assert tell(shop, "click", origin="https://evil.example").status_code == 403
    assert [tell(shop, "click").status_code for _ in range(4)] == [204, 204, 204, 429]


def test_staff_read_the_numbers_and_change_none() -> None:
    tell(make_shop("nachtfalter", trackers=["counts"]), "click")
    client = Client()
    log_in(client)
    page = client.get("/admin/shop/trackingcount/")
    assert page.status_code == 200 and b"nachtfalter" in page.content.lower()
    assert client.get("/admin/shop/trackingcount/add/").status_code == 403
