"""Writes of stock. Holders are opaque ids; holds end with their visitor session (design §4)."""

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
    """What a holder's holds lack: stock ids with the pieces to take, or below zero to give back."""

    holder: UUID
    pieces: Mapping[int, int]

    @property
    def more(self) -> dict[int, int]:
        return {stock: pieces for stock, pieces in self.pieces.items() if pieces > 0}


def hold_changes(*, holder: UUID, demand: Mapping[int, int]) -> HoldChanges:
    """What makes the holder's holds exactly `demand` (stock id → pieces). Nothing is locked yet.

    Raises SoldOut with what is `available` if there is not enough just now.
    """
    stocks = stocks_of_holder(holder, demand.keys())
    if not demand.keys() <= {stock.id for stock in stocks}:
        raise SoldOut(available=0)
    changes = [(stock, demand.get(stock.id, 0) - stock.held) for stock in stocks]
    for stock, pieces in changes:
        if pieces > stock.free:  # which is never below zero
            raise SoldOut(available=stock.free)
    return HoldChanges(holder, {stock.id: pieces for stock, pieces in changes if pieces})


def adjust_holds(*, changes: HoldChanges, session: VisitorSession) -> None:
    """Take and give back, all or nothing: raises SoldOut with what is `available`.

    The caller holds the session's lock, so that nobody ends it meanwhile, and does this last: everybody who wants the
    same stock waits for its lock.
    """
    if not changes.pieces:
        return
    changed = locks.change_holds(holder=changes.holder, session_id=session.pk, changes=changes.pieces)
    missing = changes.pieces.keys() - changed
    if missing:
        raise SoldOut(available=min(free_pieces(missing).values(), default=0))


@transaction.atomic(savepoint=False)
def hold_stock(*, holder: UUID, session: VisitorSession, demand: Mapping[int, int]) -> None:
    """Make the holder's holds exactly `demand`, where nothing else is to be written before."""
    adjust_holds(changes=hold_changes(holder=holder, demand=demand), session=session)


@transaction.atomic(savepoint=False)
def release_holds(*, holders: Collection[UUID]) -> None:
    """Give back everything that the holders hold. What is sold stays sold."""
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

    `waits`: its money may come by transfer; `within_share`: raises TransferNotOffered beyond what may wait.

    Holds that are not exactly `demand`, because staff changed what a variant draws on, are mended first; raises
    ReservationLost if that fails. The caller holds the session's lock and has found the session alive.
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
    """What the buyers own may be paid by transfer from now on. Raises TransferNotOffered beyond what may wait."""
    found = locks.allow_transfer(buyers, within_share=within_share)
    if found.stocks < found.claims:
        raise TransferNotOffered


@transaction.atomic(savepoint=False)
def mark_paid(*, buyer: UUID) -> None:
    """What the buyer owns is paid: it waits for no transfer, and counts as held by nobody."""
    locks.mark_paid(buyer)


def lock_exchange(*, buyer: UUID, stock_ids: Collection[int]) -> None:
    """Lock what a buyer owns together with other stocks, before some of it is given back and others are sold: all in
    id order, whichever comes first.
    """
    locks.lock_stocks({*StockClaim.objects.filter(holder=buyer).values_list("stock_id", flat=True), *stock_ids})


@transaction.atomic(savepoint=False)
def sell_pieces(*, buyer: UUID, demand: Mapping[int, int]) -> None:
    """Sell free pieces (stock id → pieces) that nobody held before. Raises SoldOut with what is `available`."""
    for stock in locks.lock_stocks(demand):
        if stock.free < demand[stock.pk]:
            raise SoldOut(available=stock.free)
        Stock.objects.filter(pk=stock.pk).update(sold=F("sold") + demand[stock.pk])
    StockClaim.objects.bulk_create(
        StockClaim(holder=buyer, stock_id=stock, quantity=pieces) for stock, pieces in demand.items()
    )


@transaction.atomic(savepoint=False)
def return_sold(*, buyer: UUID, only: Mapping[int, int] | None = None) -> None:
    """Give back what was sold to the buyer: everything, or `only` so many pieces of each stock."""
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


@transaction.atomic
def write_off(pieces: Mapping[int, int]) -> None:
    """Take pieces that are gone off their stocks (stock id → pieces). Raises SoldOut where fewer are free."""
    for stock in locks.lock_stocks(pieces):
        if stock.free < pieces[stock.pk]:
            raise SoldOut(available=stock.free)
        stock.capacity -= pieces[stock.pk]
        stock.save(update_fields=["capacity"])
