"""A small shop with one of everything, and a walker that sends what strangers send and remembers what broke."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from http.cookies import SimpleCookie
from itertools import count
from typing import Any, TypeVar
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client, override_settings
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from catalogue.models import AdventCalendar
from checkout.payments.methods import PROVIDERS
from sessions_queue.models import VisitorSession
from sessions_queue.queries import session_cookie
from shop.core.http.problems import GRAPHQL, PROBLEM
from shop.directory.shops import directory
from shop.models import AccessCode, Shop
from tests.factories import (
    fill_cart,
    first_variant,
    make_artist,
    make_category,
    make_event,
    make_product,
    make_seat_map,
    make_shop,
    make_tour,
)
from tests.peers.redirect_method import RedirectMethod
from tests.sampling import how_many, how_to_repeat, sampled
from tests.stage import placed_order

Value = TypeVar("Value")
THING = "ding"
"""The slug of each thing."""


@dataclass
class Ground:
    shop: Shop
    cookies: dict[str, str]
    known: dict[str, str]
    """Values that exist, by the name of what asks for them."""


def make_ground() -> Ground:
    """The main shop with things and a guest who has a cart and an order, a band's and a gated shop."""
    shop = make_shop("merchstand")
    make_shop("band")
    gated = make_shop("geheim")
    AccessCode.objects.create(shop=gated, code="ROTLICHT")
    category = make_category(shop, slug=THING, main_category=True)
    artist = make_artist(shop, slug=THING, main_category=category)
    product = make_product(shop, slug=THING, category=category, artist=artist)
    event = make_event(shop, slug=THING, checkin=True)
    event.artists.add(artist)
    seat_map = make_seat_map(event, rows=1, seats=4)
    tour = make_tour(shop, slug=THING, events=[event])
    tour.artists.add(artist)
    AdventCalendar.objects.create(shop=shop, year=2025)
    order = placed_order(shop, product)
    session, cart = fill_cart(shop, (first_variant(product), 1))
    # A whole walk may take longer than a visit.
    VisitorSession.objects.filter(pk=session.pk).update(expires_at=timezone.now() + timedelta(days=1))
    line = cart.lines.get()
    known = {
        "slug": shop.slug, "productVariantId": line.variant_id, "productVariantIds": line.variant_id, "itemId": line.pk,
        "itemIds": line.pk, "releasedItemIds": line.pk, "line_id": line.pk, "eventId": event.pk, "event_id": event.pk,
        "ticketId": first_variant(event).pk, "secret": order.secret, "order": order.secret,
        "reference": order.reference, "version": seat_map.version, "countryCode": "de", "country_code": "de",
        "year": 2025, "number": 1, "provider": "redirect", "path": "pictures/key/original.png",
        "form_id": "check-in", "invoice_id": "00000000-0000-4000-8000-000000000000",
    }  # fmt: skip
    cookies = {session_cookie(shop): session.token}
    return Ground(shop, cookies, {name: str(value) for name, value in known.items()})


@contextmanager
def as_visitors_meet_it() -> Iterator[None]:
    """With kept answers, with all documents, as developers have them, and with a provider."""
    with (
        pytest.MonkeyPatch.context() as patch,
        override_settings(
            ANSWER_CACHE_SECONDS=300,
            GRAPHQL_SAFELIST_ONLY=False,
            # Hundreds try to log in.
            PASSWORD_HASHERS=["tests.hashers.CountingHasher"],
        ),
    ):
        patch.setitem(PROVIDERS, "redirect", RedirectMethod("http://127.0.0.1:1", "key", "secret"))
        yield


@pytest.fixture(scope="module")
def rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """What a module's tests make for all of them is taken back behind them; each takes back what it makes itself."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def made_ground(rows: None) -> Iterator[Ground]:
    with as_visitors_meet_it():
        yield make_ground()


@pytest.fixture
def ground(made_ground: Ground, db: None) -> Iterator[Ground]:
    cache.clear()
    yield made_ground
    cache.clear()


def made_before() -> None:
    """As if others had made the ground: what is remembered of its shops counts, and answers to GET are kept."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE shop_cataloguechange SET transaction = -transaction")
    directory.refresh(at_once=True)


@dataclass
class Walker:
    """Each request comes from an address of its own, and leaves the database as it was."""

    client: Client
    cookies: dict[str, str]
    sent: int = 0
    broken: list[str] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    place: str = ""
    """Where something is sent, and what."""

    @classmethod
    def on(cls, ground: Ground) -> "Walker":
        client = Client(HTTP_HOST="localhost", raise_request_exception=False)
        return cls(client, ground.cookies)

    def each(self, values: Sequence[Value], *place: str, count: int = 1) -> Iterator[Value]:
        """What is sent to that place, whose name is the same in every run."""
        try:
            for value in sampled(values, *place, count=count):
                self.place = f"{' '.join(place)} = {value!r:.100}"
                yield value
        finally:
            self.place = ""

    def send(self, method: str, path: str, body: bytes | str = b"", kind: str = "", **headers: Any) -> Any:
        """`path` as it stands in the request's first line."""
        self.sent += 1
        number = next(self.numbers)
        headers.setdefault("REMOTE_ADDR", f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
        self.client.cookies = SimpleCookie(self.cookies)
        before = transaction.savepoint()
        # Whatever stands before the path, two slashes would be a host to the test's client.
        response = self.client.generic(method, f"http://localhost{path}", body, kind or "application/json", **headers)
        trouble = self.trouble(path, response)
        transaction.savepoint_rollback(before)
        # Thousands that are kept make each statement slower.
        transaction.savepoint_commit(before)
        if trouble:
            sent = f"{method} {path[:200]} {kind} {body[:300]!r} {headers}"
            self.broken.append(f"{trouble} at {self.place}: {sent}")
        return response

    def trouble(self, path: str, response: Any) -> str:
        """What is wrong with an answer, while what it did is still there. "" if nothing is."""
        return trouble_of(path, response)

    def ask(self, address: str, text: str, variables: str) -> Any:
        """GraphQL by POST; `variables` is the JSON as it is."""
        return self.send("POST", address, f'{{"query": {json.dumps(text)}, "variables": {variables}}}')

    def ask_listed(self, address: str, key: str, variables: str) -> Any:
        extensions = json.dumps({"persistedQuery": {"version": 1, "sha256Hash": key}})
        query = f"extensions={quote(extensions)}&variables={quote(variables)}&locale=de"
        return self.send("GET", f"{address}?{query}")

    def has_broken_nothing(self, all_values: int, drawn_ones: int) -> None:
        """And at least so many were sent, or so many where values are drawn."""
        least = how_many(all_values, drawn_ones)
        assert self.sent >= least, f"only {self.sent} were sent"
        assert not self.broken, f"{len(self.broken)} of {self.sent}, {how_to_repeat()}:\n" + "\n".join(self.broken[:40])


def trouble_of(path: str, response: Any) -> str:
    """What is wrong with an answer: a failure, or a refusal that is no refusal of its kind. "" if nothing is."""
    if response.status_code >= 500:
        return str(response.status_code)
    if path.startswith("/api/"):
        kind = response.headers.get("Content-Type", "")
        told = (PROBLEM, GRAPHQL)
        if 400 <= response.status_code < 600 and response.status_code != 405 and not kind.startswith(told):
            return f"{response.status_code} as {kind}"
        if kind == GRAPHQL and response.content:
            codes = {one["extensions"]["code"] for one in json.loads(response.content).get("errors", [])}
            return "INTERNAL" if "INTERNAL" in codes else ""
    return ""
