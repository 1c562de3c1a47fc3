"""What waiting rooms ask of carts: who takes a slot, who holds something already, and who wants more."""

from django.db.models import Q

from sessions_queue.models import Admission, VisitorSession, WaitingRoom

from .models import Cart, CartLine


def amounts_in(session: VisitorSession) -> dict[str, int]:
    """Of the lines of its cart that is not ordered yet, by their ids."""
    lines = CartLine.objects.filter(cart__session=session, cart__state=Cart.State.OPEN)
    return {str(line): amount for line, amount in lines.values_list("pk", "amount")}


def holds_something(session: VisitorSession) -> bool:
    return CartLine.objects.filter(cart__session=session, cart__state=Cart.State.OPEN).exists()


def visitors_inside(room: WaitingRoom) -> int:
    """Who has a cart that is not ordered yet, and for an event's room came in through it or has its tickets since
    before it opened: whoever has ordered makes room for others.
    """
    carts = Cart.objects.filter(state=Cart.State.OPEN, session__in=VisitorSession.objects.alive())
    if room.scope == WaitingRoom.Scope.SHOP:
        return carts.filter(session__shop=room.shop_id).count()
    came_in = Admission.objects.filter(opening=room.opening, is_over=False).values("session")
    holding = CartLine.objects.filter(variant__event__event_room__room=room).values("cart")
    return carts.filter(Q(session__in=came_in) | Q(pk__in=holding)).count()
