"""Actions on stock. Holders are opaque ids; holds end with their visitor session (design §4)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import F

from catalogue import locks
from catalogue.errors import CapacityTooSmall, ReservationLost, SoldOut, TransferNotOffered
from catalogue.models import ProductVariant, Stock, StockClaim, StockUse
from sessions_queue.models import VisitorSession
from shop.models import Shop

from .queries import free_pieces, stocks_of_holder


@dataclass(frozen=True, slots=True)
class HoldChanges:
    """How a holder's holds must change: pieces to take by stock id, below zero to give back."""

    holder: UUID
    pieces: Mapping[int, int]

    @property
    def more(self) -> dict[int, int]:
        return {stock: pieces for stock, pieces in self.pieces.items() if pieces > 0}


def hold_changes(*, holder: UUID, demand: Mapping[int, int]) -> HoldChanges:
    """Compute the changes that make the holder's holds exactly `demand` (stock id → pieces). Locks nothing.

    Raises SoldOut with what is `available` if too little is free.
    """
    stocks = stocks_of_holder(holder, demand.keys())
    if not demand.keys() <= {stock.id for stock in stocks}:
        raise SoldOut(available=0)
    changes = [(stock, demand.get(stock.id, 0) - stock.held) for stock in stocks]
    for stock, pieces in changes:
        if pieces > stock.free:  # `free` is never below zero
            raise SoldOut(available=stock.free)
    return HoldChanges(holder, {stock.id: pieces for stock, pieces in changes if pieces})


def adjust_holds(*, changes: HoldChanges, session: VisitorSession) -> None:
    """Take and give back, all or nothing. Raises SoldOut with what is `available`.

    Caller must hold the session's lock, so that nobody ends it meanwhile, and do this last: all who want the same stock
    wait for its lock.
    """
    if not changes.pieces:
        return
    changed = locks.change_holds(holder=changes.holder, session_id=session.pk, changes=changes.pieces)
    missing = changes.pieces.keys() - changed
    if missing:
        raise SoldOut(available=min(free_pieces(missing).values(), default=0))


@transaction.atomic(savepoint=False)
def hold_stock(*, holder: UUID, session: VisitorSession, demand: Mapping[int, int]) -> None:
    """Make the holder's holds exactly `demand`. For callers that have nothing else to write before."""
    adjust_holds(changes=hold_changes(holder=holder, demand=demand), session=session)


@transaction.atomic(savepoint=False)
def release_holds(*, holders: Collection[UUID]) -> None:
    """Give back all that the holders hold. Sold pieces stay sold."""
    locks.release_holds(holders)


@transaction.atomic(savepoint=False)
def sell_holds(
    *,
    holder: UUID,
    session: VisitorSession,
    buyer: UUID,
    demand: Mapping[int, int],
    is_paid: bool = True,
    waits: bool = False,
    within_share: bool = False,
) -> None:
    """Turn a holder's holds into the buyer's property.

    `waits`: it may be paid by transfer; `within_share`: raises TransferNotOffered if too much would wait.

    If the holds are not exactly `demand`, because staff changed what a variant draws on, they are corrected first.
    Raises ReservationLost if that fails. Caller must hold the session's lock and have found it alive.
    """
    within_share = waits and within_share

    def sell_exactly() -> bool:
        sold = locks.sell_holds(
            holder=holder, buyer=buyer, demand=demand, is_paid=is_paid, waits=waits, within_share=within_share
        )
        if sold.stocks < sold.claims:
            raise TransferNotOffered
        return sold.claims == len(demand)

    if demand and sell_exactly():
        return
    try:
        hold_stock(holder=holder, session=session, demand=demand)
    except SoldOut as sold_out:
        raise ReservationLost from sold_out
    if demand and not sell_exactly():
        raise ReservationLost


@transaction.atomic(savepoint=False)
def allow_transfer(*, buyers: Collection[UUID], within_share: bool) -> None:
    """Let what the buyers own be paid by transfer from now on. `within_share`: raises TransferNotOffered if too much
    would wait.
    """
    found = locks.allow_transfer(buyers, within_share=within_share)
    if found.stocks < found.claims:
        raise TransferNotOffered


@transaction.atomic(savepoint=False)
def mark_paid(*, buyer: UUID) -> None:
    """Mark what the buyer owns as paid: it waits for no transfer and no longer counts as held."""
    locks.mark_paid(buyer)


def lock_exchange(*, buyer: UUID, stock_ids: Collection[int]) -> None:
    """Lock the stocks of what a buyer owns together with other stocks, in id order, before some pieces are given back
    and others sold.
    """
    locks.lock_stocks({*StockClaim.objects.filter(holder=buyer).values_list("stock_id", flat=True), *stock_ids})


@transaction.atomic(savepoint=False)
def sell_pieces(*, buyer: UUID, demand: Mapping[int, int]) -> None:
    """Sell free pieces (stock id → pieces) that were not held before. Raises SoldOut with what is `available`."""
    for stock in locks.lock_stocks(demand):
        if stock.free < demand[stock.pk]:
            raise SoldOut(available=stock.free)
        Stock.objects.filter(pk=stock.pk).update(sold=F("sold") + demand[stock.pk])
    StockClaim.objects.bulk_create(
        StockClaim(holder=buyer, stock_id=stock, quantity=pieces) for stock, pieces in demand.items()
    )


@transaction.atomic(savepoint=False)
def return_sold(*, buyer: UUID, only: Mapping[int, int] | None = None) -> None:
    """Give back what was sold to the buyer: all of it, or `only` so many pieces of each stock."""
    for claim in locks.lock_sold(buyer):
        share = claim.quantity if only is None else min(claim.quantity, only.get(claim.stock_id, 0))
        if share:
            waiting = share if claim.waits else 0
            Stock.objects.filter(pk=claim.stock_id).update(sold=F("sold") - share, waiting=F("waiting") - waiting)
        if share == claim.quantity:
            claim.delete()
        elif share:
            StockClaim.objects.filter(pk=claim.pk).update(quantity=F("quantity") - share)


def create_stock(*, owner: Shop, name: str, capacity: int) -> Stock:
    return Stock.objects.create(owner=owner, name=name[:240], capacity=capacity)


@transaction.atomic
def limit_variant(*, variant: ProductVariant, stock: Stock) -> None:
    """Let a variant draw on a stock, in addition to its others."""
    StockUse.objects.get_or_create(variant=variant, stock=stock)


def unlimit_variant(*, variant: ProductVariant, stock: Stock) -> None:
    """Let a variant no longer draw on a stock. Carts give back what they held of it when they change or are placed."""
    StockUse.objects.filter(variant=variant, stock=stock).delete()


@transaction.atomic
def set_capacity(*, stock: Stock, capacity: int) -> None:
    """Change a stock's capacity. Raises CapacityTooSmall below what is held and sold. Locks the stock."""
    (locked,) = locks.lock_stocks([stock.pk])
    if capacity < locked.taken:
        raise CapacityTooSmall(taken=locked.taken)
    locked.capacity = capacity
    locked.save(update_fields=["capacity"])


@transaction.atomic
def write_off(pieces: Mapping[int, int]) -> None:
    """Take lost pieces off their stocks (stock id → pieces). Raises SoldOut if fewer are free. Locks the stocks."""
    for stock in locks.lock_stocks(pieces):
        if stock.free < pieces[stock.pk]:
            raise SoldOut(available=stock.free)
        stock.capacity -= pieces[stock.pk]
        stock.save(update_fields=["capacity"])
