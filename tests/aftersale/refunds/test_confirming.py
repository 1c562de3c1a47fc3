"""What came by card, by PayPal or from one account goes to another only once whoever reads the order's mails says so:
the order's link alone moves no money and ends no ticket.
"""

import time
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.core.management import call_command
from django.test import Client
from django.utils import translation

from aftersale.models import RefundOffer, RefundRequest, RequestedTicket, Ticket
from aftersale.refunds.actions import EnteredRefund, approve_request, confirm_request, requesting, submit_refund_request
from aftersale.refunds.errors import RefundLinkOutdated, RefundNeedsStaff, TicketUsed, TooManyRefundRequests
from aftersale.refunds.links import request_to_confirm, token_for
from aftersale.refunds.queries import refund_form
from aftersale.refunds.retention import forget_unconfirmed
from aftersale.refunds.rules import MOST_MAILS
from checkout.actions.orders.emails import correct_email
from checkout.actions.refunds.refunding import book_transfer
from checkout.models import Order, Refund
from checkout.payments.ledger import record_capture
from shop.core.retention import UNCONFIRMED_REFUNDS
from shop.invariants import broken_invariants
from shop.models import AccessCode, Mail, Shop
from tests.checkout.bank.statements import PAYER
from tests.checkout.merging import merge
from tests.checkout.placing import ready_cart
from tests.factories import first_variant, make_shop
from tests.guest import Guest
from tests.proofs import proves
from tests.staff import log_in, log_in_clerk, text_of

from .bought import CARD, IBAN, PAYPAL, ask, numbers, paid_from_the_bank, tickets_paid
from .confirmation import MALLORYS, link_mailed

pytestmark = pytest.mark.django_db
State = RefundRequest.State
REQUESTS = "/admin/aftersale/refundrequest/"


# Of a hundred: the same, in less time.
MOST_UNMAILED = 8


def nothing_happened(order: Order) -> bool:
    tickets = Ticket.objects.filter(line__placement__order=order)
    stands = RequestedTicket.objects.filter(ticket__in=tickets, stands=True)
    return not (tickets.exclude(invalidated_at=None).exists() or stands.exists() or Refund.objects.exists())


@proves(
    "purchase §4, design §6",
    "money goes to an account that it did not come from only after a link in a mail to the order's address, what a "
    "payment service brought only by staff as well; until then it moves nothing, ends no ticket and is in nobody's way",
)
@pytest.mark.parametrize("by", [CARD, PAYPAL, None])
def test_the_orders_link_alone_moves_no_money_and_ends_no_ticket(
    offer: RefundOffer, by: tuple[str, str] | None
) -> None:
    order = tickets_paid(offer.event, 2, by=by)
    one, two = numbers(order)
    request = ask(order, offer, one, email="m@evil.example", **MALLORYS).request
    assert (request.state, request.confirmed_at) == (State.TO_CONFIRM, None)
    assert nothing_happened(order)
    assert list(Mail.objects.filter(kind__startswith="refund").values_list("kind", "recipient")) == [
        ("refund_confirm", order.email)
    ]
    with pytest.raises(RefundLinkOutdated):
        confirm_request(shop=order.shop, token=request.pk.hex)
    form = refund_form(order.shop, str(offer.event_id), order.secret)
    assert (form.state, form.waits_for_mail, len(form.refundable)) == ("initiated", True, 2)
    call_command("refund", "--requests", stdout=StringIO())
    assert nothing_happened(order)
    if by is not None:
        # Its buyer can have it back the way it came all the same, and the other wish is void then.
        assert ask(order, offer, one, two).request.state == State.APPROVED
        with pytest.raises(TicketUsed):
            confirm_request(shop=order.shop, token=link_mailed(order.email))
    assert broken_invariants() == {}


def test_what_came_by_card_waits_for_the_mail_and_for_staff(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1, by=CARD)
    ask(order, offer, *numbers(order), email="second@example.org", account_name="Mira Falk", iban=IBAN)
    request = confirm_request(shop=order.shop, token=link_mailed(order.email))
    assert (request.state, request.problem) == (State.RECEIVED, "account") and request.confirmed_at is not None
    assert Ticket.objects.valid().count() == 1 and not Refund.objects.exists()
    told = Mail.objects.filter(kind="refund_received").order_by("recipient").values_list("recipient", flat=True)
    assert list(told) == sorted([order.email, "second@example.org"])
    call_command("refund", "--requests", stdout=StringIO())
    with pytest.raises(RefundNeedsStaff):
        approve_request(request=request, staff=None)
    clerk = User.objects.create_user("clerk")
    assert approve_request(request=request, staff=clerk).state == State.APPROVED
    assert not Ticket.objects.valid().exists()
    refund = Refund.objects.to_transfer().get()
    assert (refund.by_transfer, refund.amount) == (True, Decimal("30.00"))
    book_transfer(refund=refund, day=refund.created_at.date(), staff=clerk)
    assert broken_invariants() == {}


def test_what_came_by_transfer_goes_once_the_link_was_followed(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1)
    ask(order, offer, *numbers(order), account_name="Mira Falk", iban=IBAN)
    token = link_mailed(order.email)
    request = confirm_request(shop=order.shop, token=token)
    assert request.state == State.APPROVED and not Ticket.objects.valid().exists()
    assert confirm_request(shop=order.shop, token=token) == request, "followed twice"
    assert Refund.objects.to_transfer().count() == 1
    assert Mail.objects.filter(kind="refund_received").count() == 1
    assert broken_invariants() == {}


@proves(
    "docs/decisions/0058",
    "what came by transfer goes back at once to the one account that all of it came from; a cent from another makes "
    "that account none",
)
def test_back_to_where_all_of_it_came_from_nobody_is_asked(offer: RefundOffer, django_user_model: type[User]) -> None:
    staff = django_user_model.objects.create_superuser("books")
    order = paid_from_the_bank(offer.event, staff, ("30.00", PAYER))
    request = ask(
        order, offer, *numbers(order), account_name="Robin Zahler", iban="DE89 3704 0044 0532 0130 00"
    ).request
    assert (request.state, Ticket.objects.valid().count()) == (State.APPROVED, 0)
    assert not Mail.objects.filter(kind="refund_confirm").exists()


def test_who_sends_a_cent_does_not_make_an_account_known(offer: RefundOffer, django_user_model: type[User]) -> None:
    staff = django_user_model.objects.create_superuser("books")
    order = paid_from_the_bank(offer.event, staff, ("0.01", MALLORYS["iban"]), ("29.99", PAYER))
    assert ask(order, offer, *numbers(order), **MALLORYS).request.state == State.TO_CONFIRM
    assert nothing_happened(order)


@proves("docs/decisions/0058", "of an order without an e-mail address staff decide about an account")
def test_where_nobody_can_be_asked_by_mail_staff_decide(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1)
    Order.objects.filter(pk=order.pk).update(email="")
    order.refresh_from_db()
    asked = ask(order, offer, *numbers(order), **MALLORYS).request
    assert (asked.state, asked.problem) == (State.RECEIVED, RefundRequest.Problem.ACCOUNT)
    assert not Refund.objects.exists() and Ticket.objects.valid().count() == 1


@proves("design §6", "who may read mails in the staff area sees no link by which the recipient acts")
def test_staff_who_read_mails_do_not_confirm_for_the_guest(client: Client, offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1)
    ask(order, offer, *numbers(order), **MALLORYS)
    token = link_mailed(order.email)
    mail = Mail.objects.get(kind="refund_confirm")
    client.defaults["SERVER_NAME"] = "localhost"
    log_in_clerk(client, "view_mail")
    page = client.get(f"/admin/shop/mail/{mail.pk}/change/").content.decode()
    assert "/refund/confirm/…" in page and token not in page and order.secret not in page


def test_once_the_payers_account_is_forgotten_somebody_is_asked(
    offer: RefundOffer, django_user_model: type[User]
) -> None:
    staff = django_user_model.objects.create_superuser("books")
    order = paid_from_the_bank(offer.event, staff, ("30.00", PAYER))
    order.bank_lines.update(payer="", payer_iban="")
    assert ask(order, offer, *numbers(order), account_name="Robin Zahler", iban=PAYER).request.state == State.TO_CONFIRM


@proves(
    "design §6",
    "a link that confirms an account holds for a day, for the address that it was mailed to and in its shop; the same "
    "wish is asked for once, and no address gets more than five such mails a day",
)
def test_a_link_holds_for_a_day_and_can_be_asked_for_anew(offer: RefundOffer, monkeypatch: pytest.MonkeyPatch) -> None:
    def mailed_ago(hours: int) -> str:
        with monkeypatch.context() as patch:
            then = signing.b62_encode(int(time.time()) - hours * 3600)
            patch.setattr(signing.TimestampSigner, "timestamp", lambda _signer: then)
            return link_mailed(order.email)

    order = tickets_paid(offer.event, 1, by=CARD)
    first = ask(order, offer, *numbers(order), **MALLORYS).request
    assert request_to_confirm(order.shop, mailed_ago(hours=23)) == first
    again = ask(order, offer, *numbers(order), **MALLORYS).request
    assert again == first and Mail.objects.filter(kind="refund_confirm").count() == 1
    with pytest.raises(RefundLinkOutdated):
        confirm_request(shop=order.shop, token=mailed_ago(hours=25))
    RefundRequest.objects.update(created_at=first.created_at - timedelta(hours=25))
    assert not refund_form(order.shop, str(offer.event_id), order.secret).waits_for_mail
    anew = ask(order, offer, *numbers(order), **MALLORYS).request
    assert anew != first and link_mailed(order.email).partition(":")[0] == anew.pk.hex


def test_a_link_of_another_shop_or_with_another_signature_is_none(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1, by=CARD)
    ask(order, offer, *numbers(order), **MALLORYS)
    token = link_mailed(order.email)
    for shop, wrong in (
        (make_shop("kellerkind"), token), (order.shop, token[:-1] + "-"), (order.shop, "x"), (order.shop, "0" * 32),
    ):  # fmt: skip
        with pytest.raises(RefundLinkOutdated):
            confirm_request(shop=shop, token=wrong)
    assert nothing_happened(order)


@proves("docs/decisions/0058", "who joined an order keeps its owner from no refund")
def test_who_joined_an_order_keeps_its_owner_from_nothing(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1)
    own = numbers(order)
    session, _request = ready_cart((first_variant(offer.event), MOST_MAILS))
    part = merge(session, into=order, key="apart", is_verified=False)
    payment = part.payments.get()
    record_capture(payment=payment, amount=payment.amount, event_id="apart")
    for number in set(numbers(order)) - set(own):
        entered = EnteredRefund([number], **MALLORYS)
        submit_refund_request(
            shop=order.shop, event_id=str(offer.event_id), secret=str(part.secret), entered=entered, language="de"
        )
    assert Mail.objects.filter(kind="refund_confirm").count() == MOST_MAILS
    asked = ask(order, offer, *own, account_name="Mira Falk", iban=IBAN).request
    token = link_mailed(order.email)
    assert confirm_request(shop=order.shop, token=token, key=asked.pk.hex).state == State.APPROVED


@proves(
    "docs/decisions/0058",
    "once staff have corrected an order's address, the link in the mail to the one before is dead; asked for again, it "
    "goes to the new one",
)
def test_a_corrected_address_gets_a_link_of_its_own(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1)
    request = ask(order, offer, *numbers(order), account_name="Mira Falk", iban=IBAN).request
    old = link_mailed(order.email)
    correct_email(order=order, email="new@example.org")
    with pytest.raises(RefundLinkOutdated):
        confirm_request(shop=order.shop, token=old)
    assert nothing_happened(order)
    assert ask(order, offer, *numbers(order), account_name="Mira Falk", iban=IBAN).request == request
    assert confirm_request(shop=order.shop, token=link_mailed("new@example.org")).state == State.APPROVED


@proves(
    "docs/decisions/0058",
    "an order's address gets five mails a day that ask for an account; what is asked beyond them waits as well, and is "
    "confirmed by the newest mail's link; no later wish pushes it out: whoever has an order's link shuts nobody out",
)
def test_whoever_has_the_orders_link_keeps_its_buyer_from_nothing(
    shop: Shop, offer: RefundOffer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requesting, "MOST_UNMAILED", MOST_UNMAILED)
    order = tickets_paid(offer.event, 1)

    def mallory(number: int) -> None:
        ask(order, offer, *numbers(order), account_name=f"M {number}", iban=MALLORYS["iban"])

    for number in range(MOST_MAILS + 3):
        mallory(number)
    entered = {"account_name": "Mira Falk", "iban": IBAN}
    asked = ask(order, offer, *numbers(order), **entered).request
    assert ask(order, offer, *numbers(order), **entered).request == asked
    assert Mail.objects.filter(kind="refund_confirm").count() == MOST_MAILS
    for number in range(MOST_UNMAILED - 4):
        mallory(100 + number)
    with pytest.raises(TooManyRefundRequests):
        mallory(999)
    assert ask(order, offer, *numbers(order), **entered).request == asked
    assert RefundRequest.objects.count() == MOST_MAILS + MOST_UNMAILED
    address = f"/{shop.slug}/refund/confirm/{link_mailed(order.email)}"
    client = Guest(shop, "en").client
    page = client.get(address).content.decode()
    assert page.count('name="request"') == 1 + MOST_UNMAILED
    assert f'value="{asked.pk.hex}"' in page and "the account ending in 3000" in text_of(client.get(address))
    for _time in range(2):
        assert "will be transferred" in text_of(client.post(address, {"request": asked.pk.hex}))
    asked.refresh_from_db()
    assert (asked.state, Refund.objects.count()) == (State.APPROVED, 1)


def test_a_link_confirms_nothing_of_another_order_and_nothing_that_has_a_mail_of_its_own(
    shop: Shop, offer: RefundOffer
) -> None:
    order, other = tickets_paid(offer.event, 1), tickets_paid(offer.event, 1, key="other")
    asked, foreign = (ask(one, offer, *numbers(one), **MALLORYS).request for one in (order, other))
    told = ask(order, offer, *numbers(order), account_name="Mira Falk", iban=IBAN).request
    token = token_for(asked, order.email)
    for key in (foreign.pk.hex, told.pk.hex, "0" * 32, "x"):
        with pytest.raises(RefundLinkOutdated):
            confirm_request(shop=shop, token=token, key=key)
    assert nothing_happened(order) and nothing_happened(other)


def test_what_nobody_confirmed_is_forgotten_and_found_if_it_moved_anything(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1, by=CARD)
    request = ask(order, offer, *numbers(order), **MALLORYS).request
    RequestedTicket.objects.update(stands=True)
    assert [name.split()[0] for name in broken_invariants()] == ["6t"]
    RequestedTicket.objects.update(stands=False)
    assert forget_unconfirmed() == 0
    RefundRequest.objects.update(created_at=request.created_at - UNCONFIRMED_REFUNDS.span)
    assert forget_unconfirmed() == 1 and not RefundRequest.objects.exists()


@proves(
    "purchase §4, design §6",
    "the link in the mail opens a page in either language whose button confirms; opening it changes nothing, and staff "
    "decide only afterwards",
)
@pytest.mark.parametrize(
    "language,asks,waits",
    [("de", "Ist das dein Konto", "Wir sehen uns deine Anfrage an"), ("en", "Is that your account", "We look at your")],
)
def test_the_page_asks_and_its_button_confirms(
    offer: RefundOffer, shop: Shop, language: str, asks: str, waits: str
) -> None:
    client = Guest(shop, language).client
    AccessCode.objects.create(shop=shop, code="ROTLICHT")  # the link is its own key
    order = tickets_paid(offer.event, 1, by=CARD)
    request = ask(order, offer, *numbers(order), account_name="Mira Falk", iban=IBAN).request
    address = f"/{shop.slug}/refund/confirm/{link_mailed(order.email)}"
    page = client.get(address)
    text = text_of(page)
    assert asks in text and "3000" in text and IBAN not in text and "Mira Falk" not in text and order.secret not in text
    assert page.headers["Cache-Control"] == "private, no-store" and nothing_happened(order)
    for _time in range(2):
        assert waits in text_of(client.post(address))
    request.refresh_from_db()
    assert request.state == State.RECEIVED
    assert client.get(f"{address}x").status_code == 404
    RefundRequest.objects.update(state=State.TO_CONFIRM)
    Ticket.objects.update(invalidated_at=request.created_at, ended="staff")
    assert client.post(address).status_code == 409
    assert client.delete(address).status_code == 405


def test_the_answer_says_what_it_waits_for(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1, by=CARD)
    guest, path = Guest(offer.event.owner), f"events/{offer.event_id}/refund_requests/{order.secret}"
    body = {
        "item_details": [{"validation_code": numbers(order)[0]}], "bank_account": {"name": "Mira Falk", "iban": IBAN},
    }  # fmt: skip
    answer = guest.patch(path, body).json()
    assert (answer["state"], answer["waits_for"]) == ("submitted", "mail")
    form = guest.get(path).json()
    assert (form["state"], form["waits_for"], form["bank_account"]) == ("initiated", "mail", None)
    confirm_request(shop=order.shop, token=link_mailed(order.email))
    form = guest.get(path).json()
    assert (form["state"], form["waits_for"]) == ("submitted", "staff")


@pytest.fixture
def staff(client: Client) -> Iterator[User]:
    client.cookies["locale"] = "en"
    with translation.override("en"):
        yield log_in(client)


def test_staff_see_that_it_waits_and_decide_only_afterwards(client: Client, staff: User, offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1, by=CARD)
    request = ask(order, offer, *numbers(order), account_name="Mira Falk", iban=IBAN).request
    assert "somebody has to decide" not in text_of(client.get("/admin/"))
    assert "waits for confirmation by mail" in text_of(client.get(REQUESTS))
    for step in ("approve", "settle", "decline"):
        assert client.post(f"{REQUESTS}{request.pk}/{step}/", {"note": "x"}).status_code == 403, step
    assert nothing_happened(order)
    confirm_request(shop=order.shop, token=link_mailed(order.email))
    assert "somebody has to decide" in text_of(client.get("/admin/"))
    assert "could take it back at the payment service" in text_of(client.get(f"{REQUESTS}{request.pk}/approve/"))
    client.post(f"{REQUESTS}{request.pk}/approve/")
    request.refresh_from_db()
    assert (request.state, request.staff) == (State.APPROVED, staff)
