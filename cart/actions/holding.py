"""Stores a cart's lines, and keeps its holds in step with them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db import connection

from cart import rules
from cart.models import Cart, CartLine
from cart.queries import CartContents
from cart.shares import (
    HeldByVisitors,
    held_by_visitors,
    max_pieces_of_pass,
    max_pieces_of_stock,
    share_of_address,
    share_of_stock,
    work_level_for,
)
from catalogue.seating.claims import release_seats
from catalogue.stock.actions import HoldChanges, adjust_holds, hold_changes
from sessions_queue.errors import AddressBusy
from sessions_queue.locks import lock_visitor
from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.actions import shorten_session
from shop.core.database.compiled_statements import store_rows
from shop.core.limits.budgets import WorkNeeded
from shop.core.limits.visitors import OF_WIDER, Visitor


def write_amounts(
    contents: CartContents, items: Sequence[rules.Item], session: VisitorSession, visitor: Visitor | None = None
) -> CartContents:
    """Set each line's amount to its item's, delete lines with 0, and hold what the others need.

    `visitor`: the visitor who adds pieces. Raises SoldOut, AddressBusy or WorkNeeded.
    """
    cart, pairs = contents.cart, list(zip(contents.lines, items, strict=True))
    changes = hold_changes(holder=cart.pk, demand=rules.demand(items))
    removed_lines = [line for line, item in pairs if item.amount == 0]
    changed = [line for line, item in pairs if item.amount not in (0, line.amount)]
    for line, item in pairs:
        line.amount = item.amount
    left = [line for line in contents.lines if line.amount]
    delete_lines(removed_lines)
    store_lines(changed)
    if any(line.seat_id for line in removed_lines):
        release_seats(holders=[cart.pk], keep=[line.seat_id for line in left if line.seat_id])
    hold_pieces(changes, cart, session, visitor)
    return replace(contents, lines=left)


def store_lines(lines: Sequence[CartLine]) -> None:
    """Insert new lines and update the amounts of stored ones."""
    if lines:
        store_rows(lines, "amount")


def delete_lines(lines: Sequence[CartLine]) -> None:
    """Delete lines with their ticket holders. Pass all lines of a bundle together."""
    if not lines:
        return
    statement = """
        WITH gone AS (DELETE FROM cart_cartline WHERE id = ANY(%s) RETURNING ticket_holder_id)
        DELETE FROM cart_ticketholder WHERE id IN (SELECT ticket_holder_id FROM gone)
    """
    with connection.cursor() as cursor:
        cursor.execute(statement, [[line.pk for line in lines]])


def hold_pieces(changes: HoldChanges, cart: Cart, session: VisitorSession, visitor: Visitor | None) -> None:
    """Hold the missing pieces. Call it last, after the lines are stored: it locks the stocks.

    Raises SoldOut, AddressBusy or WorkNeeded.
    """
    if changes.more and session.pass_digest:
        lock_visitor(session)
        held = held_by_visitors(session, changes.more)
        check_shares(held, changes.more)
        work = required_work(held, changes.more)
        if visitor is not None and session.work < work:
            raise WorkNeeded(visitor, work)
        if not cart.email and any(of.is_in_demand(changes.more[stock]) for stock, of in held.stocks.items()):
            shorten_session(session)
    adjust_holds(changes=changes, session=session)


def check_shares(held: HeldByVisitors, more: Mapping[int, int]) -> None:
    """Raises AddressBusy if a browser would hold more than its share."""
    if held.pieces.own > max_pieces_of_pass():
        raise AddressBusy
    if any(of.held.own + more[stock] > max_pieces_of_stock() for stock, of in held.stocks.items()):
        raise AddressBusy


def required_work(held: HeldByVisitors, more: Mapping[int, int]) -> int:
    """Return the level of work that is due for what all browsers of the address, and of its network, would hold."""
    all_stocks = [(held.pieces, 0, share_of_address())]
    stocks = [(of.held, more[stock], share_of_stock(of.capacity)) for stock, of in held.stocks.items()]
    return max(
        max(work_level_for(of.near + more, share), work_level_for(of.wide + more, share * OF_WIDER))
        for of, more, share in all_stocks + stocks
    )
