"""Staff find a ticket by its number, end it or issue it anew with a reason, and send tickets again."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from aftersale.models import Ticket
from aftersale.numbers.tickets import grouped_number
from checkout.actions import invalidate_line
from checkout.models import Placement
from shop.models import Mail
from tests.checkout.invoicing import bought
from tests.factories import first_variant, make_event, make_product, make_shop
from tests.proofs import proves
from tests.staff import as_member, make_clerk, text_at

pytestmark = pytest.mark.django_db
LIST = "/admin/aftersale/ticket/"


@pytest.fixture
def client() -> Client:
    return as_member(User.objects.create_superuser("boss"))


def sold() -> Placement:
    shop = make_shop("merchstand")
    return bought((first_variant(make_event(shop, name="Nachtflug")), 2), (first_variant(make_product(shop)), 1))


@proves(
    "law TK-5, J17",
    "staff find tickets by number and with the order, end them and issue them anew with a reason, send "
    "them again; the former code is dead",
)
def test_the_list_finds_a_ticket_by_its_number_however_it_is_written(client: Client) -> None:
    placement = sold()
    first, second = Ticket.objects.in_order()
    for words in (first.number, grouped_number(first.number)):
        page = text_at(client, LIST, q=words)
        assert grouped_number(first.number) in page and grouped_number(second.number) not in page
    for words in (placement.order.reference, "Nachtflug", "mira@example.org"):
        page = text_at(client, LIST, q=words)
        assert grouped_number(first.number) in page and grouped_number(second.number) in page
    invalidate_line(line=first.line)
    assert grouped_number(first.number) not in text_at(client, LIST, state="valid")
    assert grouped_number(first.number) in text_at(client, LIST, state="line")


def test_the_orders_page_leads_to_its_tickets(client: Client) -> None:
    placement = sold()
    page = text_at(client, f"/admin/checkout/order/{placement.order_id}/change/")
    for ticket in Ticket.objects.all():
        assert f"{LIST}{ticket.pk}/change/" in page and grouped_number(ticket.number) in page


def test_one_is_ended_with_a_reason_and_issued_anew(client: Client) -> None:
    sold()
    ticket = Ticket.objects.in_order()[0]
    page = f"{LIST}{ticket.pk}/"
    assert client.post(f"{page}invalidate/", {"reason": ""}).status_code == 200
    ticket.refresh_from_db()
    assert ticket.is_valid
    assert client.post(f"{page}invalidate/", {"reason": "chargeback"}).status_code == 302
    ticket.refresh_from_db()
    assert (ticket.ended, ticket.reason) == (Ticket.Ended.STAFF, "chargeback")
    assert "chargeback" in text_at(client, f"{page}change/")
    assert client.get(f"{page}pdf/").status_code in (403, 404)
    answer = client.post(f"{page}reissue/", {"reason": "settled"}, follow=True)
    assert "The former number and code are dead." in answer.content.decode()
    ticket.refresh_from_db()
    assert (ticket.is_valid, ticket.version) == (True, 2)
    assert Mail.objects.filter(kind="tickets:2").count() == 1


def test_what_is_no_longer_part_of_the_order_is_not_issued_anew(client: Client) -> None:
    sold()
    ticket = Ticket.objects.in_order()[0]
    invalidate_line(line=ticket.line)
    answer = client.post(f"{LIST}{ticket.pk}/reissue/", {"reason": "please"}, follow=True)
    assert "no longer part of the order" in answer.content.decode()
    ticket.refresh_from_db()
    assert (ticket.is_valid, ticket.version) == (False, 1)


def test_one_is_downloaded_alone(client: Client) -> None:
    sold()
    ticket = Ticket.objects.in_order()[0]
    answer = client.get(f"{LIST}{ticket.pk}/pdf/")
    assert answer.content.startswith(b"%PDF-") and "no-store" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Disposition"] == f'attachment; filename="Ticket-{ticket.number}.pdf"'
    assert client.post(f"{LIST}{ticket.pk}/pdf/").status_code == 405


def test_all_of_an_order_are_sent_again(client: Client) -> None:
    placement = sold()
    address = f"/admin/checkout/order/{placement.order_id}/send-tickets/"
    assert "mira@example.org" in text_at(client, address)
    for number in (2, 3):
        assert client.post(address).status_code == 302
        assert Mail.objects.filter(kind=f"tickets:{number}", recipient="mira@example.org").count() == 1
    Ticket.objects.update(ended=Ticket.Ended.STAFF, invalidated_at="2026-11-01T00:00Z")
    assert client.post(address).status_code == 403


@proves("design §6", "whoever may only look at tickets prints, sends and ends none")
def test_whoever_may_look_ends_prints_and_sends_none() -> None:
    placement = sold()
    ticket = Ticket.objects.in_order()[0]
    clerk = make_clerk("view_ticket", "view_order")
    reader = as_member(clerk)
    assert grouped_number(ticket.number) in text_at(reader, LIST)
    order = f"/admin/checkout/order/{placement.order_id}/"
    for address in (f"{LIST}{ticket.pk}/pdf/", f"{LIST}{ticket.pk}/invalidate/", f"{order}send-tickets/"):
        assert reader.get(address).status_code == 403, address
    assert reader.post(f"{LIST}{ticket.pk}/reissue/", {"reason": "x"}).status_code == 403
    clerk.user_permissions.add(Permission.objects.get(codename="change_ticket"))
    assert reader.get(f"{LIST}{ticket.pk}/pdf/").status_code == 200
    assert reader.post(f"{LIST}{ticket.pk}/invalidate/", {"reason": "x"}).status_code == 302
    assert reader.post(f"{LIST}{ticket.pk}/change/", {"number": "1"}).status_code == 403
    assert reader.post(f"{LIST}{ticket.pk}/delete/", {"post": "yes"}).status_code == 403
