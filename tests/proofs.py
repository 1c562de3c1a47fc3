"""Which test proves what. `python -m tests.proofs` writes docs/features.md from it.

    @proves("purchase §4", "plain goods merge into one line")
    def test_identical_plain_items_share_a_line() -> None: ...

Several tests that name the same behaviour share its row. Tests of the frontend say it by `proves` of
`frontend/src/testing/proves.ts`.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FEATURES = ROOT / "docs" / "features.md"
# The formatter writes single quotes where the text has double ones.
TEXT = r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
IN_TYPESCRIPT = re.compile(rf"\bproves\(\s*{TEXT},\s*{TEXT},?\s*\)")
HEAD = """\
# What there is, and what proves it

Made from the tests by `python -m tests.proofs`: each row is a behaviour, the section of [these
pages](behaviour/README.md) that it belongs to, and the test files that prove it.
"""

proves = pytest.mark.proves


@dataclass(frozen=True, order=True)
class Proof:
    """A behaviour, the section of docs/behaviour that it belongs to, and the file of a test that proves it (from the
    project's root).
    """

    file: str
    section: str
    behaviour: str

    @property
    def folder(self) -> str:
        """`tests/cart`, `frontend/src/features`: the chapter that the behaviour stands in."""
        parts = Path(self.file).parts
        return "/".join(parts[: min(len(parts) - 1, 3 if parts[0] == "frontend" else 2)])


def proofs_in_python(path: Path) -> Iterator[tuple[str, str]]:
    """Section and behaviour of each `proves(...)` of the file: a decorator, or a name for several tests'."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "proves":
            section, behaviour = map(ast.literal_eval, node.args)
            yield section, behaviour


def proofs_in_typescript(path: Path) -> Iterator[tuple[str, str]]:
    for section, behaviour in IN_TYPESCRIPT.findall(path.read_text()):
        yield ast.literal_eval(section), ast.literal_eval(behaviour)


def all_proofs() -> list[Proof]:
    """Of all tests, by file."""
    found = set()
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        found |= {Proof(str(path.relative_to(ROOT)), *one) for one in proofs_in_python(path)}
    for folder in ("src", "entrance", "plain"):
        for path in sorted((ROOT / "frontend" / folder).rglob("*.test.ts*")):
            found |= {Proof(str(path.relative_to(ROOT)), *one) for one in proofs_in_typescript(path)}
    return sorted(found)


def table() -> str:
    """docs/features.md: a chapter per folder of tests; a behaviour stands in the chapter of its first proof."""
    files = defaultdict[tuple[str, str], list[str]](list)
    chapters = defaultdict[str, dict[tuple[str, str], None]](dict)
    for proof in all_proofs():
        row = (proof.section, proof.behaviour)
        if row not in files:
            chapters[proof.folder][row] = None
        files[row].append(proof.file)
    text = HEAD
    for folder, rows in sorted(chapters.items()):
        text += f"\n## {folder}\n\n| behaviour | section | proof |\n|---|---|---|\n"
        for section, behaviour in rows:
            places = ", ".join(short(file, folder) for file in files[section, behaviour])
            text += f"| {behaviour} | {section} | {places} |\n"
    return text


def short(file: str, folder: str) -> str:
    """The file as seen from the folder of the chapter, else from the root."""
    return file.removeprefix(f"{folder}/").removesuffix(".py")


if __name__ == "__main__":
    FEATURES.write_text(table())
