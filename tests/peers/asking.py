"""This process asks payment services, as the processes of the shop do."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from checkout.payments import paypal_api, paypal_signature, stripe_api

from .paypal import signing


@contextmanager
def asking(settings: Any, environment: Mapping[str, str]) -> Iterator[None]:
    """`settings`: pytest's, which puts them back after the test. `environment`: of a shop whose buyers pay there."""
    for name, value in environment.items():
        setattr(settings, name, value)
    forget_clients()
    if base := environment.get("PAYPAL_API_BASE"):
        # As after its first event: what proves the others is known.
        paypal_signature.keep(base + signing.CERTIFICATE_PATH, signing.CERTIFICATES.read_bytes())
    try:
        yield
    finally:
        forget_clients()


def forget_clients() -> None:
    """They keep the address that they were made with, the token that they were given, and who did not answer."""
    paypal_api.BREAKER.reset()
    paypal_signature.forget_certificates()
    paypal_api.client_of.cache_clear()
    stripe_api.client_of.cache_clear()
    stripe_api.BREAKER.reset()
