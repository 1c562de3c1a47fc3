"""The words of the code (docs/contributing.md, "Language"): class names are unique, and no word that only its authors
understood stands in names, docstrings and documents.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.proofs import proves
from tests.sources import APPS, ROOT

# Words without a meaning in the field: as a part of a name, and in prose.
PRIVATE = ("told", "said", "deed", "misfit", "wish", "whoever")
# Names of a column, of the wire and of a stored job.
FIXED = {"told_at", "said", "forget_old_newsletter_wishes"}
# It shows such words as bad examples.
RULE_CARD = "contributing.md"
MODELS = re.compile(r"(/models/|/models\.py$)")
# Django finds a command by its module, and config/hooks.py a border by its app. A model's name is also that of its
# content type: both kinds of admission keep theirs.
SAME_EVERYWHERE = {"Command", "Above", "NothingAbove", "Admission"}
# They run the shop and fill it, and import little of it.
OUTSIDE = {"launch", "demo"}


def product_files() -> Iterator[Path]:
    for app in ("launch", *APPS):
        for file in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in file.parts:
                yield file


def kind_of(file: Path) -> str:
    """A model and its type on the wire share a name, which both must have."""
    if MODELS.search(file.as_posix()):
        return "model"
    return "wire" if "graphql" in file.parts or file.stem == "graphql" else "other"


@proves("design §1", "no two classes of the project have one name, but for a model and its type on the wire")
def test_no_two_classes_have_one_name() -> None:
    places: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for file in product_files():
        place = file.relative_to(ROOT)
        for node in [] if place.parts[0] in OUTSIDE else ast.parse(file.read_text()).body:
            if isinstance(node, ast.ClassDef) and node.name not in SAME_EVERYWHERE:
                places[node.name].append((kind_of(file), str(place)))
    doubled = {
        name: [place for _kind, place in found]
        for name, found in places.items()
        if len(found) > 1 and sorted(kind for kind, _place in found) != ["model", "wire"]
    }
    assert doubled == {}


def names_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


def prose_of(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


@cache
def product_words() -> list[tuple[str, frozenset[str], list[str]]]:
    """Each file's place, names and lines of docstrings, parsed once for all words."""
    trees = ((str(file.relative_to(ROOT)), ast.parse(file.read_text())) for file in product_files())
    return [
        (place, frozenset(names_in(tree)) - FIXED, [line for text in prose_of(tree) for line in text.splitlines()])
        for place, tree in trees
    ]


@proves("design §1", "names, docstrings and documents have none of the words that only we understood")
@pytest.mark.parametrize("word", PRIVATE)
def test_no_private_word(word: str) -> None:
    in_name = re.compile(rf"(?:^|_){word}(?:es)?(?:_|$)", re.IGNORECASE)
    in_prose = re.compile(rf"\b{word}(?:es)?\b", re.IGNORECASE)
    found = []
    for place, names, prose in product_words():
        found += [f"{place}: {name}" for name in sorted(names) if in_name.search(name)]
        found += [f"{place}: {line}" for line in prose if in_prose.search(line)]
    for file in sorted((ROOT / "docs").rglob("*.md")):
        if file.name not in ("features.md", RULE_CARD):
            lines = file.read_text().splitlines()
            found += [f"{file.relative_to(ROOT)}: {line}" for line in lines if in_prose.search(line)]
    assert found == []
