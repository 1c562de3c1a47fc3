"""`manage.py refund`: one order, one event, all requests; told first, killed and started again, never twice."""

import subprocess
import time
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from aftersale.models import RefundOffer, RefundRequest, RequestedTicket, Ticket
from aftersale.refunds.actions.mass_refunds import BATCH, refund_batch
from aftersale.tasks import return_money
from catalogue.models import Event
from checkout.models import Refund, RefundLine
from launch.paths import ROOT, VENV_PYTHON
from shop.invariants import broken_invariants
from tests import servers
from tests.aftersale.entrance.night import door, tell, told
from tests.aftersale.tickets.merged import merged_line
from tests.factories import make_payment_code, make_variant
from tests.proofs import proves
from tests.stage import on

from .bought import CARD, PAYPAL, ask, ask_to_account, numbers, opened, paid, tickets_paid
from .crowd import ORDERS, PRICE, TICKETS, crowd


def said(*arguments: str) -> str:
    out = StringIO()
    call_command("refund", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
class TestOneEvent:
    @proves("law J16", "`manage.py refund` for an event, an order or all requests: told first, done once")
    def test_told_before_it_is_done_and_done_once(self, offer: RefundOffer) -> None:
        orders = [tickets_paid(offer.event, 2, by=PAYPAL, key="1"), tickets_paid(offer.event, 1, by=CARD, key="2")]
        by_transfer = tickets_paid(offer.event, 1, key="3")
        asked_before = tickets_paid(offer.event, 2, by=CARD, key="4")
        ask(asked_before, offer, numbers(asked_before)[0])
        before = Refund.objects.count()
        told = said("--event", str(offer.event_id), "--dry-run")
        assert told.startswith("Would be given back: 3 orders, 4 tickets, 120,00\u00a0€"), told
        assert Refund.objects.count() == before
        assert said("--event", offer.event.slug).startswith("Given back: 3 orders, 4 tickets, 120,00\u00a0€")
        assert said("--event", offer.event.slug).startswith("Given back: 0 orders")
        assert Refund.objects.count() == before + 3
        assert not Ticket.objects.valid().filter(line__placement__order__in=[*orders, asked_before]).exists()
        assert Ticket.objects.valid().filter(line__placement__order=by_transfer).count() == 1
        assert broken_invariants() == {}

    def test_printed_tickets_go_back_as_well_and_goods_do_not(self, offer: RefundOffer) -> None:
        offer.event.only_online_tickets = False
        offer.event.save()
        hard = make_variant(event=offer.event, description="Hard", price="30.00", physical=True)
        order = paid((hard, 1), by=CARD)
        for flags in (["--dry-run"], []):
            assert "1 orders, 1 tickets, 35,90" in said("--event", str(offer.event_id), *flags), "with the shipping"
        assert RequestedTicket.objects.get().ticket is None
        assert "0 orders" in said("--event", str(offer.event_id))
        assert order.payments.get().refunds.count() == 1

    @proves("purchase §8", "who is inside with a ticket gets no money for it")
    def test_who_is_inside_is_left_out(self, offer: RefundOffer) -> None:
        order = tickets_paid(offer.event, 2, by=CARD)
        inside, outside = Ticket.objects.filter(line__placement__order=order).in_order()
        tell(door(offer.event), told(inside))
        alone = tickets_paid(offer.event, 1, by=CARD, key="2")
        tell(door(offer.event, "Right"), told(Ticket.objects.get(line__placement__order=alone)))
        assert "1 orders, 1 tickets, 30,00" in said("--event", str(offer.event_id), "--dry-run")
        assert "1 orders, 1 tickets, 30,00" in said("--event", str(offer.event_id))
        assert list(RequestedTicket.objects.values_list("ticket", flat=True)) == [outside.pk]
        assert not alone.payments.get().refunds.exists()
        assert broken_invariants() == {}

    def test_only_an_open_offer_gives_anything_back(self, event: Event) -> None:
        tickets_paid(event, 1, by=CARD)
        offer = opened(event, opened_at=None)
        for _state in ("prepared", "closed"):
            with pytest.raises(CommandError, match="is open"):
                said("--event", str(event.pk))
            offer.opened_at = offer.closes_at = timezone.now()
            offer.save()
        for name in ("nothing", "9" * 30):
            with pytest.raises(CommandError, match="is open"):
                said("--event", name)
        return_money(offer.pk, str(RefundRequest().pk))
        assert not Refund.objects.exists()

    def test_what_a_code_paid_is_left_to_staff_and_not_tried_for_ever(self, offer: RefundOffer) -> None:
        order = tickets_paid(offer.event, 1, by=CARD)
        code = make_payment_code(offer.event)
        order.payments.update(payment_code=code, method="kulturpass")
        assert "0 orders" in said("--event", str(offer.event_id))
        assert not Refund.objects.exists()

    @proves(
        "law J16",
        "a cancelled event: one step stops the sale, tells each order once and gives back by itself what can go",
    )
    def test_batches_by_jobs_come_to_an_end(self, offer: RefundOffer, monkeypatch: Any) -> None:
        monkeypatch.setattr("aftersale.refunds.actions.mass_refunds.BATCH", 2)
        for key in range(5):
            tickets_paid(offer.event, 1, by=CARD, key=f"key {key}")
        RefundOffer.objects.update(by_itself=True)
        after, steps = refund_batch(offer=offer), 1
        while after is not None:
            after, steps = refund_batch(offer=offer, after=after), steps + 1
        assert (steps, Refund.objects.count(), BATCH) == (3, 5, 100)


@pytest.mark.django_db
class TestOneOrderAndRequests:
    def test_one_order(self, offer: RefundOffer) -> None:
        order, other = tickets_paid(offer.event, 2, by=CARD, key="1"), tickets_paid(offer.event, 1, by=CARD, key="2")
        assert "1 orders, 2 tickets, 60,00" in said("--order", order.reference.lower())
        assert "0 orders" in said("--order", order.reference)
        assert not other.payments.get().refunds.exists()
        with pytest.raises(CommandError, match="no order"):
            said("--order", "B-00000")
        offer.closes_at = timezone.now()
        offer.save()
        with pytest.raises(CommandError, match="is open"):
            said("--order", order.reference)

    def test_all_requests_once_they_can_go(self, offer: RefundOffer) -> None:
        order = tickets_paid(offer.event, 3)
        merged_line(order.placements.get())
        request = ask_to_account(order, offer, numbers(order)[0])
        assert request.is_open
        assert "Would be given back: 1 requests, 1 tickets, 30,00" in said("--requests", "--dry-run")
        assert "0 requests" in said("--requests") and "of the buyer's: 1." in said("--requests")
        for ticket in Ticket.objects.valid().exclude(number=numbers(order)[0]):
            RequestedTicket.objects.create(request=request, line=ticket.line, ticket=ticket)
        assert "1 requests, 3 tickets, 90,00" in said("--requests")
        assert "0 requests" in said("--requests")
        assert Refund.objects.get().amount == Decimal("90.00")


@proves("law J16", "ten thousand tickets go back once each, also if the command is killed half-way and started again")
@pytest.mark.whole
def test_ten_thousand_tickets_go_back_once_each_also_if_it_is_killed_half_way(fresh_database: str) -> None:
    with on(fresh_database):
        event = str(crowd().event_id)
    command = [str(VENV_PYTHON), "manage.py", "refund", "--event", event]
    doomed = subprocess.Popen(command, env=servers.shop_environment(fresh_database), cwd=ROOT, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 240
    while servers.number(fresh_database, "SELECT count(*) FROM checkout_refund") < ORDERS // 4:
        assert time.monotonic() < deadline and doomed.poll() is None
        time.sleep(0.02)
    doomed.kill()
    doomed.wait()
    half = servers.number(fresh_database, "SELECT count(*) FROM checkout_refund")
    assert ORDERS // 4 <= half < ORDERS
    told = servers.manage(fresh_database, "refund", "--event", event)
    assert f"Given back: {ORDERS - half} orders, {(ORDERS - half) * TICKETS // ORDERS} tickets" in told
    assert "Given back: 0 orders" in servers.manage(fresh_database, "refund", "--event", event)
    with on(fresh_database):
        assert (Refund.objects.count(), RequestedTicket.objects.count()) == (ORDERS, TICKETS)
        assert sum(RefundLine.objects.values_list("amount", flat=True)) == TICKETS * PRICE
        assert not Ticket.objects.valid().exists()
        # Copies of an order have no mails.
        assert [name for name in broken_invariants() if not name.startswith("8a")] == []
