"""Splits a line of an address for carriers' portals: street, house number and addition."""

import re
from dataclasses import dataclass

MONTHS = (
    # as streets are named after days: Polish, Czech, Italian, French, Spanish, Portuguese
    "stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|wrze[sś]nia|pa[zź]dziernika|listopada|grudnia|"
    "ledna|[uú]nora|b[rř]ezna|dubna|kv[eě]tna|[cč]ervna|[cč]ervence|srpna|z[aá][rř][ií]|[rř][ií]jna|prosince|"
    "gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|"
    "janvier|f[eé]vrier|mars|avril|mai|juin|juillet|ao[uû]t|septembre|octobre|d[eé]cembre|"
    "enero|febrero|abril|mayo|junio|julio|septiembre|octubre|noviembre|diciembre|"
    "janeiro|fevereiro|mar[cç]o|maio|junho|julho|setembro|outubro|novembro|dezembro"
)
# Numbers that belong to the street's name: "17. Juni", "11 Listopada", "8 Mai 1945" before a house's number.
IN_NAME = re.compile(
    rf"[0-9]+(?:\.(?=\s*[^\W\d_])|\s+(?:de\s+)?(?:{MONTHS})\b(?:\s+(?:1[5-9]|20)[0-9]{{2}}(?=\D+[0-9]))?)", re.I
)
# "Q 7, 24" in Mannheim; "Straße 12 Nr. 3", where the house says that it is the number.
NUMBERED_NAME = re.compile(
    r"(?:[A-U]\s?[1-9][0-9]?(?=[,\s]\s*[0-9]))|(?:stra(?:ß|ss)e|str\.?|weg)\s*[0-9]+(?=,?\s*(?:haus)?(?:nr|nummer)\b)",
    re.I,
)
# Neither a flat's "m 5" behind a Polish number.
LETTERS = r"(?:\s?/?(?!c/o\b|m\s+[0-9])[a-z](?:\s?[-/]\s?[a-z](?!\w))*(?![\w.]))?"
# "12", "135 b", "5-7", "1/2/3", "3a - 5c", "1 1/3", "12½"; not the "2" of "12/2. Stock".
NUMBER = re.compile(
    rf"[0-9]+{LETTERS}(?:\s+[1-9][0-9]?/[1-9][0-9]?(?![0-9./])|\s*[½⅓⅔¼¾])?"
    rf"(?:\s*[-–/+]\s*[0-9]+(?![0-9]|\.\s*[^\W\d_]){LETTERS})*",
    re.I,
)
SAYS_NUMBER = re.compile(r"[\s,]*\b(?:haus)?(?:nr\.?|nummer|no\.?)$", re.I)
AROUND = " ,;/–-·"
# "10 Downing Street": where the number stands in front, as it does there.
IN_FRONT = frozenset({"gb", "ie", "us", "ca", "au", "nz", "mt"})
UNITS = r"(?:flat|apartment|apt\.?|unit|suite|ste\.?|studio|room|rm\.?|floor|level|block|no\.?)"
UNIT = re.compile(rf"{UNITS}\s*#?\s*(?:[0-9]+\s?[a-z]?|[a-z])(?![\w])", re.I)
FRONT = re.compile(rf"[0-9]+[a-z]?(?:\s*[-–/&]\s*[0-9]+[a-z]?)?,?\s+(?!{UNITS}\s*#?\s*[0-9])[^\W\d_][^0-9,]*", re.I)
# "Fő utca 12. fszt. 2.": what follows a Hungarian street's kind is the house's number, with a dot.
HUNGARIAN = re.compile(
    r"\b(?:utca|u\.?|út|útja|tér|tere|körút|krt\.?|köz|sor|sétány|rakpart|rkp\.?|fasor|dűlő|lakótelep|ltp\.?)\s*$", re.I
)


@dataclass(frozen=True)
class Street:
    """`addition`: the text after the house number, such as "Hinterhaus 3" or "Stiege 2 Top 12"."""

    name: str
    number: str
    addition: str = ""


def split_street(line: str, country: str = "") -> Street:
    """Split at the first number after the street's name. Without a number, or with one in front ("10 Downing Street"),
    the whole text is the street. `country`: two letters, for national formats.
    """
    line = " ".join(line.split())
    if country in IN_FRONT and (found := split_in_front(line)):
        return found
    return split_behind(line, country)


def split_in_front(line: str) -> Street | None:
    """Split an address with the number in front: "Flat 3, Rose House, 10 Downing Street"."""
    for found in FRONT.finditer(line):
        before, after = line[: found.start()], line[found.end() :]
        is_end_of_unit = UNIT.search(before + found[0].split(",")[0].split(" ")[0], max(0, len(before) - 12))
        if is_end_of_unit and is_end_of_unit.end() > len(before):
            continue
        if not before.strip() or before.rstrip().endswith(",") or UNIT.fullmatch(before.strip()):
            return Street(found[0].strip(AROUND), "", together(before, after))
    if (unit := UNIT.match(line)) and (rest := line[unit.end() :].strip(AROUND)):
        street = split_behind(rest, "")
        return Street(street.name, street.number, together(unit[0], street.addition))
    return None


def together(*parts: str) -> str:
    return ", ".join(text for part in parts if (text := part.strip(AROUND)))


def split_behind(line: str, country: str) -> Street:
    at = begun.end() if (begun := NUMBERED_NAME.match(line)) else 0
    while (found := NUMBER.search(line, at)) and (inside := IN_NAME.match(line, found.start())):
        if country == "hu" and HUNGARIAN.search(line[: found.start()]):
            break
        at = inside.end()
    name = SAYS_NUMBER.sub("", line[: found.start()].rstrip(" ,;")) if found else ""
    if not found or not any(sign.isalpha() for sign in name):
        return Street(line, "")
    return Street(name, found[0], line[found.end() :].lstrip(AROUND + ".").rstrip(AROUND))
