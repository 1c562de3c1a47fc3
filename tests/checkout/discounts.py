"""Discount codes, and a guest who entered one."""

from typing import Any

from cart.actions import apply_discount
from catalogue.models import ProductVariant
from checkout.actions import PlaceRequest
from sessions_queue.models import VisitorSession
from shop.models import DiscountCode, Shop

from .placing import click_of, ready_cart


def make_code(shop: Shop, percent: int = 10, **fields: Any) -> DiscountCode:
    return DiscountCode.objects.create(shop=shop, percent=percent, **({"code": f"CODE{percent}"} | fields))


def with_code(
    code: DiscountCode | None, *wishes: tuple[ProductVariant, int], key: str = "key-1"
) -> tuple[VisitorSession, PlaceRequest]:
    """A guest in front of the order button, with the code in the cart."""
    session, _request = ready_cart(*wishes)
    apply_discount(session=session, code=code)
    return session, click_of(session, key)
