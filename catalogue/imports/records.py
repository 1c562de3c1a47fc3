"""Reads the records of a file: encoding, delimiter, quotes and lines, but not what they mean."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field

from shop.core.values.text_files import declared_separator

from .cells import readable
from .columns import columns_of, delimiter_of
from .problems import CellError, CellProblem, FileRefused

LARGEST = 32 * 1024 * 1024
MAX_CELL = 5_000_000


@dataclass(frozen=True)
class CsvTable:
    """`columns`: index of each key's column; `header`: the names as the file has them."""

    header: list[str]
    columns: dict[str, int]
    delimiter: str
    lines: list[str] = field(repr=False)
    first: int = 1
    """Index of the line below the header."""


@dataclass(frozen=True)
class CsvRow:
    line: int
    cells: dict[str, str]


def read_table(content: bytes) -> CsvTable:
    """Read the header. Raises FileRefused if the file is empty or too large, or if the header is not Shopify's."""
    if len(content) > LARGEST:
        raise FileRefused(f"The file has {len(content) // 2**20} MB, at most {LARGEST // 2**20} are possible.")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = content.decode("utf-16", errors="replace")
    else:
        text = content.decode("utf-8-sig", errors="surrogateescape")
    lines = list(io.StringIO(text, newline=""))
    if not lines:
        raise FileRefused("The file is empty.")
    declared = declared_separator(lines[0])
    at = 1 if declared and len(lines) > 1 else 0
    delimiter = declared if at else delimiter_of(lines[0])
    try:
        header = [name.strip() for name in next(csv.reader([lines[at]], delimiter=delimiter, strict=True), [])]
    except csv.Error as error:
        raise FileRefused(f"line {at + 1}: the header cannot be read: {error}.") from error
    return CsvTable(header, columns_of(header, at + 1), delimiter, lines, at + 1)


def records_of(table: CsvTable, problems: list[CellProblem]) -> Iterator[CsvRow]:
    """The readable rows; empty rows are skipped, broken rows are reported.

    A quote that is never closed would swallow the rest of the file, so after each broken row reading goes on with
    the line after the one where that row began.
    """
    start = table.first
    while start < len(table.lines):
        for line, row in rows_from(table, start):
            if isinstance(row, csv.Error):
                problems.append(CellProblem(line, "row", f"the quotes of this row do not match ({row})."))
                start = line  # counted from 1, so this is the next line's index
                break
            record = record_of(table, line, row, problems)
            if record:
                yield record
        else:
            return


def rows_from(table: CsvTable, start: int) -> Iterator[tuple[int, list[str] | csv.Error]]:
    """(line, row) from the line with index `start`; the last one is the error, if one row is broken."""
    before = csv.field_size_limit(MAX_CELL)
    try:
        # No slice: each broken row begins anew here, and copying what is left for each would take the square.
        left = (table.lines[number] for number in range(start, len(table.lines)))
        reader = csv.reader(left, delimiter=table.delimiter, strict=True)
        while True:
            line = start + reader.line_num + 1
            try:
                yield line, next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                yield line, error
                return
    finally:
        csv.field_size_limit(before)


def record_of(table: CsvTable, line: int, row: list[str], problems: list[CellProblem]) -> CsvRow | None:
    if not any(cell.strip() for cell in row):
        return None
    if any(cell.strip() for cell in row[len(table.header) :]):
        message = f"has {len(row)} cells, the header only {len(table.header)}. A comma outside quotes?"
        problems.append(CellProblem(line, "row", message))
        return None
    cells = {}
    for key, index in table.columns.items():
        try:
            cells[key] = readable(row[index]) if index < len(row) else ""
        except CellError as error:
            problems.append(CellProblem(line, table.header[index], str(error)))
            return None
    return CsvRow(line, cells)
