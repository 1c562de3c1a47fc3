"""The file that banks read: by their schema, with sums that add up and none but their signs."""

from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from checkout.refunds.sepa.pain001 import Account, CreditTransfer, PaymentFile, pain001
from checkout.refunds.sepa.signs import OTHERS, sepa_signs
from tests.proofs import proves
from tests.sampling import examples

from .banks import NAMES, accepted

pytestmark = pytest.mark.django_db  # what tests of the checkout share asks it
OURS = Account("Nachtfalter GbR", "DE02120300000000202051", "BYLADEM1001")
OTHER = Account("Kellerkind GbR", "DE75512108001245126199")
FAN = Account("Jörg Weiß", "DE89370400440532013000")
FINN = Account("Kim Äältö", "FI2112345600000785")


def transfer(number: int, amount: str = "10.00", debtor: Account = OURS, creditor: Account = FAN) -> CreditTransfer:
    return CreditTransfer(f"{number:032x}", debtor, creditor, Decimal(amount), f"Erstattung der Bestellung B-{number}")


FILE = PaymentFile(
    "SEPA-20261124-7", datetime(2026, 11, 24, 22, 53, 52, tzinfo=UTC), date(2026, 11, 24),
    [transfer(1, "10.10"), transfer(2, "0.20", OTHER), transfer(3, "1234.05", creditor=FINN)],
)  # fmt: skip


@proves(
    "docs/decisions/0058",
    "staff put refunds that wait for a transfer into one SEPA file (pain.001.001.09), by its schema and "
    "with its signs only, one part for each account that pays; downloaded again it is the same; what has "
    "no account is left out and named",
)
def test_a_bank_takes_it_and_pays_what_is_meant() -> None:
    orders = accepted(pain001(FILE))
    assert {(one.debtor, one.amount, one.name, one.iban, one.purpose) for one in orders} == {
        (OURS.iban, Decimal("10.10"), "Joerg Weiss", FAN.iban, "Erstattung der Bestellung B-1"),
        (OTHER.iban, Decimal("0.20"), "Joerg Weiss", FAN.iban, "Erstattung der Bestellung B-2"),
        (OURS.iban, Decimal("1234.05"), "Kim Aeaeltoe", FINN.iban, "Erstattung der Bestellung B-3"),
    }


def test_one_part_for_each_account_that_money_goes_from() -> None:
    root = etree.fromstring(pain001(FILE))
    names = [one.text for one in root.iterfind(".//p:Dbtr/p:Nm", NAMES)]
    banks = [one.text for one in root.iterfind(".//p:DbtrAgt//p:*", NAMES) if not len(one)]
    assert names == ["Kellerkind GbR", "Nachtfalter GbR"] and banks == ["NOTPROVIDED", "BYLADEM1001"]
    assert root.findtext(".//p:GrpHdr/p:CreDtTm", namespaces=NAMES) == "2026-11-24T22:53:52Z"


def test_the_same_file_is_the_same_bytes_in_whatever_order() -> None:
    assert pain001(FILE) == pain001(replace(FILE, transfers=FILE.transfers[::-1]))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Łukasz Żółć", "Lukasz Zolc"),
        ("Ærø & Søn_1", "Aeroe + Soen.1"),
        ("Straße\n  des\tFriedens", "Strasse des Friedens"),
        ("//a///b/", "a/b"),
        ("Анна <b>", "Anna .b."),
        ("王小明", "WangXiaoMing"),
        ("Αθηνά Παπαδοπούλου", "Athina Papadopoyloy"),
        ("فاطمة الزهراء", "ftmh lzhr'"),
        ("Zoë 🎸 O’Connor", "Zoe O'Connor"),
        ("x" * 69 + "/y", "x" * 69),
        ("Jo\u0308rg", "Joerg"),
    ],
)
def test_signs_that_banks_do_not_take_are_written_otherwise(written: str, read: str) -> None:
    assert sepa_signs(written, 70) == read


@given(name=st.text(min_size=1, max_size=200), purpose=st.text(max_size=200))
@settings(max_examples=examples(200), deadline=None)
def test_whatever_is_typed_is_short_enough_and_has_no_other_sign(name: str, purpose: str) -> None:
    for text in (sepa_signs(name, 70), sepa_signs(purpose, 140)):
        assert not OTHERS.search(text) and "//" not in text and not text.startswith("/") and not text.endswith("/")
        assert len(text) <= 140


@pytest.mark.parametrize("name", ["&<>\"'", "]]>", "x" * 500, "Ю"])
def test_a_hostile_name_makes_no_other_file(name: str) -> None:
    orders = accepted(pain001(replace(FILE, transfers=[transfer(1, creditor=Account(name, FAN.iban))])))
    assert len(orders) == 1
