"""What money pays for: by its reference, then by its amount; and what stays for somebody to decide."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from checkout.actions import cancel_unpaid, invalidate_line
from checkout.actions.bank.bank_statements import book_file, import_statements, queue_booking
from checkout.bank.problems import StatementRefused
from checkout.models import BankFile, BankLine, LedgerEntry, Order, OrderLine, Payment, Placement
from checkout.orders.order_state import PaymentState, order_with_state
from checkout.payments.ledger import record_capture, record_reversal
from shop.models import Shop
from tests.checkout.bank.statements import IBAN, camt, document, entry, statement, transaction, zipped
from tests.checkout.merging import merge
from tests.checkout.placing import ready_cart
from tests.factories import first_variant, make_event, make_shop
from tests.proofs import proves

from .booking import order_of, purpose, take

pytestmark = pytest.mark.django_db
Kind, Remark = BankLine.Kind, BankLine.Remark
OTHER_IBAN = "DE75512108001245126199"


def found(file: BankFile) -> list[tuple[str, str, Decimal, Order | None]]:
    lines = file.lines.select_related("order").order_by("number")
    return [(one.kind, one.remark, one.amount, one.order) for one in lines]


def kinds(file: BankFile) -> list[str]:
    return [kind for kind, _remark, _amount, _order in found(file)]


def money(*amounts: str) -> list[Decimal]:
    return [Decimal(amount) for amount in amounts]


@proves(
    "docs/decisions/0042",
    "it fits, is too little, too much, or came in parts; nothing is booked before it was looked at",
)
def test_the_amount_says_whether_it_fits(shop: Shop, clerk: User) -> None:
    orders = [order_of(shop) for _ in range(3)]
    amounts = ("45.90", "20.00", "50.00")
    file = take(clerk, *(entry(each, purpose(order)) for each, order in zip(amounts, orders, strict=True)))
    assert found(file) == [
        (kind, "", Decimal(each), order)
        for kind, each, order in zip((Kind.MATCHED, Kind.UNDER, Kind.OVER), amounts, orders, strict=True)
    ]
    assert LedgerEntry.objects.count() == 0, "nothing is booked before it was looked at"
    assert file.state == BankFile.State.LOOKED_AT


def test_what_comes_in_parts_fits_with_the_last_one(shop: Shop, clerk: User) -> None:
    order = order_of(shop)
    file = take(clerk, *(entry(each, purpose(order)) for each in ("20.00", "25.90", "1.00")))
    assert kinds(file) == [Kind.UNDER, Kind.MATCHED, Kind.OVER]


@proves("docs/decisions/0042", "money for a cancelled order is booked and noted to go back")
def test_money_for_a_cancelled_order_is_late(shop: Shop, clerk: User) -> None:
    order = order_of(shop)
    cancel_unpaid(order=order)
    assert kinds(take(clerk, entry("45.90", purpose(order)))) == [Kind.LATE]


def test_money_for_a_paid_order_that_ended_is_not_late(shop: Shop, clerk: User) -> None:
    """Nothing notes it as money that is to go back: it is listed as too much. What is owed again pays."""
    order = order_of(shop)
    record_capture(payment=order.payments.get(), amount=Decimal("45.90"), event_id="bank-x")
    invalidate_line(line=OrderLine.objects.get(), retained=Decimal("40.00"))
    assert order_with_state(order).payment_state == PaymentState.CANCELLED
    assert kinds(take(clerk, entry("45.90", purpose(order), reference="R1"))) == [Kind.OVER]
    record_reversal(entry=LedgerEntry.objects.get(kind="capture"), staff=clerk, note="")
    assert kinds(take(clerk, entry("45.90", purpose(order), reference="R2"))) == [Kind.MATCHED]


def test_money_for_a_paid_order_is_too_much(shop: Shop, clerk: User) -> None:
    order = order_of(shop)
    record_capture(payment=order.payments.get(), amount=Decimal("45.90"), event_id="bank-x")
    assert kinds(take(clerk, entry("45.90", purpose(order)))) == [Kind.OVER]


@proves("docs/decisions/0042", "what was perhaps booked by hand is never booked twice by itself")
def test_what_was_perhaps_booked_by_hand_is_left_to_somebody(shop: Shop, clerk: User) -> None:
    order = order_of(shop)
    record_capture(payment=order.payments.get(), amount=Decimal("20.00"), event_id="staff-1", staff=clerk)
    today = timezone.localdate().isoformat()
    file = take(clerk, *(entry(each, purpose(order), day=today) for each in ("20.00", "20.00", "5.90")))
    assert kinds(file) == [Kind.DUPLICATE, Kind.UNDER, Kind.MATCHED], "it was booked by hand once"


def test_money_of_after_a_booking_by_hand_is_other_money(shop: Shop, clerk: User) -> None:
    order = order_of(shop)
    record_capture(payment=order.payments.get(), amount=Decimal("20.00"), event_id="staff-1", staff=clerk)
    later = (timezone.localdate() + timedelta(days=9)).isoformat()
    assert kinds(take(clerk, entry("20.00", purpose(order), day=later))) == [Kind.UNDER]


@proves(
    "docs/decisions/0042",
    "one transfer for several orders is shared if it is their sum; of several the open one is paid",
)
def test_one_transfer_for_several_orders_is_shared(shop: Shop, clerk: User) -> None:
    first, second, paid = order_of(shop), order_of(shop, 1), order_of(shop)
    record_capture(payment=paid.payments.get(), amount=Decimal("45.90"), event_id="bank-x")
    file = take(clerk, entry("71.80", purpose(first, second, paid)), entry("70.00", purpose(first, second)))
    one, other, rest = found(file)
    assert {one, other} == {
        (Kind.MATCHED, "", Decimal("45.90"), first), (Kind.MATCHED, "", Decimal("25.90"), second),
    }  # fmt: skip
    assert rest == (Kind.UNKNOWN, Remark.SEVERAL, Decimal("70.00"), None)
    assert list(file.lines.order_by("number").values_list("part", flat=True)) == [1, 2, 0]


@proves("docs/decisions/0042", "where a part of an order's money is on its way otherwise, the rest of it is all of it")
def test_the_rest_beside_what_is_on_its_way_is_all_of_it(shop: Shop, clerk: User) -> None:
    orders = [order_of(shop) for _ in range(4)]
    for order in orders:
        Payment.objects.create(
            order=order, method="paypal", provider="paypal", external_id=f"of {order}", on_its_way="echeck",
            amount=Decimal("20.00"), reference=f"PPX{order.reference}",
        )  # fmt: skip
    alone, both, guessed, other = orders
    file = take(
        clerk,
        *(entry(each, purpose(alone)) for each in ("25.90", "20.00")),
        entry("25.90", guessed.reference.replace("-", " ")),
        entry("51.80", purpose(both, other)),
    )
    assert found(file) == [
        (Kind.MATCHED, "", Decimal("25.90"), alone),
        (Kind.MATCHED, "", Decimal("20.00"), alone),
        (Kind.MATCHED, "", Decimal("25.90"), guessed),
        (Kind.MATCHED, "", Decimal("25.90"), both),
        (Kind.MATCHED, "", Decimal("25.90"), other),
    ]


def test_of_several_orders_the_one_that_is_open_is_paid(shop: Shop, clerk: User) -> None:
    still_open, paid = order_of(shop), order_of(shop)
    record_capture(payment=paid.payments.get(), amount=Decimal("45.90"), event_id="bank-x")
    file = take(clerk, entry("45.90", purpose(paid, still_open)))
    assert found(file) == [(Kind.MATCHED, "", Decimal("45.90"), still_open)]


@proves("docs/decisions/0042", "without its hyphen a reference counts with the right amount alone")
def test_a_reference_without_its_hyphen_counts_with_the_right_amount_alone(shop: Shop, clerk: User) -> None:
    order = order_of(shop)
    written = order.reference.replace("-", "")
    file = take(clerk, entry("45.00", f"Karten {written}"), entry("45.90", f"Karten {written}"))
    assert found(file) == [
        (Kind.UNKNOWN, Remark.GUESS, Decimal("45.00"), order), (Kind.MATCHED, "", Decimal("45.90"), order),
    ]  # fmt: skip


@proves("docs/decisions/0042", "what leads to no order says why")
@pytest.mark.parametrize(
    ("told", "remark"),
    [
        (entry(purpose="Danke für alles"), Remark.NO_REFERENCE),
        (entry(purpose=""), Remark.NO_REFERENCE),
        (entry(purpose="BAXB-00000"), Remark.NO_ORDER),
        (entry("4.00", details="<Btch><NbOfTxs>2</NbOfTxs></Btch>"), Remark.BATCH),
        (entry(details=transaction("BAXB-00000", returned=True)), Remark.RETURNED),
        (entry(reversal="true"), Remark.REVERSAL),
    ],
)  # fmt: skip
def test_what_leads_to_no_order_says_why(shop: Shop, clerk: User, told: str, remark: str) -> None:
    file = take(clerk, told)
    assert [(kind, why) for kind, why, _amount, _order in found(file)] == [(Kind.UNKNOWN, remark)]
    assert file.state == BankFile.State.DONE, "there is nothing to book"


def test_a_returned_payment_with_a_reference_is_not_booked(shop: Shop, clerk: User) -> None:
    order = order_of(shop)
    assert kinds(take(clerk, entry("45.90", details=transaction(purpose(order), returned=True)))) == [Kind.UNKNOWN]


def test_an_order_that_was_never_to_be_transferred(shop: Shop, clerk: User) -> None:
    order = order_of(shop)
    Payment.objects.update(method="paypal", provider="paypal")
    assert found(take(clerk, entry("45.90", purpose(order)))) == [
        (Kind.UNKNOWN, Remark.NO_TRANSFER, Decimal("45.90"), order)
    ]


class TestAccounts:
    @proves(
        "docs/decisions/0042",
        "a shop's orders are paid on its own account alone; a stranger's statement is refused, beside a "
        "shop's left out and told",
    )
    def test_orders_of_a_shop_are_paid_on_its_own_account_alone(self, shop: Shop, clerk: User) -> None:
        other = make_shop(bank_iban=OTHER_IBAN)
        here, there = order_of(shop), order_of(other)
        content = document(
            statement(entry("45.90", purpose(there)), entry("45.90", purpose(here))),
            statement(entry("45.90", purpose(there)), iban=OTHER_IBAN),
        )
        assert [one[:2] for one in found(take(clerk, content=content))] == [
            (Kind.UNKNOWN, Remark.OTHER_ACCOUNT), (Kind.MATCHED, ""), (Kind.MATCHED, ""),
        ]  # fmt: skip

    def test_shops_may_share_an_account(self, shop: Shop, clerk: User) -> None:
        order = order_of(make_shop())
        assert kinds(take(clerk, entry("45.90", purpose(order)))) == [Kind.MATCHED]

    def test_a_statement_of_a_strangers_account_is_refused(self, shop: Shop, clerk: User) -> None:
        with pytest.raises(StatementRefused) as refused:
            take(clerk, content=camt(entry(), iban="NL26VAYB8060476890"))
        assert refused.value.note.values == {"iban": "NL26 VAYB 8060 4768 90"}
        assert not BankFile.objects.exists() and not BankLine.objects.exists()

    def test_beside_a_shops_it_is_told_and_left_out(self, shop: Shop, clerk: User) -> None:
        file = take(clerk, content=document(statement(entry()), statement(entry(), iban="NL26VAYB8060476890")))
        assert file.lines.count() == 1
        (note,) = file.notes
        assert note["values"] == {"iban": "NL26 VAYB 8060 4768 90", "number": "1"}


class TestAgain:
    @proves(
        "docs/decisions/0042",
        "the same file twice changes nothing; another that tells of the same adds only what is new, in "
        "whichever version",
    )
    def test_the_same_file_again_changes_nothing(self, shop: Shop, clerk: User) -> None:
        content = camt(entry("45.90", purpose(order_of(shop))))
        file, new = import_statements(content=content, name="a.xml", staff=clerk)
        again, new_again = import_statements(content=content, name="b.xml", staff=clerk)
        assert (file, new, new_again) == (again, True, False)
        assert BankFile.objects.count() == BankLine.objects.count() == 1

    def test_another_file_that_tells_of_the_same_adds_only_what_is_new(self, shop: Shop, clerk: User) -> None:
        known, equal = entry("45.90", purpose(order_of(shop))), entry("5.00", "equal", reference="")
        take(clerk, known, equal)
        file = take(clerk, known, equal, equal, entry("7.00"))
        assert (file.known, [one.amount for one in file.lines.order_by("number")]) == (2, money("5.00", "7.00"))

    def test_what_was_shared_is_known_as_a_whole(self, shop: Shop, clerk: User) -> None:
        shared = entry("71.80", purpose(order_of(shop), order_of(shop, 1)))
        take(clerk, shared)
        assert (take(clerk, shared, entry()).known, BankLine.objects.count()) == (1, 3)

    def test_one_file_may_tell_it_in_two_versions(self, shop: Shop, clerk: User) -> None:
        both = zipped(*(camt(entry(version=v, reference="R1"), version=v) for v in ("02", "08")))
        file = take(clerk, content=both)
        assert (file.known, file.lines.count()) == (1, 1)


@proves(
    "docs/decisions/0042",
    "only money that came in is kept, and of it only what is needed; what came back is no payment",
)
def test_only_what_is_needed_is_kept(shop: Shop, clerk: User) -> None:
    content = camt(
        entry("45.90", "Danke\u202e  sehr", payer="Mira\u200b Falk"), entry("1800", "Gehalt Juni", direction="DBIT")
    )
    file = take(clerk, content=content)
    line = file.lines.get()
    assert (line.payer, line.purpose, file.debits) == ("Mira Falk", "Danke sehr", 1)
    assert "Gehalt" not in str(file.notes) + str(BankLine.objects.values())


@proves("design §6", "a file of many transactions asks as little as one of few")
def test_many_transactions_ask_as_little_as_few(shop: Shop, clerk: User) -> None:
    def asked(number: int) -> int:
        told = [entry("45.90", purpose(order_of(shop))) for _ in range(number)]
        content = camt(*told, *[entry() for _ in range(number)])
        with CaptureQueriesContext(
            connection,
        ) as seen:
            take(clerk, content=content)
        return len(seen)

    assert asked(1) == asked(5) <= 14


def test_a_shops_account_is_the_one_of_the_tests(shop: Shop) -> None:
    assert shop.bank_iban == IBAN


def add_to(order: Order, *, is_verified: bool) -> Placement:
    """A ticket of 20.00."""
    session, _request = ready_cart((first_variant(make_event(order.shop, price="20.00")), 1))
    return merge(session, into=order, is_verified=is_verified)


def test_what_a_stranger_merged_is_found_by_its_own_number(shop: Shop, clerk: User) -> None:
    order = order_of(shop)
    part = add_to(order, is_verified=False)
    file = take(clerk, entry("20.00", f"BAX{part.reference}"), entry("45.90", purpose(order)))
    assert [(one.kind, one.payment) for one in file.lines.order_by("number")] == [
        (Kind.MATCHED, part.payments.get()), (Kind.MATCHED, order.payments.get(placement__number=1)),
    ]  # fmt: skip
    queue_booking(file=file, staff=clerk)
    file.refresh_from_db()
    book_file(file)
    part.refresh_from_db()
    assert part.paid_at is not None


def test_what_was_merged_with_the_e_mail_is_found_by_either_number(shop: Shop, clerk: User) -> None:
    order = order_of(shop)
    part = add_to(order, is_verified=True)
    file = take(clerk, entry("20.00", f"B-{part.reference[2:]}"), entry("45.90", purpose(order)))
    assert kinds(file) == [Kind.MATCHED, Kind.MATCHED]


def test_a_day_that_is_none_stops_no_file(shop: Shop, clerk: User) -> None:
    order = order_of(shop)
    record_capture(payment=order.payments.get(), amount=Decimal("45.90"), event_id="staff-1", staff=clerk)
    assert kinds(take(clerk, entry("45.90", purpose(order), day="0001-01-01"))) == [Kind.DUPLICATE]
