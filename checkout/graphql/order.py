"""An order on the wire (purchase §3 "Order"). Its id is the secret."""

from datetime import date, datetime
from decimal import Decimal
from enum import Enum

import strawberry

from catalogue.graphql.seats import SeatPlace
from checkout.bank import bank_details
from checkout.models import LedgerEntry, Order, OrderLine
from checkout.payments import PROVIDERS
from checkout.payments.interface import Sale
from checkout.rules import wire_status

from .cart import PostalAddress, ShippingMethodType, VatShareType, postal_address


@strawberry.enum
class OrderStatus(Enum):
    payment_pending = "payment_pending"
    incomplete = "incomplete"
    problem = "problem"
    processing = "processing"
    done = "done"
    pending_fulfillment = "pending_fulfillment"
    fulfillment = "fulfillment"
    cancelled = "cancelled"


@strawberry.type
class OrderItem:
    id: strawberry.ID
    parent_id: strawberry.ID | None
    descriptive_name: str
    artist_name: str
    variant_description: str
    pricing_category_name: str
    event_details: str
    amount: int
    price: Decimal
    total: Decimal
    discount: Decimal
    vat_rate: Decimal
    invalidated: bool
    ticket: bool
    ticket_url: str
    image_url: str
    personal_identifier: str
    shippable_from: date | None
    seat_id: strawberry.ID | None
    seat: SeatPlace | None


@strawberry.type
class Invoice:
    id: strawberry.ID
    url: str


@strawberry.type(name="PaymentMethod")
class PaymentMethodType:
    id: strawberry.ID
    name: str
    description: str


@strawberry.type(name="BankDetails")
class BankDetailsType:
    payee: str
    iban: str
    bic: str
    bank_name: str
    amount: Decimal
    purpose: str
    due_date: date


@strawberry.type(name="Order")
class OrderType:
    id: strawberry.ID
    reference: str
    status: OrderStatus
    balance: Decimal
    items: list[OrderItem]
    country_code: str
    total: Decimal
    discount_percent: int | None
    discount_total: Decimal
    shipping_total: Decimal
    total_including_shipping: Decimal
    payment_code_total: Decimal
    total_due: Decimal
    invoices: list[Invoice]
    preferred_payment_method: strawberry.ID | None
    payment_method: PaymentMethodType | None
    shipping_method: ShippingMethodType | None
    billing_address: PostalAddress
    shipping_address: PostalAddress
    email: str
    bank_details: BankDetailsType | None
    payment_received: bool
    created_at: datetime
    vat: list[VatShareType]


def order_item(line: OrderLine) -> OrderItem:
    return OrderItem(
        id=strawberry.ID(str(line.pk)),
        parent_id=strawberry.ID(str(line.parent_id)) if line.parent_id else None,
        descriptive_name=line.name,
        artist_name=line.artist_name,
        variant_description=line.variant_description,
        pricing_category_name=line.pricing_category_name,
        event_details=line.event_details,
        amount=line.amount,
        price=line.price,
        total=line.total,
        discount=line.discount,
        vat_rate=line.vat_rate,
        invalidated=False,
        ticket=line.ticket,
        ticket_url="",
        image_url=line.image_url,
        personal_identifier=line.personal_identifier,
        shippable_from=line.shippable_from,
        seat_id=strawberry.ID(str(line.seat_id)) if line.seat_id else None,
        seat=sold_seat(line),
    )


def sold_seat(line: OrderLine) -> SeatPlace | None:
    """As it was sold, whatever became of the plan."""
    if not line.seat_number:
        return None
    return SeatPlace(
        id=strawberry.ID(str(line.seat_id or "")),
        section_name=line.seat_section,
        row=line.seat_row,
        name=line.seat_number,
    )


def received_of(order: Order) -> Decimal:
    """Like `ledger.received`, over prefetched entries."""
    entries = [entry for payment in order.payments.all() for entry in payment.entries.all()]
    return sum(
        (entry.amount if entry.kind == LedgerEntry.Kind.CAPTURE else -entry.amount for entry in entries), Decimal(0)
    )


def payment_method_of(order: Order) -> PaymentMethodType | None:
    provider = PROVIDERS.get(order.payment_method)
    if provider is None:
        return None
    offer = provider.offer(Sale(order.shop, order.due, order.country_code, physical=True))
    return PaymentMethodType(
        id=strawberry.ID(provider.id),
        name=offer.name if offer else provider.id,
        description=offer.description if offer else "",
    )


def order_type(order: Order, language: str) -> OrderType:
    balance = order.total - received_of(order)
    lines = list(order.lines.all())
    delivery = next(iter(order.deliveries.all()), None)
    bank = bank_details(order) if balance > 0 else None
    billing = postal_address(order.billing_address, language)
    shipping = postal_address(order.shipping_address, language)
    assert billing is not None and shipping is not None
    return OrderType(
        id=strawberry.ID(order.secret),
        reference=order.reference,
        status=OrderStatus(wire_status(order.state, balance=balance, physical=any(line.physical for line in lines))),
        balance=balance,
        items=[order_item(line) for line in lines],
        country_code=order.country_code,
        total=order.items_total,
        discount_percent=order.discount_percent,
        discount_total=order.discount_total,
        shipping_total=order.shipping_total,
        total_including_shipping=order.total,
        payment_code_total=order.credit,
        total_due=order.due,
        invoices=[],
        preferred_payment_method=strawberry.ID(order.preferred_payment_method)
        if order.preferred_payment_method
        else None,
        payment_method=payment_method_of(order),
        shipping_method=ShippingMethodType(
            id=strawberry.ID(str(delivery.carrier_id)),
            name=delivery.name,
            description=delivery.description,
            price=delivery.price,
        )
        if delivery
        else None,
        billing_address=billing,
        shipping_address=shipping,
        email=order.email,
        bank_details=BankDetailsType(**vars(bank)) if bank else None,
        payment_received=order.paid_at is not None,
        created_at=order.placed_at,
        vat=[
            VatShareType(rate=share.rate, net=share.net, vat=share.vat, gross=share.gross)
            for share in order.vat_shares.all()
        ],
    )
