"""`manage.py check_payments`, asked of the stand-ins: what it finds right, and what it says to do."""

import re
from collections.abc import Mapping
from io import StringIO
from typing import Any

import httpx
import pytest
from django.core.management import CommandError, call_command

from checkout.models import ProviderEvent
from checkout.payments import checking, paypal_checks, stripe_checks
from checkout.payments.paypal_checks import PAYPAL_EVENTS
from checkout.payments.stripe_checks import STRIPE_EVENTS
from launch.ports import HOST, free_port
from tests.checkout.payments.paying import PayingShop
from tests.factories import make_shop
from tests.peers.asking import asking, forget_clients
from tests.peers.here import Here
from tests.peers.paypal.registered import webhook
from tests.peers.stripe.registered import domain, endpoint
from tests.proofs import proves

STRIPES_ADDRESS = "http://localhost/api/v2/payments/stripe/events"
PAYPALS_ADDRESS = "http://localhost/api/v2/payments/paypal/events"
CHECKS = {"Stripe": stripe_checks.stripe_checks, "PayPal": paypal_checks.paypal_checks}
SECRETS = ("sk_", "rk_", "whsec_", "pk_", "_secret", "secret-for-tests", "client-for-tests")


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """This process answers at the shop's own address, and nothing is waited for."""
    settings.PUBLIC_URL = "http://localhost"
    client = httpx.Client(transport=Here())
    monkeypatch.setattr(checking, "httpx", Reaching(client))
    monkeypatch.setattr(stripe_checks, "EVENT_SECONDS", 0.0)


class Reaching:
    """`httpx`, with that client."""

    HTTPError = httpx.HTTPError

    def __init__(self, client: httpx.Client) -> None:
        self.client = client

    def post(self, url: str, **more: Any) -> httpx.Response:
        return self.client.post(url, **more)


def told() -> list[str]:
    """The lines; none tells a secret."""
    out = StringIO()
    try:
        call_command("check_payments", stdout=out)
    except CommandError as failed:
        assert "checks failed" in str(failed)
        assert any(line.startswith("FAILED") for line in out.getvalue().splitlines())
    return well_written(out.getvalue().splitlines())


def well_written(lines: list[str]) -> list[str]:
    assert all(re.match(r"(ok      \S|FAILED  \S.*: \S)", line) for line in lines), lines
    return lines


def failures(of: str = "") -> list[str]:
    """Of all services; `of` begins with a service's name: of that alone, and the lines in which that stands."""
    service = of.partition(":")[0]
    lines = well_written([check.line for check in CHECKS[service]()]) if service else told()
    return [line.removeprefix("FAILED  ") for line in lines if line.startswith("FAILED") and of in line]


@pytest.fixture
def delivering(shop: PayingShop, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the command waits, Stripe reports."""
    monkeypatch.setattr(stripe_checks, "EVENT_SECONDS", 5.0)
    sent = len(shop.stripe.events)

    def deliver(_seconds: float) -> None:
        for event in shop.stripe.events[sent:]:
            shop.stripe.send(event)

    monkeypatch.setattr(stripe_checks, "sleep", deliver)


def charges_of_checks(shop: PayingShop) -> list[dict[str, Any]]:
    """All tests of this process pay at the same stand-in."""
    return [one for one in shop.stripe.all("charge") if one["description"] == "manage.py check_payments"]


@proves(
    "docs/operations.md",
    "one command tries keys, webhooks, the shop's own address, wallets' hosts and, in test mode, a payment",
)
def test_all_is_well(shop: PayingShop, delivering: None, settings: Any) -> None:
    settings.MAIN_HOSTS = ["localhost", "shop.example"]
    shop.stripe.domains = [domain("shop.example")]
    shop.stripe.registered = [endpoint(STRIPES_ADDRESS, STRIPE_EVENTS)]
    shop.paypal.registered = [webhook(shop.paypal.webhook_id, PAYPALS_ADDRESS, PAYPAL_EVENTS)]
    before = charges_of_checks(shop)
    out = StringIO()
    call_command("check_payments", stdout=out)
    assert out.getvalue().splitlines() == [
        "ok      Stripe: keys of test mode",
        "ok      Stripe: signing secret of the webhook",
        f"ok      Stripe: webhook to {STRIPES_ADDRESS}",
        f"ok      Stripe: {STRIPES_ADDRESS} answers and refuses what is not signed",
        "ok      Stripe: wallets at shop.example",
        "ok      Stripe: a test payment comes in",
        "ok      Stripe: it goes back",
        "ok      Stripe: the publishable key is of the same account",
        "ok      Stripe: an event of it has come, signed as it must be",
        "ok      PayPal: keys of test mode",
        f"ok      PayPal: webhook to {PAYPALS_ADDRESS}",
        f"ok      PayPal: {PAYPALS_ADDRESS} answers and refuses what is not signed",
        "ok      PayPal: disputes can be seen",
        "ok      PayPal: a test order is made and its money is the shop's",
    ]
    [charge] = [one for one in charges_of_checks(shop) if one not in before]
    assert (charge["amount"], charge["amount_refunded"]) == (100, 100)
    assert ProviderEvent.objects.filter(external_id=charge["payment_intent"]).exists()


def test_without_a_service_nothing_is_to_check(settings: Any, db: None) -> None:
    settings.STRIPE_SECRET_KEY = settings.PAYPAL_CLIENT_ID = ""
    with pytest.raises(CommandError, match="No payment service is set up"):
        call_command("check_payments", stdout=StringIO())


# Keys


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"STRIPE_SECRET_KEY": "sk_test_another"}, "Stripe does not know STRIPE_SECRET_KEY"),
        ({"STRIPE_SECRET_KEY": "pk_test_for_tests"}, "STRIPE_SECRET_KEY is none"),
        ({"STRIPE_PUBLISHABLE_KEY": "pk_live_x"}, "STRIPE_PUBLISHABLE_KEY is not of the same mode"),
        ({"STRIPE_PUBLISHABLE_KEY": "pk_test_another"}, "STRIPE_PUBLISHABLE_KEY is of another one"),
        ({"STRIPE_WEBHOOK_SECRET": ""}, "STRIPE_WEBHOOK_SECRET is missing"),
        ({"STRIPE_WEBHOOK_SECRET": "we_1"}, "STRIPE_WEBHOOK_SECRET is none"),
        ({"PAYPAL_CLIENT_SECRET": "another"}, "does not know PAYPAL_CLIENT_ID with this PAYPAL_CLIENT_SECRET"),
        ({"PAYPAL_WEBHOOK_ID": ""}, "PAYPAL_WEBHOOK_ID is missing: the id of this one is"),
        ({"PAYPAL_WEBHOOK_ID": "2JE"}, "PAYPAL_WEBHOOK_ID is of another one: the id of this one is"),
        ({"PAYPAL_MERCHANT_ID": "OTHER"}, "PAYPAL_MERCHANT_ID is another account's"),
    ],
)
def test_a_wrong_key_is_named(shop: PayingShop, settings: Any, changed: Mapping[str, str], said: str) -> None:
    with asking(settings, changed):
        found = failures("PayPal" if any(name.startswith("PAYPAL") for name in changed) else "Stripe")
    assert any(said in one for one in found), found
    shop.stripe.violations.clear()
    shop.paypal.violations.clear()


def test_a_key_that_is_not_known_is_asked_with_once(shop: PayingShop, settings: Any) -> None:
    before = len(shop.stripe.asked)
    with asking(settings, {"STRIPE_SECRET_KEY": "sk_test_another"}):
        assert len(failures("Stripe")) == 1
    assert shop.stripe.asked[before:] == ["GET /v1/refunds"]
    shop.stripe.violations.clear()


# Webhooks


@pytest.mark.parametrize(
    ("registered", "said"),
    [
        ([], "none is registered"),
        ([endpoint("https://elsewhere.example/api/v2/payments/stripe/events")], "none is registered"),
        ([endpoint("http://localhost/api/v1/stripe")], "none is registered"),
        ([endpoint(STRIPES_ADDRESS, status="disabled")], "it is disabled"),
        ([endpoint(STRIPES_ADDRESS), endpoint(STRIPES_ADDRESS)], "2 are enabled"),
        (
            [endpoint(STRIPES_ADDRESS, [one for one in STRIPE_EVENTS if one != "refund.failed"])],
            "it does not send refund.failed: ",
        ),
    ],
)
def test_what_is_wrong_with_stripes_webhook_is_said(shop: PayingShop, registered: list[Any], said: str) -> None:
    shop.stripe.registered = registered
    [found] = failures("Stripe")
    assert found.startswith(f"Stripe: webhook to {STRIPES_ADDRESS}: {said}"), found


def test_a_disabled_webhook_beside_one_that_is_enabled_is_nobodys_business(shop: PayingShop) -> None:
    disabled = [endpoint(STRIPES_ADDRESS, status="disabled") for _number in range(100)]
    shop.stripe.registered = [*disabled, endpoint(STRIPES_ADDRESS)]
    assert not any("webhook" in one for one in failures("Stripe: webhook"))


@pytest.mark.parametrize(
    ("registered", "said"),
    [
        ([], "none is registered"),
        ([webhook("1JE4291016473214C", "https://elsewhere.example/")], "none is registered"),
        ([webhook("1JE4291016473214C", PAYPALS_ADDRESS, PAYPAL_EVENTS[1:])], f"it does not send {PAYPAL_EVENTS[0]}: "),
    ],
)
def test_what_is_wrong_with_paypals_webhook_is_said(shop: PayingShop, registered: list[Any], said: str) -> None:
    shop.paypal.registered = registered
    [found] = failures("PayPal")
    assert found.startswith(f"PayPal: webhook to {PAYPALS_ADDRESS}: {said}"), found


def test_an_app_that_may_not_see_disputes_is_told(shop: PayingShop) -> None:
    shop.paypal.sees_disputes = False
    [found] = failures("PayPal")
    assert found.startswith("PayPal: disputes can be seen: the app may not")


# The shop's own address


def test_an_address_where_nobody_answers_is_told(
    shop: PayingShop, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "httpx", httpx)
    settings.PUBLIC_URL = f"http://{HOST}:{free_port()}"
    shop.stripe.registered = [endpoint(f"{settings.PUBLIC_URL}/api/v2/payments/stripe/events")]
    shop.paypal.registered = []
    found = [one for one in failures() if "refuses what is not signed" in one]
    assert [re.sub(r".*signed: ", "", one).split(":")[0] for one in found] == ["nobody answers (ConnectError)"] * 2


@pytest.mark.parametrize("status", [200, 204, 301, 400, 404, 502])
def test_another_answer_than_the_shops_own_refusal_is_told(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    other = httpx.Client(transport=httpx.MockTransport(lambda _request: httpx.Response(status)))
    monkeypatch.setattr(checking, "httpx", Reaching(other))
    found = checking.endpoint_check("Stripe", "https://shop.example/x", is_stand_in=False)
    assert found.failure.startswith(f"it answered {status}: ")


def test_a_real_service_sends_by_https_alone() -> None:
    found = checking.endpoint_check("Stripe", STRIPES_ADDRESS, is_stand_in=False)
    assert found.failure.startswith("events are sent by HTTPS")


@pytest.mark.parametrize(
    ("base", "expected"),
    [("https://api.stripe.com", False), ("http://127.0.0.1:8431", True), ("https://x.example", True)],
)
def test_stripe_itself_is_no_stand_in(settings: Any, base: str, expected: bool) -> None:
    settings.STRIPE_API_BASE = base
    assert stripe_checks.is_stand_in() is expected


# Wallets


@pytest.mark.parametrize(
    ("registered", "said"),
    [
        ([], "the host is not registered"),
        ([domain("www.shop.example")], "the host is not registered"),
        ([domain("shop.example", enabled=False)], "the host is switched off"),
        ([domain("shop.example", apple_pay="not verified")], "Apple Pay is not active there"),
        ([domain("shop.example", google_pay="not verified")], "Google Pay is not active there"),
    ],
)
def test_a_host_on_which_no_wallet_is_shown_is_named(
    shop: PayingShop, settings: Any, registered: list[Any], said: str
) -> None:
    settings.MAIN_HOSTS = ["localhost", "127.0.0.1", "[::1]", "shop.example"]
    shop.stripe.domains = registered
    found = failures("Stripe: wallets")
    assert [one.split(";")[0].split(": ")[:2] for one in found] == [["Stripe", "wallets at shop.example"]]
    assert said in found[0] and (("not verified" in found[0]) is ("not active" in said))


def test_a_bands_own_host_is_asked_about_if_it_offers_wallets(shop: PayingShop, settings: Any) -> None:
    make_shop("band", domain="band.example")
    make_shop("other", domain="other.example", payment_blacklist=["stripe_express"])
    make_shop("local", domain="local.localhost")
    assert stripe_checks.hosts_with_wallets() == ["band.example"]
    shop.stripe.domains = [domain("band.example", link="nothing shows it here")]
    assert [one for one in told() if "wallets" in one] == ["ok      Stripe: wallets at band.example"]


# Payments


@pytest.mark.parametrize("kind", ["sk", "rk"])
def test_live_keys_pay_nothing(shop: PayingShop, settings: Any, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shop.stripe, "key", f"{kind}_live_1")
    monkeypatch.setattr(paypal_checks, "mode", lambda: "live")
    before = len(shop.stripe.asked), len(shop.paypal.asked)
    with asking(settings, {"STRIPE_SECRET_KEY": f"{kind}_live_1", "STRIPE_PUBLISHABLE_KEY": "pk_live_1"}):
        lines = told()
    assert "ok      Stripe: keys of live mode" in lines and "ok      PayPal: keys of live mode" in lines
    assert not any(line.startswith("FAILED") for line in lines)
    of_stripe, of_paypal = shop.stripe.asked[before[0] :], shop.paypal.asked[before[1] :]
    assert len(of_stripe) >= 2 and {one.split()[0] for one in of_stripe} == {"GET"}
    assert {one for one in of_paypal if one.startswith("POST")} == {"POST /v1/oauth2/token"}


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("https://api-m.paypal.com", "live"),
        ("https://api.paypal.com", "live"),
        ("https://api-m.sandbox.paypal.com", "test"),
        ("http://127.0.0.1:8432", "test"),
    ],
)
def test_paypals_address_says_whether_money_moves(settings: Any, base: str, expected: str) -> None:
    settings.PAYPAL_API_BASE = base
    assert paypal_checks.mode() == expected


def test_a_payment_of_which_no_event_comes_is_told(shop: PayingShop) -> None:
    [found] = failures("Stripe: an event")
    assert "none within 0 seconds: compare STRIPE_WEBHOOK_SECRET" in found


def test_an_event_with_another_secret_is_none(
    shop: PayingShop, settings: Any, delivering: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stripe_checks, "EVENT_SECONDS", 0.0)
    monkeypatch.setattr(shop.stripe.sender, "secret", "whsec_other")
    assert len(failures("Stripe: an event")) == 1
    shop.stripe.violations.clear()


# Services that are away


@pytest.mark.parametrize("service", ["stripe", "paypal"])
def test_a_service_that_is_away_is_told_as_that(shop: PayingShop, service: str) -> None:
    getattr(shop, service).away = True
    name = {"stripe": "Stripe", "paypal": "PayPal"}[service]
    [found] = failures(name)
    assert found.startswith(f"{name}: keys of test mode: {name} ") and found.endswith(": try again later")
    assert "does not know" not in found
    forget_clients()


@proves("docs/operations.md", "no key and no secret stands in what it says or in the log, whatever fails")
@pytest.mark.parametrize("key", ["sk_test_for_tests", "sk_test_another_that_is_long"])
def test_no_secret_is_told(
    shop: PayingShop, settings: Any, key: str, caplog: pytest.LogCaptureFixture, delivering: None
) -> None:
    with asking(settings, {"STRIPE_SECRET_KEY": key, "PAYPAL_CLIENT_SECRET": "wrong-secret-for-tests"}):
        text = "\n".join(told()) + caplog.text
    names = ("STRIPE_WEBHOOK_SECRET", "STRIPE_SECRET_KEY", "PAYPAL_CLIENT_SECRET")
    for name in names:
        text = text.replace(name, "")
    assert len(text) > 200 and [one for one in SECRETS if one in text] == []
    shop.stripe.violations.clear()
    shop.paypal.violations.clear()
