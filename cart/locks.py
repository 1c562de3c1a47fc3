"""The only place that locks carts and codes. The visitor session's lock comes first (sessions_queue.locks)."""

from collections.abc import Iterable
from functools import cache
from uuid import UUID

from django.conf import settings

from sessions_queue.errors import SessionEnded
from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.actions import lock_and_renew
from shop.core.database.compiled_statements import ModelStatement
from shop.core.database.locks import lock_name, locked
from shop.models import DiscountCode

from .errors import CartItemNotFound
from .models import Cart, PaymentCode
from .queries import cart_of, newest_cart


@cache
def newest_locked_cart(*states: Cart.State, locked: bool) -> ModelStatement[Cart]:
    """`locked`: False only in the canaries of race tests, which prove that the lock is needed."""
    carts = newest_cart(*states)
    return ModelStatement(carts.select_for_update(no_key=True, of=("self",)) if locked else carts)


def lock_open_cart(session: VisitorSession) -> Cart | None:
    """Lock the session's open cart until the transaction ends. Caller must hold the session's lock."""
    return cart_of(session, newest_locked_cart(Cart.State.OPEN, locked=not settings.TEST_WITHOUT_LOCKS))


def lock_latest_cart(session: VisitorSession) -> Cart | None:
    """Lock the session's newest cart, open or ordered, until the transaction ends."""
    states = (Cart.State.OPEN, Cart.State.ORDERED)
    return cart_of(session, newest_locked_cart(*states, locked=not settings.TEST_WITHOUT_LOCKS))


def lock_cart(session: VisitorSession) -> Cart:
    """Lock and renew the session, and lock its open cart. Raises SessionEnded, or CartItemNotFound without a cart."""
    alive = lock_and_renew(session)
    if alive is None:
        raise SessionEnded
    cart = lock_open_cart(alive)
    if cart is None:
        raise CartItemNotFound
    return cart


def lock_carts_of(session_ids: Iterable[UUID]) -> list[Cart]:
    """Lock the sessions' open carts until the transaction ends."""
    return list(locked(Cart.objects.open().filter(session_id__in=list(session_ids)).order_by("id")))


def lock_discount_code(code_id: int) -> DiscountCode:
    """Lock and reread the code until the transaction ends. Lock it after the cart and before stock."""
    return locked(DiscountCode.objects.filter(pk=code_id)).get()


def lock_payment_code(code_id: int) -> PaymentCode:
    """Lock and reread the code until the transaction ends. Lock it after cart and order and before discount codes and
    stock.
    """
    return locked(PaymentCode.objects.filter(pk=code_id)).get()


def lock_payment_codes(code_ids: Iterable[int]) -> None:
    """Lock several codes until the transaction ends, in the order of their ids; as `lock_payment_code`."""
    list(locked(PaymentCode.objects.filter(pk__in=set(code_ids)).order_by("pk")))


def lock_code_lists() -> None:
    """Let one transaction at a time import payment codes: each list is checked against the codes of the others."""
    lock_name("lists of payment codes")
