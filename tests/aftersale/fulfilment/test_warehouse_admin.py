"""Staff in the warehouse: the list of what can go, its papers, parcels that leave in bulk and one by one."""

import re
from datetime import timedelta
from typing import Any

import pypdfium2
import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from aftersale.fulfilment.admin import parcels as parcel_admin
from checkout.actions import move_delivery
from checkout.models import Delivery, OrderLine
from shop.models import AuditEntry, Mail
from tests.aftersale.fulfilment.goods import ordered, paid, parcel, seller, thing
from tests.proofs import proves
from tests.staff import errors_of, fields_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_staff")]
State = Delivery.State
LIST = "/admin/checkout/delivery/"


def page_of(delivery: Delivery, step: str = "change") -> str:
    return f"{LIST}{delivery.pk}/{step}/"


def press(client: Client, action: str, *deliveries: Delivery, **more: Any) -> Any:
    sent = {"action": action, "_selected_action": [one.pk for one in deliveries], **more}
    return client.post(LIST, sent, follow=True)


def state_of(delivery: Delivery) -> str:
    return Delivery.objects.get(pk=delivery.pk).state


@proves(
    "law OP-4, J22",
    "what can go today, and why others cannot yet: not paid, money taken back, not shippable, cancelled",
)
def test_the_list_shows_what_can_go_today_and_says_why_others_cannot(client: Client) -> None:
    shop = seller()
    later = timezone.localdate() + timedelta(days=3)
    ready = parcel(paid((thing(shop), 1)))
    unpaid = parcel(ordered((thing(shop), 1)))
    coming = parcel(paid((thing(shop, public_shippable_from=later), 1)))
    rows = {when: text_of(client.get(LIST, {"when": when} if when else {})) for when in ("", "unpaid", "later", "all")}
    for when, there in {"": [ready], "unpaid": [unpaid], "later": [coming], "all": [ready, unpaid, coming]}.items():
        for one in (ready, unpaid, coming):
            assert (page_of(one) in rows[when]) == (one in there), (when, one.number)
    assert f"shippable from {later:%d.%m.%Y}" in rows["later"] and "waits for payment" in rows["unpaid"]
    assert "Parcels that can go today" in text_of(client.get("/admin/"))


@proves("law J22", "parcels to one address stand together; narrowed to shop, seller, carrier and age check")
def test_several_parcels_to_one_address_say_so(client: Client) -> None:
    shop = seller()
    for city in ("Mainz", "Aachen", "Mainz"):
        paid((thing(shop), 1), city=city)
    page = text_of(client.get(LIST))
    assert page.count("2 parcels to this address") == 2
    assert page.index("Aachen") < page.index("Mainz")


def test_it_is_narrowed_to_shop_seller_carrier_and_age(client: Client) -> None:
    shop, other = seller(), seller()
    one = parcel(paid((thing(shop), 1)))
    theirs = parcel(paid((thing(other), 1)))
    OrderLine.objects.filter(delivery=one).update(seller=other)
    Delivery.objects.filter(pk=theirs.pk).update(checks_age=True)
    asked = {
        f"order__shop__id__exact={shop.pk}": [one], f"seller={other.pk}": [one, theirs], f"seller={shop.pk}": [],
        "checks_age__exact=1": [theirs], f"carrier__id__exact={one.carrier_id}": [one, theirs],
        "seller=x": [one, theirs],
    }  # fmt: skip
    for query, there in asked.items():
        page = text_of(client.get(f"{LIST}?{query}"))
        assert [d for d in (one, theirs) if page_of(d) in page] == there, query


@proves("law J22", "a search finds parcels in every state; the list names sizes")
def test_a_search_finds_what_has_left_and_the_list_names_sizes(client: Client) -> None:
    shop = seller()
    gone = parcel(paid((thing(shop, variants=("XL",)), 1)))
    assert ", XL" in text_of(client.get(LIST))
    for state in (State.PACKED, State.SHIPPED):
        move_delivery(delivery=gone, to=state)
    assert page_of(gone) not in text_of(client.get(LIST))
    assert page_of(gone) in text_of(client.get(LIST, {"q": gone.order.reference}))
    assert page_of(gone) not in text_of(client.get(LIST, {"q": gone.order.reference, "when": "today"}))


def test_papers_and_labels_are_of_the_chosen_that_can_go(client: Client) -> None:
    shop = seller()
    one, two, unpaid = parcel(paid((thing(shop), 1))), parcel(paid((thing(shop), 2))), parcel(ordered((thing(shop), 1)))
    for action in ("pick", "slips"):
        answer = press(client, action, one, two, unpaid)
        assert (
            answer.headers["Content-Type"] == "application/pdf"
            and "attachment" in answer.headers["Content-Disposition"]
        )
        text = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(answer.content))
        assert one.number in text and two.number in text and unpaid.number not in text
    for action in ("labels_dhl", "labels_post"):
        lines = press(client, action, one, two, unpaid).content.decode("cp1252").splitlines()
        assert sum(one.number in line or two.number in line for line in lines) == 2
    assert "left out" in text_of(press(client, "slips", unpaid))


@proves("docs/decisions/0052", "what a carrier's file cannot hold is named to staff before the file is made")
def test_what_a_label_cannot_hold_is_named_before_the_file_is_made(client: Client) -> None:
    shop = seller()
    usual = parcel(paid((thing(shop), 1)))
    other = parcel(paid((thing(shop), 1), first_name="小明", last_name="王", company="Motte & Söhne " * 7))
    lost = parcel(paid((thing(shop), 1), address="Packstation 145"))
    assert press(client, "labels_dhl", usual).headers["Content-Type"].startswith("text/csv")
    asked = press(client, "labels_dhl", usual, other, lost)
    page = text_of(asked)
    assert "Labels: DHL (CSV)" in page and "“小明 王” is written “XiaoMing Wang”" in page
    assert "Packstation 145: the number of who fetches it (Postnummer) is missing" in page
    assert page.count(usual.number) == 0 and page.count(other.number) == page.count(lost.number) == 1
    kept = re.findall(r'name="_selected_action" value="(\d+)"', asked.content.decode())
    assert kept == [str(one.pk) for one in (usual, other, lost)]
    file = press(client, "labels_dhl", usual, other, lost, confirmed=1).content.decode("cp1252")
    assert "XiaoMing Wang" in file and len(file.splitlines()) == 4


@proves(
    "law AD-5, J22",
    "many are packed or shipped after a look, their numbers typed or scanned; what is typed wrongly is told and kept",
)
def test_many_are_packed_after_a_look(client: Client) -> None:
    shop = seller()
    one, two = parcel(paid((thing(shop), 1))), parcel(paid((thing(shop), 1)))
    asked = text_of(press(client, "pack", one, two))
    assert "Mark 2 parcels as packed" in asked and state_of(one) == State.OPEN
    assert "2 parcels are packed" in text_of(press(client, "pack", one, two, confirmed=1))
    assert state_of(one) == state_of(two) == State.PACKED
    assert "left out" in text_of(press(client, "pack", one, two, confirmed=1))


def test_many_are_shipped_with_their_numbers_and_each_buyer_is_told(client: Client) -> None:
    shop = seller()
    one, two, three = (parcel(paid((thing(shop), 1), city=city)) for city in ("Aachen", "Berlin", "Celle"))
    asked = text_of(press(client, "ship", one, two, three))
    assert asked.count("data-scan") == 3 and asked.index(one.number) < asked.index(two.number)
    numbers = {f"number-{one.pk}": "00 1", f"number-{two.pk}": "00-2", f"number-{three.pk}": ""}
    assert "3 parcels are on their way" in text_of(
        press(client, "ship", one, two, three, confirmed=1, tracked_by="dpd", **numbers)
    )
    found = {d.pk: (d.state, d.tracked_by, d.tracking_number) for d in Delivery.objects.all()}
    assert found == {
        one.pk: ("shipped", "dpd", "001"),
        two.pk: ("shipped", "dpd", "002"),
        three.pk: ("shipped", "", ""),
    }
    assert Mail.objects.filter(kind__startswith="shipped").count() == 3
    assert "left out" in text_of(press(client, "ship", one, confirmed=1, tracked_by="dpd"))
    assert Mail.objects.filter(kind__startswith="shipped").count() == 3


def test_what_is_typed_wrongly_is_told_and_nothing_is_lost(client: Client) -> None:
    shop = seller()
    one, two = parcel(paid((thing(shop), 1), city="Aachen")), parcel(paid((thing(shop), 1), city="Berlin"))
    numbers = {f"number-{one.pk}": "12", f"number-{two.pk}": "1 2"}
    answer = press(client, "ship", one, two, confirmed=1, tracked_by="dhl", **numbers)
    assert f"{one.number} has this number, too." in text_of(answer)
    assert fields_of(answer)[f"number-{two.pk}"] == "1 2"
    answer = press(client, "ship", one, confirmed=1, tracked_by="dhl", **{f"number-{one.pk}": "1" * 41})
    assert "at most 40 signs" in text_of(answer)
    press(client, "ship", one, confirmed=1, tracked_by="pigeon")
    assert not Delivery.objects.filter(state=State.SHIPPED).exists()
    same = parcel(paid((thing(shop), 1), city="Aachen"))
    numbers = {f"number-{one.pk}": "12", f"number-{same.pk}": "12"}
    assert "2 parcels are on their way" in text_of(
        press(client, "ship", one, same, confirmed=1, tracked_by="dhl", **numbers)
    )


def test_more_than_a_form_can_hold_are_refused(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parcel_admin, "MOST", 1)
    one, two = (parcel(paid((thing(seller()), 1))) for _number in range(2))
    assert "At most 1 parcels at once" in text_of(press(client, "ship", one, two))


class TestOneParcel:
    @proves(
        "law AD-4, AD-6",
        "each parcel step by step: packed, unpacked, shipped, arrived, lost, back; the history says who did it",
    )
    def test_from_the_shelf_to_the_door(self, client: Client) -> None:
        one = parcel(paid((thing(seller()), 1)))
        page = text_of(client.get(page_of(one)))
        assert "/split/" in page and "/ship/" in page and "/arrived/" not in page and "/again/" not in page
        client.post(page_of(one, "ship"), {"tracked_by": "dhl", "number": "123"})
        page = text_of(client.get(page_of(one)))
        assert "piececode=123" in page and "/split/" not in page and "/arrived/" in page
        client.post(page_of(one, "tracking"), {"tracked_by": "dhl", "number": "124"})
        assert "piececode=124" in text_of(client.get(f"/admin/checkout/order/{one.order_id}/change/"))
        client.post(page_of(one, "arrived"))
        assert state_of(one) == State.DELIVERED
        assert client.post(page_of(one, "lost")).status_code == 403

    @proves(
        "law OP-4",
        "lines or some pieces of one go apart for nothing more; invoices say the same; what was taken apart "
        "stays apart",
    )
    def test_a_part_goes_apart(self, client: Client) -> None:
        placement = paid((thing(seller(), name="Shirt"), 3))
        one, line = parcel(placement), placement.lines.get()
        wrong = client.post(page_of(one, "split"), {str(line.pk): "3"})
        assert "At least one piece must go, and at least one must stay" in text_of(wrong)
        assert "less than or equal to 3" in errors_of(client.post(page_of(one, "split"), {str(line.pk): "4"}))
        answer = client.post(page_of(one, "split"), {str(line.pk): "1"})
        apart = Delivery.objects.latest("pk")
        assert answer.headers["Location"] == page_of(apart)
        assert one.number in text_of(client.get(page_of(apart))) and apart.lines.get().amount == 1

    @proves(
        "law OP-4",
        "what is lost or came back goes once more; what was lost is off the stock, and nothing goes that is not there",
    )
    def test_what_is_lost_waits_as_a_task_and_goes_once_more(self, client: Client) -> None:
        one = parcel(paid((thing(seller(), capacity=1), 1)))
        move_delivery(delivery=one, to=State.SHIPPED)
        client.post(page_of(one, "lost"))
        assert "Parcels that are lost or came back" in text_of(client.get("/admin/"))
        assert page_of(one) in text_of(client.get(LIST, {"when": "stranded"}))
        assert "There is not enough stock" in text_of(client.post(page_of(one, "again"), follow=True))
        client.post(page_of(one, "came-back"))
        assert state_of(one) == State.RETURNED
        client.post(page_of(one, "again"))
        assert Delivery.objects.latest("pk").origin == one
        assert "Parcels that are lost or came back" not in text_of(client.get("/admin/"))

    def test_what_is_packed_can_be_taken_back(self, client: Client) -> None:
        one = parcel(paid((thing(seller()), 1)))
        press(client, "pack", one, confirmed=1)
        client.post(page_of(one, "unpack"))
        assert state_of(one) == State.OPEN

    @pytest.mark.parametrize("key", ["0", "999999", "x", "9" * 30])
    def test_what_is_not_there_is_not_found(self, client: Client, key: str) -> None:
        for step in ("ship", "split", "tracking", "arrived", "came-back", "lost", "again", "unpack"):
            assert client.get(f"{LIST}{key}/{step}/").status_code in (403, 404)

    def test_the_history_says_who_did_it(self, client: Client) -> None:
        one = parcel(paid((thing(seller()), 1)))
        client.post(page_of(one, "ship"), {"tracked_by": "dhl", "number": "123"})
        assert AuditEntry.objects.filter(model="checkout.delivery", staff__username="staff").exists()
        for path in (page_of(one, "history"), f"/admin/checkout/order/{one.order_id}/history/"):
            page = text_of(client.get(path))
            assert "123" in page and "staff" in page


class TestRights:
    def clerk(self, *rights: str) -> Client:
        client = Client(SERVER_NAME="localhost")
        client.cookies["locale"] = "en"
        user = User.objects.create_user("clerk", is_staff=True)
        user.user_permissions.set(Permission.objects.filter(content_type__app_label="checkout", codename__in=rights))
        client.force_login(user)
        return client

    @proves(
        "law AD-1, AD-2",
        "who may look moves nothing; who packs takes no list of addresses away; labels are a right of their own",
    )
    def test_who_may_look_moves_nothing_and_takes_nothing_away(self) -> None:
        one = parcel(paid((thing(seller()), 1)))
        clerk = self.clerk("view_delivery")
        assert page_of(one) in text_of(clerk.get(LIST))
        for action in ("pick", "slips", "labels_dhl", "labels_post", "pack", "ship"):
            assert "attachment" not in press(clerk, action, one, confirmed=1, tracked_by="dhl").headers.get(
                "Content-Disposition", ""
            )
        for step in ("ship", "split", "tracking", "arrived", "came-back", "lost", "again", "unpack"):
            assert clerk.post(page_of(one, step), {"tracked_by": "dhl"}).status_code == 403
        assert state_of(one) == State.OPEN

    def test_who_packs_takes_no_list_of_addresses_away(self) -> None:
        one = parcel(paid((thing(seller()), 1)))
        clerk = self.clerk("view_delivery", "change_delivery")
        assert "No action selected" in text_of(press(clerk, "labels_dhl", one))
        assert press(clerk, "slips", one).headers["Content-Type"] == "application/pdf"

    def test_labels_are_a_right_of_their_own(self) -> None:
        one = parcel(paid((thing(seller()), 1)))
        clerk = self.clerk("view_delivery", "export_delivery")
        assert press(clerk, "labels_dhl", one).headers["Content-Type"].startswith("text/csv")
        assert "No action selected" in text_of(press(clerk, "ship", one))


def test_the_list_asks_as_little_for_many_as_for_few(client: Client) -> None:
    shop = seller()

    def asked() -> int:
        with CaptureQueriesContext(connection) as seen:
            client.get(LIST)
        return len(seen.captured_queries)

    paid((thing(shop), 1))
    asked()
    before = asked()
    for _number in range(4):
        paid((thing(shop), 1))
    assert asked() == before <= 16
