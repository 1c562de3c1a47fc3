"""Answers for waiting rooms: who occupies a slot, who already holds items, and in which amounts."""

from django.db.models import Q

from sessions_queue.models import Admission, VisitorSession, WaitingRoom

from .models import Cart, CartLine


def amounts_in(session: VisitorSession) -> dict[str, int]:
    """Return the amounts of the open cart's lines, by their ids."""
    lines = CartLine.objects.filter(cart__session=session, cart__state=Cart.State.OPEN)
    return {str(line): amount for line, amount in lines.values_list("pk", "amount")}


def holds_something(session: VisitorSession) -> bool:
    return CartLine.objects.filter(cart__session=session, cart__state=Cart.State.OPEN).exists()


def visitors_inside(room: WaitingRoom) -> int:
    """Count visitors who occupy a slot: living sessions with an open cart. For an event's room, only those admitted in
    this opening or already holding its tickets. Ordering frees the slot.
    """
    carts = Cart.objects.filter(state=Cart.State.OPEN, session__in=VisitorSession.objects.alive())
    if room.scope == WaitingRoom.Scope.SHOP:
        return carts.filter(session__shop=room.shop_id).count()
    came_in = Admission.objects.filter(opening=room.opening, is_over=False).values("session")
    holding = CartLine.objects.filter(variant__event__event_room__room=room).values("cart")
    return carts.filter(Q(session__in=came_in) | Q(pk__in=holding)).count()
