"""Rules of bundles for buyers, as pure functions (catalogue §3 "Combined product", §5; docs/decisions/0039)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from catalogue.errors import BundleIncomplete, BundleNotAvailable
from catalogue.models import BundlePart, ProductVariant
from shop.core.values.money import spread


@dataclass(frozen=True)
class PartSpec:
    """A part of a bundle. `most`: pieces of it in one bundle. `obligatory`: costs extra and is never left empty.
    `bound`: taken or left empty together with all other bound parts.

    `price`: for a piece, in the bundle; None if it costs the same as alone, or if the bundle's price includes it.
    """

    id: int
    role: str
    product: int | None
    event: int | None
    combination: int | None = None
    pricing_category: int | None = None
    price: Decimal | None = None
    most: int = 1
    obligatory: bool = False
    bound: bool = False

    @property
    def included(self) -> bool:
        """True if the bundle's price includes it."""
        return self.role in BundlePart.INCLUDED

    def has(self, variant: ProductVariant) -> bool:
        """True if the variant is one of this part's options."""
        if (variant.product_id, variant.event_id) != (self.product, self.event):
            return False
        return self.pricing_category in (None, variant.pricing_category_id)


@dataclass(frozen=True)
class BundleSpec:
    """A bundle. `id`: its root product's. `surcharges`: by combination."""

    id: int
    parts: Mapping[int, PartSpec]
    surcharges: Mapping[int, Decimal]

    def surcharge(self, parts: Iterable[int]) -> Decimal:
        """Return the surcharge of the combination that these parts belong to."""
        combinations = {self.parts[part].combination for part in parts}
        return sum((self.surcharges[one] for one in combinations if one is not None), Decimal(0))


def most_pieces(role: str, cart_limit: int, *, ticket: bool, options: int, several: bool) -> int:
    """Return how many pieces of a part one bundle may have: one, unless it is an additional part that is a ticket, has
    at most one option, or may be taken several times (catalogue §5, "allow_multiple_override").
    """
    if role in BundlePart.INCLUDED:
        return 1
    return cart_limit if ticket or several or options <= 1 else 1


def is_needed(role: str, *, obligatory: bool) -> bool:
    """True if no bundle exists without the part, whichever combination is chosen."""
    return role == BundlePart.Role.COMMON or obligatory


def is_bound(role: str, *, binds: bool, obligatory: bool) -> bool:
    """True if a part is left empty together with all other bound parts: its product `binds` ("bind_leave_empty"). An
    `obligatory` part is never left empty.
    """
    return role == BundlePart.Role.ADDITIONAL and binds and not obligatory


def pieces_by_part(taken: Iterable[tuple[int | None, int]]) -> Counter[int]:
    """Sum the pieces by part. `taken`: part and pieces; None as a part counts as part 0, which no bundle has."""
    chosen = Counter[int]()
    for part, amount in taken:
        chosen[part or 0] += amount
    return chosen


def check_choice(bundle: BundleSpec, chosen: Mapping[int, int]) -> None:
    """Check that a choice makes a whole bundle. `chosen`: pieces by part. It needs all common parts once, obligatory
    ones at least once, all of exactly one combination, at most one part of a group, and all bound parts or none.

    Raises BundleNotAvailable for a part that the bundle does not have, or not so often; BundleIncomplete if a choice is
    missing or one is too many.
    """
    if not bundle.parts or any(
        key not in bundle.parts or amount > bundle.parts[key].most for key, amount in chosen.items()
    ):
        raise BundleNotAvailable
    parts = bundle.parts.values()
    picked = {part.combination for part in parts if part.role == BundlePart.Role.COMBINATION and part.id in chosen}
    if len(picked) != (1 if bundle.surcharges else 0):
        raise BundleIncomplete
    needed = {
        part.id for part in parts if is_needed(part.role, obligatory=part.obligatory) or part.combination in picked
    }
    if not needed <= chosen.keys():
        raise BundleIncomplete
    if sum(part.role == BundlePart.Role.GROUP for part in parts if part.id in chosen) > 1:
        raise BundleIncomplete
    if len({part.id in chosen for part in parts if part.bound}) > 1:
        raise BundleIncomplete


@dataclass(frozen=True)
class Remainder:
    """What is left of a bundle whose root can be sold. `combinations`: ids of those that can be sold; `surcharge`: the
    lowest of them, or of all if none can be sold.
    """

    available: bool
    combinations: frozenset[int]
    surcharge: Decimal


def remainder(parts: Collection[tuple[bool, int | None, bool]], surcharges: Mapping[int, Decimal]) -> Remainder:
    """Compute what is left of a bundle. `parts`: of each whether it is needed, its combination, and whether one of its
    options can be sold.
    """
    filled = {combination for _needed, combination, _open in parts}
    shut = {combination for _needed, combination, is_open in parts if not is_open}
    combinations = frozenset((surcharges.keys() & filled) - shut)
    available = (
        bool(parts)
        and all(is_open for needed, _combination, is_open in parts if needed)
        and (not surcharges or bool(combinations))
    )
    surcharge = min((surcharges[one] for one in combinations or surcharges), default=Decimal(0))
    return Remainder(available, combinations, surcharge)


def included_prices(price: Decimal, parts: Sequence[Decimal]) -> list[Decimal]:
    """Share the root's price between the root and the parts that it includes, which cost `parts` alone. To the cent,
    the root first.
    """
    worth = sum(parts, Decimal(0))
    return spread(price, [max(price - worth, Decimal(0)), *parts])


def is_whole(bundle: BundleSpec, chosen: Mapping[int, int]) -> bool:
    """True if this is still a valid choice: staff may have changed the bundle."""
    try:
        check_choice(bundle, chosen)
    except (BundleIncomplete, BundleNotAvailable):
        return False
    return True
