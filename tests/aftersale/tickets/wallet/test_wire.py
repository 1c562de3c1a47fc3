"""Who has an order's secret takes its tickets into a wallet, where the shop has what it needs for that."""

from dataclasses import replace
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit
from zipfile import ZipFile

import pytest
from django.core import mail as outbox
from django.utils.html import escape

from aftersale.models import Ticket
from aftersale.tickets.actions import invalidate_ticket
from aftersale.tickets.wallet.google import SAVE
from checkout.actions import invalidate_line
from checkout.entry.limits import DOCUMENTS
from checkout.mails.together import send_with_others
from checkout.models import Order, OrderLine
from shop.models import AccessCode, Mail, Shop
from shop.queries import absolute_url
from tests import wallets
from tests.aftersale.tickets.sold import pay, told_order
from tests.factories import first_variant, make_event, make_product, make_shop
from tests.guest import Guest
from tests.proofs import proves

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
KINDS = ("pkpass", "pkpasses", "google")


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


@pytest.fixture
def offered(settings: Any) -> None:
    settings.APPLE_WALLET, settings.GOOGLE_WALLET = wallets.apple(), wallets.google()


def paid(shop: Shop, tickets: int = 1, address: str = "127.0.0.1") -> tuple[Guest, Order]:
    guest = Guest(shop, address=address)
    guest.buy((first_variant(make_event(shop)), tickets), idempotencyKey=address)
    order = Order.objects.latest("placed_at")
    pay(order)
    return guest, order


def links(guest: Guest, order: Order) -> list[tuple[str, str, str]]:
    return [(one["wallet"], one["url"], one["part"]) for one in told_order(guest, order)["walletLinks"]]


def statuses(guest: Guest, order: Order, query: str = "") -> list[int]:
    return [guest.get(f"orders/{order.secret}/tickets.{kind}{query}").status_code for kind in KINDS]


@proves(
    "docs/decisions/0054",
    "wallets by the order's secret in its shop alone, where they are configured; else nothing is shown "
    "and nothing answers",
)
def test_without_certificates_nothing_is_shown_and_nothing_answers(shop: Shop) -> None:
    guest, order = paid(shop)
    assert links(guest, order) == []
    assert guest.get(f"orders/{order.secret}").json()["wallet_links"] == []
    answers = [guest.get(f"orders/{secret}/tickets.{kind}") for kind in KINDS for secret in (order.secret, "guessed")]
    assert {one.status_code for one in answers} == {404}
    assert len({one.content for one in answers}) == 1


@pytest.mark.usefixtures("offered")
def test_one_ticket_is_a_pass_and_a_way_to_google(shop: Shop) -> None:
    guest = Guest(shop)
    told = guest.buy((first_variant(make_event(shop)), 1), (first_variant(make_product(shop)), 1))
    assert told["walletLinks"] == []
    order = Order.objects.get()
    pay(order)
    base = f"/api/v2/shops/nachtfalter/orders/{order.secret}/tickets"
    line = OrderLine.objects.get(ticket=True)
    expected = [("apple", f"{base}.pkpass", ""), ("google", f"{base}.google?item={line.pk}", "")]
    assert links(guest, order) == expected
    rest = guest.get(f"orders/{order.secret}").json()["wallet_links"]
    assert [(one["wallet"], one["url"], one["part"]) for one in rest] == expected
    apple, google = (guest.client.get(url) for _wallet, url, _part in expected)
    assert (apple.status_code, apple.headers["Content-Type"]) == (200, "application/vnd.apple.pkpass")
    number = Ticket.objects.get().number
    assert apple.headers["Content-Disposition"] == f'attachment; filename="Ticket-{number}.pkpass"'
    assert "pass.json" in ZipFile(BytesIO(apple.content)).namelist()
    assert google.status_code == 302 and google.headers["Location"].startswith(SAVE)
    assert urlsplit(google.headers["Location"]).hostname == "pay.google.com"
    assert all("no-store" in one.headers["Cache-Control"] for one in (apple, google))


@pytest.mark.usefixtures("offered")
def test_what_ended_of_several_is_offered_to_no_wallet(shop: Shop) -> None:
    guest, order = paid(shop, tickets=3)
    first, second, third = Ticket.objects.in_order()
    invalidate_ticket(ticket=first, reason="lost")
    (_apple, *google) = links(guest, order)
    assert [url.partition("item=")[2] for _wallet, url, _part in google] == [str(second.line_id), str(third.line_id)]
    assert {guest.client.get(url).status_code for _wallet, url, _part in google} == {302}
    for ticket in (second, third):
        invalidate_ticket(ticket=ticket, reason="lost")
    assert links(guest, order) == []


@pytest.mark.usefixtures("offered")
def test_several_come_in_one_file_to_apple_and_one_by_one_to_google(shop: Shop) -> None:
    guest, order = paid(shop, tickets=3)
    (apple, *google) = links(guest, order)
    assert apple[1].endswith("/tickets.pkpasses") and apple[2] == ""
    assert [part for _wallet, _url, part in google] == ["1/3", "2/3", "3/3"]
    file = guest.client.get(apple[1])
    assert (
        file.headers["Content-Type"] == "application/vnd.apple.pkpasses" and "no-store" in file.headers["Cache-Control"]
    )
    numbers = list(Ticket.objects.in_order().values_list("number", flat=True))
    assert ZipFile(BytesIO(file.content)).namelist() == [f"{number}.pkpass" for number in numbers]
    assert len({guest.client.get(url).headers["Location"] for _wallet, url, _part in google}) == 3
    # Which of them nobody has said.
    assert statuses(guest, order) == [404, 200, 404]
    line = OrderLine.objects.filter(ticket=True).first()
    assert line is not None
    assert statuses(guest, order, f"?item={line.pk}") == [200, 200, 302]


@pytest.mark.usefixtures("offered")
def test_a_phone_takes_ten_at_once_and_more_are_several_files(shop: Shop) -> None:
    guest, order = paid(shop, tickets=3)
    kept, *rest = OrderLine.objects.filter(ticket=True).order_by("number")
    Ticket.objects.filter(line__in=rest).delete()
    OrderLine.objects.filter(pk__in=[one.pk for one in rest]).delete()
    OrderLine.objects.filter(pk=kept.pk).update(amount=12, total=kept.price * 12)
    Ticket.objects.bulk_create(Ticket(line=kept, position=at) for at in range(2, 13))
    apple = [link for link in links(guest, order) if link[0] == "apple"]
    google = [link for link in links(guest, order) if link[0] == "google"]
    assert [part for _wallet, _url, part in apple] == ["1/2", "2/2"] and len(google) == 12
    files = [ZipFile(BytesIO(guest.client.get(url).content)).namelist() for _wallet, url, _part in apple]
    assert [len(one) for one in files] == [10, 2] and len({*files[0], *files[1]}) == 12
    assert len({guest.client.get(url).headers["Location"] for _wallet, url, _part in google}) == 12
    for part in ("0", "3", "-1", "x", "²", "9" * 30):
        assert guest.get(f"orders/{order.secret}/tickets.pkpasses?part={part}").status_code == 404, part
    for piece in ("0", "13", "-1", "x", "01"):
        assert guest.get(f"orders/{order.secret}/tickets.google?item={kept.pk}&piece={piece}").status_code == 404, piece


@pytest.mark.usefixtures("offered")
def test_another_orders_secret_another_shop_or_a_guess_opens_nothing(shop: Shop) -> None:
    guest, order = paid(shop)
    _stranger, others = paid(make_shop("kellerkind"), address="192.0.2.9")
    line = OrderLine.objects.get(placement__order=others)
    for kind in KINDS:
        for path in (
            f"nachtfalter/orders/guessed/tickets.{kind}",
            f"nachtfalter/orders/{order.reference}/tickets.{kind}",
            f"nachtfalter/orders/{others.secret}/tickets.{kind}",
            f"kellerkind/orders/{order.secret}/tickets.{kind}",
            f"nachtfalter/orders/{order.secret}/tickets.{kind}?item={line.pk}",
            f"nachtfalter/orders/{order.secret}/tickets.{kind}?item=1%27",
        ):
            answer = guest.client.get(f"/api/v2/shops/{path}")
            assert answer.status_code == 404 and "Location" not in answer.headers, path


@pytest.mark.usefixtures("offered")
def test_a_ticket_that_ended_has_no_pass(shop: Shop) -> None:
    guest, order = paid(shop, tickets=2)
    first, second = Ticket.objects.in_order()
    invalidate_ticket(ticket=first, reason="lost")
    assert statuses(guest, order, f"?item={first.line_id}") == [404, 404, 404]
    assert statuses(guest, order) == [200, 200, 302]
    invalidate_line(line=second.line)
    assert statuses(guest, order) == [404, 404, 404]
    invalidate_line(line=first.line)
    assert links(guest, order) == []


@pytest.mark.usefixtures("offered")
def test_a_gated_shops_want_its_code(shop: Shop) -> None:
    _guest, order = paid(shop)
    AccessCode.objects.create(shop=shop, code="ROTLICHT")
    assert not {200, 302} & set(statuses(Guest(shop), order))


@pytest.mark.usefixtures("offered")
def test_one_browser_has_so_many_made_and_another_goes_on(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checkout.entry.limits.DOCUMENTS", replace(DOCUMENTS, hard=3, soft=3))
    guest, order = paid(shop)
    assert statuses(guest, order) == [200, 200, 302]
    assert statuses(guest, order) == [429, 429, 429]
    assert guest.get(f"orders/{order.secret}/tickets.pdf").status_code == 429
    assert statuses(Guest(shop), order) == [429, 429, 429]
    assert statuses(Guest(shop, works=True), order) == [200, 200, 302]


def test_each_wallet_is_offered_for_itself(shop: Shop, settings: Any) -> None:
    guest, order = paid(shop)
    settings.APPLE_WALLET = wallets.apple()
    assert [one[0] for one in links(guest, order)] == ["apple"] and statuses(guest, order) == [200, 200, 404]
    settings.APPLE_WALLET, settings.GOOGLE_WALLET = None, wallets.google()
    assert [one[0] for one in links(guest, order)] == ["google"] and statuses(guest, order) == [404, 404, 302]


def test_with_a_certificate_that_has_ended_apples_is_offered_no_more(shop: Shop, settings: Any) -> None:
    ended = wallets.authority().issue(wallets.leaf_key(), days=-1)
    settings.APPLE_WALLET = wallets.apple(APPLE_PASS_CERTIFICATE=ended)
    guest, order = paid(shop)
    assert links(guest, order) == [] and statuses(guest, order) == [404, 404, 404]


@pytest.mark.parametrize(("language", "words"), [("de", "Zu {} Wallet hinzufügen"), ("en", "Add to {} Wallet")])
def test_the_tickets_mail_leads_to_both_where_they_are_offered(
    shop: Shop, settings: Any, language: str, words: str
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    guest, order = paid(shop, tickets=2)
    Order.objects.update(language=language)
    Mail.objects.update(language=language)
    mail = Mail.objects.get(kind="tickets")
    send_with_others(str(mail.pk))
    Mail.objects.update(sent_at=None)
    settings.APPLE_WALLET, settings.GOOGLE_WALLET = wallets.apple(), wallets.google()
    send_with_others(str(mail.pk))
    without, with_wallets = outbox.outbox
    told = links(guest, order)
    for number, text in enumerate((with_wallets.body, str(with_wallets.alternatives[0][0]))):
        for _wallet, url, _part in told:
            address = absolute_url(shop, url)
            assert (escape(address) if number else address) in text
        assert words.format("Apple") in text and f"{words.format('Google')} 2/2" in text
        # What Google is told goes with a click alone.
        assert SAVE not in text
    assert "Wallet" not in str(without.body) + str(without.alternatives[0][0])
