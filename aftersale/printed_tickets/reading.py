"""Reads a list of printed numbers: one per line, optionally with the kind of ticket. Uses no Django, because it runs in
the bounded process (docs/decisions/0023); problems carry untranslated texts.
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from aftersale.numbers.printed import LONGEST, LONGEST_KIND, MOST_LINES
from aftersale.printed_tickets.rules import number_key
from shop.core.values.text_files import ROUNDED, decoded_text, table_lines

# Headings of the two columns in lists of ticket systems, in lower case.
NUMBERED_AS = (
    "nummer", "nr", "nr.", "ticketnummer", "ticket-nummer", "ticket-nr.", "kartennummer", "barcode", "code",
    "seriennummer", "number", "no", "no.", "ticket number", "ticketnumber", "serial", "serial number",
)  # fmt: skip
KIND_AS = (
    "kategorie", "preiskategorie", "ticketart", "kartenart", "art", "variante", "category", "price category",
    "ticket type", "type", "kind", "variant",
)  # fmt: skip


def gettext_noop(text: str) -> str:
    """Marks a text for translators. Django's needs settings."""
    return text


NO_NUMBER = gettext_noop("the number is missing")
TOO_LONG = gettext_noop("a number has at most %(most)s signs")
UNREADABLE = gettext_noop("signs that cannot be stored")
WAS_ROUNDED = gettext_noop("a spreadsheet has rounded this number: make its column a column of texts")
TWICE = gettext_noop("the number stands in line %(first)s, too")
TOO_MANY = gettext_noop("a list has at most %(most)s lines")
BROKEN = gettext_noop("the file cannot be read as CSV")


@dataclass(frozen=True)
class ListProblem:
    """A problem in a line. `text` is translated later and takes the `values`."""

    line: int
    text: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class ListedNumber:
    """A line of the list. `kind`: the ticket as named in the list; empty: all tickets of the event."""

    line: int
    number: str
    kind: str = ""


@dataclass
class ParsedList:
    numbers: list[ListedNumber] = field(default_factory=list)
    problems: list[ListProblem] = field(default_factory=list)


class _InvalidLine(Exception):
    pass


def read_numbers(content: bytes) -> ParsedList:
    """Read all lines and collect all problems. A line is `number` or `number;kind`. The heading is optional."""
    found = ParsedList()
    first: dict[str, int] = {}
    try:
        for line, cells in _rows(decoded_text(content)):
            if len(found.numbers) >= MOST_LINES:
                found.problems.append(ListProblem(line, TOO_MANY, {"most": MOST_LINES}))
                break
            try:
                one = _parsed_line(line, cells, first)
            except _InvalidLine as error:
                found.problems.append(ListProblem(line, *error.args))
                continue
            found.numbers.append(one)
    except csv.Error:
        found.problems.append(ListProblem(len(found.numbers) + 1, BROKEN))
    return found


def _rows(text: str) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield (number, kind) of each line below the heading; without a heading, of the first two columns."""
    lines, separator = table_lines(text)
    at, kind_at, is_first = 0, 1, True
    for line, row in enumerate(csv.reader(lines, delimiter=separator), 1):
        cells = [" ".join(cell.split()) for cell in row]
        if not any(cells):
            continue
        heads = [cell.casefold() for cell in cells]
        if is_first and (named := next((heads.index(one) for one in NUMBERED_AS if one in heads), None)) is not None:
            at, kind_at = named, next((heads.index(one) for one in KIND_AS if one in heads), len(heads))
        else:
            yield line, (_cell(cells, at), _cell(cells, kind_at))
        is_first = False


def _cell(cells: list[str], at: int) -> str:
    return cells[at] if at < len(cells) else ""


def _parsed_line(line: int, cells: tuple[str, str], first: dict[str, int]) -> ListedNumber:
    number, kind = cells
    key = number_key(number)
    if not key:
        raise _InvalidLine(NO_NUMBER, {})
    if not (number + kind).isprintable() or "\ufffd" in number + kind:
        raise _InvalidLine(UNREADABLE, {})
    if ROUNDED.fullmatch(number):
        raise _InvalidLine(WAS_ROUNDED, {})
    # Upper case may be longer.
    if max(len(number), len(key)) > LONGEST:
        raise _InvalidLine(TOO_LONG, {"most": LONGEST})
    if first.setdefault(key, line) != line:
        raise _InvalidLine(TWICE, {"first": first[key]})
    return ListedNumber(line, number, kind[:LONGEST_KIND])
