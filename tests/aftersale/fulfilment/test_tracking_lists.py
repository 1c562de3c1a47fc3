"""A list of tracking numbers: looked at first, then shipped once."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation

from aftersale.fulfilment.actions import ship_later, store_tracking_list
from aftersale.fulfilment.errors import TrackingListRefused
from aftersale.fulfilment.tracking_lists import TrackingLine, read_tracking_list
from aftersale.models import TrackingFile
from aftersale.tasks import ship_tracked
from checkout.actions import move_delivery, split_delivery
from checkout.actions.shipping.delivering import Tracking
from checkout.models import Delivery
from shop.invariants import broken_invariants
from shop.models import Mail
from tests.aftersale.fulfilment.goods import ordered, paid, parcel, seller, thing
from tests.proofs import proves
from tests.staff import errors_of, log_in

pytestmark = pytest.mark.django_db
State = Delivery.State
ADD, FILES = "/admin/aftersale/trackingfile/add/", "/admin/aftersale/trackingfile/"


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def taken(text: str, **more: Any) -> tuple[TrackingFile, bool]:
    staff, _new = User.objects.get_or_create(username="packer")
    return store_tracking_list(content=text.encode(), name="list.csv", tracked_by="dhl", staff=staff, **more)


def found_in(text: str) -> list[str]:
    file, _new = taken(text)
    return [row["found"] for row in file.rows]


@proves(
    "law J22", "tracking numbers by list: looked at first, shipped once by a job, the same file twice changes nothing"
)
@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"P1;00340 1\nB-ABCDE;2", [TrackingLine(1, "P1", "003401"), TrackingLine(2, "B-ABCDE", "2")]),
        (b"P1,1\r\n\r\nP2,2\r\n", [TrackingLine(1, "P1", "1"), TrackingLine(3, "P2", "2")]),
        (b"P1\t1", [TrackingLine(1, "P1", "1")]),
        ("\ufeffEmpfänger;Sendungsnummer;Sendungsreferenz\nMira;12;P3".encode(), [TrackingLine(2, "P3", "12")]),
        ("Empfänger;Sendungsnummer;Sendungsreferenz\nŁ;12;P3".encode("utf-16"), [TrackingLine(2, "P3", "12")]),
        ("Paket;Tracking-Nummer\nP3;\nP4;9".encode("cp1252"), [TrackingLine(3, "P4", "9")]),
        (b'"P1";"1;2"', [TrackingLine(1, "P1", "12")]),
    ],
)
def test_lists_are_read_as_people_and_portals_write_them(content: bytes, told: list[TrackingLine]) -> None:
    assert read_tracking_list(content) == told


@pytest.mark.parametrize("content", [b"", b"  \n", b"only", b"P1;\nP2;", b"\0\0", b"Sendungsnummer;Sendungsreferenz\n"])
def test_what_is_no_list_is_refused(content: bytes) -> None:
    with pytest.raises(TrackingListRefused):
        read_tracking_list(content)
    with pytest.raises(TrackingListRefused):
        read_tracking_list(b"P1;1\n" * 5001)


@proves("law J22", "a list of tracking numbers with a first line `sep=;` is read; rounded numbers are told by line")
def test_what_a_spreadsheet_does_to_a_list() -> None:
    assert read_tracking_list(b"sep=;\nP1;00340434161094015902") == [TrackingLine(2, "P1", "00340434161094015902")]
    with pytest.raises(TrackingListRefused) as refused:
        read_tracking_list(b"sep=;\nP1;3,40434E+17\nP2;00340434161094015902\nP3;340434161094015000")
    assert refused.value.values == {"lines": "2, 4"}


def test_each_line_says_what_it_means() -> None:
    shop = seller()
    ready, other, unpaid = (
        parcel(paid((thing(shop), 1))),
        parcel(paid((thing(shop), 1))),
        parcel(ordered((thing(shop), 1))),
    )
    gone = parcel(paid((thing(shop), 1)))
    move_delivery(delivery=gone, to=State.SHIPPED, tracking=Tracking("dhl", "77"))
    several = paid((thing(shop), 2))
    split_delivery(delivery=parcel(several), amounts={several.lines.get().pk: 1})
    text = "\n".join([
        f"{ready.number};1", f"{other.order.reference.lower()};2", f"{unpaid.number};3", f"{gone.number};77",
        f"{gone.order.reference};78", f"{several.order.reference};5", "P999999;6", "B-00000;7", f"{ready.number};1",
    ])  # fmt: skip
    assert found_in(text) == [
        "matched", "matched", "not_ready", "known", "other_number", "several", "unknown", "unknown",
    ]  # fmt: skip
    assert found_in(f"{ready.number};8\n{ready.order.reference};9") == ["twice", "twice"]


def test_it_ships_what_fits_once_and_the_same_file_changes_nothing() -> None:
    shop = seller()
    one, two = parcel(paid((thing(shop), 1))), parcel(paid((thing(shop), 1)))
    text = f"{one.number};111\n{two.order.reference};222\nP999999;3"
    file, new = taken(text)
    assert (new, file.state, file.to_ship) == (True, "looked_at", 2)
    assert not Delivery.objects.exclude(state=State.OPEN).exists()
    assert ship_later(file=file) and not ship_later(file=file)
    move_delivery(delivery=two, to=State.SHIPPED, tracking=Tracking("dhl", "999"))
    for _run in range(2):
        ship_tracked(file_id=file.pk)
    file.refresh_from_db()
    assert (file.state, [row.get("became") for row in file.rows]) == ("done", ["shipped", "left_alone", None])
    one.refresh_from_db()
    assert (one.state, one.tracked_by, one.tracking_number) == (State.SHIPPED, "dhl", "111")
    assert Mail.objects.filter(kind__startswith="shipped").count() == 2
    again, new = taken(text)
    assert (again, new) == (file, False)
    other, _new = taken(text + "\n")
    assert [row["found"] for row in other.rows] == ["known", "other_number", "unknown"]
    assert (other.state, ship_later(file=other)) == ("done", False)
    assert broken_invariants() == {}


def test_a_job_that_was_stopped_goes_on() -> None:
    one, two = (parcel(paid((thing(seller()), 1))) for _number in range(2))
    file, _new = taken(f"{one.number};1\n{two.number};2")
    ship_later(file=file)
    move_delivery(delivery=one, to=State.SHIPPED, tracking=Tracking("dhl", "1"))
    ship_tracked(file_id=file.pk)
    file.refresh_from_db()
    assert [row["became"] for row in file.rows] == ["shipped", "shipped"]


def test_a_list_asks_as_little_for_many_lines_as_for_few(django_assert_max_num_queries: Any) -> None:
    shop = seller()
    numbers = [parcel(paid((thing(shop), 1))).number for _number in range(5)]
    with django_assert_max_num_queries(10):
        taken("\n".join(f"{number};{number}1" for number in numbers))


def test_staff_look_at_a_list_and_have_it_shipped(client: Client) -> None:
    client.cookies["locale"] = "en"
    log_in(client)
    one = parcel(paid((thing(seller()), 1)))
    answer = client.post(
        ADD, {"tracked_by": "dhl", "file": SimpleUploadedFile("l.csv", f"{one.number};1\nP999999;2".encode())}
    )
    file = TrackingFile.objects.get()
    page = f"{FILES}{file.pk}/change/"
    assert answer.headers["Location"] == page
    shown = client.get(page).content.decode()
    for words in ("Ship one parcel", "fits", "no such parcel or order", one.number):
        assert words in shown, words
    assert "are being shipped now" in client.post(page, follow=True).content.decode()
    ship_tracked(file_id=file.pk)
    shown = client.get(page).content.decode()
    assert "Ship one parcel" not in shown and "· shipped" in shown
    assert "has shipped these parcels already" in client.post(page, follow=True).content.decode()
    again = client.post(
        ADD,
        {"tracked_by": "dhl", "file": SimpleUploadedFile("l.csv", f"{one.number};1\nP999999;2".encode())},
        follow=True,
    )
    assert "was sent before" in again.content.decode()
    refused = client.post(ADD, {"tracked_by": "dhl", "file": SimpleUploadedFile("l.csv", b"nothing")})
    assert "two columns at least" in errors_of(refused)
    for key in ("0", "x", "9" * 30):
        assert client.get(f"{FILES}{key}/change/").status_code == 404
