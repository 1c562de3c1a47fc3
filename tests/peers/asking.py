"""This process asks payment services, as the processes of the shop do."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from checkout.payments import paypal_api, stripe_api


@contextmanager
def asking(settings: Any, environment: Mapping[str, str]) -> Iterator[None]:
    """`settings`: pytest's, which puts them back after the test. `environment`: of a shop whose buyers pay there."""
    for name, value in environment.items():
        setattr(settings, name, value)
    forget_clients()
    try:
        yield
    finally:
        forget_clients()


def forget_clients() -> None:
    """They keep the address that they were made with, and the token that they were given."""
    paypal_api.TOKENS.clear()
    paypal_api.client.cache_clear()
    stripe_api.client.cache_clear()
