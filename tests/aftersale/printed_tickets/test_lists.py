"""Lists of printed numbers: read in the bounded process, looked at, taken in once."""

from collections.abc import Iterator

import pytest
from django.utils import translation

from aftersale.models import PrintedList, PrintedNumber
from aftersale.printed_tickets import upload
from aftersale.printed_tickets.actions import import_numbers, store_printed_list
from aftersale.printed_tickets.actions.lists import checked_list
from aftersale.printed_tickets.errors import PrintedListRefused
from aftersale.printed_tickets.reading import ListedNumber, read_numbers
from aftersale.printed_tickets.rules import number_key
from catalogue.models import Event
from shop.core.bounded.budget import MB, ResourceBudget
from tests.aftersale.fulfilment.goods import seller
from tests.aftersale.printed_tickets.house import hard, jobs, numbered, printed_event, standing, stored
from tests.proofs import proves

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def event() -> Event:
    event = printed_event(seller())
    hard(event)
    return event


def looked_at(event: Event, text: str) -> PrintedList:
    listed, _new = store_printed_list(event=event, content=text.encode(), name="list.csv", staff=None)
    return listed


def refusal(event: Event, content: bytes) -> list[str]:
    with pytest.raises(PrintedListRefused) as refused:
        store_printed_list(event=event, content=content, name="x", staff=None)
    assert not PrintedList.objects.exists()
    return refused.value.reasons


@proves(
    "law J9, AD-5",
    "lists as ticket systems and people write them, read in the bounded process; all that is wrong is "
    "said by line, nothing typed is lost",
)
@pytest.mark.parametrize(
    ("content", "listed"),
    [
        (b"0001\r\n0002\r\n\r\n", [ListedNumber(1, "0001"), ListedNumber(2, "0002")]),
        (b"A 1;Balcony\nA  2;", [ListedNumber(1, "A 1", "Balcony"), ListedNumber(2, "A 2")]),
        ("\ufeffKategorie;Preis;Nummer\nStehplatz;20;7".encode(), [ListedNumber(2, "7", "Stehplatz")]),
        ("Barcode\n123".encode("utf-16"), [ListedNumber(2, "123")]),
        (b"Code,Type\n9,Floor", [ListedNumber(2, "9", "Floor")]),
        ("1\tRänge".encode("cp1252"), [ListedNumber(1, "1", "Ränge")]),
        (b"number\n", []),
    ],
)
def test_lists_are_read_as_ticket_systems_and_people_write_them(content: bytes, listed: list[ListedNumber]) -> None:
    reading = read_numbers(content)
    assert (reading.numbers, reading.problems) == (listed, [])


def test_all_that_is_wrong_is_said_line_by_line_and_nothing_is_kept(event: Event) -> None:
    text = "A-1\na1\n;Hard\n1,23E+11;\n" + "9" * 41 + "\nA-2;Nowhere\nB\x01;"
    assert refusal(event, text.encode()) == [
        "Line 2: the number stands in line 1, too.",
        "Line 3: the number is missing.",
        "Line 4: a spreadsheet has rounded this number: make its column a column of texts.",
        "Line 5: a number has at most 40 signs.",
        "Line 7: signs that cannot be stored.",
    ]
    assert refusal(event, b"A-2;Nowhere") == ["Line 1: the event has no printed ticket “Nowhere”."]
    assert refusal(event, b" \n\n") == ["There is no number in it."]
    too_many = "\n".join(map(str, range(20_001)))
    assert refusal(event, too_many.encode()) == ["Line 20001: a list has at most 20000 lines."]


def test_what_asks_for_too_much_is_ended_and_told(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload, "BUDGET", ResourceBudget(cpu=1, seconds=5, memory=512 * MB, answer=100))
    (told,) = refusal(event, "\n".join(map(str, range(1000))).encode())
    assert "too much comes of it" in told
    for hostile in (b"\xff\xfe\x00", b"\0" * 1000, b'"' * 300_000, b";" * 10_000):
        assert refusal(event, hostile)


@proves("law J9", "a list is looked at, with a count per kind and what is there already, and taken in once")
def test_it_is_looked_at_first_and_taken_in_once(event: Event) -> None:
    numbered(event, "1")
    listed = looked_at(event, "3\n1\n2")
    assert standing(event) == {"1": "free"} and listed.state == "looked_at"
    found = checked_list(listed.rows, event)
    assert (found.counts, [one.number for one in found.known]) == ([("", 2)], ["1"])
    assert [import_numbers(listed=listed), import_numbers(listed=listed)] == [2, None]
    listed.refresh_from_db()
    assert (listed.state, listed.left_out, listed.rows) == ("done", 1, [])
    assert list(listed.numbers.in_order().values_list("number", flat=True)) == ["3", "2"]
    assert jobs() == [event.pk] * 2


def test_the_same_file_again_changes_nothing_and_another_event_has_numbers_of_its_own(event: Event) -> None:
    stored(event, "1\n2")
    _same, new = store_printed_list(event=event, content=b"1\n2", name="again.csv", staff=None)
    assert not new and PrintedList.objects.count() == 1
    other = printed_event(event.owner)
    hard(other)
    stored(other, "1\n2")
    assert PrintedNumber.objects.count() == 4


def test_a_number_is_the_same_however_it_is_written(event: Event) -> None:
    stored(event, "ab-12 3")
    assert checked_list(looked_at(event, "AB123\nAb 1-23 4").rows, event).known == [ListedNumber(1, "AB123")]
    assert number_key(" ab-12 3") == "AB123"


def test_kinds_are_counted_and_what_two_tickets_are_called_is_nobodys(event: Event) -> None:
    block = event.pricing_categories.create(name_de="Rang", name_en="Balcony")
    hard(event, pricing_category=block, description="Normal", sku="T-1")
    hard(event, pricing_category=event.pricing_categories.create(name="Floor"), description="Normal")
    listed = looked_at(event, "1;Balcony\n2;rang\n3;T-1\n4;Rang  Normal\n5;\n6;Hard")
    counts = dict(checked_list(listed.rows, event).counts)
    assert counts == {"Balcony": 2, "Balcony Normal": 2, "": 1, "Hard": 1}
    with pytest.raises(PrintedListRefused):
        looked_at(event, "7;Normal")


def test_a_kind_that_went_meanwhile_is_left_out(event: Event) -> None:
    ticket = hard(event, description="VIP")
    listed = looked_at(event, "1;VIP\n2")
    ticket.delete()
    assert [one.number for one in checked_list(listed.rows, event).unknown] == ["1"]
    assert import_numbers(listed=listed) == 1 and standing(event) == {"2": "free"}
