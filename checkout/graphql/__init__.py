from .cart_mutations import CartMutation
from .order_mutations import OrderMutation
from .provider_mutations import ProviderMutation
from .queries import CheckoutQuery

__all__ = ["CartMutation", "CheckoutQuery", "OrderMutation", "ProviderMutation"]
