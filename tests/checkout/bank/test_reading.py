"""Bank statements are read in every version; whatever else comes ends in a clear line."""

import re
import zipfile
from datetime import date
from decimal import Decimal
from io import BytesIO

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from checkout.admin.bank_files import note_text
from checkout.bank import formats, unpacking
from checkout.bank.formats import parse
from checkout.bank.parsed import BATCH, RETURNED, REVERSAL, ParsedFile, Transaction
from checkout.bank.problems import StatementRefused
from checkout.bank.references import references_in
from checkout.bank.upload import read_upload
from shop.core.bounded.budget import MB
from tests.checkout.bank.statements import IBAN, PAYER, camt, document, entry, statement, tag, transaction, zipped
from tests.proofs import proves
from tests.sampling import examples

VERSIONS = ["02", "04", "06", "08", "10", "13"]


def transactions(content: bytes) -> list[Transaction]:
    return [one for found in parse(content).statements for one in found.transactions]


def notes(parsed: ParsedFile) -> list[str]:
    with translation.override("en"):
        return [note_text({"text": n.text, "values": n.values, "file": n.file, "line": n.line}) for n in parsed.notes]


def refusal(content: bytes) -> str:
    with pytest.raises(StatementRefused) as refused:
        parse(content)
    note = refused.value.note
    with translation.override("en"):
        return note_text({"text": note.text, "values": note.values, "file": note.file, "line": note.line})


@proves("docs/decisions/0042", "camt.053 in every version, several statements a file, zipped too")
@pytest.mark.parametrize("version", VERSIONS)
def test_a_credit_is_read_in_each_version(version: str) -> None:
    content = camt(
        entry(
            "45.90", ["BAXB-12", "345 danke"], version=version, end_to_end="E2E-1", creditor_reference="RF18",
            day="2026-11-20",
        ),
        version=version,
    )  # fmt: skip
    parsed = read_upload(content)
    (found,) = parsed.statements
    assert (found.account, found.debits, parsed.notes) == (IBAN, 0, [])
    (one,) = found.transactions
    assert (one.amount, one.booked_on, one.payer, one.payer_iban) == (
        Decimal("45.90"), date(2026, 11, 20), "Mira Falk", PAYER,
    )  # fmt: skip
    assert one.purpose == "BAXB-12 345 danke RF18"
    assert {"BAXB-12345 danke", "RF18", "E2E-1"} <= set(one.texts), "banks cut a word in two"
    assert one.remark == ""


def test_a_file_has_several_statements_and_a_zip_several_files() -> None:
    first = document(statement(entry()), statement(entry(), iban="DE75512108001245126199"))
    second = camt(entry(version="02"), version="02")
    parsed = parse(zipped(first, second, names=["a/one.xml", "two.XML"]))
    assert [one.account for one in parsed.statements] == [IBAN, "DE75512108001245126199", IBAN]
    assert sum(len(one.transactions) for one in parsed.statements) == 3


@proves(
    "docs/decisions/0042",
    "entries of several payments are taken apart if they add up; else they stay one, for somebody to decide",
)
@pytest.mark.parametrize("version", VERSIONS)
def test_an_entry_of_several_payments_is_taken_apart(version: str) -> None:
    parts = [transaction(f"BAXB-0000{n}", amount=f"{n}.50", version=version) for n in (1, 2)]
    found = transactions(camt(entry("4.00", version=version, details="".join(parts)), version=version))
    assert [(one.amount, one.purpose, one.remark) for one in found] == [
        (Decimal("1.50"), "BAXB-00001", ""), (Decimal("2.50"), "BAXB-00002", ""),
    ]  # fmt: skip
    assert len({one.key for one in found}) == 2


@pytest.mark.parametrize(
    "details",
    [
        "".join(transaction("x", amount="1.00") for _ in range(2)),  # another sum
        "".join(transaction("x") for _ in range(2)),  # no amounts
        transaction("x", amount="1.005") + transaction("x", amount="2.995"),
        "<Btch><NbOfTxs>2</NbOfTxs></Btch>",
    ],
)
def test_an_entry_whose_parts_are_not_clear_stays_one(details: str) -> None:
    (one,) = transactions(camt(entry("4.00", details=details)))
    assert (one.amount, one.remark) == (Decimal("4.00"), BATCH)


def test_what_goes_out_within_a_batch_is_no_credit() -> None:
    parts = transaction("in", amount="10.00") + transaction("out", amount="4.00", direction="DBIT")
    (one,) = transactions(camt(entry("6.00", details=parts)))
    assert (one.amount, one.purpose) == (Decimal("10.00"), "in")


@proves(
    "docs/decisions/0042",
    "only money that came in is kept, and of it only what is needed; what came back is no payment",
)
def test_money_that_went_out_is_counted_and_not_kept() -> None:
    (found,) = parse(
        camt(entry(), entry("1800.00", "Gehalt", direction="DBIT"), entry("3", direction="DBIT"))
    ).statements
    assert (len(found.transactions), found.debits) == (1, 2)


def test_what_came_back_is_never_taken_for_a_payment() -> None:
    back = entry("20.00", details=transaction("BAXB-12345", returned=True))
    taken = entry("20.00", "BAXB-12345", reversal="true")
    assert [one.remark for one in transactions(camt(back, taken))] == [RETURNED, REVERSAL]


@proves(
    "docs/decisions/0042",
    "a transaction that cannot be booked (three decimals, another currency, not booked yet, taken back) "
    "is told by its line, the others are read",
)
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"amount": "12.345"}, "12.345 has more than two decimals"),
        ({"amount": "12,34"}, "without a readable amount"),
        ({"amount": ""}, "without a readable amount"),
        ({"amount": "-5.00"}, "without a readable amount"),
        ({"amount": "1E5"}, "without a readable amount"),
        ({"amount": "0.00"}, "cannot be booked"),
        ({"amount": "999999999999.00"}, "cannot be booked"),
        ({"currency": "USD"}, "45.90 USD: only euros are booked"),
        ({"direction": ""}, "neither credit nor debit"),
        ({"day": "2026-02-30"}, "without a booking day"),
        ({"status": "PDNG"}, "not booked by the bank yet"),
        ({"direction": "DBIT", "reversal": "1"}, "The bank took 45.90 back"),
    ],
)
def test_a_transaction_that_cannot_be_booked_is_told_and_the_others_are_read(wrong: dict[str, str], words: str) -> None:
    parsed = parse(camt(entry("1.00"), entry(**wrong), entry("2.00")))
    assert [one.amount for one in parsed.statements[0].transactions] == [Decimal("1.00"), Decimal("2.00")]
    (told,) = notes(parsed)
    assert words in told and told.startswith("Line 1: ")


def test_zeros_behind_the_second_decimal_are_no_third_one() -> None:
    assert [one.amount for one in transactions(camt(entry("12.3400"), entry("7")))] == [
        Decimal("12.34"),
        Decimal("7.00"),
    ]


def test_a_statement_without_an_account_and_one_told_twice_are_left_out() -> None:
    once = statement(entry(reference="R1"))
    parsed = parse(document(statement(entry(), iban=""), once, once))
    assert [len(one.transactions) for one in parsed.statements] == [1]
    assert [told.partition(": ")[2] for told in notes(parsed)] == [
        "A statement without an IBAN was left out.", "The same statement stands in it twice; it counts once.",
    ]  # fmt: skip


@proves(
    "docs/decisions/0042",
    "what the bank adds to a transaction or an entry is shown and searched, and leaves the identity as it was",
)
def test_what_the_bank_adds_is_shown_and_searched() -> None:
    added = transaction("danke").replace("</TxDtls>", "<AddtlTxInf>Ref BAXB-12345</AddtlTxInf></TxDtls>")
    bare = f'<Amt Ccy="EUR">5.00</Amt>{tag("CdtDbtInd", "CRDT")}{tag("Sts", tag("Cd", "BOOK"))}'
    told = tag("AddtlNtryInf", "Received money from NILS BEISPIEL with reference BAXB-V1XP8")
    moment = tag("BookgDt", tag("DtTm", "2026-11-26T21:40:58.810767+02:00"))
    first, second = transactions(
        camt(
            entry(details=added, reference="", extra=tag("AddtlNtryInf", "Gutschrift")),
            f"<Ntry>{bare}{moment}<BkTxCd/>{told}</Ntry>",
            version="10",
        )
    )
    assert first.purpose == "danke Ref BAXB-12345 Gutschrift" and "Ref BAXB-12345" in first.texts
    assert first.key == transactions(camt(entry("45.90", "danke", reference="")))[0].key
    assert second.purpose == "Received money from NILS BEISPIEL with reference BAXB-V1XP8"
    assert [one.reference for one in references_in(second.texts)][:1] == ["B-V1XP8"]
    assert second.booked_on == date(2026, 11, 26)


class TestIdentity:
    @proves(
        "docs/decisions/0042",
        "the same file twice changes nothing; another that tells of the same adds only what is new, in "
        "whichever version",
    )
    def test_it_is_the_same_in_every_file_and_version(self) -> None:
        given = {"amount": "5.00", "purpose": "BAXB-12345", "reference": "2026112000123"}
        keys = {transactions(camt(entry(version=v, **given), version=v))[0].key for v in VERSIONS}
        assert len(keys) == 1

    def test_without_the_banks_reference_it_is_what_the_payer_said(self) -> None:
        told = [entry("5.00", "for  the Shirt", reference="NONREF"), entry("5.00", "FOR THE SHIRT", reference="")]
        (first,), (second,) = (transactions(camt(one)) for one in told)
        assert first.key == second.key
        others = [entry("5.01", "for the shirt", reference=""), entry("5.00", "for a shirt", reference=""),
                  entry("5.00", "for the shirt", reference="", day="2026-11-21")]  # fmt: skip
        assert len({first.key, *(one.key for one in transactions(camt(*others)))}) == 4

    def test_equal_ones_of_one_statement_are_told_apart_by_their_place(self) -> None:
        equal = [entry("5.00", "shirt", reference="") for _ in range(3)]
        keys = [one.key for one in transactions(camt(*equal))]
        assert len(set(keys)) == 3
        assert [one.key for one in transactions(camt(*equal))] == keys

    def test_the_same_on_another_account_is_another(self) -> None:
        one = entry("5.00", reference="R1")
        (here,), (there,) = (transactions(camt(one, iban=iban)) for iban in (IBAN, "DE75512108001245126199"))
        assert here.key != there.key


MT940 = """{1:F01COBADEFFXXXX0000000000}{2:I940COBADEFFXXXXN}{4:
:20:STARTUMS
:25:37040044/0532013000
:28C:5/1
:60F:C261119EUR100,00
:61:2611201120CR45,90N166NONREF
:86:166?00GUTSCHRIFT?20BAXB-12345 f\xfcr Mira?32MIRA FALK
:62F:C261120EUR145,90
-}""".encode("cp1252")
BOMB = b"""<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><a>&b;</a></Document>"""
FETCHES = b"""<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><Document>&a;</Document>"""


@proves(
    "docs/decisions/0042",
    "what is no statement, broken, hostile or too large is refused in one line, and nothing of it taken",
)
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "The file is empty."),
        (b"\n ", "The file is empty."),
        (b"Datum;Betrag\n1;2", "This is no XML file."),
        (b"\x89PNG\r\n\x1a\n", "This is no XML file."),
        (b"<html><body/></html>", "no bank statement"),
        (document(statement(), message="052"), "camt.052"),
        (document(statement(), message="054"), "camt.054"),
        (document(statement(), message="060"), "no bank statement"),
        (MT940, "MT940"),
        (zipped(MT940.replace(b"\n", b"\r\n")), "camt.053 (XML or ZIP)"),
        (document(), "no statement in this file"),
        (camt(entry())[:-20], "Line 1: The XML is broken"),
        (camt(entry()).replace(b"</Ntry>", b"</Entry>"), "mismatched tag"),
        (camt(entry(payer="Müller")).replace("ü".encode(), b"\xfc"), "not written as its first line says"),
        (camt(entry()).replace(b"UTF-8", b"KLINGON"), "not written as its first line says"),
        (BOMB, "document type definition"),
        (FETCHES, "document type definition"),
        (document("<a>" * 100 + "</a>" * 100), "nested too deeply"),
        (b"PK\x03\x04 not really", "ZIP file is broken"),
        (zipped(camt(entry()))[:-30], "ZIP file is broken"),
        (zipped(), "no XML file in the ZIP"),
        (zipped(zipped(camt(entry()))), "a ZIP within the ZIP"),
        (zipped(*[b"<a/>"] * 101), "more than 100 files"),
    ],
)  # fmt: skip
def test_what_is_no_statement_is_refused_in_one_line(content: bytes, words: str) -> None:
    assert words in refusal(content)


def test_one_broken_file_of_a_zip_refuses_all_of_them_by_its_name() -> None:
    assert refusal(zipped(camt(entry()), camt(entry())[:-9], names=["good.xml", "bad.xml"])).startswith("bad.xml: ")


def test_a_zip_with_a_password_is_told() -> None:
    content = bytearray(zipped(camt(entry())))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + offset] |= 1
    assert "has a password" in refusal(bytes(content))


def test_a_zip_that_grows_is_left_at_the_limit() -> None:
    bomb = zipped(b" " * (unpacking.LARGEST + 1))
    assert len(bomb) < MB
    assert "too large" in refusal(bomb)
    assert "too large" in refusal(zipped(*[camt(entry()) + b" " * (unpacking.LARGEST // 3)] * 4))
    assert "too large" in refusal(b" " * unpacking.LARGEST + b"<a/>")


def test_what_one_system_adds_to_zips_is_passed_over() -> None:
    added = zipped(camt(entry()), b"x", b"x", names=["a.xml", "__MACOSX/._a.xml", "x/.DS_Store"])
    assert len(transactions(added)) == 1


@pytest.mark.parametrize("encoding", ["ISO-8859-1", "windows-1252", "UTF-16"])
def test_banks_may_write_in_other_signs_than_utf_8(encoding: str) -> None:
    content = document(statement(entry(payer="Jörg Müller")), encoding=encoding)
    assert transactions(content)[0].payer == "Jörg Müller"


def test_the_largest_file_is_read_within_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    written = statement(*[entry(f"{n}.00", f"BAXB-{n:05}") for n in range(1, formats.MOST_TRANSACTIONS + 1)])
    assert len(read_upload(document(written)).statements[0].transactions) == formats.MOST_TRANSACTIONS
    monkeypatch.setattr(formats, "MOST_TRANSACTIONS", 2)
    assert "more than 2 transactions" in refusal(camt(entry(), entry(), entry()))


@pytest.mark.whole
def test_what_would_take_all_memory_is_refused() -> None:
    with pytest.raises(StatementRefused) as refused:
        read_upload(document("<a/>" * 5_900_000))
    assert "elements" in refused.value.note.text


GOOD = camt(entry("45.90", "BAXB-12345"), entry("3.00", "x", reference=""), version="08")


@settings(max_examples=examples(300), deadline=None)
@given(st.data())
def test_a_file_that_was_damaged_is_read_or_refused(data: st.DataObject) -> None:
    """Whatever bytes: never another error, never an amount that stands nowhere."""
    content = bytearray(data.draw(st.sampled_from([GOOD, zipped(GOOD)])))
    for _time in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        until = data.draw(st.integers(at, min(len(content), at + 40)))
        content[at:until] = data.draw(st.binary(max_size=8))
        if not content:
            break
    try:
        found = transactions(bytes(content))
    except StatementRefused as refused:
        assert refused.note.text
        return
    assert all(one.amount > 0 and one.amount == round(one.amount, 2) for one in found)


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(st.sampled_from(sorted(set(re.findall(r"<\w+[^>]*>", GOOD.decode())))), max_size=30))
def test_elements_in_any_order_end_in_a_clear_line(tags: list[str]) -> None:
    closing = ["</" + re.findall(r"<(\w+)", one)[0] + ">" for one in reversed(tags)]
    try:
        parse(("".join(tags) + "5.00" + "".join(closing)).encode())
    except StatementRefused as refused:
        assert refused.note.text


def test_the_zip_of_the_tests_is_one() -> None:
    assert zipfile.is_zipfile(BytesIO(zipped(GOOD)))
