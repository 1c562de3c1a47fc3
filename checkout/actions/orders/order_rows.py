"""Make the rows of an order: snapshots of the cart, its prices and texts."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from cart.models import ADDRESS_FIELDS, Address
from cart.pricing.line_texts import artist_of, category_name, line_name, line_picture_url, product_or_event
from cart.pricing.priced import PricedLine
from catalogue.models import Event
from checkout.models import Delivery, Order, OrderLine, Placement, PlacementVat
from checkout.orders.access import new_order
from checkout.orders.deadlines import KEPT_FOR, dates_of
from checkout.orders.texts import event_details, order_button
from checkout.payments.ledger import open_payment
from checkout.payments.methods import method_of
from checkout.pricing.checkout import PricedCheckout
from checkout.rules import VatShare, withdrawal_exemption
from shop.core.database.compiled_statements import insert_row, insert_rows
from shop.core.database.related import with_prefetched

from .gates import PlaceRequest


def store_order(checkout: PricedCheckout, language: str) -> Order:
    cart, payment = checkout.cart, checkout.payment
    assert cart.billing_address is not None and payment is not None
    billing, shipping = copy_address(cart.billing_address), copy_address(cart.shipping_address or cart.billing_address)
    insert_rows([billing, shipping])
    order = Order(
        shop=cart.shop,
        placed_at=cart.session.alive_at,
        language=language,
        email=cart.email,
        country_code=cart.country_code,
        billing_address=billing,
        shipping_address=shipping,
        preferred_payment_method=payment.id,
    )
    insert_row(order)
    return order


def store_placement(
    placement: Placement, checkout: PricedCheckout, request: PlaceRequest, delivery: Delivery | None
) -> None:
    cart, payment, discount = checkout.cart, checkout.payment, checkout.priced.discount
    placement.shop = cart.shop
    placement.cart = cart
    placement.idempotency_key = request.idempotency_key
    placement.request_hash = request.fingerprint()
    placement.button_label = order_button(checkout.due)
    placement.newsletter_wanted = request.newsletter
    placement.payment_method = payment.id if payment else ""
    placement.items_total = checkout.priced.subtotal
    if discount and cart.discount_code:
        placement.discount_code, placement.discount_percent = cart.discount_code, cart.discount_code.percent
    placement.discount_total = discount
    placement.shipping_total = checkout.shipping_total
    placement.total = checkout.total
    placement.placed_at = cart.session.alive_at
    dates = dates_of(cart.shop, placement.placed_at, (line.variant for line in checkout.lines))
    if placement.rides_with:
        dates = dates.no_later_than(placement.rides_with.ends_on)
    placement.pay_by = dates.pay_by
    placement.ends_on = None if placement.confirm_by else dates.ends_on  # that ends sooner
    if checkout.due > 0 and not checkout.waits:
        placement.kept_until = placement.placed_at + KEPT_FOR
    insert_row(placement)
    lines, shares = store_lines(placement, checkout.lines, checkout.vat, delivery)
    if payment is None:
        return
    first = placement.number == 1
    attempt = open_payment(
        order=placement.order, placement=placement, method=method_of(payment.id), amount=checkout.due, first=first
    )
    if first and checkout.due == checkout.total > 0:
        whole = with_prefetched(placement, lines=lines, vat_shares=shares, payments=[attempt], invoices=[])
        placement.new_order = new_order(whole, [delivery] if delivery else [])


def store_lines(
    placement: Placement, lines: Sequence[PricedLine], vat: Iterable[VatShare], delivery: Delivery | None
) -> tuple[list[OrderLine], list[PlacementVat]]:
    stored = order_lines(placement, lines, delivery)
    insert_rows(stored)
    return stored, store_vat(placement, vat)


def store_vat(placement: Placement, vat: Iterable[VatShare]) -> list[PlacementVat]:
    stored = [PlacementVat(placement=placement, **asdict(share)) for share in vat]
    insert_rows(stored)
    return stored


def copy_address(address: Address) -> Address:
    """Return an unsaved copy: the cart's address may change later."""
    return Address(**{field: getattr(address, field) for field in ADDRESS_FIELDS})


def store_delivery(order: Order, checkout: PricedCheckout) -> Delivery | None:
    if checkout.shipping is None:
        return None
    carrier, estimate = checkout.shipping.carrier, checkout.shipping.estimate
    return Delivery.objects.create(
        order=order,
        carrier=carrier,
        name=carrier.name,
        description=carrier.description or "",
        price=checkout.shipping.price,
        checks_age=carrier.checks_age,
        arrives_from=estimate.arrives_from,
        arrives_until=estimate.arrives_until,
        working_days_from=estimate.days_from,
        working_days_until=estimate.days_until,
        shippable_from=checkout.priced.shippable_window[0],
    )


def order_lines(placement: Placement, lines: Sequence[PricedLine], delivery: Delivery | None) -> list[OrderLine]:
    """Return unsaved snapshots of the lines in the order's language. Children point at their parent's snapshot."""
    snapshots: dict[object, OrderLine] = {}
    for number, line in enumerate(lines, start=1):
        sellable = product_or_event(line)
        snapshots[line.line.pk] = OrderLine(
            placement=placement,
            number=number,
            delivery=delivery if line.physical else None,
            variant=line.variant,
            seller_id=sellable.owner_id,
            amount=line.line.amount,
            price=line.price,
            total=line.total,
            discount=line.discount,
            vat_rate=line.tax.rate,
            vat_rule=line.tax.rule,
            vat_country=line.tax.country,
            name=line_name(sellable)[:240],
            variant_description=line.variant.description or "",
            pricing_category_name=category_name(line.variant),
            artist_name=artist_of(line.variant)[:200],
            event_details=event_details(sellable)[:300] if isinstance(sellable, Event) else "",
            image_url=line_picture_url(sellable)[:300],
            ticket=line.variant.is_ticket,
            **seat_snapshot(line),
            physical=line.physical,
            personal_identifier=line.line.personal_identifier,
            ticket_holder=line.line.ticket_holder,
            shippable_from=line.shippable_from,
            withdrawal_exemption=withdrawal_exemption(
                ticket=line.variant.is_ticket, personalised=line.item.personalised
            ),
            stocks=list(line.item.stocks),
        )
    for line in lines:
        if line.line.parent_id:
            snapshots[line.line.pk].parent = snapshots[line.line.parent_id]
    return list(snapshots.values())


def seat_snapshot(line: PricedLine) -> dict[str, Any]:
    seat = line.line.seat
    if seat is None:
        return {}
    return {
        "seat": seat,
        "seat_section": seat.row.section.name,
        "seat_row": seat.row.name,
        "seat_number": seat.number,
    }
