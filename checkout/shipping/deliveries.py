"""Which deliveries can ship, and why others cannot yet."""

from datetime import date
from typing import Any

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, TextChoices, Value, When
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from checkout import hooks
from checkout.models import Delivery, OrderLine
from checkout.orders.order_state import missing_from_paid, orders_with_state

State = Delivery.State


class Readiness(TextChoices):
    """Of a delivery that has not left. Sold goods are in the warehouse: pieces are claimed when they are ordered."""

    CANCELLED = "cancelled", _("cancelled")
    UNPAID = "unpaid", _("waits for payment")
    MONEY_MISSING = "money_missing", _("money was taken back")
    LATER = "later", _("not shippable yet")
    UNNUMBERED = "unnumbered", _("waits for printed numbers")
    READY = "ready", _("can go today")
    LEFT = "left", _("has left")


def is_paid_for(delivery: Delivery) -> bool:
    """Return whether the delivery has active lines and all of them are paid."""
    counting = delivery.lines.counting()
    return counting.exists() and not counting.filter(placement__paid_at=None).exists()


def is_unnumbered(delivery: Delivery) -> bool:
    """Whether it cannot be packed: nobody knows yet which printed tickets go into it."""
    return hooks.above.lines_without_numbers(delivery.lines.counting()).exists()


def with_readiness(deliveries: QuerySet[Delivery], today: date | None = None) -> QuerySet[Delivery]:
    """Annotate `readiness`, one of Readiness: `is_paid_for` and `is_unnumbered` for many deliveries, and the day from
    which they can ship.
    """
    counting = OrderLine.objects.counting().filter(delivery=OuterRef("pk"))
    of_it: Any = orders_with_state().filter(pk=OuterRef("order_id")).annotate(**missing_from_paid())
    missing = of_it.filter(missing__gt=0)
    waits = [
        (~Q(state__in=[State.OPEN, State.PACKED]), Readiness.LEFT),
        (~Exists(counting), Readiness.CANCELLED),
        (Exists(counting.filter(placement__paid_at=None)), Readiness.UNPAID),
        (Exists(missing), Readiness.MONEY_MISSING),
        (Q(shippable_from__gt=today or timezone.localdate()), Readiness.LATER),
        (Exists(hooks.above.lines_without_numbers(counting)), Readiness.UNNUMBERED),
    ]
    found = Case(*[When(why, then=Value(which)) for why, which in waits], default=Value(Readiness.READY))
    known: QuerySet[Any] = deliveries
    return known.annotate(readiness=found)


def ready_today() -> QuerySet[Delivery]:
    """Return open or packed deliveries that can ship today."""
    return ready(Delivery.objects.filter(state__in=[State.OPEN, State.PACKED]))


def ready(deliveries: QuerySet[Delivery]) -> QuerySet[Delivery]:
    """Filter deliveries that can ship today."""
    known: Any = with_readiness(deliveries)
    found: QuerySet[Delivery] = known.filter(readiness=Readiness.READY)
    return found


def stranded() -> QuerySet[Delivery]:
    """Return lost or returned deliveries whose goods were neither sent again nor taken out of the order."""
    counting = OrderLine.objects.counting().filter(delivery=OuterRef("pk"))
    return Delivery.objects.filter(Exists(counting), state__in=[State.LOST, State.RETURNED])


def to_do() -> dict[str, int]:
    """Count deliveries that can ship `today`, and those `stranded`. One statement."""
    there = with_readiness(Delivery.objects.exclude(state__in=[State.SHIPPED, State.DELIVERED]))
    return there.aggregate(
        today=Count("pk", filter=Q(readiness=Readiness.READY)),
        stranded=Count("pk", filter=Q(pk__in=stranded().values("pk"))),
    )


def in_packing_order(deliveries: QuerySet[Delivery]) -> QuerySet[Delivery]:
    """Order deliveries so that those to one address stand together."""
    to = "order__shipping_address__"
    parts = ("country_code", "post_code", "city", "address", "last_name", "first_name")
    return deliveries.order_by(*[F(to + part) for part in parts], "pk")
