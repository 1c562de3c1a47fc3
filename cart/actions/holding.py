"""What a cart holds follows what is in it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cart import rules
from cart.queries import CartContents, held_by_address
from catalogue.actions import LackingHolds, adjust_holds, lacking_holds
from catalogue.seating.claims import release_seats
from sessions_queue.errors import AddressBusy
from sessions_queue.locks import lock_address
from sessions_queue.models import VisitorSession
from sessions_queue.rules import most_of_stock, most_pieces

from .lines import delete_lines, store_lines


def write_amounts(contents: CartContents, items: Sequence[rules.Item], session: VisitorSession) -> CartContents:
    """Give each line the amount of its item, take out those of 0, and hold what the others need.

    Raises SoldOut or AddressBusy.
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
    hold_pieces(lacking, session)
    return replace(contents, lines=left)


def hold_pieces(lacking: LackingHolds, session: VisitorSession) -> None:
    """The last of a write, which has stored its lines. Raises SoldOut or AddressBusy."""
    if lacking.more and session.address_digest:
        lock_address(session.address_digest)
        leave_some_to_others(session.address_digest, lacking.more)
    adjust_holds(lacking=lacking, session=session)


def leave_some_to_others(address_digest: str, more: Mapping[int, int]) -> None:
    """Raises AddressBusy where the sessions of one address have more in their carts, or would hold more of a stock,
    than they may.
    """
    held = held_by_address(address_digest, more.keys())
    if held.pieces > most_pieces():
        raise AddressBusy
    if any(stock.held + more[stock.id] > most_of_stock(stock.capacity) for stock in held.stocks):
        raise AddressBusy
