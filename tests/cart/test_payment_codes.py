"""What a payment code pays for, and when it counts; without a database's help."""

from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from cart.codes.kinds import is_code_offered, pays_for
from cart.codes.payments import PaymentCodeStatus, credit_of, payment_code_problem
from cart.models import PaymentCode
from catalogue.models import Event, Product
from tests.factories import first_variant, make_event, make_payment_code, make_product, make_shop
from tests.proofs import proves

NOW = timezone.now()
PASS: dict[str, Any] = {"kulturpass_url": "https://pass.example/1"}


@proves(
    "catalogue §4, purchase §8",
    "unknown, used or expired: an alert with the pass's name, nothing is added, the code is forgotten",
)
@pytest.mark.parametrize(
    ("fields", "standing"),
    [
        ({}, None),
        ({"expires_at": NOW}, PaymentCodeStatus.expired),
        ({"holder": uuid4()}, PaymentCodeStatus.used),
        ({"holder": uuid4(), "expires_at": NOW}, PaymentCodeStatus.used),
    ],
)
def test_when_a_code_counts(fields: dict[str, object], standing: PaymentCodeStatus | None) -> None:
    code = PaymentCode(**{"value": Decimal(20), "expires_at": NOW + timedelta(seconds=1)} | fields)
    assert payment_code_problem(code, NOW) is standing


@pytest.mark.parametrize(("prices", "paid"), [(["15.00"], "15.00"), (["15.00", "15.00"], "20.00"), ([], "0.00")])
def test_a_code_pays_its_value_and_no_more_than_the_tickets_cost(prices: list[str], paid: str) -> None:
    assert credit_of(PaymentCode(value=Decimal("20.00")), map(Decimal, prices)) == Decimal(paid)


@proves("design §6", "payment codes are tried a limited number of times, and stand in no log or statement")
def test_a_code_is_not_told_by_its_name() -> None:
    assert "SECRET" not in str(PaymentCode(code="SECRET", value=Decimal("20.00")))


@proves(
    "docs/decisions/0019",
    "it pays its event's tickets, or those of its shop's events with the pass, and no more than they "
    "cost; not goods, shipping, other events",
)
@pytest.mark.django_db
def test_a_code_pays_for_tickets_of_its_event_or_of_its_shops_events_that_take_the_pass() -> None:
    shop, other = make_shop(), make_shop()
    own, without, foreign = make_event(shop, **PASS), make_event(shop), make_event(other, **PASS)
    shirt = make_product(shop)
    things: list[Product | Event] = [own, without, foreign, shirt]
    for_event, for_shop = make_payment_code(without), make_payment_code(shop=shop)
    assert [pays_for(for_event, first_variant(one)) for one in things] == [False, True, False, False]
    assert [pays_for(for_shop, first_variant(one)) for one in things] == [True, False, False, False]
    assert [is_code_offered(shop, first_variant(one)) for one in things] == [True, False, True, False]
