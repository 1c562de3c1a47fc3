"""Staff give money back: for lines, shipping, as a reduction, for everything; what comes back ends."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection

from cart.actions import apply_discount, apply_payment_code
from catalogue.models import Stock
from checkout.actions import move_delivery, place_order
from checkout.actions.refunds.giving_back import cancel_order, refund_order
from checkout.errors import LineNotSplit, NothingChosen, OrderChanged, RefundTooLarge
from checkout.models import Delivery, OrderLine, OrderStep, Payment, Placement, Refund, RefundShipping
from checkout.orders.order_state import PaymentState
from checkout.payments.ledger import balance, record_capture
from checkout.refunds.refundable import Disposition, RefundCommand, RefundCommandLine, RefundScope
from shop.core.database.transactions import dry_run
from shop.core.errors import ShopError
from shop.invariants import broken_invariants
from shop.models import Mail, Shop
from tests.checkout.discounts import make_code
from tests.checkout.giving_back import action_by, invoiced_total, send_all, shirts, sold, some_of
from tests.checkout.placing import click_of, place, ready_cart, state_of, transfer
from tests.factories import first_variant, make_event, make_payment_code, make_product, make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db
EUROS = Decimal


@proves(
    "law PM-7, IN-4",
    "staff give money back on one page: for lines or some pieces of them, all or less of their price, "
    "shipping as far as it was charged, an amount that lowers each price in proportion, or everything; "
    "what comes back ends and is sold again, or ends and is not, or stays the buyer's; less than the "
    "price of what ended stays charged; a payment code gives no cash and is free again",
)
def test_some_pieces_come_back_and_their_money_goes(paid: Placement, staff: User) -> None:
    outcome = refund_order(order=paid.order, command=some_of(shirts(paid), 1), action=action_by(staff))
    assert (outcome.total, [one.amount for one in outcome.ended], sold()) == (EUROS(20), [1], [1, 1])
    assert (balance(paid.order), broken_invariants()) == (EUROS(-20), {})
    send_all()
    assert (balance(paid.order), invoiced_total(), broken_invariants()) == (EUROS(0), EUROS("55.90"), {})
    mail = Mail.objects.get(kind__startswith="refund:")
    assert mail.subject_key == str(paid.pk)
    step = OrderStep.objects.get()
    assert (step.kind, step.text, step.staff, step.order) == ("refund", "because", staff, paid.order)


def test_what_stays_the_buyers_is_cheaper_once_the_money_has_gone(paid: Placement, staff: User) -> None:
    refund_order(
        order=paid.order,
        command=some_of(shirts(paid), amount="5.00", disposition=Disposition.KEPT),
        action=action_by(staff),
    )
    assert (sold(), balance(paid.order)) == ([2, 1], EUROS(0))
    send_all()
    assert (balance(paid.order), invoiced_total(), broken_invariants()) == (EUROS(0), EUROS("70.90"), {})


def test_less_than_its_price_goes_back_for_what_ends(paid: Placement, staff: User) -> None:
    outcome = refund_order(order=paid.order, command=some_of(shirts(paid), 1, "15.00"), action=action_by(staff))
    assert (outcome.total, outcome.ended[0].retained) == (EUROS(15), EUROS(5))
    send_all()
    assert (balance(paid.order), invoiced_total(), broken_invariants()) == (EUROS(0), EUROS("60.90"), {})


@proves("law IN-3", "invoices follow a refund by corrections, also of shipping and of what is kept, to the cent")
def test_what_is_kept_stands_on_an_invoice_that_is_written_later(staff: User) -> None:
    shop = make_shop()
    placement = place((first_variant(make_product(shop, capacity=9)), 2))
    transfer(placement, "45.90")
    refund_order(order=placement.order, command=some_of(shirts(placement), amount="35.00"), action=action_by(staff))
    Shop.objects.update(seller_name="S", seller_address="Weg 1", seller_vat_id="DE123456788")
    send_all()
    assert (invoiced_total(), balance(placement.order), broken_invariants()) == (EUROS("10.90"), EUROS(0), {})


def test_what_is_gone_is_not_sold_again(paid: Placement, staff: User) -> None:
    before = Stock.objects.order_by("pk")[0].free
    refund_order(order=paid.order, command=some_of(shirts(paid), disposition=Disposition.GONE), action=action_by(staff))
    assert Stock.objects.order_by("pk")[0].free == before
    assert sold() == [0, 1]
    assert broken_invariants() == {}


def test_shipping_goes_back_as_far_as_it_was_charged(paid: Placement, staff: User) -> None:
    command = RefundCommand(RefundScope.LINES, shipping={paid.pk: EUROS("5.90")})
    for more in ("5.91", "-0.01"):
        with pytest.raises(RefundTooLarge):
            refund_order(
                order=paid.order, command=replace(command, shipping={paid.pk: EUROS(more)}), action=action_by(staff)
            )
    refund_order(order=paid.order, command=command, action=action_by(staff))
    with pytest.raises(RefundTooLarge):
        refund_order(order=paid.order, command=command, action=action_by(staff))
    send_all()
    assert (balance(paid.order), invoiced_total(), broken_invariants()) == (EUROS(0), EUROS(70), {})


def test_an_amount_lowers_each_price_in_proportion(paid: Placement, staff: User) -> None:
    outcome = refund_order(
        order=paid.order, command=RefundCommand(RefundScope.AMOUNT, amount=EUROS("7.59")), action=action_by(staff)
    )
    assert sorted(part.amount for part in outcome.refunds[0].lines.all()) == [EUROS("3.00"), EUROS("4.00")]
    assert RefundShipping.objects.get().amount == EUROS("0.59")
    assert outcome.ended == []
    send_all()
    assert (balance(paid.order), invoiced_total(), broken_invariants()) == (EUROS(0), EUROS("68.31"), {})
    with pytest.raises(RefundTooLarge):
        refund_order(
            order=paid.order, command=RefundCommand(RefundScope.AMOUNT, amount=EUROS("68.32")), action=action_by(staff)
        )


def test_everything_goes_back_and_the_order_counts_as_cancelled(paid: Placement, staff: User) -> None:
    outcome = refund_order(order=paid.order, command=RefundCommand(RefundScope.ALL), action=action_by(staff))
    assert (outcome.total, len(outcome.ended), sold()) == (EUROS("75.90"), 2, [0, 0])
    send_all()
    assert (balance(paid.order), invoiced_total(), state_of(paid)) == (EUROS(0), EUROS(0), PaymentState.CANCELLED)
    assert broken_invariants() == {}


def test_a_reduced_line_gives_back_what_was_paid_for_its_pieces(staff: User) -> None:
    shop = make_shop()
    session, _request = ready_cart((first_variant(make_product(shop, price="9.99")), 3))
    apply_discount(session=session, code=make_code(shop, percent=15))
    placement = place_order(session=session, request=click_of(session, "key"))
    transfer(placement, str(placement.total))
    line = shirts(placement)
    outcome = refund_order(order=placement.order, command=some_of(line, 1), action=action_by(staff))
    assert outcome.total == outcome.ended[0].reduced_total
    send_all()
    assert balance(placement.order) == 0
    assert broken_invariants() == {}


def second_payment(placement: Placement, amount: str) -> Payment:
    first = placement.payments.get()
    later = Payment.objects.create(
        order=placement.order, placement=placement, method="bank_transfer", provider="bank_transfer", attempt=2,
        amount=EUROS(amount), reference=f"{first.reference}-2", state=Payment.State.PENDING,
    )  # fmt: skip
    record_capture(payment=later, amount=EUROS(amount), event_id="later")
    return later


@pytest.fixture
def paid_twice() -> Placement:
    """Two shirts, 45.90: 30 came in first, then 15.90."""
    placement = place((first_variant(make_product(make_shop(), capacity=9)), 2))
    transfer(placement, "30.00")
    second_payment(placement, "15.90")
    return placement


@proves(
    "law PM-7",
    "through several payments the last one gives back first, none more than it brought; one can be "
    "chosen; never more than was paid, however many of the staff are at it; the same form sent twice is "
    "done once",
)
def test_the_last_payment_gives_back_first_and_none_more_than_it_brought(paid_twice: Placement, staff: User) -> None:
    outcome = refund_order(order=paid_twice.order, command=some_of(shirts(paid_twice)), action=action_by(staff))
    assert [(one.payment.attempt, one.amount) for one in outcome.refunds] == [
        (2, EUROS("15.90")), (1, EUROS("24.10")),
    ]  # fmt: skip
    send_all()
    assert (balance(paid_twice.order), broken_invariants()) == (EUROS(0), {})


def test_one_payment_is_chosen_and_gives_no_more_than_it_brought(paid_twice: Placement, staff: User) -> None:
    first = paid_twice.payments.get(attempt=1)
    command = replace(some_of(shirts(paid_twice), 1), payment=first.pk)
    outcome = refund_order(order=paid_twice.order, command=command, action=action_by(staff))
    assert [(one.payment, one.amount) for one in outcome.refunds] == [(first, EUROS(20))]
    with pytest.raises(RefundTooLarge):
        refund_order(
            order=paid_twice.order,
            command=replace(some_of(shirts(paid_twice), 1), payment=first.pk),
            action=action_by(staff),
        )
    assert broken_invariants() == {}


def test_the_same_form_sent_twice_gives_back_once(paid: Placement, staff: User) -> None:
    once = action_by(staff)
    first = refund_order(order=paid.order, command=some_of(shirts(paid), 1), action=once)
    again = refund_order(order=paid.order, command=some_of(shirts(paid), 1), action=once)
    assert (again.step, again.refunds) == (first.step, first.refunds)
    assert (Refund.objects.count(), Mail.objects.filter(kind__startswith="refund:").count()) == (1, 1)


@proves(
    "docs/decisions/0055",
    "staff see first what a step will do, tickets and invoices included: that is done, or nothing is and "
    "they see it anew; what was typed is kept; refunds are a right of their own",
)
def test_a_preview_stores_nothing_and_the_deed_must_be_what_it_showed(paid: Placement, staff: User) -> None:
    command = some_of(shirts(paid), 1)
    shown = dry_run(
        lambda: refund_order(order=paid.order, command=command, action=action_by(staff)), lambda outcome: outcome.digest
    )
    assert not (Refund.objects.exists() or OrderStep.objects.exists())
    assert sold() == [2, 1]
    refund_order(
        order=paid.order,
        command=some_of(shirts(paid), amount="1.00", disposition=Disposition.KEPT),
        action=action_by(staff),
    )
    with pytest.raises(OrderChanged):
        refund_order(
            order=paid.order, command=RefundCommand(RefundScope.ALL), action=action_by(staff, preview_digest=shown)
        )
    assert Refund.objects.count() == 1


@pytest.mark.parametrize(
    "command",
    [
        lambda line: RefundCommand(RefundScope.LINES),
        lambda line: RefundCommand(RefundScope.LINES, lines={uuid4(): RefundCommandLine(1, None, Disposition.KEPT)}),
        lambda line: some_of(line, 3),
        lambda line: some_of(line, amount="40.01"),
        lambda line: RefundCommand(RefundScope.AMOUNT),
        lambda line: RefundCommand(RefundScope.AMOUNT, amount=EUROS("-1")),
        lambda line: RefundCommand(RefundScope.LINES, shipping={uuid4(): EUROS(1)}),
    ],
)
def test_nonsense_does_nothing(paid: Placement, staff: User, command: Callable[[OrderLine], RefundCommand]) -> None:
    with pytest.raises(ShopError):
        refund_order(order=paid.order, command=command(shirts(paid)), action=action_by(staff))
    assert not (Refund.objects.exists() or OrderStep.objects.exists())


def test_pieces_of_what_money_went_back_for_end_together_or_not(paid: Placement, staff: User) -> None:
    refund_order(
        order=paid.order,
        command=some_of(shirts(paid), amount="5.00", disposition=Disposition.KEPT),
        action=action_by(staff),
    )
    with pytest.raises(LineNotSplit):
        refund_order(order=paid.order, command=some_of(shirts(paid), 1), action=action_by(staff))
    outcome = refund_order(order=paid.order, command=some_of(shirts(paid)), action=action_by(staff))
    assert outcome.total == EUROS(35)
    send_all()
    assert (balance(paid.order), invoiced_total(), broken_invariants()) == (EUROS(0), EUROS("35.90"), {})


def by_code(value: str) -> Placement:
    event = make_event(make_shop(), price="30.00", capacity=3)
    session, _request = ready_cart((first_variant(event), 1))
    apply_payment_code(session=session, code=make_payment_code(event, value))
    placement = place_order(session=session, request=click_of(session, "key"))
    if placement.due:
        transfer(placement, str(placement.due))
    return placement


def test_a_payment_code_gives_no_cash_and_is_free_again(staff: User) -> None:
    placement = by_code("20.00")
    outcome = refund_order(order=placement.order, command=RefundCommand(RefundScope.ALL), action=action_by(staff))
    assert outcome.total == EUROS(10)
    code = placement.payments.get(method="kulturpass")
    assert (code.state, code.payment_code and code.payment_code.holder) == (Payment.State.CANCELLED, None)
    send_all()
    assert (balance(placement.order), broken_invariants()) == (EUROS(0), {})


class TestCancelling:
    @proves(
        "law PM-7",
        "an order is cancelled, paid or not, with its money and a mail; what has left is said and stays the "
        "buyer's unless somebody says otherwise, and is never sold again by itself",
    )
    def test_all_of_a_paid_order_ends_and_its_money_goes_back(self, paid: Placement, staff: User) -> None:
        outcome = cancel_order(order=paid.order, dispositions={}, shipping=True, action=action_by(staff))
        assert (outcome.total, sold(), state_of(paid)) == (EUROS("75.90"), [0, 0], PaymentState.CANCELLED)
        assert Mail.objects.filter(kind__startswith="cancel:").count() == 1
        send_all()
        assert (balance(paid.order), invoiced_total(), broken_invariants()) == (EUROS(0), EUROS(0), {})
        with pytest.raises(NothingChosen):
            cancel_order(order=paid.order, dispositions={}, shipping=True, action=action_by(staff))

    def test_what_has_left_stays_the_buyers_unless_somebody_says_so(self, paid: Placement, staff: User) -> None:
        move_delivery(delivery=Delivery.objects.get(), to=Delivery.State.SHIPPED)
        outcome = cancel_order(order=paid.order, dispositions={}, shipping=False, action=action_by(staff))
        assert (outcome.total, sold(), state_of(paid)) == (EUROS(30), [2, 0], PaymentState.PAID)
        shown = cancel_order(
            order=paid.order, dispositions={shirts(paid).pk: Disposition.GONE}, shipping=True, action=action_by(staff)
        )
        assert (shown.total, sold(), Stock.objects.order_by("pk")[0].capacity) == (EUROS("45.90"), [0, 0], 7)
        send_all()
        assert (balance(paid.order), broken_invariants()) == (EUROS(0), {})

    def test_what_was_never_paid_is_cancelled_with_a_mail(self, staff: User) -> None:
        placement = place((first_variant(make_product(make_shop(), capacity=9)), 2))
        outcome = cancel_order(order=placement.order, dispositions={}, shipping=True, action=action_by(staff))
        assert (outcome.total, sold(), len(outcome.cancelled)) == (EUROS(0), [0], 1)
        assert Mail.objects.filter(kind__startswith="cancel:").exists()
        assert broken_invariants() == {}

    def test_a_part_of_the_money_for_what_was_not_paid_goes_back(self, staff: User) -> None:
        placement = place((first_variant(make_product(make_shop(), capacity=9)), 2))
        transfer(placement, "10.00")
        outcome = cancel_order(order=placement.order, dispositions={}, shipping=True, action=action_by(staff))
        assert outcome.total == EUROS(10)
        send_all()
        assert (balance(placement.order), broken_invariants()) == (EUROS(0), {})

    def test_money_that_is_free_pays_for_nothing_else_on_its_way_back(self, staff: User) -> None:
        variant = first_variant(make_product(make_shop(), capacity=9))
        first = place((variant, 1))
        transfer(first, "25.90")
        second = place((variant, 1), into=first.order, key="key-2")
        refund_order(order=first.order, command=some_of(shirts(first)), action=action_by(staff))
        second.refresh_from_db()
        assert second.paid_at is None
        assert broken_invariants() == {}


def test_invariants_find_shipping_that_went_back_twice(paid: Placement, staff: User) -> None:
    refund_order(
        order=paid.order,
        command=RefundCommand(RefundScope.LINES, shipping={paid.pk: EUROS("5.90")}),
        action=action_by(staff),
    )
    with connection.cursor() as cursor:
        cursor.execute("UPDATE checkout_refundshipping SET amount = 7")
    assert {name[:2] for name in broken_invariants()} == {"5e", "5g"}
