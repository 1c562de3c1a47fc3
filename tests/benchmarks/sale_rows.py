"""What is on sale while it is measured, and what must hold afterwards; for processes with Django.

Their callers start them as `manage.py shell` and read what they print.
"""

import json
from typing import Any

from django.db import connection
from django.db.models.functions import Now

from catalogue.models import ProductVariant, SeatRow
from checkout.invariants import INVARIANTS
from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.actions import end_overdue_sessions
from shop.models import Shop
from tests.factories import first_variant, make_event, make_seat_map, make_shop

CAPACITY, SOLD = 200_000, 120_000
# Guests who came before and left. Without them the planner takes their tables for empty ones.
BEFORE, OF_ADDRESS = 50_000, 10
# What an invoice cannot be written without.
SELLER = {"seller_address": "Hafenstraße 1\n20359 Hamburg", "seller_tax_number": "27/123/45678"}
HALL_ROWS, ROW_SEATS, GROUP = 500, 40, 4


def put_on_sale() -> None:
    """Print the tickets' ids, and with those of the halls the seats of groups side by side."""
    shop = make_shop("merchstand", **SELLER)
    make_shop("band")  # as in a shop of many
    found: dict[str, Any] = {name: ticket(shop, CAPACITY).pk for name in ("fresh", "orders")}
    for name, capacity in (("sold", CAPACITY), ("gone", SOLD)):
        limited = ticket(shop, capacity)
        sell(limited, SOLD)
        found[name] = limited.pk
    had_guests(shop, found["fresh"])
    found["halls"] = [hall(shop) for _hall in range(2)]
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bare (number integer)")
    print(json.dumps(found))


def ticket(shop: Shop, capacity: int) -> ProductVariant:
    return first_variant(make_event(shop, capacity=capacity, cart_limit=9))


def sell(limited: ProductVariant, pieces: int) -> None:
    """As if so many orders had a piece each; there are claims, but no orders."""
    stock = limited.stock_uses.get().stock
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO catalogue_stockclaim (holder, stock_id, session_id, quantity, created_at)
            SELECT gen_random_uuid(), %s, NULL, 1, now() FROM generate_series(1, %s)
            """,
            [stock.pk, pieces],
        )
        cursor.execute("UPDATE catalogue_stock SET sold = %s WHERE id = %s", [pieces, stock.pk])


def had_guests(shop: Shop, variant: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            """
            WITH visitor AS (
                INSERT INTO sessions_queue_visitorsession
                    (id, token, shop_id, language, address_digest, pass_digest, created_at, expires_at, ended_at)
                SELECT gen_random_uuid(), 'before-' || number, %(shop)s, 'de', md5((number / %(of_address)s)::text),
                    left(md5(number::text), 16), moment, moment + interval '20 minutes', moment + interval '20 minutes'
                FROM generate_series(1, %(before)s) AS number,
                    LATERAL (SELECT now() - interval '1 day' - number * interval '1 minute' AS moment) AS came
                RETURNING id, shop_id, created_at
            ), cart AS (
                INSERT INTO cart_cart
                    (id, session_id, shop_id, state, country_code, email, shipping_method, payment_method,
                     payment_external_id, new_item_ids, created_at)
                SELECT gen_random_uuid(), id, shop_id, 'expired', 'de', '', '', '', '', '{}', created_at FROM visitor
                RETURNING id, created_at
            )
            INSERT INTO cart_cartline
                (id, cart_id, variant_id, amount, personal_identifier, created_at)
            SELECT gen_random_uuid(), id, %(variant)s, 1, '', created_at FROM cart
            """,
            {"shop": shop.pk, "variant": variant, "before": BEFORE, "of_address": OF_ADDRESS},
        )


def hall(shop: Shop) -> tuple[int, list[list[str]]]:
    """The ticket, and groups of seats; those that follow each other are of different rows, which are locked."""
    event = make_event(shop, cart_limit=9)
    seat_map = make_seat_map(event, rows=HALL_ROWS, seats=ROW_SEATS)
    rows = SeatRow.objects.filter(section__seat_map=seat_map).order_by("order").prefetch_related("seats")
    seats = [[str(seat.pk) for seat in row.seats.all()] for row in rows]
    return first_variant(event).pk, [row[at : at + GROUP] for at in range(0, ROW_SEATS, GROUP) for row in seats]


def clear_up() -> None:
    """Print which invariants of stocks, seats and orders do not hold, with how many rows; then all guests leave."""
    broken = {}
    with connection.cursor() as cursor:
        for name, statement in INVARIANTS.items():
            # 1c misses the orders of what `sell` sold.
            if name[0] in "13458" and not name.startswith("1c"):
                cursor.execute(statement)
                if rows := cursor.fetchall():
                    broken[name] = len(rows)
    VisitorSession.objects.alive().update(expires_at=Now())
    while end_overdue_sessions():
        pass
    print(json.dumps(broken))
