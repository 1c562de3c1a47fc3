"""Staff exchange what was bought."""

from typing import Any

from django.contrib.auth.models import User

from catalogue.models import ProductVariant, Stock
from checkout.actions.changes.exchanging import exchange_line
from checkout.actions.refunds.giving_back import StepOutcome
from checkout.models import OrderLine, Placement
from checkout.pricing.exchanges import ExchangeCommand

from .giving_back import action_by
from .placing import place, transfer


def bought(variant: ProductVariant, pieces: int = 1, total: str = "25.90") -> Placement:
    placement = place((variant, pieces))
    transfer(placement, total)
    return placement


def exchange(
    line: OrderLine, to: ProductVariant, staff: User, pieces: int | None = None, may_refund: bool = True, **more: Any
) -> StepOutcome:
    command = ExchangeCommand(line.pk, pieces or line.amount, to.pk, **more)
    return exchange_line(order=line.placement.order, command=command, action=action_by(staff), may_refund=may_refund)


def sold_of(*variants: ProductVariant) -> list[int]:
    return [Stock.objects.get(variants=one).sold for one in variants]


def added() -> Placement:
    return Placement.objects.get(step__isnull=False)
