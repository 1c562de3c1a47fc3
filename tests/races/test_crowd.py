"""A thousand fans behind one address of a mobile network, and a program that comes with them: all fans get a cart."""

import json
import multiprocessing
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tests.proofs import proves
from tests.races.buyers import ADD
from tests.races.crowd_program import CARRIER, ask_on_and_on
from tests.races.ground import Ground, Sale, ground_with, one_sale
from tests.races.peers import Peers
from tests.sampling import how_many

FANS, CAPACITY, AT_ONCE = how_many(1000, 120), how_many(2000, 240), 24


@pytest.fixture
def quick_ground(template_database: str, django_db_blocker: DjangoDbBlocker, peers: Peers) -> Iterator[Ground]:
    """Where work costs next to nothing: how much each level is of the one before stays as it is."""
    made = ground_with(template_database, peers, django_db_blocker, WORK_ITERATIONS="1")
    with made as ground, django_db_blocker.unblock():
        yield ground


def path_of(sale: Sale) -> str:
    return f"/api/v2/shops/{sale.slug}/graphql?locale=de"


def wish(sale: Sale, amount: int) -> dict[str, Any]:
    return {"input": {"requests": [{"productVariantId": str(sale.variant), "amount": amount}]}}


def fan(sale: Sale) -> str:
    """A browser takes one ticket, and computes where it is asked to; how that ended."""
    buyer = sale.buyer(address=CARRIER)
    with buyer.client:
        return "held" if buyer.add(sale.variant, 1) else str(buyer.outcome.codes or buyer.outcome.bad_statuses)


@contextmanager
def beside_a_program(sale: Sale) -> Iterator[Any]:
    """How often it has asked."""
    processes = multiprocessing.get_context("spawn")
    over, asked = processes.Event(), processes.Value("i", 0)
    body = json.dumps({"query": ADD, "variables": wish(sale, 9)}).encode()
    process = processes.Process(target=ask_on_and_on, args=(sale.ground.url, path_of(sale), body, over, asked))
    process.start()
    try:
        yield asked
    finally:
        over.set()
        process.join()


@proves(
    "docs/decisions/0073",
    "1 000 browsers behind one address all get a cart in a sale of 2 000, while a program that comes from there 10 000 "
    "times a minute holds less than 2 % of the stock",
)
@pytest.mark.whole
def test_a_thousand_behind_one_address_get_a_cart_and_a_program_less_than_two_percent(quick_ground: Ground) -> None:
    sale = one_sale(quick_ground, CAPACITY)
    with beside_a_program(sale) as asked, ThreadPoolExecutor(AT_ONCE) as pool:
        fans = Counter(pool.map(lambda _number: fan(sale), range(FANS)))
    assert fans == {"held": FANS}
    assert sale.held - FANS < CAPACITY * 2 / 100
    assert asked.value > FANS / 4, "the program hardly came: nothing is shown"
    quick_ground.check()
