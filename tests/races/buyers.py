"""Buyers as they are: several processes of several threads, each a guest with cookies, started together."""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.synchronize import Barrier
from typing import Any

import httpx

from tests.sample_address import ADDRESS

PROCESSES = 4
THREADS = 8
BUYERS = PROCESSES * THREADS

ADD = """mutation ADDTOCART($input: AddToCartInput!) {
  addToCart(input: $input) { cart { id items { id amount } totalPlusShipping } }
}"""
PLACE = """mutation PLACEORDER($input: PlaceOrderInput!) {
  placeOrder(input: $input) { cart { id reference total } order { id reference total status } }
}"""


@dataclass
class Outcome:
    """What one buyer saw: pieces held, the answer to PLACEORDER, the codes of refusals, statuses that are not 200."""

    held: int = 0
    placed: dict[str, Any] | None = None
    codes: list[str] = field(default_factory=list)
    bad_statuses: list[int] = field(default_factory=list)


class Buyer:
    def __init__(self, url: str, slug: str = "merchstand", cookies: dict[str, str] | None = None) -> None:
        self.base = f"/api/v2/shops/{slug}"
        self.outcome = Outcome()
        self.client = httpx.Client(
            base_url=url, timeout=60, cookies=cookies, headers={"Origin": url, "Sec-Fetch-Site": "same-origin"}
        )

    def run(self, document: str, variables: dict[str, Any]) -> dict[str, Any] | None:
        answer = self.client.post(f"{self.base}/graphql?locale=de", json={"query": document, "variables": variables})
        if answer.status_code != 200:
            self.outcome.bad_statuses.append(answer.status_code)
            return None
        body = answer.json()
        for error in body.get("errors", []):
            self.outcome.codes.append(error.get("extensions", {}).get("code", error["message"]))
        data = body.get("data")
        return data if isinstance(data, dict) else None

    def add(self, variant: int, amount: int) -> bool:
        requests = [{"productVariantId": str(variant), "amount": amount}]
        data = self.run(ADD, {"input": {"requests": requests}})
        added = (data or {}).get("addToCart")
        if added:
            self.outcome.held += amount
        return bool(added)

    def patch(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.client.patch(f"{self.base}/{path}", json=body)
        if answer.status_code != 200:
            self.outcome.bad_statuses.append(answer.status_code)
            return {}
        return dict(answer.json())

    def prepare(self) -> str:
        """Enter address and payment method; the total to confirm."""
        self.patch("cart/address", {"billing_address": ADDRESS, "email": "mira@example.org"})
        cart = self.patch("cart/logistics", {"shipping_method": "-1", "payment_method": "bank_transfer"})
        return str(cart.get("total_plus_shipping", "0"))

    def place(self, total: str, key: str) -> None:
        data = self.run(PLACE, {"input": {"idempotencyKey": key, "expectedTotal": total, "acceptedTerms": True}})
        self.outcome.placed = (data or {}).get("placeOrder")


Scene = Callable[[Barrier, Any, int], Outcome]


def _process(scene: Scene, barrier: Barrier, argument: Any, number: int, results: Any) -> None:
    with ThreadPoolExecutor(THREADS) as pool:
        tasks = [pool.submit(scene, barrier, argument, number * THREADS + thread) for thread in range(THREADS)]
        results.put([task.result() for task in tasks])


def together(scene: Scene, argument: Any) -> list[Outcome]:
    """Play a scene with all buyers at once; `barrier.wait()` in it is where they start together."""
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(BUYERS), context.Queue()
    processes = [
        context.Process(target=_process, args=(scene, barrier, argument, number, results))
        for number in range(PROCESSES)
    ]
    for process in processes:
        process.start()
    outcomes = [outcome for _process_ in processes for outcome in results.get(timeout=180)]
    for process in processes:
        process.join(timeout=30)
    return outcomes
