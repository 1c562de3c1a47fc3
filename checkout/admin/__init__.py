from . import orders, payment_codes, shipping

__all__ = ["orders", "payment_codes", "shipping"]
