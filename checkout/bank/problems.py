"""What is wrong with a file of statements, or with one transaction of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shop.core.errors import ShopError

LONGEST = 80


def shortened(value: Any) -> str:
    """Files hold texts of many megabytes, too."""
    text = " ".join(str(value).split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def gettext_noop(text: str) -> str:
    """Marks a text for translators. Django's needs settings, and where files are read there are none."""
    return text


@dataclass(frozen=True)
class Note:
    """What was left out, and why. `text` is said in the language of those who read it, with the `values` in it.

    `file` of a ZIP, "" outside of one; `line` of that file, 0 where it is about no line.
    """

    text: str
    values: Mapping[str, str] = field(default_factory=dict)
    file: str = ""
    line: int = 0


class StatementRefused(ShopError):
    """The file is none that can be read as a whole: nothing of it is taken. `note` says why."""

    code = "BANK_STATEMENT_REFUSED"
    message = "the bank statement cannot be read"

    def __init__(self, text: str, *, file: str = "", line: int = 0, **values: Any) -> None:
        super().__init__()
        self.note = Note(text, {name: shortened(value) for name, value in values.items()}, file, line)

    def __reduce__(self) -> Any:
        return _again, (self.note,)


def _again(note: Note) -> StatementRefused:
    """From the process that read the file."""
    return StatementRefused(note.text, file=note.file, line=note.line, **note.values)
