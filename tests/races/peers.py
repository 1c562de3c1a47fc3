"""The stand-ins of payment services that the buyers of races pay with."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.peers.paypal import PayPal, paypal
from tests.peers.redirect_provider import RedirectProvider, redirect_provider
from tests.peers.stripe import StripePeer, stripe_peer


@dataclass(frozen=True)
class Peers:
    paypal: PayPal
    stripe: StripePeer
    redirect: RedirectProvider

    @property
    def environment(self) -> dict[str, str]:
        """Of the processes of a shop whose buyers pay there."""
        return {**self.paypal.environment, **self.stripe.environment, **self.redirect.environment}

    def tell(self, url: str) -> None:
        """They report to the shop at this address."""
        for name in ("paypal", "stripe", "redirect"):
            getattr(self, name).webhook_url = f"{url}/api/v2/payments/{name}/events"

    def check(self) -> None:
        """Nobody asked one of them for what it does not do."""
        assert self.paypal.violations == self.stripe.violations == self.redirect.violations == []


@contextmanager
def all_peers() -> Iterator[Peers]:
    with paypal() as first, stripe_peer() as second, redirect_provider() as third:
        yield Peers(first, second, third)
