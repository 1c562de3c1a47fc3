"""Writes of the cart: each locks the visitor session, then the cart, then stock, and is one transaction."""

from .adding import AddRequest, add_to_cart, variants_of
from .amounts import change_amount
from .codes import (
    apply_discount,
    apply_payment_code,
    change_spent,
    give_back_payment_code,
    refuse_discount_code,
    refuse_payment_code,
    use_discount_code,
    use_payment_code,
)  # fmt: skip
from .expiring import expire_carts
from .personalising import personalise
from .removing import remove_from_cart
from .shipping import change_country, set_addresses

__all__ = [
    "AddRequest", "add_to_cart", "apply_discount", "apply_payment_code", "change_amount", "change_country",
    "change_spent", "expire_carts", "give_back_payment_code", "personalise", "refuse_discount_code",
    "refuse_payment_code", "remove_from_cart", "set_addresses", "use_discount_code", "use_payment_code", "variants_of",
]  # fmt: skip
