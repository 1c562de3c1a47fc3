"""How many orders there may be of one browser and for one mailbox, when those of an address cost work, and what a
stranger is mailed (decisions/0022).
"""

from collections import Counter
from dataclasses import replace

import pytest
from django.core import mail as outbox

from cart.models import Cart
from cart.shares import GUESTS
from catalogue.models import ProductVariant, Stock
from checkout.entry.limits import BY_MAILBOX, BY_MAILBOX_A_DAY, ORDERS
from checkout.mails.together import send_with_others
from checkout.models import Order
from shop.core.limits.budgets import use_attempt
from shop.core.limits.counters import LimitCounters
from shop.core.limits.visitors import keyed_digest
from shop.core.values.mail_addresses import mailbox
from shop.models import Mail, NewsletterSubscription, Shop
from tests.factories import first_variant, make_event, make_product, make_shop
from tests.guest import Guest
from tests.proofs import proves
from tests.sample_address import ADDRESS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


@pytest.fixture
def ticket(shop: Shop) -> ProductVariant:
    return first_variant(make_event(shop, price="10.00", capacity=9000))


def stand_before_the_button(guest: Guest, ticket: ProductVariant, email: str) -> None:
    assert guest.add((ticket, 1)).data
    body = {"billing_address": ADDRESS, "shipping_address": None, "email": email}
    assert guest.patch("cart/address", body).status_code == 200
    assert guest.choose("-1").status_code == 200


def press(guest: Guest, **more: object) -> str:
    """What became of the order: placed, or the code of its refusal."""
    answer = guest.place(idempotencyKey=guest.token, expectedTotal="10.00", **more)
    return answer.refusal["code"] if "errors" in answer.body else "placed"


@proves(
    "docs/decisions/0022",
    "orders are limited by browser and mailbox; replays and refusals do not count, and nothing entered is lost",
)
def test_a_mailbox_gets_six_confirmations_an_hour(shop: Shop, ticket: ProductVariant) -> None:
    guest, answers = Guest(shop), []
    for number in range(8):
        guest.begin_anew(f"198.51.100.{number}")
        stand_before_the_button(guest, ticket, f"Victim+{number}@example.org" if number % 2 else "victim@EXAMPLE.org")
        answers.append(press(guest))
    assert Counter(answers) == {"placed": 6, "TOO_MANY_ORDERS": 2}
    assert Mail.objects.count() == Order.objects.count() == 6
    # Nothing that was entered is lost, and another mailbox is still served.
    assert Cart.objects.get(session__token=guest.token).state == Cart.State.OPEN
    assert Stock.objects.get().held == 2
    body = {"billing_address": ADDRESS, "shipping_address": None, "email": "mine@example.org"}
    assert guest.patch("cart/address", body).status_code == 200
    assert press(guest) == "placed"


def test_neither_replays_nor_refusals_use_up_orders(shop: Shop, ticket: ProductVariant) -> None:
    for _ in range(BY_MAILBOX.attempts - 1):
        assert use_attempt(BY_MAILBOX, mailbox("mira@example.org"))
    guest = Guest(shop)
    stand_before_the_button(guest, ticket, "mira@example.org")
    for _ in range(3):
        assert press(guest, acceptedTerms=False) == "TERMS_NOT_ACCEPTED"
    assert [press(guest) for _ in range(5)] == ["placed"] * 5
    assert Order.objects.count() == 1


def test_a_mailbox_gets_twenty_a_day(shop: Shop, ticket: ProductVariant) -> None:
    for _ in range(BY_MAILBOX_A_DAY.attempts):
        assert use_attempt(BY_MAILBOX_A_DAY, mailbox("mira@example.org"))
    guest = Guest(shop)
    stand_before_the_button(guest, ticket, "mira@example.org")
    assert press(guest) == "TOO_MANY_ORDERS"


def test_an_address_places_as_many_orders_as_a_class_before_it_costs_work(shop: Shop, ticket: ProductVariant) -> None:
    guest, group = Guest(shop), keyed_digest("127.0.0.1")
    for _ in range(ORDERS.soft - GUESTS):  # as many as if each pupil had bought twice before
        assert not LimitCounters([(one, f" {group}") for one in ORDERS.network_limits(1)[:1]]).exceeded
    for pupil in range(GUESTS):
        guest.begin_anew("127.0.0.1")
        stand_before_the_button(guest, ticket, f"pupil-{pupil}@example.org")
        assert press(guest) == "placed"
    guest.begin_anew("127.0.0.1")
    stand_before_the_button(guest, ticket, "one-more@example.org")
    assert press(guest) == "WORK_NEEDED"
    assert Order.objects.count() == GUESTS
    worker = Guest(shop, works=True)
    stand_before_the_button(worker, ticket, "worker@example.org")
    assert press(worker) == "placed"


def test_a_browser_places_so_many_orders_and_its_neighbour_goes_on(
    shop: Shop, ticket: ProductVariant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("checkout.entry.limits.ORDERS", replace(ORDERS, hard=2))
    guest = Guest(shop)
    for number in range(2):
        stand_before_the_button(guest, ticket, f"buyer-{number}@example.org")
        assert guest.place(idempotencyKey=f"order {number}", expectedTotal="10.00").data
    stand_before_the_button(guest, ticket, "buyer@example.org")
    assert press(guest) == "TOO_MANY_ORDERS"
    neighbour = Guest(shop)
    stand_before_the_button(neighbour, ticket, "neighbour@example.org")
    assert press(neighbour) == "placed"


def confirmation(email: str) -> str:
    """The text of the newest order's confirmation that goes there."""
    stored = Mail.objects.filter(kind="confirmation", recipient=email).latest("created_at")
    send_with_others(str(stored.pk))
    return str(outbox.outbox[-1].body)


@proves(
    "docs/decisions/0011",
    "an order's confirmation tells a buyer whose wish for the newsletter could not be kept, and where to sign up",
)
def test_the_newsletter_box_of_an_order_keeps_the_newsletters_limits(shop: Shop, ticket: ProductVariant) -> None:
    newsletter, guest = "newsletter", Guest(shop)
    for _ in range(5):
        assert guest.post(newsletter, {"email": "victim@example.org", "accepts_terms": True}).status_code == 202
    NewsletterSubscription.objects.all().delete()
    guest.begin_anew("198.51.100.1")
    stand_before_the_button(guest, ticket, "victim@example.org")
    before = Mail.objects.filter(kind="newsletter_confirm").count()
    assert press(guest, newsletter=True) == "placed"
    assert Mail.objects.filter(kind="newsletter_confirm").count() == before
    assert not NewsletterSubscription.objects.exists()
    told = confirmation("victim@example.org")
    assert "konnten wir dich nicht anmelden" in told and "/nachtfalter/newsletter\n" in told
    for email in ("reader@example.org", "mira@kneipe.berlin", "o'hara@müller-musik.de"):
        guest.begin_anew("198.51.100.1")
        stand_before_the_button(guest, ticket, email)
        assert press(guest, newsletter=True) == "placed"
        assert NewsletterSubscription.objects.filter(email=email).count() == 1
        assert "Newsletter" not in confirmation(email)


@proves(
    "docs/decisions/0022",
    "the newsletter's limits count mailboxes, whatever their +tags, over all shops too, and hold for the "
    "checkout's box",
)
def test_no_mailbox_is_asked_by_more_than_ten_newsletters_a_day(shop: Shop) -> None:
    guest, answers = Guest(shop), []
    for number in range(12):
        guest.begin_anew(f"198.51.100.{number}")
        guest.base = f"/api/v2/shops/{make_shop().slug}"
        wish = {"email": f"victim+{number}@example.org", "accepts_terms": True}
        answers.append(guest.post("newsletter", wish).status_code)
    assert answers == [202] * 10 + [429] * 2


@proves("docs/decisions/0022", "a mail greets nobody by a name that somebody else chose")
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_mail_greets_nobody_by_a_name_that_somebody_else_chose(
    shop: Shop, ticket: ProductVariant, language: str
) -> None:
    guest = Guest(shop, language)
    assert guest.add((ticket, 1)).data
    assert guest.enter_address(first_name="Du hast gewonnen! Ruf 0900-1234 an").status_code == 200
    assert guest.choose("-1").status_code == 200
    assert press(guest) == "placed"
    mail = Mail.objects.get()
    send_with_others(str(mail.pk))
    (message,) = outbox.outbox
    assert isinstance(message, outbox.EmailMultiAlternatives)
    heading = {"de": "Rechnungsadresse", "en": "Billing address"}[language]
    for text in (str(message.subject), str(message.body), str(message.alternatives[0][0])):
        assert "gewonnen" not in text.partition(heading)[0]


@proves("docs/decisions/0022", "addresses and personal texts take no links, beside the field, in both languages")
@pytest.mark.parametrize(
    "text",
    ["https://evil.example", "auf www.evil.example", "evil.example/now", "Mira <mira>", "mira@example.org"],
)
@pytest.mark.parametrize("field", ["first_name", "last_name", "company", "address", "address2", "city"])
def test_an_address_takes_no_links(shop: Shop, ticket: ProductVariant, field: str, text: str) -> None:
    guest = Guest(shop)
    assert guest.add((ticket, 1)).data
    answer = guest.enter_address(**{field: text})
    assert answer.status_code == 400
    (problem,) = answer.json()["errors"][f"billing_address.{field}"]
    assert problem["code"] == "link"


def test_addresses_that_only_look_a_bit_like_links_are_taken(shop: Shop, ticket: ProductVariant) -> None:
    guest = Guest(shop)
    assert guest.add((ticket, 1)).data
    for company in ("Dr. Müller-Lüdenscheid", "Awww. GmbH & Co. KG", "booking.com", "z.Hd./Frau Falk", "c/o Falk"):
        assert guest.enter_address(company=company, city="St.Gallen", address="Hafenstr. 12/3").status_code == 200


def test_a_personal_text_takes_no_link(shop: Shop) -> None:
    shirt = first_variant(make_product(shop, personalised=True))
    guest = Guest(shop)
    assert guest.add((shirt, 1), text="evil.example/now").refusal["code"] == "PERSONALISATION_LINK"
    assert guest.add((shirt, 1), text="I <3 Nachtfalter @ Hamburg").data


def test_mailboxes_are_told_apart_without_capitals_and_tags() -> None:
    assert mailbox(" Mira.Falk+shop@Example.ORG ") == mailbox("mira.falk@example.org") == "mira.falk@example.org"
    assert mailbox("mira@example.org") != mailbox("mira@example.com")


@pytest.mark.parametrize("address", ["Mira+7@Example.org", "mira@\uff25xample.org", "mira@ex\U0001d41ample.org"])
def test_one_mailbox_is_one_however_it_is_written(address: str) -> None:
    assert mailbox(address) == "mira@example.org"
