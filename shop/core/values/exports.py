"""Tables that staff take away: CSV that Excel opens as it is, and in which nothing is a formula.

Every such file is written by `write_table`, whoever reads it.
"""

import csv
import unicodedata
from collections.abc import Iterable
from decimal import Decimal
from typing import Protocol

from django.http import HttpResponse
from django.utils import timezone

# What a spreadsheet takes for the beginning of a formula, also behind a blank.
FORMULA = ("=", "+", "-", "@")
# What it drops or takes for the end of a cell, so that the next sign is the first.
ENDS = ("\t", "\r", "\n")


class Writable(Protocol):
    def write(self, text: str, /) -> object: ...


def csv_file(name: str, heads: Iterable[str], rows: Iterable[Iterable[object]]) -> HttpResponse:
    """A download named after today, with semicolons, decimal commas and a mark of its encoding."""
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
    """A text that is no formula, or a number as it is; a negative one stays a number."""
    if isinstance(value, Decimal):
        return str(value).replace(".", ",")
    text = str(value)
    return f"'{text}" if begins_formula(text) else text


def begins_formula(text: str) -> bool:
    """Full-width signs ("＝") are signs, too, and nobody sees what stands before the first that one sees."""
    plain = unicodedata.normalize("NFKC", text)
    return plain.startswith(ENDS) or visible(plain).startswith(FORMULA)


def visible(text: str) -> str:
    """From the first sign on that is neither blank nor a control or format sign."""
    first = next((place for place, sign in enumerate(text) if unicodedata.category(sign)[0] not in "CZ"), len(text))
    return text[first:]
