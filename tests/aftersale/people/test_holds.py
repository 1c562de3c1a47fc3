"""What staff hold back from deletion, no job ends and no erasure takes, until they lift it."""

from datetime import date, timedelta
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission, User
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from aftersale.models import CheckIn, RefundOffer, RefundRequest, Ticket, TicketServiceRequest, Withdrawal
from aftersale.people.data_export import data_json, person_data
from aftersale.people.erasing import erase
from aftersale.people.queries import Person
from aftersale.people.retention import RULES, apply_rule
from cart.actions.retention import blank_carts
from cart.models import Cart, TicketHolder
from catalogue.models import Event
from checkout.actions.holding import hold, lift
from checkout.actions.orders.cancelling import cancel
from checkout.errors import NothingToHold
from checkout.models import BankFile, BankLine, Hold, LedgerEntry, Order, OrderLine, Placement, Refund, TransferFile
from shop.invariants import broken_invariants
from shop.models import AuditEntry, Mail
from tests.checkout.placing import place, shirt
from tests.proofs import proves

pytestmark = pytest.mark.django_db
MIRA = "mira@example.org"
IBAN = "DE02120300000000202051"
LATER = timedelta(days=30 * 365)
TODAY = timezone.localdate()
WAITING = "Löschsperren, die wieder anzusehen sind"


def held(order: Order, look_at: date | None = None) -> Hold:
    clerk = User.objects.get_or_create(username="clerk")[0]
    return hold(order=order, reason="Klage 3 C 17/26", look_at=look_at or TODAY + timedelta(days=90), staff=clerk)


def staff_with(*rights: str) -> Client:
    user = User.objects.create_user("mia", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client = Client(SERVER_NAME="localhost")
    client.force_login(user)
    client.cookies["locale"] = "de"
    return client


def with_all(paid: Placement) -> Order:
    """Whatever can be known of who bought it, all of it long over."""
    order, now = paid.order, timezone.now()
    offer = RefundOffer.objects.create(event=Event.objects.get(), cause="cancelled", opened_at=now)
    of_guest: dict[str, Any] = {"order": order, "origin": "guest", "language": "de", "email": MIRA, "note": "Mira"}
    declined = {**of_guest, "offer": offer, "amount": 1, "decided_at": now}
    RefundRequest.objects.create(**declined, state="declined", account_name="Mira", iban=IBAN, to_account=True)
    RefundRequest.objects.create(**{**declined, "decided_at": None}, state="to_confirm")
    TicketServiceRequest.objects.create(
        kind="change", order=order, language="de", name="Mira", email=MIRA, state="declined", decided_at=now
    )
    Withdrawal.objects.create(
        shop=order.shop, language="de", name="Mira", contract="B", email=MIRA, declared_at=now, deadline=TODAY,
        state="closed", order=order, key="w",
    )  # fmt: skip
    line = OrderLine.objects.get(variant__event__isnull=False)
    line.ticket_holder = TicketHolder.objects.create(first_name="Mira", last_name="Falk", erase_after=TODAY)
    line.save()
    ticket = Ticket.objects.get()
    CheckIn.objects.create(ticket=ticket, checked_in_at=now, expires_on=TODAY, answers={"allergy": "Nüsse"})
    entry = LedgerEntry.objects.get(payment__order=order)
    BankLine.objects.create(
        file=BankFile.objects.create(checksum="1", name="x.xml"), number=1, account=IBAN, key="1", booked_on=TODAY,
        amount=1, payer="Mira", payer_iban=IBAN, kind="matched", state="booked", order=order, entry=entry,
        payment=entry.payment, handled_at=now,
    )  # fmt: skip
    refund = Refund.objects.create(payment=entry.payment, amount=1, state="failed", is_moot=True, reason="Mira rief an")
    TransferFile.objects.create(state="discarded", decided_at=now).transfers.create(
        refund=refund, debtor_name="S", debtor_iban=IBAN, name="Mira", iban=IBAN, purpose="R", withdrawn_at=now
    )
    Mail.objects.update(sent_at=now)
    # Copies for shopping, which go by themselves an hour after the session.
    blank_carts(Cart.objects.all())
    return order


def rows() -> dict[str, Any]:
    """What the list of what ends names, of tables that lead to orders; carts have copies of their own."""
    named = sorted(
        {
            name
            for rule in RULES
            for name in rule.fields
            if not name.startswith(("cart.Cart", "shop.Audit", "aftersale.PersonRequest"))
        }
    )
    return {name: values(*name.rsplit(".", 1)) for name in named}


def values(label: str, field: str) -> list[str]:
    return sorted(map(str, apps.get_model(label)._default_manager.values_list(field, flat=True)))


@proves("law §6 DP-7", "what staff hold back no job ends, whatever its kind and age; lifted, all of it ends")
def test_no_job_ends_what_is_held(paid: Placement) -> None:
    order = with_all(paid)
    hold_of, now = held(order), timezone.now() + LATER
    before = rows()
    ended = {rule.name: apply_rule(rule, now=now) for rule in RULES if rule.name != "changes"}
    assert {name: number for name, number in ended.items() if number} == {}
    assert rows() == before
    lift(order=order, staff=hold_of.set_by)
    # Last what takes all that is left of an order.
    ended = {
        rule.name: apply_rule(rule, now=now) for rule in sorted(RULES, key=lambda one: one.name == "booked-orders")
    }
    for name in (
        "booked-orders", "mails", "ticket-holders", "check-ins", "payers", "transfers", "refund-accounts",
        "unconfirmed-refunds", "ticket-service", "withdrawals",
    ):  # fmt: skip
        assert ended[name], name
    order.refresh_from_db()
    assert order.email == "" and not Hold.objects.exists() and "Mira" not in str(rows())
    assert not broken_invariants()


def test_an_unpaid_order_is_held_too() -> None:
    placement = place((shirt(), 1))
    cancel(placement)
    Mail.objects.update(sent_at=timezone.now())
    held(placement.order)
    (rule,) = [rule for rule in RULES if rule.name == "unpaid-orders"]
    assert apply_rule(rule, now=timezone.now() + LATER) == 0
    told = [str(one.why) for one in erase(person=Person(MIRA), staff=None).kept]
    assert Order.objects.get().email == MIRA and sum("Klage 3 C 17/26" in why for why in told) == 1
    lift(order=placement.order, staff=Hold.objects.get().set_by)
    erase(person=Person(MIRA), staff=None)
    assert Order.objects.get().email == "" and not Hold.objects.exists()
    with pytest.raises(NothingToHold):
        held(placement.order)


@proves("law §6 DP-7", "an erasure leaves what is held alone and says so; the hand-over names the hold")
def test_an_erasure_leaves_it_and_names_it(paid: Placement) -> None:
    order = with_all(paid)
    Event.objects.update(happening_from=timezone.now() - timedelta(days=40))
    held(order)
    before = rows()
    outcome = erase(person=Person(MIRA), staff=None)
    assert outcome.erased == [] and rows() == before
    why = {str(one.what): str(one.why) for one in outcome.kept}
    said = [text for what, text in why.items() if order.reference in what or "(1)" in what]
    assert sum("Klage 3 C 17/26" in str(one.why) for one in outcome.kept) == 1
    assert any("147 AO" in str(one.why) for one in outcome.kept), "the law keeps it, too"
    assert sum(text == "Für die Bestellung gilt eine Löschsperre." for text in said) >= 5
    assert "Klage 3 C 17/26" in data_json(person_data(Person(MIRA))).decode()


def test_mails_about_it_stay_whoever_got_them(paid: Placement) -> None:
    order = with_all(paid)
    offered = f"{RefundOffer.objects.get().pk}:{order.pk}"
    rows_of: Any = (RefundRequest, TicketServiceRequest, Withdrawal)
    keys = [str(paid.pk), offered, *(str(row.pk) for model in rows_of for row in model.objects.all())]
    for key in (*keys, "another"):
        about = {"kind": "x", "subject_key": key, "message_id": key, "language": "de"}
        Mail.objects.create(shop=order.shop, recipient="eve@example.org", **about)
    hold_of, mails = held(order), Mail.objects.filter(recipient="eve@example.org")
    (rule,) = [rule for rule in RULES if rule.name == "mails"]
    assert apply_rule(rule, now=timezone.now() + LATER) == 1
    assert sorted(mails.values_list("subject_key", flat=True)) == sorted(keys)
    kept = [str(one.why) for one in erase(person=Person("eve@example.org"), staff=None).kept]
    assert kept == ["Sie gehören zu einer Bestellung mit Löschsperre."]
    lift(order=order, staff=hold_of.set_by)
    assert apply_rule(rule, now=timezone.now() + LATER) > len(keys) and not Mail.objects.exists()


def test_who_asked_for_something_of_another_order_is_told(paid: Placement) -> None:
    order = with_all(paid)
    TicketServiceRequest.objects.update(email="yara@example.org")
    held(order)
    kept = {str(one.what): str(one.why) for one in erase(person=Person("yara@example.org"), staff=None).kept}
    assert kept == {f"Ticketservice zu {order}": "Für die Bestellung gilt eine Löschsperre."}
    assert TicketServiceRequest.objects.get().name == "Mira"


def test_a_lifted_holds_reason_is_handed_over(paid: Placement) -> None:
    lift(order=paid.order, staff=held(paid.order).set_by)
    assert "Klage 3 C 17/26" in data_json(person_data(Person(MIRA))).decode()


def test_one_stands_for_an_order(paid: Placement) -> None:
    first = held(paid.order)
    again = held(paid.order, TODAY + timedelta(days=5))
    assert (again.pk, Hold.objects.get().look_at) == (first.pk, TODAY + timedelta(days=5))
    with pytest.raises(IntegrityError), transaction.atomic():
        Hold.objects.create(order=paid.order, reason="x", look_at=TODAY, set_by=first.set_by)
    lift(order=paid.order, staff=first.set_by)
    assert held(paid.order).pk != first.pk


@proves("law §11 J30", "staff with the right hold an order back, say until when, and lift it; it is noted who did")
def test_staff_set_look_at_and_lift(paid: Placement) -> None:
    client = staff_with("view_order", "set_hold", "view_hold")
    page = f"/admin/checkout/order/{paid.order_id}"
    asked = {"reason": "Klage 3 C 17/26", "look_at": (TODAY + timedelta(days=30)).strftime("%d.%m.%Y")}
    refused = client.post(f"{page}/hold/", {**asked, "look_at": TODAY.strftime("%d.%m.%Y")}).content.decode()
    assert "Ein Tag innerhalb des nächsten Jahres." in refused and not Hold.objects.exists()
    client.post(f"{page}/hold/", asked)
    shown = client.get(f"{page}/change/").content.decode()
    assert "Klage 3 C 17/26" in shown and "Löschsperre, wieder anzusehen am" in shown
    assert WAITING not in client.get("/admin/").content.decode()
    Hold.objects.update(look_at=TODAY)
    assert WAITING in client.get("/admin/").content.decode()
    listed = client.get("/admin/checkout/hold/?state=look").content.decode()
    assert paid.order.reference in listed and "Klage 3 C 17/26" in listed
    told = StringIO()
    call_command("forget", "mails", "--dry-run", stdout=told)
    assert "held back: 1 orders, whatever their age; 1 to be looked at again" in told.getvalue()
    client.post(f"{page}/hold/", {**asked, "lift": "1"})
    assert Hold.objects.get().lifted_by == User.objects.get(username="mia")
    assert "Löschsperre, wieder" not in client.get(f"{page}/change/").content.decode()
    noted = AuditEntry.objects.filter(model="checkout.hold", who="mia")
    assert noted.count() >= 2 and "Klage" not in str([one.changes for one in noted])


def test_nobody_else_may(paid: Placement) -> None:
    client = staff_with("view_order", "change_order", "view_hold")
    asked = {"reason": "x", "look_at": (TODAY + timedelta(days=30)).isoformat()}
    client.post(f"/admin/checkout/order/{paid.order_id}/hold/", asked)
    assert not Hold.objects.exists()
