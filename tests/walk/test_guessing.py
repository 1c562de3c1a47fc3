"""Who guesses ticket numbers or orders' secrets learns nothing at any door, and is soon told nothing at all."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.core.handlers.base import BaseHandler
from django.db import connection
from django.http import HttpRequest
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext, override_settings

from aftersale.models import Ticket
from aftersale.numbers.tickets import drawn_number
from aftersale.tickets.actions import invalidate_ticket
from aftersale.tickets.limits import NUMBERS as OF_NUMBERS
from checkout.entry.limits import WRONG_SECRETS
from checkout.models import Order
from checkout.models.order import new_secret
from config.graphql.schema import schema
from shop.core.limits.counters import Limit
from shop.models import Shop
from tests import wallets
from tests.addresses import filled, patterns
from tests.aftersale.tickets.sold import pay
from tests.factories import first_variant, make_event, make_product, make_shop
from tests.guest import DOCUMENTS, Guest
from tests.proofs import proves
from tests.sampling import how_many, how_to_repeat, sampled
from tests.walk.ground import made_before

pytestmark = pytest.mark.django_db
GUESSES, NUMBERS = how_many(10_000, WRONG_SECRETS.attempts + 50), how_many(2_000, OF_NUMBERS.soft + 50)
FEW = 4
TICKET = "query GETEVENTBYTICKETID($ticket_id: ID!) { eventByTicketNumber(ticketId: $ticket_id) { id name } }"
ASK_AGAIN = """mutation ASKCONFIRMATIONAGAIN($input: AskConfirmationAgainInput!) {
  askConfirmationAgain(input: $input) { order { id } } }"""
PERSONALIZE = """mutation PERSONALIZEORDER($input: PersonalizeOrderInput!) {
  personalizeOrder(input: $input) { order { id } } }"""
# By the field of the schema: a document, and its variables for a secret.
FIELDS: dict[str, tuple[str, Callable[[str], dict[str, Any]]]] = {
    "order": (DOCUMENTS["ORDER"], lambda secret: {"order_id": secret}),
    "tickets": ("query TICKETS($id: ID!) { tickets(orderId: $id) { id } }", lambda secret: {"id": secret}),
    "ticketCodes": ("query TICKETCODES($id: ID!) { ticketCodes(orderId: $id) { id } }", lambda secret: {"id": secret}),
    "withdrawals": (
        "query WITHDRAWALS($id: ID!) { withdrawals(orderId: $id) { state } }",
        lambda secret: {"id": secret},
    ),
    "ticketServices": (
        "query TICKETSERVICES($id: ID!) { ticketServices(orderId: $id) { kind } }",
        lambda secret: {"id": secret},
    ),
    "bankCode": ("query BANKCODE($id: ID!) { bankCode(orderId: $id) { size } }", lambda secret: {"id": secret}),
    "payOrder": (
        DOCUMENTS["PAYORDER"],
        lambda secret: {"input": {"orderId": secret, "paymentMethod": "bank_transfer"}},
    ),
    "confirmOrderPayment": (DOCUMENTS["CONFIRMORDERPAYMENT"], lambda secret: {"input": {"orderId": secret}}),
    "askConfirmationAgain": (ASK_AGAIN, lambda secret: {"input": {"orderId": secret}}),
    "personalizeOrder": (PERSONALIZE, lambda secret: {"input": {"orderId": secret, "items": []}}),
    "createStripePayment": (DOCUMENTS["CREATESTRIPEPAYMENT"], lambda secret: {"input": {"orderId": secret}}),
    "createStripePaymentIntent": (
        DOCUMENTS["CREATESTRIPEPAYMENTINTENT"],
        lambda secret: {"input": {"orderId": secret}},
    ),
}
# Pages that hold nothing of an order, whoever opens them: what they show they ask by the fields above.
EMPTY_PAGES = ("checkout/done/", "checkout/payment/")
PAGE = "withdrawal/<str:secret>"
# It has limits of its own: tests/aftersale/refunds/test_wire.py.
ELSEWHERE = "refund_requests"
# Of the addresses that are not only read.
METHODS = {"": ("GET", "PATCH"), "/items": ("PATCH",)}
CHALLENGE = re.compile(rb'"challenge":\s*\{"parameters":\s*\{[^{}]*(\{[^{}]*\}[^{}]*)*\}[^{}]*\}')
MOMENT = re.compile(rb"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-][\d:]+)?")


@dataclass
class Known:
    shop: Shop
    order: Order
    elsewhere: Order
    """Of another shop."""


@pytest.fixture(scope="module")
def made_known(rows: None) -> Iterator[Known]:
    with override_settings(
        GRAPHQL_SAFELIST_ONLY=False,
        EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend",
        APPLE_WALLET=wallets.apple(),
        GOOGLE_WALLET=wallets.google(),
    ):
        orders = [paid(make_shop(slug)) for slug in ("merchstand", "kellerkind")]
        yield Known(orders[0].shop, *orders)


@pytest.fixture
def known(made_known: Known, db: None) -> Iterator[Known]:
    cache.clear()
    made_before()
    yield made_known
    cache.clear()


def paid(shop: Shop) -> Order:
    """With tickets and goods."""
    Guest(shop).buy((first_variant(make_event(shop)), 2), (first_variant(make_product(shop)), 1))
    order = Order.objects.get(shop=shop)
    pay(order)
    return order


def addresses() -> list[str]:
    """Of every address with a secret, as its pattern; newsletters' hold tokens that are signed."""
    found = (one for one in patterns() if re.search(r"<str:(secret|order)>", one))
    return sorted(one for one in found if "newsletter" not in one and ELSEWHERE not in one)


def path_of(pattern: str, shop: Shop, secret: str) -> str:
    words = {"shops": shop.slug, "orders": secret, "done": secret, "payment": secret, "withdrawal": secret}
    path = filled(pattern.replace("<str:reference>", "B-AAAAA"), words)
    return "/" + path.replace("/invoices/1", "/invoices/00000000-0000-4000-8000-000000000000")


def wrong_secrets(known: Known) -> list[str]:
    right = known.order.secret
    near = ("A" if right[-1] != "A" else "B").join([right[:-1], ""])
    return [
        new_secret(), near, right[:-1], right + "A", right.swapcase(), known.elsewhere.secret, known.order.reference,
        "ä" * 16, "x" * 400, str(known.order.pk), "1%27",
    ]  # fmt: skip


@dataclass(frozen=True)
class Told:
    """All that somebody sees of an answer."""

    status: int
    kind: str
    body: bytes

    @classmethod
    def of(cls, response: Any) -> "Told":
        """But for the work that it asks for, which is new each time."""
        body = CHALLENGE.sub(b"", response.content)
        return cls(response.status_code, response.headers.get("Content-Type", ""), body)


def asked(field: str, guest: Guest, secret: str) -> Told:
    document, variables = FIELDS[field]
    return Told.of(guest.send({"query": document, "variables": variables(secret)}).response)


def called(method: str, pattern: str, guest: Guest, secret: str) -> Told:
    path = path_of(pattern, guest.shop, secret)
    items = {"items": [{"id": "1", "personal_identifier": "x"}]}
    body = json.dumps(items if pattern.endswith("items") else {"preferred_payment_method": "bank_transfer"})
    sent = (body, "application/json") if method == "PATCH" else ()
    return Told.of(guest.client.generic(method, path, *sent))


def look(guest: Guest, pattern: str, secret: str) -> Told:
    """At a page, in which its address stands, and when it was made."""
    told = called("GET", pattern, guest, secret)
    return replace(told, body=MOMENT.sub(b"", told.body.replace(secret.encode(), b"")))


def doors() -> dict[str, Callable[[Guest, str], Told]]:
    """Every way into an order by its secret that answers with something of it."""
    ways: dict[str, Callable[[Guest, str], Told]] = {field: partial(asked, field) for field in FIELDS}
    for pattern in addresses():
        if pattern.startswith("api/"):
            for method in METHODS.get(pattern.split("<str:secret>")[-1], ("GET",)):
                ways[f"{method} {pattern}"] = partial(called, method, pattern)
    return ways


@proves(
    "design §6, docs/decisions/0022",
    "guesses of orders' secrets tell nothing at any door that takes one, and end in a limit that counts and refuses "
    "wrong ones alone",
)
def test_every_door_that_takes_a_secret_is_among_those_below() -> None:
    """One that is new is tried as well, or this says so."""
    text = schema.as_str()
    inputs = set(re.findall(r"^input (\w+) \{[^}]*\borderId: ID!", text, re.MULTILINE))
    root = "".join(re.findall(r"^type (?:Query|Mutation) \{.*?^\}", text, re.MULTILINE | re.DOTALL))
    taking = {name for name, given in re.findall(r"^  (\w+)\(([^)]*)\)", root, re.MULTILINE) if "orderId: ID" in given}
    taking |= set(re.findall(rf"^  (\w+)\((?:\s*\"\"\".*\"\"\")?\s*input: (?:{'|'.join(inputs)})!", root, re.MULTILINE))
    assert taking | {"order"} == set(FIELDS)
    assert {one.split("/orders/")[-1] for one in addresses() if one.startswith("api/")} == {
        "<str:secret>", "<str:secret>/items", "<str:secret>/payment_methods", "<str:secret>/invoices/<str:invoice_id>",
        "<str:secret>/tickets.pdf", "<str:secret>/tickets.ics", "<str:secret>/tickets.pkpass",
        "<str:secret>/tickets.pkpasses", "<str:secret>/tickets.google",
    }  # fmt: skip
    pages = [one for one in addresses() if not one.startswith("api/")]
    assert PAGE in pages and all(one == PAGE or one.startswith(EMPTY_PAGES) for one in pages)


def test_one_wrong_secret_is_answered_as_any_other(known: Known) -> None:
    guest = Guest(known.shop)
    for number, (name, door) in enumerate(doors().items()):
        guest.begin_anew(f"198.51.100.{number}")
        answers = {door(guest, secret) for secret in sampled(wrong_secrets(known), "secrets", name, count=4)}
        assert len(answers) == 1, (name, answers, how_to_repeat())
        assert answers.pop().status in (200, 404), name


def test_one_wrong_secret_costs_as_many_statements_as_any_other(known: Known) -> None:
    guest = Guest(known.shop)
    for name in ("order", "GET api/v2/shops/<slug:slug>/orders/<str:secret>/tickets.pdf"):
        counts = []
        for secret in wrong_secrets(known):
            with CaptureQueriesContext(connection) as statements:
                doors()[name](guest, secret)
            counts.append(len(statements))
        assert len(set(counts[1:])) == 1, (name, counts)


def test_after_too_many_wrong_secrets_the_right_one_still_opens(known: Known, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checkout.entry.limits.WRONG_SECRETS", Limit("few-secrets", attempts=FEW, seconds=3600))
    guest = Guest(known.shop)
    for number, (name, door) in enumerate(doors().items()):
        guest.begin_anew(f"198.51.100.{number}")
        wrong = {door(guest, new_secret()) for _guess in range(FEW)}
        refused = {door(guest, secret) for secret in (new_secret(), known.elsewhere.secret, "x")}
        assert len(wrong) == len(refused) == 1, (name, wrong, refused)
        right = door(guest, known.order.secret)
        assert b"RATE_LIMITED" in refused.pop().body and b"RATE_LIMITED" not in right.body, name
        assert right not in wrong, name


def test_pages_are_the_same_for_every_secret(known: Known, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checkout.entry.limits.WRONG_SECRETS", Limit("few-pages", attempts=FEW, seconds=3600))
    guest = Guest(known.shop)
    for pattern in addresses():
        if pattern.startswith(EMPTY_PAGES):
            told = {
                look(guest, pattern, secret) for secret in (known.order.secret, known.elsewhere.secret, new_secret())
            }
            assert len(told) == 1 and told.pop().status == 200, pattern
    wrong = {look(guest, PAGE, new_secret()) for _guess in range(FEW)}
    # The form itself stays open to everybody (§ 356a BGB): it is filled in by hand.
    assert wrong == {look(guest, PAGE, new_secret())}
    assert b"mira@example.org" in look(guest, PAGE, known.order.secret).body
    assert len(wrong) == 1 and wrong.pop().status == 200


def test_whoever_has_the_secret_is_never_counted(known: Known, monkeypatch: pytest.MonkeyPatch) -> None:
    """A class that looks at its orders from one address, again and again, beside somebody whose link is broken."""
    monkeypatch.setattr("checkout.entry.limits.WRONG_SECRETS", Limit("few-readers", attempts=FEW, seconds=3600))
    guest = Guest(known.shop)
    for _time in range(3 * FEW):
        assert guest.ask("ORDER", order_id=known.order.secret).data
    assert [guest.get("orders/broken").status_code for _time in range(FEW + 1)] == [404] * FEW + [429]
    assert Guest(known.shop, address="203.0.113.5").get(f"orders/{known.order.secret}").status_code == 200


def sender(address: str) -> Callable[[HttpRequest], Told]:
    """All of the shop without the test client, which takes longer than it."""
    handler = BaseHandler()
    handler.load_middleware()

    def send(request: HttpRequest) -> Told:
        request.META["REMOTE_ADDR"] = address
        return Told.of(handler.get_response(request))

    return send


def test_many_secrets_tell_nothing_and_end_in_the_limit(known: Known) -> None:
    send, asks = sender("198.51.100.7"), RequestFactory(SERVER_NAME="localhost")
    base = "/api/v2/shops/merchstand/orders"
    answers = [send(asks.get(f"{base}/{new_secret()}")) for _guess in range(GUESSES)]
    before, after = set(answers[: WRONG_SECRETS.attempts]), set(answers[WRONG_SECRETS.attempts :])
    assert [len(before), len(after)] == [1, 1]
    assert [one.pop().status for one in (before, after)] == [404, 429]
    assert send(asks.get(f"{base}/{known.order.secret}")).status == 200


@proves("purchase §7, §8", "GETEVENTBYTICKETID; guesses learn nothing and end in the limit")
def test_many_ticket_numbers_tell_nothing_and_end_in_the_limit(known: Known) -> None:
    ended, right = Ticket.objects.filter(line__placement__order=known.order)
    elsewhere = Ticket.objects.filter(line__placement__order=known.elsewhere)[0]
    invalidate_ticket(ticket=ended, reason="lost")
    send, asks = sender("198.51.100.7"), RequestFactory(SERVER_NAME="localhost")

    def event_of(number: str) -> Told:
        asked = {"query": TICKET, "variables": {"ticket_id": number}}
        return send(asks.post("/api/v2/shops/merchstand/graphql", asked, content_type="application/json"))

    near = [ended.number, elsewhere.number, right.number[:-1], right.number[::-1], f"{int(right.number) + 1}"]
    guesses = [*near, *(drawn_number() for _guess in range(NUMBERS - len(near)))]
    answers = [event_of(number) for number in [*guesses, right.number]]
    before, after = set(answers[: OF_NUMBERS.soft]), set(answers[OF_NUMBERS.soft :])
    assert [len(before), len(after)] == [1, 1]
    (wrong,), (refused,) = before, after
    assert json.loads(wrong.body)["errors"][0]["message"] == "Not Found"
    assert b"WORK_NEEDED" in refused.body
