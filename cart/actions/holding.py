"""What a cart holds follows what is in it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cart import rules
from cart.queries import CartContents
from cart.shares import held_by_visitors
from catalogue.actions import LackingHolds, adjust_holds, lacking_holds
from catalogue.seating.claims import release_seats
from sessions_queue.errors import AddressBusy
from sessions_queue.locks import lock_visitor
from sessions_queue.models import VisitorSession
from sessions_queue.rules import most_of_pass, most_of_stock, share_of_address, share_of_stock
from shop.limits.budgets import WorkNeeded
from shop.limits.visitors import OF_WIDER, Visitor

from .lines import delete_lines, store_lines


def write_amounts(
    contents: CartContents, items: Sequence[rules.Item], session: VisitorSession, visitor: Visitor | None = None
) -> CartContents:
    """Give each line the amount of its item, take out those of 0, and hold what the others need.

    `visitor`: who asks for more. Raises SoldOut, AddressBusy or WorkNeeded.
    """
    cart, pairs = contents.cart, list(zip(contents.lines, items, strict=True))
    lacking = lacking_holds(holder=cart.pk, demand=rules.demand(items))
    gone = [line for line, item in pairs if item.amount == 0]
    changed = [line for line, item in pairs if item.amount not in (0, line.amount)]
    for line, item in pairs:
        line.amount = item.amount
    left = [line for line in contents.lines if line.amount]
    delete_lines(gone)
    store_lines(changed)
    if any(line.seat_id for line in gone):
        release_seats(holders=[cart.pk], keep=[line.seat_id for line in left if line.seat_id])
    hold_pieces(lacking, session, visitor)
    return replace(contents, lines=left)


def hold_pieces(lacking: LackingHolds, session: VisitorSession, visitor: Visitor | None) -> None:
    """The last of a write, which has stored its lines. Raises SoldOut, AddressBusy or WorkNeeded."""
    if lacking.more and session.pass_digest:
        lock_visitor(session)
        leave_some_to_others(session, lacking.more, visitor)
    adjust_holds(lacking=lacking, session=session)


def leave_some_to_others(session: VisitorSession, more: Mapping[int, int], visitor: Visitor | None) -> None:
    """Raises AddressBusy where a browser would hold more than it may; WorkNeeded where those of its address hold more
    than their share, and this one has not worked.
    """
    held = held_by_visitors(session, more)
    if held.pieces.own > most_of_pass():
        raise AddressBusy
    if any(of.held.own + more[stock] > most_of_stock() for stock, of in held.stocks.items()):
        raise AddressBusy
    if visitor is None or session.has_worked:
        return
    if held.pieces.near > share_of_address() or held.pieces.wide > share_of_address() * OF_WIDER:
        raise WorkNeeded(visitor)
    for stock, of in held.stocks.items():
        share = share_of_stock(of.capacity)
        if of.held.near + more[stock] > share or of.held.wide + more[stock] > share * OF_WIDER:
            raise WorkNeeded(visitor)
