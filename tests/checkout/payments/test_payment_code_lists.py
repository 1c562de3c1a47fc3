"""Programmes' lists of payment codes: read in wholly or not at all, and what they have to pay for."""

import csv
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.utils import timezone, translation

from cart.codes.lists import MOST_CODES, read_list, shown_problems
from cart.models import PaymentCode
from catalogue.models import Event
from checkout.actions import cancel_unpaid
from checkout.models import Order
from checkout.payments.ledger import record_capture
from shop.core.codes.digest import code_digest
from shop.core.codes.normal import normal_code
from shop.core.database.clock import database_now
from shop.core.values.formats import euros
from shop.core.values.text_files import decoded_text
from shop.models import AuditEntry
from tests.code_kinds import gift_cards, make_gift_card
from tests.factories import first_variant, make_event, make_payment_code, make_shop
from tests.guest import Guest
from tests.proofs import proves
from tests.staff import errors_of, log_in

pytestmark = pytest.mark.django_db
ADD, LIST = "/admin/cart/paymentcode/add/", "/admin/cart/paymentcode/"


@pytest.fixture(autouse=True)
def prepared(client: Client, open_wire: None) -> Iterator[None]:
    make_shop("merchstand")
    client.cookies["locale"] = "en"
    log_in(client)
    with translation.override("en"):
        yield


@pytest.fixture
def event() -> Event:
    return make_event(make_shop("nachtfalter"), price="30.00", kulturpass_url="https://pass.example/1", capacity=9)


def send(client: Client, event: Event, codes: str = "", file: bytes | None = None, **changes: Any) -> Any:
    given = {
        "programme": "Kulturticket 2027", "event": event.pk, "codes": codes, "value": "25.00",
        "expires_at_0": "2099-01-31", "expires_at_1": "12:00",
    } | changes  # fmt: skip
    if file is not None:
        given["file"] = SimpleUploadedFile("codes.csv", file)
    return client.post(ADD, given)


def stored() -> list[tuple[str, str, str]]:
    rows = PaymentCode.objects.order_by("pk").values_list("code", "value", "expires_at")
    return [(code, str(value), timezone.localtime(end).strftime("%Y-%m-%d %H:%M")) for code, value, end in rows]


@proves(
    "docs/decisions/0019",
    "a programme's list is read in, typed or as a file, with value and last day where a line says them; "
    "a new programme pays under its own name",
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_list_says_value_and_last_day_where_they_differ(client: Client, event: Event, encoding: str) -> None:
    text = 'Code;Wert;gültig bis\r\nk-1 ;;\r\n\r\nK-2;20,00 €;31.12.2098\r\n"K-3";7.5;2098-06-30\r\nK-4\t200\r\n'
    answer = send(client, event, file=text.encode(encoding), note="Bezirk")
    assert answer.status_code == 302, errors_of(answer)
    assert stored() == [
        ("K-1", "25.00", "2099-01-31 12:00"), ("K-2", "20.00", "2099-01-01 00:00"),
        ("K-3", "7.50", "2098-07-01 00:00"), ("K-4", "200.00", "2099-01-31 12:00"),
    ]  # fmt: skip
    assert set(PaymentCode.objects.values_list("programme", "event", "note")) == {
        ("Kulturticket 2027", event.pk, "Bezirk")
    }
    assert {one.digest for one in PaymentCode.objects.all()} == {code_digest(f"K-{n}") for n in range(1, 5)}


def test_a_list_that_says_everything_needs_nothing_beside_it(client: Client, event: Event) -> None:
    answer = send(client, event, "K-1;20;31.12.2098", value="", expires_at_0="", expires_at_1="")
    assert answer.status_code == 302, errors_of(answer)
    assert stored() == [("K-1", "20.00", "2099-01-01 00:00")]


@proves(
    "docs/decisions/0019", "all that is wrong with a list is said at once by its line, and nothing of it is read in"
)
def test_all_that_is_wrong_is_said_at_once_by_its_line_and_nothing_is_read_in(client: Client, event: Event) -> None:
    make_payment_code(event, code="THERE")
    bad = [
        "GOOD", "good", "there", "X" * 41, ";20", "A;zwanzig", "B;0", "C;200,01", "D;20;31.2.2098", "E;20;1.1.2020",
        "F;20;31.12.2098;more", "G;20;tomorrow",
    ]  # fmt: skip
    answer = send(client, event, file="\n".join(bad).encode())
    said = errors_of(answer)
    for words in (
        "Line 2: the code stands in line 1, too.", "Line 3: the code is there already.",
        "Line 4: a code has at most 40 signs.", "Line 5: the code is missing.",
        "Line 6: “zwanzig” is no value from 0.01 to 200 euros.", "Line 7: “0”", "Line 8: “200,01”",
        "Line 9: “31.2.2098” is no day.", "Line 10: the code has expired already.",
        "Line 11: more than code, value and last day.", "Line 12: “tomorrow” is no day.",
    ):  # fmt: skip
        assert words in said, words
    assert list(PaymentCode.objects.values_list("code", flat=True)) == ["THERE"]


def test_what_neither_the_line_nor_the_form_says_is_missing(client: Client, event: Event) -> None:
    said = errors_of(send(client, event, "A\nB;20\nC;20;31.12.2098", value="", expires_at_0="", expires_at_1=""))
    assert "Line 1: the value is missing" in said and "Line 2: the last day is missing" in said
    assert "Line 3" not in said and not PaymentCode.objects.exists()


@pytest.mark.parametrize(
    ("codes", "file", "words"),
    [
        ("", None, "one of both"), ("A", b"B", "one of both"), ("", b"Code;Wert\n;;\n", "no code in it"),
        ("A\x00B", None, ""), ("", b"A" * (1024 * 1024 + 1), "At most 1 MB."), ("", b"\x00;1", "cannot be stored"),
    ],
    ids=["nothing", "both", "heading", "nul", "large", "nul in a file"],
)  # fmt: skip
def test_what_is_no_list_is_told(client: Client, event: Event, codes: str, file: bytes | None, words: str) -> None:
    assert words in errors_of(send(client, event, codes, file))
    assert not PaymentCode.objects.exists()


@proves("docs/decisions/0019", "a programme that ended cannot be chosen")
def test_a_programme_that_ended_cannot_be_chosen(client: Client, event: Event) -> None:
    for name in ("KulturPass", "kultur pass"):
        assert "ended on 15 Dec 2025" in errors_of(send(client, event, "A", programme=name))
    make_payment_code(event, programme="Kulturticket 2027")
    page = client.get(ADD).content.decode()
    assert "So far: Kulturticket 2027" in page
    assert 'value="KulturPass"' not in page
    assert 'enctype="multipart/form-data"' in page


def test_a_long_list_is_read_and_a_longer_one_told() -> None:
    lines = "\n".join(f"K-{n}" for n in range(MOST_CODES + 1))
    found = read_list(lines, database_now())
    assert len(found.codes) == MOST_CODES
    assert found.problems == [f"Line {MOST_CODES + 1}: a list has at most {MOST_CODES} codes."]
    assert shown_problems(["x"] * 53)[50:] == ["and 3 more problems"]
    assert decoded_text("Größe".encode("cp1252")) == "Größe"


@proves("docs/decisions/0019", "codes that a spreadsheet rounded are told by line; a first line `sep=;` is no code")
def test_what_a_spreadsheet_does_to_codes_is_told_by_line() -> None:
    found = read_list("sep=;\nCode;Wert\nK-1;5,00\n4,01234E+12;5,00\n\ufffd-1\n", database_now())
    assert [(one.line, one.code) for one in found.codes] == [(3, normal_code("K-1"))]
    assert [one.split(":")[0] for one in found.problems] == ["Line 4", "Line 5"]
    assert "has rounded this number" in found.problems[0]


def test_a_new_programme_pays_under_its_own_name(client: Client, event: Event) -> None:
    send(client, event, "K-1")
    guest = Guest(event.owner)
    cart = guest.add((first_variant(event), 1), code="k-1").data["cart"]
    (item,) = cart["items"]
    assert item["payment"]["paymentMethod"]["name"] == "Kulturticket 2027"


def order_with(event: Event, code: str, paid: bool = True) -> Order:
    guest = Guest(event.owner)
    guest.add((first_variant(event), 1), code=code)
    guest.enter_address()
    guest.choose()
    placed = guest.place(idempotencyKey=code)
    order = Order.objects.get(secret=placed.data["order"]["id"])
    if paid:
        record_capture(payment=order.payments.get(method="bank_transfer"), amount=Decimal(10), event_id=f"bank-{order}")
    return order


def report_of(client: Client, query: str = "", *codes: PaymentCode) -> list[list[str]]:
    chosen = codes or PaymentCode.objects.all()
    answer = client.post(LIST + query, {"action": "report", "_selected_action": [one.pk for one in chosen]})
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))


@proves(
    "docs/decisions/0019",
    "a report (CSV) names what programmes have to pay for: used codes of paid orders, with amount, order "
    "and day; a right of its own",
)
def test_the_report_names_what_a_programme_has_to_pay_for(client: Client, event: Event) -> None:
    used, held, back = (
        make_payment_code(event, "20.00", programme=name, code=code)
        for name, code in (("=Kulturticket", "USED"), ("Other", "HELD"), ("Other", "BACK"))
    )
    make_payment_code(event, programme="Other", code="FREE")
    order = order_with(event, used.code)
    order_with(event, held.code, paid=False)
    cancel_unpaid(order=order_with(event, back.code, paid=False))
    heading, *rows = report_of(client)
    assert heading == ["Programme", "Code", "Value in euros", "Paid in euros", "Order", "Shop", "For", "Paid"]
    today = timezone.localdate().isoformat()
    assert rows == [["'=Kulturticket", "USED", "20,00", "20,00", order.reference, event.owner.name, str(event), today]]


@proves("design §7", "staff enter codes, many at once, and see which are free, held, consumed or expired")
def test_the_list_filters_by_programme_and_state(client: Client, event: Event) -> None:
    used, free, held, expired = (make_payment_code(event, "20.00", programme=f"P{n}", code=f"C{n}") for n in range(4))
    PaymentCode.objects.filter(pk=expired.pk).update(expires_at=timezone.now() - timedelta(days=1))
    order_with(event, used.code)
    order_with(event, held.code, paid=False)

    def found(query: str) -> set[PaymentCode]:
        return set(client.get(LIST + query).context["cl"].result_list)

    states = {"consumed": used, "free": free, "held": held, "expired": expired}
    assert {name: found(f"?state={name}") for name in states} == {name: {code} for name, code in states.items()}
    assert found("?programme=P2") == {held}


def test_the_report_is_a_right_of_its_own(client: Client, event: Event) -> None:
    code = make_payment_code(event)
    clerk = User.objects.create_user("clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename__in=["view_paymentcode", "change_paymentcode"]))
    client.force_login(clerk)
    chosen = {"action": "report", "_selected_action": [code.pk]}
    assert "attachment" not in client.post(LIST, chosen, follow=True).headers.get("Content-Disposition", "")
    clerk.user_permissions.add(Permission.objects.get(codename="export_paymentcode"))
    assert "attachment" in client.post(LIST, chosen).headers["Content-Disposition"]


def test_no_code_of_a_list_is_noted(client: Client, event: Event) -> None:
    send(client, event, "GEHEIM-1\nGEHEIM-2")
    rows = AuditEntry.objects.filter(model="cart.paymentcode")
    assert rows.count() == 2 and "GEHEIM" not in str(list(rows.values()))


def test_nothing_stays_of_a_list_that_breaks(client: Client, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_args: object, **_kwargs: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(type(PaymentCode.objects), "bulk_create", breaks)
    with pytest.raises(RuntimeError), transaction.atomic():
        send(client, event, "A\nB")
    assert not PaymentCode.objects.exists()


@proves("docs/decisions/0085", "staff see the kind of each code if there are several, and what is left of a balance")
def test_a_list_with_several_kinds_shows_them_and_what_is_left(client: Client, event: Event) -> None:
    before = client.get(LIST).content.decode()
    assert "column-kind_text" not in before and "a part is consumed" not in before
    assert 'name="kind"' not in client.get(ADD).content.decode()
    with gift_cards():
        card, whole, spent = (make_gift_card(event.owner) for _card in range(3))
        PaymentCode.objects.filter(pk=card.pk).update(spent=Decimal("35.90"))
        PaymentCode.objects.filter(pk=spent.pk).update(spent=Decimal("50.00"))
        make_payment_code(event)
        assert 'name="kind"' in client.get(ADD).content.decode()
        left = f"{euros(Decimal('14.10'))} of {euros(Decimal('50.00'))}"
        shown = client.get(f"{LIST}?kind=code_gift_card").content.decode()
        assert "Gift card" in shown and left in shown
        for state, code in (("partly", card), ("free", whole), ("consumed", spent)):
            found = client.get(f"{LIST}?kind=code_gift_card&state={state}").context["cl"].result_list
            assert [one.pk for one in found] == [code.pk]
        assert "Gift card" in client.get(f"{LIST}{card.pk}/change/").content.decode()
        answer = send(client, event, "NEW-CARD", kind="code_gift_card")
        assert answer.status_code == 302, errors_of(answer)
        assert PaymentCode.objects.get(code="NEW-CARD").kind == "code_gift_card"
