"""What the shop asks of payment services' scripts, read against the types that the services themselves publish.

The compiler does the same for the SPA and for Stripe's stand-in (frontend/tsconfig.json).
"""

import re
from pathlib import Path
from typing import get_args
from urllib.parse import parse_qsl, urlsplit

import pytest
from stripe.params import WebhookEndpointCreateParams

from checkout.payments.paypal_express import script_url
from config.payments import PAYPAL_API, STRIPE_API, paypal_script, stripe_script
from tests.peers.paypal.script import ASKED, FUNDING
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


def test_stripe_knows_the_events_that_the_docs_ask_for() -> None:
    guide = Path("docs/operations.md").read_text()
    part = guide[guide.index("At Stripe, have these events sent:") :].split("at PayPal", 1)[0]
    told = re.findall(r"`([\w.]+)`", part)
    families = [one if not one.startswith(".") else f"charge.dispute{one}" for one in told]
    [names] = get_args(WebhookEndpointCreateParams.__annotations__["enabled_events"])
    known = set(get_args(names))
    assert len(families) >= 9 and set(families) <= known
