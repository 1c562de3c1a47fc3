"""A web process's copy of a queue, kept for a second. It is enough to answer a poll as `queue_store.poll` would,
without asking Valkey.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Self

from sessions_queue.hooks import TicketsLeft
from sessions_queue.models import WaitingRoom

from .queue_store import lots_of
from .rules import TURN_SECONDS, QueuePosition, drawn_number

# Visitors who came back after missing their turn. Those behind so many are answered by Valkey.
MOST_BACK = 1000
# Bytes of a bitmap that are counted together.
BLOCK = 64


class Bitmap:
    """A copied bitmap. Counts the bits that are set before a place in constant time."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        blocks = (content[start : start + BLOCK] for start in range(0, len(content), BLOCK))
        self.before = list(accumulate((int.from_bytes(one).bit_count() for one in blocks), initial=0))

    def __getitem__(self, place: int) -> bool:
        byte = place >> 3
        return byte < len(self.content) and bool(self.content[byte] & 128 >> (place & 7))

    def count_before(self, place: int) -> int:
        place = min(place, len(self.content) * 8)
        byte = place >> 3
        block = byte // BLOCK
        found = self.before[block] + int.from_bytes(self.content[block * BLOCK : byte]).bit_count()
        return found + (self.content[byte] >> 8 - (place & 7)).bit_count() if place & 7 else found


@dataclass(frozen=True)
class QueueCopy:
    """A copy of one queue. `back`: the first visitors who came back after missing their turn, each with how many of
    them are ahead.
    """

    room: WaitingRoom
    served: int
    left: TicketsLeft
    live: Bitmap
    used: Bitmap
    turns: dict[int, float]
    back: dict[int, int]
    all_back: int
    served_live: int

    @classmethod
    def of(cls, room: WaitingRoom, answer: Sequence[Any]) -> Self | None:
        """Build a copy from the answer to `queue_store.copy_command`. None if Valkey has lost the queue or has another
        draw.
        """
        (served, lots, left), live, used, turns, back, all_back = answer
        if served is None or lots is None or int(lots) != lots_of(room):
            return None
        bits = Bitmap(live or b"")
        since = dict(zip(map(int, turns[::2]), map(float, turns[1::2]), strict=True))
        places = {int(number): place for place, number in enumerate(back)}
        of = TicketsLeft(int(left or TicketsLeft.SOME))
        served_live = bits.count_before(int(served) + 1)
        return cls(room, int(served), of, bits, Bitmap(used or b""), since, places, all_back, served_live)

    def drawn(self, number: int) -> int:
        return drawn_number(self.room.seed, number, self.room.lots or 0)

    def position(self, drawn: int, now: float) -> QueuePosition | None:
        """Return the position of a drawn number. None if only Valkey can answer, because the poll would change more
        than that the visitor was seen.
        """
        if self.used[drawn]:
            return None
        if (since := self.turns.get(drawn)) is not None:
            return QueuePosition(drawn, 0, is_admitted=True, left=self.left) if now - since < TURN_SECONDS else None
        if drawn > self.served:
            ahead = max(self.live.count_before(drawn) - self.served_live, 0) + self.all_back
            return QueuePosition(drawn, ahead, left=self.left)
        place = self.back.get(drawn)
        return None if place is None else QueuePosition(drawn, place, left=self.left)
