"""How often one address may be wrong about tickets, and how many pictures it may put into the store."""

from contextlib import AbstractContextManager

from shop.web.rate_limits import Limit, count_attempts, counted_failures

from .errors import TicketsUnknown, TooManyTicketRequests

# Far above slips of the finger, far below what guessing takes. Closed without Valkey, as all look-ups are.
BY_GUESSER = Limit("ticket-service-guesses", attempts=30, seconds=10 * 60)
# Four pictures a form, some of them twice, and a network's phones behind one address.
BY_UPLOADER = Limit("ticket-service-uploads", attempts=60, seconds=60 * 60)


def counted_guess(asker: str) -> AbstractContextManager[None]:
    """Around what looks tickets up: only what is wrong counts. Raises TooManyTicketRequests."""
    return counted_failures(BY_GUESSER, asker, TicketsUnknown, refusal=TooManyTicketRequests)


def count_upload(uploader: str) -> None:
    """Raises TooManyAttempts."""
    count_attempts((BY_UPLOADER, uploader))
