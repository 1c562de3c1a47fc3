"""A seat map's files, which of its seats are free, and where an event says so (catalogue §3 "Seat map")."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import brotli
import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from redis.exceptions import RedisError

from catalogue.models import Event, Seat, SeatMap
from catalogue.queries import availability
from config.graphql import schema
from sessions_queue.models import VisitorSession
from shop.models import AccessCode, Shop
from shop.web.graphql.context import GraphQLContext
from tests.catalogue.wire import ask
from tests.factories import make_event, make_shop
from tests.proofs import proves
from tests.seating import claim_seat, own, seat_event, ticket_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    return make_shop("nachtfalter")


@pytest.fixture
def event(shop: Shop) -> Event:
    return make_event(shop)


@pytest.fixture
def client() -> Client:
    return Client(HTTP_HOST="localhost")


def address(event: Event, rest: str, shop: str = "nachtfalter") -> str:
    return f"/api/v2/shops/{shop}/events/{event.pk}/{rest}"


def free(status: bytes, size: int) -> list[int]:
    return [place for place in range(size) if status[8 + (place >> 3)] >> (place & 7) & 1]


@proves(
    "catalogue §3",
    "an event's `seatmapUrl` and `seatMap` lead to a file a version, the spec's JSON and a compact twin, "
    "that never change",
)
def test_the_full_file_is_the_specs_json(client: Client, event: Event) -> None:
    seat_map, _report = seat_event(event)
    response = client.get(address(event, f"seatmap/{seat_map.version}.json"))
    assert response.headers["Content-Type"] == "application/json"
    assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    file = response.json()
    parkett, balkon = file["sections"]
    front = event.pricing_categories.get(name_de="Vorne")
    assert (parkett["name"], parkett["pricing_category_id"]) == ("Parkett", str(front.pk))
    assert len(parkett["hull_points"]) >= 4
    first = Seat.objects.get(place=0)
    assert parkett["seats"][0] == {
        "id": str(first.pk), "row": "1", "number": "1", "x": 0, "y": 0, "pricing_category_id": str(front.pk),
        "reserved_for": "",
    }  # fmt: skip
    assert [(seat["row"], seat["number"]) for seat in balkon["seats"]] == [("A", "7"), ("A", "8a")]
    assert file["graphics"] == [{"shape": "rectangle", "x": 0, "y": -20, "width": 30, "height": 8, "color": "#222222"}]
    assert file["bounding_box"].keys() == {"x", "y", "width", "height"}
    assert file["bounding_box"]["y"] == -20


def test_the_compact_file_says_the_same_in_fewer_words(client: Client, event: Event) -> None:
    seat_map, _report = seat_event(event)
    response = client.get(
        address(event, f"seatmap/{seat_map.version}.compact.json"), headers={"Accept-Encoding": "gzip, br"}
    )
    assert response.headers["Content-Encoding"] == "br"
    file = json.loads(brotli.decompress(response.content))
    ids = list(Seat.objects.order_by("place").values_list("pk", flat=True))
    categories = [str(pk) for pk in event.pricing_categories.order_by("order").values_list("pk", flat=True)]
    assert (file["v"], file["version"], file["categories"]) == (1, seat_map.version, categories)
    parkett, balkon = file["sections"]
    assert parkett["rows"] == [
        {"n": "1", "ids": [ids[0], 4], "at": [0, 0, 10, 0], "no": [1, 1]},
        {"n": "2", "ids": [ids[4], 4], "at": [0, 12, 10, 0], "no": [1, 1], "c": 1},
    ]
    assert balkon["rows"] == [{"n": "A", "ids": [ids[8], 2], "at": [0, 40, 10, 0.5], "no": ["7", "8a"]}]
    assert balkon["category"] == 1


@proves("design §4", "files and availability answer 304 and HEAD on every host, and are behind a gated shop's code")
def test_files_are_answered_with_304_and_to_head_and_on_every_host(client: Client, event: Event) -> None:
    seat_map, _report = seat_event(event)
    for rest in (f"seatmap/{seat_map.version}.json", f"seatmap/{seat_map.version}.compact.json", "seats"):
        for encoding in ("identity", "br"):
            headers = {"Accept-Encoding": encoding}
            found = client.get(address(event, rest), headers=headers)
            again = client.get(address(event, rest), headers={**headers, "If-None-Match": found.headers["ETag"]})
            assert (found.status_code, again.status_code, again.content) == (200, 304, b"")
            head = client.head(address(event, rest), headers=headers)
            assert (head.status_code, head.content) == (200, b"")
            assert head.headers["ETag"] == found.headers["ETag"]
            assert client.get(address(event, rest), headers={"Accept": "text/html"}).status_code == 200
    Shop.objects.filter(slug="nachtfalter").update(domain="nachtfalter.example")
    own_host = Client(HTTP_HOST="nachtfalter.example")
    assert own_host.get(address(event, f"seatmap/{seat_map.version}.json")).status_code == 200


def test_other_versions_events_and_shops_have_nothing(client: Client, event: Event) -> None:
    seat_map, _report = seat_event(event)
    make_shop("kellerkind")
    other = make_event(event.owner)
    for path in (
        address(event, "seatmap/0123456789abcdef.json"),
        address(other, f"seatmap/{seat_map.version}.json"),
        address(other, "seats"),
        address(event, f"seatmap/{seat_map.version}.json", shop="kellerkind"),
        address(event, "seats", shop="kellerkind"),
        address(event, "seats").replace(str(event.pk), "9" * 18),
    ):
        response = client.get(path)
        assert (response.status_code, response.headers["Content-Type"]) == (404, "application/problem+json"), path


def test_a_gated_shops_seats_are_behind_its_code(client: Client, event: Event) -> None:
    seat_map, _report = seat_event(event)
    AccessCode.objects.create(shop=event.owner, code="ROTLICHT")
    for rest in (f"seatmap/{seat_map.version}.json", f"seatmap/{seat_map.version}.compact.json", "seats"):
        response = client.get(address(event, rest))
        assert (response.status_code, "Parkett" in response.content.decode("latin1")) == (403, False)
    client.post("/nachtfalter/access-code", {"code": "ROTLICHT", "wanted": "/nachtfalter"})
    for rest in (f"seatmap/{seat_map.version}.json", "seats"):
        response = client.get(address(event, rest))
        assert (response.status_code, response.headers["Cache-Control"]) == (200, "private, no-store")


@proves(
    "catalogue §3",
    "availability is a bit a seat, with distance and the only section; hundreds who ask cost one read a second",
)
def test_availability_is_a_bit_a_seat_behind_the_version(client: Client, event: Event) -> None:
    seat_map, _report = seat_event(event)
    now = timezone.now()
    claim_seat(seat_map, 1)
    claim_seat(seat_map, 2, VisitorSession.objects.create(shop=event.owner, expires_at=now + timedelta(minutes=5)))
    claim_seat(seat_map, 3, VisitorSession.objects.create(shop=event.owner, expires_at=now - timedelta(minutes=5)))
    Seat.objects.filter(place=4).update(reserved_for="promoter")
    Seat.objects.filter(place=5).update(reserved_for="wheelchair")
    response = client.get(address(event, "seats"))
    assert response.headers["Content-Type"] == "application/octet-stream"
    assert response.headers["Cache-Control"] == "no-cache"
    assert response.content[:8].hex() == seat_map.version
    assert len(response.content) == 8 + 2
    assert free(response.content, 10) == [0, 3, 5, 6, 7, 8, 9]


def test_distance_and_the_only_section_count(client: Client, event: Event) -> None:
    seat_map, _report = seat_event(event)
    claim_seat(seat_map, 1)
    Event.objects.filter(pk=event.pk).update(distancing_amount=1)
    assert free(client.get(address(event, "seats")).content, 10) == [3, 4, 5, 6, 7, 8, 9]
    cache.clear()
    Event.objects.filter(pk=event.pk).update(distancing_amount=None, force_section="Balkon")
    assert free(client.get(address(event, "seats")).content, 10) == [8, 9]


def test_hundreds_who_ask_cost_one_read_a_second(client: Client, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (availability.READ_EVERY, availability.KEPT) == (1, 2)
    for name in ("READ_EVERY", "KEPT"):  # a second that is long enough for a slow machine
        monkeypatch.setattr(availability, name, 60)
    seat_map, _report = seat_event(event)
    client.get(address(event, "seats"))
    with CaptureQueriesContext(connection) as queries:
        for _one in range(50):
            assert client.get(address(event, "seats")).status_code == 200
    assert not [one for one in queries if "catalogue_event" in one["sql"] or "catalogue_seat" in one["sql"]]
    claim_seat(seat_map, 0)
    cache.delete(f"seat-status:{event.pk}|read")
    assert free(client.get(address(event, "seats")).content, 10)[0] == 1


def test_a_read_that_fails_stands_in_nobodys_way(event: Event) -> None:
    seat_event(event)

    def fails() -> bytes:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        availability.shared_reading("some-key", fails)
    assert availability.shared_reading("some-key", lambda: b"found") == b"found"
    assert availability.shared_reading("some-key", fails) == b"found"


def test_without_valkey_each_process_reads_for_itself(
    client: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat_event(event)

    def down(*_args: Any, **_more: Any) -> None:
        raise RedisError

    for name in ("add", "get", "set"):
        monkeypatch.setattr(cache, name, down)
    availability._own.clear()
    client.get(address(event, "seats"))
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address(event, "seats")).status_code == 200
    assert not [one for one in queries if "catalogue_event" in one["sql"] or "catalogue_seat" in one["sql"]]


EVENT = """query E($id: ID!) { event(id: $id) { id seatmapUrl seatMap { version url compactUrl availabilityUrl }
  productVariants { nodes { description availableSectionIds } } pricingCategories { name seated } } }"""


def test_an_event_says_where_its_seats_are(event: Event, shop: Shop) -> None:
    found = ask(shop, EVENT, id=event.slug)["event"]
    assert (found["seatmapUrl"], found["seatMap"]) == ("", None)
    seat_map, _report = seat_event(event)
    base = f"/api/v2/shops/nachtfalter/events/{event.pk}"
    found = ask(shop, EVENT, id=event.slug)["event"]
    assert found["seatmapUrl"] == f"{base}/seatmap/{seat_map.version}.json"
    assert found["seatMap"] == {
        "version": seat_map.version,
        "url": f"{base}/seatmap/{seat_map.version}.json",
        "compactUrl": f"{base}/seatmap/{seat_map.version}.compact.json",
        "availabilityUrl": f"{base}/seats",
    }
    assert [(one["name"], one["seated"]) for one in found["pricingCategories"]] == [("Vorne", True), ("Hinten", True)]
    Event.objects.filter(pk=event.pk).update(hide_map=True)
    assert ask(shop, EVENT, id=event.slug)["event"]["seatmapUrl"] == ""


def test_a_ticket_says_in_which_sections_a_seat_is_free(event: Event, shop: Shop) -> None:
    seat_map, _report = seat_event(event)
    ticket_of(event, "Vorne")
    ticket_of(event, "Hinten")
    parkett, balkon = (str(pk) for pk in seat_map.sections.values_list("pk", flat=True))

    def sections() -> dict[str, list[str]]:
        nodes = ask(shop, EVENT, id=event.slug)["event"]["productVariants"]["nodes"]
        return {node["description"]: node["availableSectionIds"] for node in nodes}

    assert sections() == {"Normal": [], "Vorne": [parkett], "Hinten": [parkett, balkon]}
    for place in (0, 1, 2, 3, 8, 9):
        claim_seat(seat_map, place)
    assert sections() == {"Normal": [], "Vorne": [], "Hinten": [parkett]}


FREE = "query F($id: ID!) { event(id: $id) { availableSeatIds } }"


@proves("catalogue §3", "`availableSeatIds` and `availableSectionIds`")
def test_free_seats_are_never_kept(client: Client, event: Event, shop: Shop) -> None:
    seat_map, _report = seat_event(event)
    claim_seat(seat_map, 0)
    ids = [str(pk) for pk in Seat.objects.order_by("place").values_list("pk", flat=True)]
    assert ask(shop, FREE, id=event.slug)["event"]["availableSeatIds"] == ids[1:]
    response = client.post(
        "/api/v2/shops/nachtfalter/graphql", {"query": FREE, "variables": {"id": event.slug}}, "application/json"
    )
    assert "no-store" in response.headers["Cache-Control"]


def test_free_seats_are_told_of_one_event_at_a_time(event: Event, shop: Shop) -> None:
    make_event(shop)
    document = schema.documents.of_visitor("{ events { nodes { availableSeatIds } } }")
    _data, errors = schema.run(document, None, {}, GraphQLContext(shop, "de", RequestFactory().get("/")))
    assert errors and errors[0].message == "ask for the seats of one event at a time"


def test_the_map_costs_no_more_statements_however_many_seats(event: Event, shop: Shop) -> None:
    small, _report = seat_event(event, own())

    def statements() -> int:
        with CaptureQueriesContext(connection) as queries:
            ask(shop, EVENT, id=event.slug)
        return len(queries)

    before = statements()
    row = {"name": "1", "from": 1, "to": 400, "x": 0, "y": 0, "dx": 10, "dy": 0}
    seat_event(event, own(sections=[{"name": "Parkett", "category": "Vorne", "rows": [row]}]))
    assert statements() == before
    assert SeatMap.objects.get(pk=small.pk).size == 400
