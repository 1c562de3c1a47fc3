"""What a discount code takes off, to the cent, and when it counts."""

from datetime import timedelta

import pytest
from django.utils import timezone

from cart.codes.discounts import DiscountStatus, discount_code_problem
from shop.core.codes.normal import normal_code
from shop.models import DiscountCode
from tests.proofs import proves

NOW = timezone.now()
SOON, EARLIER = NOW + timedelta(hours=1), NOW - timedelta(hours=1)


@pytest.mark.parametrize("entered", ["BLECH10", "blech10", " Blech 10\n"])
def test_capitals_and_blanks_make_no_difference(entered: str) -> None:
    assert normal_code(entered) == "BLECH10"


@proves(
    "design §4",
    "a code that ended, was used up or belongs elsewhere is told at the cart and at placing; the placed "
    "total is the confirmed one",
)
@pytest.mark.parametrize(
    ("fields", "trouble"),
    [
        ({}, None),
        ({"valid_from": NOW, "valid_until": SOON}, None),
        ({"valid_from": SOON}, DiscountStatus.ended),
        ({"valid_until": NOW}, DiscountStatus.ended),
        ({"valid_until": EARLIER}, DiscountStatus.ended),
        ({"usage_limit": 3, "used": 2}, None),
        ({"usage_limit": 3, "used": 3}, DiscountStatus.used_up),
        ({"shop_id": 8}, DiscountStatus.ended),
    ],
)
def test_when_a_code_counts(fields: dict[str, object], trouble: DiscountStatus | None) -> None:
    code = DiscountCode(**{"shop_id": 7, "code": "BLECH10", "percent": 10} | fields)
    assert discount_code_problem(code, 7, NOW) is trouble


@proves("design §6", "codes are tried wrongly a limited number of times, and stand in no log or statement")
def test_a_code_is_not_told_by_its_name() -> None:
    assert str(DiscountCode(code="BLECH10", percent=10, note="Flyer")) == "Flyer (10 %)"
    assert "BLECH10" not in repr(DiscountCode(code="BLECH10", percent=10))
