"""The only place that locks carts and codes. The visitor session's lock comes first (sessions_queue.locks)."""

from typing import TypeVar
from uuid import UUID

from django.conf import settings
from django.db.models import Model, QuerySet

from shop.models import DiscountCode

from .models import Cart, PaymentCode

Row = TypeVar("Row", bound=Model)


def lock_open_cart(session_id: UUID) -> Cart | None:
    """The session's open cart, locked until the transaction ends."""
    return _locked(Cart.objects.open().filter(session_id=session_id)).first()


def lock_latest_cart(session_id: UUID) -> Cart | None:
    """The session's newest cart, open or ordered, locked until the transaction ends."""
    carts = Cart.objects.exclude(state=Cart.State.EXPIRED).filter(session_id=session_id)
    return _locked(carts.order_by("-created_at")).first()


def lock_discount_code(code_id: int) -> DiscountCode:
    """The code as it is now, locked until the transaction ends. It comes after the cart and before stock."""
    return _locked(DiscountCode.objects.filter(pk=code_id)).get()


def lock_payment_code(code_id: int) -> PaymentCode:
    """The code as it is now, locked until the transaction ends. It comes after the cart, before discount codes."""
    return _locked(PaymentCode.objects.filter(pk=code_id)).get()


def _locked(rows: QuerySet[Row]) -> QuerySet[Row]:
    return rows if settings.TEST_WITHOUT_LOCKS else rows.select_for_update(no_key=True)
