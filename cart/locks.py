"""The only place that locks carts and codes. The visitor session's lock comes first (sessions_queue.locks)."""

from collections.abc import Iterable
from typing import TypeVar
from uuid import UUID

from django.conf import settings
from django.db.models import Model, QuerySet

from sessions_queue.actions import lock_and_renew
from sessions_queue.errors import SessionEnded
from sessions_queue.models import VisitorSession
from shop.models import DiscountCode

from .errors import CartItemNotFound
from .models import Cart, PaymentCode
from .queries import cart_of_session

Row = TypeVar("Row", bound=Model)


def lock_open_cart(session: VisitorSession) -> Cart | None:
    """The locked session's open cart, locked until the transaction ends."""
    return cart_of_session(session, Cart.State.OPEN, locked=not settings.TEST_WITHOUT_LOCKS)


def lock_latest_cart(session: VisitorSession) -> Cart | None:
    """The session's newest cart, open or ordered, locked until the transaction ends."""
    states = (Cart.State.OPEN, Cart.State.ORDERED)
    return cart_of_session(session, *states, locked=not settings.TEST_WITHOUT_LOCKS)


def lock_cart(session: VisitorSession) -> Cart:
    """The living session's open cart, both locked. Raises SessionEnded, or CartItemNotFound without a cart."""
    alive = lock_and_renew(session)
    if alive is None:
        raise SessionEnded
    cart = lock_open_cart(alive)
    if cart is None:
        raise CartItemNotFound
    return cart


def lock_carts_of(session_ids: Iterable[UUID]) -> list[Cart]:
    """The sessions' open carts, locked until the transaction ends."""
    return list(_locked(Cart.objects.open().filter(session_id__in=list(session_ids)).order_by("id")))


def lock_discount_code(code_id: int) -> DiscountCode:
    """The code as it is now, locked until the transaction ends. It comes after the cart and before stock."""
    return _locked(DiscountCode.objects.filter(pk=code_id)).get()


def lock_payment_code(code_id: int) -> PaymentCode:
    """The code as it is now, locked until the transaction ends. It comes after the cart, before discount codes."""
    return _locked(PaymentCode.objects.filter(pk=code_id)).get()


def _locked(rows: QuerySet[Row]) -> QuerySet[Row]:
    return rows if settings.TEST_WITHOUT_LOCKS else rows.select_for_update(no_key=True)
