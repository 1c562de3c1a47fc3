"""What the database refuses becomes a stable code in one place (design §3)."""

import json
import logging

import pytest
from django.db import Error, connection, transaction
from django.test import RequestFactory
from procrastinate.exceptions import ConnectorException

from config.urls import failed
from shop.core.database.database_errors import shop_error_of, violates
from shop.core.errors import ShopError, TooManyAttempts
from shop.core.http.problems import problem_response
from tests.factories import make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db
RAISE = "DO $$ BEGIN RAISE EXCEPTION 'mira@example.org' USING ERRCODE = '{}'; END $$"


def raised(state: str) -> Error:
    """The error as it comes from the database with this SQLSTATE."""
    with pytest.raises(Error) as caught, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(RAISE.format(state))
    return caught.value


@proves(
    "design §3",
    "who loses a race (lock timeout, deadlock, unique key) is told to try again, on both wires; a "
    "database that is away is told as such; never as a failure, never with values in the log",
)
@pytest.mark.parametrize(
    ("state", "code"),
    [
        ("23505", "BUSY"),  # unique violation
        ("23503", "BUSY"),  # what it refers to has gone
        ("23P01", "BUSY"),  # exclusion
        ("55P03", "BUSY"),  # lock timeout
        ("40P01", "BUSY"),  # deadlock
        ("40001", "BUSY"),  # serialization
        ("57014", "UNAVAILABLE"),  # statement timeout
        ("57P01", "UNAVAILABLE"),  # the server shuts down
        ("53300", "UNAVAILABLE"),  # too many connections
        ("23514", None),  # a check: a fault of ours
        ("42P01", None),  # no such table: as well
    ],
)
def test_what_the_database_says_has_a_stable_code(state: str, code: str | None) -> None:
    found = shop_error_of(raised(state))
    assert (found.code if found else None) == code


@proves(
    "design §4, purchase §8",
    "PostgreSQL ends before whichever statement of placing an order, of a provider's event and of its "
    "jobs, or is killed as a whole server while orders are paid: one order each, its money booked once, "
    "nothing lost that was answered; whoever asks then is told that the shop is away for a moment, also "
    "where a job could not be stored",
)
@pytest.mark.parametrize(("state", "code"), [("40P01", "BUSY"), ("57P01", "UNAVAILABLE"), ("42P01", None)])
def test_so_has_what_it_says_while_a_job_is_stored(state: str, code: str | None) -> None:
    with pytest.raises(ConnectorException) as caught:
        raise ConnectorException from raised(state).__cause__
    found = shop_error_of(caught.value)
    assert (found.code if found else None) == code


def test_a_refusal_is_itself_and_a_fault_is_told_to_nobody() -> None:
    refusal = TooManyAttempts()
    assert shop_error_of(refusal) is refusal
    assert shop_error_of(ValueError("inside")) is shop_error_of(None) is None


def test_the_log_of_a_lost_race_holds_no_value(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        assert isinstance(shop_error_of(raised("23505")), ShopError)
    assert "UniqueViolation" in caplog.text
    assert "mira" not in caplog.text


def test_a_constraint_is_known_by_its_name() -> None:
    shop = make_shop("nachtfalter")
    with pytest.raises(Error) as caught, transaction.atomic():
        make_shop("nachtfalter")
    name = caught.value.__cause__.diag.constraint_name
    assert violates(caught.value, name)
    assert not violates(caught.value, "one_order_per_key")
    assert not violates(ValueError(), name)
    assert shop.slug == "nachtfalter"


def test_rest_says_when_to_ask_again() -> None:
    answer = problem_response(raised("57P01"), {})
    assert (answer.status_code, answer["Retry-After"], answer.data["code"]) == (503, "5", "UNAVAILABLE")
    answer = problem_response(raised("40P01"), {})
    assert (answer.status_code, answer["Retry-After"], answer.data["code"]) == (429, "1", "BUSY")


@pytest.mark.parametrize(("state", "status", "code"), [("57P01", 503, "UNAVAILABLE"), ("42P01", 500, "INTERNAL")])
def test_the_same_before_any_view_has_begun(state: str, status: int, code: str) -> None:
    try:
        raise raised(state)
    except Error:
        answer = failed(RequestFactory().get("/api/v2/shops/nachtfalter/cart/address"))
    assert (answer.status_code, json.loads(answer.content)["code"]) == (status, code)
