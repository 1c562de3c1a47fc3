"""Staff sell at the door and keep the guest list, on pages of the entrance."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import translation

from aftersale.entrance.queries import counts_by_kind, guests_of
from aftersale.models import EntranceDevice, Ticket
from catalogue.models import Event, ProductVariant
from checkout.models import LedgerEntry, Order, OrderLine, OrderStep
from shop.invariants import broken_invariants
from tests.aftersale.entrance.night import door, tell, told
from tests.factories import first_variant, make_event, make_shop
from tests.proofs import proves
from tests.staff import as_member, text_at

pytestmark = pytest.mark.django_db
NIGHTS = "/admin/aftersale/entranceevent/"


@pytest.fixture
def night() -> Event:
    return make_event(make_shop("merchstand"), name="Nachtflug", capacity=5)


@pytest.fixture
def client() -> Client:
    return as_member(User.objects.create_superuser("boss"))


def sent(client: Client, address: str, event: Event, pieces: object = 1, **fields: Any) -> Any:
    data = {"key": str(uuid4()), f"pieces_{first_variant(event).pk}": pieces, **fields}
    return client.post(address, data, follow=True)


@proves(
    "docs/decisions/0062",
    "staff sell tickets at the door for cash or card, from the stock that all draw on, once for each "
    "form, at the price that was told",
)
def test_what_is_to_be_paid_is_shown_before_it_is_sold(client: Client, night: Event) -> None:
    address = f"{NIGHTS}{night.pk}/sell/"
    assert "5 left" in text_at(client, address)
    shown = sent(client, address, night, 2, paid_by="cash").content.decode()
    assert "To be paid: 60.00" in shown.replace("60,00", "60.00") and not Order.objects.exists()
    done = sent(client, address, night, 2, paid_by="cash", total="60.00").content.decode()
    assert "Sold: 2 tickets" in done
    entry = LedgerEntry.objects.get()
    assert (str(entry.amount), entry.payment.method, str(entry.staff)) == ("60.00", "cash", "boss")
    assert "3 left" in text_at(client, address)
    assert not broken_invariants()


@proves(
    "docs/decisions/0062",
    "what is stored of a sale or a guest is in the shop's language, not in that of the staff",
)
@pytest.mark.parametrize("page", ["sell", "guests"])
def test_the_language_of_the_staff_gets_into_no_data(client: Client, night: Event, page: str) -> None:
    ProductVariant.objects.filter(event=night).update(description_de="Normalpreis", description_en="Full price")
    fields = {"last_name": "Beispiel"} if page == "guests" else {"paid_by": "cash", "total": "30.00"}
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    sent(client, f"{NIGHTS}{night.pk}/{page}/", night, **fields)
    order = Order.objects.get()
    assert (order.language, OrderLine.objects.get().variant_description) == ("de", "Normalpreis")
    assert order.billing_address.last_name == ("Beispiel" if page == "guests" else "Abendkasse")
    for language, kind in (("de", "Normalpreis"), ("en", "Full price")):
        with translation.override(language):
            assert [one.kind for one in counts_by_kind(night)] == [kind]
    data = {"action": "export", "_selected_action": [str(Ticket.objects.get().pk)], "index": "0"}
    exported = client.post("/admin/aftersale/attendee/", data).content.decode()
    assert "Normalpreis" in exported and "Full price" not in exported
    assert night.happening_from.astimezone(night.venue.zone).isoformat() in exported


@proves(
    "docs/decisions/0062",
    "guests are put on the list without paying, and give their pieces back when they are taken off",
)
def test_a_guest_is_put_on_the_list_and_seen_there(client: Client, night: Event) -> None:
    address = f"{NIGHTS}{night.pk}/guests/"
    done = sent(client, address, night, 2, first_name="Mira", last_name="Beispiel", reason="press").content.decode()
    assert "Mira Beispiel is on the list." in done and "press" in done
    tell(door(night), told(Ticket.objects.order_by("number")[0]))
    [guest] = guests_of(night)
    assert (guest.name, guest.tickets, guest.inside, str(guest.step.staff)) == ("Mira Beispiel", 2, 1, "boss")
    assert guest.order.reference in text_at(client, address)
    assert "1 / 2" in text_at(client, NIGHTS)
    assert not broken_invariants()


def test_the_list_costs_two_statements(night: Event, client: Client, django_assert_num_queries: Any) -> None:
    for name in ("A", "B", "C"):
        sent(client, f"{NIGHTS}{night.pk}/guests/", night, 1, last_name=name)
        with django_assert_num_queries(2):
            guests_of(night)
    assert [one.name for one in guests_of(night)] == ["A", "B", "C"]


@pytest.mark.parametrize(
    ("page", "fields", "told_why"),
    [
        ("sell", {"pieces": "", "paid_by": "cash"}, "How many tickets?"),
        ("sell", {"pieces": 6, "paid_by": "cash", "total": "180.00"}, "Only 5 are left."),
        ("sell", {"pieces": 1, "paid_by": "bank_transfer", "total": "30.00"}, "Select a valid choice"),
        ("sell", {"pieces": 51, "paid_by": "cash"}, "less than or equal to 50"),
        ("guests", {"pieces": 1, "last_name": ""}, "This field is required"),
        ("guests", {"pieces": 1, "last_name": "B", "email": "nonsense"}, "valid email"),
        ("guests", {"pieces": 6, "last_name": "B"}, "Only 5 are left."),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_and_nothing_is_sold(
    client: Client, night: Event, page: str, fields: dict[str, Any], told_why: str
) -> None:
    assert told_why in sent(client, f"{NIGHTS}{night.pk}/{page}/", night, **fields).content.decode()
    assert not Order.objects.exists()


@proves("law AD-2", "selling at the door, keeping the guest list and letting a phone sell are rights of their own")
@pytest.mark.parametrize(("right", "page"), [("sell_at_door", "sell"), ("put_on_guest_list", "guests")])
def test_each_is_a_right_of_its_own(night: Event, right: str, page: str) -> None:
    user = User.objects.create_user("door", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_entranceevent"))
    client = as_member(user)
    address = f"{NIGHTS}{night.pk}/{page}/"
    assert client.get(address).status_code == client.post(address).status_code == 403
    assert address not in text_at(client, f"{NIGHTS}{night.pk}/change/")
    user.user_permissions.add(Permission.objects.get(codename=right))
    assert client.get(address).status_code == 200
    assert address in text_at(client, f"{NIGHTS}{night.pk}/change/")


def test_only_who_sells_lets_a_phone_sell(night: Event) -> None:
    user = User.objects.create_user("door", is_staff=True)
    for codename in ("view_entrancedevice", "add_entrancedevice", "change_entrancedevice"):
        user.user_permissions.add(Permission.objects.get(codename=codename))
    client = as_member(user)
    devices = "/admin/aftersale/entrancedevice/"
    client.post(f"{devices}add/", {"name": "Left", "event": night.pk, "may_sell": "on"})
    assert EntranceDevice.objects.get().may_sell is False
    EntranceDevice.objects.update(may_sell=True)
    pair = f"{devices}{EntranceDevice.objects.get().pk}/pair/"
    assert client.post(pair).status_code == 403
    user.user_permissions.add(Permission.objects.get(codename="sell_at_door"))
    assert client.post(pair).status_code == 200
    assert EntranceDevice.objects.get().offered_by == user


def test_a_form_sent_twice_is_one_guest(client: Client, night: Event) -> None:
    key = str(uuid4())
    for _again in range(2):
        sent(client, f"{NIGHTS}{night.pk}/guests/", night, 1, last_name="B", key=key)
    assert Order.objects.count() == OrderStep.objects.count() == 1
