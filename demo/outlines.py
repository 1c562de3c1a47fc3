"""What is known of the demo's pictures before they are drawn: how large they are, and of which colour."""

import json
from dataclasses import astuple, dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from .drawing import Drawing

FILE = Path(__file__).parent / "data" / "outlines.json"


@dataclass(frozen=True)
class Outline:
    """Pixels, `#rrggbb`, and whether something can be seen through it."""

    width: int
    height: int
    colour: str
    transparent: bool


def outline_of(drawing: Drawing) -> Outline:
    """As `note_outlines` has noted it; a drawing that is not noted yet is taken for the most similar one."""
    kind, *rest = drawing
    if kind == "surface":
        return Outline(*rest)
    known, name = read_outlines(), name_of(drawing)
    return known.get(name) or known[get_close_matches(name, known, n=1, cutoff=0)[0]]


def name_of(drawing: Drawing) -> str:
    """What a picture's size and colour depend on: all but a poster's words, of which some are dates."""
    kind, band, *rest = drawing
    return " ".join(map(str, [kind, band, *(rest[2:] if kind == "poster" else rest)]))


@cache
def read_outlines() -> dict[str, Outline]:
    return {name: Outline(*values) for name, values in json.loads(FILE.read_text()).items()}


def write_outlines(outlines: dict[str, Outline]) -> None:
    """One a line, by their names."""
    lines = (f"{json.dumps(name)}: {json.dumps(astuple(one))}" for name, one in sorted(outlines.items()))
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    read_outlines.cache_clear()
