from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from .problems import Note

# Reasons why a credit is never booked automatically.
BATCH, RETURNED, REVERSAL = "batch", "returned", "reversal"


@dataclass(frozen=True)
class Transaction:
    """Received money, in euros.

    `key` is the same in every file with this transaction, and differs from all others. `texts`: where payers write the
    reference. `remark`: why it is not booked automatically (BATCH, RETURNED, REVERSAL), otherwise empty.
    """

    key: str
    booked_on: date
    amount: Decimal
    payer: str = ""
    payer_iban: str = ""
    purpose: str = ""
    texts: Sequence[str] = ()
    remark: str = ""


@dataclass(frozen=True)
class BankStatement:
    """One statement of one account. `debits`: how many outgoing transactions were left out."""

    account: str
    transactions: Sequence[Transaction]
    debits: int = 0


@dataclass(frozen=True)
class StatementInFile:
    """A statement as a document has it, None if it cannot be read, and notes on what of it was left out.

    `identity`: the same wherever the same statement stands. `line`: where it begins, 0 if the format has no lines.
    """

    identity: bytes
    statement: BankStatement | None
    notes: Sequence[Note] = ()
    line: int = 0


@dataclass
class ParsedFile:
    statements: list[BankStatement] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
