"""The first question of a process to a payment service."""

from collections.abc import Callable
from typing import Any

import pytest

from checkout.payments import paypal_api, stripe_api
from tests.proofs import proves

from .paying import PayingShop


@proves("docs/decisions/0071", "building a payment service's client takes nothing of the time to ask it")
@pytest.mark.parametrize(
    ("call", "client_of"),
    [(stripe_api.call, stripe_api.client_of), (paypal_api.call, paypal_api.client_of)],
    ids=["stripe", "paypal"],
)
def test_the_client_is_there_before_the_time_of_the_question_runs(
    shop: PayingShop, call: Callable[..., Any], client_of: Any
) -> None:
    client_of.cache_clear()
    assert call(lambda: client_of.cache_info().currsize) == 1
