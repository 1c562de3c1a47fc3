"""Which tickets an order has, their wallets (docs/decisions/0054) and their online check-in (0060)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from django.conf import settings
from django.utils import timezone

from checkout import hooks
from checkout.hooks import CheckInLink
from checkout.models import Order, OrderLine
from shop.models import Shop

from .links import google_pass, tickets_file

# A line, and which of its tickets.
Piece = tuple[OrderLine, int]

# Phones accept at most this many passes in one file.
PASSES_A_FILE = 10


@dataclass(frozen=True)
class WalletLink:
    """`url`: a path. `part`: such as 2/3 if a wallet has several links, otherwise empty."""

    wallet: Literal["apple", "google"]
    url: str
    part: str


def issued_for(lines: Sequence[OrderLine]) -> list[Piece]:
    """What is valid of them, in their order; no statement for no lines."""
    known = hooks.above.valid_tickets(lines) if lines else {}
    return [(line, position) for line in lines for position in known.get(line.pk, ())]


def is_apple_offered() -> bool:
    """Return whether Apple passes can be signed: phones refuse an expired certificate."""
    return settings.APPLE_WALLET is not None and timezone.now() < settings.APPLE_WALLET.until


def is_google_offered() -> bool:
    return settings.GOOGLE_WALLET is not None


def wallet_links(order: Order, tickets: Sequence[Piece]) -> list[WalletLink]:
    """Return the links. `tickets`: those to download, in their order."""
    return [
        *(apple_links(order, len(tickets)) if tickets and is_apple_offered() else []),
        *(google_links(order, tickets) if is_google_offered() else []),
    ]


def apple_links(order: Order, tickets: int) -> list[WalletLink]:
    """Return one link for all tickets, or one for each ten."""
    if tickets == 1:
        return numbered("apple", [tickets_file(order, "pkpass")])
    passes, files = tickets_file(order, "pkpasses"), -(-tickets // PASSES_A_FILE)
    urls = [f"{passes}?part={at}" for at in range(1, files + 1)] if files > 1 else [passes]
    return numbered("apple", urls)


def google_links(order: Order, tickets: Sequence[Piece]) -> list[WalletLink]:
    """Return one link for each ticket: a link holds all data of its ticket."""
    return numbered("google", [google_pass(order, line, position) for line, position in tickets])


def numbered(wallet: Literal["apple", "google"], urls: Sequence[str]) -> list[WalletLink]:
    several = len(urls) > 1
    return [WalletLink(wallet, url, f"{at}/{len(urls)}" if several else "") for at, url in enumerate(urls, start=1)]


def check_in_links(shop: Shop, lines: Iterable[OrderLine]) -> Sequence[CheckInLink]:
    """Until the check-in is closed; no statement where no event of the lines has one."""
    asked = [line for line in lines if line.variant.event is not None and line.variant.event.checkin]
    return hooks.above.check_in_links(shop, asked) if asked else []
