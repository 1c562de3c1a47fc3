"""CSV files for staff: Excel opens them directly, and no cell can be a formula. `write_table` writes all of them."""

import csv
import unicodedata
from collections.abc import Iterable
from decimal import Decimal
from typing import Protocol

from django.http import HttpResponse
from django.utils import timezone

# Characters that begin a formula in a spreadsheet, also after a blank.
FORMULA = ("=", "+", "-", "@")
# Characters that a spreadsheet drops or takes for the end of a cell, so that the next one comes first.
ENDS = ("\t", "\r", "\n")


class Writable(Protocol):
    def write(self, text: str, /) -> object: ...


def csv_file(name: str, heads: Iterable[str], rows: Iterable[Iterable[object]]) -> HttpResponse:
    """Return a download with today's date in its name, semicolons, decimal commas and a byte order mark."""
    file_name = f"{name}-{timezone.localdate():%Y-%m-%d}.csv"
    response = HttpResponse(
        content_type="text/csv; charset=utf-8", headers={"Content-Disposition": f'attachment; filename="{file_name}"'}
    )
    response.write("\ufeff")
    write_table(response, heads, rows)
    return response


def write_table(file: Writable, heads: Iterable[object], rows: Iterable[Iterable[object]]) -> None:
    writer = csv.writer(file, delimiter=";")
    writer.writerow([cell(one) for one in heads])
    writer.writerows([cell(one) for one in row] for row in rows)


def cell(value: object) -> str:
    """Return the value as a cell: a number unchanged, also a negative one; a text so that it is no formula."""
    if isinstance(value, Decimal):
        return str(value).replace(".", ",")
    text = str(value)
    return f"'{text}" if begins_formula(text) else text


def begins_formula(text: str) -> bool:
    """True if a spreadsheet may read the text as a formula, also after invisible characters or with a
    full-width "＝".
    """
    plain = unicodedata.normalize("NFKC", text)
    return plain.startswith(ENDS) or visible(plain).startswith(FORMULA)


def visible(text: str) -> str:
    """Return the text from its first visible character on."""
    first = next((place for place, sign in enumerate(text) if unicodedata.category(sign)[0] not in "CZ"), len(text))
    return text[first:]
