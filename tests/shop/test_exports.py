"""No cell of a table that staff take away is a formula, whoever filled it in (design §6)."""

import ast
import csv
import io
import tomllib
import unicodedata
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shop.core.values.exports import csv_file, write_table
from tests.proofs import proves

ROOT = Path(__file__).resolve().parent.parent.parent
APPS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["root_packages"]
# They write files that a spreadsheet opens.
WRITERS = {"csv.writer", "csv.DictWriter"}
OTHER_WRITERS = (
    "openpyxl",
    "xlsxwriter",
    "xlwt",
    "pyexcel",
    "odf",
    "ezodf",
    "tablib",
    "import_export",
    "pandas",
    "polars",
)
BEGINNINGS = "=+-@\t\r\n \u3000\u00a0\ufeff\u200b\x00\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b1a'"


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=";"))


def is_formula(cell: str) -> bool:
    """As a spreadsheet that is as kind as can be would see it."""
    plain = unicodedata.normalize("NFKC", cell)
    seen = plain.lstrip("".join(sign for sign in plain if unicodedata.category(sign)[0] in "CZ"))
    return plain[:1] in ("\t", "\r", "\n") or seen[:1] in tuple("=+-@")


@proves(
    "design §6",
    "no cell of an export begins a formula, behind blanks and line ends, with full-width signs and in headings too; "
    "every export goes through one door",
)
@given(st.lists(st.text(BEGINNINGS, max_size=4) | st.text(max_size=8), min_size=1, max_size=4))
def test_nothing_that_is_written_is_a_formula(texts: list[str]) -> None:
    file = io.StringIO(newline="")
    write_table(file, texts, [texts])
    for row in read(file.getvalue()):
        assert not any(map(is_formula, row))
        assert [one.removeprefix("'") for one in row] == [one.removeprefix("'") for one in texts]


@pytest.mark.parametrize("text", ["=1", "\n=1", "\r=1", "\t1", "＝1+1", "﹢49", " =1", "\u200b=1", "\ufeff@x", "－1"])
def test_what_begins_a_formula_is_marked_as_text(text: str) -> None:
    (_heads, (cell,)) = read(csv_file("x", ["x"], [[text]]).content.decode("utf-8-sig"))
    assert cell == f"'{text}"


def test_texts_and_numbers_stay_as_they_are() -> None:
    rows: list[list[object]] = [["Mira", "1=1", "x\n=1", "", "Łódź"], [Decimal("-1.50"), 3, None, "12:30", "a@b.de"]]
    text = csv_file("x", ["head"], rows).content.decode("utf-8-sig")
    assert read(text)[1:] == [["Mira", "1=1", "x\n=1", "", "Łódź"], ["-1,50", "3", "None", "12:30", "a@b.de"]]


def uses(tree: ast.AST) -> Iterator[str]:
    """What a module imports and what it takes of other modules, by their names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{one.name}" for one in node.names)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{node.value.id}.{node.attr}"


def writes_tables(text: str) -> bool:
    found = set(uses(ast.parse(text)))
    return bool(found & WRITERS) or any(one.split(".")[0] in OTHER_WRITERS for one in found)


def test_nobody_else_writes_such_a_file() -> None:
    files = [file for app in APPS for file in (ROOT / app).rglob("*.py")]
    assert len(files) > 400
    assert [str(one.relative_to(ROOT)) for one in files if writes_tables(one.read_text())] == [
        "shop/core/values/exports.py"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "import csv\ncsv.writer(x)",
        "from csv import DictWriter",
        "import openpyxl.workbook",
        "from xlsxwriter import Workbook",
    ],
)
def test_somebody_else_would_be_found(text: str) -> None:
    assert writes_tables(text)
