"""Reading Shopify's product CSV; no database."""

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogue.imports.body import clean_body
from catalogue.imports.cells import labels, price, readable, shortened, whole_number
from catalogue.imports.costs import base_cost, variant_cost
from catalogue.imports.parsed import ParsedCost, ParsedStock
from catalogue.imports.problems import CellError, FileRefused
from catalogue.imports.shopify import parse
from catalogue.rules import Cost
from catalogue.rules import variant_cost as shop_variant_cost
from tests.proofs import proves

FIXTURES = Path(__file__).parent / "fixtures"
HEADER = "Handle,Title,Option1 Name,Option1 Value,Variant Price\n"


def rows(*lines: str) -> bytes:
    return (HEADER + "\n".join(lines)).encode()


def test_rows_of_a_handle_belong_together_even_apart() -> None:
    shirt = parse((FIXTURES / "band.csv").read_bytes()).products[0]
    assert [one.description for one in shirt.variants] == ["S / Schwarz", "M / Schwarz", "XXL / Schwarz"]
    assert [one.stock for one in shirt.variants] == [
        ParsedStock(True, 10), ParsedStock(True, 8), ParsedStock(False),
    ]  # fmt: skip
    assert [(one.position, one.url.rpartition("/")[2], one.alt) for one in shirt.pictures or ()] == [
        (1, "shirt-front.jpg", "Vorderseite"), (2, "shirt-back.jpg", ""), (3, "detail.jpg", ""), (4, "xxl.jpg", ""),
    ]  # fmt: skip
    assert shirt.categories == ("Shirts", "Tour 2026", "Sale")
    assert shirt.fields == {"active": True, "hide": False, "weight_grams": 220}
    assert shirt.variants[0].fields["barcode"] == "4006381333931"


def test_the_body_is_cleaned() -> None:
    shirt = parse((FIXTURES / "band.csv").read_bytes()).products[0]
    assert shirt.texts["description"] == "<h2>Schwarz</h2><p>Bio-Baumwolle,\ngedruckt in Hamburg.</p>"


@proves("importing.md", "Shopify's CSV becomes products, variants, prices, stock and categories")
def test_current_column_names_with_semicolons_bom_and_crlf() -> None:
    parsed = parse((FIXTURES / "current.csv").read_bytes())
    (mug,) = parsed.products
    assert mug.texts["name"] == "Enamel mug"
    assert mug.fields == {"active": True, "hide": True, "weight_grams": 400}
    assert [one.cost for one in mug.variants] == [
        ParsedCost(Decimal("12.50"), Decimal(15)),
        ParsedCost(Decimal(14), Decimal(18)),
    ]
    assert [str(one) for one in parsed.problems] == ["line 3, Inventory quantity: -2 was taken as 0. (note)"]


@proves("importing.md", "broken rows are told by line and column and stop nothing else")
def test_broken_cells_are_told_by_line_and_column_and_stop_nothing_else() -> None:
    parsed = parse((FIXTURES / "broken.csv").read_bytes())
    assert [(one.line, one.column) for one in parsed.problems] == [
        (3, "Variant Price"),
        (4, "Option1 Value"),
        (5, "Variant Inventory Qty"),
        (6, "Image Src"),
        (6, "Variant Inventory Policy"),
        (7, "Image Position"),
        (8, "Handle"),
        (9, "Gift Card"),
        (10, "Title"),
        (11, "Published"),
        (12, "Handle"),
        (12, "Variant Price"),
        (13, "row"),
        (14, "row"),
        (17, "Title"),
    ]
    assert [(one.handle, len(one.variants), one.complete) for one in parsed.products] == [
        ("good", 1, False),
        ("last", 1, False),
    ]


@proves(
    "importing.md",
    "what a spreadsheet damaged (powers of ten, sizes made dates, barcodes with a wrong check digit) is told by line "
    "and not stored; a first line `sep=;` is read",
)
def test_what_a_spreadsheet_damaged_is_told_by_line_and_not_stored() -> None:
    header = "Handle;Title;Option1 Name;Option1 Value;Variant SKU;Variant Price;Variant Barcode"
    lines = [
        "hemd;Hemd;Größe;S;TH-S;19,90;4006381333931",
        "hemd;;;1-Jun;TH-1;19,90;",
        "hemd;;;01.06.;TH-2;19,90;",
        "hemd;;;M;2,19E+26;19,90;4,00638E+12",
        "hemd;;;L;TH-L;19,90;4006381333932",
        "hemd;;;XL;TH-XL;19,90;'4,00638E+12",
        "2.19E+26;Schal;Title;Default Title;S;5,00;",
        "fest;Fest;Datum;01.06.2026;F;5,00;INTERN-7",
    ]
    parsed = parse("\n".join(["\ufeffsep=;", header, *lines]).encode())
    assert [(one.line, one.column, one.refused) for one in parsed.problems] == [
        (4, "Option1 Value", True), (5, "Option1 Value", True), (6, "Variant Barcode", False), (6, "Variant SKU", True),
        (7, "Variant Barcode", False), (8, "Variant Barcode", False), (9, "Handle", True),
    ]  # fmt: skip
    shirt, fest = parsed.products
    assert [(one.description, one.fields.get("barcode")) for one in shirt.variants] == [
        ("S", "4006381333931"), ("L", None), ("XL", None),
    ]  # fmt: skip
    assert [(one.description, one.fields["barcode"]) for one in fest.variants] == [("01.06.2026", "INTERN-7")]
    assert not shirt.complete, "nothing counts as vanished"


@proves("importing.md", "a damaged encoding is one message with the lines, and nothing of them is stored")
@pytest.mark.parametrize("damage", [
    lambda text: text.encode("cp1252"),
    lambda text: text.replace("ö", "\ufffd").encode(),
    lambda text: text.replace("ö", "Ã¶").encode(),
])  # fmt: skip
def test_a_damaged_encoding_is_one_message(damage: Callable[[str], bytes]) -> None:
    text = HEADER + "\n".join(f"p{n},Grö{n},Size,S,1" for n in range(20)) + "\nlast,Last,Size,S,1"
    parsed = parse(damage(text))
    (told,) = parsed.problems
    assert told.line == 2 and "20 rows" in told.message and "2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …" in told.message
    assert [one.handle for one in parsed.products] == ["last"]
    assert parse(text.encode()).products[0].texts["name"] == "Grö0"


def test_a_quote_that_is_never_closed_costs_its_row_only() -> None:
    parsed = parse(rows('a,"A,Size,S,1', "b,B,Size,S,2", "c,C,Size,S,3"))
    assert [one.handle for one in parsed.products] == ["b", "c"]
    assert [one.line for one in parsed.problems] == [2]


def test_bytes_that_are_no_utf8_are_told_where_they_are() -> None:
    parsed = parse(HEADER.encode() + "größe,Größe,Size,S,1\n".encode("cp1252") + b"b,B,Size,S,2\n")
    assert [(one.line, one.column) for one in parsed.problems] == [(2, "Handle")]
    assert [one.handle for one in parsed.products] == ["b"]


def test_lines_are_counted_through_quoted_line_breaks() -> None:
    parsed = parse(rows('a,"A\nB\nC",Size,S,1', "a,,,M,x"))
    assert [one.line for one in parsed.problems] == [5]


@pytest.mark.parametrize("content", [b"", b"name,amount\nx,1\n", b"\xff\xfe", b"Title,Price\nx,1\n"])
def test_a_file_that_is_no_product_csv_is_refused(content: bytes) -> None:
    with pytest.raises(FileRefused):
        parse(content)


def test_utf16_with_tabs_as_a_spreadsheet_saves_it() -> None:
    parsed = parse((HEADER + "a,Ä,Size,S,1\n").replace(",", "\t").encode("utf-16"))
    assert parsed.products[0].texts["name"] == "Ä"


def test_columns_that_the_file_lacks_say_nothing() -> None:
    (product,) = parse(rows("a,A,Title,Default Title,1")).products
    assert (product.fields, product.pictures, product.categories, product.vendor) == ({}, None, None, None)
    assert product.variants[0].stock is None
    assert product.variants[0].description == ""


@given(st.binary(max_size=400))
def test_no_content_breaks_the_reader(content: bytes) -> None:
    parse(HEADER.encode() + content)


@given(st.lists(st.text(alphabet='ab,"\n\r;é', max_size=40), max_size=8))
def test_every_line_is_read_told_or_empty(lines: list[str]) -> None:
    parsed = parse((HEADER + "\n".join(lines) + "\nsafe,Safe,Title,Default Title,7").encode())
    assert all(one.line >= 2 for one in parsed.problems)


@pytest.mark.parametrize(
    ("text", "amount"),
    [("50", "50"), ("19.9", "19.90"), ("19,90", "19.90"), ("1,299.00", "1299"), ("1.299,00", "1299"), ("5 €", "5")],
)
def test_prices(text: str, amount: str) -> None:
    assert price(text) == Decimal(amount)


@pytest.mark.parametrize("text", ["ten", "-1", "1.234", "1e3", "NaN", "١٢", "1000000", "19.999", "1,2,3"])
def test_what_is_no_price(text: str) -> None:
    with pytest.raises(CellError):
        price(text)


@pytest.mark.parametrize("text", ["1.5", "five", "99999999999", "1e2"])
def test_what_is_no_whole_number(text: str) -> None:
    with pytest.raises(CellError):
        whole_number(text)


def test_small_readers() -> None:
    assert whole_number("-3.0") == -3
    assert labels("sale, Sale,, tour  2026 ,") == ["Sale", "Tour 2026"]
    assert shortened("one two three", 9) == "one two…"
    with pytest.raises(CellError):
        readable("a\x00b")


@pytest.mark.parametrize(
    ("body", "clean"),
    [
        ("", ""),
        ("plain & simple", "<p>plain &amp; simple</p>"),
        ("one\n\ntwo\nthree", "<p>one</p>\n\n<p>two<br>three</p>"),
        ("3 < 5 > 2", "<p>3 &lt; 5 &gt; 2</p>"),
        ('<p style="x">a<img src=x onerror=y></p>', "<p>a</p>"),
        ('<a href="javascript:x">a</a>', '<a rel="noopener noreferrer">a</a>'),
        ("<H1 class=x>A</H1>", "<h2>A</h2>"),
    ],
)
def test_bodies(body: str, clean: str) -> None:
    assert clean_body(body) == clean


money = st.decimals(0, 500, places=2)
costs = st.builds(ParsedCost, money) | st.tuples(money, money).map(lambda two: ParsedCost(min(two), max(two)))


@given(st.lists(costs, min_size=1, max_size=5))
def test_the_shop_computes_the_prices_that_the_file_has(in_file: list[ParsedCost]) -> None:
    base = base_cost(in_file)
    for cost in in_file:
        planned = variant_cost(base, cost)
        own = Cost(planned.own.price, planned.own.original) if planned.own else None
        shown = shop_variant_cost(own, Cost(base.price, base.original), planned.surcharge)
        assert shown == Cost(cost.price, cost.original)
        assert planned.surcharge >= 0
