"""A paired phone sells tickets to whoever comes without one, where it may."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission, User
from django.utils import timezone

from aftersale.entrance.actions import offer_pairing, pair_device, withdraw_device
from aftersale.models import Admission, EntranceDevice, Scan, Ticket
from catalogue.models import Event, Stock
from checkout.models import LedgerEntry, Order, OrderStep
from shop.invariants import broken_invariants
from tests.aftersale.entrance.night import Phone, door, sold_out_night, verdict
from tests.factories import first_variant, make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def main_shop() -> None:
    make_shop("merchstand")


@pytest.fixture
def staff() -> User:
    return User.objects.create_user("clerk", is_staff=True)


class SellingPhone(Phone):
    """Paired by a member of the staff, whose sales they are."""

    def __init__(self, device: EntranceDevice, staff: User) -> None:
        super().__init__(device)
        staff.user_permissions.add(Permission.objects.get(codename="sell_at_door"))
        self.device, self.key = pair_device(code=offer_pairing(device=device, staff=staff))
        self.client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {self.key}"

    def sell(self, amount: int = 1, total: str = "30.00", paid_by: str = "cash", **more: Any) -> Any:
        tickets = [{"id": first_variant(self.device.event).pk, "amount": amount}]
        return self.post("sales", **{"id": str(uuid4()), "tickets": tickets, "total": total, "paid_by": paid_by} | more)


@pytest.fixture
def night() -> Event:
    """Tonight, three tickets sold of five."""
    event, _tickets = sold_out_night(capacity=5)
    return event


@pytest.fixture
def phone(night: Event, staff: User) -> SellingPhone:
    return SellingPhone(door(night, may_sell=True), staff)


@proves(
    "docs/decisions/0062",
    "a phone at the entrance that may sells tickets and lets their buyers in; without an answer it asks "
    "once more and sells once",
)
def test_it_says_what_there_is(phone: SellingPhone) -> None:
    assert phone.list().json()["device"]["may_sell"] is True
    answer = phone.client.get("/api/v2/entrance/offers")
    variant = first_variant(phone.device.event)
    assert answer.json() == {"offers": [{"id": variant.pk, "kind": "Normal", "price": "30.00", "free": 2}]}
    assert answer["Cache-Control"] == "private, no-store"


def test_two_are_sold_and_in_at_once(phone: SellingPhone, staff: User) -> None:
    answer = phone.sell(2, "60.00", "card_terminal")
    assert answer.status_code == 200, answer.content
    body = answer.json()
    assert [one["verdict"] for one in body["scans"]] == ["admitted", "admitted"] and body["total"] == "60.00"
    assert body["counts"] == [{"kind": "Normal", "inside": 2, "expected": 5}]
    step = OrderStep.objects.get()
    assert (step.kind, step.staff, step.text) == (OrderStep.Kind.DOOR_SALE, staff, "Left")
    entry = LedgerEntry.objects.get(staff=staff)
    assert (str(entry.amount), entry.payment.method) == ("60.00", "card_terminal")
    sold = Ticket.objects.filter(line__placement__step=step)
    assert verdict(phone.device, sold[0]) == "already"
    assert not broken_invariants()


def test_told_twice_it_is_sold_once(phone: SellingPhone) -> None:
    key = str(uuid4())
    first, again = phone.sell(id=key), phone.sell(id=key)
    assert (first.json()["scans"], first.json()["counts"]) == (again.json()["scans"], again.json()["counts"])
    assert Order.objects.count() == 2 and Admission.objects.count() == 1
    assert not broken_invariants()


@pytest.mark.parametrize("state", [Event.State.CANCELLED, Event.State.POSTPONED])
def test_nothing_is_sold_for_what_does_not_take_place(phone: SellingPhone, night: Event, state: str) -> None:
    Event.objects.filter(pk=night.pk).update(state=state)
    assert phone.client.get("/api/v2/entrance/offers").json() == {"offers": []}
    assert phone.sell().status_code == 409 and not LedgerEntry.objects.exclude(staff=None).exists()


def test_no_more_than_is_left(phone: SellingPhone, night: Event) -> None:
    answer = phone.sell(3, "90.00")
    assert (answer.status_code, answer.json()["code"], answer.json()["available"]) == (409, "SOLD_OUT", 2)
    assert Stock.objects.get(uses__variant=first_variant(night)).sold == 3
    assert not Scan.objects.exists()


def test_not_at_another_price(phone: SellingPhone) -> None:
    answer = phone.sell(1, "5.00")
    assert (answer.status_code, answer.json()["code"], answer.json()["total"]) == (409, "TOTAL_CHANGED", "30.00")


@pytest.mark.parametrize(
    "wrong",
    [
        {"paid_by": "bank_transfer"}, {"paid_by": ""}, {"tickets": []}, {"tickets": [{"id": 0, "amount": 1}]},
        {"tickets": "x"}, {"total": "-1.001"}, {"id": "nonsense"}, {"tickets": [{"id": 2**70, "amount": 1}]},
    ],
    ids=str,
)  # fmt: skip
def test_nonsense_sells_nothing(phone: SellingPhone, wrong: dict[str, Any]) -> None:
    assert phone.sell(**wrong).status_code in (400, 409)
    assert Order.objects.count() == 1


def test_only_a_phone_that_may(night: Event, staff: User) -> None:
    other = SellingPhone(door(night, "Right"), staff)
    assert other.list().json()["device"]["may_sell"] is False
    assert other.sell().status_code == other.client.get("/api/v2/entrance/offers").status_code == 403
    nobodys = Phone(door(night, "Nobody's", may_sell=True))
    answer = nobodys.post(
        "sales", id=str(uuid4()), tickets=[{"id": first_variant(night).pk, "amount": 1}], total="30.00", paid_by="cash"
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "SALE_NOT_ALLOWED")
    assert Order.objects.count() == 1


@proves(
    "docs/decisions/0062",
    "what is sold with a phone is of who paired it, as long as they may sell, and for an event that is "
    "on; a key of another sale is refused",
)
def test_only_while_its_seller_may(phone: SellingPhone, staff: User) -> None:
    User.objects.update(is_active=False)
    assert phone.sell().status_code == 403
    User.objects.update(is_active=True)
    staff.user_permissions.clear()
    assert phone.sell().status_code == phone.client.get("/api/v2/entrance/offers").status_code == 403
    assert Order.objects.count() == 1


def test_a_code_that_no_phone_has_taken_makes_nobody_its_seller(phone: SellingPhone, staff: User) -> None:
    offer_pairing(device=phone.device, staff=User.objects.create_superuser("other"))
    assert phone.sell().status_code == 200
    assert OrderStep.objects.get(kind=OrderStep.Kind.DOOR_SALE).staff == staff


def test_not_for_an_event_that_was_taken_away(phone: SellingPhone, night: Event) -> None:
    Event.objects.filter(pk=night.pk).update(active=False)
    assert phone.sell().status_code == 403


def test_a_key_of_another_sale_is_refused(phone: SellingPhone) -> None:
    key = str(uuid4())
    assert phone.sell(id=key).status_code == 200
    answer = phone.sell(2, "60.00", id=key)
    assert (answer.status_code, answer.json()["code"]) == (422, "IDEMPOTENCY_KEY_REUSED")


def test_neither_withdrawn_nor_after_the_night(phone: SellingPhone, night: Event) -> None:
    Event.objects.filter(pk=night.pk).update(happening_from=timezone.now() - timedelta(days=2))
    assert phone.sell().status_code == 410
    withdraw_device(device=phone.device)
    assert phone.sell().status_code == 401
    assert Order.objects.count() == 1
