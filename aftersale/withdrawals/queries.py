"""What an order's link fills into the form, and which orders a declaration may be about."""

from dataclasses import dataclass

from django.db.models import Count, Q

from aftersale.models import Withdrawal
from checkout.models import Order, OrderLine
from checkout.payments.references import order_reference

MOST_SUGGESTED = 10


@dataclass(frozen=True)
class OrderedLine:
    """A line as the buyer knows it. `exemption`: why there is no right to withdraw, otherwise empty."""

    key: str
    text: str
    amount: int
    exemption: str


@dataclass(frozen=True)
class Prefilled:
    reference: str
    name: str
    email: str
    lines: list[OrderedLine]


def prefilled(order: Order) -> Prefilled:
    """Return the data that anybody with the order's link may see."""
    lines = [line for one in order.placements.all() if not one.cancelled_at for line in one.lines.all()]
    access = order.access
    # A buyer who merged a placement by the link alone has not proved to own the rest.
    buyer = "" if order.only_placement else order.billing_address.full_name
    return Prefilled(
        access.reference, buyer, "" if order.only_placement else order.email,
        [ordered_line(line) for line in lines if not line.invalidated_at],
    )  # fmt: skip


def ordered_line(line: OrderLine) -> OrderedLine:
    words = [line.name, line.pricing_category_name, line.variant_description]
    return OrderedLine(str(line.pk), ", ".join(filter(None, words)), line.amount, line.withdrawal_exemption)


def suggested_orders(withdrawal: Withdrawal) -> list[Order]:
    """Return the shop's orders with the entered reference, then those with the e-mail address, newest first."""
    of_shop = Order.objects.filter(shop=withdrawal.shop_id).select_related("billing_address").order_by("-placed_at")
    by_reference = of_shop.filter(placements__reference__in=references_in(withdrawal.contract)).distinct()
    by_email = of_shop.filter(email__iexact=withdrawal.email)
    return list(dict.fromkeys([*by_reference[:MOST_SUGGESTED], *by_email[:MOST_SUGGESTED]]))[:MOST_SUGGESTED]


def withdrawals_from(order: Order) -> list[Withdrawal]:
    """Return the withdrawals from an order read by its secret, the latest first: those assigned to it, and those not
    assigned yet whose contract and address are this order's. Empty for a placement that joined the order without proof
    of its e-mail. One statement.
    """
    if order.only_placement:
        return []
    references = {one.reference for one in order.placements.all()}
    by_address = Q(shop=order.shop_id, order=None, email__iexact=order.email)
    found = Withdrawal.objects.filter(Q(order=order.pk) | by_address).order_by("-declared_at")
    return [one for one in found if one.order_id or references & references_in(one.contract)]


def references_in(contract: str) -> set[str]:
    """Return the references in a contract as it was entered."""
    words = [contract, *contract.replace(",", " ").split()]
    return {order_reference(one) for one in words[:20]} - {""}


def withdrawals_to_do() -> dict[str, int]:
    """Count `overdue`, `unseen` and `without_receipt` declarations. One statement."""
    every = Withdrawal.objects
    return every.aggregate(
        overdue=Count("pk", filter=Q(pk__in=every.overdue().values("pk"))),
        unseen=Count("pk", filter=Q(state=Withdrawal.State.RECEIVED)),
        without_receipt=Count("pk", filter=Q(pk__in=every.without_receipt().values("pk"))),
    )
