"""Reads of the checkout: carriers, payment methods, orders; a fixed number of SQL statements each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cache
from typing import Any
from uuid import UUID

from django.db.models import Min, OuterRef, Prefetch, QuerySet, Subquery, Sum
from django.utils import timezone

from cart.models import Cart
from cart.queries import CartContents, PricedCart, PricedLine, contents_of, price_contents, window_of
from cart.rules import demand
from cart.taxes import Destinations, tax_of
from cart.ticket_holders import ASKED_PARTS
from catalogue.models import Event, ProductVariant
from catalogue.transfers import may_all_wait, may_wait
from shop.compiled_statements import SHOP, ModelStatement, Parameter
from shop.models import Shop
from shop.models.shop import PaymentMethodId
from shop.money import NOTHING
from shop.snapshot import Snapshot

from . import rules
from .deadlines import no_transfer_from, transfer_until
from .errors import OrderNotFound
from .models import Carrier, CarrierRate, Delivery, Invoice, Order, OrderLine, Payment, Placement
from .models.payment import PaymentQuerySet
from .payments import METHODS
from .payments.interface import Offer, Sale
from .reach import RATES, active_rates, offered_by, senders_of
from .standing import moving_back, of_placements, orders_with_standing

TICKET_GRAMS = 20
TRANSFER = PaymentMethodId.BANK_TRANSFER.value


def names_until(line: OrderLine) -> datetime | None:
    """Until when a ticket's holder can be named; None where nobody asks for one. Reads the variant's event."""
    event = line.variant.event
    if event is None or not line.ticket or not ASKED_PARTS[event.personalization_requirement]:
        return None
    return event.happening_from - rules.NAMES_CLOSE


def contact_data_until(line: OrderLine) -> date | None:
    """The last day on which contact data of a ticket's holder can be given; None where nobody asks for any. Reads the
    variant's event.
    """
    event = line.variant.event
    if event is None or event.personalization_requirement != Event.Personalization.CONTACT_TRACING:
        return None
    return event.ends_on


def takes_contact_data(line: OrderLine) -> bool:
    event, until = line.variant.event, contact_data_until(line)
    return event is not None and until is not None and until >= event.there(timezone.now()).date()


@dataclass(frozen=True)
class ShippingOption:
    """A carrier that takes these goods to that country, what it costs, and when they arrive."""

    carrier: Carrier
    price: Decimal
    estimate: rules.Estimate

    @property
    def id(self) -> str:
        return str(self.carrier.pk)


Goods = Sequence[tuple[ProductVariant, int]]
"""What is shipped together, each with how many pieces; variants with their products."""


def shipping_options(
    lines: Iterable[PricedLine], country_code: str, snapshot: Snapshot, beside: Goods = ()
) -> list[ShippingOption]:
    """Carriers for the physical lines, cheapest rate by weight; empty if nothing is shipped or nobody takes it.

    Goods from 18 go with carriers that check the recipient's age, and nothing else does; and only such go as the shop
    and all owners of the goods offer. `beside`: what is in the parcel already.
    """
    shipped = [line for line in lines if line.physical]
    if not shipped:
        return []
    goods = [*((line.variant, line.line.amount) for line in shipped), *beside]
    weight = sum(weight_of(variant) * amount for variant, amount in goods)
    adults_only = any(variant.product is not None and variant.product.over_18 for variant, _amount in goods)
    best: dict[int, CarrierRate] = {}
    senders = senders_of(snapshot.shop, (variant for variant, _amount in goods))
    for rate in offered_by(senders, snapshot.recall(RATES, ["active"])["active"]):
        if rate.country_id != country_code or rate.max_weight_grams < weight or rate.carrier.checks_age != adults_only:
            continue
        if not rate.carrier.only_single_disc or is_single_disc(goods):
            best.setdefault(rate.carrier_id, rate)
    ready = window_of(shipped)
    today = timezone.localdate(snapshot.now)
    options = [
        ShippingOption(
            rate.carrier,
            rate.price,
            rules.estimate(
                today=today,
                country_code=country_code,
                ready=ready,
                on_the_way=(rate.days_from, rate.days_until),
            ),
        )
        for rate in best.values()
    ]
    return sorted(options, key=lambda option: (option.carrier.order, option.carrier.pk))


def weight_of(variant: ProductVariant) -> int:
    """In grams, of one piece."""
    return variant.product.weight_grams if variant.product else TICKET_GRAMS


def rate_for(delivery: Delivery, country_code: str) -> CarrierRate | None:
    """What its own carrier asks for it in another country, by its weight; None where it does not go there."""
    lines = delivery.lines.counting().select_related("variant__product")
    weight = sum(weight_of(line.variant) * line.amount for line in lines)
    there = [
        rate for rate in active_rates() if (rate.country_id, rate.carrier_id) == (country_code, delivery.carrier_id)
    ]
    return next((rate for rate in there if rate.max_weight_grams >= weight), None)


def is_single_disc(goods: Goods) -> bool:
    """One disc and nothing else: it goes as a letter (purchase §9)."""
    [(variant, amount), *more] = goods
    return not more and amount == 1 and variant.product is not None and variant.product.parcel_kind == "disc"


@dataclass(frozen=True)
class PricedCheckout:
    """A cart with everything that the checkout derives from it."""

    priced: PricedCart
    options: list[ShippingOption]
    offers: list[Offer]
    shipping: ShippingOption | None
    payment: Offer | None
    transfer_refused: bool = False
    """Something of it is not sold by transfer just now, see `as_stocks_allow`."""

    @property
    def cart(self) -> Cart:
        return self.priced.cart

    @property
    def lines(self) -> list[PricedLine]:
        return self.priced.lines

    @property
    def shipping_total(self) -> Decimal:
        return self.shipping.price if self.shipping else NOTHING

    @property
    def total(self) -> Decimal:
        return self.priced.subtotal - self.priced.discount + self.shipping_total

    @property
    def asks_age(self) -> bool:
        """Whether the buyer must say to be 18: for the goods, or for a carrier that looks."""
        return self.priced.over_18 or (self.shipping is not None and self.shipping.carrier.checks_age)

    @property
    def due(self) -> Decimal:
        """What is left to pay: the total less what the payment code pays of it."""
        return self.total - self.priced.credit

    @property
    def is_free_ticket(self) -> bool:
        """Whether tickets are given away. What a payment code pays is paid."""
        return self.total == 0 and any(line.variant.is_ticket for line in self.lines)

    @property
    def waits(self) -> bool:
        """Whether its money may come by transfer: that was chosen, or, where it joins an order, nothing is yet."""
        return self.due > 0 and (self.payment is None or self.payment.id == TRANSFER)

    @property
    def vat(self) -> list[rules.VatShare]:
        return rules.vat_split(taxed_lines(self.lines), self.shipping_total)

    def taxed_by(self, destinations: Destinations) -> "PricedCheckout":
        """As it goes elsewhere than its cart says."""
        day = timezone.localdate(self.priced.snapshot.now)
        lines = [replace(line, tax=tax_of(line.variant, destinations, day)) for line in self.lines]
        return replace(self, priced=replace(self.priced, lines=lines))

    @property
    def is_mergeable(self) -> bool:
        """Whether the shop and every product allow that this cart joins an earlier order (purchase §4)."""
        products = [line.variant.product for line in self.lines]
        return self.cart.shop.order_merging_allowed and all(
            product is None or product.order_merging_allowed for product in products
        )

    @property
    def merged(self) -> "PricedCheckout":
        """As it joins an earlier order: it goes with that one's parcel, and how it is paid is chosen afterwards."""
        due = self.due - self.shipping_total
        sale = sale_of_cart(self.priced, due)
        return replace(self, shipping=None, payment=payment_offers(sale)[0] if due == 0 else None)


def taxed_lines(lines: Iterable[PricedLine]) -> list[rules.TaxedLine]:
    return [rules.TaxedLine(line.reduced_total, line.tax, line.physical) for line in lines]


def priced_checkout(cart: Cart) -> PricedCheckout:
    return as_stocks_allow(price_checkout(contents_of(cart)))


def as_stocks_allow(checkout: PricedCheckout) -> PricedCheckout:
    """Without transfers where something of the cart is not sold by them just now; else at most one statement more."""
    if TRANSFER not in {offer.id for offer in checkout.offers} or not pays_at_once(checkout.offers):
        return checkout
    if may_wait(demand(line.item for line in checkout.lines)):
        return checkout
    payment = checkout.payment
    return replace(
        checkout,
        offers=without_transfer(checkout.offers),
        payment=None if payment and payment.id == TRANSFER else payment,
        transfer_refused=True,
    )


def price_checkout(contents: CartContents) -> PricedCheckout:
    """Price a cart for checkout. A chosen carrier or payment method that no longer fits counts as not chosen; whether
    stocks have room for transfers is not looked at.
    """
    priced, cart = price_contents(contents), contents.cart
    options = shipping_options(priced.lines, cart.country_code, contents.snapshot)
    shipping = next((option for option in options if option.id == cart.shipping_method), None)
    due = priced.subtotal - priced.discount - priced.credit + (shipping.price if shipping else 0)
    offers = payment_offers(sale_of_cart(priced, due))
    payment = next((offer for offer in offers if offer.id == cart.payment_method), None)
    if due == 0 and offers:
        payment = offers[0]
    return PricedCheckout(priced, options, offers, shipping, payment)


def payment_offers(sale: Sale) -> list[Offer]:
    offers = (method.offer(sale) for method in METHODS.values())
    return [offer for offer in offers if offer is not None]


def pays_at_once(offers: Iterable[Offer]) -> bool:
    """Whether one of them does, on whatever device: where none does, transfers are limited by nothing."""
    return any(offer.id != TRANSFER and offer.script is None for offer in offers)


def without_transfer(offers: Iterable[Offer]) -> list[Offer]:
    return [offer for offer in offers if offer.id != TRANSFER]


def sale_of_cart(priced: PricedCart, due: Decimal) -> Sale:
    cart = priced.cart
    closed = no_transfer_from(cart.shop, (line.variant for line in priced.lines))
    until = closed - timedelta(days=1) if closed else None
    return Sale(cart.shop, due, cart.country_code, priced.physical, until)


def sale_of(order: Order, total: Decimal) -> Sale:
    """Of an order that was read by `access_order`."""
    return Sale(order.shop, total, order.country_code, physical=bool(order.deliveries.all()))


def offers_for(order: Order) -> list[Offer]:
    """How an order, which comes with its standing, can be paid; nothing that is paid already.

    Not by what is agreed to before ordering (purchase §4 "Open-order payment page").
    """
    return [offer for offer in offers_with_scripts(order) if offer.script is None]


def offers_with_scripts(order: Order) -> list[Offer]:
    """Also those that a page of the shop does not offer for an order, and another client may ask for."""
    if order.balance <= 0:
        return []
    offers = payment_offers(replace(sale_of(order, order.to_pay), transfer_until=transfer_until(order)))
    if TRANSFER in {offer.id for offer in offers} and pays_at_once(offers) and not may_all_be_transferred(order):
        offers = without_transfer(offers)
    return offers


def may_all_be_transferred(order: Order) -> bool:
    """Where a transfer is awaited, all that is open waits already."""
    if order.awaited_transfer is not None:
        return True
    return may_all_wait([one.pk for one in order.placements.all() if one.is_open])


def kinds_of_tickets(placement: Placement) -> list[Any]:
    """What it holds, alike pieces together: each ticket is a line."""
    alike = placement.lines.counting().values("name", "variant_description", "event_details")
    return list(alike.annotate(pieces=Sum("amount"), first=Min("number")).order_by("first"))


def order_of_placement(placement: Placement) -> Order:
    """As `access_order`, of what was placed just now."""
    return placement.new_order or access_order(placement.order.shop, placement.access.secret)


def access_order(shop: Shop, secret: str) -> Order:
    """The one gate to an order for a guest: its 128-bit secret, within the shop it was placed in. With its standing.

    The secret of a placement that was merged into it shows that one alone (`Order.apart`). Raises OrderNotFound.
    """
    order = _by_secret().first(shop=shop.pk, secret=secret)
    if order is None and (apart := Placement.objects.filter(shop=shop, secret=secret).first()):
        order = _shown(apart).filter(pk=apart.order_id).first()
        if order is not None:
            order.apart = order.placements.all()[0]
    if order is None:
        raise OrderNotFound
    return order


@cache
def _by_secret() -> ModelStatement[Order]:
    return ModelStatement(_shown().filter(shop=SHOP, secret=Parameter("secret")))


def _shown(apart: Placement | None = None) -> QuerySet[Order]:
    """Orders with their standing and all that a guest sees of them."""
    lines = OrderLine.objects.select_related("ticket_holder", "variant__event__venue").order_by("number")
    placements = of_placements(Placement.objects.order_by("number"), apart, "pk").prefetch_related(
        Prefetch("lines", queryset=lines),
        Prefetch("invoices", queryset=Invoice.objects.defer("content").in_order()),
        "payments",
        "vat_shares",
    )
    deliveries = Delivery.objects.order_by("pk")
    if apart:
        deliveries = deliveries.filter(lines__placement=apart).distinct()
    payments = of_placements(Payment.objects.awaited_transfers().filter(order=OuterRef("pk")), apart)
    awaited = {"awaited_transfer": Subquery(payments.order_by("-created_at").values("reference")[:1])}
    return (
        orders_with_standing(apart)
        .annotate(**awaited, **moving_back(apart))
        .select_related("shop", "billing_address", "shipping_address")
        .prefetch_related(Prefetch("placements", queryset=placements), Prefetch("deliveries", queryset=deliveries))
    )


def payments_of(order: Order) -> PaymentQuerySet:
    """What of an order's payments is for what its secret shows, see `access_order`."""
    return of_placements(Payment.objects.filter(order=order), order.apart)


def invoice_of(order: Order, invoice_id: str) -> Invoice | None:
    """An invoice of the order. None if the secret opens a single placement only: invoices name the order's buyer."""
    if order.apart:
        return None
    try:
        key = UUID(invoice_id)
    except ValueError:
        return None
    return Invoice.objects.filter(pk=key, placement__order=order).first()
