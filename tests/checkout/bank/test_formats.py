"""Each format of bank statements is a module and an entry in FORMATS."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

import pytest
from django.utils.translation import override

from checkout.admin.bank_files import ACCEPTED, StatementForm, formats_to_send
from checkout.bank import camt053, formats
from checkout.bank.parsed import BankStatement, StatementInFile, Transaction
from checkout.bank.problems import Note, StatementRefused
from checkout.bank.reading import MT940, NOT_XML
from tests.checkout.bank.statements import IBAN, camt, entry, zipped


class Lines:
    """A bank that writes a line a transaction."""

    LABEL = "lines of text"
    ACCEPTED = (".lines",)

    def matches(self, document: bytes) -> bool:
        return document.startswith(b"LINES")

    def parse(self, document: bytes) -> Iterator[StatementInFile]:
        _first, *lines = document.decode().split()
        if not lines:
            raise StatementRefused("nothing is in it", line=1)
        found = [Transaction(line, date(2026, 11, 20), Decimal(line)) for line in lines if line != "?"]
        notes = [Note("unreadable", line=1 + number) for number, line in enumerate(lines, 1) if line == "?"]
        yield StatementInFile(document, BankStatement(IBAN, found), notes, line=1)


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "FORMATS", (camt053, Lines()))


def test_a_document_is_read_by_the_format_that_matches(lines: None) -> None:
    parsed = formats.parse(zipped(camt(entry("1.00")), b"LINES 2.00 ? 3.00", names=["a.xml", "b.lines"]))
    assert [one.amount for found in parsed.statements for one in found.transactions] == [1, 2, 3]
    assert parsed.notes == [Note("unreadable", file="b.lines", line=3)]


def test_the_same_statement_counts_once_and_its_notes_too(lines: None) -> None:
    parsed = formats.parse(zipped(b"LINES 2.00 ?", b"LINES 2.00 ?", names=["a", "b"]))
    assert len(parsed.statements) == 1
    assert parsed.notes == [Note("unreadable", file="a", line=3), Note(formats.TWICE, file="b", line=1)]


def test_transactions_of_all_formats_count_together(lines: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "MOST_TRANSACTIONS", 2)
    files = [camt(entry("1.00"), entry("2.00"))]
    assert len(formats.parse(zipped(*files)).statements) == 1
    with pytest.raises(StatementRefused) as refused:
        formats.parse(zipped(*files, b"LINES 3.00", names=["a.xml", "b.lines"]))
    assert (refused.value.note.text, refused.value.note.file) == (formats.TOO_MANY, "b.lines")


def test_a_formats_refusal_names_the_file(lines: None) -> None:
    with pytest.raises(StatementRefused) as refused:
        formats.parse(zipped(b"LINES", names=["b.lines"]))
    assert refused.value.note == Note("nothing is in it", file="b.lines", line=1)


@pytest.mark.parametrize(("document", "why"), [(b"LINES 2.00", NOT_XML), (b":20:A\n:25:B\n", MT940)])
def test_a_document_of_no_format_is_refused(document: bytes, why: str) -> None:
    with pytest.raises(StatementRefused) as refused:
        formats.parse(document)
    assert refused.value.note.text == why


def test_the_form_names_the_formats_that_are_read() -> None:
    assert set(ACCEPTED.split(",")) == {".xml", ".camt", ".zip", "application/xml", "application/zip"}
    with override("en"):
        note_text = "camt.053 in any version, as XML or ZIP. You see first what would be booked."
        assert str(StatementForm().fields["file"].help_text) == note_text
    with override("de"):
        note_text = "camt.053 in jeder Version, als XML oder ZIP. Du siehst zuerst, was gebucht würde."
        assert formats_to_send() == note_text
