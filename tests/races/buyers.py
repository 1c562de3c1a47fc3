"""Buyers as they are: each a guest with cookies on a thread of its own, started together."""

import ssl
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from threading import Barrier
from typing import Any

import httpx

from tests.proof_of_work import HEADER, TRIES, challenge_in, solved
from tests.sample_address import ADDRESS

BUYERS = 32
# No two of a process have the same: they meet in the same shops, and what one address may do is limited.
NUMBERS = count()
# Nobody uses it: all is said in the clear. One each costs more than all that a buyer says.
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

ADD = """mutation ADDTOCART($input: AddToCartInput!) {
  addToCart(input: $input) { cart { id items { id amount seatId } totalPlusShipping } }
}"""
REMOVE = """mutation REMOVEFROMCART($input: RemoveFromCartInput!) {
  removeFromCart(input: $input) { cart { items { id seatId } } }
}"""
PLACE = """mutation PLACEORDER($input: PlaceOrderInput!) {
  placeOrder(input: $input) {
    cart { id reference total } order { id reference total status } payment { next url }
  }
}"""


@dataclass
class Outcome:
    """What one buyer saw: pieces held, the answer to PLACEORDER, the codes of refusals, statuses that are not 200.

    `groups`: the seats of each cart that the buyer has or bought.
    """

    held: int = 0
    groups: list[list[str]] = field(default_factory=list)
    placed: dict[str, Any] | None = None
    codes: list[str] = field(default_factory=list)
    bad_statuses: list[int] = field(default_factory=list)


def address_of(number: int) -> str:
    """An address of this machine for each buyer."""
    return f"127.1.{number // 250}.{number % 250 + 1}"


def new_address() -> str:
    """Nobody else's in this process."""
    return address_of(next(NUMBERS))


def client_of(url: str, address: str = "", **more: Any) -> httpx.Client:
    """Of somebody who asks from an address of their own, unless from this one."""
    transport = httpx.HTTPTransport(verify=NO_CERTIFICATES, local_address=address or new_address())
    return httpx.Client(base_url=url, timeout=60, transport=transport, **more)


class Buyer:
    """With an e-mail address of its own, and an `address`, unless it shares one. It works where it is asked to."""

    def __init__(
        self,
        url: str,
        *,
        slug: str = "merchstand",
        cookies: dict[str, str] | None = None,
        address: str = "",
        works: bool = True,
    ) -> None:
        self.works = works
        self.number = next(NUMBERS)
        self.email = f"buyer-{self.number}@example.org"
        self.base = f"/api/v2/shops/{slug}"
        self.outcome = Outcome()
        self.refusal: dict[str, Any] = {}
        self.items: list[dict[str, Any]] = []
        headers = {"Origin": url, "Sec-Fetch-Site": "same-origin"}
        self.client = client_of(url, address or address_of(self.number), cookies=cookies, headers=headers)

    def run(self, document: str, variables: dict[str, Any]) -> dict[str, Any] | None:
        said = {"query": document, "variables": variables}
        answer = self.client.post(f"{self.base}/graphql?locale=de", json=said)
        for _try in range(TRIES if self.works else 0):
            if (challenge := challenge_in(answer.json() if answer.status_code == 200 else {})) is None:
                break
            answer = self.client.post(f"{self.base}/graphql?locale=de", json=said, headers={HEADER: solved(challenge)})
        if answer.status_code != 200:
            self.outcome.bad_statuses.append(answer.status_code)
            return None
        body = answer.json()
        for error in body.get("errors", []):
            self.refusal = error.get("extensions", {})
            self.outcome.codes.append(self.refusal.get("code", error["message"]))
        data = body.get("data")
        return data if isinstance(data, dict) else None

    def add(self, variant: int, amount: int) -> bool:
        requests = [{"productVariantId": str(variant), "amount": amount}]
        data = self.run(ADD, {"input": {"requests": requests}})
        added = (data or {}).get("addToCart")
        if added:
            self.outcome.held += amount
        return bool(added)

    def add_bundle(self, request: dict[str, Any]) -> bool:
        return bool((self.run(ADD, {"input": {"requests": [request]}}) or {}).get("addToCart"))

    def take(self, variant: int, amount: int, seats: Sequence[str] = ()) -> bool:
        """Ask for these seats, or for the best."""
        request = {"productVariantId": str(variant), "amount": amount, "seatIds": list(seats)}
        added = (self.run(ADD, {"input": {"requests": [request]}}) or {}).get("addToCart")
        self.items = added["cart"]["items"] if added else []
        return bool(added)

    def remove_all(self) -> None:
        for item in self.items:
            self.run(REMOVE, {"input": {"itemId": item["id"]}})

    def patch(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.client.patch(f"{self.base}/{path}", json=body)
        if answer.status_code != 200:
            self.outcome.bad_statuses.append(answer.status_code)
            return {}
        return dict(answer.json())

    def prepare(self, payment_method: str = "bank_transfer") -> str:
        """Enter address and payment method; the total to confirm."""
        self.patch("cart/address", {"billing_address": ADDRESS, "email": self.email})
        cart = self.patch("cart/logistics", {"shipping_method": "-1", "payment_method": payment_method})
        return str(cart.get("total_plus_shipping", "0"))

    def place(self, total: str, key: str = "") -> None:
        """With a key of the buyer's own, unless it is told."""
        given = {"idempotencyKey": key or self.email, "expectedTotal": total, "acceptedTerms": True}
        data = self.run(PLACE, {"input": given})
        self.outcome.placed = (data or {}).get("placeOrder")


Scene = Callable[[Barrier, Any, int], Outcome]


def together(scene: Scene, argument: Any, buyers: int = BUYERS) -> list[Outcome]:
    """Play a scene with all buyers at once; `barrier.wait()` in it is where they start together."""
    barrier = Barrier(buyers)
    with ThreadPoolExecutor(buyers) as pool:
        tasks = [pool.submit(scene, barrier, argument, number) for number in range(buyers)]
        return [task.result(timeout=180) for task in tasks]
