"""Puts requested items into lines: identical goods, and identical bundles of goods, share a line."""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from uuid import UUID

from cart import rules
from cart.models import Cart, CartLine
from cart.queries import item_of_line
from cart.ticket_holders import create_holders
from catalogue.models import ProductVariant
from catalogue.seating.free_seats import seats_with_rows


def merge_into_lines(
    cart: Cart, lines: Sequence[CartLine], items: Sequence[rules.Item], variants: Mapping[int, ProductVariant]
) -> tuple[list[CartLine], list[CartLine]]:
    """Merge identical goods and bundles of goods into existing lines; make new lines for all others. Returns the line
    of each piece, and the new lines. Stores only the ticket holders.
    """
    lines_of_key = lines_by_merge_key(lines)
    changed_lines, made = list[CartLine](), list[tuple[CartLine, rules.Item]]()
    for pieces in grouped_by_tree(items):
        key = rules.merge_key(pieces)
        shared = lines_of_key.get(key) if key else None
        if shared:
            for line, piece in zip(shared, sorted(pieces, key=place_of), strict=True):
                line.amount += piece.amount
            changed_lines += shared
            continue
        own = new_lines(cart, pieces, variants)
        changed_lines += [line for line, _piece in own]
        made += own
        if key:
            lines_of_key[key] = [line for line, _piece in sorted(own, key=lambda pair: pair[1].place_in_bundle)]
    assign_seats(made)
    create_holders(made)
    return changed_lines, [line for line, _piece in made]


def place_of(piece: rules.Item) -> tuple[int, int, int]:
    return piece.place_in_bundle


def lines_by_merge_key(lines: Sequence[CartLine]) -> dict[rules.MergeKey, list[CartLine]]:
    """Return the lines that identical goods or bundles share, in the order of their places in the bundle."""
    trees = defaultdict[UUID, list[tuple[rules.Item, CartLine]]](list)
    for line in lines:
        trees[line.tree].append((item_of_line(line), line))
    found = {}
    for tree in trees.values():
        if key := rules.merge_key([item for item, _line in tree]):
            found[key] = [line for _item, line in sorted(tree, key=lambda pair: pair[0].place_in_bundle)]
    return found


def grouped_by_tree(items: Sequence[rules.Item]) -> list[list[rules.Item]]:
    """Return one list for each bundle, its root first, and one for each other piece; one piece for each line."""
    found = list[list[rules.Item]]()
    trees = dict[Hashable, list[rules.Item]]()
    for piece in [piece for item in items for piece in rules.split_into_lines(item)]:
        if piece.part and piece.part.tree in trees:
            trees[piece.part.tree].append(piece)
            continue
        found.append([piece])
        if piece.part:
            trees[piece.part.tree] = found[-1]
    return found


def new_lines(
    cart: Cart, pieces: Sequence[rules.Item], variants: Mapping[int, ProductVariant]
) -> list[tuple[CartLine, rules.Item]]:
    """Make a line for each piece. In a bundle the root comes first and is the parent of the others."""
    made = list[tuple[CartLine, rules.Item]]()
    for piece in pieces:
        line = CartLine(
            cart=cart,
            parent=made[0][0] if made else None,
            bundle_id=piece.part.bundle if piece.part else None,
            part_id=piece.part.part if piece.part else None,
            variant=variants[piece.variant_id],
            amount=piece.amount,
            personal_identifier="" if piece.ticket else piece.personal_identifier,
        )
        made.append((line, piece))
    return made


def assign_seats(made: Sequence[tuple[CartLine, rules.Item]]) -> None:
    """Set the seats of new lines; one statement reads them all."""
    tickets = [(line, piece.ticket) for line, piece in made if piece.ticket and piece.ticket.seat]
    seats = seats_with_rows({ticket.seat for _line, ticket in tickets if ticket.seat})
    for line, ticket in tickets:
        line.seat = seats[ticket.seat or 0]
