"""A made-up kind of payment codes that the shop does not have: gift cards, with a balance."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cart.codes.kinds import KINDS, CodeKind
from cart.models import PaymentCode
from catalogue.models import ProductVariant
from shop.models import Shop

from .factories import make_payment_code


def is_own(code: PaymentCode, variant: ProductVariant) -> bool:
    thing = variant.product or variant.event
    return thing is not None and thing.owner_id == code.shop_id


@contextmanager
def gift_cards(**changes: Any) -> Iterator[CodeKind]:
    """A declaration is all that the kind has; it ends with the block."""
    declared: dict[str, Any] = {
        "name": "code_gift_card", "label": "Gift card", "about": "Pays for everything.", "reference_prefix": "GC",
        "pays_for": is_own, "is_taken": lambda shop, variant: True, "pays_shipping": True, "keeps_rest": True,
        "takes_refunds": True,
    }  # fmt: skip
    kind = CodeKind(**declared | changes)
    try:
        yield kind
    finally:
        del KINDS[kind.name]


def make_gift_card(shop: Shop, value: str = "50.00") -> PaymentCode:
    return make_payment_code(shop=shop, value=value, kind="code_gift_card", programme="Gift card")
