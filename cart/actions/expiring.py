from collections.abc import Sequence
from uuid import UUID

from cart.locks import lock_carts_of
from cart.models import Cart
from catalogue.seating.claims import release_seats
from catalogue.stock.actions import release_holds


def expire_carts(*, session_ids: Sequence[UUID]) -> None:
    """Close the carts of sessions that ended and give back what they held; part of that transaction."""
    carts = lock_carts_of(session_ids)
    release_seats(holders=[cart.pk for cart in carts])  # seats before stocks, the lock order everywhere
    release_holds(holders=[cart.pk for cart in carts])
    Cart.objects.filter(pk__in=[cart.pk for cart in carts]).update(state=Cart.State.EXPIRED)
