"""Orders that wait for a transfer, and bank statements that bring it."""

from dataclasses import replace
from itertools import count

from django.contrib.auth.models import User

from checkout.actions import cancel_unpaid, place_order
from checkout.actions.bank.bank_statements import import_statements, queue_booking
from checkout.models import BankFile, Order
from checkout.tasks import book_bank_file
from shop.models import Shop
from tests.checkout.placing import ready_cart
from tests.factories import first_variant, make_product

from .statements import camt, entry

_keys = count(1)


def order_of(shop: Shop, amount: int = 2) -> Order:
    """2 shirts: 45.90 EUR by bank transfer."""
    session, request = ready_cart((first_variant(make_product(shop)), amount))
    return place_order(session=session, request=replace(request, idempotency_key=f"key-{next(_keys)}")).order


def purpose(*orders: Order) -> str:
    return " ".join(f"BAX{order.reference}" for order in orders)


def take(clerk: User, *entries: str, content: bytes = b"") -> BankFile:
    return import_statements(content=content or camt(*entries), name="statement.xml", staff=clerk)[0]


def book(file: BankFile, clerk: User) -> BankFile:
    """As somebody's click and the worker do it."""
    assert queue_booking(file=file, staff=clerk)
    book_bank_file(file_id=file.pk)
    file.refresh_from_db()
    return file


def late_money(shop: Shop, staff: User) -> Order:
    """A cancelled order's transfer came in: it goes back."""
    order = order_of(shop)
    Order.objects.update(language="de")
    file = take(staff, entry("45.90", purpose(order)))
    cancel_unpaid(order=order)
    book(file, staff)
    return order
