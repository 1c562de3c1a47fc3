"""The days on which banks carry out transfers, as the TARGET calendar has them."""

from datetime import date

import pytest

from checkout.refunds.sepa.business_days import business_day_from, is_business_day
from tests.proofs import proves

pytestmark = pytest.mark.django_db  # what tests of the checkout share asks it


@proves(
    "docs/decisions/0058",
    "a SEPA file asks for the next day on which banks are open (TARGET: no weekend, no holiday), counted "
    "from when it is taken along",
)
@pytest.mark.parametrize(
    ("asked", "carried_out"),
    [
        ("2026-11-26", "2026-11-26"),
        ("2026-11-28", "2026-11-30"),
        ("2026-11-29", "2026-11-30"),
        ("2026-12-25", "2026-12-28"),
        ("2027-01-01", "2027-01-04"),
        ("2027-03-26", "2027-03-30"),
        ("2027-03-29", "2027-03-30"),
        ("2028-05-01", "2028-05-02"),
        ("2029-12-24", "2029-12-24"),
        ("2029-12-25", "2029-12-27"),
    ],
)
def test_banks_are_open_on_other_days(asked: str, carried_out: str) -> None:
    assert business_day_from(date.fromisoformat(asked)) == date.fromisoformat(carried_out)


def test_holidays_of_one_country_are_none_of_the_banks() -> None:
    assert is_business_day(date(2028, 10, 3)) and is_business_day(date(2027, 5, 6))
