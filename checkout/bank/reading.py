"""Parse a document into a tree: no entities, no DTD, limited depth, no external fetches."""

import re
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from .problems import StatementRefused, gettext_noop

DEEPEST = 60
# About ten times as many as the transactions of one file have.
MOST_ELEMENTS = 1_000_000
# Fields of MT940 and MT942 (reference, account), each at the beginning of a line.
OF_MT940 = (re.compile(rb"^:20:", re.MULTILINE), re.compile(rb"^:25[A-Z]?:", re.MULTILINE))
FIRST = 10_000
# The attribute by which an element knows its line of the file.
LINE = "{line}"

NOT_XML = gettext_noop("This is no XML file.")
MT940 = gettext_noop(
    "This is MT940, the format that camt.053 has taken the place of. Please fetch the same statement from the bank as "
    "camt.053 (XML or ZIP), in online banking often “electronic account statement” or “CAMT”."
)
BROKEN = gettext_noop("The XML is broken (%(reason)s). Please fetch the file from the bank once more.")
ENCODING = gettext_noop("The file's signs are not written as its first line says. Please fetch it from the bank anew.")
FORBIDDEN = gettext_noop("The file has a document type definition (DTD). Statements have none; it is not read.")
TOO_MANY = gettext_noop("The XML has more than %(most)s elements. Please send it in parts.")
DEEP = gettext_noop("The XML is nested too deeply. It is not read.")


def tree_of(document: bytes) -> tuple[str, Element]:
    """Return the root's namespace and the root. Elements of that namespace have plain names. Raises
    StatementRefused.
    """
    builder = TreeBuilder()
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    depth, number, namespace = 0, 0, ""

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth, number, namespace
        if depth == 0:
            namespace = name.rpartition("}")[0]
        depth, number = depth + 1, number + 1
        if depth > DEEPEST:
            raise StatementRefused(DEEP)
        if number > MOST_ELEMENTS:
            raise StatementRefused(TOO_MANY, most=MOST_ELEMENTS)
        builder.start(plain(name), {**attributes, LINE: str(parser.CurrentLineNumber)})

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(plain(name))

    def plain(name: str) -> str:
        of, _bracket, tag = name.rpartition("}")
        return tag if of == namespace else name

    def refuse(*_what: Any) -> None:
        raise StatementRefused(FORBIDDEN)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    try:
        parser.Parse(document, True)
    except expat.ExpatError as error:
        raise _refusal(error, document) from error
    except (LookupError, ValueError) as error:  # an encoding that nobody knows, or of several bytes a sign
        raise StatementRefused(ENCODING) from error
    return namespace, builder.close()


def is_xml(document: bytes) -> bool:
    """Whether it begins as XML does, in any encoding."""
    return document.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith((b"<", b"\0<"))


def unread(document: bytes) -> StatementRefused:
    """Why no format reads a document."""
    return StatementRefused(MT940 if _is_mt940(document) else NOT_XML)


def _is_mt940(document: bytes) -> bool:
    return all(one.search(document, 0, FIRST) for one in OF_MT940)


def _refusal(error: expat.ExpatError, document: bytes) -> StatementRefused:
    if _is_mt940(document):
        return StatementRefused(MT940)
    known = expat.errors.messages.get(error.code, "")
    signs = {
        expat.errors.XML_ERROR_UNKNOWN_ENCODING, expat.errors.XML_ERROR_INCORRECT_ENCODING,
    }  # fmt: skip
    if known in signs or (known == expat.errors.XML_ERROR_INVALID_TOKEN and not _is_utf_8(document)):
        return StatementRefused(ENCODING)
    return StatementRefused(BROKEN, line=error.lineno, reason=known)


def _is_utf_8(document: bytes) -> bool:
    try:
        document.decode()
    except UnicodeDecodeError:
        return False
    return True
