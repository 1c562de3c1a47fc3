"""The rows behind a guest's cart."""

from typing import Any

from cart.models import Cart, CartLine
from catalogue.models import Stock
from sessions_queue.models import VisitorSession


def all_rows() -> list[list[Any]]:
    """Everything that a guest could have changed."""
    return [
        list(VisitorSession.objects.order_by("pk").values_list("pk", "language", "expires_at")),
        list(Cart.objects.order_by("pk").values_list()),
        list(CartLine.objects.order_by("pk").values_list()),
        list(Stock.objects.order_by("pk").values_list("pk", "held", "sold")),
    ]
