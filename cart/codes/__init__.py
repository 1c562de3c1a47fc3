"""Discount and payment codes of a cart: what they do, and how a visitor enters them. Imports each kind of payment code,
so that it is declared.
"""

from . import culture_pass

__all__ = ["culture_pass"]
