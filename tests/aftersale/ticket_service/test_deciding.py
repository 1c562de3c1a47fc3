"""Staff decide: a renamed ticket is issued anew, a cancelled one ends and its money goes back; all or nothing."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.utils import timezone

from aftersale.models import FormerNumber, PrintedNumber, ProofUpload, Ticket, TicketServiceItem, TicketServiceRequest
from aftersale.refunds.errors import RequestDecided
from aftersale.tasks import forget_ticket_service, send_ticket_service_mail
from aftersale.ticket_service.actions import approve, decline, settle
from aftersale.ticket_service.errors import CannotBeDone, TicketNotFree
from aftersale.tickets.actions import invalidate_ticket, reissue_ticket
from cart.models import TicketHolder
from catalogue.models import Event, Stock
from checkout.actions import invalidate_line
from checkout.models import OrderLine, Refund
from shop.invariants import broken_invariants
from shop.models import Mail, Shop
from tests.aftersale.entrance.night import door, tell, told
from tests.aftersale.refunds.bought import CARD, PAYPAL, numbers, tickets_paid
from tests.checkout.confirming import confirm
from tests.checkout.placing import place
from tests.factories import first_variant, make_event
from tests.guest import Guest
from tests.proofs import proves

from .asked import asked_for, body, number_of, open_service, printed_paid, send, uploaded

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> User:
    return User.objects.create_user("staff")


def kinds_of_mails() -> list[str]:
    return sorted(set(Mail.objects.filter(kind__startswith="ticket_service").values_list("kind", flat=True)))


class TestChange:
    @proves(
        "docs/decisions/0061",
        "a renamed ticket is issued anew; a cancelled one ends and its money goes back; not for what ended "
        "or whoever is inside",
    )
    def test_the_holder_is_renamed_and_the_ticket_issued_anew(self, event: Event, staff: User) -> None:
        order = tickets_paid(event, 2)
        Event.objects.update(personalization_requirement="contact_tracing_required")
        line = OrderLine.objects.order_by("number").first()
        assert line is not None
        former = TicketHolder.objects.create(
            first_name="Mira", last_name="Falk", address="Weg 1", phone="040", erase_after=timezone.localdate()
        )
        OrderLine.objects.filter(pk=line.pk).update(ticket_holder=former)
        one, two = numbers(order)
        done = approve(request=asked_for("change", order, [one], "Ada van Lind"), staff=staff)
        assert (done.state, done.staff) == ("done", staff)
        holder = TicketHolder.objects.get()
        assert (str(holder), holder.address, holder.phone) == ("Ada van Lind", "", ""), "the former one's are gone"
        (ticket,) = Ticket.objects.filter(line=line)
        assert (ticket.version, FormerNumber.objects.get(ticket=ticket).number) == (2, one)
        assert Ticket.objects.get(number=two).version == 1
        assert Mail.objects.filter(kind__startswith="tickets", recipient=order.email).count() == 2, "anew, in one mail"
        assert kinds_of_mails() == ["ticket_service_done", "ticket_service_received"]
        assert not broken_invariants()

    def test_of_several_tickets_the_buyer_gets_one_mail(self, event: Event, staff: User) -> None:
        order = tickets_paid(event, 3)
        before = Mail.objects.filter(kind__startswith="tickets").count()
        approve(request=asked_for("change", order, numbers(order)), staff=staff)
        assert Mail.objects.filter(kind__startswith="tickets").count() == before + 1
        assert set(Ticket.objects.values_list("version", flat=True)) == {2}

    def test_a_printed_ticket_stays_good(self, shop: Shop, staff: User) -> None:
        order = printed_paid(shop)
        ticket = {"type": "hard", "id": number_of(order), "name": "Mira Falk", "name_new": "Ada Lind"}
        assert send(Guest(shop), "change", body("change", order, [], tickets=[ticket])).status_code == 200
        approve(request=TicketServiceRequest.objects.get(), staff=staff)
        assert str(OrderLine.objects.get().ticket_holder) == "Ada Lind"
        assert PrintedNumber.objects.used().count() == 1
        assert not broken_invariants()


class TestCancel:
    @pytest.mark.parametrize("by", [None, PAYPAL, CARD])
    def test_the_ticket_ends_and_the_money_goes_back_the_way_it_came(self, shop: Shop, staff: User, by: Any) -> None:
        event = make_event(shop, price="30.00", capacity=5)
        open_service(event)
        order = tickets_paid(event, 2, by=by)
        one, two = numbers(order)
        done = approve(request=asked_for("cancel", order, [one]), staff=staff)
        refund = Refund.objects.get()
        assert (str(refund.amount), refund.state, refund.staff) == ("30.00", "requested", staff)
        assert list(done.refunds.all()) == [refund]
        assert not Ticket.objects.get(number=one).is_valid and Ticket.objects.get(number=two).is_valid
        assert Stock.objects.get().sold == 1, "it can be bought again"
        assert not broken_invariants()

    def test_a_free_ticket_just_ends(self, shop: Shop, staff: User) -> None:
        free = make_event(shop, price="0.00")
        open_service(free)
        order = confirm(place((first_variant(free), 1))).order
        approve(request=asked_for("cancel", order, numbers(order)), staff=staff)
        assert not Ticket.objects.valid().exists() and not Refund.objects.exists()
        assert not broken_invariants()

    def test_a_printed_ticket_is_void(self, shop: Shop, staff: User) -> None:
        order = printed_paid(shop)
        guest = Guest(shop)
        ticket = {"type": "hard", "id": number_of(order), "name": "Mira Falk", "file": uploaded(guest)}
        assert send(guest, "cancel", body("cancel", order, [], tickets=[ticket])).status_code == 200
        approve(request=TicketServiceRequest.objects.get(), staff=staff)
        assert not PrintedNumber.objects.used().exists() and Refund.objects.get().amount == 30
        assert not broken_invariants()


class TestWhatCannotBeDone:
    def test_what_ended_meanwhile(self, event: Event, staff: User) -> None:
        order = tickets_paid(event, 2)
        one, two = numbers(order)
        renamed, cancelled = asked_for("change", order, [one]), asked_for("cancel", order, [two])
        invalidate_ticket(ticket=Ticket.objects.get(number=one), reason="charged back")
        invalidate_line(line=Ticket.objects.get(number=two).line)
        for request in (renamed, cancelled):
            with pytest.raises(CannotBeDone) as refused:
                approve(request=request, staff=staff)
            assert refused.value.extensions == {"problem": "ended"}
            request.refresh_from_db()
            assert request.is_open
        assert Ticket.objects.get(number=one).version == 1 and not TicketHolder.objects.exists()

    @pytest.mark.parametrize("kind", ["change", "cancel"])
    def test_what_was_asked_with_a_number_that_is_a_former_one_by_now(
        self, event: Event, staff: User, kind: str
    ) -> None:
        order = tickets_paid(event, 1)
        request = asked_for(kind, order, numbers(order))
        reissue_ticket(ticket=Ticket.objects.get(), reason="sold on")
        with pytest.raises(CannotBeDone) as refused:
            approve(request=request, staff=staff)
        assert refused.value.extensions == {"problem": "issued_anew"}
        assert Ticket.objects.get().is_valid and not TicketHolder.objects.exists()
        decline(request=request, staff=staff, note="Issued anew.")
        approve(request=asked_for(kind, order, numbers(order)), staff=staff)

    @pytest.mark.parametrize("kind", ["change", "cancel"])
    def test_whoever_is_inside(self, event: Event, staff: User, kind: str) -> None:
        order = tickets_paid(event, 1)
        request = asked_for(kind, order, numbers(order))
        tell(door(event), told(Ticket.objects.get()))
        with pytest.raises(CannotBeDone) as refused:
            approve(request=request, staff=staff)
        assert refused.value.extensions == {"problem": "inside"}
        decline(request=request, staff=staff, note="Schon drin.")
        with pytest.raises(TicketNotFree):
            asked_for(kind, order, numbers(order))
        assert Ticket.objects.get().is_valid and not Refund.objects.exists()

    def test_some_tickets_of_one_line(self, event: Event, staff: User) -> None:
        order = tickets_paid(event, 1)
        OrderLine.objects.update(amount=2, total=60)
        Ticket.objects.create(line=OrderLine.objects.get(), position=2)
        with pytest.raises(CannotBeDone) as refused:
            approve(request=asked_for("cancel", order, numbers(order)[:1]), staff=staff)
        assert refused.value.extensions == {"problem": "parts"}

    def test_money_that_is_not_there(self, event: Event, staff: User) -> None:
        order = tickets_paid(event, 1)
        payment = order.payments.get()
        Refund.objects.create(payment=payment, amount=20, reason="by hand")
        with pytest.raises(CannotBeDone) as refused:
            approve(request=asked_for("cancel", order, numbers(order)), staff=staff)
        assert refused.value.extensions == {"problem": "money"}
        assert Ticket.objects.get().is_valid, "nothing has changed"


class TestDecided:
    def test_once(self, event: Event, staff: User) -> None:
        order = tickets_paid(event, 1)
        request = asked_for("cancel", order, numbers(order))
        approve(request=request, staff=staff)
        late: list[Callable[[], Any]] = [
            lambda: approve(request=request, staff=staff), lambda: decline(request=request, staff=staff, note="x"),
            lambda: settle(request=request, staff=staff, note="x"),
        ]  # fmt: skip
        for again in late:
            with pytest.raises(RequestDecided):
                again()
        assert Refund.objects.count() == 1

    @proves("purchase §9", "each step is told by mail, with 14 days for an answer and 20 working days for the money")
    def test_declined_the_guest_reads_why_and_may_ask_again(self, event: Event, staff: User) -> None:
        order = tickets_paid(event, 1)
        decline(request=asked_for("change", order, numbers(order)), staff=staff, note="Der Name stimmt nicht.")
        for one in Mail.objects.filter(kind="ticket_service_declined"):
            send_ticket_service_mail(mail_id=str(one.pk))
        assert len(mail.outbox) == 2 and all("Der Name stimmt nicht." in one.body for one in mail.outbox)
        assert Ticket.objects.get().version == 1
        assert asked_for("change", order, numbers(order)).is_open

    def test_settled_by_hand_the_note_stays_in_the_house(self, event: Event, staff: User) -> None:
        order = tickets_paid(event, 1)
        settle(request=asked_for("cancel", order, numbers(order)), staff=staff, note="Bar am Tresen.")
        for one in Mail.objects.filter(kind="ticket_service_done"):
            send_ticket_service_mail(mail_id=str(one.pk))
        assert all("Bar am Tresen" not in one.body and "gekümmert" in one.body for one in mail.outbox)
        assert Ticket.objects.get().is_valid
        assert not broken_invariants()

    @proves(
        "law, docs/decisions/0061",
        "proofs are private, and go when nobody names them or 30 days after the decision, with names, "
        "addresses and comments",
    )
    def test_names_addresses_and_pictures_go_30_days_later(self, shop: Shop, staff: User) -> None:
        order, guest = printed_paid(shop), Guest(shop)
        ticket = {"type": "hard", "id": number_of(order), "name": "Mira Falk", "file": uploaded(guest)}
        send(guest, "cancel", body("cancel", order, [], tickets=[ticket], comment="Krank"))
        request = decline(request=TicketServiceRequest.objects.get(), staff=staff, note="No")
        for days, left in ((29, True), (31, False)):
            TicketServiceRequest.objects.update(decided_at=timezone.now() - timedelta(days=days))
            forget_ticket_service(timestamp=0)
            request.refresh_from_db()
            told = [request.name, request.email, request.reference, request.comment]
            assert all(told) if left else not any(told)
            assert bool(TicketServiceItem.objects.get().name) is left
            assert ProofUpload.objects.exists() is left


def test_the_invariant_sees_a_cancelled_ticket_that_lets_somebody_in(event: Event, staff: User) -> None:
    order = tickets_paid(event, 1)
    approve(request=asked_for("cancel", order, numbers(order)), staff=staff)
    Ticket.objects.update(invalidated_at=None, ended="")
    assert any(name.startswith("6r") for name in broken_invariants())


def test_the_invariant_sees_a_decided_request_that_holds_a_ticket(event: Event, staff: User) -> None:
    order = tickets_paid(event, 1)
    decline(request=asked_for("change", order, numbers(order)), staff=staff, note="No")
    TicketServiceItem.objects.update(stands=True)
    assert any(name.startswith("6r") for name in broken_invariants())
