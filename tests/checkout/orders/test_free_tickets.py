"""Free tickets are issued once the link in a mail to the order's address was followed, within 30 minutes."""

import re
from datetime import timedelta
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.core import mail as outbox
from django.db.models import F
from django.test import Client

from aftersale.models import Ticket
from cart.actions import apply_payment_code
from cart.models import Cart
from catalogue.models import ProductVariant, SeatClaim, Stock
from checkout.actions import cancel_unpaid, confirm_tickets, place_order, resend_confirmation_request
from checkout.actions.orders.confirming import MOST_MAILS, PAUSE
from checkout.actions.orders.emails import correct_email
from checkout.entry.limits import counted_confirmation
from checkout.errors import LinkOutdated, NothingToConfirm, TooManyOrders
from checkout.mails.together import send_with_others
from checkout.models import Order, Payment, Placement
from checkout.orders.access import access_order
from checkout.orders.deadlines import CONFIRMED_WITHIN, to_do
from checkout.payments.ledger import record_capture
from checkout.tasks import end_unconfirmed_tickets, end_unpaid_orders, remind_of_open_payments
from shop.core.http.log_paths import without_secrets
from shop.invariants import broken_invariants
from shop.models import AccessCode, Mail, Shop
from tests.checkout.merging import merge
from tests.checkout.placing import click_of, place, ready_cart, shown_to_buyer, transfer
from tests.factories import (
    first_variant,
    make_event,
    make_payment_code,
    make_product,
    make_seat_map,
    make_shop,
)  # fmt: skip
from tests.guest import Guest
from tests.invariants import broken_numbers
from tests.proofs import proves
from tests.staff import log_in, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
LINK = re.compile(r"http\S+/checkout/free/([\w:-]+)")
ASK_AGAIN = """mutation ($input: AskConfirmationAgainInput!) {
    askConfirmationAgain(input: $input) { order { confirmBy } clientMutationId } }"""


@pytest.fixture
def client() -> Client:
    return Client(SERVER_NAME="localhost")


def free_ticket(shop: Shop | None = None, capacity: int = 10) -> ProductVariant:
    return first_variant(make_event(shop or make_shop(), price="0.00", capacity=capacity, cart_limit=9))


def link_mailed(to: str = "mira@example.org") -> str:
    """The token of the link in the last mail that asks to confirm, as it is sent."""
    asking = Mail.objects.filter(kind="to_confirm") | Mail.objects.filter(kind__startswith="again:")
    mail = asking.filter(recipient=to).latest("created_at")
    send_with_others(str(mail.pk))
    sent = outbox.outbox[-1]
    found = LINK.search(str(sent.body))
    assert found is not None and sent.to == [to]
    assert found[0] in str(sent.alternatives[0][0])
    return found[1]


def kinds() -> list[str]:
    return list(Mail.objects.order_by("created_at").values_list("kind", flat=True))


def let_pass(placement: Placement, time: timedelta) -> None:
    """As if it had been placed so much earlier."""
    Placement.objects.filter(pk=placement.pk).update(placed_at=F("placed_at") - time, confirm_by=F("confirm_by") - time)
    first = Placement.objects.filter(order=placement.order).earliest("placed_at")
    Order.objects.filter(pk=placement.order_id).update(placed_at=first.placed_at)


def sold() -> int:
    return Stock.objects.get().sold


def standing(placement: Placement) -> tuple[str, bool]:
    shown = shown_to_buyer(placement)
    return shown.status.value, shown.confirm_by is not None


@proves(
    "docs/decisions/0074",
    "free tickets are issued once the link in a mail to the order's address was followed, by its button, however often;"
    " nothing is issued before, and no other mail goes there",
)
def test_free_tickets_are_issued_once_the_link_was_followed(client: Client) -> None:
    placement = place((free_ticket(), 2))
    assert standing(placement) == ("payment_pending", True)
    assert (kinds(), sold(), Ticket.objects.count()) == (["to_confirm"], 2, 0)
    shown = shown_to_buyer(placement)
    assert (shown.payment_methods, shown.bank_details, shown.tickets_url, shown.ends_on) == ([], None, "", None)
    address = f"/{placement.shop.slug}/checkout/free/{link_mailed()}"
    for _time in range(2):
        page = client.get(address)
        assert page.status_code == 200 and page.headers["Cache-Control"] == "private, no-store"
        assert "2 × " in page.content.decode() and "<form" in page.content.decode()
    assert client.head(address).status_code == 200
    assert Ticket.objects.count() == 0, "programs that look through mails only look"
    for _time in range(2):
        page = client.post(address)
        assert page.status_code == 200 and "<form" not in page.content.decode()
        assert placement.order.secret in page.content.decode()
    assert standing(placement) == ("done", False)
    assert Ticket.objects.valid().count() == sold() == 2
    assert sorted(kinds()) == ["confirmation", "tickets", "to_confirm"]
    let_pass(placement, CONFIRMED_WITHIN)
    end_unconfirmed_tickets(timestamp=0)
    assert client.get(address).status_code == 200
    assert Ticket.objects.valid().count() == sold() == 2
    assert broken_invariants() == {}


@proves(
    "docs/decisions/0074",
    "what nobody confirms within 30 minutes is free again within a minute, seats and codes too, whatever the shop's"
    " form says of unpaid orders; nothing was issued",
)
def test_what_nobody_confirms_is_free_again_after_30_minutes(client: Client) -> None:
    placement = place((free_ticket(make_shop(payment_expiry=False, payment_reminder=True)), 2))
    token = link_mailed()
    let_pass(placement, CONFIRMED_WITHIN - timedelta(seconds=20))
    end_unconfirmed_tickets(timestamp=0)
    assert sold() == 2
    let_pass(placement, timedelta(seconds=21))
    with pytest.raises(LinkOutdated):
        confirm_tickets(shop=placement.shop, token=token)
    address = f"/{placement.shop.slug}/checkout/free/{token}"
    assert client.get(address).status_code == 200, "nobody has ended it yet"
    assert "30" in client.post(address).content.decode()
    assert client.post(address).status_code == 404
    remind_of_open_payments(timestamp=0)
    end_unpaid_orders(timestamp=0)
    assert (sold(), to_do(placement.pay_by)) == (2, {"awaited": 0, "decided": 0}), "it is no matter of money"
    for _time in range(2):
        end_unconfirmed_tickets(timestamp=0)
    assert (sold(), Ticket.objects.count(), kinds()) == (0, 0, ["to_confirm"])
    assert standing(placement) == ("cancelled", True)
    assert Payment.objects.get().state == Payment.State.CANCELLED
    for ask in (client.get, client.post):
        assert ask(address).status_code == 404
    assert Ticket.objects.count() == 0
    assert broken_invariants() == {}


def test_their_seats_are_free_again_too() -> None:
    event = make_event(make_shop(), price="0.00", cart_limit=9)
    make_seat_map(event, rows=1, seats=4)
    placement = place((first_variant(event), 2))
    assert SeatClaim.objects.count() == 2
    let_pass(placement, CONFIRMED_WITHIN)
    end_unconfirmed_tickets(timestamp=0)
    assert (SeatClaim.objects.count(), sold()) == (0, 0)
    assert broken_invariants() == {}


@proves(
    "docs/decisions/0074",
    "one address under invented mailboxes has no free ticket for more than 30 minutes, and none that is issued",
)
def test_invented_mailboxes_keep_nothing() -> None:
    ticket = free_ticket(capacity=22)
    for guest in range(4):
        place((ticket, 5), key=f"guest-{guest}")
    assert (sold(), Ticket.objects.count()) == (20, 0)
    for placement in Placement.objects.all():
        let_pass(placement, CONFIRMED_WITHIN + timedelta(minutes=6))
    assert broken_numbers() == {"3c"}, "no worker has come by for minutes"
    end_unconfirmed_tickets(timestamp=0)
    assert (sold(), Ticket.objects.count()) == (0, 0)
    assert broken_invariants() == {}


def test_the_link_is_good_for_its_address_shop_and_order_alone(staff: User) -> None:
    ticket = free_ticket()
    placement = place((ticket, 1))
    token = link_mailed()
    other = place((ticket, 1), key="other")
    for wrong in (token[:-1], placement.pk.hex, f"{other.pk.hex}:{token.partition(':')[2]}", "x", ""):
        with pytest.raises(LinkOutdated):
            confirm_tickets(shop=placement.shop, token=wrong)
    with pytest.raises(LinkOutdated):
        confirm_tickets(shop=make_shop(), token=token)
    Mail.objects.filter(subject_key=str(other.pk)).delete()
    correct_email(order=placement.order, email="right@example.org")
    with pytest.raises(LinkOutdated):
        confirm_tickets(shop=placement.shop, token=token)
    assert confirm_tickets(shop=placement.shop, token=link_mailed("right@example.org")).paid_at
    assert without_secrets(f"/x/checkout/free/{token}") == "/x/checkout/free/…"


@proves("docs/decisions/0074", "the link opens without login, in any browser, in a shop with an access code too")
def test_the_link_opens_in_a_gated_shop(client: Client) -> None:
    placement = place((free_ticket(), 1))
    AccessCode.objects.create(shop=placement.shop, code="ROTLICHT")
    page = client.post(f"/{placement.shop.slug}/checkout/free/{link_mailed()}", headers={"accept-language": "en"})
    assert page.status_code == 200 and "confirmed" in page.content.decode()


@proves("docs/decisions/0074", "the mail is sent again once a minute, five times in all, and the same link is good")
def test_the_mail_is_sent_again_at_a_bounded_rate() -> None:
    guest = Guest(make_shop())
    ticket = free_ticket(guest.shop)
    assert guest.add((ticket, 1)).data
    assert guest.enter_address().status_code == 200
    placed = guest.place().data["order"]
    first = link_mailed()

    def ask() -> str | None:
        answer = guest.send({"query": ASK_AGAIN, "variables": {"input": {"orderId": placed["id"]}}})
        return answer.refusal["code"] if "errors" in answer.body else None

    def wait() -> None:
        Mail.objects.update(created_at=F("created_at") - PAUSE)

    assert ask() == "MAIL_JUST_SENT"
    told = []
    for _time in range(MOST_MAILS):
        wait()
        told += [ask(), ask()]
    assert told == [None, "MAIL_JUST_SENT"] * (MOST_MAILS - 1) + ["MAIL_JUST_SENT"] * 2
    assert Mail.objects.count() == MOST_MAILS
    assert link_mailed() == first
    with pytest.raises(TooManyOrders):  # they count as confirmations to this mailbox
        for _time in range(2):
            with counted_confirmation("mira@example.org"):
                pass
    assert ask() == "TOO_MANY_ORDERS"
    assert confirm_tickets(shop=guest.shop, token=first).paid_at
    assert broken_invariants() == {}


def test_what_is_confirmed_is_not_asked_for_again() -> None:
    placement = place((free_ticket(), 1))
    confirm_tickets(shop=placement.shop, token=link_mailed())
    with pytest.raises(NothingToConfirm):
        resend_confirmation_request(order=access_order(placement.shop, placement.order.secret))


@proves("docs/decisions/0074", "nobody is asked where something is paid: by money, or by a code; nor for free goods")
@pytest.mark.parametrize("what", ["goods", "beside goods", "code"])
def test_what_costs_something_is_not_asked(what: str) -> None:
    shop = make_shop()
    shirt = first_variant(make_product(shop, price="0.00" if what == "goods" else "20.00"))
    ProductVariant.objects.filter(pk=shirt.pk).update(physical=False)
    shirt.refresh_from_db()
    ticket = free_ticket(shop)
    if what == "code":
        event = make_event(shop, price="30.00", capacity=5)
        session, _request = ready_cart((first_variant(event), 1))
        apply_payment_code(session=session, code=make_payment_code(event, value="200.00"))
        placement = place_order(session=session, request=click_of(session, "key-1"))
        assert (placement.total, Ticket.objects.valid().count()) == (Decimal("30.00"), 1)
    else:
        placement = place((shirt, 1), *([(ticket, 1)] if what == "beside goods" else []))
    assert (placement.confirm_by, kinds()[0]) == (None, "confirmation")
    assert standing(placement)[1] is False


@proves(
    "docs/decisions/0074, docs/decisions/0041",
    "free tickets that join an order are asked for unless somebody paid or confirmed it, and proves that it is theirs",
)
@pytest.mark.parametrize("is_verified", [True, False])
@pytest.mark.parametrize("is_somebodys", [True, False])
def test_what_joins_an_order_is_asked_for_unless_that_is_somebodys(is_verified: bool, is_somebodys: bool) -> None:
    shop = make_shop()
    ticket = free_ticket(shop)
    first = place((first_variant(make_product(shop)), 1))
    if is_somebodys:
        transfer(first, "25.90")
    Mail.objects.all().delete()
    session, _request = ready_cart((ticket, 1))
    placement = merge(session, into=first.order, key="late", is_verified=is_verified)
    is_asked = not (is_verified and is_somebodys)
    assert (placement.confirm_by is not None) == is_asked
    assert Ticket.objects.count() == (0 if is_asked else 1)
    assert kinds()[0] == ("to_confirm" if is_asked else "confirmation")
    if not is_asked:
        return
    if not is_somebodys:
        payment = first.payments.get()
        record_capture(payment=payment, amount=payment.amount, event_id="money for the other")
        assert Ticket.objects.count() == 0, "money for something else confirms nothing"
    assert confirm_tickets(shop=shop, token=link_mailed()).paid_at
    assert Ticket.objects.valid().count() == 1
    Mail.objects.create(shop=shop, kind="confirmation", subject_key=str(first.pk), recipient="m", language="de")
    assert "8a" not in broken_numbers()


def test_staff_see_what_waits_and_may_end_it(client: Client) -> None:
    placement = place((free_ticket(), 1))
    log_in(client)
    page = f"/admin/checkout/order/{placement.order_id}/change/"
    assert "zu bestätigen bis" in text_of(client.get(page))
    cancel_unpaid(order=placement.order)
    assert sold() == 0
    with pytest.raises(LinkOutdated):
        confirm_tickets(shop=placement.shop, token="x")
    token = link_mailed()
    assert confirm_tickets(shop=placement.shop, token=token).paid_at is None
    assert Ticket.objects.count() == 0
    assert Cart.objects.get().state == Cart.State.ORDERED
