"""A bundle as its staff check it: what each part costs and has left, and what keeps it from being sold."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import Enum

from django.db.models import Prefetch
from django.utils import timezone

from catalogue.models import BundlePart, Combination, Event, Product, ProductVariant, StockUse
from catalogue.pricing.bundles import included_prices, is_bound
from catalogue.pricing.variants import state_of, variant_cost
from catalogue.rules import Offer, TicketState, kind_is_sold, lowest_cost
from shop.models import Shop


class PartProblem(Enum):
    """Why a part cannot be had; of REMARKS, what else there is to know of it."""

    INACTIVE = "INACTIVE"
    NOT_LISTED = "NOT_LISTED"
    SOLD_ELSEWHERE = "SOLD_ELSEWHERE"
    OVER = "OVER"
    BEFORE_PRESALE = "BEFORE_PRESALE"
    STOPPED = "STOPPED"
    CANCELLED = "CANCELLED"
    POSTPONED = "POSTPONED"
    NO_VARIANT = "NO_VARIANT"
    NO_PRICE = "NO_PRICE"
    SOLD_OUT = "SOLD_OUT"
    NO_SEAT_MAP = "NO_SEAT_MAP"
    UNEXPLAINED = "UNEXPLAINED"


# Its seat cannot be chosen; a reduced ticket of it costs what the full one does and does not say for whom it is.
REMARKS = frozenset({PartProblem.NO_SEAT_MAP, PartProblem.UNEXPLAINED})

STATES = {
    TicketState.OVER: PartProblem.OVER,
    TicketState.BEFORE_PRESALE: PartProblem.BEFORE_PRESALE,
    TicketState.STOPPED: PartProblem.STOPPED,
    TicketState.CANCELLED: PartProblem.CANCELLED,
    TicketState.POSTPONED: PartProblem.POSTPONED,
}


@dataclass(frozen=True)
class Option:
    name: str
    offer: Offer
    stocks: Mapping[int, int]
    """What is free of each stock that it draws on."""


@dataclass(frozen=True)
class OverviewItem:
    """The root or a part. `missing_in`: the shops that list the root and not this."""

    item: Product | Event
    part: BundlePart | None
    options: Sequence[Option]
    problems: Sequence[PartProblem]
    missing_in: Sequence[Shop]

    @property
    def price_alone(self) -> Decimal | None:
        """What the cheapest of it costs by itself."""
        cost = lowest_cost(one.offer for one in self.options)
        return cost.price if cost else None

    @property
    def highest_price(self) -> Decimal | None:
        return max((one.offer.cost.price for one in self.options if one.offer.cost), default=None)

    @property
    def price(self) -> Decimal | None:
        """What it adds to the price of the bundle, where it may be added."""
        return self.price_alone if self.part is None or self.part.price is None else self.part.price

    @property
    def is_reduced(self) -> bool:
        return self.price is not None and self.price_alone is not None and self.price < self.price_alone

    @property
    def is_unlimited(self) -> bool:
        return any(one.offer.free is None for one in self.options)

    @property
    def scarcest_option(self) -> Option | None:
        """Of its limited options that can be had, the one of which the least is free."""
        limited = [one for one in self.options if one.offer.free]
        return min(limited, key=lambda one: one.offer.free or 0, default=None)

    @property
    def sold_out(self) -> list[str]:
        """The names of its options of which nothing is left."""
        return [one.name for one in self.options if one.offer.free == 0]

    @property
    def is_bound(self) -> bool:
        """Taken or left empty together with all others that are bound."""
        binds = isinstance(self.item, Product) and self.item.bind_leave_empty
        return self.part is not None and is_bound(self.part.role, binds=binds, obligatory=self.part.obligatory)


@dataclass(frozen=True)
class Variation:
    """The bundle with one of its combinations, or as it is if it has none.

    `price`: the lowest, with what is obligatory; of which `included` pays for what is in it. `left`: how many of it
    can still be sold, None for any number. `shares`: how `included` is spread.
    """

    combination: Combination | None
    pieces: Sequence[OverviewItem]
    included: Decimal | None
    price: Decimal | None
    highest: Decimal | None
    left: int | None
    shares: Sequence[tuple[OverviewItem, Decimal]]


@dataclass(frozen=True)
class BundleOverview:
    root: OverviewItem
    common: Sequence[OverviewItem]
    variations: Sequence[Variation]
    additions: Sequence[OverviewItem]
    group: Sequence[OverviewItem]

    @property
    def obligatory(self) -> list[OverviewItem]:
        return [piece for piece in self.additions if piece.part and piece.part.obligatory]

    @property
    def voluntary(self) -> list[OverviewItem]:
        return [piece for piece in self.additions if not (piece.part and piece.part.obligatory)]

    @property
    def has_parts(self) -> bool:
        return bool(self.common or self.additions or self.group or any(one.pieces for one in self.variations))

    @property
    def may_be_package_travel(self) -> bool:
        """Whether a travel service is in it together with a ticket or with another one (§ 651a BGB)."""
        parts = [
            *self.common,
            *(piece for one in self.variations for piece in one.pieces),
            *self.additions,
            *self.group,
        ]
        sold_items = {piece.item for piece in (self.root, *parts)}
        travel = {item for item in sold_items if isinstance(item, Product) and item.travel_service}
        return bool(travel) and (len(travel) > 1 or any(isinstance(item, Event) for item in sold_items))

    @property
    def choices(self) -> list[Variation]:
        return [one for one in self.variations if one.combination is not None]

    @property
    def price(self) -> Decimal | None:
        return min((one.price for one in self.variations if one.price is not None), default=None)

    @property
    def highest(self) -> Decimal | None:
        return max((one.highest for one in self.variations if one.highest is not None), default=None)


def most_bundles(pieces: Sequence[Sequence[Option]]) -> int | None:
    """How many times one option of each piece can be had, so that no stock gives more than it has; None: any number."""
    free = {stock: left for options in pieces for one in options for stock, left in one.stocks.items()}
    least, most = 0, sum(free.values()) + 1
    if _suffices(pieces, free, most):
        return None
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (middle, most) if _suffices(pieces, free, middle) else (least, middle)
    return least


def _suffices(pieces: Sequence[Sequence[Option]], free: Mapping[int, int], bundles: int) -> bool:
    left = dict(free)
    for options in sorted(pieces, key=len):  # who has fewer to choose from has no other stock to go to
        needed = bundles
        for one in options:
            taken = min([needed, *(left[stock] for stock in one.stocks)]) if one.offer.cost else 0
            left |= {stock: left[stock] - taken for stock in one.stocks}
            needed -= taken
        if needed:
            return False
    return True


def read_overview(bundle: Product) -> BundleOverview:
    """Takes as many statements for many parts as for one."""
    now = timezone.now()
    variants = (
        ProductVariant.objects.filter(active=True)
        .select_related("pricing_category")
        .prefetch_related("prices", Prefetch("stock_uses", StockUse.objects.select_related("stock")))
    )
    products = Product.objects.prefetch_related("listed_in", "prices", Prefetch("variants", variants))
    events = Event.objects.select_related("venue").prefetch_related(
        "listed_in", "seat_map", Prefetch("variants", variants)
    )
    root = products.get(pk=bundle.pk)
    shops = list(root.listed_in.all())
    parts = root.parts.prefetch_related(
        Prefetch("product", products), Prefetch("event", events), Prefetch("pricing_category")
    )
    pieces = [_piece(part.product or part.event, part, shops, now) for part in parts]  # type: ignore[arg-type]
    here = _piece(root, None, shops, now)
    common = _of(pieces, BundlePart.Role.COMMON)
    additions = _of(pieces, BundlePart.Role.ADDITIONAL)
    obligatory = [piece for piece in additions if piece.part and piece.part.obligatory]
    combinations: list[Combination | None] = [*root.combinations.select_related("tour")]
    chosen = _of(pieces, BundlePart.Role.COMBINATION)
    variations = [
        _variation(
            here,
            common,
            one,
            [piece for piece in chosen if one and piece.part and piece.part.combination_id == one.pk],
            obligatory,
        )
        for one in combinations or [None]
    ]
    return BundleOverview(here, common, variations, additions, _of(pieces, BundlePart.Role.GROUP))


def _of(pieces: Sequence[OverviewItem], role: str) -> list[OverviewItem]:
    return [piece for piece in pieces if piece.part is not None and piece.part.role == role]


def _piece(item: Product | Event, part: BundlePart | None, shops: Sequence[Shop], now: datetime) -> OverviewItem:
    category = part.pricing_category_id if part else None
    variants = [one for one in item.variants.all() if category in (None, one.pricing_category_id)]
    if isinstance(item, Event):
        online, hard = item.only_online_tickets, item.only_hard_tickets
        variants = [one for one in variants if kind_is_sold(physical=one.physical, only_online=online, only_hard=hard)]
    options = [_option(one) for one in sorted(variants, key=lambda one: (one.order, one.pk))]
    listed = set(item.listed_in.all())
    missing_in = [shop for shop in shops if shop not in listed]
    problems = [*_problems_of(item, now), *_problems_of_options(options)]
    if missing_in:
        problems.append(PartProblem.NOT_LISTED)
    if isinstance(item, Event) and _lacks_seat_map(item, variants):
        problems.append(PartProblem.NO_SEAT_MAP)
    if isinstance(item, Event) and part and part.role in BundlePart.INCLUDED and _has_unexplained(variants):
        problems.append(PartProblem.UNEXPLAINED)
    return OverviewItem(item, part, options, problems, missing_in)


def _option(variant: ProductVariant) -> Option:
    stocks = {use.stock_id: use.stock.free for use in variant.stock_uses.all()}
    name = variant.description or (variant.pricing_category.name if variant.pricing_category else "")
    return Option(name, Offer(True, min(stocks.values(), default=None), variant_cost(variant)), stocks)


def _problems_of(item: Product | Event, now: datetime) -> list[PartProblem]:
    if not item.active:
        return [PartProblem.INACTIVE]
    if isinstance(item, Product):
        return [PartProblem.SOLD_ELSEWHERE] if item.external_url else []
    state = state_of(item, now)
    if item.external_link and state in (TicketState.ON_SALE, TicketState.EXTERNAL, TicketState.BEFORE_PRESALE):
        return [PartProblem.SOLD_ELSEWHERE]
    return [STATES[state]] if state in STATES else []


def _problems_of_options(options: Collection[Option]) -> list[PartProblem]:
    if not options:
        return [PartProblem.NO_VARIANT]
    if all(one.offer.cost is None for one in options):
        return [PartProblem.NO_PRICE]
    return [] if any(one.offer.available for one in options) else [PartProblem.SOLD_OUT]


def _has_unexplained(tickets: Sequence[ProductVariant]) -> bool:
    """Whether any is cheaper alone than another of its category, and nothing below its name says for whom it is.

    In the bundle both cost the same: the buyer saves nothing and gets a ticket that may need a proof.
    """
    full = dict[int | None, Decimal]()
    costs = [(ticket, cost.price) for ticket in tickets if (cost := variant_cost(ticket))]
    for ticket, price in costs:
        full[ticket.pricing_category_id] = max(price, full.get(ticket.pricing_category_id, price))
    return any(price < full[ticket.pricing_category_id] and not ticket.description_subline for ticket, price in costs)


def _lacks_seat_map(event: Event, tickets: Collection[ProductVariant]) -> bool:
    """Whether these tickets of it have seats that cannot be chosen, as they cannot among tickets without any."""
    seated = [bool(one.pricing_category and one.pricing_category.seat_stock_id) for one in tickets]
    shown = event.display_map and not event.hide_map and hasattr(event, "seat_map")
    return any(seated) and not (shown and all(seated))


def _variation(
    root: OverviewItem,
    common: Sequence[OverviewItem],
    combination: Combination | None,
    own: Sequence[OverviewItem],
    obligatory: Sequence[OverviewItem],
) -> Variation:
    included = [*common, *own]
    surcharge = combination.additional_price if combination else Decimal(0)
    price = None if root.price_alone is None else root.price_alone + surcharge
    shares: list[tuple[OverviewItem, Decimal]] = []
    if price is not None:
        spread = included_prices(price, [piece.price_alone or Decimal(0) for piece in included])
        shares = list(zip([root, *included], spread, strict=True))
    left = most_bundles([piece.options for piece in (root, *included, *obligatory)])
    added = sum((piece.price or Decimal(0) for piece in obligatory), Decimal(0))
    highest = None if root.highest_price is None else root.highest_price + surcharge + _highest(obligatory)
    whole = None if price is None else price + added
    return Variation(combination, own, price, whole, highest, left, shares)


def _highest(obligatory: Sequence[OverviewItem]) -> Decimal:
    """What one of each adds at most."""
    return sum(
        ((piece.price if _has_price(piece) else piece.highest_price) or Decimal(0) for piece in obligatory), Decimal(0)
    )


def _has_price(piece: OverviewItem) -> bool:
    return piece.part is not None and piece.part.price is not None
