"""Who gets which printed number."""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

from shop.core.codes.normal import normal_code

# (variant, pricing category) that a number is for; neither: for all of its event.
Kind = tuple[int | None, int | None]


@dataclass(frozen=True)
class PaidPiece:
    """One printed ticket that somebody has paid for, of a variant in a pricing category."""

    line: UUID
    position: int
    variant: int
    category: int | None

    @property
    def kinds(self) -> list[Kind]:
        """Of the numbers that it may get, the narrowest first."""
        of_category: list[Kind] = [(None, self.category)] if self.category is not None else []
        return [(self.variant, None), *of_category, (None, None)]


@dataclass(frozen=True)
class FreeNumber:
    id: int
    kind: Kind


def assigned_numbers(pieces: Iterable[PaidPiece], free: Iterable[FreeNumber]) -> Iterator[tuple[PaidPiece, int]]:
    """Each piece with the id of its number; those for whom none is left are left out. Both as they come: whoever paid
    first, and as the numbers are printed.
    """
    free_by_kind: dict[Kind, deque[int]] = defaultdict(deque)
    for one in free:
        free_by_kind[one.kind].append(one.id)
    for piece in pieces:
        kind = next((one for one in piece.kinds if free_by_kind[one]), None)
        if kind is not None:
            yield piece, free_by_kind[kind].popleft()


def number_key(text: str) -> str:
    """However it is typed: capitals, blanks and hyphens make no difference."""
    return normal_code(text).replace("-", "")
