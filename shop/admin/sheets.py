"""Tables that staff take along, for spreadsheets."""

import csv
from collections.abc import Iterable, Sequence

from django.http import HttpResponse
from django.utils import timezone

# A spreadsheet would take a cell that begins with one of these for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def safe_cell(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text


def sheet(name: str, heading: Sequence[str], rows: Iterable[Sequence[str]]) -> HttpResponse:
    """A CSV that Excel opens by a double click: UTF-8 with a mark, semicolons, no formulas."""
    file = f"{name}-{timezone.localdate():%Y-%m-%d}.csv"
    response = HttpResponse(
        content_type="text/csv; charset=utf-8", headers={"Content-Disposition": f'attachment; filename="{file}"'}
    )
    response.write("\ufeff")
    writer = csv.writer(response, delimiter=";")
    writer.writerow(heading)
    writer.writerows([safe_cell(cell) for cell in row] for row in rows)
    return response
