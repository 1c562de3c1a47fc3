"""Staff read in a bank statement, look at it, have it booked, and settle what is left."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone, translation

from checkout.models import BankFile, BankLine, LedgerEntry
from checkout.orders.order_state import PaymentState, order_with_state
from checkout.payments.ledger import record_capture
from checkout.tasks import book_bank_file
from shop.core.bounded.budget import MB
from shop.models import Shop
from tests.checkout.bank.statements import camt, entry
from tests.proofs import proves
from tests.staff import errors_of, log_in, send, text_of

from .booking import order_of, purpose

pytestmark = pytest.mark.django_db
ADD = "/admin/checkout/bankfile/add/"
FILES, LINES = "/admin/checkout/bankfile/", "/admin/checkout/bankline/"


@pytest.fixture(autouse=True)
def prepared(client: Client, shop: Shop) -> Iterator[None]:
    client.cookies["locale"] = "en"
    log_in(client)
    with translation.override("en"):
        yield


def upload(client: Client, content: bytes, name: str = "statement.xml") -> Any:
    return client.post(ADD, {"file": SimpleUploadedFile(name, content)})


def page_of(file: BankFile) -> str:
    return f"{FILES}{file.pk}/change/"


def line_page(line: BankLine, step: str = "change") -> str:
    return f"{LINES}{line.pk}/{step}/"


def looked_at(client: Client, *entries: str) -> BankFile:
    answer = upload(client, camt(*entries))
    file = BankFile.objects.latest("id")
    assert (answer.status_code, answer.headers["Location"]) == (302, page_of(file))
    return file


@proves(
    "design §7",
    "staff send a file, look at it, have it booked and settle what is left: name the order (suggested by "
    "its sum), say that it was booked by hand, or not ours, and open that again",
)
def test_from_the_file_to_the_paid_order(client: Client, shop: Shop) -> None:
    order = order_of(shop)
    assert "camt.053 in any version" in text_of(client.get(ADD))
    file = looked_at(client, entry("45.90", purpose(order)), entry("3.00", "Zinsen"), entry("9", direction="DBIT"))
    page = text_of(client.get(page_of(file)))
    for words in (
        "What this statement would book", "DE02 1203 0000 0000 2020 51", order.reference, "Mira Falk", "45,90\xa0€",
        "Zinsen", "no reference of an order", "One payment that went out is not kept.", "Book one transaction",
    ):  # fmt: skip
        assert words in page, words
    assert not LedgerEntry.objects.exists()
    assert client.post(page_of(file)).headers["Location"] == page_of(file)
    assert "It is being booked; one transaction is left." in text_of(client.get(page_of(file)))
    book_bank_file(file_id=file.pk)
    assert order_with_state(order).payment_state == PaymentState.PAID
    page = text_of(client.get(page_of(file)))
    assert "What this statement told" in page and "Book one transaction" not in page
    client.post(page_of(file))
    assert "Nothing has changed" in text_of(client.get(page_of(file)))
    assert LedgerEntry.objects.count() == 1


@proves(
    "docs/decisions/0042",
    "the same file twice changes nothing; another that tells of the same adds only what is new, in whichever version",
)
def test_the_same_file_leads_to_what_became_of_it(client: Client, shop: Shop) -> None:
    content = camt(entry("45.90", purpose(order_of(shop))))
    first, second = (upload(client, content).headers["Location"] for _ in range(2))
    assert first == second
    assert "This file was sent before. Nothing has changed." in text_of(client.get(second))
    assert BankFile.objects.count() == BankLine.objects.count() == 1


@proves(
    "docs/decisions/0042",
    "what is no statement, broken, hostile or too large is refused in one line, and nothing of it taken",
)
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"no statement", "This is no XML file."),
        (camt(entry())[:-30], "Line 1: The XML is broken"),
        (camt(entry(), iban="NL26VAYB8060476890"), "NL26 VAYB 8060 4768 90 is no shop"),
        (b"<a>" * 9 * MB, "At most 24 MB."),
        (b"", "file"),
    ],
    ids=["text", "broken", "strange", "large", "empty"],
)
def test_what_is_no_statement_is_told_beside_the_field(client: Client, content: bytes, words: str) -> None:
    answer = upload(client, content)
    assert words in errors_of(answer)
    assert not BankFile.objects.exists()


@proves(
    "docs/decisions/0042",
    "a transaction that cannot be booked (three decimals, another currency, not booked yet, taken back) "
    "is told by its line, the others are read",
)
def test_what_was_left_out_is_told_by_its_line(client: Client, shop: Shop) -> None:
    file = looked_at(client, entry(), entry("12.345"), entry(currency="CHF"))
    page = text_of(client.get(page_of(file)))
    assert "Line 1: 12.345 has more than two decimals" in page
    assert "45.90 CHF: only euros are booked" in page
    client.cookies["locale"] = "de"
    assert "Zeile 1: 12.345 hat mehr als zwei Nachkommastellen" in text_of(client.get(page_of(file)))


@pytest.mark.parametrize("key", ["0", "999", "abc", "-1", "9" * 30])
def test_what_is_not_there_is_not_found(client: Client, key: str) -> None:
    assert client.get(f"{FILES}{key}/change/").status_code == 404
    for step in ("assign", "by-hand", "not-ours", "reopen"):
        assert client.get(f"{LINES}{key}/{step}/").status_code in (403, 404)


def test_a_text_of_the_bank_is_shown_as_text(client: Client, shop: Shop) -> None:
    file = looked_at(client, entry("1.00", "<script>alert(1)</script>", payer="<b>Mira</b>"))
    line = file.lines.get()
    for path in (page_of(file), LINES, line_page(line), line_page(line, "assign")):
        page = text_of(client.get(path))
        assert "<script>alert" not in page and "<b>Mira" not in page


class TestSettling:
    def test_staff_name_the_order(self, client: Client, shop: Shop) -> None:
        order, other = order_of(shop), order_of(shop, 1)
        line = looked_at(client, entry("45.90", "Danke für die Shirts")).lines.get()
        page = text_of(client.get(line_page(line, "assign")))
        assert f"?reference={order.reference}" in page and other.reference not in page, "suggested by its sum"
        assert f'value="{order.reference}"' in text_of(
            client.get(f"{line_page(line, 'assign')}?reference={order.reference}")
        )
        written = order.reference.lower().replace("-", " ")
        assert send(client, line_page(line, "assign"), reference=written).headers["Location"] == line_page(line)
        assert "Booked. The order is paid." in text_of(client.get(line_page(line)))
        assert order_with_state(order).payment_state == PaymentState.PAID
        assert client.get(line_page(line, "assign")).status_code == 403

    @pytest.mark.parametrize(
        ("reference", "words"),
        [("hallo welt", "no order&#x27;s reference"), ("B-00000", "No order has this reference.")],
    )
    def test_what_is_no_order_is_refused_and_kept(self, client: Client, shop: Shop, reference: str, words: str) -> None:
        line = looked_at(client, entry("45.90")).lines.get()
        page = text_of(send(client, line_page(line, "assign"), reference=reference))
        assert words.replace("&#x27;", "'") in page.replace("&#x27;", "'") and f'value="{reference}"' in page

    def test_what_was_booked_by_hand(self, client: Client, shop: Shop) -> None:
        order = order_of(shop)
        record_capture(
            payment=order.payments.get(), amount=Decimal("45.90"), event_id="staff-1", staff=User.objects.get()
        )
        day = timezone.localdate().isoformat()
        line = looked_at(client, entry("45.90", purpose(order), day=day)).lines.get()
        page = text_of(client.get(line_page(line)))
        assert "perhaps booked by hand" in page and "It had been booked by hand" in page
        assert f"by hand for {order.reference}" in text_of(client.get(line_page(line, "by-hand")))
        assert client.post(line_page(line, "by-hand")).status_code == 302
        line.refresh_from_db()
        assert (line.state, LedgerEntry.objects.count()) == (BankLine.State.BY_HAND, 1)

    def test_other_money_of_the_same_sum_is_asked_about_once(self, client: Client, shop: Shop) -> None:
        order = order_of(shop)
        record_capture(payment=order.payments.get(), amount=Decimal("45.90"), event_id="staff-1")
        line = looked_at(client, entry("45.90", "Danke", day=timezone.localdate().isoformat())).lines.get()
        send(client, line_page(line, "assign"), reference=order.reference)
        assert "As much was booked by hand" in text_of(client.get(line_page(line)))
        send(client, line_page(line, "assign"))
        assert "45,90\xa0€ too much came in" in text_of(client.get(line_page(line)))

    def test_what_is_not_ours_and_back(self, client: Client, shop: Shop) -> None:
        line = looked_at(client, entry("3.00", "Zinsen")).lines.get()
        assert "Not ours" in text_of(client.get(line_page(line)))
        assert client.post(line_page(line, "not-ours")).status_code == 302
        page = text_of(client.get(line_page(line)))
        assert "Open again" in page and "Assign to an order" not in page
        assert client.post(line_page(line, "reopen")).status_code == 302
        line.refresh_from_db()
        assert line.state == BankLine.State.OPEN


@proves(
    "design §7",
    "lists count, filter and search; the start page names what waits; orders with too much money are a list",
)
def test_lists_count_and_filter(client: Client, shop: Shop) -> None:
    order = order_of(shop)
    file = looked_at(client, entry("50.00", purpose(order)), entry("3.00", "Zinsen"))

    def found(query: str) -> set[Decimal]:
        return {line.amount for line in client.get(LINES + query).context["cl"].result_list}

    assert found("") == {Decimal("50.00"), Decimal("3.00")}
    assert found("?to_do=settle") == {Decimal("3.00")}
    assert found("?to_do=book") == found("?kind__exact=over") == found(f"?q={order.reference}") == {Decimal("50.00")}
    assert found("?q=zinsen") == {Decimal("3.00")}
    assert found("?state__exact=booked") == set()
    page = client.get(LINES)
    assert [number for _text, number, _link in page.context["counts"]] == [1, 1]
    assert "53,00\xa0€ open in all" in text_of(page)
    assert "2, 2 of them open" in text_of(client.get(FILES))
    tasks = {str(task.title): task.number for task in client.get("/admin/").context["tasks"]}
    assert tasks["Bank transactions that somebody has to decide"] == tasks["Bank statements that are not booked"] == 1
    client.post(page_of(file))
    book_bank_file(file_id=file.pk)
    assert "Bank statements that are not booked" not in text_of(client.get("/admin/"))


def test_orders_with_too_much_money_are_a_list(client: Client, shop: Shop) -> None:
    much, exact = order_of(shop), order_of(shop)
    for order, amount in ((much, "50.00"), (exact, "45.90")):
        record_capture(payment=order.payments.get(), amount=Decimal(amount), event_id=f"bank-{order}")
    listed = client.get("/admin/checkout/order/?money=over").context["cl"].result_list
    assert [order.reference for order in listed] == [much.reference]


class TestRights:
    def clerk(self, client: Client, *rights: str) -> None:
        User.objects.filter(username="clerk").delete()
        clerk = User.objects.create_user("clerk", is_staff=True)
        clerk.user_permissions.set(Permission.objects.filter(codename__in=rights))
        client.force_login(clerk)

    @proves("design §7", "who may look books nothing; who may book alone sees no payers; nothing is changed by hand")
    def test_who_may_look_books_nothing(self, client: Client, shop: Shop) -> None:
        order = order_of(shop)
        file = looked_at(client, entry("45.90", purpose(order)))
        line = file.lines.get()
        self.clerk(client, "view_bankfile", "view_bankline", "view_order")
        page = text_of(client.get(page_of(file)))
        assert order.reference in page and "Book one transaction" not in page
        assert "Read in a bank statement" not in text_of(client.get(LINES))
        assert "Assign to an order" not in text_of(client.get(line_page(line)))
        assert upload(client, camt(entry())).status_code == 403
        for path in (page_of(file), *(line_page(line, step) for step in ("assign", "not-ours", "by-hand", "reopen"))):
            assert client.post(path, {"reference": order.reference}).status_code == 403
        assert not LedgerEntry.objects.exists() and BankFile.objects.get().state == BankFile.State.LOOKED_AT

    def test_who_may_book_transfers_only_sees_no_payers(self, client: Client, shop: Shop) -> None:
        file = looked_at(client, entry("45.90"))
        self.clerk(client, "add_ledgerentry", "view_order")
        for path in (FILES, LINES, ADD, page_of(file), line_page(file.lines.get())):
            assert client.get(path).status_code == 403, path

    def test_who_may_both_books(self, client: Client, shop: Shop) -> None:
        order = order_of(shop)
        self.clerk(client, "view_bankfile", "view_bankline", "add_ledgerentry")
        file = looked_at(client, entry("45.90", purpose(order)))
        assert client.post(page_of(file)).status_code == 302
        book_bank_file(file_id=file.pk)
        assert LedgerEntry.objects.get().staff == User.objects.get(username="clerk")

    def test_nothing_of_it_is_changed_or_deleted_by_hand(self, client: Client, shop: Shop) -> None:
        line = looked_at(client, entry("45.90")).lines.get()
        for path in (line_page(line, "delete"), f"{FILES}{line.file_id}/delete/"):
            assert client.post(path, {"post": "yes"}).status_code == 403
        assert client.post(line_page(line), {"state": "booked"}).status_code == 403
        assert client.get(f"{LINES}add/").status_code == 403
