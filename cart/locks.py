"""The only place that locks carts and codes. The visitor session's lock comes first (sessions_queue.locks)."""

from collections.abc import Iterable
from functools import cache
from typing import TypeVar
from uuid import UUID

from django.conf import settings
from django.db.models import Model, QuerySet

from sessions_queue.actions import lock_and_renew
from sessions_queue.errors import SessionEnded
from sessions_queue.models import VisitorSession
from shop.compiled_statements import ModelStatement, Parameter
from shop.models import DiscountCode

from .errors import CartItemNotFound
from .models import Cart, PaymentCode

Row = TypeVar("Row", bound=Model)


@cache
def carts_of_session(*states: Cart.State, locked: bool) -> ModelStatement[Cart]:
    carts = Cart.objects.whole().filter(session=Parameter("session"), state__in=states).order_by("-created_at")[:1]
    return ModelStatement(carts.select_for_update(no_key=True, of=("self",)) if locked else carts)


def lock_open_cart(session: VisitorSession) -> Cart | None:
    """The locked session's open cart, locked until the transaction ends."""
    return _cart_of(session, Cart.State.OPEN)


def lock_latest_cart(session: VisitorSession) -> Cart | None:
    """The session's newest cart, open or ordered, locked until the transaction ends."""
    return _cart_of(session, Cart.State.OPEN, Cart.State.ORDERED)


def _cart_of(session: VisitorSession, *states: Cart.State) -> Cart | None:
    carts = carts_of_session(*states, locked=not settings.TEST_WITHOUT_LOCKS)
    cart = next(iter(carts.run(session=session.pk)), None)
    if cart is not None:
        cart.session, cart.shop = session, session.shop
    return cart


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
