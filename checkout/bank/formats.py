"""The formats of bank statements, and what a file that staff sent is read by."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from . import camt053
from .parsed import ParsedFile, StatementInFile
from .problems import Note, StatementRefused, gettext_noop
from .reading import unread
from .unpacking import documents_of

# Keeping as many takes some seconds, while others wait with theirs.
MOST_TRANSACTIONS = 5_000

TOO_MANY = gettext_noop("The file has more than %(most)s transactions. Please send it in parts.")
TWICE = gettext_noop("The same statement stands in it twice; it counts once.")


class StatementFormat(Protocol):
    """A module that reads one format. It has no settings: it runs in a process of its own."""

    LABEL: str
    """For staff, marked for translators: its name and how banks hand it out."""
    ACCEPTED: Sequence[str]
    """Endings and media types that the file field offers."""

    def matches(self, document: bytes) -> bool:
        """Return whether the document is to be read, or refused, by this format; by its beginning alone."""
        ...

    def parse(self, document: bytes) -> Iterator[StatementInFile]:
        """The statements of a document. Raises StatementRefused if it is not wholly readable; single transactions are
        left out with a note.
        """
        ...


# The first that matches reads a document.
FORMATS: tuple[StatementFormat, ...] = (camt053,)


def parse(content: bytes) -> ParsedFile:
    """The statements of a file, or of all documents of a ZIP, each once. Raises StatementRefused for a file that is not
    wholly readable.
    """
    parsed, number, seen = ParsedFile(), 0, set()
    for name, document in documents_of(content):
        try:
            for found in statements_of(document):
                if found.identity in seen:
                    parsed.notes.append(Note(TWICE, file=name, line=found.line))
                    continue
                seen.add(found.identity)
                parsed.notes += [replace(note, file=name) for note in found.notes]
                if found.statement is not None:
                    parsed.statements.append(found.statement)
                    number += len(found.statement.transactions)
                if number > MOST_TRANSACTIONS:
                    raise StatementRefused(TOO_MANY, most=MOST_TRANSACTIONS)
        except StatementRefused as refused:
            note = refused.note
            raise StatementRefused(note.text, file=name, line=note.line, **note.values) from refused
    return parsed


def statements_of(document: bytes) -> Iterator[StatementInFile]:
    """Raises StatementRefused."""
    found = next((one for one in FORMATS if one.matches(document)), None)
    if found is None:
        raise unread(document)
    return found.parse(document)
