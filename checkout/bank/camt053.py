"""ISO 20022 camt.053: from a document to the credits of its statements.

Versions differ in where state and names of parties stand; both places are read in each version (`_credits`, `_payer`).
So unknown versions are read, too; a transaction whose facts are not found is left out with a note.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from hashlib import sha256
from xml.etree.ElementTree import Element

from .parsed import BATCH, RETURNED, REVERSAL, BankStatement, StatementInFile, Transaction
from .problems import Note, StatementRefused, gettext_noop, shortened
from .reading import LINE, is_xml, tree_of

LABEL = gettext_noop("camt.053 in any version, as XML")
ACCEPTED: Sequence[str] = (".xml", ".camt", "application/xml")
MESSAGE = re.compile(r"urn:iso:std:iso:20022:tech:xsd:camt\.(\d{3})\.001\.\d{2}")
LARGEST_AMOUNT = Decimal(10) ** 8
AMOUNT = re.compile(r"\d{1,18}(\.\d{0,18})?")
# What banks write where they have nothing to say.
NO_REFERENCES = frozenset({"", "NONREF", "NOTPROVIDED", "NOTAVAILABLE", "N/A", "0"})
LONGEST_PURPOSE, LONGEST_NAME = 1000, 200

OTHER_XML = gettext_noop("This XML file is no bank statement (camt.053).")
OTHER_MESSAGE = {
    "052": gettext_noop("This is a report of the running day (camt.052). Please fetch the statement: camt.053."),
    "054": gettext_noop("This is an advice of single transactions (camt.054). Please fetch the statement: camt.053."),
}
NO_STATEMENT = gettext_noop("There is no statement in this file.")
# Of single statements and transactions.
NO_ACCOUNT = gettext_noop("A statement without an IBAN was left out.")
NO_AMOUNT = gettext_noop("A transaction without a readable amount was left out.")
NO_DIRECTION = gettext_noop("A transaction that is neither credit nor debit was left out.")
NO_DAY = gettext_noop("A transaction without a booking day was left out.")
DECIMALS = gettext_noop("%(amount)s has more than two decimals. It was left out: book it by hand.")
AMOUNT_WRONG = gettext_noop("The amount %(amount)s cannot be booked. It was left out.")
FOREIGN = gettext_noop("%(amount)s %(currency)s: only euros are booked. It was left out.")
NOT_BOOKED = gettext_noop("%(amount)s is not booked by the bank yet. It was left out; a later statement tells of it.")
TAKEN_BACK = gettext_noop("The bank took %(amount)s back that had come in. See to it by hand.")


class _Unreadable(Exception):
    """A transaction that is left out."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text)
        self.text, self.values = text, {name: shortened(value) for name, value in values.items()}


def matches(document: bytes) -> bool:
    """Of any XML: what is no statement is refused by what it is."""
    return is_xml(document)


def parse(document: bytes) -> Iterator[StatementInFile]:
    """The statements of a document. Raises StatementRefused."""
    for element in _statements(document):
        notes: list[Note] = []
        identity = sha256("\0".join(element.itertext()).encode()).digest()
        yield StatementInFile(identity, _statement(element, notes), notes, _line(element))


def _statements(document: bytes) -> list[Element]:
    namespace, root = tree_of(document)
    message = MESSAGE.fullmatch(namespace)
    if message is None or root.tag != "Document":
        raise StatementRefused(OTHER_XML)
    (kind,) = message.groups()
    if kind != "053":
        raise StatementRefused(OTHER_MESSAGE.get(kind, OTHER_XML))
    statements = root.findall("BkToCstmrStmt/Stmt")
    if not statements:
        raise StatementRefused(NO_STATEMENT)
    return statements


def _statement(element: Element, notes: list[Note]) -> BankStatement | None:
    account = "".join(_text(element, "Acct/Id/IBAN").split()).upper()
    if not account:
        notes.append(Note(NO_ACCOUNT, line=_line(element)))
        return None
    transactions: list[Transaction] = []
    equals: Counter[tuple[str, ...]] = Counter()
    debits = 0
    for entry in element.findall("Ntry"):
        try:
            credits_ = list(_credits(entry))
        except _Unreadable as unreadable:
            notes.append(Note(unreadable.text, unreadable.values, line=_line(entry)))
            continue
        debits += not credits_
        for facts, credit in credits_:
            # Equal ones of one statement are told apart by their order; the same in another statement is the same.
            place = equals[facts]
            equals[facts] += 1
            key = sha256("\0".join((account, *facts, str(place))).encode()).hexdigest()
            transactions.append(Transaction(key, **credit))  # type: ignore[arg-type]
    return BankStatement(account, transactions, debits)


def _credits(entry: Element) -> Iterator[tuple[tuple[str, ...], dict[str, object]]]:
    """Return the entry's credits, nothing for a debit. Raises _Unreadable."""
    is_credit = _is_credit(entry)
    if is_credit is None:
        raise _Unreadable(NO_DIRECTION)
    if not is_credit and not _is_true(entry, "RvslInd"):
        return
    amount = _amount(entry, "Amt")
    if not is_credit:
        raise _Unreadable(TAKEN_BACK, amount=amount)
    if (_text(entry, "Sts/Cd") or _text(entry, "Sts")) != "BOOK":  # below Cd from version 8 on
        raise _Unreadable(NOT_BOOKED, amount=amount)
    day = _day(entry)
    for details, one in _parts(entry, amount):
        credit = {
            "booked_on": day,
            "amount": one,
            "payer": _payer(details),
            "payer_iban": _first(details, "RltdPties/DbtrAcct/Id/IBAN", "RltdPties/UltmtDbtrAcct/Id/IBAN")[:34],
            "purpose": " ".join(_shown(details, entry))[:LONGEST_PURPOSE],
            "texts": tuple(_texts(details, entry)),
            "remark": _remark(entry, details),
        }
        yield _facts(entry, details, credit), credit


def _parts(entry: Element, amount: Decimal) -> Iterator[tuple[Element, Decimal]]:
    """Return the entry's transactions with their amounts if these add up to the entry's, otherwise the entry as one."""
    details = entry.findall("NtryDtls/TxDtls")
    if len(details) < 2:
        yield (details[0] if details else Element("TxDtls")), amount
        return
    signed = []
    for one in details:
        part = _part_amount(one)
        if part is None:
            break
        signed.append(part if _is_credit(one) is not False else -part)
    if len(signed) == len(details) and sum(signed) == amount:
        yield from ((one, part) for one, part in zip(details, signed, strict=True) if part > 0)
    else:
        yield Element("TxDtls"), amount


def _part_amount(details: Element) -> Decimal | None:
    """Return the amount in euros. None if it is missing or cannot be booked."""
    for path in ("Amt", "AmtDtls/TxAmt/Amt", "AmtDtls/InstdAmt/Amt"):
        if details.find(path) is not None:
            try:
                return _amount(details, path)
            except _Unreadable:
                return None
    return None


def _remark(entry: Element, details: Element) -> str:
    if _is_true(entry, "RvslInd"):
        return REVERSAL
    if details.find("RtrInf") is not None:
        return RETURNED
    several = len(entry.findall("NtryDtls/TxDtls")) > 1 or _text(entry, "NtryDtls/Btch/NbOfTxs") not in ("", "1")
    return BATCH if several and not len(details) else ""


def _facts(entry: Element, details: Element, credit: dict[str, object]) -> tuple[str, ...]:
    """The bank's own reference, with day and amount, as some banks give the same to many; else what the payer gave:
    purpose, EndToEndId, IBAN or name.

    Not NtryRef: with many banks it only counts the entries of one statement.
    """
    day, amount = str(credit["booked_on"]), f"{credit['amount']:.2f}"
    reference = _first(details, "Refs/AcctSvcrRef") or _text(entry, "AcctSvcrRef")
    if reference.upper() not in NO_REFERENCES:
        return ("reference", day, amount, reference)
    identity_parts = (
        *_purpose(details, entry),
        _first(details, "Refs/EndToEndId"),
        str(credit["payer_iban"] or credit["payer"]),
    )
    return ("facts", day, amount, *("".join(filter(str.isalnum, text.upper())) for text in identity_parts))


def _shown(details: Element, entry: Element) -> list[str]:
    """For people to read: what the payer wrote, and what the bank adds to it."""
    shown = _purpose(details, entry)
    for element, path in ((details, "RmtInf/Strd/AddtlRmtInf"), (details, "AddtlTxInf"), (entry, "AddtlNtryInf")):
        for one in element.findall(path):
            text = _of(one)
            if text and not any(text in other for other in shown):
                shown.append(text)
    return shown


def _purpose(details: Element, entry: Element) -> list[str]:
    """What the payer wrote. It is a part of identities (`_facts`), so it stays as it is for what was read before."""
    written = [text for one in details.findall("RmtInf/Ustrd") if (text := _of(one))]
    references = [text for one in details.findall("RmtInf/Strd/CdtrRefInf/Ref") if (text := _of(one))]
    return [*written, *references] or [text for one in entry.findall("AddtlNtryInf") if (text := _of(one))]


def _texts(details: Element, entry: Element) -> Iterator[str]:
    """Where a reference may stand: the lines of the purpose as one, for banks cut words in two between them."""
    yield "".join(_raw(one) for one in details.findall("RmtInf/Ustrd"))[:LONGEST_PURPOSE]
    places = ("RmtInf/Ustrd", "RmtInf/Strd/CdtrRefInf/Ref", "RmtInf/Strd/AddtlRmtInf", "Refs/EndToEndId", "AddtlTxInf")
    for path in places:
        yield from (_of(one)[:LONGEST_PURPOSE] for one in details.findall(path))
    yield from (_of(one)[:LONGEST_PURPOSE] for one in entry.findall("AddtlNtryInf"))


def _payer(details: Element) -> str:
    """From version 8 on the name stands below what kind of party it is."""
    paths = ("Dbtr/Pty/Nm", "Dbtr/Nm", "UltmtDbtr/Pty/Nm", "UltmtDbtr/Nm")
    return _first(details, *(f"RltdPties/{path}" for path in paths))[:LONGEST_NAME]


def _amount(element: Element, path: str) -> Decimal:
    """Euros, to the cent, more than nothing. Raises _Unreadable."""
    found = element.find(path)
    written = _of(found) if found is not None else ""
    if found is None or not AMOUNT.fullmatch(written):
        raise _Unreadable(NO_AMOUNT)
    if (currency := found.get("Ccy", "")) != "EUR":
        raise _Unreadable(FOREIGN, amount=written, currency=currency)
    try:
        amount = Decimal(written)
    except InvalidOperation as error:
        raise _Unreadable(NO_AMOUNT) from error
    if amount != round(amount, 2):
        raise _Unreadable(DECIMALS, amount=written)
    if not 0 < amount < LARGEST_AMOUNT:
        raise _Unreadable(AMOUNT_WRONG, amount=written)
    return round(amount, 2)


def _is_credit(element: Element) -> bool | None:
    return {"CRDT": True, "DBIT": False}.get(_text(element, "CdtDbtInd"))


def _is_true(element: Element, path: str) -> bool:
    return _text(element, path) in ("true", "1")


def _day(entry: Element) -> date:
    """When it was booked, else its value date. Raises _Unreadable."""
    for path in ("BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm"):
        try:
            return date.fromisoformat(_text(entry, path)[:10])
        except ValueError:
            continue
    raise _Unreadable(NO_DAY)


def _first(element: Element, *paths: str) -> str:
    return next(filter(None, (_text(element, path) for path in paths)), "")


def _text(element: Element, path: str) -> str:
    found = element.find(path)
    return "" if found is None else _of(found)


def _of(element: Element) -> str:
    return " ".join(_raw(element).split())


def _raw(element: Element) -> str:
    return element.text or ""


def _line(element: Element) -> int:
    return int(element.get(LINE, "0"))
