"""Shirt sizes and tickets on the wire: one type, one id space (catalogue §3)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

import strawberry
from django.conf import settings

from catalogue.pricing.reductions import PriceSince, lawful_cost
from catalogue.rules import Cost, Offer, TicketState, any_available, country_cost, ticket_state, variant_cost
from shop.core.values.money import NOTHING
from shop.core.wire.graphql.connections import Connection, whole_connection
from shop.web.graphql.context import filled

Row = Mapping[str, Any]


@strawberry.type
class Price:
    """As staff wrote it. `originalPrice` of products and variants is what may be shown struck (§ 11 PAngV)."""

    country_code: str
    price: Decimal
    original_price: Decimal | None


@strawberry.type
class UnitPrice:
    """The price of a litre, a kilogramme or a metre (§ 4 PAngV)."""

    price: Decimal
    unit: str


@strawberry.type
class PricingCategory:
    id: strawberry.ID
    name: str
    map_color: str
    available: bool
    expanded: bool
    section: str
    hide_buttons: bool
    order: int
    seated: bool
    product_variants: Connection["ProductVariant"]


@strawberry.type
class ProductVariant:
    id: strawberry.ID
    order: int
    description: str
    description_subline: str
    price: Decimal
    original_price: Decimal | None
    lowest_price_30_days: Decimal | None
    additional_price: Decimal
    available: bool
    low_stock: bool
    available_section_ids: list[strawberry.ID]
    pricing_category: PricingCategory | None
    message: str
    physical: bool
    active: bool
    is_default: bool
    sku: str
    unit_price: UnitPrice | None


@dataclass(frozen=True, slots=True)
class OfferRow:
    """A variant's row and what the rules make of it."""

    row: Row
    offer: Offer


def costs_of(rows: Iterable[Row]) -> dict[str, Cost]:
    return {row["country_code"]: Cost(row["price"], row["original_price"]) for row in rows}


def cost_here(rows: Iterable[Row]) -> Cost | None:
    """What is asked where no country is known yet: in the price country."""
    return country_cost(costs_of(rows), settings.PRICE_COUNTRY, settings.PRICE_COUNTRY)


def state_of_row(state: Row, *, available: bool, has_tickets: bool = True) -> TicketState:
    """Of an event, from what STATE_COLUMNS read. `available`: some of its tickets are."""
    until, presale = state["happening_until"], state["presale_at"]
    return ticket_state(
        now=datetime.fromisoformat(state["read_at"]),
        happening_from=datetime.fromisoformat(state["happening_from"]),
        happening_until=datetime.fromisoformat(until) if until else None,
        external_link=state["external_link"],
        presale_at=datetime.fromisoformat(presale) if presale else None,
        available=available,
        has_tickets=has_tickets,
        state=state["state"],
    )


def offer_rows(variants: Sequence[Row], product: Cost | None) -> list[OfferRow]:
    found = []
    for row in variants:
        own = cost_here(row["prices"]) if row["prices"] else None
        cost = variant_cost(own, product, row["additional_price"])
        if cost is not None and row.get("points") is not None:
            cost = lawful_cost(
                cost, [PriceSince(datetime.fromisoformat(one["since"]), one["price"]) for one in row["points"]]
            )
        found.append(OfferRow(row, Offer(row["active"], row["free"], cost)))
    return found


def variant_node(one: OfferRow, pricing_category: PricingCategory | None = None) -> ProductVariant:
    offer = one.offer
    return filled(
        ProductVariant,
        {
            **one.row,
            "price": offer.cost.price if offer.cost else NOTHING,
            "original_price": offer.cost.original_price if offer.cost else None,
            "lowest_price_30_days": offer.cost.lowest_before if offer.cost else None,
            "available": offer.available,
            "low_stock": offer.low_stock,
            "available_section_ids": one.row.get("available_section_ids", []),
            "unit_price": None,
            "pricing_category": pricing_category,
        },
    )


def variant_nodes(offers: Iterable[OfferRow]) -> Connection[ProductVariant]:
    return whole_connection([variant_node(one) for one in offers])


def ticket_nodes(
    offers: Sequence[OfferRow], categories: Iterable[Row]
) -> tuple[list[ProductVariant], list[PricingCategory]]:
    """An event's tickets and the blocks they belong to; each knows the other."""
    blocks = {row["id"]: filled(PricingCategory, dict(row)) for row in categories}
    tickets = [variant_node(one, blocks.get(one.row["pricing_category_id"])) for one in offers]
    for key, block in blocks.items():
        inside = [number for number, one in enumerate(offers) if one.row["pricing_category_id"] == key]
        block.available = any_available(offers[number].offer for number in inside)
        block.product_variants = whole_connection([tickets[number] for number in inside])
    return tickets, list(blocks.values())
