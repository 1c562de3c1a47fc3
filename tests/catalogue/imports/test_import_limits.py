"""What plans and product files may take: linear time, and a budget beyond which they are refused with a reason."""

import json
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import translation

from catalogue.imports import run
from catalogue.imports.parsed import ParsedVariant
from catalogue.imports.plan import match_variants
from catalogue.imports.problems import FileRefused
from catalogue.imports.run import import_file
from catalogue.imports.shopify import parse
from catalogue.models import ImportedVariant, Product, Seat
from catalogue.seat_plans.generator import bowl
from catalogue.seat_plans.problems import PlanRefused
from catalogue.seat_plans.reading import read_plan
from catalogue.seat_plans.upload import read_upload
from catalogue.seat_plans.validator import MOST_ENTRIES
from shop.core.bounded.budget import MB, ResourceBudget
from tests.catalogue.seating.looking import look_at
from tests.factories import make_event, make_shop
from tests.proofs import proves
from tests.seating import pretix
from tests.staff import log_in
from tests.words import worded

pytestmark = pytest.mark.whole

EMPTY_OBJECTS = b'{"zones": [' + b"{}," * 11_000_000 + b"{}]}"


@contextmanager
def seconds_at_most(most: float) -> Iterator[None]:
    """Of CPU time, here and in processes that were started: what else the machine does is no matter."""
    before = cpu_seconds()
    yield
    assert cpu_seconds() - before < most


def cpu_seconds() -> float:
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def many_keys(number: int) -> bytes:
    keys = b",\n".join(b'"k%d": 1' % at for at in range(number))
    return b'{"sections": [],\n' + keys + b',\n"k7": 2}'


@proves(
    "docs/decisions/0023",
    "a plan is read in linear time and within a budget of time and memory, from the staff area and by the command",
)
def test_one_key_twice_among_many_is_told_by_its_line_in_no_time() -> None:
    with seconds_at_most(6), pytest.raises(PlanRefused) as error, translation.override("en"):
        read_plan(many_keys(60_000))
    assert [(one.line, one.values["key"]) for one in error.value.problems] == [(60_002, "k7")]


@pytest.mark.django_db
class TestPlansOfStaff:
    @pytest.fixture(autouse=True)
    def logged_in(self, client: Client, settings: Any, tmp_path: Path) -> None:
        settings.MEDIA_ROOT = tmp_path
        make_shop("merchstand")
        client.cookies["locale"] = "en"
        log_in(client)

    def test_half_a_million_keys_and_one_twice_are_refused_at_once(self, client: Client) -> None:
        with seconds_at_most(20):
            page = look_at(client, make_event(make_shop()), many_keys(500_000)).content.decode()
        assert "The plan was refused; nothing was changed" in page
        assert "the key “k7” stands twice in one object" in page

    def test_what_would_take_all_memory_is_refused_in_both_languages(self, client: Client) -> None:
        event = make_event(make_shop())
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        assert "This file is too large: reading it needs too much memory" in said(look_at(client, event, EMPTY_OBJECTS))
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 250 * 1024
        client.cookies["locale"] = "de"
        assert worded("This file is too large: reading it needs too much memory. It was not taken.") in said(
            look_at(client, event, EMPTY_OBJECTS)
        )
        assert not Seat.objects.exists()

    def test_a_plan_above_the_limit_is_refused_beside_its_field(self, client: Client) -> None:
        assert "At most 32 MB." in said(look_at(client, make_event(make_shop()), b"[" * 34 * MB))

    def test_the_command_has_the_same_budget(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = tmp_path / "plan.json"
        file.write_bytes(EMPTY_OBJECTS)
        with pytest.raises(CommandError, match="refused"):
            call_command("import_seatmap", make_event(make_shop()).slug, str(file))
        assert "too much memory" in capsys.readouterr().err


def said(answer: Any) -> str:
    return str(answer.content.decode())


def test_the_most_seats_there_can_be_are_well_within_the_budget() -> None:
    with seconds_at_most(10):
        assert read_upload(json.dumps(bowl(100_000)).encode()).plan.size == 100_000


def test_lists_without_end_are_not_gone_through() -> None:
    rows = [{"row_number": "1", "seats": []}] * 20_000
    zones = [{"position": {"x": 0, "y": 0}, "rows": rows}] * 25
    with seconds_at_most(20), pytest.raises(PlanRefused) as error, translation.override("en"):
        read_plan(json.dumps(pretix(zones=zones)).encode())
    with translation.override("en"):
        assert f"more than {MOST_ENTRIES} entries" in str(error.value)


def test_long_texts_are_cut_where_they_are_told() -> None:
    with pytest.raises(PlanRefused) as error:
        read_plan(b'{"name": "x", "categories": [], "sections": [], "' + b"k" * MB + b'": 1}')
    assert len(str(error.value)) < 1000


HEADER = b"Handle,Title,Body (HTML),Option1 Value,Variant Price\n"


@proves(
    "docs/decisions/0023",
    "a product file is read in linear time and within a budget; fetched pictures have the limits of uploads",
)
def test_broken_rows_are_told_in_linear_time() -> None:
    with seconds_at_most(12):
        parsed = parse(HEADER + b'h,"T"x\n' * 150_000)
    assert len(parsed.problems) == 150_000


def test_variants_are_found_again_in_linear_time() -> None:
    number = 15_000
    known = [ImportedVariant(pk=at, options=[f"old {at}"], sku=f"s{at}") for at in range(1, number + 1)]
    read = [ParsedVariant(at, (f"new {at}",), "", {}, sku=f"s{at}", grams=0, cost=None) for at in range(1, number + 1)]
    with seconds_at_most(5):
        found = match_variants(read, known)
    assert len(found) == number and found[7].pk == 7


def test_two_rows_with_one_article_number_are_matched_to_nothing() -> None:
    known = [ImportedVariant(pk=1, options=["old"], sku="s")]
    read = [ParsedVariant(line, (f"new {line}",), "", {}, sku="s") for line in (2, 3)]
    assert match_variants(read, known) == {}


@pytest.mark.django_db
class TestProductFiles:
    def test_a_file_that_is_too_large_is_refused(self) -> None:
        with pytest.raises(FileRefused, match="at most 32"):
            import_file(HEADER + b"x" * 33 * MB, shop=make_shop(), language="de")

    def test_a_file_that_takes_too_much_is_refused_and_nothing_is_taken(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(run, "BUDGET", ResourceBudget(cpu=60, seconds=240, memory=100 * MB))
        rows = b"".join(b"h%d,T,,Default Title,1\n" % at for at in range(100_000))
        with pytest.raises(FileRefused, match=r"memory|Speicher"):
            import_file(HEADER + rows, shop=make_shop(), language="de")
        assert not Product.objects.exists()

    def test_an_endless_body_leaves_its_product_out(self) -> None:
        content = HEADER + b"h,T," + b"<blockquote>" * 20_000 + b",Default Title,1\nok,T,fine,Default Title,2.50\n"
        with seconds_at_most(20):
            summary = import_file(content, shop=make_shop(), language="de")
        assert [(one.line, "longer than 200000" in one.message) for one in summary.problems] == [(2, True)]
        assert Product.objects.get().prices.get().price == Decimal("2.50")
