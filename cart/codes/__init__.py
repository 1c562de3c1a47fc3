"""Discount and payment codes of a cart: what they do, and how a visitor enters them."""
