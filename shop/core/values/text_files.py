"""Reads text files and CSV tables as spreadsheets save them. Imports nothing of Django, because the bounded child
process uses it.
"""

import re
from collections.abc import Sequence

# The first line that some spreadsheets write and read: `sep=;`.
SEPARATOR = re.compile(r'"?sep=([^"])"?,*[\r\n]*', re.IGNORECASE)
# 4,01234E+12; and numbers of more than 15 digits, whose end became zeros.
ROUNDED = re.compile(r"\d[.,]\d+E\+?\d+|\dE\+\d+|\d{15}0{3,}", re.IGNORECASE | re.ASCII)
_MONTH = r"(?:jan|feb|mar|mrz|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)"
# What was 1-6 or 36/38: 1-Jun, 01. Jun, Jun 36, 01.06., 2026-06-01, 6/1/2026.
DATED = re.compile(
    rf"\d{{1,2}}[-. ]{{1,2}}{_MONTH}\.?([-. ]{{1,2}}\d{{2,4}})?|{_MONTH}[-. ]{{1,2}}\d{{2,4}}"
    r"|\d{1,2}\.\d{1,2}\.(\d{2}|\d{4})?|\d{4}-\d{2}-\d{2}( 00:00(:00)?)?|\d{1,2}/\d{1,2}/(\d{2}|\d{4})",
    re.IGNORECASE | re.ASCII,
)


def declared_separator(line: str) -> str:
    """Return the separator that a first line `sep=…` declares, "" for any other line."""
    found = SEPARATOR.fullmatch(line)
    return found[1] if found else ""


def table_lines(text: str) -> tuple[list[str], str]:
    """Return the lines and the separator: the declared one, whose line is emptied, otherwise the most frequent one of
    the heading.
    """
    lines = text.splitlines()
    if lines and (declared := declared_separator(lines[0])):
        return ["", *lines[1:]], declared
    heading = next((line for line in lines if line.strip()), "")
    return lines, max(";\t,", key=heading.count)


def is_damaged(text: str) -> bool:
    """True if the text lost characters: invalid UTF-8, replacement characters, or UTF-8 read as Windows-1252."""
    if any("\ud800" <= sign <= "\udfff" or sign == "\ufffd" for sign in text):
        return True
    if text.isascii():
        return False
    try:
        return text.encode("cp1252").decode() != text
    except UnicodeError:
        return False


def has_check_digit(number: str) -> bool:
    """True unless the number has the length of an EAN, UPC or GTIN and a wrong check digit."""
    if not re.fullmatch(r"\d{8}|\d{12,14}", number, re.ASCII):
        return True
    return sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(reversed(number))) % 10 == 0


def abridged(lines: Sequence[int]) -> str:
    """Return the first line numbers as a text: "2, 3, 7, …"."""
    return ", ".join(map(str, lines[:10])) + (", …" if len(lines) > 10 else "")


def decoded_text(content: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16 or Windows-1252."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
