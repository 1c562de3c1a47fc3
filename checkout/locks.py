"""The only place that locks orders, the counters of their invoices, and what banks tell of money for them: that first,
then the order.
"""

from collections.abc import Collection
from uuid import UUID

from shop.core.database.locks import lock_name, locked

from .models import BankFile, BankLine, InvoiceCounter, Order, TransferFile


def lock_order(order_id: UUID) -> Order:
    """The order, locked until the transaction ends."""
    return locked(Order.objects.filter(pk=order_id)).get()


def lock_orders(order_ids: Collection[UUID]) -> None:
    """Several orders, locked in the order of their ids until the transaction ends."""
    list(locked(Order.objects.filter(pk__in=order_ids).order_by("pk")))


def lock_bank_files() -> None:
    """Keep others from taking in bank statements until the transaction ends: files tell of the same money."""
    lock_name("bank files")


def lock_bank_file(file_id: int) -> BankFile:
    """The file, locked until the transaction ends."""
    return locked(BankFile.objects.filter(pk=file_id)).get()


def lock_bank_line(line_id: int) -> BankLine:
    """The transaction, locked until ours ends."""
    return locked(BankLine.objects.filter(pk=line_id)).get()


def lock_transfer_file(file_id: int) -> TransferFile:
    """The file of refunds, locked until the transaction ends."""
    return locked(TransferFile.objects.filter(pk=file_id)).get()


def lock_counter(seller_id: int) -> InvoiceCounter:
    """A seller's counter, made with the first invoice, and locked until the transaction ends: others wait for it, and a
    number that is not stored in the end was never given.
    """
    InvoiceCounter.objects.bulk_create([InvoiceCounter(seller_id=seller_id)], ignore_conflicts=True)
    return locked(InvoiceCounter.objects.filter(pk=seller_id), no_key=False).get()
