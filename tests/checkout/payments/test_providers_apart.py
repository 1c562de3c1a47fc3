"""A payment provider stands in its own modules, and nowhere else but in the lists of providers."""

import re
from itertools import product
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from checkout.payments.methods import METHODS, PROVIDERS
from checkout.payments.services import SERVICES, payment_sources, scripts, service_settings
from shop.models.shop import PaymentMethodId
from tests.sources import APPS, ROOT

NAMED = re.compile("|".join(rf"{name}(?!s\b)" for name in SERVICES), re.IGNORECASE)
# Where else one is named, and why.
OTHERS = {
    "aftersale/models/refund_offer.py": "staff read it",
    "aftersale/models/refund_request.py": "staff read it",
    "checkout/graphql/order_mutations.py": "the schema has it",
    "checkout/graphql/provider_mutations.py": "the schema has it",
    "checkout/payments/methods.py": "the list of methods and providers",
    "checkout/payments/services.py": "the list of settings",
    "sessions_queue/models.py": "the activity log's names are stored",
    "shop/core/values/language_table.py": "the table of languages has a code for it",
    "shop/models/shop.py": "methods' ids are stored",
}
LIVE = {"STRIPE_SECRET_KEY": "sk_live_1", "STRIPE_PUBLISHABLE_KEY": "pk_live_1"}


def is_own(path: str) -> bool:
    return path.startswith(tuple(f"checkout/payments/{name}" for name in SERVICES))


def test_no_other_module_names_a_provider() -> None:
    files = {str(file.relative_to(ROOT)): file for app in APPS if app != "demo" for file in (ROOT / app).rglob("*.py")}
    found = {path for path, file in files.items() if "/migrations/" not in path and NAMED.search(file.read_text())}
    assert {path for path in found if not is_own(path)} == OTHERS.keys()
    assert {name for name in SERVICES for path in found if path == f"checkout/payments/{name}.py"} == SERVICES.keys()


def test_each_provider_has_settings_and_each_method_its_provider_and_its_stored_id() -> None:
    assert SERVICES.keys() <= PROVIDERS.keys()
    for name, kept in product(SERVICES, PaymentMethodId.values):
        if kept.startswith(name):
            assert METHODS[kept].provider == name


def read(**variables: str) -> dict[str, Any]:
    return service_settings(lambda name, default: variables.get(name, default))


@pytest.mark.parametrize(
    ("variables", "named"),
    [
        ({}, []),
        ({"STRIPE_SECRET_KEY": "sk_test_1"}, []),
        ({"STRIPE_SECRET_KEY": "sk_test_1", "STRIPE_PUBLISHABLE_KEY": "pk_test_1"}, ["stripe"]),
        ({"PAYPAL_CLIENT_ID": "client", "PAYPAL_MERCHANT_ID": "merchant"}, ["paypal"]),
    ],
)
def test_a_service_without_a_key_has_no_script(variables: dict[str, str], named: list[str]) -> None:
    found = scripts(read(**variables))
    assert list(found) == named
    assert bool(payment_sources(found)) == bool(named)


def test_only_a_live_key_moves_money() -> None:
    assert read()["STRIPE_IS_TEST"] and not read(**LIVE)["STRIPE_IS_TEST"]
    assert not read()["PAYPAL_IS_TEST"]
    assert read(PAYPAL_API_BASE="https://api-m.sandbox.paypal.com")["PAYPAL_IS_TEST"]


@pytest.mark.parametrize(
    "variables",
    [
        {**LIVE, "STRIPE_API_BASE": "http://127.0.0.1:1"},
        {**LIVE, "STRIPE_PUBLISHABLE_KEY": "pk_test_1"},
        {"PAYPAL_CLIENT_ID": "client"},
        {"PAYPAL_ROOTS": "root.pem"},
    ],
    ids=lambda one: " ".join(one),
)
def test_settings_that_contradict_each_other_are_refused(variables: dict[str, str]) -> None:
    with pytest.raises(ImproperlyConfigured):
        read(**variables)
