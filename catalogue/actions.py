"""Writes of stock. Holders are opaque ids; holds end with their visitor session (design §4)."""

from collections.abc import Collection, Mapping
from uuid import UUID

from django.db import transaction
from django.db.models import F

from sessions_queue.errors import AddressBusy
from sessions_queue.locks import lock_address
from sessions_queue.models import VisitorSession
from sessions_queue.rules import most_of_stock
from shop.models import Shop

from . import locks
from .errors import CapacityTooSmall, ReservationLost, SoldOut
from .models import ProductVariant, Stock, StockClaim, StockUse
from .queries.stock import claimed_by_stock, free_pieces, held_by_address


@transaction.atomic(savepoint=False)
def hold_stock(*, holder: UUID, session: VisitorSession, demand: Mapping[int, int]) -> None:
    """Make the holder's holds exactly `demand` (stock id → pieces): take what is missing, give back what is too much.

    All or nothing: raises SoldOut with what is `available`, or AddressBusy. The caller holds the session's lock, so
    that nobody ends it meanwhile, and does this last: everybody who wants the same stock waits for its lock.
    """
    held = claimed_by_stock(holder)
    changes = {stock: demand.get(stock, 0) - held.get(stock, 0) for stock in demand.keys() | held.keys()}
    changes = {stock: pieces for stock, pieces in sorted(changes.items()) if pieces}
    more = {stock: pieces for stock, pieces in changes.items() if pieces > 0}
    refuse_sold_out(more)
    if more and session.address_digest:
        leave_some_to_others(address_digest=session.address_digest, pieces=more)
    if changes:
        changed = locks.change_holds(holder=holder, session_id=session.pk, changes=changes)
        refuse_sold_out({stock: pieces for stock, pieces in changes.items() if stock not in changed})


def refuse_sold_out(pieces: Mapping[int, int]) -> None:
    """Raises SoldOut with what is `available` of the first stock that has not as many. No lock is needed for it."""
    free = free_pieces(pieces.keys()) if pieces else {}
    for stock, wanted in pieces.items():
        if free[stock] < wanted:
            raise SoldOut(available=free[stock])


def leave_some_to_others(*, address_digest: str, pieces: Mapping[int, int]) -> None:
    """Raises AddressBusy where the sessions of one address would hold more of a stock than they may."""
    lock_address(address_digest)
    for stock in held_by_address(address_digest, pieces.keys()):
        if stock.held + pieces[stock.id] > most_of_stock(stock.capacity):
            raise AddressBusy


@transaction.atomic(savepoint=False)
def release_holds(*, holders: Collection[UUID]) -> None:
    """Give back everything that the holders hold. What is sold stays sold."""
    locks.release_holds(holders)


@transaction.atomic(savepoint=False)
def sell_holds(*, holder: UUID, session: VisitorSession, buyer: UUID, demand: Mapping[int, int]) -> None:
    """Turn a holder's holds into the buyer's property.

    Holds that are not exactly `demand`, because staff changed what a variant draws on, are mended first; raises
    ReservationLost if that fails. The caller holds the session's lock and has found the session alive.
    """
    try:
        hold_stock(holder=holder, session=session, demand=demand)
    except SoldOut as sold_out:
        raise ReservationLost from sold_out
    locks.sell_holds(holder=holder, buyer=buyer)


@transaction.atomic(savepoint=False)
def return_sold(*, buyer: UUID, only: Mapping[int, int] | None = None) -> None:
    """Give back what was sold to the buyer: everything, or `only` so many pieces of each stock."""
    for claim in locks.lock_sold(buyer):
        share = claim.quantity if only is None else min(claim.quantity, only.get(claim.stock_id, 0))
        if share:
            Stock.objects.filter(pk=claim.stock_id).update(sold=F("sold") - share)
        if share == claim.quantity:
            claim.delete()
        elif share:
            StockClaim.objects.filter(pk=claim.pk).update(quantity=F("quantity") - share)


def create_stock(*, owner: Shop, name: str, capacity: int) -> Stock:
    return Stock.objects.create(owner=owner, name=name[:240], capacity=capacity)


@transaction.atomic
def limit_variant(*, variant: ProductVariant, stock: Stock) -> None:
    """Let a variant draw on a stock, beside those it draws on already."""
    StockUse.objects.get_or_create(variant=variant, stock=stock)


def unlimit_variant(*, variant: ProductVariant, stock: Stock) -> None:
    """Let a variant draw on a stock no longer. Carts give back what they held of it when they change or are placed."""
    StockUse.objects.filter(variant=variant, stock=stock).delete()


@transaction.atomic
def set_capacity(*, stock: Stock, capacity: int) -> None:
    """Change a stock's capacity. Raises CapacityTooSmall below what is held and sold."""
    (locked,) = locks.lock_stocks([stock.pk])
    if capacity < locked.taken:
        raise CapacityTooSmall(taken=locked.taken)
    locked.capacity = capacity
    locked.save(update_fields=["capacity"])
