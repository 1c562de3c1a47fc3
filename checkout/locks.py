"""The only place that locks orders, the counters of their invoices, and what banks tell of money for them: that first,
then the order.
"""

from uuid import UUID

from django.conf import settings
from django.db import connection

from .models import BankFile, BankLine, InvoiceCounter, Order

BANK_FILES = 0x42414E4B  # any number that no other advisory lock of the database uses


def lock_order(order_id: UUID) -> Order:
    """The order, locked until the transaction ends."""
    orders = Order.objects.filter(pk=order_id)
    if not settings.TEST_WITHOUT_LOCKS:
        orders = orders.select_for_update(no_key=True)
    return orders.get()


def lock_bank_files() -> None:
    """Keep others from taking in bank statements until the transaction ends: files tell of the same money."""
    if not settings.TEST_WITHOUT_LOCKS:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [BANK_FILES])


def lock_bank_file(file_id: int) -> BankFile:
    """The file, locked until the transaction ends."""
    files = BankFile.objects.filter(pk=file_id)
    return (files if settings.TEST_WITHOUT_LOCKS else files.select_for_update(no_key=True)).get()


def lock_bank_line(line_id: int) -> BankLine:
    """The transaction, locked until ours ends."""
    lines = BankLine.objects.filter(pk=line_id)
    return (lines if settings.TEST_WITHOUT_LOCKS else lines.select_for_update(no_key=True)).get()


def lock_counter(seller_id: int) -> InvoiceCounter:
    """A seller's counter, made with the first invoice, and locked until the transaction ends: others wait for it, and a
    number that is not stored in the end was never given.
    """
    InvoiceCounter.objects.bulk_create([InvoiceCounter(seller_id=seller_id)], ignore_conflicts=True)
    counters = InvoiceCounter.objects.filter(pk=seller_id)
    if not settings.TEST_WITHOUT_LOCKS:
        counters = counters.select_for_update()
    return counters.get()
