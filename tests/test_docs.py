"""The documents say what is there: files, links, decisions, middlewares, staff's words."""

import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.pofile import read_po
from django.conf import settings

from config.management.commands.collect_messages import catalogue_path
from tests.decisions import INDEX, index, written_dates
from tests.sources import ROOT

# features.md is made from the tests, and names files from its chapters' folders.
PAGES = sorted({ROOT / "README.md", *(ROOT / "docs").rglob("*.md")} - {ROOT / "docs" / "features.md"})
GLOSSARY = ROOT / "docs" / "glossary.md"
FOLDERS = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}
# What is only there once the frontend is built.
BUILT = ("frontend/dist", "frontend/src/generated")
PATH = re.compile(r"(?<![\w/.`-])`?((?:[\w-]+/)+[\w.*-]*)")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)")
BOX = re.compile(r'\["([A-Za-z]\w*)(?:<br>[^"]*)?"\]')


def paths_in(text: str) -> Iterator[str]:
    """Those that begin with a folder of the project's root."""
    for found in PATH.findall(text):
        path = found.rstrip(".")
        if path.partition("/")[0] in FOLDERS and not path.startswith(BUILT):
            yield path


def is_there(path: str) -> bool:
    """Also `docs/decisions/0068` and `aftersale/*/rest.py`."""
    return (ROOT / path).exists() or any(ROOT.glob(path)) or any(ROOT.glob(f"{path}-*.md"))


def test_each_file_that_is_named_is_there() -> None:
    # Behaviour pages name addresses of the shop, such as `checkout/resume`.
    pages = [page for page in PAGES if page.parent.name != "behaviour"]
    named = [(page, path) for page in pages for path in paths_in(page.read_text())]
    assert len(named) > 150
    assert [f"{page.relative_to(ROOT)}: {path}" for page, path in named if not is_there(path)] == []


def test_each_link_leads_to_a_file() -> None:
    links = [(page, link) for page in PAGES for link in LINK.findall(page.read_text())]
    assert len(links) > 80
    assert [f"{page.relative_to(ROOT)}: {link}" for page, link in links if not (page.parent / link).exists()] == []


def test_the_index_has_every_decision() -> None:
    assert INDEX.read_text() == index(written_dates()), "write it anew: python -m tests.decisions"


def test_a_pages_drawing_has_every_middleware_in_order() -> None:
    text = (ROOT / "docs" / "page-request.md").read_text()
    drawn = BOX.findall(text[text.index("subgraph outside") : text.index("outside --> inside")])
    assert drawn == [Path(name).suffix.removeprefix(".") for name in settings.MIDDLEWARE]


def test_the_glossary_is_in_order_and_says_what_staff_read() -> None:
    rows = [row.strip("| ").split(" | ") for row in GLOSSARY.read_text().splitlines() if row.startswith("| ")][1:]
    terms = [term.lower() for term, _meaning, _german in rows]
    assert len(terms) > 60
    assert terms == sorted(set(terms))
    with catalogue_path("de").open("rb") as file:
        texts = "\n".join(str(one.string) for one in read_po(file, locale="de") if one.id).casefold()
    german = [word for _term, _meaning, words in rows for word in words.split(", ") if word != "–"]
    assert [word for word in german if word.casefold() not in texts] == []
