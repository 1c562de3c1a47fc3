"""Return the XML documents of an upload: one, or those of a ZIP. Unpacks no more than a statement may need."""

import io
import zipfile
import zlib
from collections.abc import Iterator

from .problems import StatementRefused, gettext_noop

MB = 1024 * 1024
# As sent, and all documents of a ZIP together. Banks write a lot about each transaction.
LARGEST = 24 * MB
MOST_DOCUMENTS = 100
ZIPPED = b"PK\x03\x04"
EMPTY_ZIP = b"PK\x05\x06"

EMPTY = gettext_noop("The file is empty.")
TOO_LARGE = gettext_noop("The file is too large: at most %(most)s MB of XML are read.")
BROKEN = gettext_noop("The ZIP file is broken. Please fetch it from the bank once more.")
LOCKED = gettext_noop("The ZIP file has a password. Please unpack it and send the XML files.")
NESTED = gettext_noop("There is a ZIP within the ZIP. Please unpack the outer one and send the inner one.")
TOO_MANY = gettext_noop("The ZIP has more than %(most)s files. Please send them in parts.")
NO_XML = gettext_noop("There is no XML file in the ZIP.")


def documents_of(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Return (name inside the ZIP, otherwise "", document). Raises StatementRefused."""
    if not content.strip():
        raise StatementRefused(EMPTY)
    if len(content) > LARGEST:
        raise StatementRefused(TOO_LARGE, most=LARGEST // MB)
    if content.startswith((ZIPPED, EMPTY_ZIP)):
        try:
            yield from _unpacked(content)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError) as error:
            raise StatementRefused(BROKEN) from error
    else:
        yield "", content


def _unpacked(content: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = [one for one in archive.infolist() if not one.is_dir() and not _is_of_a_mac(one.filename)]
        if len(members) > MOST_DOCUMENTS:
            raise StatementRefused(TOO_MANY, most=MOST_DOCUMENTS)
        if not members:
            raise StatementRefused(NO_XML)
        left = LARGEST
        for member in members:
            if member.flag_bits & 0x1:
                raise StatementRefused(LOCKED)
            with archive.open(member) as opened:
                document = opened.read(left + 1)  # what its header says of its size may be a lie
            left -= len(document)
            if left < 0:
                raise StatementRefused(TOO_LARGE, most=LARGEST // MB)
            if document.startswith((ZIPPED, EMPTY_ZIP)):
                raise StatementRefused(NESTED)
            yield member.filename, document


def _is_of_a_mac(name: str) -> bool:
    """Return whether macOS added the file to the ZIP."""
    return name.startswith("__MACOSX/") or name.rpartition("/")[2] == ".DS_Store"
