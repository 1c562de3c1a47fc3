"""Amounts are shared out to the cent."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from shop.core.values.money import CENT, cents, spread
from tests.proofs import proves

money = st.integers(0, 500_000).map(lambda amount: Decimal(amount) * CENT)
weights = st.lists(money, max_size=12)


@proves(
    "design §4",
    "an amount is shared out over lines to the cent (discount, shipping by VAT rate): nothing is lost, "
    "and no share of a discount is above its line",
)
@given(money, weights)
def test_shares_add_up_and_are_in_proportion(total: Decimal, weights: list[Decimal]) -> None:
    shares, whole = spread(total, weights), sum(weights, Decimal(0))
    assert sum(shares, Decimal(0)) == (total if weights else 0)
    for weight, share in zip(weights, shares, strict=True):
        assert share >= 0 and share == cents(share)
        assert not whole or abs(share - total * weight / whole) <= CENT


@proves(
    "purchase §5",
    "no total is ever below zero: a discount takes no more than the goods, a code no more than the tickets",
)
@given(weights, st.integers(1, 100))
def test_a_percentage_takes_no_more_from_a_line_than_it_costs(weights: list[Decimal], percent: int) -> None:
    off = sum(weights, Decimal(0)) * percent / 100
    shares = spread(off, weights)
    assert sum(shares, Decimal(0)) == (cents(off) if weights else 0)
    for weight, share in zip(weights, shares, strict=True):
        assert 0 <= share <= weight
        assert abs(share - weight * percent / 100) <= CENT


def test_a_third_of_a_cent_is_not_lost() -> None:
    thirds = [Decimal("0.33")] * 3
    assert spread(Decimal("0.099"), thirds) == [Decimal("0.03"), Decimal("0.04"), Decimal("0.03")]
    assert spread(Decimal("25.00"), [Decimal("19.99"), Decimal("5.01")]) == [Decimal("19.99"), Decimal("5.01")]


def test_where_nothing_weighs_anything_the_last_one_has_it() -> None:
    assert spread(Decimal("4.99"), [Decimal(0), Decimal(0)]) == [Decimal(0), Decimal("4.99")]
    assert spread(Decimal("4.99"), []) == []
