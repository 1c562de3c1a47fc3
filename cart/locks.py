"""The only place that locks carts and codes. The visitor session's lock comes first (sessions_queue.locks)."""

from uuid import UUID

from django.conf import settings

from shop.models import DiscountCode

from .models import Cart, PaymentCode


def lock_open_cart(session_id: UUID) -> Cart | None:
    """The session's open cart, locked until the transaction ends."""
    carts = Cart.objects.open().filter(session_id=session_id)
    if not settings.TEST_WITHOUT_LOCKS:
        carts = carts.select_for_update(no_key=True)
    return carts.first()


def lock_latest_cart(session_id: UUID) -> Cart | None:
    """The session's newest cart, open or ordered, locked until the transaction ends."""
    carts = Cart.objects.exclude(state=Cart.State.EXPIRED).filter(session_id=session_id).order_by("-created_at")
    if not settings.TEST_WITHOUT_LOCKS:
        carts = carts.select_for_update(no_key=True)
    return carts.first()


def lock_discount_code(code_id: int) -> DiscountCode:
    """The code as it is now, locked until the transaction ends. It comes after the cart and before stock."""
    codes = DiscountCode.objects.filter(pk=code_id)
    if not settings.TEST_WITHOUT_LOCKS:
        codes = codes.select_for_update(no_key=True)
    return codes.get()


def lock_payment_code(code_id: int) -> PaymentCode:
    """The code as it is now, locked until the transaction ends. It comes after the cart, before discount codes."""
    codes = PaymentCode.objects.filter(pk=code_id)
    if not settings.TEST_WITHOUT_LOCKS:
        codes = codes.select_for_update(no_key=True)
    return codes.get()
