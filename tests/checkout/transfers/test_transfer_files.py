"""Refunds by transfer go to the bank in one file, each once; what the bank executed is booked."""

import html
import re
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone, translation
from lxml import etree

from checkout.actions.refunds.refunding import book_transfer
from checkout.actions.refunds.transfer_files import discard, executed, write_file
from checkout.errors import NothingToTransfer, RefundFiled, TransferFileHandled
from checkout.models import BankLine, LedgerEntry, Order, Refund, Transfer, TransferFile
from checkout.payments.ledger import balance
from checkout.refunds.sepa.accounts import payer_of, with_accounts
from checkout.refunds.sepa.business_days import business_day_from
from checkout.tasks import book_transfer_file, forget_payers_of_transfers
from shop.core.retention import PAYERS
from shop.invariants import broken_invariants
from shop.models import AuditEntry, Shop
from tests.checkout.bank.booking import book, late_money, purpose, take
from tests.checkout.bank.statements import entry
from tests.factories import make_shop
from tests.proofs import proves
from tests.separate_changes import count_changes
from tests.staff import errors_of, log_in, send, text_of
from tests.words import worded

from .banks import NAMES, accepted

pytestmark = pytest.mark.django_db
REFUNDS, FILES = "/admin/checkout/refund/", "/admin/checkout/transferfile/"
OURS = "DE02120300000000202051"


@pytest.fixture(scope="module")
def late_once(module_rows: None) -> list[UUID]:
    """Two orders whose money came too late, each with 45.90 EUR to go back. Half a second, for nearly all tests."""
    count_changes("yes")
    shop = make_shop("merchstand", bank_payee="Nachtfalter & Söhne", bank_iban=OURS)
    with translation.override("en"):
        staff = log_in(Client())
        return [late_money(shop, staff).pk for _order in range(2)]


@pytest.fixture
def shop(late_once: list[UUID], db: None) -> Shop:
    return Shop.objects.get()


@pytest.fixture(autouse=True)
def staff(client: Client, shop: Shop) -> Iterator[User]:
    user = User.objects.get(username="staff")
    client.force_login(user)
    client.defaults["SERVER_NAME"] = "localhost"
    client.cookies["locale"] = "en"
    with translation.override("en"):
        yield user


@pytest.fixture
def orders(late_once: list[UUID], staff: User) -> list[Order]:
    return [Order.objects.get(pk=key) for key in late_once]


def write(staff: User) -> TransferFile:
    return write_file(refunds=list(Refund.objects.values_list("pk", flat=True)), staff=staff).file


def page_of(file: TransferFile, step: str = "change") -> str:
    return f"{FILES}{file.pk}/{step}/"


def chosen(**more: str) -> dict[str, Any]:
    refunds = [str(key) for key in Refund.objects.values_list("pk", flat=True)]
    return {"action": "to_file", "_selected_action": refunds, "index": "0"} | more


def booked(file: TransferFile) -> TransferFile:
    """As the worker does it."""
    book_transfer_file(file_id=file.pk)
    file.refresh_from_db()
    return file


@proves(
    "docs/decisions/0058",
    "staff put refunds that wait for a transfer into one SEPA file (pain.001.001.09), by its schema and "
    "with its signs only, one part for each account that pays; downloaded again it is the same; what has "
    "no account is left out and named",
)
def test_those_that_wait_are_written_into_one_file(client: Client, orders: list[Order], staff: User) -> None:
    answer = client.post(REFUNDS, chosen())
    file = TransferFile.objects.get()
    assert answer.headers["Location"] == page_of(file) and file.staff == staff
    download = client.get(page_of(file, "file"))
    assert f'filename="{file.reference}.xml"' in download.headers["Content-Disposition"]
    assert "no-store" in download.headers["Cache-Control"]
    told = accepted(download.content)
    assert {(one.debtor, one.name, one.iban, one.amount) for one in told} == {
        (OURS, "Mira Falk", "DE89370400440532013000", Decimal("45.90"))
    }
    assert {one.purpose for one in told} == {
        worded("Refund of order %(reference)s", reference=one.reference) for one in orders
    }
    assert {one.id for one in told} == {one.hex for one in Refund.objects.values_list("pk", flat=True)}
    page = text_of(client.get(page_of(file)))
    assert "91,80\xa0€" in page and "Mira Falk" in page and "DE89" not in page
    assert client.get(page_of(file, "file")).content == download.content, "always the same"


@proves("docs/decisions/0058", "money that came from several accounts has none to which it goes back by itself")
def test_a_cent_from_another_account_leaves_no_account(shop: Shop, staff: User) -> None:
    order = late_money(shop, staff)
    refund = with_accounts(Refund.objects.filter(payment__order=order)).get()
    assert payer_of(refund) is not None
    book(take(staff, entry("0.01", purpose(order))), staff)
    BankLine.objects.filter(amount=Decimal("0.01")).update(payer_iban="DE75512108001245126199")
    assert refund.payment.entries.filter(kind=LedgerEntry.Kind.CAPTURE).count() == 2
    of_order = with_accounts(Refund.objects.filter(pk=refund.pk)).get()
    assert payer_of(of_order) is None


@proves("docs/decisions/0078", "a name that is too long for a bank's file is cut, and staff are told before it leaves")
def test_a_holders_name_that_is_cut_is_told(client: Client, orders: list[Order], staff: User) -> None:
    told = "account's holder is cut"
    assert told not in html.unescape(client.post(REFUNDS, chosen(), follow=True).content.decode())
    discard(file=TransferFile.objects.get(), staff=staff)
    BankLine.objects.filter(entry__payment__order=orders[0]).update(payer="Ä" * 36)
    page = html.unescape(client.post(REFUNDS, chosen(), follow=True).content.decode())
    assert f"cut in the file: {orders[0].reference}" in page and f"file: {orders[0].reference}," not in page
    assert page.count(told) == 2, "in the message and beside the order"
    file = TransferFile.objects.latest("pk")
    assert "Ae" * 35 in client.get(page_of(file, "file")).content.decode()


@proves(
    "docs/decisions/0058",
    "a SEPA file asks for the next day on which banks are open (TARGET: no weekend, no holiday), counted "
    "from when it is taken along",
)
def test_a_file_that_is_taken_to_the_bank_later_has_a_day_that_is_not_past(
    client: Client, orders: list[Order], staff: User
) -> None:
    file, today = write(staff), timezone.localdate()
    TransferFile.objects.update(written_at=timezone.now() - timedelta(days=9))

    def day() -> date:
        root = etree.fromstring(client.get(page_of(file, "file")).content)
        return date.fromisoformat(root.findtext(".//p:ReqdExctnDt/p:Dt", namespaces=NAMES))

    assert day() == business_day_from(today) >= today
    executed(file=file, day=today - timedelta(days=1), staff=staff)
    assert day() == today - timedelta(days=1), "the bank's"


@proves(
    "docs/decisions/0058",
    "a refund stands in one file, however many of the staff write one at once, and is not sent by hand "
    "as well; a file is discarded before it is booked or not at all",
)
def test_a_refund_stands_in_one_file(client: Client, orders: list[Order], staff: User) -> None:
    file = write(staff)
    assert "None of these waits for a file." in text_of(client.post(REFUNDS, chosen(), follow=True))
    with pytest.raises(NothingToTransfer):
        write(staff)
    assert TransferFile.objects.get() == file
    refund = Refund.objects.first()
    assert refund is not None
    page = text_of(client.get(f"{REFUNDS}{refund.pk}/change/"))
    assert file.reference in page and "staff-code" not in page, "nobody sends it by an app as well"
    assert file.reference in text_of(client.get(REFUNDS))
    for left, found in (("file", False), ("transfer", True)):
        assert (orders[0].reference in text_of(client.get(f"{REFUNDS}?to_do={left}"))) is found


def test_what_stands_in_a_file_is_not_sent_by_hand_as_well(client: Client, orders: list[Order], staff: User) -> None:
    write(staff)
    refund = Refund.objects.all()[0]
    with pytest.raises(RefundFiled):
        book_transfer(refund=refund, day=timezone.localdate(), staff=staff)
    assert client.get(f"{REFUNDS}{refund.pk}/sent/").status_code == 403
    by_hand = chosen(action="sent", day=timezone.localdate().isoformat())
    assert "it stands in a SEPA file" in text_of(client.post(REFUNDS, by_hand, follow=True))
    assert not LedgerEntry.objects.filter(kind="refund").exists()


@proves(
    "docs/decisions/0058",
    "once the bank has executed a file all of its refunds are booked, but those that it refused: they wait for another",
)
def test_once_the_bank_has_executed_it_all_are_booked(client: Client, orders: list[Order], staff: User) -> None:
    file, yesterday = write(staff), timezone.localdate() - timedelta(days=1)
    assert "cannot be taken back" in text_of(client.get(page_of(file, "executed")))
    assert errors_of(send(client, page_of(file, "executed"), day="2999-01-01"))
    answer = send(client, page_of(file, "executed"), day=yesterday.isoformat())
    assert "being booked" in text_of(client.get(answer.headers["Location"]))
    assert booked(file).state == TransferFile.State.DONE
    assert (file.decided_by, file.executed_on) == (staff, yesterday)
    assert set(Refund.objects.values_list("state", flat=True)) == {"done"}
    assert [balance(one) for one in orders] == [Decimal(0)] * 2
    entries = LedgerEntry.objects.filter(kind="refund")
    assert {(one.staff, one.amount) for one in entries} == {(staff, Decimal("45.90"))} and len(entries) == 2
    booked(file)
    assert entries.count() == 2, "however often the job runs"
    assert broken_invariants() == {}


def test_a_job_that_stopped_half_way_goes_on(orders: list[Order], staff: User) -> None:
    file = write(staff)
    executed(file=file, day=timezone.localdate(), staff=staff)
    book_transfer(refund=Refund.objects.all()[0], day=timezone.localdate(), staff=staff)
    assert booked(file).state == TransferFile.State.DONE
    assert LedgerEntry.objects.filter(kind="refund").count() == 2


def but_for_the_day(content: bytes) -> bytes:
    """At a weekend a file asks for the next business day; afterwards it tells the day that staff have named."""
    return re.sub(rb"<Dt>[^<]*</Dt>", b"", content)


def test_what_the_bank_refused_waits_for_another_file(client: Client, orders: list[Order], staff: User) -> None:
    file = write(staff)
    refused = file.transfers.all()[0]
    whole = but_for_the_day(client.get(page_of(file, "file")).content)
    send(client, page_of(file, "executed"), refused=[str(refused.pk)])
    booked(file)
    assert sorted(Refund.objects.values_list("state", flat=True)) == ["done", "requested"]
    assert but_for_the_day(client.get(page_of(file, "file")).content) == whole, "the bank had all of it"
    assert "taken out" in text_of(client.get(page_of(file)))
    assert [one.refund for one in write(staff).transfers.all()] == [refused.refund]
    assert broken_invariants() == {}


def test_a_file_that_the_bank_never_got_is_discarded(client: Client, orders: list[Order], staff: User) -> None:
    file = write(staff)
    assert "paid twice" in text_of(client.get(page_of(file, "discard")))
    assert "wait for a transfer again" in text_of(client.post(page_of(file, "discard"), follow=True))
    assert client.get(page_of(file, "file")).status_code == 403, "nobody takes it to the bank now"
    for step in ("executed", "discard"):
        assert client.post(page_of(file, step), {"day": "2026-11-01"}).status_code == 403
    with pytest.raises(TransferFileHandled):
        executed(file=file, day=timezone.localdate(), staff=staff)
    assert write(staff).transfers.count() == 2
    assert broken_invariants() == {}


def test_what_is_booked_is_not_discarded(orders: list[Order], staff: User) -> None:
    file = write(staff)
    executed(file=file, day=timezone.localdate(), staff=staff)
    with pytest.raises(TransferFileHandled):
        discard(file=file, staff=staff)
    assert booked(file).state == TransferFile.State.DONE
    with pytest.raises(TransferFileHandled):
        discard(file=file, staff=staff)


def test_without_an_account_it_is_left_out_and_named(client: Client, orders: list[Order]) -> None:
    BankLine.objects.filter(order=orders[0]).update(payer="", payer_iban="")
    page = text_of(client.post(REFUNDS, chosen(), follow=True))
    assert f"Left out, as no account in the SEPA area is known: {orders[0].reference}" in page
    assert Transfer.objects.get().refund.payment.order == orders[1]


@pytest.mark.parametrize("iban", ["", "DE00370400440532013000", "BR1500000000000010932840814P2"])
def test_no_file_goes_where_no_euros_can(client: Client, orders: list[Order], iban: str) -> None:
    BankLine.objects.update(payer_iban=iban)
    assert "None of these can go into a file" in text_of(client.post(REFUNDS, chosen(), follow=True))
    assert not TransferFile.objects.exists()


def test_a_shop_without_an_account_has_no_file(orders: list[Order], staff: User) -> None:
    Shop.objects.update(bank_iban="")
    with pytest.raises(NothingToTransfer):
        write(staff)


def test_what_a_payment_service_sends_or_refused_is_in_no_file(orders: list[Order], staff: User) -> None:
    Refund.objects.update(state=Refund.State.FAILED)
    with pytest.raises(NothingToTransfer):
        write(staff)


def test_accounts_are_forgotten_some_time_after(client: Client, orders: list[Order], staff: User) -> None:
    file = write(staff)
    TransferFile.objects.update(written_at=timezone.now() - 2 * PAYERS.span)
    forget_payers_of_transfers(timestamp=0)
    assert Transfer.objects.exclude(iban="").count() == 2, "nobody has said what became of it"
    executed(file=file, day=timezone.localdate(), staff=staff)
    booked(file)
    TransferFile.objects.update(decided_at=timezone.now() - PAYERS.span + timedelta(hours=1))
    forget_payers_of_transfers(timestamp=0)
    assert client.get(page_of(file, "file")).status_code == 200
    TransferFile.objects.update(decided_at=timezone.now() - PAYERS.span - timedelta(hours=1))
    forget_payers_of_transfers(timestamp=0)
    assert set(Transfer.objects.values_list("name", "iban")) == {("", "")}
    assert client.get(page_of(file, "file")).status_code == 403
    assert file.reference in text_of(client.get(page_of(file)))


def test_it_is_noted_who_did_what_and_no_account(client: Client, orders: list[Order], staff: User) -> None:
    client.post(REFUNDS, chosen())
    noted = list(AuditEntry.objects.filter(model__in=["checkout.transferfile", "checkout.transfer"]))
    assert len(noted) == 3 and {one.who for one in noted} == {str(staff)}
    assert not [one for one in noted if "DE8937" in str(one.changes) or "Mira" in str(one.changes)]


class TestRights:
    def clerk(self, client: Client, *rights: str) -> None:
        client.force_login(clerk := User.objects.create_user("clerk", is_staff=True))
        clerk.user_permissions.set(Permission.objects.filter(codename__in=rights))

    @proves(
        "design §6",
        "who may not see accounts takes no file along; they are forgotten 30 days after it was booked or "
        "discarded, and stand in no history",
    )
    def test_who_may_not_see_accounts_writes_and_takes_no_file(
        self, client: Client, orders: list[Order], staff: User
    ) -> None:
        file = write(staff)
        self.clerk(client, "view_refund", "view_transferfile", "add_transferfile", "add_ledgerentry")
        assert "DE89" not in text_of(client.get(page_of(file)))
        assert client.get(page_of(file, "file")).status_code == 403
        assert client.get(page_of(file, "discard")).status_code == 403
        assert "No action selected" in text_of(client.post(REFUNDS, chosen(), follow=True))

    def test_to_say_that_it_was_executed_is_the_right_to_book(
        self, client: Client, orders: list[Order], staff: User
    ) -> None:
        file = write(staff)
        self.clerk(client, "view_refund", "view_transferfile", "add_transferfile", "view_bankline")
        assert client.get(page_of(file, "file")).status_code == 200
        assert client.get(page_of(file, "executed")).status_code == 403


def test_what_may_never_happen_is_found(orders: list[Order], staff: User) -> None:
    file = write(staff)
    discard(file=file, staff=staff)
    Transfer.objects.update(withdrawn_at=None)
    assert [name for name in broken_invariants() if name.startswith("5i")]
