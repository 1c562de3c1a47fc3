from .cart_mutations import CartMutation
from .order_mutations import OrderMutation
from .queries import CheckoutQuery

__all__ = ["CartMutation", "CheckoutQuery", "OrderMutation"]
