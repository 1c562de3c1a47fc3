"""Parcels leave once, apart, again; their buyers are told, and every status follows."""

import re
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core import mail as outbox
from django.utils import timezone, translation

from catalogue.errors import SoldOut
from catalogue.models import Stock
from checkout.actions import (
    correct_tracking,
    invalidate_line,
    move_delivery,
    place_order,
    resend_delivery,
    split_delivery,
)
from checkout.actions.invoices.invoicing import awaiting_invoices, write_invoices
from checkout.actions.shipping.delivering import Tracking
from checkout.errors import DeliveryNotSplit, DeliveryStepWrong
from checkout.mails.together import send_with_others
from checkout.models import Carrier, Delivery, OrderLine, Placement
from checkout.models.tracking import ADDRESSES, Tracked, plain_number, tracking_url
from checkout.rules import FULFILMENT_STATUS
from checkout.shipping.deliveries import Readiness, ready_today, with_readiness
from shop.invariants import broken_invariants
from shop.models import Mail
from tests.aftersale.fulfilment.goods import ordered, paid, parcel, pay, seller, thing
from tests.checkout.merging import merge
from tests.checkout.placing import click_of, ready_cart, shown_to_buyer
from tests.factories import fill_cart
from tests.proofs import proves
from tests.words import worded

pytestmark = pytest.mark.django_db
WHERE = ("Mira Falk", "Hafenstraße 12")
REST_FOLLOWS = "The rest of your order follows in a parcel of its own."
State = Delivery.State
DHL = Tracking("dhl", "00340 434 1234-5678")


@pytest.fixture(autouse=True)
def local_mail(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def shipped_mail(delivery: Delivery) -> outbox.EmailMultiAlternatives:
    mail = Mail.objects.get(kind=f"shipped:{delivery.pk}")
    send_with_others(str(mail.pk))
    message = outbox.outbox[-1]
    assert isinstance(message, outbox.EmailMultiAlternatives)
    return message


def readiness(delivery: Delivery) -> str:
    return str(with_readiness(Delivery.objects.all()).get(pk=delivery.pk).readiness)


@pytest.mark.parametrize("carrier", Tracked.values)
def test_every_carrier_has_an_address_that_the_number_is_safe_in(carrier: str) -> None:
    address = tracking_url(carrier, "A/B&C")
    assert address.startswith("https://") and "A%2FB%26C" in address and "{" not in address
    assert set(ADDRESSES) == set(Tracked)
    assert tracking_url(carrier, "") == tracking_url("", "1") == ""


def test_a_number_is_kept_without_what_stands_between_its_groups() -> None:
    assert plain_number(" 00340 434-12.34 ") == "003404341234" and plain_number("rr 1 de") == "RR1DE"


@proves(
    "law OP-4, J22",
    "what can go today, and why others cannot yet: not paid, money taken back, not shippable, cancelled",
)
def test_what_can_go_today_and_why_others_cannot() -> None:
    shop = seller()
    ready = parcel(paid((thing(shop), 1)))
    unpaid = parcel(ordered((thing(shop), 1)))
    later = parcel(paid((thing(shop, public_shippable_from=timezone.localdate() + timedelta(days=3)), 1)))
    gone = paid((thing(shop), 1))
    invalidate_line(line=gone.lines.get())
    left = parcel(paid((thing(shop), 1)))
    move_delivery(delivery=left, to=State.SHIPPED)
    assert [readiness(one) for one in (ready, unpaid, later, parcel(gone), left)] == [
        Readiness.READY, Readiness.UNPAID, Readiness.LATER, Readiness.CANCELLED, Readiness.LEFT,
    ]  # fmt: skip
    assert list(ready_today()) == [ready]
    assert (
        with_readiness(Delivery.objects.all(), timezone.localdate() + timedelta(days=3)).get(pk=later.pk).readiness
        == Readiness.READY
    )


@proves(
    "law J22",
    "the buyer is told once that a parcel is on its way, in the order's language, with the carrier's tracking page",
)
@pytest.mark.parametrize(("language", "name"), [("de", "Nachthemd"), ("en", "Nightshirt")])
def test_the_buyer_is_told_once_with_the_way_to_the_parcel(language: str, name: str) -> None:
    session, _request = ready_cart((thing(seller(), name_de="Nachthemd", name_en="Nightshirt"), 2))
    with translation.override(language):
        placement = pay(place_order(session=session, request=click_of(session, "key")))
    delivery = parcel(placement)
    assert not Mail.objects.filter(kind__startswith="shipped").exists()
    move_delivery(delivery=delivery, to=State.SHIPPED, tracking=DHL)
    message = shipped_mail(delivery)
    said = worded("Your order %(reference)s is on its way", language, reference=placement.order.reference)
    assert said in message.subject
    html = str(message.alternatives[0][0])
    way = [worded("Tracking number", language), worded("Follow your parcel", language), "piececode=0034043412345678"]
    for body in (message.body, html):
        assert [word for word in [*way, "0034043412345678", name, *WHERE] if word not in body] == []
        assert "20,00" not in body
    assert Mail.objects.filter(kind__startswith="shipped").count() == 1
    with pytest.raises(DeliveryStepWrong):
        move_delivery(delivery=delivery, to=State.SHIPPED)
    assert broken_invariants() == {}


def test_a_carrier_says_who_tracks_and_without_a_number_nobody_does() -> None:
    Carrier.objects.update(tracked_by="dpd")
    shop = seller()
    tracked, untracked = parcel(paid((thing(shop), 1))), parcel(paid((thing(shop), 1)))
    move_delivery(delivery=tracked, to=State.SHIPPED, tracking=Tracking("", "123"))
    move_delivery(delivery=untracked, to=State.SHIPPED, tracking=Tracking("dhl", " "))
    assert (tracked.tracked_by, tracked.tracking_number) == ("dpd", "123")
    assert (untracked.tracked_by, untracked.tracking_url) == ("", "")
    assert worded("Tracking number") not in shipped_mail(untracked).body
    correct_tracking(delivery=untracked, tracking=DHL)
    untracked.refresh_from_db()
    assert untracked.tracking_url.endswith("=0034043412345678")
    assert Mail.objects.filter(kind=f"shipped:{untracked.pk}").count() == 1
    waiting = parcel(paid((thing(shop), 1)))
    with pytest.raises(DeliveryStepWrong):
        correct_tracking(delivery=waiting, tracking=DHL)


@proves("purchase §4", "the order's page shows its parcels, how far they are and where they are followed")
def test_the_order_shows_its_parcels_once_they_are_paid() -> None:
    placement = ordered((thing(seller()), 1))
    assert shown_to_buyer(placement).parcels == []
    pay(placement)
    delivery = parcel(placement)
    (one,) = shown_to_buyer(placement).parcels
    assert (one.id, one.state.value, one.tracking_number) == (delivery.number, "open", "")
    move_delivery(delivery=delivery, to=State.SHIPPED, tracking=DHL)
    (one,) = shown_to_buyer(placement).parcels
    assert (one.state.value, one.carrier, one.tracking_url) == ("shipped", "DHL", delivery.tracking_url)
    assert one.shipped_at == Delivery.objects.get().shipped_at
    assert one.item_ids == [str(placement.lines.get().pk)]


class TestApart:
    @pytest.fixture
    def placement(self) -> Placement:
        shop = seller()
        soon = timezone.localdate() + timedelta(days=20)
        return paid(
            (thing(shop, capacity=9, name="Shirt"), 3), (thing(shop, public_shippable_from=soon, name="Album"), 1)
        )

    def line(self, placement: Placement, name: str) -> OrderLine:
        return placement.lines.filter(name=name).order_by("number")[0]

    @proves(
        "law OP-4",
        "lines or some pieces of one go apart for nothing more; invoices say the same; what was taken apart "
        "stays apart",
    )
    def test_what_is_there_goes_today_and_the_rest_later_for_nothing_more(self, placement: Placement) -> None:
        delivery = parcel(placement)
        assert readiness(delivery) == Readiness.LATER
        rest = split_delivery(delivery=delivery, amounts={self.line(placement, "Album").pk: 1})
        assert (readiness(delivery), readiness(rest)) == (Readiness.READY, Readiness.LATER)
        delivery.refresh_from_db()
        assert (delivery.price, rest.price, rest.origin) == (Decimal("5.90"), Decimal(0), delivery)
        seen = [shown_to_buyer(placement).status.value]
        for one, to in ((delivery, State.SHIPPED), (rest, State.PACKED), (rest, State.SHIPPED)):
            move_delivery(delivery=one, to=to)
            seen.append(shown_to_buyer(placement).status.value)
        assert seen == ["pending_fulfillment"] * 2 + ["processing", "fulfillment"]
        assert Mail.objects.filter(kind__startswith="shipped").count() == 2
        assert broken_invariants() == {}

    def test_the_mail_of_the_first_says_that_more_follows(self, placement: Placement) -> None:
        delivery = parcel(placement)
        rest = split_delivery(delivery=delivery, amounts={self.line(placement, "Album").pk: 1})
        move_delivery(delivery=delivery, to=State.SHIPPED)
        told = shipped_mail(delivery).body
        assert "Shirt" in told and "Album" not in told and worded(REST_FOLLOWS) in told
        move_delivery(delivery=rest, to=State.SHIPPED)
        told = shipped_mail(rest).body
        assert "Album" in told and "Shirt" not in told and worded(REST_FOLLOWS) not in told

    def test_some_pieces_of_a_line_go_apart_and_invoices_say_the_same(self, placement: Placement) -> None:
        write_invoices(placement_id=placement.pk)
        said = placement.invoices.get().content
        rest = split_delivery(delivery=parcel(placement), amounts={self.line(placement, "Shirt").pk: 2})
        (moved,) = rest.lines.all()
        assert (moved.amount, moved.total, moved.part_of) == (2, Decimal(40), self.line(placement, "Shirt"))
        assert self.line(placement, "Shirt").amount == 1
        assert Stock.objects.order_by("pk")[0].sold == 3
        write_invoices(placement_id=placement.pk)
        assert placement.invoices.get().content == said and not awaiting_invoices().exists()
        invalidate_line(line=moved, amount=1)
        write_invoices(placement_id=placement.pk)
        correction = placement.invoices.get(kind="cancellation")
        assert (correction.total, correction.content["rows"][0]["amount"]) == (Decimal(-20), -1)
        invalidate_line(line=self.line(placement, "Shirt"))
        write_invoices(placement_id=placement.pk)
        assert [one.total for one in placement.invoices.filter(kind="cancellation").order_by("sequence")] == [-20, -20]
        assert broken_invariants() == {}

    def test_a_first_invoice_after_it_has_one_row(self, placement: Placement) -> None:
        split_delivery(delivery=parcel(placement), amounts={self.line(placement, "Shirt").pk: 2})
        write_invoices(placement_id=placement.pk)
        rows = placement.invoices.get().content["rows"]
        assert [(row["name"], row["amount"], row["discount"], row["gross"]) for row in rows] == [
            ("Shirt", 3, "0.00", "60.00"), ("Album", 1, "0.00", "20.00"), (worded("Shipping"), 1, "0.00", "5.90"),
        ]  # fmt: skip
        assert broken_invariants() == {}

    def test_something_must_go_and_something_must_stay(self, placement: Placement) -> None:
        delivery, shirt, album = parcel(placement), self.line(placement, "Shirt"), self.line(placement, "Album")
        other = paid((thing(seller()), 1)).lines.get()
        wrong: list[dict[Any, int]] = [
            {}, {shirt.pk: 0}, {shirt.pk: 3, album.pk: 1}, {shirt.pk: 4}, {shirt.pk: -1}, {other.pk: 1},
        ]  # fmt: skip
        for amounts in wrong:
            with pytest.raises(DeliveryNotSplit):
                split_delivery(delivery=delivery, amounts=amounts)
        move_delivery(delivery=delivery, to=State.SHIPPED)
        with pytest.raises(DeliveryStepWrong):
            split_delivery(delivery=delivery, amounts={shirt.pk: 1})
        assert placement.order.deliveries.count() == 1

    def test_what_was_taken_apart_is_not_joined_when_more_is_paid(self, placement: Placement) -> None:
        rest = split_delivery(delivery=parcel(placement), amounts={self.line(placement, "Album").pk: 1})
        session, _cart = fill_cart(placement.shop, (self.line(placement, "Shirt").variant, 1))
        pay(merge(session, into=placement.order, key="second"))
        first = placement.order.deliveries.exclude(pk=rest.pk).get()
        assert (first.lines.count(), rest.lines.count()) == (2, 1)
        assert broken_invariants() == {}

    def test_a_confirmation_that_is_sent_late_tells_shipping_once(self, placement: Placement) -> None:
        split_delivery(delivery=parcel(placement), amounts={self.line(placement, "Album").pk: 1})
        send_with_others(str(Mail.objects.get(kind="confirmation").pk))
        assert len(re.findall("Versand:", str(outbox.outbox[-1].body))) == 1


class TestAgain:
    def sent(self, capacity: int = 2) -> tuple[Placement, Delivery]:
        placement = paid((thing(seller(), capacity=capacity), 1))
        delivery = parcel(placement)
        move_delivery(delivery=delivery, to=State.SHIPPED, tracking=DHL)
        return placement, delivery

    @proves(
        "law OP-4",
        "what is lost or came back goes once more; what was lost is off the stock, and nothing goes that is not there",
    )
    def test_a_lost_parcel_goes_again_and_is_off_the_stock(self) -> None:
        placement, delivery = self.sent()
        move_delivery(delivery=delivery, to=State.LOST)
        assert shown_to_buyer(placement).status.value == FULFILMENT_STATUS["lost"] == "fulfillment"
        again = resend_delivery(delivery=delivery)
        assert (again.price, again.origin, again.lines.get()) == (Decimal(0), delivery, placement.lines.get())
        stock = Stock.objects.get()
        assert (stock.capacity, stock.sold, stock.free) == (1, 1, 0)
        assert shown_to_buyer(placement).status.value == "pending_fulfillment" and list(ready_today()) == [again]
        move_delivery(delivery=again, to=State.SHIPPED)
        assert "noch einmal" in shipped_mail(again).body
        assert [one.id for one in shown_to_buyer(placement).parcels] == [again.number]
        with pytest.raises(DeliveryStepWrong):
            resend_delivery(delivery=delivery)
        assert broken_invariants() == {}

    def test_without_a_piece_left_it_does_not(self) -> None:
        _placement, delivery = self.sent(capacity=1)
        move_delivery(delivery=delivery, to=State.LOST)
        with pytest.raises(SoldOut):
            resend_delivery(delivery=delivery)
        assert Delivery.objects.count() == 1

    def test_what_came_back_goes_again_from_the_shelf(self) -> None:
        placement, delivery = self.sent(capacity=1)
        move_delivery(delivery=delivery, to=State.RETURNED)
        assert shown_to_buyer(placement).status.value == "done"
        again = resend_delivery(delivery=delivery)
        assert (readiness(again), Stock.objects.get().capacity) == (Readiness.READY, 1)
        assert shown_to_buyer(placement).status.value == "pending_fulfillment"
        assert broken_invariants() == {}

    def test_only_what_is_lost_or_back_goes_again(self) -> None:
        _placement, delivery = self.sent()
        with pytest.raises(DeliveryStepWrong):
            resend_delivery(delivery=delivery)


@proves(
    "law AD-4, AD-6",
    "each parcel step by step: packed, unpacked, shipped, arrived, lost, back; the history says who did it",
)
def test_what_is_unpacked_forgets_when_it_was_packed() -> None:
    delivery = parcel(paid((thing(seller()), 1)))
    move_delivery(delivery=delivery, to=State.PACKED)
    assert delivery.packed_at is not None
    move_delivery(delivery=delivery, to=State.OPEN)
    assert delivery.packed_at is None
