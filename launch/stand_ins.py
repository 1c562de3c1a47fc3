"""Payment services beside a developer's shop: stand-ins that move no money, until the shop has keys of its own."""

from collections.abc import Mapping
from dataclasses import dataclass

from .paths import LOCAL, ROOT, VENV_PYTHON
from .ports import HOST
from .settings import Words, secret_in

STRIPE_KEY = "sk_test_of_the_stand_in"
STRIPE_PUBLIC_KEY = "pk_test_for_tests"


@dataclass(frozen=True)
class StandIn:
    """`environment`: what the shop needs to know of it."""

    name: str
    command: Words
    environment: Mapping[str, str]


def stand_ins(env: Mapping[str, str], ports: tuple[int, int]) -> list[StandIn]:
    """Of the services for which a developer's shop has no key; `ports`: of Stripe's and of PayPal's."""
    if env.get("DEBUG") != "1":
        return []
    found = []
    if not env.get("STRIPE_SECRET_KEY"):
        found.append(stripe(env, ports[0]))
    if not env.get("PAYPAL_CLIENT_ID"):
        found.append(paypal(env, ports[1]))
    return found


def stripe(env: Mapping[str, str], port: int) -> StandIn:
    secret = f"whsec_{secret_in(LOCAL / 'stripe.secret')}"
    return StandIn(
        "stand-in for Stripe",
        [*program("stripe", env, port), "--key", STRIPE_KEY, "--secret", secret],
        {
            "STRIPE_SECRET_KEY": STRIPE_KEY,
            "STRIPE_PUBLISHABLE_KEY": STRIPE_PUBLIC_KEY,
            "STRIPE_WEBHOOK_SECRET": secret,
            "STRIPE_API_BASE": f"http://{HOST}:{port}",
        },
    )


def paypal(env: Mapping[str, str], port: int) -> StandIn:
    return StandIn(
        "stand-in for PayPal",
        program("paypal", env, port),
        {
            "PAYPAL_CLIENT_ID": "client-for-tests",
            "PAYPAL_CLIENT_SECRET": "secret-for-tests",
            "PAYPAL_MERCHANT_ID": "7UA42QSUXDKVC",
            "PAYPAL_WEBHOOK_ID": "1JE4291016473214C",
            "PAYPAL_API_BASE": f"http://{HOST}:{port}",
            "PAYPAL_ROOTS": str(ROOT / "tests" / "peers" / "paypal" / "root.pem"),
        },
    )


def program(service: str, env: Mapping[str, str], port: int) -> Words:
    webhook = f"http://{HOST}:{env['PORT']}/api/v2/payments/{service}/events"
    return [
        *(VENV_PYTHON, "-m", f"tests.peers.{service}", "--port", str(port)),
        *("--webhook", webhook, "--state", LOCAL / f"{service}.json"),
    ]
