"""When goods arrive (purchase §9): working days within Germany, dates from and until elsewhere."""

from datetime import date

import pytest

from checkout.rules import Estimate, after_working_days, estimate
from tests.proofs import proves

MONDAY, FRIDAY, SATURDAY, SUNDAY = date(2026, 11, 23), date(2026, 11, 27), date(2026, 11, 28), date(2026, 11, 29)


@proves(
    "purchase §9",
    "when goods arrive: working days within Germany, dates from and until elsewhere and for what is "
    "still to come; by each carrier's own days, without weekends; at the choice, the last step, the "
    "confirmation and in the mail",
)
@pytest.mark.parametrize(
    ("day", "count", "then"),
    [
        (MONDAY, 1, date(2026, 11, 24)),
        (MONDAY, 5, date(2026, 11, 30)),
        (FRIDAY, 1, date(2026, 11, 30)),
        (SATURDAY, 1, date(2026, 11, 30)),
        (SUNDAY, 1, date(2026, 11, 30)),
        (FRIDAY, 6, date(2026, 12, 7)),
        (MONDAY, 0, MONDAY),
    ],
)
def test_weekends_are_no_working_days(day: date, count: int, then: date) -> None:
    assert after_working_days(day, count) == then


def test_within_germany_it_is_working_days_with_those_of_the_warehouse() -> None:
    found = estimate(today=FRIDAY, country_code="de", ready=(None, None), on_the_way=(2, 4))
    assert found == Estimate(date(2026, 12, 2), date(2026, 12, 8), 3, 7)


@pytest.mark.parametrize("country", ["at", "ch"])
def test_elsewhere_it_is_dates(country: str) -> None:
    found = estimate(today=FRIDAY, country_code=country, ready=(None, None), on_the_way=(3, 6))
    assert found == Estimate(date(2026, 12, 3), date(2026, 12, 10))


@pytest.mark.parametrize("country", ["de", "at"])
def test_what_is_still_to_come_has_dates_everywhere(country: str) -> None:
    ready = (date(2027, 1, 8), date(2027, 1, 18))
    found = estimate(today=FRIDAY, country_code=country, ready=ready, on_the_way=(2, 4))
    assert found == Estimate(date(2027, 1, 12), date(2027, 1, 22))
