"""Correct the addresses of an order while no parcel of it has left."""

from collections.abc import Mapping
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from cart.models import ADDRESS_FIELDS, Address
from checkout import rules
from checkout.actions.orders.details import cleaned_address
from checkout.actions.orders.steps import StaffAction, begin_step, queue_step_mail, refuse_if_changed
from checkout.actions.refunds.giving_back import StepOutcome, earlier_outcome, store_refunds
from checkout.errors import AddressFixed, NoDeliveryMethod, NothingChosen, RefundNotAllowed, TaxedOtherwise
from checkout.locks import lock_order
from checkout.mails.steps import CHANGED_MAIL
from checkout.models import Delivery, Order, OrderLine, OrderStep
from checkout.pricing.postal_address import addresses_to_keep
from checkout.pricing.vat_changes import lines_with_other_vat
from checkout.refunds.refundable import refundable_of, refundable_shipping
from checkout.shipping.options import rate_for
from checkout.shipping.reach import active_countries
from shop.core.errors import FieldErrors
from shop.core.values.countries import country_name
from shop.core.values.money import NOTHING


@transaction.atomic
def change_addresses(
    *, order: Order, shipping: Mapping[str, str], billing: Mapping[str, str], action: StaffAction, may_refund: bool
) -> StepOutcome:
    """Change the shipping and billing address and send a mail to the buyer. If shipping to the new country is cheaper,
    refunds the difference; if it is dearer, only reports it (`StepOutcome.extra_cost`). Locks the order.

    Written invoices stay as they are. Raises FieldErrors, AddressFixed if a parcel has left, TaxedOtherwise if another
    VAT would be due, NoDeliveryMethod if a carrier does not ship there, NothingChosen, OrderChanged, or
    RefundNotAllowed if money would be refunded without `may_refund`.
    """
    locked = lock_order(order.pk)
    if done := earlier_outcome(action):
        return done
    if locked.deliveries.exclude(shipped_at=None).exists():
        raise AddressFixed
    was = {"shipping": locked.shipping_address, "billing": locked.billing_address}
    kept = addresses_to_keep(locked)
    new = {
        name: valid_address(given, f"{name}_address", postal=was[name] in kept)
        for name, given in (("shipping", shipping), ("billing", billing))
    }
    changed = [name for name in new if new[name] != {field: getattr(was[name], field) for field in ADDRESS_FIELDS}]
    if not changed:
        raise NothingChosen
    if lines := lines_with_other_vat(locked, Address(**new["shipping"]), Address(**new["billing"])):
        raise TaxedOtherwise(lines=lines)
    changes = [f"{address_text(was[name])} → {address_text(Address(**new[name]))}" for name in changed]
    outcome = StepOutcome(begin_step(locked, OrderStep.Kind.ADDRESS, action, changes), changes=changes)
    for name in changed:
        Address.objects.filter(pk=was[name].pk).update(**new[name])
    if new["shipping"]["country_code"] != locked.country_code:
        change_country(locked, new["shipping"]["country_code"], outcome, action, may_refund=may_refund)
    refuse_if_changed(outcome.digest, action)
    queue_step_mail(outcome.step, CHANGED_MAIL)
    return outcome


def valid_address(address: Mapping[str, str], name: str, *, postal: bool) -> dict[str, str]:
    """Return the cleaned address, checked by the shoppers' rules (purchase §5). Raises FieldErrors."""
    values = cleaned_address(address)
    countries = {country.code for country in active_countries()}
    if errors := rules.address_errors(values, name, countries, postal=postal):
        raise FieldErrors(errors)
    return values


def address_text(address: Address) -> str:
    """Return the address in one line."""
    parts = (
        address.company, address.full_name, address.address, address.address2,
        address.town, country_name(address.country_code),
    )  # fmt: skip
    return ", ".join(part for part in parts if part)


def change_country(order: Order, country: str, outcome: StepOutcome, action: StaffAction, *, may_refund: bool) -> None:
    """Set the order's country and compare shipping costs. For paid deliveries, compares the shipping still charged
    (not their `price`, which stays that of the sale) with the price there, and refunds what is less. Unpaid ones have
    to be paid as ordered.
    """
    Order.objects.filter(pk=order.pk).update(country_code=country)
    priced = order.deliveries.exclude(price=0)
    unpaid = priced.filter(with_goods(paid=False))
    outcome.extra_cost = sum((max(shipping_price_in(one, country) - one.price, NOTHING) for one in unpaid), NOTHING)
    paid = [shipping_price_in(one, country) for one in priced.filter(with_goods(paid=True))]
    charged = sum((one.left for one in refundable_shipping(order)), NOTHING) if paid else NOTHING
    saved = charged - sum(paid, NOTHING)
    outcome.extra_cost += max(-saved, NOTHING)
    if back := shipping_reductions(order, max(saved, NOTHING)):
        if not may_refund:
            raise RefundNotAllowed
        outcome.refunds += store_refunds(order, {}, back, outcome.step, action, None)


def with_goods(*, paid: bool) -> Exists:
    """Filter deliveries with paid (or unpaid) lines, including lines that were moved into a separate delivery: the
    price stays with the first one.
    """
    lines = OrderLine.objects.counting().filter(placement__paid_at__isnull=not paid)
    return Exists(lines.filter(Q(delivery=OuterRef("pk")) | Q(delivery__origin=OuterRef("pk"))))


def shipping_price_in(delivery: Delivery, country: str) -> Decimal:
    """Return the price of the delivery in this country. Raises NoDeliveryMethod if its carrier does not ship there."""
    rate = rate_for(delivery, country)
    if rate is None:
        raise NoDeliveryMethod
    return rate.price


def shipping_reductions(order: Order, much: Decimal) -> dict[UUID, Decimal]:
    """Spread the amount over the shipping of the placements, the last one first, at most what each still costs."""
    found = {}
    for one in reversed(refundable_of(order)[1]):
        part = min(much, one.left)
        if part:
            found[one.placement.pk] = part
            much -= part
    return found
