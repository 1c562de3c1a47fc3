"""Staff read sales figures: with a right of their own, for a period and a shop, as a page and as a file."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from checkout.models import Placement
from checkout.sales.figures import Grouping
from shop.models import Shop
from tests.checkout.placing import place, transfer
from tests.factories import first_variant, make_event, make_product, make_shop
from tests.proofs import proves
from tests.staff import clerk_with, log_in, text_at

pytestmark = pytest.mark.django_db
PAGE = "/admin/sales/"


@pytest.fixture
def boss(client: Client) -> Client:
    make_shop("merchstand")
    client.cookies["locale"] = "en"
    log_in(client)
    return client


def sell(shop: Shop | None = None, name: str = "Shirt") -> Placement:
    """A shirt and a ticket, paid: 55.90 with shipping."""
    shop, number = shop or make_shop(), Placement.objects.count()
    variants = first_variant(make_product(shop, name=name)), first_variant(make_event(shop))
    placement = place(*[(one, 1) for one in variants], key=f"key {number}")
    transfer(placement, "55.90", f"transfer {number}")
    return placement


def file_of(client: Client, **asked: str | int) -> list[list[str]]:
    answer = client.get(PAGE, {**asked, "format": "csv"})
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    return [line.split(";") for line in answer.content.decode("utf-8-sig").splitlines()]


@proves("purchase §10, law AD-2", "sales figures have a right of their own, and an entry in the menu for it")
def test_the_right(boss: Client) -> None:
    assert clerk_with("view_order", "view_placement", "view_ledgerentry").get(PAGE).status_code == 403
    clerk = clerk_with("view_sales")
    assert f'href="{PAGE}"' in text_at(clerk, PAGE)
    assert f'href="{PAGE}"' not in text_at(clerk_with("view_order"), "/admin/")
    assert clerk.post(PAGE).status_code == 405
    clerk.logout()
    assert clerk.get(PAGE).status_code == 302


@proves("purchase §10", "a page and a file of the same figures, with bars, a comparison and what the ledger has beside")
@pytest.mark.parametrize("by", Grouping.values)
def test_page_and_file_have_the_same_rows(boss: Client, by: str) -> None:
    placement = sell()
    page = text_at(boss, PAGE, by=by)
    heads, *rows = file_of(boss, by=by)
    assert heads[1:] == ["Orders", "Pieces", "Gross", "Net", "VAT", "Refunds", "After refunds"]
    for label, *_cells in rows:
        assert label.strip() and label in page
    assert sum(float(row[7].replace(",", ".")) for row in rows) == pytest.approx(55.90)
    assert "55,90\xa0€" in page and "before: 0" in page
    shown = boss.get(PAGE, {"by": by}).context
    assert (shown["booked"], shown["other"]) == (placement.total, 0)


def test_it_compares_with_the_period_before(boss: Client) -> None:
    sell()
    first = sell()
    Placement.objects.filter(pk=first.pk).update(paid_at=timezone.now() - timedelta(days=1))
    today = timezone.localdate().isoformat()
    tiles = boss.get(PAGE, {"first": today, "last": today}).context["tiles"]
    assert [(one.value, one.before, one.change_text) for one in tiles[:2]] == [("1", "1", "+0 %"), ("2", "2", "+0 %")]


def test_the_period_before_is_not_grouped_as_the_page_is(boss: Client) -> None:
    sell()
    with CaptureQueriesContext(connection) as seen:
        text_at(boss, PAGE, by="method")
    grouped = [one["sql"] for one in seen.captured_queries if "AS is_exchange" in one["sql"]]
    assert len(grouped) == 2 and sum("CASE 'method'" in one for one in grouped) == 1


@proves("purchase §10", "a shop chosen leaves out all others, in the page and in the file")
def test_one_shop_alone(boss: Client) -> None:
    mine, theirs = make_shop("mine"), make_shop("theirs")
    sell(mine, "Mine alone")
    sell(theirs, "Somebody else's")
    assert [row[0] for row in file_of(boss, by="shop")[1:]] == ["Mine", "Theirs"]
    page = text_at(boss, PAGE, by="item", shop=mine.pk)
    assert "Mine alone" in page and "Somebody else" not in page
    assert [row[0] for row in file_of(boss, by="shop", shop=mine.pk)[1:]] == ["Mine"]


def test_a_name_is_no_formula_in_the_file(boss: Client) -> None:
    sell(name="=1+1")
    assert "'=1+1" in [row[0] for row in file_of(boss, by="item")]


@proves("purchase §10", "sales figures take as many statements for many rows as for one")
def test_statements(boss: Client) -> None:
    def asked(by: str) -> int:
        with CaptureQueriesContext(connection) as seen:
            assert boss.get(PAGE, {"by": by}).status_code == 200
        return len(seen.captured_queries)

    sell()
    text_at(boss, PAGE)
    one = {by: asked(by) for by in Grouping.values}
    for _time in range(3):
        sell()
    assert {by: asked(by) for by in Grouping.values} == one
    assert max(one.values()) <= 10, one


@proves("purchase §10", "without a sale the page says what to do; wrong days are reported and kept")
@pytest.mark.parametrize(
    ("language", "empty", "wrong"),
    [
        ("en", "Nothing was sold or refunded in this period. Choose", "This day is before the first one."),
        ("de", "In diesem Zeitraum wurde nichts verkauft", "Dieser Tag liegt vor dem ersten."),
    ],
)
def test_nothing_to_show(boss: Client, language: str, empty: str, wrong: str) -> None:
    boss.cookies["locale"] = language
    assert empty in text_at(boss, PAGE)
    page = text_at(boss, PAGE, first="2026-03-02", last="2026-03-01")
    assert wrong in page and 'value="2026-03-02"' in page and empty not in page
    for asked in ({"first": "0001-01-01", "last": "0001-01-02"}, {"first": "2020-01-01", "last": "9999-12-31"}):
        assert empty not in text_at(boss, PAGE, **asked)
    assert empty not in text_at(boss, PAGE, shop="x\0", by="nothing")


@pytest.mark.parametrize(("sent", "missing"), [("first", "last"), ("last", "first")])
def test_a_period_needs_both_days(boss: Client, sent: str, missing: str) -> None:
    answer = boss.get(PAGE, {sent: "2026-01-01"})
    assert answer.status_code == 200 and list(answer.context["form"].errors) == [missing]
    assert "This field is required." in answer.content.decode()
