"""Bank statements as banks write them, in whichever version."""

import io
import zipfile
from collections.abc import Iterable
from itertools import count
from xml.sax.saxutils import escape

IBAN = "DE02120300000000202051"
PAYER = "DE89370400440532013000"
_numbers = count(1)


def tag(name: str, content: object) -> str:
    return f"<{name}>{content}</{name}>" if content not in ("", None) else ""


def entry(
    amount: str = "45.90",
    purpose: str | list[str] = "",
    *,
    version: str = "08",
    payer: str = "Mira Falk",
    day: str = "2026-11-20",
    reference: str | None = None,
    currency: str = "EUR",
    direction: str = "CRDT",
    status: str = "BOOK",
    reversal: str = "",
    end_to_end: str = "",
    creditor_reference: str = "",
    details: str | None = None,
    extra: str = "",
) -> str:
    """One entry. `reference` is the bank's own; None: one of its own, "": none."""
    if reference is None:
        reference = f"BANK{next(_numbers):010}"
    state = tag("Sts", tag("Cd", status) if version >= "08" else status)
    if details is None:
        details = transaction(
            purpose, version=version, payer=payer, end_to_end=end_to_end, creditor_reference=creditor_reference
        )
    return (
        f'<Ntry><Amt Ccy="{currency}">{amount}</Amt>{tag("CdtDbtInd", direction)}{tag("RvslInd", reversal)}{state}'
        f"{tag('BookgDt', tag('Dt', day))}{tag('ValDt', tag('Dt', day))}{tag('AcctSvcrRef', reference)}"
        f"<BkTxCd><Prtry><Cd>166</Cd></Prtry></BkTxCd>{tag('NtryDtls', details)}{extra}</Ntry>"
    )


def transaction(
    purpose: str | list[str] = "",
    *,
    version: str = "08",
    amount: str = "",
    direction: str = "",
    payer: str = "Mira Falk",
    end_to_end: str = "",
    creditor_reference: str = "",
    returned: bool = False,
) -> str:
    lines = [purpose] if isinstance(purpose, str) else purpose
    name = tag("Nm", escape(payer))
    party = tag("Dbtr", tag("Pty", name) if version >= "08" else name)
    written = "".join(tag("Ustrd", escape(line)) for line in lines)
    structured = tag("Strd", tag("CdtrRefInf", tag("Ref", creditor_reference))) if creditor_reference else ""
    money = f'<Amt Ccy="EUR">{amount}</Amt>' if amount else ""
    if version == "02" and amount:
        money = f'<AmtDtls><TxAmt><Amt Ccy="EUR">{amount}</Amt></TxAmt></AmtDtls>'
    back = "<RtrInf><Rsn><Cd>AC01</Cd></Rsn></RtrInf>" if returned else ""
    return (
        f"<TxDtls><Refs>{tag('EndToEndId', end_to_end)}</Refs>{money}{tag('CdtDbtInd', direction)}"
        f"<RltdPties>{party}<DbtrAcct><Id>{tag('IBAN', PAYER)}</Id></DbtrAcct></RltdPties>"
        f"{tag('RmtInf', written + structured)}{back}</TxDtls>"
    )


def statement(*entries: str, iban: str = IBAN, number: int | None = None) -> str:
    number = next(_numbers) if number is None else number
    return (
        f"<Stmt><Id>STMT-{number}</Id><ElctrncSeqNb>{number}</ElctrncSeqNb>"
        f"<CreDtTm>2026-11-21T05:00:00+01:00</CreDtTm><Acct><Id>{tag('IBAN', iban)}</Id><Ccy>EUR</Ccy></Acct>"
        f"{''.join(entries)}</Stmt>"
    )


def document(*statements: str, version: str = "08", message: str = "053", encoding: str = "UTF-8") -> bytes:
    text = (
        f'<?xml version="1.0" encoding="{encoding}"?>'
        f'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.{message}.001.{version}"><BkToCstmrStmt>'
        f"<GrpHdr><MsgId>M1</MsgId></GrpHdr>{''.join(statements)}</BkToCstmrStmt></Document>"
    )
    return text.encode(encoding)


def camt(*entries: str, version: str = "08", iban: str = IBAN) -> bytes:
    """A file of one statement."""
    return document(statement(*entries, iban=iban), version=version)


def zipped(*documents: bytes, names: Iterable[str] = ()) -> bytes:
    written, given = io.BytesIO(), iter(names)
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, one in enumerate(documents):
            archive.writestr(next(given, f"{number}.xml"), one)
    return written.getvalue()
