"""Retention of personal data in carts and orders."""

from datetime import date, datetime, time

from django.db.models import CharField, Exists, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Cast
from django.utils import timezone

from cart.models import TicketHolder
from cart.ticket_holders import events_within_retention
from checkout.models import BankLine, Invoice, LedgerEntry, Order, OrderLine, Payment, Placement, Refund, not_held
from shop.core.retention import UNPAID_ORDERS, VOUCHERS, end_all
from shop.models import Mail

from .forgetting import forget_buyers

FORGOTTEN = Q(email="", billing_address__first_name="", billing_address__last_name="", billing_address__city="")


def erase_old_holders(now: datetime | None = None) -> int:
    """Delete ticket holders whose events are long over, postponements included. Returns how many."""
    today = timezone.localdate(now)
    covered = events_within_retention(today)
    spared = Q(cart_line__variant__event__in=covered) | Q(order_line__variant__event__in=covered)
    over = TicketHolder.objects.filter(not_held("order_line__placement__order"), erase_after__lt=today)
    return over.exclude(spared).delete()[1].get("cart.TicketHolder", 0)


def forget_unpaid(now: datetime | None = None) -> int:
    """Blank the buyers of orders that ended unpaid some time ago. Returns how many."""
    recent = Placement.objects.filter(order=OuterRef("pk"), cancelled_at__gte=UNPAID_ORDERS.end(now))
    return forget_of(ended_unpaid(Order.objects.filter(~Exists(recent))))


def ended_unpaid(orders: QuerySet[Order]) -> QuerySet[Order]:
    """Filter orders that ended without any money received and without an open task: no voucher must be kept."""
    of_order = {"order": OuterRef("pk")}
    return orders.filter(
        not_held("pk"),
        Exists(Placement.objects.filter(**of_order)),
        ~Exists(Placement.objects.filter(**of_order, cancelled_at=None)),
        ~Exists(LedgerEntry.objects.filter(payment__order=OuterRef("pk"))),
        ~Exists(Invoice.objects.filter(placement__order=OuterRef("pk"))),
        ~Exists(BankLine.objects.filter(**of_order, state=BankLine.State.OPEN)),
        ~Exists(Payment.objects.under_way().filter(**of_order)),
        ~Exists(mails_to_send()),
    ).exclude(FORGOTTEN)


def mails_to_send() -> QuerySet[Mail]:
    """Return the order's mails that are still to be sent, for a few hours at most."""
    about = Placement.objects.filter(order=OuterRef(OuterRef("pk"))).annotate(key=Cast("pk", CharField())).values("key")
    return Mail.objects.waiting().filter(subject_key__in=about)


def forget_booked(now: datetime | None = None) -> int:
    """Blank the buyers of orders whose vouchers no seller's law requires any more. Returns how many."""
    due = no_vouchers(Order.objects.all(), VOUCHERS.end(now))
    for country in VOUCHERS.abroad:
        free = no_vouchers(Order.objects.all(), VOUCHERS.end(now, country))
        due = due.filter(~Exists(of_sellers_in(country)) | Q(pk__in=free.values("pk")))
    return forget_of(due)


def no_vouchers(orders: QuerySet[Order], until: datetime) -> QuerySet[Order]:
    """Filter orders that were placed before `until`, have no placement, payment, invoice or booking since, and no
    pending refund.
    """
    of_order = {"order": OuterRef("pk")}
    return orders.exclude(FORGOTTEN).filter(
        not_held("pk"),
        Q(placed_at__lt=until),
        ~Exists(Placement.objects.filter(**of_order, placed_at__gte=until)),
        ~Exists(Placement.objects.filter(**of_order, paid_at__gte=until)),
        ~Exists(Invoice.objects.filter(placement__order=OuterRef("pk"), issued_on__gte=timezone.localdate(until))),
        ~Exists(LedgerEntry.objects.filter(payment__order=OuterRef("pk"), created_at__gte=until)),
        ~Exists(Refund.objects.to_go().filter(payment__order=OuterRef("pk"))),
    )


def of_sellers_in(country: str) -> QuerySet[OrderLine]:
    """Return the order's lines of sellers in this country."""
    return OrderLine.objects.filter(placement__order=OuterRef("pk"), seller__seller_country=country)


def forget_of(orders: QuerySet[Order]) -> int:
    return end_all(orders, lambda keys: forget_buyers(keys, orders))


def kept_until(order: Order) -> datetime:
    """Return when the law's retention of the order's buyer ends, as `no_vouchers` computes it: counted from its last
    voucher, cancellation invoices included. A later voucher extends it.
    """
    placements = Placement.objects.filter(order=order)
    last = placements.aggregate(placed=Max("placed_at"), paid=Max("paid_at"))
    entries = LedgerEntry.objects.filter(payment__order=order).aggregate(last=Max("created_at"))
    issued = Invoice.objects.filter(placement__order=order).aggregate(last=Max("issued_on"))["last"]
    moments = [order.placed_at, *last.values(), *entries.values(), issued and midnight_of(issued)]
    latest = max(moment for moment in moments if moment)
    sellers = OrderLine.objects.filter(placement__order=order).values_list("seller__seller_country", flat=True)
    return max(VOUCHERS.last_day(latest, country) for country in {"", *sellers})


def midnight_of(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
