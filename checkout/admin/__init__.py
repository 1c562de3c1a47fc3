from . import orders, shipping

__all__ = ["orders", "shipping"]
