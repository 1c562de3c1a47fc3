"""Who has had a place in a line: nobody takes a second one by the same claim. A pass has one claim, one more with each
proof of work and each turn that it used; a place that was used or missed is one, too.

Nothing is stored about who claims: Valkey keeps a Bloom filter by opening, in parts that are made when they are needed.
Of a million, one in a hundred claims is taken for one that was there, and its visitor works once more. Valkey may lose
it: then nobody is refused.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

# For a million places ten bits each, of which a claim sets seven.
FILTER_PARTS, BITS_PER_PART, BITS_PER_CLAIM = 256, 40_000, 7


class PlaceClaim(NamedTuple):
    part: int
    bits: Sequence[int]


def claim_of(name: str) -> PlaceClaim:
    part, *rest = blake2b(name.encode(), digest_size=1 + 4 * BITS_PER_CLAIM).digest()
    return PlaceClaim(
        part, [int.from_bytes(rest[start : start + 4]) % BITS_PER_PART for start in range(0, 4 * BITS_PER_CLAIM, 4)]
    )
