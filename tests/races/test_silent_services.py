"""While a payment service hangs, everybody else goes on: pages, other ways to pay, and the order itself."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import httpx
import pytest
from pytest_django import DjangoDbBlocker

from launch.ports import HOST, free_port
from launch.processes import end, spawn
from shop.core.limits.passes import COOKIE
from shop.core.outside import MOST, PAUSE, SECONDS
from tests import servers
from tests.guest import DOCUMENTS
from tests.peers.paypal import PayPal, signing
from tests.peers.stripe import StripePeer
from tests.proofs import proves
from tests.races.buyers import Buyer, client_of
from tests.races.waiting import until
from tests.stage import check_invariants, one_event

pytestmark = pytest.mark.whole
BUYERS, PAGES = 20, 40
# More than on the same machine while every service answers.
KEPT_PAGE_SECONDS = 0.2
METHODS = {"stripe": "stripe_checkout", "paypal": "paypal"}


@dataclass
class Shop:
    """`services`: the processes of the stand-ins, by name."""

    database: str
    ticket: int
    url: str
    services: dict[str, int]


@pytest.fixture
def shop(template_database: str, django_db_blocker: DjangoDbBlocker) -> Iterator[Shop]:
    """One web process, as on a small machine."""
    with django_db_blocker.unblock(), servers.database(template_database) as database, ExitStack() as running:
        ticket, port = one_event(database, 200), free_port()
        stripe, paypal = StripePeer(), PayPal()
        stripe.server.server_close()
        paypal.server.server_close()
        services, environment = {}, {**stripe.environment, **paypal.environment}
        for name, more in (("stripe", ("--secret", stripe.secret, "--key", stripe.key)), ("paypal", ())):
            there = free_port()
            services[name] = running.enter_context(service(name, there, port, more))
            environment[f"{name.upper()}_API_BASE"] = f"http://{HOST}:{there}"
        environment["PAYPAL_ROOTS"] = str(signing.ROOTS)
        web = running.enter_context(servers.web_server(database, workers=1, env=environment, port=port))
        yield Shop(database, ticket, web.url, services)
        check_invariants(database)


@contextmanager
def service(name: str, port: int, shop_port: int, more: tuple[str, ...]) -> Iterator[int]:
    webhook = f"http://{HOST}:{shop_port}/api/v2/payments/{name}/events"
    command = [sys.executable, "-m", f"tests.peers.{name}", "--port", str(port), "--webhook", webhook, *more]
    process = spawn(command)
    try:
        until(lambda: answers(port), 30)
        yield process.pid
    finally:
        os.kill(process.pid, signal.SIGCONT)
        end(process)


def answers(port: int) -> bool:
    try:
        return bool(httpx.get(f"http://{HOST}:{port}/", timeout=2).status_code)
    except httpx.HTTPError:
        return False


def buyer_of(shop: Shop, method: str) -> tuple[Buyer, str]:
    """Who has only to press the button; with the total."""
    buyer = Buyer(shop.url)
    assert buyer.add(shop.ticket, 1), buyer.refusal
    return buyer, buyer.prepare(method)


def ordered(buyer: Buyer, total: str) -> tuple[str, float]:
    """What comes next, and how long it took to be told."""
    begun = time.monotonic()
    buyer.place(total)
    assert buyer.outcome.placed, buyer.refusal
    return buyer.outcome.placed["payment"]["next"], time.monotonic() - begun


def pages(shop: Shop) -> list[float]:
    """How long a kept page takes, again and again for two seconds and more."""
    taken = []
    with client_of(shop.url) as visitor:
        for _time in range(PAGES):
            begun = time.monotonic()
            assert visitor.get("/").status_code == 200
            taken.append(time.monotonic() - begun)
            time.sleep(0.05)
    return taken


def slow_of(taken: list[float]) -> float:
    """But for two that something else on the machine delayed."""
    return sorted(taken)[-3]


@proves(
    "design §5",
    "with a payment service stopped and twenty buyers, others' kept pages take less than 200 ms, other ways to pay sell"
    " on, the orders stand, and can be paid once it answers again",
)
@pytest.mark.parametrize("silent", METHODS)
def test_a_payment_service_that_hangs_holds_nobody_else_up(shop: Shop, silent: str) -> None:
    (other,) = (method for name, method in METHODS.items() if name != silent)
    crowd = [buyer_of(shop, METHODS[silent]) for _one in range(BUYERS)]
    others = [buyer_of(shop, method) for method in (other, "bank_transfer", other)]
    calm = slow_of(pages(shop))
    os.kill(shop.services[silent], signal.SIGSTOP)
    with ThreadPoolExecutor(BUYERS) as pool:
        waiting = [pool.submit(ordered, *one) for one in crowd]
        until(lambda: sum(one.done() for one in waiting) >= BUYERS - MOST, 2 * SECONDS)
        sold = [ordered(*one) for one in others]
        kept = pages(shop)
        told = [one.result(60) for one in waiting]
    assert {following for following, _seconds in told} == {"failed"}
    assert [following for following, _seconds in sold] == ["redirect", "done", "redirect"]
    assert max(seconds for _next, seconds in sold) < 2 * SECONDS
    assert slow_of(kept) < calm + KEPT_PAGE_SECONDS, sorted(kept)
    os.kill(shop.services[silent], signal.SIGCONT)
    buyer, _total = crowd[0]
    assert buyer.outcome.placed
    wanted = {"orderId": buyer.outcome.placed["order"]["id"], "paymentMethod": METHODS[silent]}
    until(lambda: begun_again(buyer, wanted), 2 * PAUSE)


def begun_again(buyer: Buyer, wanted: dict[str, str]) -> bool:
    """As another browser with the order's link each time: one alone is refused sooner than the service is back."""
    buyer.client.cookies.delete(COOKIE)
    told = buyer.run(DOCUMENTS["PAYORDER"], {"input": wanted})
    assert told, buyer.refusal
    return bool(told["payOrder"]["payment"]["next"] == "redirect")
