"""Reads a list of payment codes as a programme issued them: one code per line, as text or CSV."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from cart.models import MAX_CODE_VALUE, PaymentCode
from shop.core.codes.normal import normal_code
from shop.core.database.storable import is_storable
from shop.core.values.text_files import ROUNDED, declared_separator

LONGEST_CODE = 40
MOST_CODES = 10_000
MOST_PROBLEMS = 50
AT_ONCE = 1000
# First cells by which a heading is recognised.
HEADINGS = frozenset({"CODE", "CODES", "WERTCODE", "WERTCODES", "GUTSCHEIN", "GUTSCHEINCODE", "VOUCHER"})
EURO = re.compile(r"(\d{1,6})(?:[.,](\d{1,2}))?(?:€|EUR)?", re.IGNORECASE)
DAY = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)|(\d\d?)\.(\d\d?)\.(\d{4})", re.ASCII)

TOO_LONG = _("a code has at most %(most)s signs")
NO_CODE = _("the code is missing")
TWICE = _("the code stands in line %(first)s, too")
KNOWN = _("the code is there already")
NO_VALUE = _("“%(text)s” is no value from 0.01 to %(most)s euros")
NO_DAY = _("“%(text)s” is no day")
PAST = _("the code has expired already")
TOO_MANY_CELLS = _("more than code, value and last day")
UNREADABLE = _("signs that cannot be stored")
WAS_ROUNDED = _("a spreadsheet has rounded this number: make its column a column of texts")


@dataclass(frozen=True)
class ListedCode:
    """`value` in euros and `expires_at`; None if the line has none: then the values of the whole list apply."""

    line: int
    code: str
    value: Decimal | None = None
    expires_at: datetime | None = None


@dataclass
class CodeList:
    codes: list[ListedCode] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    """Each with its line number, in the active language."""

    def add_problem(self, line: int, text: object, /, **values: object) -> None:
        what = str(text) % values
        self.problems.append(str(_("Line %(line)s")) % {"line": line} + f": {what}.")


class _InvalidCodeLine(Exception):
    pass


def read_list(text: str, now: datetime) -> CodeList:
    """Read all lines and collect all problems. A line is `code`, `code;value` or `code;value;last day`; tabs separate,
    too. Codes that are stored already are problems.
    """
    found = CodeList()
    first: dict[str, int] = {}
    for line, cells in _rows(text):
        if len(found.codes) >= MOST_CODES:
            found.add_problem(line, _("a list has at most %(most)s codes"), most=MOST_CODES)
            break
        try:
            one = _code(line, cells, now)
        except _InvalidCodeLine as error:
            found.add_problem(line, *error.args[:1], **error.args[1])
            continue
        if one.code in first:
            found.add_problem(line, TWICE, first=first[one.code])
            continue
        first[one.code] = line
        found.codes.append(one)
    for code in _stored_codes(first):
        found.add_problem(first[code], KNOWN)
    return found


def shown_problems(problems: list[str]) -> list[str]:
    """Return the first MOST_PROBLEMS, and how many more there are."""
    more = len(problems) - MOST_PROBLEMS
    if more <= 0:
        return problems
    rest = ngettext("and one more problem", "and %(more)s more problems", more) % {"more": more}
    return [*problems[:MOST_PROBLEMS], rest]


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    lines = text.splitlines()
    heading = 2 if lines and declared_separator(lines[0]) else 1
    for line, row in enumerate(lines[heading - 1 :], heading):
        cells = [cell.strip().strip('"').strip() for cell in re.split("[;\t]", row)]
        while cells and not cells[-1]:
            cells.pop()
        if cells and not (line == heading and normal_code(cells[0]) in HEADINGS):
            yield line, cells


def _code(line: int, cells: list[str], now: datetime) -> ListedCode:
    code = normal_code(cells[0])
    if not code:
        raise _InvalidCodeLine(NO_CODE, {})
    if ROUNDED.fullmatch(cells[0]):
        raise _InvalidCodeLine(WAS_ROUNDED, {})
    if not is_storable(code) or "\ufffd" in code:
        raise _InvalidCodeLine(UNREADABLE, {})
    if len(code) > LONGEST_CODE:
        raise _InvalidCodeLine(TOO_LONG, {"most": LONGEST_CODE})
    if len(cells) > 3:
        raise _InvalidCodeLine(TOO_MANY_CELLS, {})
    value = _value(cells[1]) if len(cells) > 1 and cells[1] else None
    expires_at = _end_of(cells[2]) if len(cells) > 2 else None
    if expires_at is not None and expires_at <= now:
        raise _InvalidCodeLine(PAST, {})
    return ListedCode(line, code, value, expires_at)


def _value(text: str) -> Decimal:
    match = EURO.fullmatch("".join(text.split()))
    value = Decimal(f"{match[1]}.{match[2] or 0}") if match else Decimal(0)
    if not 0 < value <= MAX_CODE_VALUE:
        raise _InvalidCodeLine(NO_VALUE, {"text": text[:40], "most": MAX_CODE_VALUE})
    return value


def _end_of(text: str) -> datetime:
    """Return midnight after the day, in the active time zone."""
    match = DAY.fullmatch(text)
    try:
        if match is None:
            raise ValueError
        year, month, day = (match[1], match[2], match[3]) if match[1] else (match[6], match[5], match[4])
        last = date(int(year), int(month), int(day)) + timedelta(days=1)
    except (ValueError, OverflowError) as error:
        raise _InvalidCodeLine(NO_DAY, {"text": text[:40]}) from error
    return timezone.make_aware(datetime.combine(last, time.min))


def _stored_codes(codes: dict[str, int]) -> Iterator[str]:
    """Yield the codes that are stored already, in the order of the list."""
    listed = list(codes)
    for start in range(0, len(listed), AT_ONCE):
        some = listed[start : start + AT_ONCE]
        stored = set(PaymentCode.objects.filter(code__in=some).values_list("code", flat=True))
        yield from (code for code in some if code in stored)
