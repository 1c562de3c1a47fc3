"""A strict stand-in for Stripe, over real HTTP. What does not keep to its rules it refuses and remembers.

    with stripe_peer() as peer:
        peer.webhook_url = f"{web.url}/api/v2/payments/stripe/events"
        session = peer.session_at(payment_url)
        peer.pay(session)
        assert peer.send(peer.last("checkout.session.completed")) == 204
        assert peer.violations == []

It reports nothing by itself unless it was made with `deliver=True`: the test sends its events, late, twice, in any
order, or none. Which parameters a call takes it reads from Stripe's own Python library; how Stripe behaves is its
author's reading of the documentation.
"""

from .cards import CARDS, Card
from .stand_in import StripePeer, stripe_peer

__all__ = ["CARDS", "Card", "StripePeer", "stripe_peer"]
