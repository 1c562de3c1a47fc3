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
from .models import ProductVariant, Stock, StockClaim, StockSlot, StockUse
from .queries.stock import claimed_by_stock, free_pieces, held_by_address


@transaction.atomic
def hold_stock(*, holder: UUID, session: VisitorSession, demand: Mapping[int, int]) -> None:
    """Make the holder's holds exactly `demand` (stock id → pieces): take what is missing, give back what is too much.

    All or nothing: raises SoldOut with what is `available`, or AddressBusy. The caller holds the session's lock, so
    that nobody ends it meanwhile.
    """
    held, taken = claimed_by_stock(holder), []
    for stock_id in sorted(demand.keys() | held.keys()):
        missing = demand.get(stock_id, 0) - held.get(stock_id, 0)
        if missing > 0:
            take_pieces(stock_id=stock_id, quantity=missing, holder=holder, session=session)
            taken.append(stock_id)
        elif missing < 0:
            give_back_pieces(stock_id=stock_id, quantity=-missing, holder=holder)
    if taken and session.address_digest:
        leave_some_to_others(address_digest=session.address_digest, stock_ids=taken)


def leave_some_to_others(*, address_digest: str, stock_ids: Collection[int]) -> None:
    """Raises AddressBusy where the sessions of one address hold more of a stock than they may.

    Asked after the pieces are held: a sold-out stock is refused without it, and those of an address wait shortly.
    """
    lock_address(address_digest)
    if any(stock.held > most_of_stock(stock.capacity) for stock in held_by_address(address_digest, stock_ids)):
        raise AddressBusy


def take_pieces(*, stock_id: int, quantity: int, holder: UUID, session: VisitorSession) -> None:
    """Hold pieces of one stock, in one slot if possible, else gathered from several."""
    if locks.hold_in_one_slot(stock_id=stock_id, quantity=quantity, holder=holder, session_id=session.id):
        return
    available = free_pieces(stock_id)
    if available < quantity:  # the usual answer of a sold-out stock: no lock was needed for it
        raise SoldOut(available=available)
    slots = locks.lock_slots(stock_id)
    available = sum(slot.capacity - slot.held - slot.sold for slot in slots)
    if available < quantity:
        raise SoldOut(available=available)
    for slot in slots:
        share = min(quantity, slot.capacity - slot.held - slot.sold)
        if share > 0:
            StockSlot.objects.filter(pk=slot.pk).update(held=F("held") + share)
            claim, created = StockClaim.objects.get_or_create(
                holder=holder, slot=slot, defaults={"session": session, "quantity": share}
            )
            if not created:
                StockClaim.objects.filter(pk=claim.pk).update(quantity=F("quantity") + share)
            quantity -= share


def give_back_pieces(*, stock_id: int, quantity: int, holder: UUID) -> None:
    """Release some of a holder's held pieces of one stock."""
    for claim in locks.lock_claims([holder], stock_id=stock_id):
        if quantity == 0:
            break
        share = min(quantity, claim.quantity)
        StockSlot.objects.filter(pk=claim.slot_id).update(held=F("held") - share)
        if share == claim.quantity:
            claim.delete()
        else:
            StockClaim.objects.filter(pk=claim.pk).update(quantity=F("quantity") - share)
        quantity -= share


@transaction.atomic
def release_holds(*, holders: list[UUID]) -> None:
    """Give back everything that the holders hold. What is sold stays sold."""
    claims = [claim for claim in locks.lock_claims(holders) if not claim.is_sold]
    for claim in claims:
        StockSlot.objects.filter(pk=claim.slot_id).update(held=F("held") - claim.quantity)
    StockClaim.objects.filter(pk__in=[claim.pk for claim in claims]).delete()


@transaction.atomic
def sell_holds(*, holder: UUID, session: VisitorSession, buyer: UUID, demand: Mapping[int, int]) -> None:
    """Turn a holder's holds into the buyer's property.

    Holds that are not exactly `demand`, because staff changed what a variant draws on, are mended first; raises
    ReservationLost if that fails. The caller holds the session's lock and has found the session alive.
    """
    try:
        hold_stock(holder=holder, session=session, demand=demand)
    except SoldOut as sold_out:
        raise ReservationLost from sold_out
    claims = [claim for claim in locks.lock_claims([holder]) if not claim.is_sold]
    for claim in claims:
        StockSlot.objects.filter(pk=claim.slot_id).update(
            held=F("held") - claim.quantity, sold=F("sold") + claim.quantity
        )
    StockClaim.objects.filter(pk__in=[claim.pk for claim in claims]).update(holder=buyer, session=None)


@transaction.atomic
def return_sold(*, buyer: UUID) -> None:
    """Give back everything that was sold to the buyer."""
    claims = [claim for claim in locks.lock_claims([buyer]) if claim.is_sold]
    for claim in claims:
        StockSlot.objects.filter(pk=claim.slot_id).update(sold=F("sold") - claim.quantity)
    StockClaim.objects.filter(pk__in=[claim.pk for claim in claims]).delete()


@transaction.atomic
def create_stock(*, owner: Shop, name: str, capacity: int, slots: int = 1) -> Stock:
    """A new stock, its capacity spread over its slots."""
    stock = Stock.objects.create(owner=owner, name=name[:240])
    share, rest = divmod(capacity, slots)
    StockSlot.objects.bulk_create(
        StockSlot(stock=stock, capacity=share + (1 if number < rest else 0)) for number in range(slots)
    )
    return stock


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
    slots = locks.lock_slots(stock.pk)
    taken = sum(slot.held + slot.sold for slot in slots)
    if capacity < taken:
        raise CapacityTooSmall(taken=taken)
    spare = capacity - taken
    share, rest = divmod(spare, len(slots))
    for number, slot in enumerate(slots):
        slot.capacity = slot.held + slot.sold + share + (1 if number < rest else 0)
        slot.save(update_fields=["capacity"])
