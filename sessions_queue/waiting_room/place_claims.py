"""Claims to a place: nobody takes a second place by the same claim. A pass has one claim, and one more for each proof
of work and for each turn that it used. A place that was used or missed is a claim, too.

Nothing is stored about visitors: Valkey keeps a Bloom filter per opening, in parts that are created when needed. With a
million claims, one in a hundred is taken for an earlier one; that visitor has to work once more. If Valkey loses the
filter, nobody is refused.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

# Ten bits for each of a million places. A claim sets seven of them.
FILTER_PARTS, BITS_PER_PART, BITS_PER_CLAIM = 256, 40_000, 7


class PlaceClaim(NamedTuple):
    part: int
    bits: Sequence[int]


def claim_of(name: str) -> PlaceClaim:
    part, *rest = blake2b(name.encode(), digest_size=1 + 4 * BITS_PER_CLAIM).digest()
    return PlaceClaim(
        part, [int.from_bytes(rest[start : start + 4]) % BITS_PER_PART for start in range(0, 4 * BITS_PER_CLAIM, 4)]
    )
