"""What code, templates, tests and docs refer to exists: sections of docs/behaviour, duties, decisions, files.

How to cite stands in docs/behaviour/README.md.
"""

import os
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from tests.sources import APPS, ROOT

DOCS = ROOT / "docs"
BEHAVIOUR = DOCS / "behaviour"
FOLDERS = (*APPS, "docs", "frontend", "launch", "templates", "tests")
AT_THE_TOP = ("*.md", "*.toml", "*.yml", "Caddyfile", "Dockerfile", "Makefile")
SUFFIXES = {".css", ".graphql", ".html", ".js", ".lua", ".md", ".py", ".sql", ".ts", ".tsx", ".txt", ".typ"}
# What is installed or built.
ELSEWHERE = {"dist", "dist-server", "generated", "node_modules"}
MADE_OF_PROOFS = DOCS / "features.md"
OWN = Path(__file__)

# A comment that goes on in the next line.
LINE = re.compile(r"\s*\n\s*(?:#(?!#)|//|\*)?\s*")
QUOTED = r'\\?"[^"\\]+\\?"|“[^”]+”|`[^`]+`|[A-Z][A-Z_]{4,}'
SECTION = r"§\d+"
DUTY = r"(?:[A-Z]{2}-\d+|J\d+)"
# A section's parts stand behind a blank: a quote without one ends the text that the reference stands in.
PART = rf" (?:(?:{QUOTED})(?:, (?:{QUOTED}))*|\(\d+\))|,? invariants? \d+(?:(?:, | and )\d+)*"
REFERENCE = re.compile(
    rf"\b(?P<page>[Dd]esign|[Cc]atalogue|[Pp]urchase|[Ll]aw) "
    rf"(?P<items>{SECTION}(?:{PART})?(?:(?:, | and | to | ?– ?){SECTION}(?:{PART})?| {DUTY}(?:, {DUTY}(?!\w))*)*)"
)
DUTIES = re.compile(rf"\b[Ll]aw (?P<items>(?:{SECTION} )?{DUTY}(?:[,;] (?:{SECTION} )?{DUTY})*)")
ITEM = re.compile(rf"(?P<section>{SECTION})|(?P<duty>\b{DUTY})")
LOOK = re.compile(r'\blook(?: \\?"(?P<plain>[A-Z][^"\\]+)\\?"|,? “(?P<curly>[^”]+)”)')
STRAY = re.compile(r"(?<!## )§\d+")
HEADING = re.compile(r"^## (?:(§\d+) )?(.+)$", re.MULTILINE)
DECISION = re.compile(
    r"\bdecisions/(?P<file>\d{4}(?:-[\w-]+)?)|\b[Dd]ecisions? (?P<prose>\d{4}(?:(?:, | and )\d{4})*\b)"
    r"|\((?P<short>00\d\d(?:, 00\d\d)*)\)"
)
LINK = re.compile(r"\]\((?!https?:|mailto:)(?P<path>[^)#\s]*)(?:#(?P<place>[^)\s]+))?\)")
CODE = re.compile(r"\b[A-Z]+(?:_[A-Z]+)+\b")


def files() -> Iterator[Path]:
    """All that people write."""
    for pattern in AT_THE_TOP:
        yield from ROOT.glob(pattern)
    for name in FOLDERS:
        for folder, folders, names in os.walk(ROOT / name):
            folders[:] = sorted(set(folders) - ELSEWHERE)
            yield from (Path(folder, one) for one in sorted(names) if Path(one).suffix in SUFFIXES)


@cache
def texts() -> dict[Path, str]:
    return {path: path.read_text() for path in files() if path not in (MADE_OF_PROOFS, OWN)}


def flat(*signs: str) -> dict[Path, str]:
    """Files that hold one of the signs, each on one line: a reference may go on in the next one."""
    return {path: LINE.sub(" ", text) for path, text in texts().items() if any(sign in text for sign in signs)}


@cache
def sections(page: str) -> dict[str, str]:
    """The text below each heading of a page, by `§4` or, where headings have no number, by their titles."""
    pieces = HEADING.split((BEHAVIOUR / f"{page}.md").read_text())[1:]
    return {
        number or title: LINE.sub(" ", f"{title} {text}")
        for number, title, text in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True)
    }


def quotes(part: str) -> list[str]:
    return [one.strip('\\"“”`') for one in re.findall(QUOTED, part)]


def missing_parts(page: str, number: str, part: str) -> Iterator[str]:
    """What is named of a section, by its words or its number, and is not in it."""
    text = sections(page)[number]
    for quote in quotes(part):
        if quote.lower() not in text.lower():
            yield f"{page} {number} has no “{quote}”"
    for rule in re.findall(r"\d+", re.sub(QUOTED, "", part)):
        if f" {rule}. **" not in text:
            yield f"{page} {number} has no rule {rule}"


def missing_sections(page: str, items: str) -> Iterator[str]:
    """`items`: what stands behind a page's name, such as `§3 "Session", §7`."""
    found = list(re.finditer(SECTION, items))
    for one, following in zip(found, [*found[1:], None], strict=True):
        if one[0] in sections(page):
            part = items[one.end() : following.start() if following else None]
            yield from missing_parts(page, one[0], re.sub(DUTY, "", part))
        else:
            yield f"{page} has no {one[0]}"


def missing_duties(items: str) -> Iterator[str]:
    """`items`: duties by their ids, each perhaps behind its section: `§2 WD-26, §11 J15`."""
    known = sections("law")
    section = ""
    for item in ITEM.finditer(items):
        section = item["section"] or section
        duty = item["duty"]
        if duty and not re.search(rf"\b{duty}\b", known.get(section, "") if section else " ".join(known.values())):
            yield f"law {section} has no {duty}".replace("  ", " ")


def missing(text: str) -> Iterator[str]:
    """What the text refers to in docs/behaviour and leads nowhere."""
    for one in REFERENCE.finditer(text):
        yield from missing_sections(one["page"].lower(), one["items"])
    for one in DUTIES.finditer(text):
        yield from missing_duties(one["items"])
    for one in LOOK.finditer(text):
        title = (one["plain"] or one["curly"]).strip()
        if title not in sections("look"):
            yield f"look has no “{title}”"
    for stray in STRAY.finditer(REFERENCE.sub("", text)):
        yield f"{stray[0]} of no page"


def missing_decisions(text: str) -> Iterator[str]:
    stems = {path.stem for path in (DOCS / "decisions").glob("*.md")}
    known = stems | {stem[:4] for stem in stems}
    for one in DECISION.finditer(text):
        named = [one["file"]] if one["file"] else re.findall(r"\d{4}", one["prose"] or one["short"])
        yield from (f"no decision {decision}" for decision in named if decision not in known)


def problems_by_file(problems: Iterator[tuple[Path, str]]) -> list[str]:
    return [f"{path.relative_to(ROOT)}: {problem}" for path, problem in problems]


def test_each_section_and_duty_that_is_referred_to_exists() -> None:
    referring = flat("§", "law ", "look")
    assert len(referring) > 500
    assert not problems_by_file((path, one) for path, text in referring.items() for one in missing(text))


def test_each_decision_that_is_referred_to_exists() -> None:
    assert not problems_by_file(
        (path, one) for path, text in flat("ecision", "(00").items() for one in missing_decisions(text)
    )


def test_links_of_the_docs_lead_to_files_and_headings() -> None:
    def broken(path: Path, text: str) -> Iterator[str]:
        for one in LINK.finditer(text):
            target = (path.parent / one["path"]).resolve() if one["path"] else path
            if not target.exists():
                yield f"no file {one['path']}"
            elif one["place"] and one["place"] not in anchors(target):
                yield f"no place #{one['place']} in {target.name}"

    docs = {path: text for path, text in flat("](").items() if path.suffix == ".md"}
    assert not problems_by_file((path, one) for path, text in docs.items() for one in broken(path, text))


def anchors(path: Path) -> set[str]:
    """As GitHub makes them of headings."""
    heads = re.findall(r"^#+ (.+)$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def test_each_constant_and_code_that_the_pages_name_exists() -> None:
    source = " ".join(text for path, text in texts().items() if path.suffix != ".md")
    words = set(CODE.findall(source))
    pages = {path: path.read_text() for path in BEHAVIOUR.glob("*.md")}
    named = ((path, one) for path, text in pages.items() for one in CODE.findall(text))
    assert not problems_by_file((path, one) for path, one in named if one not in words)


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ('"purchase §4", "plain goods', []),
        ("(purchase §3 to §5 “Check-in”)", []),
        ('(design §4 (6), §6 and purchase §8 "mass-refundable")', []),
        ("law §2 WD-26, §11 J15", []),
        ("§ 312j BGB", []),
        ("purchase §4, §12", ["purchase has no §12"]),
        ('(purchase §4 "Cart rulez")', ["purchase §4 has no “Cart rulez”"]),
        (r"'design §4 \"Whose is it?\"'", ["design §4 has no “Whose is it?”"]),
        ("design §4, invariants 5 and 77", ["design §4 has no rule 77"]),
        ("design §4 (10)", ["design §4 has no rule 10"]),
        ("law §2 WD-7, DP-6", ["law §2 has no DP-6"]),
        ("law XY-1", ["law has no XY-1"]),
        ('look "Every scream"', ["look has no “Every scream”"]),
        ("as §5 wants", ["§5 of no page"]),
        ("the specification's §5", ["§5 of no page"]),
    ],
)
def test_a_reference_that_leads_nowhere_is_found(text: str, problems: Sequence[str]) -> None:
    assert list(missing(text)) == problems


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("decisions 0018 and 0022; docs/decisions/0041; decisions/0041-merging-into-an-order.md", []),
        ("decision 9018", ["no decision 9018"]),
        ("as elsewhere (0018, 0099)", ["no decision 0099"]),
        ("decisions 0018 and 9022", ["no decision 9022"]),
        ("docs/decisions/0041-another-name.md", ["no decision 0041-another-name"]),
    ],
)
def test_a_decision_that_there_is_not_is_found(text: str, problems: Sequence[str]) -> None:
    assert list(missing_decisions(text)) == problems
