"""The stand-in provider is strict: what a real one would refuse it refuses, and remembers."""

from collections.abc import Iterator

import httpx
import pytest

from tests.peers.redirect_provider import RedirectProvider, redirect_provider
from tests.proofs import proves

WANTED = {"amount": "30.00", "currency": "EUR", "reference": "RDRB-7M2QX", "return_url": "http://localhost/done"}


@pytest.fixture(scope="module")
def provider() -> Iterator[RedirectProvider]:
    with redirect_provider() as provider:
        yield provider


def ask(provider: RedirectProvider, path: str, body: object, **headers: str) -> int:
    own = {"Authorization": f"Bearer {provider.key}", "Idempotency-Key": "key-number-0"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.post(provider.url + path, json=body, headers={**own, **named}).status_code


@proves("design §4", "the provider of these tests refuses what a real one would")
@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (WANTED, {"Authorization": "Bearer x"}, 401),
        (WANTED, {"Idempotency_Key": ""}, 400),
        (WANTED, {"Content_Type": "text/plain"}, 415),
        ([], {}, 400),
        ({**WANTED, "more": "x"}, {}, 400),
        ({"amount": "30.00"}, {}, 400),
        ({**WANTED, "amount": 30}, {}, 400),
        ({**WANTED, "amount": "30"}, {}, 400),
        ({**WANTED, "amount": "0.00"}, {}, 400),
        ({**WANTED, "amount": "-1.00"}, {}, 400),
        ({**WANTED, "currency": "USD"}, {}, 400),
        ({**WANTED, "return_url": "/done"}, {}, 400),
    ],
)
def test_what_is_no_payment_is_refused(
    provider: RedirectProvider, body: object, headers: dict[str, str], status: int
) -> None:
    before = len(provider.violations)
    assert ask(provider, "/payments", body, **headers) == status
    assert (len(provider.violations), provider.payments) == (before + 1, {})


def test_a_key_means_one_thing_and_no_more_goes_back_than_came() -> None:
    with redirect_provider() as provider:
        assert [ask(provider, "/payments", WANTED) for _time in range(2)] == [201, 200]
        assert ask(provider, "/payments", {**WANTED, "amount": "31.00"}) == 409
        (payment,) = provider.payments.values()
        refunds = f"/payments/{payment.id}/refunds"
        assert ask(provider, refunds, {"amount": "30.00"}, Idempotency_Key="refund-0") == 422
        httpx.get(f"{provider.url}/pay/{payment.id}?result=paid")
        assert ask(provider, refunds, {"amount": "20.00"}, Idempotency_Key="refund-1") == 201
        assert ask(provider, refunds, {"amount": "10.01"}, Idempotency_Key="refund-2") == 422
        assert len(provider.violations) == 3
