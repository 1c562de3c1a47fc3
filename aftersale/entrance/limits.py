"""How often somebody tries codes to pair a phone, and how many tickets one phone asks about or looks up by name."""

from contextlib import AbstractContextManager

from shop.core.limits.budgets import CountedAttempt, count_wrong_guesses, use_attempt
from shop.core.limits.counters import Limit
from shop.core.limits.visitors import Visitor

from .errors import PairingRefused, TooManyPairings, TooManyScans, TooManySearches

WRONG_PAIRINGS = Limit("entrance-pairing", attempts=20, seconds=10 * 60)
# Far above what somebody types at a door, and far below what it takes to read a list out.
BY_DEVICE = Limit("entrance-search", attempts=40, seconds=60, closed_when_down=False)
# Far above what one gate reads.
ASKED = Limit("entrance-scans", attempts=240, seconds=60, closed_when_down=False)


def counted_pairing(visitor: Visitor) -> AbstractContextManager[None]:
    """Around the look for a phone's pairing code: wrong ones count. Raises TooManyPairings for these."""
    return count_wrong_guesses(WRONG_PAIRINGS, visitor, PairingRefused, refusal=TooManyPairings)


def count_search(device: str) -> None:
    """Raises TooManySearches."""
    if not use_attempt(BY_DEVICE, device):
        raise TooManySearches


def count_scans(device: str, asked: int) -> None:
    """Each that asks; what was decided offline comes many at a time, and counts as one. Raises TooManyScans."""
    if CountedAttempt(*[(ASKED, device)] * max(asked, 1)).exceeded:
        raise TooManyScans
