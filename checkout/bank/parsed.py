from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from .problems import Note

# Why a credit is never booked by itself.
BATCH, RETURNED, REVERSAL = "batch", "returned", "reversal"


@dataclass(frozen=True)
class Transaction:
    """Money that came in, in euros.

    `key` is the same in every file that tells of this transaction, and of no other; `texts` is where payers write what
    they pay for. `remark`: why nobody books it by its reference (BATCH, RETURNED, REVERSAL), else empty.
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
    """One statement of one account. `debits`: how much money that went out it tells of, which is left out."""

    account: str
    transactions: Sequence[Transaction]
    debits: int = 0


@dataclass(frozen=True)
class TransactionMatch:
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
