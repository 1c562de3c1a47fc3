"""docs/features.md claims nothing without a test."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FEATURES, _heading, _fields = (TESTS.parent / "docs" / "features.md").read_text().partition("\n## Fields\n")
ROWS = [line.strip("| ").split(" | ") for line in FEATURES.splitlines() if line.startswith("| ")]
CLAIMS = [row for row in ROWS if row[0] != "behaviour"]


@cache
def proofs_in(file: str) -> set[str]:
    """`test_x` and `TestY::test_x` of a file."""
    found = set()
    for node in ast.parse((TESTS / file).read_text()).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{one.name}" for one in node.body if isinstance(one, ast.FunctionDef)}
    return {name for name in found if name.rpartition("::")[2].startswith("test_")}


@pytest.mark.parametrize("row", CLAIMS, ids=[row[0] for row in CLAIMS])
def test_every_claim_has_a_proof_that_exists(row: list[str]) -> None:
    _behaviour, _spec, proofs = row
    nodes = re.findall(r"`([\w/]+\.py)::([\w:]+)`", proofs)
    assert nodes and proofs.count("`") == 2 * len(nodes)
    assert [name for file, name in nodes if name not in proofs_in(file)] == []
