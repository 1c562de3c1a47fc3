"""What the shop asks of payment services' scripts, read against the types that the services themselves publish.

The compiler does the same for the SPA and for Stripe's stand-in (frontend/tsconfig.json).
"""

import re
from pathlib import Path
from typing import get_args
from urllib.parse import parse_qsl, urlsplit

import pytest
from stripe import PaymentMethodDomain, WebhookEndpoint
from stripe.params import WebhookEndpointCreateParams

from checkout.payments.paypal_checks import PAYPAL_EVENTS
from checkout.payments.paypal_express import script_url
from checkout.payments.paypal_settings import PAYPAL_API, paypal_script
from checkout.payments.stripe_checks import STRIPE_EVENTS, WALLETS
from checkout.payments.stripe_settings import STRIPE_API, stripe_script
from tests.peers.paypal.script import ASKED, FUNDING
from tests.peers.stripe.registered import domain, endpoint
from tests.proofs import proves

MODULES = Path("frontend/node_modules")
STRIPE, PAYPAL = MODULES / "@stripe/stripe-js", MODULES / "@paypal/paypal-js"
PAYPALS_BUTTON = PAYPAL / "types/components/buttons.d.ts"


def names_in(source: str, opening: str) -> set[str]:
    """Of the members of a type that begins like that, at its first level."""
    body = source[source.index(opening) :].split("\n}", 1)[0]
    return set(re.findall(r"^  (\w+)\??:", body, re.MULTILINE))


def listed(source: str, name: str) -> set[str]:
    """What stands in that list or object of a stand-in's script."""
    found = re.search(rf"const {name} = ([\[{{][^;]*);", source)
    assert found, name
    plain = re.sub(r"\[[^\[\]]*\]", "", found[1]) if found[1].startswith("{") else found[1]
    return set(re.findall(r"(\w+)(?=:)" if found[1].startswith("{") else r'"(\w+)"', plain))


@proves(
    "docs/decisions/0049",
    "the release of Stripe's script that the shop loads is the one whose types its code is compiled against; "
    "PayPal's knows every parameter, option and style that the shop and the stand-in know",
)
def test_stripes_script_is_of_the_release_whose_types_are_compiled_against() -> None:
    types = (STRIPE / "dist/shared.d.ts").read_text()
    train = re.search(r"type ReleaseTrain = '(\w+)'", types)
    assert train and stripe_script(STRIPE_API) == f"https://js.stripe.com/{train[1]}/stripe.js"


def test_paypals_script_is_asked_for_by_parameters_that_it_knows(settings: object) -> None:
    settings.PAYPAL_SCRIPT = paypal_script(PAYPAL_API)  # type: ignore[attr-defined]
    types = (PAYPAL / "types/script-options.d.ts").read_text()
    known = {re.sub("[A-Z]", lambda one: f"-{one[0].lower()}", name) for name in names_in(types, "QueryParameters {")}
    asked = dict(parse_qsl(urlsplit(script_url()).query, keep_blank_values=True))
    assert "client-id" in known
    assert set(asked) <= known and set(ASKED) <= known
    sources = (PAYPAL / "types/components/funding-eligibility.d.ts").read_text()
    shown = set(re.findall(r'"(\w+)"', sources))
    assert set(asked["disable-funding"].split(",")) <= FUNDING <= shown


@pytest.mark.parametrize(
    ("name", "opening"),
    [("OPTIONS", "interface PayPalButtonsComponentOptions"), ("STYLES", "type PayPalButtonStyle")],
)
def test_the_stand_in_of_paypals_script_knows_nothing_that_the_real_one_does_not(name: str, opening: str) -> None:
    stand_in = Path("tests/peers/paypal/browser/sdk.js").read_text()
    given = listed(stand_in, name)
    assert len(given) >= 7
    assert given <= names_in(PAYPALS_BUTTON.read_text(), opening)


def events_in(text: str) -> list[str]:
    """In full: a name that begins with a dot has all but its last word of the one before."""
    found: list[str] = []
    for name in re.findall(r"`([\w.]+)`", text):
        found.append(found[-1].rpartition(".")[0] + name if name.startswith(".") else name)
    return found


@proves("docs/decisions/0040", "the events that operators are told to have sent are those that are checked for")
def test_the_docs_ask_for_the_events_that_are_checked_for() -> None:
    guide = Path("docs/operations.md").read_text()
    assert guide.count("Have these events sent") == 1
    of_stripe, of_paypal = (
        guide.split("- Have these events sent. By Stripe:")[1].split("let the app")[0].split("PayPal:")
    )
    assert events_in(of_stripe) == list(STRIPE_EVENTS)
    assert events_in(of_paypal) == list(PAYPAL_EVENTS)


def test_stripe_knows_the_events_that_are_checked_for() -> None:
    [names] = get_args(WebhookEndpointCreateParams.__annotations__["enabled_events"])
    assert len(STRIPE_EVENTS) >= 9 and set(STRIPE_EVENTS) <= set(get_args(names))


def test_stripes_stand_in_registers_what_its_library_knows() -> None:
    assert WALLETS.keys() <= PaymentMethodDomain.__annotations__.keys()
    assert domain("shop.example").keys() - PaymentMethodDomain.__annotations__.keys() == set()
    assert endpoint("https://shop.example").keys() - WebhookEndpoint.__annotations__.keys() == set()
