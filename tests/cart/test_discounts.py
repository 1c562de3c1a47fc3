"""What a discount code takes off, to the cent, and when it counts."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from cart.codes.discounts import Standing, shares, trouble_of
from shop.codes.normal import normal_code
from shop.models import DiscountCode
from shop.money import CENT, cents

amounts = st.lists(st.integers(0, 500_000).map(lambda amount: Decimal(amount) * CENT), max_size=12)
NOW = timezone.now()
SOON, EARLIER = NOW + timedelta(hours=1), NOW - timedelta(hours=1)


@given(amounts, st.integers(1, 100))
def test_shares_add_up_and_none_is_more_than_its_line(amounts: list[Decimal], percent: int) -> None:
    found = shares(amounts, percent)
    assert sum(found, Decimal(0)) == cents(sum(amounts, Decimal(0)) * percent / 100)
    for amount, share in zip(amounts, found, strict=True):
        assert 0 <= share <= amount
        assert share == cents(share)
        assert abs(share - amount * percent / 100) <= CENT


def test_a_third_of_a_cent_is_not_lost() -> None:
    assert shares([Decimal("0.33")] * 3, 10) == [Decimal("0.03"), Decimal("0.04"), Decimal("0.03")]
    assert shares([Decimal("19.99"), Decimal("5.01")], 100) == [Decimal("19.99"), Decimal("5.01")]


@pytest.mark.parametrize("entered", ["BLECH10", "blech10", " Blech 10\n"])
def test_capitals_and_blanks_make_no_difference(entered: str) -> None:
    assert normal_code(entered) == "BLECH10"


@pytest.mark.parametrize(
    ("fields", "trouble"),
    [
        ({}, None),
        ({"valid_from": NOW, "valid_until": SOON}, None),
        ({"valid_from": SOON}, Standing.ended),
        ({"valid_until": NOW}, Standing.ended),
        ({"valid_until": EARLIER}, Standing.ended),
        ({"usage_limit": 3, "used": 2}, None),
        ({"usage_limit": 3, "used": 3}, Standing.used_up),
        ({"shop_id": 8}, Standing.ended),
    ],
)
def test_when_a_code_counts(fields: dict[str, object], trouble: Standing | None) -> None:
    code = DiscountCode(**{"shop_id": 7, "code": "BLECH10", "percent": 10} | fields)
    assert trouble_of(code, 7, NOW) is trouble


def test_a_code_is_not_told_by_its_name() -> None:
    assert str(DiscountCode(code="BLECH10", percent=10, note="Flyer")) == "Flyer (10 %)"
    assert "BLECH10" not in repr(DiscountCode(code="BLECH10", percent=10))
