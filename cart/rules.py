"""The cart's rules as pure functions (purchase §4 "Cart rules", §5 "Items and tickets")."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import Enum

from shop.mails.links import MAX_ENTERED, has_link

from .errors import (
    AmountInvalid,
    CartLimitExceeded,
    PersonalisationInvalid,
    PersonalisationLink,
    PersonalisationMissing,
)

MAX_PERSONALISATION = 80
SHIPPABLE_WINDOW = timedelta(days=10)
MAX_AMOUNT = 1000


@dataclass(frozen=True)
class CatalogueEntry:
    """The product or event whose pieces count together against its limit per cart."""

    kind: str
    id: int
    cart_limit: int


@dataclass(frozen=True)
class TicketChoice:
    """A ticket's pricing category and seat. `seat_kind`: as `Seat.reserved_for`.

    `holder_parts`: the data of its holder that the event requires.
    """

    category: int | None = None
    multiple: int = 1
    """The event sells its tickets only in multiples of this."""
    seated: bool = False
    seat: int | None = None
    seat_kind: str = ""
    holder_parts: tuple[str, ...] = ()

    @property
    def seat_missing(self) -> bool:
        """True for a ticket that is older than its category's seats: a seat must be chosen before it can be bought."""
        return self.seated and self.seat is None


@dataclass(frozen=True)
class Needs:
    """What an item is sold together with: a ticket, or the product with the id `follows`."""

    ticket: bool = False
    follows: int | None = None


@dataclass(frozen=True)
class TreePosition:
    """A position in a bundle in the cart. Its lines form a tree with one `tree` key; they come and go together.

    `part`: the id of the bundle's part, None for the root. `each`: pieces in one bundle; a tree may count several.
    """

    tree: Hashable
    bundle: int
    part: int | None = None
    each: int = 1


@dataclass(frozen=True)
class Item:
    """The contents of a line as the rules see them. `stocks`: ids of the stocks that each piece draws on."""

    variant_id: int
    entry: CatalogueEntry
    amount: int
    stocks: tuple[int, ...] = ()
    ticket: TicketChoice | None = None
    needs: Needs = Needs()
    personalised: bool = False
    personal_identifier: str = ""
    part: TreePosition | None = None

    @property
    def is_mergeable(self) -> bool:
        """True if all pieces share a line. Each ticket and each personalised piece has a line of its own."""
        return self.ticket is None and not self.personalised

    @property
    def place_in_bundle(self) -> tuple[int, int, int]:
        """(part of the bundle, variant, pieces in one bundle)."""
        return (self.part.part or 0, self.variant_id, self.part.each) if self.part else (0, self.variant_id, 1)

    @property
    def seat_missing(self) -> bool:
        return self.ticket is not None and self.ticket.seat_missing


class LineProblem(Enum):
    """Why a line cannot be bought as it is."""

    not_for_sale = "not_for_sale"
    seat_missing = "seat_missing"


def whole_amount(amount: float) -> int:
    """Return a number of pieces, rounded down. Raises AmountInvalid below 1 and above MAX_AMOUNT."""
    if not 1 <= amount <= MAX_AMOUNT:  # also false for NaN
        raise AmountInvalid
    return int(amount)


def check_personalisation(item: Item) -> None:
    """Check the personalisation. A personalised product needs a text of at most 80 characters; a ticket may name its
    holder, whose parts have limits of their own; no other item takes a text. No text may hold a link.

    Raises PersonalisationMissing, PersonalisationLink, PersonalisationInvalid if it is too long or not allowed.
    """
    if not item.personalised and item.ticket is None and item.personal_identifier:
        raise PersonalisationInvalid("this item takes no personalisation")
    if item.personalised and not item.personal_identifier.strip():
        raise PersonalisationMissing
    limit = MAX_PERSONALISATION if item.personalised else MAX_ENTERED
    if len(item.personal_identifier) > limit:
        raise PersonalisationInvalid(limit=limit)
    if has_link(item.personal_identifier):  # the text is mailed to the person it names
        raise PersonalisationLink


def split_into_lines(item: Item) -> list[Item]:
    """Return one item per line: a mergeable item stays whole, other pieces get a line each."""
    return [item] if item.is_mergeable else [one_piece(item)] * item.amount


def one_piece(item: Item) -> Item:
    return replace(item, amount=1, part=replace(item.part, each=1) if item.part else None)


MergeKey = tuple[int, tuple[tuple[int, int, int], ...]]


def merge_key(items: Sequence[Item]) -> MergeKey | None:
    """Return the key by which identical items, or identical bundles, share lines (purchase §4).

    None for items with lines of their own: tickets, personalised pieces, and bundles with any of these.
    """
    if not all(item.is_mergeable for item in items):
        return None
    bundle = items[0].part.bundle if items[0].part else 0
    return bundle, tuple(sorted(item.place_in_bundle for item in items))


def demand(items: Iterable[Item]) -> dict[int, int]:
    """Return the pieces needed of each stock by the whole cart (design §4).

    A ticket without its seat needs none.
    """
    needed: dict[int, int] = {}
    for item in items:
        if item.seat_missing:
            continue
        for stock in item.stocks:
            needed[stock] = needed.get(stock, 0) + item.amount
    return needed


def check_limits(items: Iterable[Item]) -> None:
    """Raise CartLimitExceeded if the cart holds more of a product or event than allowed."""
    amounts: dict[CatalogueEntry, int] = {}
    for item in items:
        amounts[item.entry] = amounts.get(item.entry, 0) + item.amount
    for entry, amount in amounts.items():
        if amount > entry.cart_limit:
            raise CartLimitExceeded(limit=entry.cart_limit, kind=entry.kind, id=str(entry.id))


def whole_trees(items: Sequence[Item]) -> list[Item]:
    """Return the items with only as many bundles of each tree as all its parts allow."""
    left: dict[Hashable, int] = {}
    for item in items:
        if item.part:
            bundles = item.amount // item.part.each
            left[item.part.tree] = min(bundles, left.get(item.part.tree, bundles))
    return [replace(item, amount=left[item.part.tree] * item.part.each) if item.part else item for item in items]


def still_allowed(items: Iterable[Item], entry: CatalogueEntry) -> int:
    """Return how many more pieces of a product or event the cart may take."""
    return max(0, entry.cart_limit - sum(item.amount for item in items if item.entry == entry))


def still_allowed_of_tree(items: Sequence[Item], tree: Iterable[Item]) -> int:
    """Return how many more of an item, or of a whole bundle, the cart may take."""
    each: dict[CatalogueEntry, int] = {}
    for item in tree:
        each[item.entry] = each.get(item.entry, 0) + item.place_in_bundle[2]
    return min(still_allowed(items, entry) // pieces for entry, pieces in each.items())


def shippable_window(dates: Mapping[str, date | None], today: date) -> tuple[date | None, date | None]:
    """Return when a cart ships: the latest future date of its physical lines, and ten days later."""
    future = [day for day in dates.values() if day is not None and day > today]
    return (max(future), max(future) + SHIPPABLE_WINDOW) if future else (None, None)
