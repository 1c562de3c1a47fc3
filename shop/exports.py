"""Tables that staff take away: CSV that Excel opens as it is, and in which nothing is a formula."""

import csv
from collections.abc import Iterable
from decimal import Decimal

from django.http import HttpResponse
from django.utils import timezone

# What a spreadsheet takes for the beginning of a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_file(name: str, heads: Iterable[str], rows: Iterable[Iterable[object]]) -> HttpResponse:
    """A download named after today, with semicolons, decimal commas and a mark of its encoding."""
    file_name = f"{name}-{timezone.localdate():%Y-%m-%d}.csv"
    response = HttpResponse(
        content_type="text/csv; charset=utf-8", headers={"Content-Disposition": f'attachment; filename="{file_name}"'}
    )
    response.write("\ufeff")
    writer = csv.writer(response, delimiter=";")
    writer.writerow(heads)
    writer.writerows([cell(one) for one in row] for row in rows)
    return response


def cell(value: object) -> str:
    """A text that is no formula, or a number as it is; a negative one stays a number."""
    if isinstance(value, Decimal):
        return str(value).replace(".", ",")
    text = str(value)
    return f"'{text}" if text.startswith(FORMULA) else text
