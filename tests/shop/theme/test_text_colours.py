"""Every colour of text in the pages stands on a ground on which themes are checked for it (shop/theme)."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from shop.models.theme_colours import COLOURS, PLAIN_GROUNDS, PLAIN_TEXTS, TEXT_PAIRS
from tests.proofs import proves

ROOT = Path(__file__).resolve().parents[3]
TOKENS = {name.removesuffix("_colour").replace("_", "-"): name for name in COLOURS}
# The ground is then the parent's, whose own text has one of these colours.
SEE_THROUGH = "transparent"
# Mixed by the style sheet; only for what cannot be used just now, which WCAG leaves out.
MIXED = "hairline"
LEGIBLE = {frozenset(pair) for pair in TEXT_PAIRS}

PAGES = [
    *(path for path in (ROOT / "frontend/src").rglob("*.tsx") if "generated" not in path.parts),
    *(ROOT / "templates").rglob("*.html"),
]
SHEETS = sorted((ROOT / "frontend/src/theme").glob("*.css"))


def class_lists(source: str) -> Iterator[list[str]]:
    """What stands between quotes, in a template's tags too; a template's choices within quotes are all taken."""
    for text in (re.sub(r"{[%{].*?[%}]}", " ", source), *re.findall(r"{%.*?%}", source)):
        for words in re.findall(r'"([^"\n]*)"|`([^`]*)`', text):
            yield "".join(words).split()


def coloured(classes: list[str], kind: str) -> Iterator[tuple[str, str]]:
    """(states such as "hover", token) of `text-…` or `bg-…`."""
    for name in classes:
        *states, utility = name.split(":")
        if utility.startswith(f"{kind}-"):
            yield ":".join(states), utility.removeprefix(f"{kind}-").partition("/")[0]


def faint(classes: list[str]) -> list[str]:
    grounds = list(coloured(classes, "bg"))
    return [
        f"{state}:text-{token}"
        for state, token in coloured(classes, "text")
        if (token in TOKENS and TOKENS[token] not in PLAIN_TEXTS and not is_legible(state, token, grounds))
        or (token == MIXED and state != "disabled")
    ]


def is_legible(state: str, token: str, grounds: list[tuple[str, str]]) -> bool:
    there = {ground for at, ground in grounds if at == state} or {ground for at, ground in grounds if not at}
    if SEE_THROUGH in there:
        return token.startswith("on-")
    return any(frozenset((TOKENS[token], TOKENS[one])) in LEGIBLE for one in there if one in TOKENS)


def test_plain_texts_are_checked_on_all_plain_grounds() -> None:
    assert {(text, ground) for text in PLAIN_TEXTS for ground in PLAIN_GROUNDS} <= set(TEXT_PAIRS)


def test_the_walk_sees_the_pages() -> None:
    found = [words for path in PAGES for words in class_lists(path.read_text())]
    assert sum(bool(list(coloured(words, "text"))) for words in found) > 300


@proves("design §6", "every colour of text, hover included, stands on a ground on which themes are checked for it")
@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_colour_of_text_brings_its_ground(path: Path) -> None:
    assert [one for words in class_lists(path.read_text()) for one in faint(words)] == []


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_each_colour_of_text_in_a_style_sheet_brings_its_ground(path: Path) -> None:
    for block in re.findall(r"{([^{}]*)}", path.read_text()):
        for token in re.findall(r"(?<![\w-])color: var\(--shop-([\w-]+)\)", block):
            grounds = re.findall(r"background(?:-color)?:[^;]*?var\(--shop-([\w-]+)\)", block)
            assert TOKENS[token] in PLAIN_TEXTS or is_legible("", token, [("", one) for one in grounds]), block


@pytest.mark.parametrize(
    ("classes", "found"),
    [
        ("no-underline group-hover:text-accent", ["group-hover:text-accent"]),
        ("bg-ink text-accent", [":text-accent"]),
        ("bg-accent text-on-accent", []),
        ("bg-ink hover:bg-accent hover:text-on-accent", []),
        ("hover:bg-accent text-on-accent", [":text-on-accent"]),
        ("bg-ink text-paper", []),
        ("text-xl text-ink-soft text-current", []),
        ("hover:bg-transparent hover:text-on-hero", []),
        ("bg-transparent text-accent", [":text-accent"]),
        ("bg-transparent text-ink hover:bg-ink hover:text-paper", []),
        ("text-hairline disabled:text-hairline", [":text-hairline"]),
    ],
)
def test_what_the_walk_refuses(classes: str, found: list[str]) -> None:
    assert faint(classes.split()) == found
