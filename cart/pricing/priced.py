"""What a cart costs: prices of its lines and bundles, discounts, payment codes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any
from uuid import UUID

from django.utils import timezone

from cart import rules
from cart.codes.discounts import DiscountStatus, discount_code_problem
from cart.codes.kinds import is_code_offered, kind_of, pays_for
from cart.codes.payments import PaymentCodeStatus, credit_of, payment_code_problem
from cart.models import Cart, CartLine
from cart.queries import CartContents, amount_changeable, is_whole_tree, item_of_line, trees_of
from catalogue.models import ProductVariant
from catalogue.pricing.bundles import BundleSpec, included_prices
from catalogue.pricing.variants import is_for_sale, is_root, variant_cost
from shop.core.values.money import NOTHING, spread
from shop.models import DiscountCode
from shop.snapshot import Snapshot
from shop.vat.rule import Tax

from .taxes import destinations_of, tax_of


@dataclass(frozen=True)
class PricedLine:
    """A line with its current price. `problem`: why it cannot be bought now, by the database's clock."""

    line: CartLine
    item: rules.Item
    price: Decimal
    tax: Tax
    problem: rules.LineProblem | None
    discount: Decimal = NOTHING
    """What the discount code takes off the whole line."""
    credit: Decimal = NOTHING
    """What the payment code pays of it."""

    @property
    def available(self) -> bool:
        return self.problem is None

    @property
    def total(self) -> Decimal:
        return self.price * self.line.amount

    @property
    def reduced_total(self) -> Decimal:
        return self.total - self.discount

    @property
    def variant(self) -> ProductVariant:
        return self.line.variant

    @property
    def physical(self) -> bool:
        return self.variant.physical

    @property
    def shippable_from(self) -> date | None:
        """Return the date if it is in the future and the item is physical (purchase §4)."""
        product = self.variant.product
        if product is None or not self.physical or product.public_shippable_from is None:
            return None
        return product.public_shippable_from if product.public_shippable_from > timezone.localdate() else None


@dataclass(frozen=True)
class PricedCart:
    """A cart with its prices. `discount_status`, `payment_code_status`: None without such a code."""

    cart: Cart
    lines: list[PricedLine]
    snapshot: Snapshot
    discount_status: DiscountStatus | None = None
    payment_code_status: PaymentCodeStatus | None = None
    credit: Decimal = NOTHING
    """What the payment code pays of the lines."""

    @cached_property
    def subtotal(self) -> Decimal:
        """The sum of the lines before the discount."""
        return sum((line.total for line in self.lines), NOTHING)

    @cached_property
    def discount(self) -> Decimal:
        return sum((line.discount for line in self.lines), NOTHING)

    @property
    def physical(self) -> bool:
        return any(line.physical for line in self.lines)

    @property
    def takes_payment_code(self) -> bool:
        return any(is_code_offered(self.cart.shop, line.variant) for line in self.lines)

    def credit_for_shipping(self, price: Decimal) -> Decimal:
        """Return what the payment code pays of shipping at this price, besides the lines."""
        code = self.cart.payment_code
        if code is None or self.payment_code_status is not PaymentCodeStatus.applied:
            return NOTHING
        kind = kind_of(code)
        return min(kind.balance_of(code) - self.credit, price) if kind.pays_shipping else NOTHING

    @property
    def over_18(self) -> bool:
        return any(is_from_18(line) for line in self.lines)

    @property
    def shippable_window(self) -> tuple[date | None, date | None]:
        return shipping_window_of(self.lines)

    def total_of_tree(self, line: PricedLine) -> Decimal:
        """Return the total of a line; a root includes its parts (purchase §4)."""
        return sum((one.total for one in self.lines if line.line.pk in (one.line.pk, one.line.parent_id)), Decimal(0))

    def max_amount(self, line: PricedLine) -> int:
        """Return the highest amount that the line may be set to within the limits."""
        tree = [one.item for one in self.lines if line.line.pk in (one.line.pk, one.line.parent_id)]
        return line.line.amount + rules.still_allowed_of_tree([one.item for one in self.lines], tree)

    def amount_changeable(self, line: PricedLine) -> bool:
        return amount_changeable(line.line, [one.line for one in self.lines if one.line.tree == line.line.tree])


def is_from_18(line: PricedLine) -> bool:
    return line.variant.product is not None and line.variant.product.over_18


def shipping_window_of(lines: Iterable[PricedLine]) -> tuple[date | None, date | None]:
    """Return the days between which lines with a future date ship (`rules.shippable_window`)."""
    dates = {str(line.line.id): line.shippable_from for line in lines}
    return rules.shippable_window(dates, timezone.localdate())


def priced_contents(contents: CartContents) -> PricedCart:
    cart, now = contents.cart, contents.snapshot.now
    destinations, today = destinations_of(cart), timezone.localdate(now)
    lines = []
    for line in contents.lines:
        cost, item = variant_cost(line.variant, cart.country_code), item_of_line(line)
        problem = rules.LineProblem.seat_missing if item.seat_missing else None
        lacks_parts = line.bundle_id is None and is_root(line.variant)
        if cost is None or lacks_parts or not is_for_sale(line.variant, now):
            problem = rules.LineProblem.not_for_sale
        tax, price = tax_of(line.variant, destinations, today), cost.price if cost else NOTHING
        lines.append(PricedLine(line=line, item=item, price=price, tax=tax, problem=problem))
    priced = PricedCart(cart, with_bundles(lines, contents.bundles), contents.snapshot)
    return with_payment_code(with_discount(priced))


def with_bundles(lines: list[PricedLine], bundles: Mapping[int, BundleSpec]) -> list[PricedLine]:
    """Give the lines of bundles their prices in these. The lines of a bundle that staff have changed are not for
    sale.
    """
    alone = {line.line.pk: line.price for line in lines}
    changes: dict[UUID, dict[str, Any]] = {}
    for tree in trees_of(line.line for line in lines).values():
        if is_whole_tree(tree, bundles):
            prices = tree_prices(tree, bundles[tree[0].bundle_id], alone)  # type: ignore[index]
            changes |= {key: {"price": price} for key, price in prices.items()}
        else:
            changes |= {line.pk: {"problem": rules.LineProblem.not_for_sale} for line in tree}
    return [replace(line, **changes.get(line.line.pk, {})) for line in lines]


def tree_prices(tree: Sequence[CartLine], bundle: BundleSpec, prices: Mapping[UUID, Decimal]) -> dict[UUID, Decimal]:
    """Return prices per piece: root and included parts share the bundle's price, other parts have their own in it.

    `prices`: the price of each line alone.
    """
    root, *parts = tree
    of = {line.pk: bundle.parts[line.part_id or 0] for line in parts}
    included = [line.pk for line in parts if of[line.pk].included]
    price = prices[root.pk] + bundle.surcharge(of[key].id for key in included)
    shares = included_prices(price, [prices[key] for key in included])
    added = {line.pk: part.price for line in parts if (part := of[line.pk]).price is not None}
    return dict(zip([root.pk, *included], shares, strict=True)) | added


def with_discount(priced: PricedCart) -> PricedCart:
    """Spread the discount code's reduction over the lines that it applies to."""
    code, lines = priced.cart.discount_code, priced.lines
    if code is None:
        return priced
    problem = discount_code_problem(code, priced.cart.shop_id, priced.snapshot.now)
    if problem is not None:
        return replace(priced, discount_status=problem)
    amounts = [line.total for line in lines if is_reduced(line, code)]
    less = iter(spread(sum(amounts, Decimal(0)) * code.percent / 100, amounts))
    lines = [replace(line, discount=next(less)) if is_reduced(line, code) else line for line in lines]
    found = replace(priced, lines=lines, discount_status=DiscountStatus.applied)
    return found if found.discount else replace(found, discount_status=DiscountStatus.nothing_to_reduce)


def with_payment_code(priced: PricedCart) -> PricedCart:
    """Add the amounts that the payment code pays."""
    code = priced.cart.payment_code
    if code is None:
        return priced
    problem = payment_code_problem(code, priced.snapshot.now)
    if problem is not None:
        return replace(priced, payment_code_status=problem)
    amounts = [line.reduced_total if pays_for(code, line.variant) else Decimal(0) for line in priced.lines]
    credit = credit_of(code, amounts)
    shares = spread(credit, amounts) if credit else amounts
    lines = [replace(line, credit=share) for line, share in zip(priced.lines, shares, strict=True)] if credit else None
    status = PaymentCodeStatus.applied if credit else PaymentCodeStatus.nothing_to_pay
    return replace(priced, lines=lines or priced.lines, credit=credit, payment_code_status=status)


def is_reduced(line: PricedLine, code: DiscountCode) -> bool:
    """True for own goods of the code's shop: no tickets, no goods with a price fixed by law (docs/decisions/0016)."""
    product = line.variant.product
    return product is not None and product.owner_id == code.shop_id and not product.price_bound
