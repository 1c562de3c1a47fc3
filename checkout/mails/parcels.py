"""The mail about a parcel that was shipped; it is queued about its delivery's id."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from checkout.models import Delivery, OrderLine, Placement
from checkout.shipping.deliveries import is_paid_for

from .kinds import MailKind


@dataclass(frozen=True)
class ShippedParcel:
    """The parcel as the mail about its shipping describes it. `is_again`: it replaces a parcel that was lost or came
    back.
    """

    delivery: Delivery
    lines: list[OrderLine]
    is_again: bool
    more_follows: bool


def shipped(placement: Placement, delivery_id: str) -> Mapping[str, object]:
    return {"parcel": parcel_of(delivery_id)}


def parcel_of(delivery_id: str) -> ShippedParcel:
    delivery = Delivery.objects.select_related("origin").get(pk=delivery_id)
    lines = list(delivery.lines.counting().select_related("ticket_holder").order_by("placement__number", "number"))
    open_ones = delivery.order.deliveries.filter(state__in=[Delivery.State.OPEN, Delivery.State.PACKED])
    return ShippedParcel(
        delivery,
        lines,
        is_again=delivery.origin is not None and not delivery.origin.lines.exists(),
        more_follows=any(is_paid_for(one) for one in open_ones),
    )


SHIPPED_MAIL = MailKind("shipped", _("On its way"), shipped)
