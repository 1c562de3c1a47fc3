"""The log tells of refused requests, and of no address that leads to somebody's order."""

import logging
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from shop.core.http.log_paths import without_secrets
from shop.models import AccessCode
from tests.factories import make_shop
from tests.proofs import proves

SECRET = "s3cr3t0ns3cr3t0n"
# Arguments of addresses whose value is all that anybody needs.
SECRETS = {"secret", "order", "token"}


def routes(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    for one in resolver.url_patterns:
        route = before + str(one.pattern).removeprefix("^").removesuffix("$")
        if isinstance(one, URLResolver):
            yield from routes(one, route)
        elif isinstance(one, URLPattern):
            yield route


@proves("design §6", "the log tells of refused requests without what leads to an order or a wish for the newsletter")
def test_no_address_with_a_secret_is_told_as_it_is() -> None:
    found = set()
    for route in routes(get_resolver()):
        for name in SECRETS:
            if f"<str:{name}>" in route:
                found.add(name)
                assert SECRET not in without_secrets(route.replace(f"<str:{name}>", SECRET)), route
    assert found == SECRETS


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("patch", f"/api/v2/shops/nachtfalter/orders/{SECRET}", 404),
        ("post", f"/api/v2/shops/nachtfalter/orders/{SECRET}/payment_methods", 405),
        ("get", f"/api/v2/shops/nachtfalter/orders/{SECRET}/nonsense", 404),
        ("get", f"/geheim/checkout/done/{SECRET}/B-12345", 403),
        ("get", f"/geheim/checkout/payment/{SECRET}/B-12345", 403),
    ],
)
def test_what_is_refused_is_told_without_it(
    caplog: pytest.LogCaptureFixture, method: str, path: str, status: int
) -> None:
    make_shop("nachtfalter")
    AccessCode.objects.create(shop=make_shop("geheim"), code="ROTLICHT")
    client = Client(SERVER_NAME="localhost")
    with caplog.at_level(logging.WARNING, "django.request"):
        answer = getattr(client, method)(path, **({} if method == "get" else {"content_type": "application/json"}))
    assert answer.status_code == status
    assert "…" in caplog.text and SECRET not in caplog.text
