"""A file of SEPA credit transfers as banks read it: ISO 20022 pain.001.001.09, within EPC132-08."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from itertools import groupby
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from shop.core.values.money import NOTHING

from .signs import LONGEST_NAME, sepa_signs

NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"
LONGEST_PURPOSE = 140


@dataclass(frozen=True, order=True)
class Account:
    """`bic`: empty if the bank finds it by the IBAN."""

    name: str
    iban: str
    bic: str = ""


@dataclass(frozen=True)
class CreditTransfer:
    """`id`: at most 35 characters, also shown to the payee's bank. `amount` in euros."""

    id: str
    debtor: Account
    creditor: Account
    amount: Decimal
    purpose: str


@dataclass(frozen=True)
class PaymentFile:
    """`id`: at most 30 characters, unique for each file."""

    id: str
    written_at: datetime
    execute_on: date
    transfers: Sequence[CreditTransfer]


def pain001(file: PaymentFile) -> bytes:
    """Return the XML: the same bytes for the same file. One PmtInf for each debtor account."""
    ordered = sorted(file.transfers, key=lambda one: (one.debtor, one.id))
    document = Element("Document", xmlns=NAMESPACE)
    root = SubElement(document, "CstmrCdtTrfInitn")
    head = SubElement(root, "GrpHdr")
    _say(head, "MsgId", file.id)
    _say(head, "CreDtTm", f"{file.written_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}")
    _sums(head, ordered)
    _say(SubElement(head, "InitgPty"), "Nm", sepa_signs(ordered[0].debtor.name, LONGEST_NAME))
    for number, (debtor, own) in enumerate(groupby(ordered, key=lambda one: one.debtor), 1):
        _from_account(root, f"{file.id}-{number}", file.execute_on, debtor, list(own))
    indent(document)
    return bytes(tostring(document, encoding="UTF-8", xml_declaration=True))


def _from_account(root: Element, key: str, day: date, debtor: Account, transfers: Sequence[CreditTransfer]) -> None:
    info = SubElement(root, "PmtInf")
    _say(info, "PmtInfId", key)
    _say(info, "PmtMtd", "TRF")
    _sums(info, transfers)
    _say(info, "PmtTpInf/SvcLvl/Cd", "SEPA")
    _say(info, "ReqdExctnDt/Dt", day.isoformat())
    _say(info, "Dbtr/Nm", sepa_signs(debtor.name, LONGEST_NAME))
    _say(info, "DbtrAcct/Id/IBAN", debtor.iban)
    if debtor.bic:
        _say(info, "DbtrAgt/FinInstnId/BICFI", debtor.bic)
    else:
        _say(info, "DbtrAgt/FinInstnId/Othr/Id", "NOTPROVIDED")
    _say(info, "ChrgBr", "SLEV")
    for one in transfers:
        transaction = SubElement(info, "CdtTrfTxInf")
        _say(transaction, "PmtId/EndToEndId", one.id)
        _say(transaction, "Amt/InstdAmt", f"{one.amount:.2f}").set("Ccy", "EUR")
        _say(transaction, "Cdtr/Nm", sepa_signs(one.creditor.name, LONGEST_NAME))
        _say(transaction, "CdtrAcct/Id/IBAN", one.creditor.iban)
        _say(transaction, "RmtInf/Ustrd", sepa_signs(one.purpose, LONGEST_PURPOSE))


def _sums(parent: Element, transfers: Iterable[CreditTransfer]) -> None:
    amounts = [one.amount for one in transfers]
    _say(parent, "NbOfTxs", str(len(amounts)))
    _say(parent, "CtrlSum", f"{sum(amounts, NOTHING):.2f}")


def _say(parent: Element, path: str, text: str) -> Element:
    for name in path.split("/"):
        parent = SubElement(parent, name)
    parent.text = text
    return parent
