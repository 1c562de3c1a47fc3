"""Problems of a statement file, or of one of its transactions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shop.core.errors import ShopError

LONGEST = 80


def shortened(value: Any) -> str:
    """Shorten a value for a note: files may hold texts of many megabytes."""
    text = " ".join(str(value).split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def gettext_noop(text: str) -> str:
    """Mark a text for translation. Django's own needs settings, which the process that reads files does not have."""
    return text


@dataclass(frozen=True)
class Note:
    """What was left out, and why. `text` is translated for its reader and takes the `values`.

    `file`: name inside a ZIP, otherwise "". `line`: line of that file, 0 if the note is about no line.
    """

    text: str
    values: Mapping[str, str] = field(default_factory=dict)
    file: str = ""
    line: int = 0


class StatementRefused(ShopError):
    """The file cannot be read as a whole: nothing of it is imported. `note` says why."""

    code = "BANK_STATEMENT_REFUSED"
    message = "the bank statement cannot be read"

    def __init__(self, text: str, *, file: str = "", line: int = 0, **values: Any) -> None:
        super().__init__()
        self.note = Note(text, {name: shortened(value) for name, value in values.items()}, file, line)

    def __reduce__(self) -> Any:
        return _again, (self.note,)


def _again(note: Note) -> StatementRefused:
    """Make the error again, from the process that read the file."""
    return StatementRefused(note.text, file=note.file, line=note.line, **note.values)
