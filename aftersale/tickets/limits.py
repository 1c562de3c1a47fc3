"""How many numbers of tickets one address tries."""

from contextlib import AbstractContextManager

from catalogue.errors import TicketNotFound
from shop.web.rate_limits import Limit, allowed, counted_failures

from .errors import TooManyTicketNumbers

# Right ones count as well: whoever asks about that many tickets holds none of them.
BY_ASKER = Limit("ticket-numbers", attempts=30, seconds=10 * 60)


def count_number(asker: str) -> None:
    """Before a number is looked up, whatever comes of it. Raises TooManyTicketNumbers."""
    if not allowed(BY_ASKER, asker):
        raise TooManyTicketNumbers


def counted_number(asker: str) -> AbstractContextManager[None]:
    """Around what is done with a ticket by its number: wrong ones count, together with those that are asked for, and
    nothing else: a whole queue at the door shares an address. Raises TooManyTicketNumbers, for right ones too.
    """
    return counted_failures(BY_ASKER, asker, TicketNotFound, refusal=TooManyTicketNumbers)
