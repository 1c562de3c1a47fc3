"""Limits on wrong pairing codes, and on scans and searches of a phone."""

from contextlib import AbstractContextManager

from shop.core.limits.budgets import CountedAttempt, count_wrong_guesses, use_attempt
from shop.core.limits.counters import Limit
from shop.core.limits.visitors import Visitor

from .errors import PairingRefused, TooManyPairings, TooManyScans, TooManySearches

WRONG_PAIRINGS = Limit("entrance-pairing", attempts=20, seconds=10 * 60)
# Far more than a person types at a door, far less than reading out a list takes.
BY_DEVICE = Limit("entrance-search", attempts=40, seconds=60, closed_when_down=False)
# Far more than one entrance scans.
ASKED = Limit("entrance-scans", attempts=240, seconds=60, closed_when_down=False)


def counted_pairing(visitor: Visitor) -> AbstractContextManager[None]:
    """Wrap the look-up of a pairing code: only wrong ones count. Raises TooManyPairings."""
    return count_wrong_guesses(WRONG_PAIRINGS, visitor, PairingRefused, refusal=TooManyPairings)


def count_search(device: str) -> None:
    """Raises TooManySearches."""
    if not use_attempt(BY_DEVICE, device):
        raise TooManySearches


def count_scans(device: str, asked: int) -> None:
    """Count each online scan; a batch of offline scans counts as one. Raises TooManyScans."""
    if CountedAttempt(*[(ASKED, device)] * max(asked, 1)).exceeded:
        raise TooManyScans
