"""Which piece gets which printed number."""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

from shop.core.codes.normal import normal_code

# (variant, pricing category) that a number is for; both None: all tickets of the event.
Kind = tuple[int | None, int | None]


@dataclass(frozen=True)
class PaidPiece:
    """One paid piece of a line of printed tickets."""

    line: UUID
    position: int
    variant: int
    category: int | None

    @property
    def kinds(self) -> list[Kind]:
        """The kinds of numbers that it may get, the narrowest first."""
        of_category: list[Kind] = [(None, self.category)] if self.category is not None else []
        return [(self.variant, None), *of_category, (None, None)]


@dataclass(frozen=True)
class FreeNumber:
    id: int
    kind: Kind


def assigned_numbers(pieces: Iterable[PaidPiece], free: Iterable[FreeNumber]) -> Iterator[tuple[PaidPiece, int]]:
    """Yield each piece with the id of its number, in the order of payment and of printing. Omits pieces for which no
    number is left.
    """
    free_by_kind: dict[Kind, deque[int]] = defaultdict(deque)
    for one in free:
        free_by_kind[one.kind].append(one.id)
    for piece in pieces:
        kind = next((one for one in piece.kinds if free_by_kind[one]), None)
        if kind is not None:
            yield piece, free_by_kind[kind].popleft()


def number_key(text: str) -> str:
    """Return the number without blanks and hyphens, in upper case, so that notations compare equal."""
    return normal_code(text).replace("-", "")
