"""The only code that locks orders, invoice counters and bank transactions. Lock order: the bank transaction,
then the order.
"""

from collections.abc import Collection
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.transaction import TransactionManagementError

from shop.core.database.compiled_statements import ModelStatement, Parameter, SqlStatement, cached_statement
from shop.core.database.locks import lock_name, locked

from .models import BankFile, BankLine, InvoiceCounter, Order, Placement, TransferFile


def lock_order(order_id: UUID, *related: str) -> Order:
    """Return the order, locked until the transaction ends. Reads the `related` rows in the same statement, unlocked."""
    check_transaction()
    order = order_to_lock(related, settings.TEST_WITHOUT_LOCKS).first(order=order_id)
    if order is None:
        raise Order.DoesNotExist
    return order


# `without_locks` belongs to the cache's key alone: tests without locks have statements of their own.
@cached_statement
def order_to_lock(related: tuple[str, ...], without_locks: bool) -> ModelStatement[Order]:
    orders = Order.objects.filter(pk=Parameter("order"))
    return ModelStatement(locked(orders.select_related(*related), of=("self",)) if related else locked(orders))


def lock_order_of(placement_id: UUID | str) -> None:
    """Lock the placement's order until the transaction ends, without reading it."""
    check_transaction()
    order_of_placement(settings.TEST_WITHOUT_LOCKS).run(placement=placement_id)


@cached_statement
def order_of_placement(without_locks: bool) -> SqlStatement:
    of_placement = Placement.objects.filter(pk=Parameter("placement")).order_by().values("order")[:1]
    return SqlStatement.of(locked(Order.objects.filter(pk=of_placement).order_by()).values_list("pk"))


def check_transaction() -> None:
    """Raises TransactionManagementError outside of a transaction, as Django does when it compiles a lock."""
    if connection.get_autocommit():
        raise TransactionManagementError("An order is locked in a transaction only.")


def lock_orders(order_ids: Collection[UUID]) -> None:
    """Lock several orders until the transaction ends, in the order of their ids."""
    list(locked(Order.objects.filter(pk__in=order_ids).order_by("pk")))


def lock_bank_files() -> None:
    """Keep others from importing bank statements until the transaction ends, because files repeat transactions."""
    lock_name("bank files")


def lock_bank_file(file_id: int) -> BankFile:
    """Return the bank file, locked until the transaction ends."""
    return locked(BankFile.objects.filter(pk=file_id)).get()


def lock_bank_line(line_id: int) -> BankLine:
    """Return the bank transaction, locked until the database transaction ends."""
    return locked(BankLine.objects.filter(pk=line_id)).get()


def lock_transfer_file(file_id: int) -> TransferFile:
    """Return the SEPA file, locked until the transaction ends."""
    return locked(TransferFile.objects.filter(pk=file_id)).get()


def lock_counter(seller_id: int) -> InvoiceCounter:
    """Return a seller's invoice counter, locked until the transaction ends. Creates it with the first invoice. Others
    wait for it, and a rolled back number was never given.
    """
    counters = locked(InvoiceCounter.objects.filter(pk=seller_id), no_key=False)
    if counter := counters.first():
        return counter
    InvoiceCounter.objects.bulk_create([InvoiceCounter(seller_id=seller_id)], ignore_conflicts=True)
    return counters.get()
