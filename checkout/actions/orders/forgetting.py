"""Blank the buyers of old orders. What was sold and paid stays."""

import json
from collections.abc import Collection
from uuid import UUID

import pgtrigger
from django.db import connection, transaction
from django.db.models import CharField, QuerySet
from django.db.models.functions import Cast

from cart.actions.retention import blank_carts
from cart.models import ADDRESS_FIELDS, Address, Cart, TicketHolder
from checkout.locks import lock_orders
from checkout.models import Hold, Invoice, Order, OrderLine, OrderStep, Placement, Refund
from shop.models import Mail

NO_ADDRESS = {name: "" for name in ADDRESS_FIELDS if name != "country_code"}
# In an invoice's content. The country stays, because the VAT depends on it.
NO_BUYER = {"name": "", "company": "", "lines": [], "street": [], "post_code": "", "city": "", "email": ""}


def guarding_triggers() -> str:
    """Return the ids of the triggers to ignore. `pgtrigger.ignore` would send two statements in one, and the server
    prepares single ones only.
    """
    kept = pgtrigger.registered("checkout.Invoice:stays", "checkout.OrderStep:as_written")
    return "{" + ",".join(trigger.get_pgid(model) for model, trigger in kept) + "}"


@transaction.atomic
def forget_buyers(orders: Collection[UUID], due: QuerySet[Order]) -> int:
    """Blank the buyers of those orders that are still `due` under their lock: addresses, e-mail, ticket holders,
    staff's notes, refund reasons and the invoices' buyer. Returns how many orders.

    The only code that passes the triggers `stays` of invoices and `as_written` of steps.
    """
    lock_orders(orders)
    rows = list(due.filter(pk__in=orders))
    keys = [row.pk for row in rows]
    Address.objects.filter(
        pk__in=[key for row in rows for key in (row.billing_address_id, row.shipping_address_id)]
    ).update(**NO_ADDRESS)
    Order.objects.filter(pk__in=keys).update(email="")
    lines = OrderLine.objects.filter(placement__order__in=keys)
    holders = list(lines.exclude(ticket_holder=None).values_list("ticket_holder", flat=True))
    lines.exclude(personal_identifier="", ticket_holder=None).update(personal_identifier="", ticket_holder=None)
    TicketHolder.objects.filter(pk__in=holders).delete()
    placements = Placement.objects.filter(order__in=keys)
    about = placements.annotate(key=Cast("pk", CharField())).values("key")
    # Sent mails have their own retention period (LETTERS).
    Mail.objects.undeliverable().filter(subject_key__in=about).delete()
    blank_carts(Cart.objects.filter(placement__in=placements))
    Hold.objects.filter(order__in=keys).delete()  # no active one: those orders are not due
    Refund.objects.filter(payment__order__in=keys).exclude(reason="").update(reason="")
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('pgtrigger.ignore', %s, true)", [guarding_triggers()])
        OrderStep.objects.filter(order__in=keys).exclude(text="").update(text="")
        cursor.execute(
            f"UPDATE \"{Invoice._meta.db_table}\" SET content = jsonb_set(content, '{{buyer}}', "  # noqa: S608
            "coalesce(content->'buyer', '{}') || %s::jsonb) "
            f'WHERE placement_id IN (SELECT id FROM "{Placement._meta.db_table}" WHERE order_id = ANY(%s))',
            [json.dumps(NO_BUYER), keys],
        )
        cursor.execute("SELECT set_config('pgtrigger.ignore', '{}', true)")
    return len(rows)
