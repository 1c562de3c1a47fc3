"""Staff find a declaration by its deadline, say which order it is about, go on with it and take the proof away."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core import mail as outbox
from django.test import Client
from django.utils import timezone, translation

from aftersale.models import Withdrawal, WithdrawalStep
from aftersale.tasks import send_withdrawal_mail
from aftersale.withdrawals.actions import withdrawing
from aftersale.withdrawals.actions.handling import advance, match_order, reopen
from aftersale.withdrawals.actions.withdrawing import Declaration, declare_withdrawal
from aftersale.withdrawals.errors import WithdrawalHandled
from checkout.actions import place_order
from checkout.models import Order
from shop.models import Mail, Shop
from tests.checkout.placing import ready_cart
from tests.factories import first_variant, make_product, make_shop
from tests.proofs import proves
from tests.staff import errors_of, log_in, send, text_of

pytestmark = pytest.mark.django_db
LIST = "/admin/aftersale/withdrawal/"


@pytest.fixture
def staff(client: Client) -> Iterator[User]:
    client.cookies["locale"] = "en"
    user = log_in(client)
    with translation.override("en"):
        yield user


@pytest.fixture
def order(shop: Shop) -> Order:
    session, request = ready_cart((first_variant(make_product(shop)), 1))
    return place_order(session=session, request=request).order


def declared(shop: Shop, contract: str = "B-ZZZZZ", email: str = "mira@example.org") -> Withdrawal:
    said = Declaration("Mira Falk", contract, email)
    return declare_withdrawal(shop=shop, declaration=said, language="de", key=f"{contract}-{email}")


def page_of(row: Withdrawal, step: str = "change") -> str:
    return f"{LIST}{row.pk}/{step}/"


@proves(
    "law §2 WD-26, §11 J15",
    "staff find the order, go on step by step, tell who has no right, open again; each step with its "
    "author and its right",
)
def test_from_the_inbox_to_the_end(client: Client, staff: User, shop: Shop, order: Order) -> None:
    row = declared(shop, f"Shirt, {order.reference.lower()}")
    assert "Withdrawals that nobody has looked at" in text_of(client.get("/admin/"))
    assert "Mira Falk" in text_of(client.get(LIST))
    assert order.reference in text_of(client.get(page_of(row, "match")))
    assert "no order of this reference" in errors_of(send(client, page_of(row, "match"), reference="B-00000"))
    send(client, page_of(row, "match"), reference=order.reference)
    row.refresh_from_db()
    assert (row.state, row.order) == ("matched", order)
    for state in ("awaited", "refunded"):
        send(client, page_of(row, "go-on"), state=state, note=f"now {state}")
    row.refresh_from_db()
    assert not row.is_open
    page = text_of(client.get(page_of(row)))
    assert "now awaited" in page and "staff" in page and order.reference in page
    steps = [(one.state, one.staff) for one in row.steps.all()]
    assert steps == [("matched", staff), ("awaited", staff), ("refunded", staff)]
    assert "nobody has looked at" not in text_of(client.get("/admin/"))
    for mail in Mail.objects.filter(subject_key=str(row.pk)):
        send_withdrawal_mail(mail_id=str(mail.pk))
    page = text_of(client.get(f"/admin/checkout/order/{order.pk}/change/"))
    for words in ("Withdrawal declared", "Withdrawal: goods awaited", "now refunded", "Mail sent: withdrawal received"):
        assert words in page, words
    send(client, page_of(row, "reopen"), note="money came back")
    row.refresh_from_db()
    assert row.state == "matched"


def test_who_has_no_right_is_told_why_by_mail(client: Client, staff: User, shop: Shop, settings: Any) -> None:
    row = declared(shop)
    assert "why" in errors_of(send(client, page_of(row, "go-on"), state="exempt", note=" "))
    send(client, page_of(row, "go-on"), state="exempt", note="Karten für einen festen Termin.")
    mail = Mail.objects.get(kind="withdrawal_answer")
    send_withdrawal_mail(mail_id=str(mail.pk))
    assert outbox.outbox[-1].to == ["mira@example.org"]
    assert "Karten für einen festen Termin." in outbox.outbox[-1].body
    assert "kein Widerrufsrecht" in outbox.outbox[-1].body


@proves(
    "law §2 WD-25",
    "the money goes back within 14 days, no weekend ends that; the inbox knows what is overdue and due "
    "soon, the start page counts it",
)
def test_the_list_knows_what_is_overdue_and_due_soon(client: Client, staff: User, shop: Shop, monkeypatch: Any) -> None:
    today = timezone.localdate()
    rows = []
    for contract, deadline in (
        ("late", today - timedelta(days=1)),
        ("soon", today),
        ("later", today + timedelta(days=4)),
    ):
        monkeypatch.setattr(withdrawing, "refund_deadline", lambda _received, deadline=deadline: deadline)
        rows.append(declared(shop, contract))
    late, soon, later = rows
    assert list(Withdrawal.objects.overdue()) == [late] and list(Withdrawal.objects.due_soon()) == [soon]
    page = text_of(client.get(f"{LIST}?to_do=overdue"))
    assert str(late.pk) in page and str(later.pk) not in page
    assert str(soon.pk) in text_of(client.get(f"{LIST}?to_do=soon"))
    assert "Withdrawals whose money is overdue" in text_of(client.get("/admin/"))
    advance(withdrawal=late, state="refunded", staff=staff)
    assert not Withdrawal.objects.overdue().exists()


def test_a_receipt_that_cannot_be_delivered_is_a_task(client: Client, staff: User, shop: Shop) -> None:
    row = declared(shop)
    Mail.objects.filter(kind="withdrawal_receipt").update(undeliverable_at=timezone.now())
    assert list(Withdrawal.objects.without_receipt()) == [row]
    assert "whose receipt cannot be delivered" in text_of(client.get("/admin/"))
    assert str(row.pk) in text_of(client.get(f"{LIST}?to_do=receipt"))


@proves("law §2 WD-15", "a declaration is taken away as proof: a text with all mails and steps, or a table")
def test_the_proof_says_all_that_is_known(client: Client, staff: User, shop: Shop) -> None:
    row = declared(shop, "=B-ZZZZZ")
    advance(withdrawal=row, state="closed", staff=staff, note="twice")
    proof = text_of(client.get(page_of(row, "proof")))
    for words in ("Mira Falk", "=B-ZZZZZ", str(row.pk), "withdrawal_receipt", "twice", "nachtfalter"):
        assert words in proof, words
    assert timezone.localtime(row.declared_at).strftime("%H:%M:%S.%f") in proof
    exported = client.post(LIST, {"action": "export", "_selected_action": [str(row.pk)]})
    table = exported.content.decode()
    assert "Mira Falk" in table and "'=B-ZZZZZ" in table and row.declared_at.isoformat() in table


def test_two_of_the_staff_do_not_go_on_at_once(shop: Shop, order: Order) -> None:
    clerk = User.objects.create_user("clerk")
    row = declared(shop)
    advance(withdrawal=row, state="closed", staff=clerk)
    with pytest.raises(WithdrawalHandled):
        advance(withdrawal=row, state="refunded", staff=clerk)
    with pytest.raises(WithdrawalHandled):
        match_order(withdrawal=row, order=order, staff=clerk)
    reopen(withdrawal=row, staff=clerk)
    with pytest.raises(WithdrawalHandled):
        reopen(withdrawal=row, staff=clerk)
    session, request = ready_cart((first_variant(make_product(make_shop("kellerkind"))), 1))
    strange = place_order(session=session, request=request).order
    with pytest.raises(WithdrawalHandled):
        match_order(withdrawal=row, order=strange, staff=clerk)
    assert WithdrawalStep.objects.count() == 2


@proves("law §11 AD-2", "each step needs its right, and two of the staff do not undo each other")
def test_each_step_has_its_right(client: Client, shop: Shop, order: Order) -> None:
    row = declared(shop)
    log_in(client, is_superuser=False)
    user = User.objects.get(username="staff")

    def allow(*names: str) -> None:
        user.user_permissions.set(Permission.objects.filter(codename__in=names))

    allow("view_order")
    assert client.get(LIST).status_code == 403
    allow("view_withdrawal")
    assert client.get(page_of(row)).status_code == 200
    for step in ("match", "go-on", "proof"):
        assert client.get(page_of(row, step)).status_code == 403, step
    allow("view_withdrawal", "change_withdrawal")
    assert client.get(page_of(row, "go-on")).status_code == 200
    assert client.get(page_of(row, "match")).status_code == 403
    allow("view_withdrawal", "change_withdrawal", "view_order", "export_withdrawal")
    assert client.get(page_of(row, "match")).status_code == 200
    assert client.get(page_of(row, "proof")).status_code == 200
