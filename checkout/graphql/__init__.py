from .mutations import CheckoutMutation
from .queries import CheckoutQuery

__all__ = ["CheckoutMutation", "CheckoutQuery"]
