"""Which modules talk to the network: what a request waits for outside goes through `shop.core.outside`."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.proofs import proves
from tests.sources import APPS, ROOT

NETWORK = {
    "aiohttp", "boto3", "botocore", "http.client", "httpx", "paypalserversdk", "requests", "sentry_sdk", "smtplib",
    "socket", "storages", "stripe", "urllib.request", "urllib3",
}  # fmt: skip
# What a module imports that asks by another one's client: that, or all of the other one.
CLIENTS = {
    f"{module}{name}"
    for module in ("checkout.payments.paypal_api", "checkout.payments.stripe_api")
    for name in ("", ".client", ".client_of", ".fetched")
} | {"aftersale.ticket_service.uploads", "aftersale.ticket_service.uploads.bucket_for_browsers"}
# Those that ask through the door.
BY_THE_DOOR = {
    "checkout/payments/paypal.py",
    "checkout/payments/paypal_api.py",
    "checkout/payments/paypal_checks.py",
    "checkout/payments/paypal_disputes.py",
    "checkout/payments/paypal_express.py",
    "checkout/payments/paypal_signature.py",
    "checkout/payments/stripe.py",
    "checkout/payments/stripe_api.py",
    "checkout/payments/stripe_checks.py",
    "checkout/payments/stripe_express.py",
    "shop/core/pictures/bucket.py",
}
# Those that wait for nobody outside in a request, and why.
OTHERS = {
    "aftersale/ticket_service/uploads.py": "signs a form for the bucket, here",
    "catalogue/imports/cells.py": "reads addresses",
    "catalogue/imports/fetcher.py": "runs in jobs and commands",
    "checkout/payments/checking.py": "runs in a command",
    "shop/error_reports/client.py": "its library sends from a thread of its own",
    "shop/error_reports/rest.py": "its library sends from a thread of its own",
    "shop/mails/sending.py": "runs in jobs",
    "shop/core/http/renderer.py": "its own child process",
}


@proves("docs/decisions/0071", "every module that talks to the network is known, and why it holds no request up")
def test_every_module_that_talks_to_the_network_is_known() -> None:
    found = {
        str(file.relative_to(ROOT))
        for app in APPS
        for file in (ROOT / app).rglob("*.py")
        if any(is_network(name) for name in imported(file))
    }
    assert found == BY_THE_DOOR | OTHERS.keys()


def test_those_that_ask_in_a_request_have_a_door() -> None:
    for path in BY_THE_DOOR:
        text = (ROOT / path).read_text()
        assert any(way in text for way in ("BREAKER.ask(", "breaker.ask(", " call(", "fetched(")), path


def is_network(name: str) -> bool:
    return name in CLIENTS or any(name == one or name.startswith(f"{one}.") for one in NETWORK)


def imported(file: Path) -> Iterator[str]:
    yield from imported_by(file.read_text(), file.relative_to(ROOT).parent.parts)


def imported_by(text: str, package: Sequence[str]) -> Iterator[str]:
    """The full names, of a module in this package."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, node.module) if node.module else above)
            yield from (f"{module}.{one.name}" for one in node.names)


@pytest.mark.parametrize(
    "text",
    [
        "from .stripe_api import client",
        "from ..payments.stripe_api import CARD, client_of",
        "from . import stripe_api",
        "import checkout.payments.stripe_api",
        "from checkout.payments import stripe_api as api",
        "import stripe",
    ],
)
def test_a_client_of_another_module_is_seen_however_it_is_imported(text: str) -> None:
    assert any(is_network(name) for name in imported_by(text, ("checkout", "payments")))


def test_what_only_names_such_a_module_is_not_seen() -> None:
    assert not any(is_network(name) for name in imported_by("from .stripe_api import CARD", ("checkout", "payments")))
