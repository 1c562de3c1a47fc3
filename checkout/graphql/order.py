"""An order on the wire (purchase §3 "Order"). Its id is the secret."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from enum import Enum

import strawberry

from checkout import models
from checkout.bank.transfer_details import details_of_open
from checkout.hooks import CheckInLink
from checkout.models import Order, Placement
from checkout.orders.access import takes_contact_data
from checkout.orders.charged import charged
from checkout.orders.deadlines import first_expiry, open_placements, without_incoming_money
from checkout.orders.links import invoice_file, tickets_file
from checkout.orders.tickets import WalletLink, check_in_links, issued_for, wallet_links
from checkout.payments.interface import PaymentOffer
from checkout.payments.methods import METHODS
from checkout.pricing.offers import offers_for, sale_of
from checkout.rules import wire_status

from .cart import DeliveryEstimate, PostalAddress, ShippingMethodType, VatShareType, postal_address, vat_share
from .order_items import OrderItem, may_have_tickets, order_item


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


@strawberry.enum
class InvoiceKind(Enum):
    invoice = "invoice"
    cancellation = "cancellation"


@strawberry.type
class Invoice:
    id: strawberry.ID
    url: str = strawberry.field(description="its PDF, at the shop's own address")
    number: str
    kind: InvoiceKind
    issued_on: date


@strawberry.type(name="PaymentScript")
class PaymentScriptType:
    url: str
    key: str = strawberry.field(description="The shop's public one, empty where the address holds it.")


@strawberry.type(name="PaymentMethod")
class PaymentMethodType:
    id: strawberry.ID
    name: str
    description: str
    test_mode: bool = strawberry.field(description="no money moves")
    script: PaymentScriptType | None = strawberry.field(
        description="of an express method: shows the button at which it is agreed to, before ordering"
    )


@strawberry.type(name="QrCode", description="a square of so many modules; the dark ones as an SVG path")
class QrCodeType:
    size: int
    path: str


@strawberry.type(name="BankDetails")
class BankDetailsType:
    payee: str
    iban: str
    bic: str
    bank_name: str
    amount: Decimal
    purpose: str
    due_date: date


@strawberry.enum(name="ParcelState", description="`open`: to be packed; `lost`: somebody looks for it")
class ParcelState(Enum):
    open = "open"
    packed = "packed"
    shipped = "shipped"
    lost = "lost"
    delivered = "delivered"
    returned = "returned"


@strawberry.type(name="Parcel", description="what goes together")
class ParcelType:
    id: strawberry.ID
    state: ParcelState
    carrier: str = strawberry.field(description="who carries it; empty where nobody said so")
    tracking_number: str
    tracking_url: str
    shippable_from: date | None
    shipped_at: datetime | None
    held: bool = strawberry.field(
        description="it has not left, and waits until money that was taken back is there again"
    )
    item_ids: list[strawberry.ID]


@strawberry.enum
class Wallet(Enum):
    apple = "apple"
    google = "google"


@strawberry.type(name="WalletLink")
class WalletLinkType:
    wallet: Wallet
    url: str = strawberry.field(description="passes for Apple's, to download; for Google's, where it goes on")
    part: str = strawberry.field(description="which of how many of this wallet's, as 2/3; empty for the only one")


@strawberry.type(name="OrderCheckIn")
class OrderCheckInType:
    ticket_number: str
    event_name: str
    opens_at: datetime | None = strawberry.field(description="null where the event's date is hidden")
    time_zone: str = strawberry.field(description="of the event's venue, by its IANA name")
    active: bool
    checked_in: bool


@strawberry.type
class OrderWithoutItems:
    id: strawberry.ID
    reference: str
    status: OrderStatus
    balance: Decimal
    country_code: str
    total: Decimal
    discount_percent: int | None
    discount_total: Decimal
    shipping_total: Decimal
    total_including_shipping: Decimal
    payment_code_total: Decimal
    total_due: Decimal
    invoices: list[Invoice]
    tickets_url: str = strawberry.field(description="its tickets to print as a PDF; empty where none was issued")
    calendar_url: str = strawberry.field(description="when they are for, as a calendar file; empty where none is told")
    wallet_links: list[WalletLinkType] = strawberry.field(
        description="its tickets for wallets; empty where none was issued, and where the shop has none"
    )
    check_ins: list[OrderCheckInType] = strawberry.field(
        description="its tickets for events with online check-in, until that is closed"
    )
    contact_data: bool = strawberry.field(
        description="a ticket's contact data can be given by its number: its event asks for that, and is not over"
    )
    preferred_payment_method: strawberry.ID | None
    payment_method: PaymentMethodType | None
    payment_methods: list[PaymentMethodType] = strawberry.field(
        description="in which what is open can be paid; empty if nothing is"
    )
    shipping_method: ShippingMethodType | None
    parcels: list[ParcelType] = strawberry.field(description="what is shipped of what is paid, each for itself")
    billing_address: PostalAddress | None = strawberry.field(description="null where only what was merged is shown")
    shipping_address: PostalAddress | None
    email: str
    bank_details: BankDetailsType | None
    received: Decimal = strawberry.field(description="what came in and stays, without what payment codes paid")
    returning: Decimal = strawberry.field(description="what is about to go back")
    returned: Decimal = strawberry.field(description="what has gone back")
    joinable: bool = strawberry.field(description="whether something else can be ordered that goes with it")
    ends_on: date | None = strawberry.field(
        description="after this day what is open of it ends without its money; null where nothing does by itself"
    )
    kept_until: datetime | None = strawberry.field(
        description="was to be paid at once: until then its pieces are kept. Afterwards it is open like a transfer"
        " where enough is left, or ends. null where it waits anyhow"
    )
    confirm_by: datetime | None = strawberry.field(
        description="free tickets: until then the link in a mail to the order's address is to be followed, or they are"
        " free again; null where nobody is asked, or somebody has"
    )
    payment_received: bool
    payment_under_way: bool = strawberry.field(
        description="begun at a payment service, which says neither how it ended nor that its money is on its way"
    )
    on_its_way: Decimal = strawberry.field(
        description="what the buyer has paid by payments whose money the payment service still waits for"
    )
    to_pay: Decimal = strawberry.field(
        description="what is to be paid now: the balance without what is on its way, or all of it where that is"
    )
    disputed: Decimal = strawberry.field(
        description="what a bank or payment service took back, as long as that is not decided"
    )
    created_at: datetime
    vat: list[VatShareType]


@strawberry.type(name="Order")
class OrderType(OrderWithoutItems):
    items: list[OrderItem]


def invoice_type(order: Order, invoice: models.Invoice) -> Invoice:
    return Invoice(
        id=strawberry.ID(str(invoice.pk)),
        url=invoice_file(order, invoice),
        number=invoice.number,
        kind=InvoiceKind(invoice.kind),
        issued_on=invoice.issued_on,
    )


def check_in_type(link: CheckInLink) -> OrderCheckInType:
    return OrderCheckInType(
        ticket_number=link.ticket_number, event_name=link.event, opens_at=link.opens_at,
        time_zone=link.venue.time_zone, active=link.is_open,
        checked_in=link.is_done,
    )  # fmt: skip


def wallet_link(link: WalletLink) -> WalletLinkType:
    return WalletLinkType(wallet=Wallet(link.wallet), url=link.url, part=link.part)


def payment_method_of(order: Order, method_id: str, due: Decimal) -> PaymentMethodType | None:
    method = METHODS.get(method_id)
    if method is None:
        return None
    return payment_method(method.offer(sale_of(order, due)) or PaymentOffer(method.id, method.id, ""))


def payment_method(offer: PaymentOffer) -> PaymentMethodType:
    return PaymentMethodType(
        id=strawberry.ID(offer.id),
        name=offer.name,
        description=offer.description,
        test_mode=offer.test_mode,
        script=PaymentScriptType(**vars(offer.script)) if offer.script else None,
    )


def shipping_method_of(order: Order) -> ShippingMethodType | None:
    if order.only_placement:
        return None
    delivery = next(iter(order.deliveries.all()), None)
    if delivery is None:
        return None
    return ShippingMethodType(
        id=strawberry.ID(str(delivery.carrier_id)),
        name=delivery.name,
        description=delivery.description,
        price=delivery.price,
        checks_age=delivery.checks_age,
        estimate=DeliveryEstimate(**vars(delivery.estimate)) if delivery.estimate else None,
    )


# Of parcels that have not left.
HELD = (models.Delivery.State.OPEN, models.Delivery.State.PACKED)


def parcels_of(order: Order, placements: Sequence[Placement]) -> list[ParcelType]:
    """The order's parcels with their paid and valid lines. If a parcel was sent again, its goods are listed with the
    new one.
    """
    inside: dict[int, list[strawberry.ID]] = {}
    for one in placements:
        for line in one.lines.all():
            if line.delivery_id and line.invalidated_at is None and one.paid_at is not None:
                inside.setdefault(line.delivery_id, []).append(strawberry.ID(str(line.pk)))
    return [
        ParcelType(
            id=strawberry.ID(delivery.number),
            state=ParcelState(delivery.state),
            carrier=delivery.get_tracked_by_display(),
            # Carriers tell by it where a parcel goes.
            tracking_number="" if order.only_placement else delivery.tracking_number,
            tracking_url="" if order.only_placement else delivery.tracking_url,
            shippable_from=delivery.shippable_from,
            shipped_at=delivery.shipped_at,
            held=order.missing > 0 and delivery.state in HELD,
            item_ids=inside[delivery.pk],
        )
        for delivery in order.deliveries.all()
        if delivery.pk in inside
    ]


def kept_until(placements: Sequence[Placement]) -> datetime | None:
    return min([one.open_until for one in placements if one.open_until], default=None)


def confirm_by(placements: Sequence[Placement]) -> datetime | None:
    """Also of what ended for want of it."""
    asked = [one.confirm_by for one in placements if one.confirm_by and one.confirmed_at is None]
    return min(asked, default=None)


def is_joinable(order: Order, placements: Sequence[Placement]) -> bool:
    """Whether a parcel of its own is still to be packed; see `actions.merging`."""
    if order.only_placement or not order.shop.order_merging_allowed:
        return False
    inside = {
        line.delivery_id
        for one in placements
        for line in one.lines.all()
        if one.cancelled_at is None and line.invalidated_at is None
    }
    is_open = ParcelState.open.value
    return any(delivery.state == is_open and delivery.pk in inside for delivery in order.deliveries.all())


def order_type(order: Order, language: str) -> OrderType:
    """Return an order with its derived state, see `queries.access_order`.

    If the secret opens a single placement only, the answer shows nothing of the order that it joined.
    """
    everything = list(order.placements.all())
    # What was cancelled beside what was not is no part of the order any more.
    placements = [one for one in everything if one.cancelled_at is None] or everything
    bank = details_of_open(order)
    preferred = order.only_placement.payment_method if order.only_placement else order.preferred_payment_method
    sums = charged(order, placements)
    came_in = order.received - sums.credit
    lines = [(one, line) for one in placements for line in one.lines.all()]
    tickets = issued_for([line for one, line in lines if may_have_tickets(line, one)])
    ticketed = dict.fromkeys(line for line, _position in tickets)
    items = [order_item(order, line, placement=one, has_tickets=line in ticketed) for one, line in lines]
    is_dated = any(line.variant.event and not line.variant.event.hide_date for line in ticketed)
    status = wire_status(order.payment_state, order.fulfilment, balance=order.balance, received=came_in)
    return OrderType(
        id=strawberry.ID(order.access.secret),
        reference=order.access.reference,
        status=OrderStatus(status),
        balance=order.balance,
        items=items,
        country_code="" if order.only_placement else order.country_code,
        total=sums.items,
        discount_percent=next((one.discount_percent for one in placements if one.discount_percent), None),
        discount_total=sums.discount,
        shipping_total=sums.shipping,
        total_including_shipping=sums.total,
        payment_code_total=sums.credit,
        total_due=sums.due,
        invoices=[]
        if order.only_placement
        else [invoice_type(order, one) for each in everything for one in each.invoices.all()],
        tickets_url=tickets_file(order) if tickets else "",
        calendar_url=tickets_file(order, "ics") if is_dated else "",
        wallet_links=[wallet_link(one) for one in wallet_links(order, tickets)],
        check_ins=[check_in_type(one) for one in check_in_links(order.shop, ticketed)],
        contact_data=any(takes_contact_data(line) for line in ticketed),
        preferred_payment_method=strawberry.ID(preferred) if preferred else None,
        payment_method=payment_method_of(order, placements[-1].payment_method, sums.due),
        payment_methods=[payment_method(offer) for offer in offers_for(order)],
        shipping_method=shipping_method_of(order),
        parcels=parcels_of(order, placements),
        billing_address=None if order.only_placement else postal_address(order.billing_address, language),
        shipping_address=None if order.only_placement else postal_address(order.shipping_address, language),
        email="" if order.only_placement else order.email,
        bank_details=BankDetailsType(**vars(bank)) if bank else None,
        received=came_in,
        returning=order.returning,
        returned=order.returned,
        joinable=is_joinable(order, placements),
        ends_on=first_expiry(order),
        kept_until=kept_until(without_incoming_money(order, open_placements(order))),
        confirm_by=confirm_by(placements),
        payment_received=all(one.paid_at is not None for one in placements),
        payment_under_way=order.payment_is_under_way,
        on_its_way=order.on_its_way,
        to_pay=order.to_pay,
        disputed=order.disputed,
        created_at=order.only_placement.placed_at if order.only_placement else order.placed_at,
        vat=[vat_share(one) for one in sums.vat],
    )
