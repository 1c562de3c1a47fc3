"""A bank statement that the demo's bank might send: what its open transfers wait for, and what staff have to settle."""

from datetime import date
from decimal import Decimal
from xml.sax.saxutils import escape

from checkout.models import Payment
from shop.models import Shop

DOCUMENT = """<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>DEMO-{day:%Y%m%d}</MsgId><CreDtTm>{day}T06:00:00</CreDtTm></GrpHdr>
{statements}</BkToCstmrStmt></Document>
"""
STATEMENT = """<Stmt><Id>DEMO-{iban}-{day:%Y%m%d}</Id><CreDtTm>{day}T06:00:00</CreDtTm>
<Acct><Id><IBAN>{iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
{entries}</Stmt>
"""
ENTRY = """<Ntry><Amt Ccy="EUR">{amount:.2f}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>{day}</Dt></BookgDt><ValDt><Dt>{day}</Dt></ValDt><NtryDtls><TxDtls>
<RltdPties><Dbtr><Pty><Nm>{payer}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>{purpose}</Ustrd></RmtInf>
</TxDtls></NtryDtls></Ntry>
"""


def sample_statement(day: date) -> str:
    """camt.053: every open transfer comes in, each third a euro short, and somebody forgot what it was for."""
    waiting = Payment.objects.awaited_transfers().select_related("order__shop", "order__billing_address")
    accounts: dict[str, list[str]] = {iban: [] for iban in ibans()}
    for number, payment in enumerate(waiting.order_by("created_at", "pk"), 1):
        payer = str(payment.order.billing_address).partition(",")[0]
        amount = payment.amount - (1 if number % 3 == 0 and payment.amount > 1 else 0)
        accounts.setdefault(payment.order.shop.bank_iban, []).append(entry(day, amount, payer, payment.reference))
    statements = (
        STATEMENT.format(
            day=day, iban=iban, entries="".join([*entries, entry(day, Decimal("20.00"), "Kim Kassel", "Danke!")])
        )
        for iban, entries in accounts.items()
    )
    return DOCUMENT.format(day=day, statements="".join(statements))


def ibans() -> list[str]:
    shops = Shop.objects.exclude(bank_iban="").order_by("bank_iban")
    return list(shops.values_list("bank_iban", flat=True).distinct())


def entry(day: date, amount: Decimal, payer: str, purpose: str) -> str:
    return ENTRY.format(day=day, amount=amount, payer=escape(payer), purpose=escape(purpose))
