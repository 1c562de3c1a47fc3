"""Ten thousand tickets of one event: an order that was really placed and paid, and copies of all its rows."""

import uuid
from copy import copy
from typing import Any

from django.db.models import F, Model

from aftersale.models import RefundOffer, Ticket
from aftersale.numbers.tickets import check_digit
from catalogue.models import Event
from checkout.models import LedgerEntry, Order, OrderLine, Payment, Placement
from checkout.payments.ledger import record_capture
from tests.checkout.placing import place
from tests.factories import first_variant, make_event, make_shop

from .bought import opened

ORDERS, LINES, PIECES = 100, 2, 50
TICKETS = ORDERS * LINES * PIECES
PRICE = 30


def crowd() -> RefundOffer:
    """By card; its offer is open."""
    event = make_event(make_shop("merchstand"), price=f"{PRICE}.00", cart_limit=LINES)
    first = order_of_many(event)
    for number in range(1, ORDERS):
        copy_of(first, number)
    Ticket.objects.bulk_create(
        Ticket(line=line, position=position, number=numbered(at * PIECES + position))
        for at, line in enumerate(OrderLine.objects.exclude(placement=first))
        for position in range(1, PIECES + 1)
    )
    return opened(event)


def order_of_many(event: Event) -> Placement:
    """Each of its lines is for several, so that a command has less to do than with as many lines."""
    placement = place((first_variant(event), LINES))
    OrderLine.objects.update(amount=PIECES, total=F("price") * PIECES)
    Placement.objects.update(items_total=F("items_total") * PIECES, total=F("total") * PIECES)
    placement.vat_shares.update(gross=F("gross") * PIECES, net=F("net") * PIECES, vat=F("vat") * PIECES)
    Payment.objects.update(amount=F("amount") * PIECES, method="stripe_checkout", provider="stripe")
    payment = Payment.objects.get()
    record_capture(payment=payment, amount=payment.amount, event_id="first")
    return Placement.objects.select_related("order").get()


def copy_of(placement: Placement, number: int) -> None:
    order, payment, reference = placement.order, placement.payments.get(), f"B-{number:05d}"
    billing, shipping = stored(order.billing_address), stored(order.shipping_address)
    own_order: Order = stored(
        order, billing_address=billing, shipping_address=shipping, reference=reference, secret=uuid.uuid4().hex
    )
    assert placement.cart is not None
    own: Placement = stored(
        placement,
        order=own_order,
        cart=stored(placement.cart, billing_address=None, shipping_address=None),
        reference=reference,
        idempotency_key=f"key {number}",
    )
    OrderLine.objects.bulk_create(copied(one, placement=own) for one in placement.lines.all())
    for share in placement.vat_shares.all():
        stored(share, placement=own)
    paid = stored(payment, order=own_order, placement=own, reference=f"CCX{reference}")
    stored(LedgerEntry.objects.get(payment=payment), payment=paid, event_id=f"copy {number}")


def copied(row: Any, **changed: Any) -> Any:
    """Not stored yet."""
    made: Any = copy(row)
    made._state = copy(row._state)
    made._state.adding = True
    made.pk = uuid.uuid4() if isinstance(row.pk, uuid.UUID) else None
    for name, value in changed.items():
        setattr(made, name, value)
    return made


def stored(row: Model, **changed: Any) -> Any:
    made = copied(row, **changed)
    made.save(force_insert=True)
    return made


def numbered(place_: int) -> str:
    digits = f"1{place_:011d}"
    return digits + check_digit(digits)
