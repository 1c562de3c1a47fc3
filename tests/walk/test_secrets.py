"""Whoever knows what others see of an order (a reference, an e-mail, a ticket's number) finds nothing else of it."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, combinations, permutations, product
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from graphql import (
    GraphQLEnumType,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLList,
    GraphQLNonNull,
    get_named_type,
    is_leaf_type,
)

from aftersale.models import CheckInForm, RefundOffer, Ticket, TicketServicePeriod
from aftersale.tickets.actions.issuing import issue_tickets
from catalogue.models import Event, ProductVariant
from checkout.actions import place_order
from checkout.entry.named_orders import NamedOrder
from checkout.models import Order, Placement
from checkout.payments.ledger import record_capture
from sessions_queue.queries import session_cookie
from shop.models import Mail
from tests.addresses import patterns
from tests.checkout.merging import merge
from tests.checkout.placing import click_of, ready_cart
from tests.factories import first_variant, make_event, make_product
from tests.proofs import proves
from tests.sampling import SEED, how_many, how_to_repeat
from tests.walk.bodies import Operation, operations, places
from tests.walk.ground import Ground, Walker
from tests.walk.places import FORM, GRAPHQL, parameters_of, read_by_address
from tests.walk.questions import Path, Question, at, fields_below, questions

pytestmark = pytest.mark.django_db
OWNER = "philippa@geheim.example"
OWNERS_ADDRESS = {
    "first_name": "Philippa",
    "last_name": "Unbekannt",
    "address": "Stillergasse 17",
    "city": "Schweighofen",
}
# Of a field or body, and of a page, which takes longer and reads less.
MOST, MOST_OF_A_PAGE = 160, 12
SLUG = "merchstand"
BLANK = re.compile(r"[\s\u202f]|&nbsp;|&#160;")
NAME = re.compile(r"{(\w+)}")
PAPERS = ("application/pdf", "application/vnd.apple")
# What is sent to whoever entered an address, about what they entered.
RECEIPTS = ("newsletter_confirm", "newsletter_already", "withdrawal_receipt", "ticket_service_received")
# What the shop itself gets.
NOTICES = ("withdrawal_notice",)
Values = dict[str, str]


@dataclass
class Door:
    """A field of the schema or an address, the texts that it takes, and how they are sent."""

    name: str
    slots: Sequence[str]
    send: Callable[[Values], Any]


@dataclass
class Thief(Walker):
    """`hidden`: what must come out nowhere, by its name; `known`: what the thief knows, by its name."""

    hidden: Mapping[str, str] = field(default_factory=dict)
    known: Mapping[str, str] = field(default_factory=dict)

    def trouble(self, path: str, response: Any) -> str:
        """What an answer, or a mail that it causes, has of the owner's. Papers are read by nobody here."""
        content = b"".join(response) if response.streaming else response.content
        answer = f"{dict(response.headers)} {response.cookies} {content.decode(errors='replace')}"
        # Numbers are grouped where people read them.
        answer = BLANK.sub("", answer)
        found = [name for name, text in self.hidden.items() if BLANK.sub("", text) in answer]
        if response.status_code == 200 and response.headers.get("Content-Type", "").startswith(PAPERS):
            found.append("a paper")
        own = map(str, Placement.objects.exclude(order__email=OWNER).values_list("pk", flat=True))
        others = Mail.objects.exclude(recipient=OWNER).exclude(subject_key__in=own).exclude(kind__in=RECEIPTS + NOTICES)
        return ", ".join([*found, *(f"the mail {kind}" for kind in others.values_list("kind", flat=True))])

    def try_door(self, door: Door, most: int) -> None:
        """With what fits by its name; then one text and two of them with whatever the thief knows, so often at most."""
        base = {slot: text for slot in door.slots if (text := self.fitting(slot))}
        singles = [{slot: text} for slot in door.slots for text in self.known.values()]
        pairs = [
            {one: first, other: second}
            for one, other in combinations(door.slots, 2)
            for first, second in product(self.known.values(), repeat=2)
        ]
        chance = Random(f"{SEED} {door.name}")
        # What others see together, in any two places.
        seen = [
            {one: self.known[first], other: self.known[second]}
            for one, other in permutations(door.slots, 2)
            for first, second in (("reference", "e-mail"), ("number", "e-mail"))
        ]
        tries = [*singles, *seen, *chance.sample(pairs, min(len(pairs), most // 4))]
        tries = chance.sample(tries, min(len(tries), how_many(most, 2)))
        for values in [base, *(base | one for one in tries)]:
            self.place = f"{door.name} {values}"
            cache.clear()  # no limit hides an answer
            door.send(values)

    def fitting(self, slot: str) -> str:
        name = slot.rpartition(".")[2].lower()
        for part, known in FITTING:
            if part in name:
                return self.known[known]
        return ""


FITTING = (
    ("mail", "e-mail"), ("reference", "reference"), ("ticket", "number"), ("number", "number"), ("code", "number"),
    ("cart", "cart"),
)  # fmt: skip


@pytest.fixture(scope="module")
def made_ground(made_ground: Ground) -> Ground:
    """Philippa has bought two tickets and a shirt in the main shop. They are paid, and the shirt is to be packed."""
    shop = made_ground.shop
    event = make_event(shop, slug="abend", checkin=True)
    ticket, shirt = first_variant(event), first_variant(make_product(shop, slug="hemd"))
    session, _request = ready_cart((ticket, 2), (shirt, 1), **OWNERS_ADDRESS)
    placement = place_order(session=session, request=click_of(session, "philippa"))
    Order.objects.filter(pk=placement.order_id).update(email=OWNER)
    payment = placement.payments.get()
    record_capture(payment=payment, amount=payment.amount, event_id="philippa")
    placement.refresh_from_db()
    issue_tickets(placement=placement)
    open_forms(event)
    return made_ground


def open_forms(event: Event) -> None:
    """Of an event's tickets all that guests may ask for."""
    now = timezone.now()
    RefundOffer.objects.create(event=event, cause=RefundOffer.Cause.CANCELLED, opened_at=now)
    TicketServicePeriod.objects.create(
        event=event, change_until=event.happening_from, cancel_until=event.happening_from
    )
    CheckInForm.objects.create(event=event).items.create(kind="form", name="name", label="Name?")
    Event.objects.filter(pk=event.pk).update(personalization_requirement=Event.Personalization.CONTACT_TRACING)


@pytest.fixture
def thief(ground: Ground) -> Thief:
    """With a shirt in the cart that might join the order, and another one that has joined it and is not paid."""
    order = Order.objects.get(email=OWNER)
    bought = order.placements.get()
    shirt = ProductVariant.objects.get(product__slug="hemd")
    joined, _request = ready_cart((shirt, 1))
    part = merge(joined, into=order, key="thief", is_verified=False)
    session, _request = ready_cart((shirt, 1))
    numbers = Ticket.objects.filter(line__placement=bought).in_order().values_list("number", flat=True)
    hidden = {
        "the order's secret": order.secret, "a ticket's number": numbers[1], "the name": "Unbekannt",
        "the street": "Stillergasse", "the city": "Schweighofen", "the session": bought.cart.session.token,
    }  # fmt: skip
    known = {
        "reference": order.reference, "e-mail": OWNER, "own e-mail": "thief@example.org", "number": numbers[0],
        "cart": str(bought.cart_id), "part": str(part.secret), "order": str(order.pk), "placement": str(bought.pk),
    }  # fmt: skip
    Mail.objects.all().delete()
    client = Client(HTTP_HOST="localhost", raise_request_exception=False)
    return Thief(client, {session_cookie(order.shop): session.token}, hidden=hidden, known=known)


def is_text(kind: GraphQLInputType) -> bool:
    return getattr(kind, "name", "") in ("ID", "String")


def slots_of(kind: GraphQLInputType, path: str) -> Iterator[str]:
    """Where a text may stand in a value."""
    while isinstance(kind, GraphQLNonNull | GraphQLList):
        kind = kind.of_type
    if isinstance(kind, GraphQLInputObjectType):
        for name, one in kind.fields.items():
            yield from slots_of(one.type, f"{path}.{name}")
    elif is_text(kind):
        yield path


def value_of(kind: GraphQLInputType, path: str, values: Values, *, is_needed: bool = False) -> Any:
    """The value with these texts, everything agreed to, and of the rest what is needed; None for nothing."""
    if isinstance(kind, GraphQLNonNull):
        return value_of(kind.of_type, path, values, is_needed=True)
    if isinstance(kind, GraphQLList):
        one = value_of(kind.of_type, path, values)
        return [one] if one is not None else [] if is_needed else None
    if isinstance(kind, GraphQLInputObjectType):
        parts = {name: value_of(one.type, f"{path}.{name}", values) for name, one in kind.fields.items()}
        given = {name: part for name, part in parts.items() if part is not None}
        return given if given or is_needed else None
    if is_text(kind):
        return values.get(path, "x" if is_needed else None)
    if getattr(kind, "name", "") == "Boolean":
        return True
    if isinstance(kind, GraphQLEnumType):
        return next(iter(kind.values)) if is_needed else None
    return {"Int": 1, "Float": 1.0}.get(getattr(kind, "name", ""), "20.00") if is_needed else None


def everything_below(one: GraphQLField) -> str:
    kind = get_named_type(one.type)
    return "" if is_leaf_type(kind) else fields_below(kind, 2)


def fields(thief: Thief) -> Iterator[Door]:
    """Of GraphQL, with all that can be asked below each."""
    for one in questions(everything_below):
        slots = [slot for name, kind in one.variables.items() for slot in slots_of(kind, name)]

        def send(values: Values, one: Question = one) -> None:
            given = {name: value_of(kind, name, values) for name, kind in one.variables.items()}
            thief.ask(
                GRAPHQL, one.text, json.dumps({name: value for name, value in given.items() if value is not None})
            )

        yield Door(one.name, slots, send)


def bodies(thief: Thief, ground: Ground) -> Iterator[Door]:
    """Of the REST API: what stands in the path, and each text of the body."""
    for one in operations({name: f"{{{name}}}" for name in ("slug", "number", "var")} | dict(ground.known)):
        in_path = [name for name in NAME.findall(one.path) if name not in ("slug", "var")]
        in_body = {".".join(map(str, place)): place for place in places(one.body) if place} if one.body else {}

        def send(values: Values, one: Operation = one, in_body: Mapping[str, Path] = in_body) -> None:
            words = {"slug": SLUG, "var": "", **{name: quote(values.get(name, "1")) for name in NAME.findall(one.path)}}
            body = one.body
            for slot, place in in_body.items():
                if slot in values and not isinstance(part_of(body, place), dict | list):
                    body = json.loads(at(body, place, json.dumps(values[slot])))
            thief.send(one.method, one.path.format_map(words | {"slug": SLUG, "var": ""}), json.dumps(body))

        yield Door(one.name, [*in_path, *in_body], send)


def part_of(body: Any, place: Path) -> Any:
    for step in place:
        body = body[step]
    return body


def addresses(thief: Thief, ground: Ground) -> Iterator[Door]:
    """Pages and files: what stands in their path."""
    for pattern in patterns():
        parameters = [one.rpartition(":")[2] for one in parameters_of(pattern)]

        def send(values: Values, pattern: str = pattern) -> None:
            path = pattern
            for parameter in parameters_of(pattern):
                name = parameter.rpartition(":")[2]
                there = SLUG if name == "slug" and pattern.startswith("api/") else ground.known.get(name, "1")
                path = path.replace(f"<{parameter}>", quote(values.get(name, there), safe=""))
            thief.send("GET", f"/{path}")

        yield Door(f"/{pattern}", [one for one in parameters if one != "slug"], send)


def parameters(thief: Thief, ground: Ground) -> Iterator[Door]:
    """What is read of an address behind its question mark, of a form, and of cookies."""
    for address, names in read_by_address(ground, "GET").items():
        yield Door(f"{address.place}?", sorted(names.parameters), partial(ask_with, thief, address.path))
        yield Door(f"{address.place} cookies", sorted(names.cookies), partial(ask_as, thief, address.path))
    for address, names in read_by_address(ground, "POST").items():
        yield Door(f"{address.place} form", sorted(names.fields), partial(fill_in, thief, address.path))


def ask_with(thief: Thief, path: str, values: Values) -> None:
    thief.send("GET", f"{path}?{urlencode(values)}")


def ask_as(thief: Thief, path: str, values: Values) -> None:
    cookies = {**thief.cookies, **values}
    thief.send("GET", path, HTTP_COOKIE="; ".join(f"{name}={quote(text)}" for name, text in cookies.items()))


def fill_in(thief: Thief, path: str, values: Values) -> None:
    thief.send("POST", path, urlencode(values), FORM)


def try_all(thief: Thief, doors: Iterator[Door], least: int, most: int = MOST) -> None:
    for door in doors:
        thief.try_door(door, most)
    assert thief.sent >= least
    assert not thief.broken, f"{len(thief.broken)} of {thief.sent}, {how_to_repeat()}:\n" + "\n".join(
        one[:400] for one in thief.broken[:40]
    )


@proves(
    "design §6",
    "with an order's reference, e-mail, one of its tickets' numbers, its cart's or row's id, and another session "
    "nobody finds its secret, another ticket's number or an address: every field of both APIs, page, parameter, form "
    "and cookie, with one and two of these at once",
)
def test_no_field_of_graphql_gives_them_away(thief: Thief, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shop.core.wire.graphql.documents.MAX_ROWS", 10**9)
    try_all(thief, fields(thief), how_many(1000, 100))


def test_no_body_or_path_of_rest_gives_them_away(thief: Thief, ground: Ground) -> None:
    try_all(thief, bodies(thief, ground), how_many(500, 50))


@pytest.mark.whole
def test_no_page_or_file_gives_them_away(thief: Thief, ground: Ground) -> None:
    try_all(thief, chain(addresses(thief, ground), parameters(thief, ground)), how_many(500, 100), MOST_OF_A_PAGE)


def test_the_walk_would_see_it(thief: Thief, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the e-mail were a proof."""
    monkeypatch.setattr("shop.core.wire.graphql.documents.MAX_ROWS", 10**9)
    monkeypatch.setattr(NamedOrder, "is_verified", property(lambda self: self.email != ""))
    monkeypatch.setattr(NamedOrder, "find", lambda self, _shop: Order.objects.get(placements__reference=self.reference))
    for door in fields(thief):
        if door.name == "mergeOrder":
            thief.try_door(door, MOST)
    assert any(all(name in one for name in thief.hidden if name != "the session") for one in thief.broken)
